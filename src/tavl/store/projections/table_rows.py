"""What a list shows of a table. The projections do not know what events mean; a `Reading` does."""

from __future__ import annotations

from typing import Protocol, TypeVar

from msgspec import Struct

from tavl.store.log.events import Event

S = TypeVar("S")
WAITING, PLAYING, OVER = "waiting", "playing", "over"  # the status of a table


class Rated(Struct, frozen=True):
    """A rated match: the list in which it counts, and which players are bots."""

    pool: str  # see `store/projections/ratings.py`
    bots: tuple[bool, bool] = (False, False)


class TableRow(Struct, frozen=True):
    """What a list shows of a table."""

    kind: str
    status: str  # waiting, playing, over
    players: tuple[str | None, ...]  # in the order of the seats; None: the seat is free
    score: tuple[int, int]
    length: int | None = None
    winner: int | None = None
    reason: str | None = None
    rated: Rated | None = None
    pace: int | None = None  # by correspondence: ms a move
    asked: tuple[int, ...] = ()  # by correspondence: seats that are waited for
    deadline: int | None = None  # by correspondence: when their time runs out


class Reading(Protocol[S]):
    """How streams of one kind are read. States are immutable values."""

    @property
    def name(self) -> str: ...

    def start(self, event: Event) -> S | None:
        """The state after a stream's first event; None for a stream of another kind."""

    def step(self, state: S, event: Event) -> S: ...

    def row(self, state: S) -> TableRow: ...
