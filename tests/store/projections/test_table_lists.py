"""Lists of tables: one query, by status, kind, person and length, in four orders."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tavl import store
from tavl.rules import Match
from tavl.store import Store
from tavl.store.projections.table_list import ListedTable, Order, TableList, listed
from tavl.store.projections.table_rows import PLAYING, WAITING
from tests.store.helpers import AT, play_out
from tests.store.plain_matches import MatchOpened, MatchReading, match_event


@pytest.fixture
async def tables(url: str) -> AsyncIterator[Store]:
    """Anna waits with Bo to 3 points, and with Eve to 5 points; a third match of hers with Bo is over."""
    async with await store.open(url, projections=(TableList(MatchReading()),)) as log:
        await play_out(log, "t:over", 1)
        await opened(log, "t:bo", 3, "bo", AT + 10_000_000, "friend")
        await opened(log, "t:eve", 5, "eve", AT + 20_000_000, "anyone")
        yield log


async def opened(log: Store, stream: str, length: int, opponent: str, at: int, kind: str) -> None:
    event = match_event(MatchOpened(Match.start(length).terms, ("anna", opponent), kind))
    await log.append(stream, 0, [event], actor="anna", action_id="open", at=at)


async def streams(log: Store, **asked: object) -> list[str]:
    def look(connection: object) -> list[ListedTable]:
        return listed(connection, **{"limit": 10, **asked})  # type: ignore[arg-type]

    return [table.stream for table in await log.read_rows(look)]


async def test_by_status_kind_person_and_length(tables: Store) -> None:
    assert await streams(tables, status=(WAITING,)) == ["t:eve", "t:bo"]
    assert await streams(tables, status=(PLAYING,)) == []
    assert await streams(tables, kind="anyone") == ["t:eve"]
    assert await streams(tables, person="bo") == ["t:bo", "t:over"]
    assert await streams(tables, person="nobody") == []
    assert await streams(tables, length=5) == ["t:eve"]
    assert await streams(tables, length=None) == []
    assert await streams(tables, changed_after=AT + 10_000_000) == ["t:eve"]


async def test_in_the_order_asked_for_and_no_more_than_the_limit(tables: Store) -> None:
    assert await streams(tables, order=Order.OLDEST) == ["t:over", "t:bo", "t:eve"]
    assert await streams(tables, order=Order.NEWEST, limit=2) == ["t:eve", "t:bo"]
    assert await streams(tables, person="anna", order=Order.WAITED_FOR) == ["t:eve", "t:bo", "t:over"]


async def test_a_table_is_listed_with_its_players_and_its_result(tables: Store) -> None:
    (over,) = await tables.read_rows(lambda c: listed(c, status=("over",), limit=10))
    assert over.players == ("anna", "bo")
    assert (over.winner, over.reason) != (None, None)
    assert max(over.score) >= 3
    (waiting,) = await tables.read_rows(lambda c: listed(c, kind="friend", limit=10))
    assert (waiting.score, waiting.winner, waiting.length) == ((0, 0), None, 3)
