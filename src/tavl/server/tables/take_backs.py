"""Decisions that a player takes back, at a table with a tutor. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.game import Game, Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.server.tables.hosting import BoardCause, BoardSet, HandlerResult, House, TakeBack
from tavl.table.acts import By, Role
from tavl.table.table import Table

DECISIONS = (game_acts.Played, game_acts.Doubled, game_acts.Taken, game_acts.Dropped, game_acts.Beavered)
MAX_DECISIONS = 200


def with_decision(house: House, game: Game | None, event: object, seat: Seat | None) -> House:
    """What can be taken back after this event: the decisions that this seat made in the game."""
    match event:
        case game_acts.GameStarted():
            return replace(house, decisions=())
        case BoardSet(cause=BoardCause.TAKEN_BACK):
            return replace(house, decisions=house.decisions[:-1])
        case _ if isinstance(event, DECISIONS) and event.seat == seat and game is not None:
            return replace(house, decisions=(*house.decisions, game)[-MAX_DECISIONS:])
        case _:
            return house


def why_not_take_back(house: House, table: Table, action: TakeBack, by: By) -> Refused | None:
    if by.role is not Role.PLAYER or by.seat != action.seat:
        return refuse("not_your_seat", "T4.2.ii", seat=int(action.seat))
    if not house.terms.tutor:
        return refuse("nothing_taken_back_here", "T4.2.iii.a")
    if table.over:
        return refuse("match_over", "T4.5")
    return None if house.decisions else refuse("nothing_to_take_back", "T4.2.iii.a")


def taken_back(house: House, seat: Seat) -> HandlerResult:
    game = house.decisions[-1]
    doubled = game.phase in (Phase.DOUBLED, Phase.BEAVERED)
    return [
        BoardSet(BoardCause.TAKEN_BACK, seat),
        game_acts.TurnSet(game.turn, game.dice),
        game_acts.PositionSet(game.position),
        game_acts.CubeSet(game.cube),
        *([game_acts.Doubled(game.turn)] if doubled else []),
    ]
