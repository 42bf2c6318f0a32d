"""What a list shows of a table. The projections here do not know what an event means; a `Reading` does."""

from __future__ import annotations

from typing import Protocol, TypeVar

from msgspec import Struct

from tavl.store.log.events import Event

S = TypeVar("S")
WAITING, PLAYING, OVER = "waiting", "playing", "over"  # where a table stands


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
