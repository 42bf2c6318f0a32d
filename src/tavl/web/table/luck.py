"""The luck of two players: each roll compared with what all rolls would have brought on average."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import lru_cache

from tavl.engine.engine import Engine
from tavl.rules import acts
from tavl.rules.board import Dice, Position
from tavl.server.messages.tables import EventOut
from tavl.server.tables.stream import stream_state

KEPT = 256  # matches whose luck is remembered


def rolls_of(events: Iterable[EventOut]) -> tuple[tuple[int, Position, Dice], ...]:
    """Every roll of a match but the opening ones: whose, in which position, seen by the one who rolls."""
    rolls = []
    state = None
    for out in events:
        if isinstance(out.event, acts.Rolled) and state is not None and state.table.match.game is not None:
            position = state.table.match.game.seen_by(out.event.seat)
            rolls.append((int(out.event.seat), position, out.event.dice))
        state = stream_state.evolve(state, out.event, out.at, out.version)
    return tuple(rolls)


@lru_cache(KEPT)
def luck_of(rolls: tuple[tuple[int, Position, Dice], ...]) -> tuple[float, float]:
    """In points of a money game without the cube, added up by seat. About a millisecond a roll."""
    engine = Engine(threads=1)
    luck = [0.0, 0.0]
    for seat, position, dice in rolls:
        luck[seat] += engine.luck(position, dice)
    return luck[0], luck[1]


async def luck_in_a_thread(events: Iterable[EventOut]) -> tuple[float, float]:
    return await asyncio.to_thread(luck_of, rolls_of(events))
