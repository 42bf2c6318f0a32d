"""Helpers to write events, and matches to write."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from tavl.rules import Match, Refused, Seat, actions, decide, evolve
from tavl.rules.acts import OfferResignation, StartGame
from tavl.store import BEGINNING, Appended, Conflict, Event, NewEvent, Place, Store, Writing
from tavl.store.log import read as log_read
from tavl.store.schema import writings
from tests.store.plain_matches import MatchOpened, match_event

AT = 1_700_000_000_000


def fact(type: str = "said", **fields: Any) -> NewEvent:
    return NewEvent(type, msgspec.json.encode(fields))


async def say(
    log: Store, stream: str, after: int, *types: str, action: str | None = None, at: int = AT, actor: str = "anna"
) -> Appended | Conflict:
    return await log.append(
        stream, after, [fact(name) for name in types], actor=actor, action_id=action or f"{stream}@{after}", at=at
    )


async def read_all(log: Store, after: Place = BEGINNING, limit: int = 1000) -> list[Event]:
    """What all streams have after a place, in one order."""
    found = await log.read_rows(lambda c: log_read.of_snapshot(c, after, limit))
    return [log.upcasts.read(event) for event in found]


async def writings_of(log: Store, stream: str) -> list[Writing]:
    """What people have written about a stream."""
    statement = sa.select(writings).where(writings.c.stream == stream).order_by(writings.c.at, writings.c.id)
    return await log.read_rows(lambda c: [Writing(*row) for row in c.execute(statement)])


def versions(events: list[Event] | tuple[Event, ...]) -> list[int]:
    return [event.version for event in events]


def played_match(seed: int, length: int = 3, most_actions: int = 2000) -> Iterator[list[NewEvent]]:
    """What each action of a match between two careless players leads to, the opening of the table first."""
    dice = random.Random(seed)
    match = Match.start(length)
    yield [match_event(MatchOpened(match.terms, ("anna", "bo")))]
    for _ in range(most_actions):
        if match.result:
            return
        action = _something(match, dice)
        events = decide(match, action, (dice.randint(1, 6), dice.randint(1, 6)))
        assert not isinstance(events, Refused)
        for event in events:
            match = evolve(match, event)
        yield [match_event(event) for event in events]


def _something(match: Match, dice: random.Random) -> Any:
    seat = Seat.FIRST
    if match.game and not match.between_games:
        seat = match.game.to_act[0]
    open_to = [action for action in actions(match, seat) if not isinstance(action, OfferResignation)]
    return open_to[0] if isinstance(open_to[0], StartGame) else dice.choice(open_to)


async def play_out(log: Store, stream: str, seed: int, length: int = 3) -> int:
    """Play such a match into the log; the version it ends at."""
    version = 0
    for number, events in enumerate(played_match(seed, length)):
        done = await log.append(stream, version, events, actor="anna", action_id=f"a{number}", at=AT + number * 1000)
        assert isinstance(done, Appended)
        version = done.events[-1].version
    return version
