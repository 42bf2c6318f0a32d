"""Checkers put down on a board that does not enforce the rules: anything a hand can do, but nothing impossible. How
often in a turn: `arrangements_each_turn` in `table/terms.py`."""

from __future__ import annotations

from tavl.rules.board import BAR, OFF, Position
from tavl.rules.game import Game, Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import By
from tavl.table.guards import playable, undecided
from tavl.table.registry import PLAYING, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.terms import Sitting

Hops = acts.Hops
MAX_HOPS = 30


def laid(table: Table, game: Game, seat: Seat, moves: Hops, position: Position | None) -> acts.Arranged | Refused:
    """What stands on the board after these moves, whatever the dice say."""
    if game.phase is not Phase.TO_PLAY or game.dice is None:
        return refuse("roll_first", "G4.3")
    if seat != game.turn:
        return refuse("not_your_turn", "G4.3")
    if len(moves) > MAX_HOPS:
        return refuse("too_many_moves", "G4.3", most=MAX_HOPS)
    here = game.position
    if position is not None:
        same = (position.checkers, position.opponent_checkers) == (here.checkers, here.opponent_checkers)
        return acts.Arranged(seat, moves, position.mirror()) if same else refuse("checkers_missing", "G1.2")
    laid = laid_out(here, moves)
    return laid if isinstance(laid, Refused) else acts.Arranged(seat, moves, laid.mirror())


def laid_out(position: Position, moves: Hops) -> Position | Refused:
    """Checkers moved as a hand can: to and fro, by any number, onto anything but a held point."""
    own, opponent = list(position.own), list(position.opponent)
    for source, target in moves:
        if not (1 <= source <= BAR and OFF <= target < BAR):
            return refuse("no_such_place", "G1.1", source=source, target=target)
        if not own[source]:
            return refuse("no_checker_there", "G1.1", source=source)
        if target != OFF and opponent[25 - target] >= 2:
            return refuse("point_held", "G4.2", point=target)
        own[source] -= 1
        own[target] += 1
        if target != OFF and opponent[25 - target]:
            opponent[25 - target] -= 1
            opponent[BAR] += 1
    return Position(own, opponent)


def _arrange(table: Table, action: acts.Arrange, by: By, at: int, roll: Roll) -> HandlerResult:
    most = table.terms.arrangements_each_turn
    if most is not None and table.handling.arrangements >= most:
        return refuse("arranged_enough", "T4.2.v", most=most)
    made = laid_by(table, action.seat, action.moves, action.position, at)
    return made if isinstance(made, Refused) else [made]


def laid_by(table: Table, seat: Seat, moves: Hops, position: Position | None, at: int) -> acts.Arranged | Refused:
    if table.terms.sitting is Sitting.ENFORCED:
        return refuse("board_enforces", "G4.6")
    fault = playable(table, seat, at)
    if fault:
        return fault
    if table.match.game is None or table.match.result:
        return refuse("game_not_begun", "G1.2")
    return undecided(table.match.game) or laid(table, table.match.game, seat, moves, position)


HANDLERS: dict[type, Handler] = {acts.Arrange: Handler(_arrange, PLAYING, "T1.6.i")}
EVOLVERS: dict[type, Evolver] = {}  # `challenge` keeps what lies there
