"""A table's pages: the table itself, its replay, its dice, its link as a code for phones."""

from __future__ import annotations

import io
from typing import Any

import segno
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later
from tavl.notation import NotationError, situation_of, write_gnu_id, write_xgid
from tavl.notation.mat.writer import write_mat
from tavl.rules import acts as game_acts
from tavl.rules.acts import MatchEvent
from tavl.rules.match import Match
from tavl.rules.profile import PROFILE_TITLES
from tavl.server.addresses import shareable
from tavl.server.clients import scheme_of
from tavl.server.http.dependencies import service_of
from tavl.server.http.router import answer
from tavl.server.live import visibility
from tavl.server.messages.accounts import Person
from tavl.server.messages.tables import EventOut
from tavl.server.tables import stream_state
from tavl.server.tables.event_codec import stream_of
from tavl.server.tables.hosting import people_of
from tavl.server.tables.stream_state import State, StreamEvent
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.view import TableView, view
from tavl.web.rendering import moment_of, pages_of
from tavl.web.table.luck import luck_in_a_thread

# What a replay stops at; all else (seats, clocks, words) is no step of the game.
STEPS = (
    game_acts.GameStarted,
    game_acts.OpeningRolled,
    game_acts.Rolled,
    game_acts.Played,
    game_acts.Doubled,
    game_acts.Taken,
    game_acts.Dropped,
    game_acts.Beavered,
    game_acts.ResignationOffered,
    game_acts.ResignationAccepted,
    game_acts.ResignationRefused,
    game_acts.SessionEnded,
    game_acts.MatchDecided,
    # what happened around the game, at its moment
    game_acts.PlayReopened,
    game_acts.PositionSet,
    game_acts.TurnSet,
    game_acts.CubeSet,
    game_acts.DoubleAnnulled,
    game_acts.OutcomeSet,
    game_acts.ScoreSet,
    game_acts.LengthSet,
    game_acts.MatchReopened,
    acts.PlayFlagged,
    acts.FactsAccepted,
    acts.ClaimWithdrawn,
    acts.EarlyRolled,
    acts.EarlyDoubled,
    acts.Corrected,
    acts.ClockSet,
    acts.DisputeRaised,
    acts.DisputeSettled,
    acts.DisputeRolled,
    acts.Ruled,
    acts.PenaltyGiven,
    acts.BreakBegun,
)


# What somebody is asked to do at a table: in a word, and what it means.
INVITED = {
    "ruler": (
        later("Will you rule at this table?"),
        later("The players name you. Should they not agree, you decide, with a clause and a reason."),
    ),
    "director": (
        later("Will you direct this match?"),
        later("You rule on disputes, answer requests and can set anything right, with a clause and a reason."),
    ),
    "observer": (
        later("Will you be an official observer here?"),
        later("You watch, and may point out what goes wrong."),
    ),
    "reader": (
        later("Will you read for a player?"),
        later("You read the board out and move as you are told."),
    ),
    "spectator": (later("You are invited to watch"), later("Spectators see everything and say nothing.")),
}


class Ids(Struct, frozen=True):
    """A position as other programs write it; none where they have no way to."""

    xgid: str | None
    gnu_id: str | None


class Frame(Struct, frozen=True):
    version: int
    at: int
    event: StreamEvent
    view: TableView
    ids: Ids


class Replay(Struct, frozen=True):
    table: str
    over: bool
    people: dict[str, Person]
    frames: tuple[Frame, ...]


async def _seen(request: Request) -> tuple[State, By, tuple[EventOut, ...]]:
    """What the asker may know of a table: its state, their own role there, and its events up to that state."""
    service = service_of(request)
    who = await service.accounts.identify(request)
    seen = await visibility.seen(service.executor, who, request.path_params["id"], service.clock())
    return seen.state, seen.by, seen.events


async def table(request: Request) -> Response:
    if request.query_params.get("role"):
        return await _invited(request)
    state, by, _ = await _seen(request)
    service = service_of(request)
    people = await service.accounts.names(state.table.seats)
    arrival = await service.accounts.arrive(request, stream_of(request.path_params["id"]))
    return pages_of(request).render(
        request,
        "table/table.html",
        arrival.identity,
        table=request.path_params["id"],
        muted=arrival.muted,
        blocked=not arrival.blocked.isdisjoint(filter(None, state.table.seats)),
        state=state,
        seated=by.seat is not None,
        people=people,
        link=_link(request),
        only_here=_shareable(request) is None,
        level=state.opponent.removeprefix("bot:") if state.opponent.startswith("bot:") else None,
        profile=PROFILE_TITLES.get(state.table.terms.match.profile.name, state.table.terms.match.profile.name),
    )


async def _invited(request: Request) -> Response:
    """A link to a role: whoever follows it says yes first. It opens where spectators are not let in, too."""
    service = service_of(request)
    state = await service.executor.state(request.path_params["id"])
    people = await service.accounts.names(state.table.seats)
    given = request.query_params.get("as", "")
    role = INVITED.get(given, INVITED["spectator"])
    return await pages_of(request).page(
        request, "officiating/role_link.html", table=request.path_params["id"], state=state, people=people, role=role
    )


async def replay(request: Request) -> Response:
    state, _, _ = await _seen(request)
    people = await service_of(request).accounts.names(state.table.seats)
    return await pages_of(request).page(
        request, "replay/replay.html", table=request.path_params["id"], state=state, people=people
    )


async def replay_frames(request: Request) -> Response:
    state, by, events = await _seen(request)
    people = await service_of(request).accounts.names(people_of(state.house, state.table))
    shown = By(Role.SPECTATOR, "", by.seat)  # from the player's own side, without what could be done then
    return answer(Replay(request.path_params["id"], state.table.over, people, frames_of(events, shown)))


def frames_of(events: tuple[EventOut, ...], by: By) -> tuple[Frame, ...]:
    """The table after each step of its games, as somebody saw it then."""
    frames: list[Frame] = []
    state: State | None = None
    for out in events:
        state = stream_state.evolve(state, out.event, out.at, out.version)
        if state is not None and isinstance(out.event, STEPS):
            shown = stream_state.redact(out.event, by, out.at)
            frames.append(Frame(out.version, out.at, shown, view(state.table, by, out.at), ids_of(state.table.match)))
    return tuple(frames)


def ids_of(match: Match) -> Ids:
    return Ids(_written(write_xgid, match), _written(write_gnu_id, match))


def _written(write: Any, match: Match) -> str | None:
    try:
        return str(write(situation_of(match)))
    except NotationError:
        return None


async def position(request: Request) -> Response:
    state, _, _ = await _seen(request)
    return answer(ids_of(state.table.match))


async def mat(request: Request) -> Response:
    """The match as a file that other programs read."""
    state, by, raw = await _seen(request)
    events = visibility.sent(raw, by)
    people = await service_of(request).accounts.names(state.table.seats)
    first, second = (people[who].name if who in people else "" for who in state.table.seats)
    played = [out.event for out in events if isinstance(out.event, MatchEvent)]
    tags = {"Site": "tavl", "Player 1": first, "Player 2": second, "EventDate": f"{moment_of(events[0].at):%Y.%m.%d}"}
    text = write_mat(Match(terms=state.table.terms.match), played, (first or "1", second or "2"), tags)
    name = f"tavl-{request.path_params['id']}.mat"
    return Response(text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def luck(request: Request) -> Response:
    """Both players' luck, once the match is over; before that it would be help (T1.7.i)."""
    state, _, events = await _seen(request)
    over = state.table.over and not state.table.aborted
    return answer({"luck": await luck_in_a_thread(events) if over else None})


async def dice_of_table(request: Request) -> Response:
    state, _, _ = await _seen(request)
    people = await service_of(request).accounts.names(state.table.seats)
    names = [people[who].name if who in people else "" for who in state.table.seats if who]
    return await pages_of(request).page(
        request, "dice/table_dice.html", table=request.path_params["id"], over=state.table.over, names=names
    )


async def code(request: Request) -> Response:
    """The table's link as a QR code."""
    await service_of(request).executor.state(request.path_params["id"])
    drawn = io.BytesIO()
    segno.make(_link(request), error="m").save(
        drawn, kind="svg", scale=1, border=2, xmldecl=False, svgns=True, dark="#1c1712", light="#ffffff", omitsize=True
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"})


def _shareable(request: Request) -> str | None:
    settings = service_of(request).settings
    return shareable(scheme_of(request, settings), request.url.netloc, settings)


def _link(request: Request) -> str:
    here = f"{scheme_of(request, service_of(request).settings)}://{request.url.netloc}"
    return f"{_shareable(request) or here}/t/{request.path_params['id']}"


GET = ("GET",)
ROUTES = (
    ("/t/{id}", table, GET),
    ("/t/{id}/replay", replay, GET),
    ("/t/{id}/replay.json", replay_frames, GET),
    ("/t/{id}/position.json", position, GET),
    ("/t/{id}/match.mat", mat, GET),
    ("/t/{id}/luck.json", luck, GET),
    ("/t/{id}/dice", dice_of_table, GET),
    ("/t/{id}/code.svg", code, GET),
)
