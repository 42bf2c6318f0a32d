"""The game at a table: rolling, playing, doubling, whatever the sitting; and how the clock and the rest follow."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchAction, MatchEvent
from tavl.rules.game import Phase
from tavl.rules.match import Match
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table.acts import AnyEvent, By
from tavl.table.clock.automatic_stops import clock_events, clock_follows, clock_goes_on, started, stopped
from tavl.table.conduct import consents
from tavl.table.disputes import corrections, score_cards
from tavl.table.guards import RESIGNING, playable
from tavl.table.play import unenforced
from tavl.table.preparation import breaks_and_lateness
from tavl.table.registry import PLAYING, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Stand
from tavl.table.terms import Sitting


def _decide(table: Table, action: MatchAction, by: By, at: int, roll: Roll) -> HandlerResult:
    fault = playable(table, action.seat, at, isinstance(action, RESIGNING))
    if fault:
        return fault
    before: list[AnyEvent] = []
    if isinstance(action, game_acts.StartGame) and table.match.between_games and not table.match.result:
        fault = why_not_begin(table, action.seat, at)
        if fault:
            return fault
        before = [*breaks_and_lateness.before_game(table, action.seat), *corrections.before_next_game(table)]
        table = replace(table, match=table.coming_match)
    if table.terms.sitting is Sitting.ENFORCED:
        answer: HandlerResult = unenforced.by_the_rules(table, action, roll)
    else:
        answer = unenforced.decide_game(table, action, roll)
    if isinstance(answer, Refused):
        return answer
    return [*before, *answer, *clock_events(table, answer, at), *clock_goes_on(table, answer)]


def why_not_begin(table: Table, seat: Seat, at: int) -> Refused | None:
    """What has to be done before the next game is set up."""
    fault = breaks_and_lateness.why_not_begin(table, seat, at)
    if fault or table.terms.sitting is not Sitting.RECORDED:
        return fault
    if table.setup.mixed_by is not None:
        return refuse("dice_being_mixed", "T4.1.iii")
    return score_cards.why_not_begin(table)


HANDLERS: dict[type, Handler] = {kind: Handler(_decide, PLAYING, "T1.6.i") for kind in get_args(MatchAction)}


# what has happened

# Each of these hands the turn over, and with it the time: ending a turn, doubling, taking (T4.1.vi, T4.4.ii, iii).
_HANDS_OVER = (game_acts.OpeningRolled, game_acts.Played, game_acts.Doubled, game_acts.Beavered, game_acts.Taken)
# At a physical board the clock is pressed, but a double and its answer are entered on the device, which is the clock.
_HANDS_OVER_ON_WOOD = (game_acts.Doubled, game_acts.Beavered, game_acts.Taken)


def _evolve(table: Table, event: MatchEvent, at: int) -> Table:
    before = table.match
    moved = replace(table, match=matches.evolve(before, event))
    if moved.match is before:
        return table
    moved = score_cards.follow(corrections.follow(unenforced.follow(moved, event), before.game, event), before)
    if isinstance(event, game_acts.GameStarted):
        moved = score_cards.after_start(breaks_and_lateness.after_start(_with_fresh_turn(moved)))
    if moved.match.between_games and not before.between_games:
        moved = consents.after_game(moved)
    return _clock_after(moved, before, event, at)


def _with_fresh_turn(table: Table) -> Table:
    clock = replace(table.clock, turn_of=None, delay_left=0, held=frozenset()) if table.clock else None
    return replace(table, clock=clock, stand=Stand())


def _clock_after(table: Table, before: Match, event: MatchEvent, at: int) -> Table:
    if table.clock is None:
        return table
    game = table.match.game
    if table.terms.sitting is Sitting.RECORDED:
        if table.over or game is None or table.match.between_games:
            return stopped(table, at)
        runs = table.clock.is_running and isinstance(event, _HANDS_OVER_ON_WOOD)
        return started(table, game.to_act[0], at) if runs else table
    if isinstance(event, _HANDS_OVER):
        if game is None or game.phase is Phase.OVER or game.phase is Phase.OPENING:
            return stopped(table, at)
        return started(table, game.to_act[0], at)
    return clock_follows(table, at)


EVOLVERS: dict[type, Evolver] = dict.fromkeys(get_args(MatchEvent), _evolve)
