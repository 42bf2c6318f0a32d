"""Questions that come at the same moment are answered by one read, each by one that began after it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tavl.store import batched_reads
from tavl.store.batched_reads import BatchedReads


class Slow:
    """Answers with the double, when it is let go."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.go = asyncio.Event()
        self.faults: list[Exception] = []
        self.begun = asyncio.Event()

    async def __call__(self, questions: Sequence[int]) -> list[int]:
        self.asked.append(list(questions))
        self.begun.set()
        await self.go.wait()
        if self.faults:
            raise self.faults.pop()
        return [2 * question for question in questions]


async def test_who_asks_while_others_are_answered_is_answered_by_the_next_read() -> None:
    read = Slow()
    reads = BatchedReads(read)
    first = asyncio.create_task(reads.ask(1))
    await read.begun.wait()
    others = [asyncio.create_task(reads.ask(number)) for number in (2, 3)]
    await asyncio.sleep(0)
    assert read.asked == [[1]]
    read.go.set()
    assert await asyncio.gather(first, *others) == [2, 4, 6]
    assert read.asked == [[1], [2, 3]]


async def test_a_crowd_is_answered_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batched_reads, "MAX_TOGETHER", 2)
    read = Slow()
    read.go.set()
    reads = BatchedReads(read)
    assert await asyncio.gather(*(reads.ask(number) for number in range(5))) == [0, 2, 4, 6, 8]
    assert read.asked == [[0, 1], [2, 3], [4]]


async def test_a_failure_is_everybodys_who_asked_and_nobody_elses() -> None:
    read = Slow()
    read.faults = [ValueError("no database")]
    read.go.set()
    reads = BatchedReads(read)
    outcomes = await asyncio.gather(reads.ask(1), reads.ask(2), return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["no database"] * 2
    assert await reads.ask(3) == 6


async def test_who_has_gone_is_not_answered() -> None:
    read = Slow()
    reads = BatchedReads(read)
    gone, stays = asyncio.create_task(reads.ask(1)), asyncio.create_task(reads.ask(2))
    await asyncio.sleep(0)
    gone.cancel()
    read.go.set()
    assert await stays == 4
    assert gone.cancelled() or gone.done()
