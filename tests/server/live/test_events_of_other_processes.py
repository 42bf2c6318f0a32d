"""When a process looks into the log for what others have written, and how: many tables together."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tavl.server.live.process_messages import ALONE_POLL_S, ProcessMessages
from tavl.server.tables.stream.event_codec import stream_of
from tavl.store import Hint
from tests.server.harness import Player, running


def messages(*others: str) -> tuple[ProcessMessages, Any]:
    process: Any = SimpleNamespace(others=frozenset(others))
    unused: list[Any] = [None] * 10
    return ProcessMessages(*unused, process), process


def test_with_others_it_looks_each_time_and_once_more_after_they_have_gone() -> None:
    made, process = messages("b")
    assert [made.may_have_missed(now) for now in (2.0, 4.0)] == [True, True]
    process.others = frozenset()
    assert [made.may_have_missed(now) for now in (6.0, 8.0)] == [True, False]


def test_alone_it_looks_now_and_then_and_at_once_when_another_is_known() -> None:
    made, process = messages()
    assert [made.may_have_missed(now) for now in (2.0, ALONE_POLL_S, ALONE_POLL_S + 2)] == [False, True, False]
    process.others = frozenset({"b"})
    assert made.may_have_missed(ALONE_POLL_S + 4)


async def test_the_news_of_many_tables_is_read_together(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(postgres_url) as here, Player(here.url) as anna:
        service = here.service
        tables = [await anna.open(opponent="friend", length=3) for _ in range(3)]
        for table in tables:
            await service.executor.state(table)
            service.rooms.rooms.setdefault(table, None)  # type: ignore[arg-type]
        asked: list[list[str]] = []
        read, done = service.store.read_news, asyncio.Event()

        async def read_news(streams: Any) -> Any:
            asked.append([stream for stream, _ in streams])
            if len({stream for some in asked for stream in some}) == 3:
                done.set()
            return await read(streams)

        monkeypatch.setattr(service.store, "read_news", read_news)
        for table in tables:
            await service.process_messages._take(Hint(stream_of(table), 99), stream_of(table))
        async with asyncio.timeout(30):
            await done.wait()
        assert asked[0] == [stream_of(table) for table in tables]
        service.rooms.rooms.clear()
