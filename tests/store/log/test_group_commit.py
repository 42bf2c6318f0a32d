"""Commits that gather: several callers at once share one, and a single caller never waits for others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from tavl.store.databases.database import Work
from tavl.store.errors import StoreClosed
from tavl.store.log import group_commit
from tavl.store.log.group_commit import Done, Outcome, Writer


def named(name: str) -> Work[str]:
    return lambda _connection: name


class Commits:
    """What was written together; `meanwhile` runs in the event loop while the first is being written."""

    def __init__(self, meanwhile: Callable[[], None] | None = None) -> None:
        self.groups: list[list[str]] = []
        self._loop = asyncio.get_running_loop()
        self._meanwhile = meanwhile

    def __call__(self, works: Sequence[Work[Any]]) -> list[Outcome]:
        names = [work(sa.Connection.__new__(sa.Connection)) for work in works]
        self.groups.append(names)
        if self._meanwhile and len(self.groups) == 1:
            came = threading.Event()
            self._loop.call_soon_threadsafe(self._meanwhile)
            self._loop.call_soon_threadsafe(lambda: self._loop.call_soon(came.set))
            assert came.wait(10)
        return [Done(name) for name in names]


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "MANY", 1)


@asynccontextmanager
async def writing(commits: Commits) -> AsyncIterator[Writer]:
    writer = Writer("here", commits)
    writer.start()
    try:
        yield writer
    finally:
        await writer.close()


def write(writer: Writer, name: str) -> asyncio.Task[str]:
    return asyncio.create_task(writer.write(named(name), repeatable=False, alone=False))


async def test_one_caller_who_writes_again_and_again_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "GATHER_S", 3600.0)
    commits = Commits()
    async with writing(commits) as writer:
        for name in "abc":
            await write(writer, name)
    assert commits.groups == [["a"], ["b"], ["c"]]


async def test_who_comes_after_somebody_had_to_wait_shares_their_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "GATHER_S", 0.1)
    waiting: list[asyncio.Task[str]] = []
    commits = Commits(lambda: waiting.append(write(writer, "b")))
    async with writing(commits) as writer:
        await write(writer, "a")
        assert await write(writer, "c") == "c"
        assert await waiting[0] == "b"
    assert commits.groups == [["a"], ["b", "c"]]


async def test_closing_writes_what_is_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "GATHER_S", 0.1)
    waiting: list[asyncio.Task[str]] = []
    commits = Commits(lambda: waiting.append(write(writer, "b")))
    async with writing(commits) as writer:
        await write(writer, "a")
    assert commits.groups == [["a"], ["b"]]
    assert await waiting[0] == "b"


async def test_what_is_gathered_when_the_loop_ends_is_told_that_the_store_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(group_commit, "GATHER_S", 3600.0)
    waiting: list[asyncio.Task[str]] = []
    commits = Commits(lambda: waiting.append(write(writer, "b")))
    async with writing(commits) as writer:
        await write(writer, "a")
        await asyncio.sleep(0)  # the writer has begun to gather
        assert writer._task is not None
        writer._task.cancel()
        with pytest.raises(StoreClosed):
            await waiting[0]
    assert commits.groups == [["a"]]


async def test_work_that_was_given_up_while_it_waited_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "GATHER_S", 0.1)
    waiting: list[asyncio.Task[str]] = []
    commits = Commits(lambda: waiting.append(write(writer, "b")))
    async with writing(commits) as writer:
        await write(writer, "a")
        waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    assert commits.groups == [["a"]]


async def test_a_few_who_write_at_once_do_not_wait_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "MANY", 3)
    monkeypatch.setattr(group_commit, "GATHER_S", 3600.0)
    waiting: list[asyncio.Task[str]] = []
    commits = Commits(lambda: waiting.append(write(writer, "b")))
    async with writing(commits) as writer:
        await write(writer, "a")
        await waiting[0]
    assert commits.groups == [["a"], ["b"]]
