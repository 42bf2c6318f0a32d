"""The only place where a position is evaluated on request: from a page, the API, a tutor.

Play has priority: never more than one at a time in a process. A position on a board where help is forbidden is
evaluated for nobody, and whoever sits at such a board gets no tutor. A match analysis passes the same check, in
`worker.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tavl.analysis import Analyst, Depth
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.engine import Engine
from tavl.rules.board import Position
from tavl.server.analyses.live_positions import LivePositions

T = TypeVar("T")


class Evaluator:
    def __init__(self, live: LivePositions) -> None:
        self._live = live
        self._cache = AnswerCache()
        self._one_at_a_time = asyncio.Semaphore(1)

    async def ask(self, position: Position, work: Callable[[Analyst], T], tutored: str | None = None) -> T:
        """Runs `work` with an analyst in a thread; `tutored` is the person, if it is help at a table."""
        if tutored is not None:
            await self._live.check_not_in_counted_match(tutored)
        await self._live.check(position)
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._work, work)

    def _work(self, work: Callable[[Analyst], T]) -> T:
        return work(Analyst(Depth.TWO_PLY, Engine(threads=1), self._cache))
