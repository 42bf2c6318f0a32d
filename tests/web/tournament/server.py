"""The real server, with tournaments that the core made: `python -m tests.web.tournament.server`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from starlette.requests import Request

from tavl.server.errors import ApiError
from tavl.server.run import run, say
from tavl.server.settings import load
from tavl.tournament import By
from tavl.tournament.view import view
from tavl.web.app import create_app
from tavl.web.tournament.source import Shown
from tests.web.tournament import tournaments
from tests.web.tournament.tournaments import Event

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


MADE |= {"drawn-64": lambda: drawn(64), "drawn-8": lambda: drawn(8), "big-128": lambda: played(128)}


@cache
def event_of(id: str) -> Event:
    return MADE[id]()


async def find(request: Request) -> Shown:
    id = request.path_params["id"]
    if id not in MADE:
        raise ApiError("not_found")
    event = event_of(id)
    person = request.query_params.get("as", "")
    seen = view(event.state, By(person), event.at)
    return Shown(
        id=id,
        view=seen,
        names=event.names,
        version=len(event.log),
        at=event.at,
        public=not person,
        tournament=event.state if person == "ida" else None,
    )


def main() -> None:
    settings = load()
    app = create_app(settings)
    app.state.find_tournament = find
    run(settings, app, ready=say)


if __name__ == "__main__":
    main()
