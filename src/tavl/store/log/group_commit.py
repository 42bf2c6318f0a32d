"""One writer that puts all waiting work into one commit.

The writer is a separate thread with a synchronous driver. Work runs there from BEGIN to COMMIT without passing through
the event loop; with an async driver, which does so for every statement, it took five times as long. If one piece of
work fails, the group is repeated with a savepoint around each, so that the failure does not affect the others.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from msgspec import Struct

from tavl.store.databases.database import Work, is_collision, typed
from tavl.store.errors import ConnectionLost, StoreClosed, StoreError, StoreFault
from tavl.store.log.append import Collision

T = TypeVar("T")

MAX_IN_A_GROUP = 200  # so that the first of a group does not wait long for the last
ATTEMPTS = 8
# A commit costs the same for one piece of work as for ten. So while many callers write at once, commits begin at least
# so far apart. One caller who writes again and again never waits, and a few who do hardly ever.
GATHER_S = 0.012
CROWDED_S = 0.1  # how long several are expected after some were seen
MANY = 16  # pieces of work in that time


class Done(Struct):
    value: Any


Outcome = Done | BaseException


class Joint(Struct, frozen=True):
    """Work that can be done together with others of its kind, in fewer statements than one by one."""

    many: Callable[[sa.Connection, Sequence[Any]], list[Any]]
    given: Any

    def __call__(self, connection: sa.Connection) -> Any:
        return self.many(connection, [self.given])[0]


class _Job(Struct):
    work: Work[Any]
    answer: asyncio.Future[Any]
    alone: bool  # for long work: others do not wait for its commit, and it sees nothing uncommitted
    repeatable: bool
    attempts: int = 0
    lost: bool = False


class Writer:
    def __init__(self, place: str, commit: Callable[[Sequence[Work[Any]]], list[Outcome]]) -> None:
        """`commit` runs a group in one transaction, in the writer's thread. If it raises, nothing was committed;
        after a lost connection perhaps everything was."""
        self._place, self._commit = place, commit
        self._waiting: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "tavl-writer")
        self._began = self._crowded_until = 0.0  # of the last commit, and of the time in which several write at once
        self._came: deque[float] = deque([0.0] * MANY, MANY)  # when the last pieces of work did

    @property
    def open(self) -> bool:
        return self._task is not None

    def start(self) -> None:
        self._task = asyncio.create_task(self._write(), name="tavl-store-writer")

    async def close(self) -> None:
        """Write what is waiting, then close."""
        if self._task is not None:
            self._closing = True
            self._arrived.set()
            task, self._task = self._task, None
            with suppress(asyncio.CancelledError):  # a loop that is being torn down has cancelled it already
                await task
        await asyncio.to_thread(self._thread.shutdown)

    async def write(self, work: Work[T], *, repeatable: bool, alone: bool) -> T:
        if self._task is None:
            raise StoreClosed(place=self._place)
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future(), alone, repeatable)
        self._waiting.append(job)
        self._came.append(loop.time())
        self._arrived.set()
        answer: T = await job.answer
        return answer

    async def between(self, call: Callable[[], T]) -> T:
        """Run something else in the writer's thread between two commits."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting or not self._closing:
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                await self._gather(loop)
                group = self._next_group()
                if not group:  # all of them were given up
                    break
                works = [job.work for job in group]
                self._began = loop.time()
                try:
                    outcomes = await loop.run_in_executor(self._thread, self._commit, works)
                except asyncio.CancelledError:
                    self._answer(group, [StoreClosed(place=self._place)] * len(group))
                    raise
                except Exception as error:
                    fault = error if isinstance(error, StoreError) else StoreFault(problem=repr(error))
                    outcomes = [fault] * len(group)
                if self._waiting:  # came while this was written
                    self._crowded_until = loop.time() + CROWDED_S
                self._answer(group, outcomes)

    async def _gather(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let more come, if many write at once and the last commit began a moment ago."""
        now = loop.time()
        wait = self._began + GATHER_S - now
        crowded = now < self._crowded_until and now - self._came[0] < CROWDED_S
        if wait <= 0 or not crowded or self._closing or len(self._waiting) >= MAX_IN_A_GROUP:
            return
        try:
            await asyncio.sleep(wait)
        except asyncio.CancelledError:
            waiting, self._waiting = list(self._waiting), deque()
            self._answer(waiting, [StoreClosed(place=self._place)] * len(waiting))
            raise

    def _next_group(self) -> list[_Job]:
        group: list[_Job] = []
        while self._waiting and len(group) < MAX_IN_A_GROUP:
            if self._waiting[0].alone and group:
                break
            job = self._waiting.popleft()
            if job.answer.cancelled():
                continue
            group.append(job)
            if job.alone:
                break
        return group

    def _answer(self, group: Sequence[_Job], outcomes: Sequence[Outcome]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if job.answer.done():  # the caller has gone; the work is done all the same
                continue
            if isinstance(outcome, Done):
                job.answer.set_result(outcome.value)
            elif self._again(job, outcome):
                self._waiting.append(job)
            else:
                job.answer.set_exception(outcome)

    def _again(self, job: _Job, outcome: BaseException) -> bool:
        job.attempts += 1
        if isinstance(outcome, Collision):
            return job.attempts < ATTEMPTS
        # After a restart of the database the connection is dead, which the first use reveals.
        if isinstance(outcome, ConnectionLost) and job.repeatable and not job.lost:
            job.lost = True
            return not self._closing
        return False


def commit_together(
    begin: Callable[[], AbstractContextManager[sa.Connection]], works: Sequence[Work[Any]]
) -> list[Outcome]:
    """Run all in one transaction, first without savepoints: a savepoint around each piece of work costs two more
    statements each, and failures are rare. If something fails, everything is repeated with savepoints."""
    ran = False
    try:
        with begin() as connection:
            done = _all_at_once(connection, works)
            ran = True
        return done
    except Exception as error:
        if ran or is_lost(error):  # the commit itself failed, or the connection is lost
            raise
        if len(works) == 1:
            return [failure(error)]
    with begin() as connection:
        return [_attempt(connection, work) for work in works]


def _all_at_once(connection: sa.Connection, works: Sequence[Work[Any]]) -> list[Outcome]:
    """Work that waits at the same time may be done in any order."""
    outcomes: dict[int, Outcome] = {}
    kinds: dict[Any, list[int]] = {}
    for place, work in enumerate(works):
        if isinstance(work, Joint):
            kinds.setdefault(work.many, []).append(place)
        else:
            outcomes[place] = Done(work(connection))
    for many, places in kinds.items():
        values = many(connection, [cast(Joint, works[place]).given for place in places])
        outcomes |= {place: Done(value) for place, value in zip(places, values, strict=True)}
    return [outcomes[place] for place in range(len(works))]


def is_lost(error: Exception) -> bool:
    return isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated


def _attempt(connection: sa.Connection, work: Work[Any]) -> Outcome:
    """Run one of a group; a failure undoes only its own part."""
    connection.exec_driver_sql("SAVEPOINT work")
    try:
        done = Done(work(connection))
    except Exception as error:
        if is_lost(error):
            raise  # the savepoint is gone with the connection
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT work")
        connection.exec_driver_sql("RELEASE SAVEPOINT work")
        return failure(error)
    connection.exec_driver_sql("RELEASE SAVEPOINT work")
    return done


def failure(error: Exception) -> Exception:
    if isinstance(error, sa.exc.DBAPIError) and is_collision(error):
        return Collision()
    return typed(error) if isinstance(error, sa.exc.SQLAlchemyError) else error
