"""Lines beside an analysed match: anybody who looks can try one, the person who asked for the analysis keeps and
removes them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.i18n import words
from tavl.notation.record import AnyEntry, MatchRecord
from tavl.notation.side_lines import MAX_ENTRIES, MAX_LINES, FollowedLine, follow_line
from tavl.notation.transcript import Die, Note, NoteKind, entries_of
from tavl.rules.board import Dice
from tavl.rules.refusal import RuleError
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.http.dependencies import identify, limit, service_of, who_asks
from tavl.server.http.router import answer, body
from tavl.server.messages.base import Heard
from tavl.table.view import Step as TreeStep
from tavl.table.view import tree_steps
from tavl.web.analysis import positions
from tavl.web.analysis.steps import AnalysisStep, Board, SideLine, board_of, side_line, side_lines_at
from tavl.web.shared.language_choice import language_for

Number = Annotated[int, Meta(ge=0, le=10_000)]
_KINDS = (NoteKind.TURN, NoteKind.DOUBLE, NoteKind.TAKE, NoteKind.DROP)


class AskLine(Heard, frozen=True):
    """A line from before an entry, and the dice that come next in it."""

    game: Number
    entry: Number
    notes: Annotated[tuple[Note, ...], Meta(max_length=MAX_ENTRIES)] = ()
    dice: tuple[Die, Die] | None = None


class ChangeLines(Heard, frozen=True):
    """A line more, or one less."""

    game: Number
    entry: Number
    kind: DecisionKind
    add: Annotated[tuple[Note, ...], Meta(min_length=1, max_length=MAX_ENTRIES)] | None = None
    remove: Annotated[int, Meta(ge=0, le=MAX_LINES)] | None = None


class TriedLine(Struct, frozen=True, kw_only=True):
    line: SideLine
    board: Board
    turn: Seat  # who plays, rolls, or answers a double
    doubled: bool
    may_double: bool
    over: bool
    step: AnalysisStep | None = None  # the plays, where there are dice
    tree: tuple[tuple[TreeStep, ...], ...] | None = None


class KeptLines(Struct, frozen=True):
    """Those of a decision, as they are kept now."""

    side_lines: tuple[SideLine, ...]


async def try_line(request: Request) -> Response:
    asked = await body(request, AskLine)
    limit(request, "evaluation" if asked.dice else "transcript")
    service = service_of(request)
    who = await identify(request)
    _, record = await service.analyses.find_with_record(who, request.path_params["id"])
    found = _followed(record, asked.game, asked.entry, _entries(asked.notes))
    situation, step, tree = found.situation, None, None
    doubled = situation.offer is not None
    if asked.dice and not doubled and not found.over:
        situation = rolled = replace(situation, dice=Dice(*asked.dice))
        tree = tree_steps(situation.position.play_tree(Dice(*asked.dice)))
        w = words(language_for(request, who))
        try:
            step = (
                await service.evaluator.ask(rolled.position, lambda analyst: positions.evaluated(rolled, w, analyst))
            ).step
        except RuleError as error:
            raise RefusedError(error.refused) from None
    board = board_of(situation)
    mine = situation.cube.owner in (None, situation.turn)
    tried = TriedLine(
        line=side_line(asked.game, found, 0),
        board=replace(board, turn=None) if found.over else board,
        turn=situation.turn.other if doubled else situation.turn,
        doubled=doubled,
        may_double=not doubled and mine and board.cube is not None and not _opens(record, asked),
        over=found.over,
        step=step,
        tree=tree,
    )
    return answer(tried)


def _opens(record: MatchRecord, asked: AskLine) -> bool:
    """Nobody doubles before the first roll."""
    return not asked.notes and asked.entry == 0 and record.games[asked.game].start is None


async def change_lines(request: Request) -> Response:
    asked = await body(request, ChangeLines)
    limit(request, "transcript")
    service, id = service_of(request), request.path_params["id"]
    who = await who_asks(request)
    _, record = await service.analyses.find_with_record(who, id)
    entry = _entry(record, asked.game, asked.entry)
    lines = list(entry.side_lines)
    if asked.remove is not None:
        if asked.remove >= len(lines):
            raise ApiError("not_found")
        del lines[asked.remove]
    if asked.add is not None:
        added = _followed(record, asked.game, asked.entry, _entries(asked.add))
        lines.append(tuple(each for each, _ in added.steps))
    record = await service.analyses.set_side_lines(who, id, asked.game, asked.entry, tuple(lines))
    found = await asyncio.to_thread(side_lines_at, record, asked.game, asked.entry, asked.kind)
    return answer(KeptLines(found))


def _entries(notes: tuple[Note, ...]) -> tuple[AnyEntry, ...]:
    for note in notes:
        if note.kind not in _KINDS or (note.kind is NoteKind.TURN) != (note.dice is not None):
            raise ApiError("bad_value", field="notes", problem=str(note.kind))
    return tuple(entry for note in notes for entry in entries_of(note))


def _entry(record: MatchRecord, game: int, at: int) -> AnyEntry:
    try:
        return record.games[game].entries[at]
    except IndexError:
        raise ApiError("not_found") from None


def _followed(record: MatchRecord, game: int, at: int, entries: tuple[AnyEntry, ...]) -> FollowedLine:
    """Of one's own making, so that it is legal."""
    _entry(record, game, at)
    found = follow_line(record, game, at, entries)
    if found.fault:
        raise RefusedError(found.fault)
    return found


ROUTES = (
    ("/analysis/{id}/line.json", try_line, ("POST",)),
    ("/analysis/{id}/lines.json", change_lines, ("POST",)),
)
