"""Background tasks. Failures are logged; tasks still running at the end are cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from tavl.server.logs import log


class BackgroundTasks:
    def __init__(self, failed: str) -> None:
        self._failed = failed  # the log message for a task that failed
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error(self._failed, exc_info=task.exception())

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
