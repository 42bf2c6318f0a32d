"""Carries analyses out, one at a time in each process, in slices: after each the progress is a row in the database.

A process that stops leaves its answers behind; another one, or the same after a restart, goes on from there.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tavl.analysis import Analyst, Depth, MatchAnalyser, MatchAnalysis, write_analysis
from tavl.analysis.engine.answer_cache import AnswerCache
from tavl.analysis.engine.questions import Answer, NoAnswer, Question
from tavl.engine import Engine
from tavl.notation.record import MatchRecord
from tavl.rules.board import Position
from tavl.rules.codec import from_json, to_json
from tavl.server import schema
from tavl.server.analyses.analyses import DONE, FAILED, RUNNING, WAITING, Analyses, pack
from tavl.server.analyses.live_positions import LivePositions
from tavl.server.errors import ApiError
from tavl.server.logs import log
from tavl.server.processes.process import Process
from tavl.server.wall_clock import Clock
from tavl.store import Store, StoreError

SLICE_S = 0.5  # of work between two updates of the progress
LEASE_MS = 15_000  # a worker that was silent for this long has given it up
POLL_S = 2.0
_t, _a = schema.analyses.c, schema.analysis_answers.c
_Answers = list[Answer]


class Job(Struct, frozen=True):
    id: str
    person: str
    depth: Depth
    record: bytes


class LiveAnalyst(Analyst):
    """Answers nothing about positions on boards where help is forbidden."""

    standing: frozenset[Position] = frozenset()

    def answer(self, question: Question) -> Answer:
        return NoAnswer() if question.situation.position in self.standing else super().answer(question)


class AnalysisWorker:
    def __init__(
        self,
        store: Store,
        analyses: Analyses,
        live: LivePositions,
        process: Process,
        clock: Clock,
        take_up: Callable[[str, str, MatchAnalysis], Awaitable[None]],
    ) -> None:
        """`take_up` is given every analysis that is done, with who asked for it."""
        self._store, self._analyses, self._live = store, analyses, live
        self._process, self._clock = process, clock
        self._cache = AnswerCache()
        self._take_up = take_up
        self._thread = ThreadPoolExecutor(1, "tavl-analysis")  # play has priority: never more than one core

    async def work(self) -> None:
        """The next one, or a short wait for it."""
        job = await self._claim()
        if job is None:
            self._analyses.asked.clear()
            try:
                await asyncio.wait_for(self._analyses.asked.wait(), POLL_S)
            except TimeoutError:
                return
            return
        try:
            await self._carry_out(job)
        except StoreError:
            raise
        except Exception:  # it would fail again: report that, and go on with the next one
            log.exception("analysis failed", extra={"fields": {"analysis": job.id}})
            await self._end(job, FAILED, None)

    async def _claim(self) -> Job | None:
        """One that waits, or that a process left which has ended. Two that ask at once get different ones."""
        now = self._clock()
        free = sa.or_(_t.state == WAITING, sa.and_(_t.state == RUNNING, _t.beat < now - LEASE_MS))
        query = sa.select(_t.id, _t.person, _t.depth, _t.record, _t.beat).where(free).order_by(_t.made, _t.id).limit(1)
        row = await self._store.read_rows(lambda c: c.execute(query).one_or_none())
        if row is None:
            return None
        mine = sa.update(schema.analyses).where(_t.id == row.id, _t.beat == row.beat, free)
        values: dict[str, Any] = {"state": RUNNING, "process": self._process.id, "beat": now}
        taken = await self._store.write_rows(lambda c: c.execute(mine.values(values)).rowcount)
        return Job(row.id, row.person, Depth(row.depth), row.record) if taken else None

    async def _carry_out(self, job: Job) -> None:
        record: MatchRecord = from_json(zlib.decompress(job.record), MatchRecord)
        analyst = LiveAnalyst(job.depth, Engine(threads=1), self._cache)
        analyser = MatchAnalyser(record, analyst)
        analyser.take_up(await self._answered(job))
        loop = asyncio.get_running_loop()
        while not analyser.finished:
            analyst.standing = await self._live.standing()
            first = len(analyser.answers)
            await loop.run_in_executor(self._thread, _slice, analyser, self._clock.monotonic)
            if not await self._note(job, first, analyser.answers[first:]):
                return  # removed meanwhile, or taken over
        result = await loop.run_in_executor(self._thread, lambda: analyser.result)
        with suppress(ApiError):  # removed meanwhile
            # Before marking it as done: if this process stops here, another one does both.
            await self._take_up(job.id, job.person, result)
        await self._end(job, DONE, await loop.run_in_executor(self._thread, lambda: pack(write_analysis(result))))

    async def _answered(self, job: Job) -> _Answers:
        query = sa.select(_a.first, _a.answers).where(_a.analysis == job.id).order_by(_a.first)
        found: _Answers = []
        for first, body in await self._store.read_rows(lambda c: c.execute(query).all()):
            if first == len(found):
                found += from_json(zlib.decompress(body), _Answers)
        return found

    async def _note(self, job: Job, first: int, answers: _Answers) -> bool:
        """Answers and progress in one transaction; false if it is no longer this process's."""
        body = pack(to_json(answers))
        mine = sa.update(schema.analyses).where(_t.id == job.id, _t.process == self._process.id)
        values = {"done": first + len(answers), "beat": self._clock()}

        def note(connection: sa.Connection) -> bool:
            if not connection.execute(mine.values(values)).rowcount:
                return False
            row = {"analysis": job.id, "first": first, "answers": body}
            connection.execute(sa.insert(schema.analysis_answers).values(row))
            return True

        return await self._store.write_rows(note)

    async def _end(self, job: Job, state: str, result: bytes | None) -> None:
        mine = sa.update(schema.analyses).where(_t.id == job.id, _t.process == self._process.id)

        def end(connection: sa.Connection) -> None:
            connection.execute(mine.values(state=state, result=result, process=None))
            connection.execute(sa.delete(schema.analysis_answers).where(_a.analysis == job.id))

        await self._store.write_rows(end)

    async def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _slice(analyser: MatchAnalyser, monotonic: Callable[[], float]) -> None:
    until = monotonic() + SLICE_S
    for _ in analyser:
        if monotonic() > until:
            return
