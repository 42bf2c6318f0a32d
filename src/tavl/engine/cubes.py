"""The cube as the search sees it: from a match, a money game, or nothing at all."""

from __future__ import annotations

from tavl._native import CubeState
from tavl.engine.match_equity import match_table
from tavl.rules import Match, Seat

MONEY = CubeState()


def cube_of(match: Match | None, seat: Seat | None = None) -> CubeState:
    """The cube of the running game as the player on roll sees it; without a match, a centred cube for money."""
    if match is None:
        return MONEY
    game = match.game
    seat = seat if seat is not None else (game.turn if game else Seat.FIRST)
    cube = game.cube if game else None
    owner = 0 if cube is None or cube.owner is None else 1 if cube.owner == seat else -1
    terms = game.terms if game else match.game_terms()
    needs = match.needs
    return CubeState(
        value=cube.value if cube else 1,
        owner=owner,
        allowed=cube is not None or (game is None and terms.cube and not terms.crawford),
        jacoby=terms.jacoby,
        mine=needs[seat] if needs else 0,
        theirs=needs[seat.other] if needs else 0,
        crawford=terms.crawford,
        crawford_over=match.post_crawford,
        table=match_table() if needs else None,
    )


def normalised(cube: CubeState, utility: float) -> float:
    """A utility as points of the cube as it stands: losing a single game is -1, winning one +1."""
    won, lost = cube.utility_of_result(1), cube.utility_of_result(-1)
    return 2 * (utility - lost) / (won - lost) - 1 if won > lost else 0.0
