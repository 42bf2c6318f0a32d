"""Analyses as rows: asked for, looked at, removed. How many each person may have waiting (`analyses_each`), and how
large a match file may be (`max_upload_bytes`): `server/settings.py`."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis import Depth, MatchAnalysis, read_analysis
from tavl.analysis.engine.questions import steps_of
from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault
from tavl.notation.record import AnyEntry, MatchRecord
from tavl.notation.side_lines import MAX_LINES
from tavl.notation.tavl_format import read_download
from tavl.rules.codec import from_json, to_json
from tavl.server import schema
from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.live import visibility
from tavl.server.messages.analyses import AnalysisLine, AnalysisList, AnalysisState, StartAnalysis
from tavl.server.messages.tables import EventList
from tavl.server.settings import Settings
from tavl.server.tables.executor import Executor
from tavl.store import Store
from tavl.table.acts import By, Role

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
MAX_LISTED = 200
MAX_LINES_IN_MATCH = 200  # side lines
MAX_QUESTIONS = 20_000  # of one match: four times what one to 25 points has
_t = schema.analyses.c


class Analyses:
    def __init__(
        self, store: Store, executor: Executor, accounts: Accounts, settings: Settings, clock: Callable[[], int]
    ) -> None:
        self._store, self._executor, self._accounts = store, executor, accounts
        self._settings, self._clock = settings, clock
        self.asked = asyncio.Event()  # set when there is something to do here

    async def start(self, who: Identity, asked: StartAnalysis) -> AnalysisList:
        """One analysis for each match in the file."""
        if (asked.file is None) == (asked.table is None):
            raise ApiError("bad_value", field="file", problem="a file or a table")
        if asked.table is not None:
            records = [await self._played(who, asked.table)]
            known = await self._known(who.person, asked.table, str(asked.depth))
            if known is not None:
                return AnalysisList((known,))
        else:
            records = await asyncio.to_thread(_read, asked.file or b"")
        room = self._settings.analyses_each - await self._unfinished(who.person)
        if len(records) > room:
            raise ApiError("enough_of_them", most=self._settings.analyses_each)
        rows = await asyncio.to_thread(lambda: [self._row(who.person, asked, record) for record in records])
        await self._store.write_rows(lambda c: c.execute(sa.insert(schema.analyses), rows))
        self.asked.set()
        return AnalysisList(tuple(map(_line, rows)))

    async def start_for(self, owner: str, table: str, depths: Sequence[Depth]) -> None:
        """Of a finished table, at each depth, for an owner that is not a person: a tournament. Existing analyses
        stay."""
        state = await self._executor.state(table)
        if not state.table.over or state.table.aborted:
            return
        missing = [depth for depth in depths if await self._known(owner, table, str(depth)) is None]
        if not missing:
            return
        events = await self._executor.events(table, 0)
        seen = visibility.sent(events, By(Role.DIRECTOR))
        record = await self._record(EventList(state.version, seen))
        rows = [self._row(owner, StartAnalysis(table=table, depth=depth), record) for depth in missing]
        await self._store.write_rows(lambda c: c.execute(sa.insert(schema.analyses), rows))
        self.asked.set()

    async def finished_for(self, owners: str, most: int) -> list[FinishedAnalysis]:
        """The newest finished analyses by owners whose id begins like this."""
        columns = (_t.id, _t.person, _t.stream, _t.depth, _t.record, _t.result)
        query = sa.select(*columns).where(_t.person.startswith(owners, autoescape=True), _t.state == DONE)
        rows = await self._store.read_rows(lambda c: c.execute(query.order_by(_t.made.desc()).limit(most)).all())
        return await asyncio.to_thread(lambda: [_finished(row) for row in rows])

    def _row(self, owner: str, asked: StartAnalysis, record: MatchRecord) -> dict[str, Any]:
        questions = sum(len(step.questions) for step in steps_of(record))
        if questions > MAX_QUESTIONS:
            raise ApiError("file_refused", fault=str(FileFault.TOO_LARGE))
        return {
            "id": secrets.token_urlsafe(16),  # anybody who has the id may look
            "person": owner,
            "name": asked.name,
            "stream": asked.table,
            "depth": str(asked.depth),
            "state": WAITING,
            "made": self._clock(),
            "done": 0,
            "of": questions,
            "process": None,
            "beat": 0,
            "record": pack(to_json(record)),
            "result": None,
        }

    async def _played(self, who: Identity, table: str) -> MatchRecord:
        """The match of a table that is over, with the players' names."""
        seen = await visibility.seen(self._executor, who, table, self._clock())
        if not seen.state.table.over:
            raise ApiError("not_finished")
        return await self._record(EventList(seen.state.version, visibility.sent(seen.events, seen.by)))

    async def _record(self, events: EventList) -> MatchRecord:
        """With the players' ids: names are looked up when it is shown, so that erased people have none."""
        try:
            (record,) = await asyncio.to_thread(read_download, to_json(events).decode())
        except FileError as error:
            raise _refused(error) from None
        return record

    async def _known(self, person: str, table: str, depth: str) -> AnalysisLine | None:
        """A finished match does not change: one analysis of it is enough for a person."""
        same = (_t.person == person, _t.stream == table, _t.depth == depth, _t.state != FAILED)
        query = sa.select(*LISTED).where(*same).order_by(_t.made.desc()).limit(1)
        row = await self._store.read_rows(lambda c: c.execute(query).mappings().one_or_none())
        return _line(dict(row)) if row else None

    async def _unfinished(self, person: str) -> int:
        query = sa.select(sa.func.count()).where(_t.person == person, _t.state.in_((WAITING, RUNNING)))
        found: int = await self._store.read_rows(lambda c: c.execute(query).scalar_one())
        return found

    async def mine(self, who: Identity) -> AnalysisList:
        query = sa.select(*LISTED).where(_t.person == who.person).order_by(_t.made.desc(), _t.id).limit(MAX_LISTED)
        rows = await self._store.read_rows(lambda c: c.execute(query).mappings().all())
        return AnalysisList(tuple(_line(dict(row)) for row in rows))

    async def find(self, who: Identity | None, id: str) -> AnalysisState:
        state, _ = await self.find_with_record(who, id)
        return state

    async def find_with_record(self, who: Identity | None, id: str) -> tuple[AnalysisState, MatchRecord]:
        """With the match as it was read: what its file says beside."""
        row = await self._row_of(id)
        record: MatchRecord = from_json(zlib.decompress(row["record"]), MatchRecord)
        result = read_analysis(zlib.decompress(row["result"])) if row["result"] is not None else None
        if row["stream"] is not None:
            names = await self._names(await self.people_of(row["stream"], record))
            record, result = _named(record, names), result and replace(result, players=names)
        state = AnalysisState(
            line=_line(dict(row)),
            mine=who is not None and who.person == row["person"],
            problems=record.problems,
            result=result,
        )
        return state, record

    async def _row_of(self, id: str) -> dict[str, Any]:
        query = sa.select(schema.analyses).where(_t.id == id)
        row = await self._store.read_rows(lambda c: c.execute(query).mappings().one_or_none())
        if row is None:
            raise ApiError("not_found")
        return dict(row)

    async def people_of(self, table: str, record: MatchRecord) -> tuple[str, str]:
        """Who played a match of ours, by id. Earlier releases have kept names in the record."""
        try:
            first, second = (await self._executor.state(table)).table.seats
        except ApiError:  # the table is gone, its analysis is not
            first, second = (player.name for player in record.players)
        return first or "", second or ""

    async def _names(self, people: tuple[str, str]) -> tuple[str, str]:
        """With their current names; erased people have none."""
        known = await self._accounts.names(people)
        first, second = (known[person].name if person in known else "" for person in people)
        return first, second

    async def note(self, who: Identity, id: str, game: int, entry: int, text: str) -> None:
        """A note by the person who asked for the analysis, on one entry of the match: kept as the entry's comment."""
        await self._change(who, id, game, entry, comment=text)

    async def set_side_lines(
        self, who: Identity, id: str, game: int, entry: int, lines: tuple[tuple[AnyEntry, ...], ...]
    ) -> MatchRecord:
        """What else could have been done at an entry, kept by the person who asked for the analysis."""
        return await self._change(who, id, game, entry, side_lines=lines)

    async def _change(self, who: Identity, id: str, game: int, entry: int, **fields: Any) -> MatchRecord:
        row = await self._row_of(id)
        record: MatchRecord = from_json(zlib.decompress(row["record"]), MatchRecord)
        try:
            games = list(record.games)
            entries = list(games[game].entries)
            entries[entry] = replace(entries[entry], **fields)
            games[game] = replace(games[game], entries=tuple(entries))
        except IndexError:
            raise ApiError("not_found") from None
        changed = replace(record, games=tuple(games))
        if max(len(each.side_lines) for each in entries) > MAX_LINES or _lines_in(changed) > MAX_LINES_IN_MATCH:
            raise ApiError("enough_of_them", most=MAX_LINES)
        packed = await asyncio.to_thread(lambda: pack(to_json(changed)))
        mine = sa.update(schema.analyses).where(_t.id == id, _t.person == who.person, _t.state == DONE)
        if not await self._store.write_rows(lambda c: c.execute(mine.values(record=packed)).rowcount):
            raise ApiError("not_found")
        return changed

    async def remove(self, who: Identity, id: str) -> None:
        """If it is under way it stops: the worker sees that it is gone."""

        def remove(connection: sa.Connection) -> int:
            gone = connection.execute(sa.delete(schema.analyses).where(_t.id == id, _t.person == who.person)).rowcount
            if gone:
                answers = schema.analysis_answers
                connection.execute(sa.delete(answers).where(answers.c.analysis == id))
            return gone

        if not await self._store.write_rows(remove):
            raise ApiError("not_found")


LISTED = tuple(_t[name] for name in ("id", "name", "stream", "depth", "state", "made", "done", "of"))


def _line(row: dict[str, Any]) -> AnalysisLine:
    return AnalysisLine(
        id=row["id"],
        name=row["name"],
        table=row["stream"],
        depth=Depth(row["depth"]),
        state=row["state"],
        made=row["made"],
        done=row["done"],
        of=row["of"],
    )


def _named(record: MatchRecord, names: tuple[str, str]) -> MatchRecord:
    first, second = (replace(player, name=name) for player, name in zip(record.players, names, strict=True))
    return replace(record, players=(first, second))


def _lines_in(record: MatchRecord) -> int:
    return sum(len(entry.side_lines) for game in record.games for entry in game.entries)


class FinishedAnalysis(Struct, frozen=True, kw_only=True):
    id: str
    owner: str
    table: str
    depth: Depth
    record: MatchRecord
    analysis: MatchAnalysis


def _finished(row: Any) -> FinishedAnalysis:
    record: MatchRecord = from_json(zlib.decompress(row.record), MatchRecord)
    analysis = read_analysis(zlib.decompress(row.result))
    return FinishedAnalysis(
        id=row.id, owner=row.person, table=row.stream, depth=Depth(row.depth), record=record, analysis=analysis
    )


def _read(data: bytes) -> list[MatchRecord]:
    try:
        return read(data)
    except FileError as error:
        raise _refused(error) from None


def _refused(error: FileError) -> ApiError:
    return ApiError("file_refused", fault=str(FileFault(error.fault)))


def pack(data: bytes) -> bytes:
    return zlib.compress(data, 6)
