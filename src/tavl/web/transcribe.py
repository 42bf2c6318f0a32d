"""A match written down from video: the page, where it stands after each entry, and the files it is saved as.

The page keeps the entries; what they lead to, and which plays are legal, is found here. Plays are ordered by the
engine, unless the position stands on a board where nobody may have help: then they come as the rules give them.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.engine.analyst import Analyst, match_of
from tavl.analysis.engine.questions import seen_by_turn
from tavl.i18n import Words, words
from tavl.notation.mat.writer import write_record
from tavl.notation.play_text import WORDS as PLAY_WORDS
from tavl.notation.play_text import format_play
from tavl.notation.record import AnyEntry, CubeAction, Moves, Resignation, Turn
from tavl.notation.sgf.writer import write_sgf
from tavl.notation.situation import Situation
from tavl.notation.tavl_format import write_records
from tavl.notation.transcript import Die, Read, Transcript, read_transcript
from tavl.rules.board import Dice, Play
from tavl.rules.refusal import Refused, RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import identify, limit, service_of
from tavl.server.http.router import answer, body
from tavl.server.messages.base import Heard
from tavl.web.analysis.steps import Board, board_of
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

FILES = {"mat": "text/plain", "sgf": "application/x-go-sgf", "json": "application/json"}
MAX_PLAYS = 60  # that are offered; by hand any other can be made


class AskState(Heard, frozen=True):
    """The transcript so far; with dice, the plays of the roll that comes next."""

    transcript: Transcript
    dice: tuple[Die, Die] | None = None


class OfferedPlay(Struct, frozen=True, kw_only=True):
    moves: Moves
    text: str


class TranscriptLine(Struct, frozen=True, kw_only=True):
    """An entry as it is shown."""

    game: int
    seat: Seat
    kind: str
    dice: tuple[int, int] | None = None
    text: str = ""
    illegal: str | None = None


class Stands(Struct, frozen=True, kw_only=True):
    game: int
    board: Board
    turn: Seat  # who rolls, or answers a double
    opening: bool
    doubled: bool
    may_double: bool
    over: bool
    lines: tuple[TranscriptLine, ...]
    plays: tuple[OfferedPlay, ...] | None = None
    ordered: bool = True


class AskFile(Heard, frozen=True):
    transcript: Transcript
    format: Annotated[str, Meta(max_length=8)] = "mat"


async def page(request: Request) -> Response:
    return await pages_of(request).page(request, "transcribe/transcribe.html")


async def state(request: Request) -> Response:
    limit(request, "transcript")
    asked = await body(request, AskState)
    w = words(language_for(request, await identify(request)))
    found = read_transcript(asked.transcript)
    plays, ordered = await _plays(request, found, asked.dice, w) if asked.dice else (None, True)
    return answer(_stands(found, plays, ordered, w))


async def _plays(
    request: Request, found: Read, rolled: tuple[int, int], w: Words
) -> tuple[tuple[OfferedPlay, ...], bool]:
    standing = found.standing
    dice, situation = Dice(*rolled), standing.situation
    if standing.opening:  # one die each: the higher begins
        if dice.double:
            return (), True
        situation = seen_by_turn(situation)
    position = situation.position
    legal = position.plays(dice)
    if len(legal) > 1:
        try:
            ranked = await service_of(request).evaluator.ask(
                position, lambda analyst: _ranked(analyst, situation, dice)
            )
            return tuple(_offered(play, w) for play in ranked[:MAX_PLAYS]), True
        except (RefusedError, RuleError):
            pass
    return tuple(_offered(play, w) for play in legal[:MAX_PLAYS]), len(legal) < 2


def _ranked(analyst: Analyst, situation: Situation, dice: Dice) -> list[Play]:
    match = match_of(seen_by_turn(situation))
    return [each.play for each in analyst.engine.plays(situation.position, dice, match)]


def _offered(play: Play, w: Words) -> OfferedPlay:
    moves = tuple((move.source, move.target) for move in play.moves)
    language = w.language if w.language in PLAY_WORDS else "en"
    return OfferedPlay(moves=moves, text=format_play(play, language) or w("Cannot move"))


def _stands(found: Read, plays: tuple[OfferedPlay, ...] | None, ordered: bool, w: Words) -> Stands:
    standing = found.standing
    situation = standing.situation
    doubled = situation.offer is not None
    board = board_of(situation)
    cube = situation.cube
    return Stands(
        game=standing.game,
        board=board,
        turn=situation.turn.other if doubled else situation.turn,
        opening=standing.opening,
        doubled=doubled,
        may_double=not doubled
        and not standing.opening
        and board.cube is not None
        and cube.owner in (None, situation.turn),
        over=standing.over,
        lines=tuple(
            _line(number, entry, w) for number, game in enumerate(found.record.games) for entry in game.entries
        ),
        plays=plays,
        ordered=ordered,
    )


def _line(game: int, entry: AnyEntry, w: Words) -> TranscriptLine:
    illegal: Refused | None = getattr(entry, "illegal", None)
    line = TranscriptLine(game=game, seat=entry.seat, kind="set")
    said = w.refusal(illegal.code, illegal.rule, illegal.facts) if illegal else None
    if isinstance(entry, Turn):
        text = " ".join(_hop(source, target, w) for source, target in entry.moves or ())
        dice = (entry.dice.high, entry.dice.low)
        return TranscriptLine(game=game, seat=entry.seat, kind="turn", dice=dice, text=text, illegal=said)
    if isinstance(entry, CubeAction):
        return TranscriptLine(game=game, seat=entry.seat, kind=str(entry.action), illegal=said)
    if isinstance(entry, Resignation):
        return TranscriptLine(game=game, seat=entry.seat, kind="resign", text=str(entry.size or 1))
    return line


def _hop(source: int, target: int, w: Words) -> str:
    bar, off = PLAY_WORDS[w.language if w.language in PLAY_WORDS else "en"]
    return f"{bar if source == 25 else source}/{off if target == 0 else target}"


async def file(request: Request) -> Response:
    limit(request, "transcript")
    asked = await body(request, AskFile)
    kind = FILES.get(asked.format)
    if kind is None:
        raise ApiError("bad_value", field="format", problem=", ".join(FILES))
    record = read_transcript(asked.transcript).record
    if not record.games:
        raise ApiError("bad_value", field="transcript", problem="nothing was written down yet")
    written = {"mat": write_record, "sgf": write_sgf}.get(asked.format)
    text = written(record) if written else write_records([record])
    headers = {"Content-Disposition": f'attachment; filename="match.{asked.format}"'}
    return Response(text, media_type=kind, headers=headers)


ROUTES = (
    ("/transcribe", page, ("GET",)),
    ("/transcribe/state.json", state, ("POST",)),
    ("/transcribe/file", file, ("POST",)),
)
