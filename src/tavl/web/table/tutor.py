"""The tutor at a table against a bot: what a decision would lose before it is made, and hints in three steps."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.tutor import tutor, tutor_texts
from tavl.analysis.tutor.tutor import STEPS, Hint, Judgement, TutorAction
from tavl.i18n import Words, words
from tavl.notation.record import Moves
from tavl.rules.game import Game, Phase
from tavl.rules.match import Match
from tavl.rules.refusal import refuse
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import check_not_suspended, identify, limit, service_of
from tavl.server.http.router import answer, body
from tavl.server.messages.base import Heard
from tavl.table.acts import By, Role
from tavl.table.view import why_no_aids
from tavl.web.shared.language_choice import language_for

Place = Annotated[int, Meta(ge=0, le=25)]


class Check(Heard, frozen=True):
    """Something that somebody is about to do, at the version of the table that they see."""

    version: int
    action: TutorAction
    moves: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=4)] = ()


class AskHint(Heard, frozen=True):
    version: int
    step: Annotated[int, Meta(ge=1, le=STEPS)] = 1


class Checked(Struct, frozen=True, kw_only=True):
    warns: bool
    loss: float
    error_class: str
    warning: str = ""
    reasons: tuple[str, ...] = ()


class Hinted(Struct, frozen=True, kw_only=True):
    step: int
    last: bool  # there is nothing more to say
    lines: tuple[str, ...]
    source: int | None = None
    best: Moves | None = None
    next_best: Moves | None = None
    next_loss: float = 0.0


async def check(request: Request) -> Response:
    limit(request, "tutor")
    asked = await body(request, Check)
    match, who = await _at_table(request, asked.version)
    game = _deciding(match)
    if (asked.action is TutorAction.PLAY) != (game.phase is Phase.TO_PLAY):
        raise RefusedError(refuse("roll_first", "G4.3"))
    question = tutor.question_about(match, asked.action, asked.moves)
    found = await service_of(request).evaluator.ask(
        game.position, lambda analyst: analyst.answer(question), tutored=who.person
    )
    return answer(_checked(words(language_for(request, who)), tutor.judge(match, asked.action, found)))


async def hint(request: Request) -> Response:
    limit(request, "tutor")
    asked = await body(request, AskHint)
    match, who = await _at_table(request, asked.version)
    game, question = _deciding(match), tutor.question_about(match)
    found = await service_of(request).evaluator.ask(
        game.position, lambda analyst: analyst.answer(question), tutored=who.person
    )
    return answer(_hinted(words(language_for(request, who)), tutor.hint(match, asked.step, found)))


async def _at_table(request: Request, version: int) -> tuple[Match, Identity]:
    """Only for somebody who plays a bot at a table with a tutor."""
    service = service_of(request)
    who = await identify(request)
    check_not_suspended(who)
    state = await service.executor.state(request.path_params["id"])
    seat = state.table.seat_of(who.person) if who else None
    if who is None or seat is None:
        raise ApiError("not_your_table")
    refused = why_no_aids(state.table, By(Role.PLAYER, who.person, seat), hints=True)
    if refused is None and not state.house.terms.tutor:
        refused = refuse("no_aids", "T1.7.i")
    if refused:
        raise RefusedError(refused)
    if version != state.version:
        raise ApiError("stale", version=state.version)
    if seat not in state.table.to_act:
        raise RefusedError(refuse("not_your_turn", "G4.3"))
    return state.table.match, who


def _deciding(match: Match) -> Game:
    game = match.game
    if game is None or game.phase not in (Phase.TO_ROLL, Phase.TO_PLAY, Phase.DOUBLED) or game.resignation:
        raise RefusedError(refuse("game_not_begun", "G1.2"))
    return game


def _checked(w: Words, judged: Judgement) -> Checked:
    return Checked(
        warns=judged.warns,
        loss=judged.loss,
        error_class=judged.error_class,
        warning=tutor_texts.warning(w, judged),
        reasons=tutor_texts.explanation(w, judged),
    )


def _hinted(w: Words, found: Hint) -> Hinted:
    return Hinted(
        step=found.step,
        last=found.step == STEPS,
        lines=tutor_texts.hint_lines(w, found),
        source=found.source,
        best=found.best,
        next_best=found.next_best,
        next_loss=found.next_loss,
    )


ROUTES = (
    ("/t/{id}/tutor/check", check, ("POST",)),
    ("/t/{id}/tutor/hint", hint, ("POST",)),
)
