"""Sends the public tournaments of this server to another one that shows them: whenever it can be reached.

Only the other server knows how far it is. So nothing is stored here: after an interruption, or a restart,
it is asked, and what came after that version is sent. A version is taken once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from tavl.rules.codec import to_json
from tavl.server.codes import digest
from tavl.server.errors import ApiError
from tavl.server.logs import log
from tavl.server.messages.tournament_copies import CopiedEvent, CopiedPerson, CopiedWords, CopyList, CopyState, PushCopy
from tavl.server.network.outgoing_requests import NotSent, ask
from tavl.server.network.own_addresses import lan_address
from tavl.server.settings import Settings
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.stream import Change, id_of, stream_of
from tavl.server.tournaments.views import names_in
from tavl.server.venue.copy_sources import CopySources
from tavl.server.wall_clock import DAY
from tavl.store import Store
from tavl.store.projections.tournament_list import listed
from tavl.tournament import By, Tournament, view

BEAT_S = 20.0  # how often the other server hears that nothing has happened
RETRY_S = (1.0, 2.0, 5.0, 10.0, 30.0)
AT_ONCE = 500  # events
MAX_TOURNAMENTS = 50  # tournaments
RECENT_MS = 7 * DAY
T = TypeVar("T")


class Copier:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        tournaments: Tournaments,
        people: TournamentPeople,
        sources: CopySources,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._settings, self._tournaments = store, settings, tournaments
        self._people, self._sources, self._clock = people, sources, clock
        self._threads = ThreadPoolExecutor(1, "tavl-copy")
        self._news = asyncio.Event()
        self._there: dict[str, int] | None = None  # the versions that the other server has; none: to be asked
        self._said: dict[str, str] = {}  # by tournament: names and words as it has them
        self._refused: set[str] = set()  # tournaments that it will not take
        self.problem = ""  # why it is not up to date
        self.done_at: int | None = None  # when it last was up to date
        if settings.copy_to:
            tournaments.subscribe(self._heard)
            people.subscribe(lambda id: self._news.set())

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _heard(self, change: Change, tournament: Tournament) -> None:
        self._news.set()

    async def work(self) -> None:
        """Runs as long as the server does."""
        if not self._settings.copy_to:
            await asyncio.Event().wait()
        tries = 0
        while True:
            self._news.clear()
            try:
                await self.send_all()
                tries, self.problem, self.done_at = 0, "", self._clock()
                wait = BEAT_S
            except NotSent as error:
                if str(error) != self.problem:
                    log.warning("not copied to %s: %s", self._settings.copy_to, error)
                self.problem, self._there = str(error), None
                await asyncio.sleep(RETRY_S[min(tries, len(RETRY_S) - 1)])
                tries += 1
                continue
            try:
                async with asyncio.timeout(wait):
                    await self._news.wait()
            except TimeoutError:
                pass

    async def send_all(self) -> None:
        if self._there is None:
            self._there = dict((await self._ask("GET", "", None, CopyList)).tournaments)
            self._said.clear()
        lately = self._clock() - RECENT_MS
        lines = await self._store.read_rows(lambda c: listed(c, limit=MAX_TOURNAMENTS))
        for line in lines:
            id = id_of(line.stream)
            if (line.updated > lately or id in self._there) and id not in self._refused:
                await self._send(id)

    async def _send(self, id: str) -> None:
        """What is new of one tournament, in as many parts as it takes."""
        kept = await self._tournaments.state(id)
        tournament = kept.tournament
        if tournament.invitation.demonstration or await self._sources.of(id) is not None:
            return
        assert self._there is not None
        whole = False
        while not whole:
            after = self._there.get(id, 0)
            events, words = await self._store.export_stream(stream_of(id), max(after - 1, 0), AT_ONCE + 1)
            last = events.pop(0).id if after and events else ""
            fresh = events[:AT_ONCE]
            whole = len(events) < AT_ONCE or events[-1].version >= kept.version
            spoken, people = await self._public(tournament, words)
            sign = digest(to_json((spoken, people)).decode())
            news = sign != self._said.get(id)
            names = CopiedEvent.__struct_fields__
            push = PushCopy(
                home=self.home,
                after=after,
                last=last,
                events=tuple(
                    CopiedEvent(**{n: getattr(e, n) for n in names if n != "body"}, body=e.body.decode()) for e in fresh
                ),
                words=spoken if news or fresh else None,
                people=people if news else None,
                whole=whole,
            )
            try:
                self._there[id] = (await self._ask("POST", f"/{id}", push, CopyState)).version
            except ApiError as error:
                if error.code == "copy_behind":  # another process of this venue was faster, or a response was lost
                    self._there[id] = int(error.facts["version"])
                    whole = False
                    continue
                log.error("%s will not be copied: %s", id, error.code)
                self._refused.add(id)
                return
            self._said[id] = sign

    @property
    def home(self) -> str:
        """Where people find the tournament itself."""
        settings = self._settings
        scheme, port = ("https", settings.https_port) if settings.certificate else ("http", settings.port)
        return settings.public_url or f"{scheme}://{lan_address() or '127.0.0.1'}:{port}"

    async def _public(
        self, tournament: Tournament, words: list[dict[str, Any]]
    ) -> tuple[tuple[CopiedWords, ...], tuple[CopiedPerson, ...]]:
        """The words and names that everybody may read."""
        seen = view(tournament, By(), self._clock())
        told = set(_strings(msgspec.to_builtins(seen)))
        spoken = tuple(
            CopiedWords(id=w["id"], person=w["person"], text=w["text"])
            for w in sorted(words, key=lambda w: str(w["id"]))
            if w["text"] in told
        )
        names = await self._people.names(names_in(tournament, seen))
        return spoken, tuple(CopiedPerson(id=id, name=name) for id, name in names.items())

    async def _ask(self, method: str, path: str, sent: PushCopy | None, kind: type[T]) -> T:
        """Raises `NotSent` if it may work later, `ApiError` if this cannot be taken."""
        settings, body = self._settings, to_json(sent) if sent is not None else b""
        headers = {
            "Authorization": f"Bearer {settings.copy_token}",
            "Content-Type": "application/json",
            "User-Agent": "tavl",
        }
        url = f"{settings.copy_to.rstrip('/')}/api/v1/copies{path}"
        loop = asyncio.get_running_loop()
        status, answer = await loop.run_in_executor(self._threads, ask, method, url, body, headers)
        try:
            if status == 200:
                return msgspec.json.decode(answer, type=kind)
            told = msgspec.json.decode(answer, type=dict[str, Any])["error"]
            code, facts = str(told["code"]), dict(told["facts"])
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
            raise NotSent(f"answered {status}", later=True) from None
        if code in ("copy_behind", "copy_differs", "copy_removed", "here_already", "bad_value", "bad_message"):
            raise ApiError(code, **facts)
        raise NotSent(str(told.get("message", code)), later=True)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
