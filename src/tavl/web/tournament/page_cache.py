"""The tournaments for the pages: what the person who asks may see, and people's names."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct
from starlette.requests import Request

from tavl.recent import Recent
from tavl.server.http.dependencies import identify, service_of
from tavl.server.messages.tournaments import CopyOf
from tavl.server.tournaments.views import check_shown, is_public, names_in, public_view
from tavl.tournament.registry import RUNNERS, roles_of
from tavl.tournament.state import Tournament
from tavl.tournament.view import View, view

MAX_TOURNAMENTS = 64


class Shown(Struct, frozen=True, kw_only=True):
    """A tournament for the person who asks."""

    id: str
    view: View
    names: Mapping[str, str]
    version: int
    at: int
    edition: str = ""  # of what everybody sees: it changes with the log and with names; none where it is for one person
    tournament: Tournament | None = None  # to staff: what receipts and the report are made from
    codes: Mapping[str, str] = {}  # of the tables, to staff
    demonstration: bool = False
    copy: CopyOf | None = None  # it is run elsewhere


Find = Callable[[Request], Awaitable[Shown]]


class PageCache:
    """The public view is made once for all, as long as nothing has changed."""

    def __init__(self) -> None:
        self._shown: Recent[str, Shown] = Recent(MAX_TOURNAMENTS)
        self._texts: Recent[str, str] = Recent(MAX_TOURNAMENTS)
        self._packed: Recent[str, bytes] = Recent(MAX_TOURNAMENTS)

    async def find(self, request: Request) -> Shown:
        service, id = service_of(request), request.path_params["id"]
        who = await identify(request)
        kept = await service.tournaments.state(id)
        tournament, version, at = kept.tournament, kept.version, service.clock()
        people = service.tournament_people
        by = await people.by(id, tournament, who)
        check_shown(tournament, by)
        if is_public(tournament, by):
            edition = f"{version}.{people.renamed}"
            known = self._shown.get(id)
            if known is not None and known.edition == edition:
                return known
            seen = public_view(kept, at)
            names = await people.names(names_in(tournament, seen))
            shown = Shown(
                id=id,
                view=seen,
                names=names,
                version=version,
                at=at,
                edition=edition,
                demonstration=tournament.invitation.demonstration,
                copy=await service.copy_sources.of(id),
            )
            self._shown.put(id, shown)
            return shown
        seen = view(tournament, by, at, public_view(kept, at))
        staff = bool(roles_of(tournament, by) & RUNNERS)
        wanted = names_in(tournament, seen)
        if staff:
            wanted |= {p for entry in tournament.entries.values() for p in entry.members} | set(tournament.served)
        return Shown(
            id=id,
            view=seen,
            names=await people.names(wanted),
            version=version,
            at=at,
            tournament=tournament if staff else None,
            codes=await people.place_codes(id) if staff and who is not None else {},
            demonstration=tournament.invitation.demonstration,
        )

    def packed(self, shown: Shown, what: str, make: Callable[[], str]) -> bytes:
        """The same, compressed once for all: a hall full of phones asks for it at the end of a round."""
        key = f"{shown.id} {what} {shown.edition}"
        packed = self._packed.get(key)
        if packed is None:
            packed = gzip.compress(make().encode(), 6, mtime=0)
            self._packed.put(key, packed)
        return packed

    def text(self, shown: Shown, what: str, make: Callable[[], str]) -> str:
        """A text that is the same for everybody, cached for its latest edition."""
        if not shown.edition:
            return make()
        key = f"{shown.id} {what} {shown.edition}"
        text = self._texts.get(key)
        if text is None:
            text = make()
            self._texts.put(key, text)
        return text
