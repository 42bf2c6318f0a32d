"""Learning: the course, attempts at its exercises, and a coach at tables where help harms nobody."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import Words, words
from tavl.rules import Match, Phase, Position, Refused, Seat, judge_play
from tavl.rules.play_check import Hop
from tavl.rules.refusal import refuse
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import identify, service_of
from tavl.server.http.router import answer, body
from tavl.server.messages.base import Heard
from tavl.server.tables.bots import is_bot_seat
from tavl.table.acts import By, Role
from tavl.table.view import why_no_aids
from tavl.web.learn import game_coach
from tavl.web.learn.course import LESSON_BY_ID, LESSONS
from tavl.web.learn.exercises import (
    CUBE_ACTIONS,
    CubeExercise,
    ExerciseBoard,
    ExerciseVerdict,
    PlayExercise,
    board_state,
    judged_action,
    judged_play,
    why_not,
)
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

MAX_MOVES = 8
MOVES = re.compile(r"[0-9]{1,2}/[0-9]{1,2}(,[0-9]{1,2}/[0-9]{1,2}){0,3}")


class Attempt(Heard, frozen=True):
    """A whole play (`moves`); a move that the board does not let through (`moves` so far and `source`, with a `target`
    or none); or something about the cube (`action`)."""

    moves: Annotated[tuple[Hop, ...], Meta(max_length=MAX_MOVES)] = ()
    source: Annotated[int, Meta(ge=0, le=25)] | None = None
    target: Annotated[int, Meta(ge=0, le=25)] | None = None
    action: str | None = None


class ExerciseReply(Struct, frozen=True, kw_only=True):
    """`say` is praise, or what is missing, or why it is not allowed; then `rule` names the clause."""

    done: bool
    say: str
    code: str | None = None
    rule: str | None = None


async def learn(request: Request) -> Response:
    who = await identify(request)
    w = words(language_for(request, who))
    return pages_of(request).render(request, "learn/learn.html", who, lessons=msgspec.to_builtins(course_in_words(w)))


class ExerciseView(Struct, frozen=True, kw_only=True):
    say: str
    hints: tuple[str, ...]
    state: ExerciseBoard
    rolls: bool
    solution: tuple[Hop, ...] | None


class LessonView(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    exercises: tuple[ExerciseView, ...]


def course_in_words(w: Words) -> tuple[LessonView, ...]:
    """All that the page needs: texts, boards, a way to do each."""
    names = game_coach.buttons(w)
    return tuple(
        LessonView(
            id=lesson.id,
            title=w(lesson.title),
            exercises=tuple(
                ExerciseView(
                    say=w(exercise.say, **names),
                    hints=tuple(w(hint, **names) for hint in exercise.hints),
                    state=board_state(exercise),
                    rolls=isinstance(exercise, PlayExercise) and exercise.rolls,
                    solution=_solution(exercise),
                )
                for exercise in lesson.exercises
            ),
        )
        for lesson in LESSONS
    )


def _solution(exercise: PlayExercise | CubeExercise) -> tuple[Hop, ...] | None:
    """Moves to be shown to whoever asks for them."""
    if isinstance(exercise, CubeExercise):
        return None
    return tuple((move.source, move.target) for move in next(exercise.solutions).moves)


async def attempt(request: Request) -> Response:
    """The verdict on an attempt at an exercise, by the rules."""
    who = await identify(request)
    exercise = _exercise(request.path_params["lesson"], request.path_params["number"])
    made = await body(request, Attempt)
    return answer(_reply(exercise, _verdict(exercise, made), words(language_for(request, who))))


def _exercise(lesson: str, number: str) -> PlayExercise | CubeExercise:
    found = LESSON_BY_ID.get(lesson)
    if found is None or not number.isdecimal() or not 1 <= int(number) <= len(found.exercises):
        raise ApiError("not_found")
    return found.exercises[int(number) - 1]


def _verdict(exercise: PlayExercise | CubeExercise, made: Attempt) -> ExerciseVerdict:
    if isinstance(exercise, CubeExercise):
        if made.action not in CUBE_ACTIONS:
            raise ApiError("bad_value", field="action", problem=", ".join(CUBE_ACTIONS))
        return judged_action(exercise, made.action)
    if made.action is not None:
        raise ApiError("bad_value", field="action", problem="this exercise asks for a play")
    if made.source is None:
        return judged_play(exercise, made.moves)
    return ExerciseVerdict(refused=why_not(exercise, made.moves, made.source, made.target))


def _reply(exercise: PlayExercise | CubeExercise, verdict: ExerciseVerdict, w: Words) -> ExerciseReply:
    refused = verdict.refused
    if refused:
        return ExerciseReply(
            done=False, say=w.reason(refused.code, refused.facts), code=refused.code, rule=refused.rule
        )
    text = exercise.praise if verdict.done else exercise.otherwise
    return ExerciseReply(done=verdict.done, say=w(text, n=verdict.hitting, **game_coach.buttons(w)) if text else "")


# The coach


class CoachAdvice(Struct, frozen=True, kw_only=True):
    """`moment` says what it is about, as in `game_coach.Advice`."""

    version: int
    moment: str
    heading: str
    lines: tuple[str, ...]


async def coach(request: Request) -> Response:
    """What a coach says now; with `moves` and the `version` they were laid out at, of that play. Only to a player who
    plays a bot, unrated."""
    service = service_of(request)
    who = await identify(request)
    state = await service.executor.state(request.path_params["id"])
    seat = state.table.seat_of(who.person) if who else None
    if who is None or seat is None:
        raise ApiError("not_your_table")
    refused = why_no_aids(state.table, By(Role.PLAYER, who.person, seat), hints=True)
    if refused is None and not is_bot_seat(state.table.seats[seat.other]):
        refused = refuse("no_aids", "T1.7.i")
    if refused:
        raise RefusedError(refused)
    w = words(language_for(request, who))
    match, laid = state.table.match, request.query_params.get("moves")
    if laid is None:
        position = match.game.position if match.game else Position.start()
        ask = service.evaluator.ask
        said = await ask(position, lambda a: game_coach.advice(match, seat, w, a.engine), tutored=who.person)
    elif request.query_params.get("version") != str(state.version):
        said = game_coach.Advice("wait", ())  # the turn has been ended meanwhile
    else:
        said = _about(laid, match, seat, w)
    advice = CoachAdvice(version=state.version, moment=said.moment, heading=said.heading, lines=said.lines)
    return answer(advice)


def _about(laid: str, match: Match, seat: Seat, w: Words) -> game_coach.Advice:
    if not MOVES.fullmatch(laid):
        raise ApiError("bad_value", field="moves", problem="8/5,6/5")
    hops = [(int(source), int(target)) for source, target in (part.split("/") for part in laid.split(","))]
    game = match.game
    if game is None or game.phase is not Phase.TO_PLAY or game.turn != seat or game.dice is None:
        raise RefusedError(refuse("roll_first", "G4.3"))
    play = judge_play(game.position, game.dice, hops)
    if isinstance(play, Refused):
        raise RefusedError(play)
    return game_coach.Advice("draft", tuple(game_coach.after_play(play, w)))


ROUTES = (
    ("/learn", learn, ("GET",)),
    ("/learn/{lesson}/{number}", attempt, ("POST",)),
    ("/t/{id}/coach.json", coach, ("GET",)),
)
