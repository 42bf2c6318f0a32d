"""Side lines of a match: what could have been done instead of an entry, and how it might have gone on. Pure.

They are kept with the entry that they are an alternative to (`Entry.side_lines`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.decisions import situation_at
from tavl.notation.record import AnyEntry, CubeAction, CubeActionKind, MatchRecord, Turn
from tavl.notation.replay import GameReplay, Moment
from tavl.notation.situation import Offer, Situation
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat

MAX_LINES = 8  # beside one entry
MAX_ENTRIES = 100  # entries of a line


class FollowedLine(Struct, frozen=True, kw_only=True):
    """A line as judged by the rules."""

    steps: tuple[tuple[AnyEntry, Situation], ...]  # each entry, and the situation before it
    situation: Situation  # after the last one: who is to roll, has doubled, or has lost
    over: bool
    fault: Refused | None  # the first thing in it that is against the rules


def follow_line(record: MatchRecord, game: int, at: int, entries: Iterable[AnyEntry]) -> FollowedLine:
    """From the situation before an entry; raises IndexError where there is no such entry."""
    here = record.games[game]
    instead = here.entries[at]
    state = GameReplay(record, here, True)
    for entry in here.entries[:at]:
        state.take(entry)
    if state.offered is None and state.turn != instead.seat:  # a game that the second seat begins
        state.position, state.turn = state.position.mirror(), instead.seat
    steps: list[tuple[AnyEntry, Situation]] = []
    fault: Refused | None = None
    for entry in entries:
        fault = fault or _why_not_now(record, state, entry)
        before = Moment(entry, state.seen_by(entry.seat), state.cube)
        judged = state.take(entry)
        steps.append((judged, situation_at(record, here, before)))
        fault = fault or (judged.illegal if isinstance(judged, Turn | CubeAction) else None)
    return FollowedLine(
        steps=tuple(steps),
        situation=_standing(record, game, state),
        over=state.dropped is not None or state.position.over,
        fault=fault,
    )


def _why_not_now(record: MatchRecord, state: GameReplay, entry: AnyEntry) -> Refused | None:
    if state.dropped is not None or state.position.over:
        return refuse("game_over", "G2.1")
    answers = isinstance(entry, CubeAction) and entry.action is not CubeActionKind.DOUBLE
    if state.offered is not None:
        return None if answers and entry.seat == state.offered.other else refuse("double_not_answered", "G10.3")
    if not isinstance(entry, Turn | CubeAction) or entry.seat != state.turn:
        return refuse("not_your_turn", "G4.3")
    no_cube = record.length == 1 or record.max_cube == 1
    return refuse("no_cube", "G10.1") if no_cube and isinstance(entry, CubeAction) else None


def _standing(record: MatchRecord, game: int, state: GameReplay) -> Situation:
    doubler = state.doubler if state.offered is not None else None
    turn: Seat = state.turn if doubler is None else doubler
    asked = CubeAction(seat=turn, action=CubeActionKind.DOUBLE)  # as before a roll
    found = situation_at(record, record.games[game], Moment(asked, state.seen_by(turn), state.cube))
    return found if doubler is None else replace(found, offer=Offer.DOUBLED)
