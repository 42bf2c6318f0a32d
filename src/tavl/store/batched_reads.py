"""Queries of one kind that many callers make at once, answered by one read.

A read costs a thread's turn and a statement, whatever number of questions it answers. So while many ask, reads begin at
least a moment apart, and whoever asks meanwhile is answered by the next. No question is answered by a read that had
begun before it was asked: the answer is as fresh as if it had been read for this question alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")

GATHER_S = 0.01  # between the beginnings of two reads
MAX_TOGETHER = 100


class BatchedReads(Generic[A, B]):
    def __init__(self, read: Callable[[Sequence[A]], Awaitable[Sequence[B]]]) -> None:
        """`read` answers each of the questions, in their order."""
        self._read = read
        self._waiting: list[tuple[A, asyncio.Future[B]]] = []
        self._task: asyncio.Task[None] | None = None
        self._began = float("-inf")

    async def ask(self, question: A) -> B:
        answer: asyncio.Future[B] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._answer_all())
        return await answer

    async def _answer_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            wait = self._began + GATHER_S - loop.time()
            if wait > 0 and len(self._waiting) < MAX_TOGETHER:
                await asyncio.sleep(wait)
            self._began = loop.time()
            asked = [each for each in self._waiting[:MAX_TOGETHER] if not each[1].done()]
            del self._waiting[:MAX_TOGETHER]
            if asked:
                await self._answer(asked)

    async def _answer(self, asked: Sequence[tuple[A, asyncio.Future[B]]]) -> None:
        try:
            found = await self._read([question for question, _ in asked])
        except Exception as error:
            for _, answer in asked:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_, answer), value in zip(asked, found, strict=True):
            if not answer.done():
                answer.set_result(value)
