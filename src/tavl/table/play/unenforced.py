"""A board on which people can play wrongly: plays taken as made, early rolls and doubles, invalid rolls.

Used by the challenge sitting (a digital board that does not enforce) and by the recorded one (a physical board).
Nothing here may tell the players whether a play was legal: only impossible positions are refused.
"""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import MatchAction, MatchEvent
from tavl.rules.board import Dice
from tavl.rules.game import Game, Phase, why_no_double
from tavl.rules.profile import EarlyAction, TurnEnd
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Role
from tavl.table.clock.automatic_stops import clock_events
from tavl.table.guards import playable, undecided
from tavl.table.play.arrangement import laid, laid_by
from tavl.table.play.illegal_play_window import (
    accept_play,
    open_after,
    open_after_invalid_roll,
    why_no_new_game,
)
from tavl.table.registry import PLAYERS, PLAYING, Evolver, Handler, HandlerResult, Roll, needs_dice
from tavl.table.state import Table
from tavl.table.state_parts import Handling
from tavl.table.terms import Detail, Sitting


def decide_game(table: Table, action: MatchAction, roll: Roll) -> list[AnyEvent] | Refused:
    """A game's action where the board does not enforce."""
    game = table.match.game
    if isinstance(action, game_acts.StartGame):
        return _start(table, action)
    if table.match.result or game is None or game.phase is Phase.OVER or game.resignation:
        return by_the_rules(table, action, roll)
    match action:
        case game_acts.Roll(seat=seat):
            if table.terms.sitting is Sitting.RECORDED:
                return refuse("dice_lie_on_the_board", "T4.1.i")
            return rolled(table, game, seat, roll)
        case game_acts.MakePlay(seat=seat, moves=moves):
            made = laid(table, game, seat, moves, None)
            return made if isinstance(made, Refused) else _turn_ended(table, game, made)
        case game_acts.Double(seat=seat):
            return _double(table, game, seat)
        case _:
            return by_the_rules(table, action, roll)


def by_the_rules(table: Table, action: MatchAction, roll: Roll) -> list[AnyEvent] | Refused:
    answer = matches.decide(table.match, action, roll)
    return answer if isinstance(answer, Refused) else list(answer)


def _start(table: Table, action: game_acts.StartGame) -> list[AnyEvent] | Refused:
    return why_no_new_game(table, action.seat) or by_the_rules(table, action, None)


def waits(game: Game, seat: Seat) -> bool:
    """The other has rolled and not ended the turn."""
    return game.phase is Phase.TO_PLAY and seat == game.turn.other


def rolled(table: Table, game: Game, seat: Seat, roll: Roll) -> list[AnyEvent] | Refused:
    if not waits(game, seat):
        return by_the_rules(table, game_acts.Roll(seat), roll)
    fault = _why_not_early(table, table.terms.match.profile.early_roll, "G4.3") or needs_dice(roll)
    if fault:
        return fault
    assert roll is not None
    return [acts.EarlyRolled(seat, Dice(*roll))]


def why_no_roll(table: Table, game: Game, seat: Seat) -> Refused | None:
    """Why this seat may not roll now, validly or not. If plays are not recorded only the players know."""
    if game.phase is Phase.OPENING or (table.terms.detail is Detail.CUBE and game.phase is Phase.TO_ROLL):
        return None
    answer = rolled(table, game, seat, (1, 1))
    return answer if isinstance(answer, Refused) else None


def _why_not_early(table: Table, rule: EarlyAction, clause: str) -> Refused | None:
    if rule is EarlyAction.ENFORCED:
        return refuse("not_your_turn", clause)
    if table.handling.early_roll or table.handling.early_double:
        return refuse("acted_early_already", "T4.1.v.a")
    return None


def _double(table: Table, game: Game, seat: Seat) -> list[AnyEvent] | Refused:
    if waits(game, seat):
        return doubled_early(table, game, seat)
    passed_up = why_passed_up(table, seat)
    if table.terms.sitting is Sitting.RECORDED and table.terms.detail is Detail.CUBE:
        fault = why_no_double(replace(game, phase=_unless_offered(game), turn=seat), seat) or passed_up
        return fault or [game_acts.TurnSet(seat), game_acts.Doubled(seat)]  # whose turn it is becomes known only now
    if passed_up and seat == game.turn and game.phase is Phase.TO_ROLL:
        return passed_up
    return by_the_rules(table, game_acts.Double(seat), None)


def doubled_early(table: Table, game: Game, seat: Seat) -> list[AnyEvent] | Refused:
    """By the player who waits for the other to end the turn, or the opening turn. It stands if otherwise valid."""
    ahead = replace(game, phase=Phase.TO_ROLL, turn=seat)
    fault = _why_not_early(table, table.terms.match.profile.early_double, "G10.2")
    fault = fault or why_passed_up(table, seat) or why_no_double(ahead, seat)
    return fault or [acts.EarlyDoubled(seat)]


def _unless_offered(game: Game) -> Phase:
    return game.phase if game.phase in (Phase.DOUBLED, Phase.BEAVERED) else Phase.TO_ROLL


def why_passed_up(table: Table, seat: Seat) -> Refused | None:
    """A player who has rolled, validly or not, cannot double any more in that turn."""
    if seat not in table.handling.passed_up:
        return None
    tournament = "004" in table.terms.match.profile.sources
    return refuse("rolled_though_not_validly", "T4.4.ii" if tournament else "G9.1")


def _turn_ended(table: Table, game: Game, made: acts.Arranged) -> list[AnyEvent] | Refused:
    """The turn is over: the play is as it lies, and what the waiting player did too early takes effect."""
    hand = table.handling
    if hand.early_roll_asked:
        return refuse("choose_about_early_roll", "G9.4")
    assert game.dice is not None
    legal = any(play.result == made.result for play in game.position.plays(game.dice))
    played = game_acts.Played(made.seat, made.moves, made.result, legal)
    events: list[AnyEvent] = [played]
    after = matches.evolve(table.match, played)
    if not after.between_games and after.game is not None:
        if hand.early_roll:
            events.append(game_acts.Rolled(made.seat.other, hand.early_roll))
        elif hand.early_double and why_no_double(after.game, made.seat.other) is None:  # a ruling may have come between
            events.append(game_acts.Doubled(made.seat.other))
    return events


# the board's own actions


def end_turn(table: Table, action: acts.EndTurn | acts.PressClock, by: By, at: int, roll: Roll) -> HandlerResult:
    """The play is what is on the board now; a player who moved nothing has played nothing."""
    fault = playable(table, action.seat, at)
    if fault:
        return fault
    if _only_dice_lifted(table, action.seat):
        return [game_acts.TurnSet(action.seat.other)]
    arranged = table.handling.arranged or laid_by(table, action.seat, (), None, at)
    if isinstance(arranged, Refused):
        return arranged
    game = table.match.game
    if game is None or arranged.seat != action.seat:
        return refuse("not_your_turn", "G4.3")
    events = undecided(game) or _turn_ended(table, game, arranged)
    if isinstance(events, Refused):
        return events
    pressed: list[AnyEvent] = []
    if table.clock and table.terms.sitting is Sitting.RECORDED and table.clock.running != action.seat.other:
        pressed = [acts.ClockPressed(action.seat, table.clock.reads(at)[0])]
    return [*pressed, *events, *clock_events(table, events, at)]


def _only_dice_lifted(table: Table, seat: Seat) -> bool:
    """Where neither plays nor presses show it, a player who cannot double after a roll says when that turn ends."""
    game = table.match.game
    if table.terms.sitting is not Sitting.RECORDED or table.terms.detail is not Detail.CUBE or table.clock:
        return False
    to_roll = game is not None and game.phase in (Phase.OPENING, Phase.TO_ROLL) and not game.resignation
    return to_roll and seat in table.handling.passed_up


def turn_ends_by(table: Table) -> TurnEnd:
    ends = table.terms.match.profile.turn_ends
    return ends.with_clock if table.clock else ends.without_clock


def _choose_early(table: Table, action: acts.ChooseEarlyRoll, by: By, at: int, roll: Roll) -> HandlerResult:
    hand = table.handling
    game = table.match.game
    if not hand.early_roll_asked or hand.early_roll is None or game is None:
        return refuse("nothing_to_choose", "G9.4")
    if action.seat != game.turn:
        return refuse("not_yours_to_answer", "G9.4")
    return [acts.EarlyRollKept()] if action.stands else [acts.EarlyRollAnnulled(hand.early_roll)]


HANDLERS: dict[type, Handler] = {
    acts.EndTurn: Handler(end_turn, PLAYING, "T1.6.i"),
    acts.ChooseEarlyRoll: Handler(_choose_early, PLAYERS, "G9.4"),
    acts.AcceptPlay: Handler(accept_play, PLAYERS | {Role.SYSTEM}, "T4.2.iii.a"),
}


# what has happened


def _hand(table: Table, **changes: object) -> Table:
    return replace(table, handling=replace(table.handling, **changes))


def follow(table: Table, event: MatchEvent) -> Table:
    """What a game's event means for the board in hand."""
    hand = table.handling
    match event:
        case game_acts.Played(seat=seat):
            hand = Handling(passed_up=hand.passed_up - {seat})
        case game_acts.Rolled() | game_acts.OpeningRolled() | game_acts.Doubled():
            hand = Handling()
        case game_acts.GameStarted() | game_acts.PlayReopened() | game_acts.TurnSet():
            hand = Handling()
        case game_acts.OutcomeSet() | game_acts.MatchDecided() | game_acts.ResignationAccepted():
            hand = Handling()
        case game_acts.ScoreSet() | game_acts.LengthSet() if table.match.result is not None:  # it ends the match
            return replace(table, handling=Handling())
        case game_acts.PositionSet():  # the checkers; rolls and claims stay
            hand = replace(hand, arranged=None, arrangements=0, claim=None)
        case game_acts.DoubleAnnulled():
            hand = replace(hand, early_double=False)
        case _:
            return table
    return replace(table, handling=replace(hand, open_play=open_after(table, event)))


def _arranged(table: Table, event: acts.Arranged, at: int) -> Table:
    return _hand(table, arranged=event, arrangements=table.handling.arrangements + 1)


def _rolled_early(table: Table, event: acts.EarlyRolled, at: int) -> Table:
    asked = table.terms.match.profile.early_roll is EarlyAction.WAITING_PLAYER_CHOOSES
    return _hand(table, early_roll=event.dice, early_roll_asked=asked)


def _rolled_invalid(table: Table, event: acts.RollInvalid, at: int) -> Table:
    hand = table.handling
    return _hand(
        table,
        invalid_rolls=hand.invalid_rolls + 1,
        passed_up=hand.passed_up | {event.seat},
        open_play=open_after_invalid_roll(table),
    )


def _annulled_early(table: Table, event: acts.EarlyRollAnnulled, at: int) -> Table:
    """It has to be rolled again like an invalid roll, and like one it has passed up the cube (000: "Hvis du har rullet
    dine terninger")."""
    game = table.match.game
    rollers = {game.turn.other} if game else frozenset()
    passed_up = table.handling.passed_up | rollers
    return _hand(table, early_roll=None, early_roll_asked=False, passed_up=passed_up)


EVOLVERS: dict[type, Evolver] = {
    acts.Arranged: _arranged,
    acts.EarlyRolled: _rolled_early,
    acts.EarlyRollKept: lambda table, event, at: _hand(table, early_roll_asked=False),
    acts.EarlyRollAnnulled: _annulled_early,
    acts.EarlyDoubled: lambda table, event, at: _hand(table, early_double=True),
    acts.RollInvalid: _rolled_invalid,
    acts.PlayAccepted: lambda table, event, at: _hand(table, open_play=False),
}
