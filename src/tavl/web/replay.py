"""The replay of a table's games, step by step."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.rules import acts as game_acts
from tavl.server.http.dependencies import service_of
from tavl.server.http.router import answer
from tavl.server.messages.accounts import Person
from tavl.server.messages.tables import EventOut
from tavl.server.tables.roles import people_of
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.view import TableView, view
from tavl.web.shared.rendering import pages_of
from tavl.web.table.position_ids import Ids, ids_of
from tavl.web.table.visibility import seen

# What a replay stops at; all else (seats, clocks, words) is not a step of the game.
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


async def replay(request: Request) -> Response:
    state, _, _ = await seen(request)
    people = await service_of(request).accounts.names(state.table.seats)
    return await pages_of(request).page(
        request, "replay/replay.html", table=request.path_params["id"], state=state, people=people
    )


async def replay_frames(request: Request) -> Response:
    state, by, events = await seen(request)
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


GET = ("GET",)
ROUTES = (
    ("/t/{id}/replay", replay, GET),
    ("/t/{id}/replay.json", replay_frames, GET),
)
