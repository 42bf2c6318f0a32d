"""How often each roll came up."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import sqlalchemy as sa

from tavl.rules.acts import OpeningRolled, Rolled
from tavl.rules.codec import from_json
from tavl.store.errors import UnknownSchema
from tavl.store.log.events import Event
from tavl.store.schema import dice_counts

SHARDS = 4096  # rows that the count of one roll may be spread over

_COUNT = """
    INSERT INTO dice_counts (shard, context, first, second, count) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (shard, context, first, second) DO UPDATE SET count = dice_counts.count + excluded.count
"""
_COUNTS = {"sqlite": _COUNT, "postgresql": _COUNT.replace("?", "%s")}


def rolls_of(event: Event) -> tuple[str, int, int] | None:
    """The dice of an event, and what they were rolled for."""
    if event.type not in ("opening_rolled", "rolled"):
        return None
    try:
        happened: OpeningRolled | Rolled = from_json(event.body, OpeningRolled | Rolled)
    except msgspec.ValidationError as error:
        raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
    match happened:
        case OpeningRolled(first=first, second=second):
            return "opening", first, second
        case Rolled(dice=dice):
            return "turn", dice.high, dice.low


class DiceCounts:
    """How often each roll came up, over all streams."""

    name = "dice"
    tables = (dice_counts,)

    def __init__(self, rolls: Callable[[Event], tuple[str, int, int] | None] = rolls_of, *, version: int = 1) -> None:
        self.version = version
        self._rolls = rolls
        # Each process counts in its own rows: two that lock each other's rows would deadlock.
        self._shard = secrets.randbelow(SHARDS)

    def apply(self, connection: sa.Connection, events: Sequence[Event]) -> None:
        fell: Counter[tuple[int, str, int, int]] = Counter()
        for event in events:
            roll = self._rolls(event)
            if roll:
                fell[self._shard, *roll] += 1
        rows = [(*roll, count) for roll, count in sorted(fell.items())]  # everybody locks in the same order
        if rows:
            connection.exec_driver_sql(_COUNTS[connection.dialect.name], rows)


def dice_statistics(connection: sa.Connection) -> dict[str, dict[tuple[int, int], int]]:
    """Counts by context and roll."""
    c = dice_counts.c
    statement = sa.select(c.context, c.first, c.second, sa.func.sum(c.count)).group_by(c.context, c.first, c.second)
    counts: dict[str, dict[tuple[int, int], int]] = {}
    for context, first, second, count in connection.execute(statement.order_by(c.context, c.first, c.second)):
        counts.setdefault(context, {})[first, second] = int(count)
    return counts
