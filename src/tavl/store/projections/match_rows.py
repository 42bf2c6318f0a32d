"""Streams of rules' events, and how they are shown in lists.

The projections here do not know what an event means; a `Reading` does. `MatchReading` reads plain matches: a
`MatchOpened`, then the events of `tavl.rules`. A table with clock and conduct comes with a reading of its own.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import Match, Terms, evolve
from tavl.rules.acts import MatchEvent, OpeningRolled, Rolled
from tavl.rules.codec import from_json, to_json
from tavl.store.errors import UnknownSchema
from tavl.store.log.events import Event, NewEvent

S = TypeVar("S")
WAITING, PLAYING, OVER = "waiting", "playing", "over"  # where a table stands


class MatchOpened(Struct, frozen=True, tag="match_opened", tag_field="type"):
    """Who plays, in the order of the seats, by person id, and on which terms; the profile is pinned whole."""

    terms: Terms
    players: tuple[str, str]
    kind: str = "match"
    rated: bool = False


class Rated(Struct, frozen=True):
    """What a match counts for once it is over: for both players' ratings in one list, and which of them are bots."""

    pool: str  # see `store/projections/ratings.py`
    bots: tuple[bool, bool] = (False, False)


class TableRow(Struct, frozen=True):
    """What a list shows of a table."""

    kind: str
    status: str  # waiting, playing, over
    players: tuple[str | None, ...]  # in the order of the seats; none: nobody sits there
    score: tuple[int, int]
    length: int | None = None
    winner: int | None = None
    reason: str | None = None
    rated: Rated | None = None
    pace: int | None = None  # by correspondence: ms a move
    asked: tuple[int, ...] = ()  # by correspondence: seats that are waited for
    deadline: int | None = None  # by correspondence: when their time runs out


class Reading(Protocol[S]):
    """How the streams of one kind are read. State is a value; nothing is changed in place."""

    @property
    def name(self) -> str: ...

    def start(self, event: Event) -> S | None:
        """The state after a stream's first event; none for a stream of another kind."""

    def step(self, state: S, event: Event) -> S: ...

    def row(self, state: S) -> TableRow: ...


class OpenMatch(Struct, frozen=True):
    opened: MatchOpened
    match: Match


def match_event(event: MatchEvent | MatchOpened) -> NewEvent:
    """A rules' event, ready to be appended."""
    return NewEvent(event.__struct_config__.tag, to_json(event))  # type: ignore[arg-type]


def read_match_event(event: Event) -> MatchEvent | MatchOpened:
    try:
        read: MatchEvent | MatchOpened = from_json(event.body, MatchEvent | MatchOpened)
    except msgspec.ValidationError as error:
        raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
    return read


class MatchReading:
    name = "match"

    def start(self, event: Event) -> OpenMatch | None:
        if event.type != "match_opened":
            return None
        opened = read_match_event(event)
        assert isinstance(opened, MatchOpened)
        return OpenMatch(opened, Match(terms=opened.terms))

    def step(self, state: OpenMatch, event: Event) -> OpenMatch:
        happened = read_match_event(event)
        return state if isinstance(happened, MatchOpened) else replace(state, match=evolve(state.match, happened))

    def row(self, state: OpenMatch) -> TableRow:
        match, result = state.match, state.match.result
        return TableRow(
            kind=state.opened.kind,
            status="over" if result else "playing" if match.game else "waiting",
            players=state.opened.players,
            score=match.score,
            length=match.length,
            winner=None if result is None or result.winner is None else int(result.winner),
            reason=result.reason if result else None,
            rated=Rated("people") if state.opened.rated and match.length is not None else None,
        )


def rolls_of(event: Event) -> tuple[str, int, int] | None:
    """The dice of a rules' event, with what they were for."""
    if event.type not in ("opening_rolled", "rolled"):
        return None
    match read_match_event(event):
        case OpeningRolled(first=first, second=second):
            return "opening", first, second
        case Rolled(dice=dice):
            return "turn", dice.high, dice.low
        case _:
            return None
