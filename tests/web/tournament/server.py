"""The real server, with tournaments that the core made: `python -m tests.web.tournament.server`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import service_of
from tavl.server.run import run, say
from tavl.server.service import Service
from tavl.server.settings import load
from tavl.server.tournaments.stream import stream_of, written
from tavl.store.log.events import SYSTEM, Append, Commit
from tavl.store.people import people as stored
from tavl.tournament import By, acts
from tavl.tournament.view import view
from tavl.web.app import create_app
from tavl.web.tournament.page_cache import Shown
from tests.web.tournament import tournaments
from tests.web.tournament.tournaments import SATURDAY, Event

MADE: dict[str, Callable[[], Event]] = {
    "open": tournaments.open_of_40,
    "swiss": tournaments.swiss,
    "groups": tournaments.groups,
    "double": tournaments.double,
    "league": tournaments.round_robin,
    "triple": tournaments.lives,
    "club": tournaments.club_night,
}


def drawn(players: int) -> Event:
    event = tournaments.knock_out(players)
    event.draw()
    return event


def played(players: int) -> Event:
    event = tournaments.consolation(players, progressive=True)
    event.draw()
    event.play_all(most_round=3)
    for match in event.ready("open")[:8]:
        event.begin(match)
    return event


def begun(players: int) -> Event:
    event = drawn(players)
    for match in event.ready("open")[:2]:
        event.begin(match)
    return event


MADE |= {
    "live": lambda: begun(16),
    "drawn-64": lambda: drawn(64),
    "drawn-8": lambda: drawn(8),
    "big-128": lambda: played(128),
}


@cache
def event_of(id: str) -> Event:
    return MADE[id]()


async def write(service: Service, id: str) -> None:
    """The whole log and the names, into the real store."""
    event = event_of(id)

    def people(connection: sa.Connection) -> None:
        known = stored.find(connection, event.names)
        for person, name in event.names.items():
            if person not in known:
                stored.add(connection, SATURDAY, name, id=person)

    await service.store.write_rows(people)
    version = 0
    for act, happened in groupby(event.log, lambda each: each[1]):
        events = tuple(written(each) for each, _ in happened)
        append = Append(stream_of(id), version, events)
        await service.store.commit(Commit(f"{id}:{act.act}", act.person or SYSTEM, act.at, (append,)))
        version += len(events)


def create() -> Starlette:
    app = create_app(load())
    seen: set[str] = set()

    async def find(request: Request) -> Shown:
        """Made when it is first asked for. `?as=ida` is what Ida, who directs, would see."""
        id, person = request.path_params["id"], request.query_params.get("as", "")
        if id in MADE and id not in seen:
            seen.add(id)
            await write(service_of(request), id)
        shown: Shown = await app.state.tournament_pages.find(request)
        if not person:
            return shown
        event = event_of(id)
        staff = event.state if person == "ida" else None
        seen_by = view(event.state, By(person), event.at)
        return Shown(id=id, view=seen_by, names=event.names, version=shown.version, at=event.at, tournament=staff)

    async def end_a_match(request: Request) -> Response:
        """One of those that are being played, by the director; the log goes on from there."""
        service, id = service_of(request), request.path_params["id"]
        event = event_of(id)
        before = len(event.log)
        event.end(request.query_params["match"])
        for happened, stamp in event.log[before:]:
            told = happened.result
            action = acts.ReportResult(happened.match, told.players, told.score, confirms=True)
            if isinstance(happened, acts.ResultReported):
                await service.tournaments.act(id, By("ida"), action, f"live:{stamp.act}")
        return Response(status_code=204)

    app.state.find_tournament = find
    app.add_route("/made/{id}/end", end_a_match, methods=["GET"])
    return app


def main() -> None:
    app = create()
    run(app.state.settings, app, ready=say)


if __name__ == "__main__":
    main()
