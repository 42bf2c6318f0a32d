"""Dice on a physical board, as entered on the device beside it: the opening, rolls, and rolls that do not count."""

from __future__ import annotations

from tavl.rules import acts as game_acts
from tavl.rules.game import Game, Phase
from tavl.rules.profile import Side
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import By, InvalidRoll, Matter
from tavl.table.conduct.consents import standing
from tavl.table.guards import running_game
from tavl.table.play.unenforced import by_the_rules, rolled, why_no_roll
from tavl.table.registry import PLAYING, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.terms import Sitting


def _on_physical_board(table: Table, seat: Seat, at: int) -> Game | Refused:
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("dice_fall_by_themselves", "T4.1.i")
    return running_game(table, seat, at)


def _record_opening(table: Table, action: acts.RecordOpening, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _on_physical_board(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    if game.phase is not Phase.OPENING:
        return refuse("game_running", "G3.1")
    return by_the_rules(table, game_acts.Roll(action.seat), (action.first, action.second))


def _record_roll(table: Table, action: acts.RecordRoll, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _on_physical_board(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    if game.phase is Phase.OPENING:
        return refuse("one_die_each", "G3.1")
    answer = rolled(table, game, action.seat, (action.dice.high, action.dice.low))
    if isinstance(answer, Refused):
        return answer
    leave = standing(table.consents, Matter.ROLLING_LEFT, action.seat)
    right = table.terms.match.profile.valid_roll.side
    if action.side is not right and leave is None and not has_box(table):
        return [acts.RollInvalid(action.seat, InvalidRoll.WRONG_SIDE)]  # T4.1.iv.a: rolled again
    ended = [acts.ConsentEnded(leave.id, "rolled_right")] if leave and action.side is Side.RIGHT else []
    return [*ended, *answer]


def has_box(table: Table) -> bool:
    return any(use.what is acts.Useful.BAFFLE_BOX for use in table.setup.uses)


def _record_invalid(table: Table, action: acts.RecordInvalidRoll, by: By, at: int, roll: Roll) -> HandlerResult:
    game = _on_physical_board(table, action.seat, at)
    if isinstance(game, Refused):
        return game
    if action.why is InvalidRoll.ON_A_CHECKER and table.terms.match.profile.valid_roll.dice_on_checkers:
        return refuse("valid_on_a_checker", "T4.1.iv.c")
    return why_no_roll(table, game, action.seat) or [acts.RollInvalid(action.seat, action.why)]


HANDLERS: dict[type, Handler] = {
    acts.RecordOpening: Handler(_record_opening, PLAYING, "T1.6.i"),
    acts.RecordRoll: Handler(_record_roll, PLAYING, "T1.6.i"),
    acts.RecordInvalidRoll: Handler(_record_invalid, PLAYING, "T1.6.i"),
}

EVOLVERS: dict[type, Evolver] = {}  # the game and the board work out what they lead to
