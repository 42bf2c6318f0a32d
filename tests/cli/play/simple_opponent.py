"""A simple opponent: rules of thumb, no randomness, the same answer to the same question every time."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt

from tavl.rules import BAR, Game, Match, Phase, Position, Seat, acts, judge_play
from tavl.rules.acts import MakePlay, MatchAction
from tavl.rules.board import Play

# What a made point is worth, in the mover's numbers: the home board and the bar point, then the anchors.
_POINT_WORTH = {6: 5, 5: 7, 4: 6, 3: 3.5, 2: 2, 1: 0.5, 7: 5, 8: 3, 9: 2, 10: 1.5, 18: 3, 20: 6, 21: 5, 22: 3, 23: 2}
_DOUBLE_FROM, _TOO_GOOD_FROM, _TAKE_FROM = 0.70, 0.95, 0.24


class SimpleOpponent:
    def choose(self, match: Match, seat: Seat, actions: Sequence[MatchAction]) -> MatchAction:
        game = match.game
        if game is None or match.between_games:
            return actions[0]
        if game.resignation:
            wanted = acts.AcceptResignation if _worth_accepting(game, seat) else acts.RefuseResignation
            return _first(actions, wanted)
        if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return _first(actions, acts.Take if _takes(match, game, seat) else acts.Drop)
        if game.phase is Phase.TO_PLAY:
            return _best_play(game, actions)
        if any(isinstance(action, acts.Double) for action in actions) and _doubles(match, game, seat):
            return _first(actions, acts.Double)
        return actions[0]


def _first(actions: Sequence[MatchAction], kind: type[MatchAction]) -> MatchAction:
    return next((action for action in actions if isinstance(action, kind)), actions[0])


def _best_play(game: Game, actions: Sequence[MatchAction]) -> MatchAction:
    plays = [action for action in actions if isinstance(action, MakePlay)]
    return max(plays, key=lambda action: worth(_after(game, action)))


def _after(game: Game, action: MakePlay) -> Position:
    """The board after a play, still seen by the mover."""
    play = judge_play(game.position, game.dice, action.moves) if game.dice else None
    return play.result.mirror() if isinstance(play, Play) else game.position


def worth(position: Position) -> float:
    """How good a position is for the player it is seen by, whose turn has just ended. Roughly in pips."""
    if position.over:
        return 1000.0
    if position.race:
        # Few pips, many off, no gaps: a low point filled early wastes pips later.
        low = position.own[1] + 0.5 * position.own[2]
        return 4.0 * position.off - position.pips - low + position.opponent_pips
    value = 0.5 * (position.opponent_pips - position.pips)
    value += sum(_POINT_WORTH.get(point, 0) for point in position.made_points)
    prime = len(position.longest_prime)
    value += 3.5 * (prime - 2) if prime > 2 else 0
    value -= 0.8 * sum(max(0, position.own[point] - 3) for point in range(1, BAR))
    home_points = sum(point <= 6 for point in position.made_points)
    value += position.opponent_bar * (4 + 2.5 * home_points)
    return value - _danger(position)


def _danger(position: Position) -> float:
    """What the blots stand to lose: the chance of each being hit, times the way back and the board in front of it."""
    theirs = sum(position.opponent[point] >= 2 for point in range(1, 7))
    lost = 0.0
    for point in range(1, BAR):
        if position.own[point] == 1:
            cost = (BAR - point) * 0.7 + 2 + 2.0 * theirs
            lost += rolls_that_hit(position, point) / 36 * cost
    return lost


def rolls_that_hit(position: Position, point: int) -> int:
    """Of the opponent's 36 rolls, those that hit a blot on this point (in the numbers of the side with the blot)."""
    return sum(
        (1 if high == low else 2) * _hits(position, point, high, low)
        for high in range(1, 7)
        for low in range(1, high + 1)
    )


def _hits(position: Position, point: int, high: int, low: int) -> bool:
    landing = BAR - point  # in the opponent's numbers
    entering = position.opponent_bar
    sources = [BAR] if entering else [q for q in range(landing + 1, BAR) if position.opponent[q]]
    for source in sources:
        distance = source - landing
        if entering < 2 or source == BAR:
            if distance in (high, low):
                return True
            if entering < 2 and _combined(position, source, distance, high, low):
                return True
    return False


def _combined(position: Position, source: int, distance: int, high: int, low: int) -> bool:
    def is_open(place: int) -> bool:
        return place > 0 and position.own[BAR - place] < 2

    if high != low:
        return distance == high + low and (is_open(source - high) or is_open(source - low))
    steps, rest = divmod(distance, high)
    return rest == 0 and steps <= 4 and all(is_open(source - step * high) for step in range(1, steps))


def chance(position: Position) -> float:
    """Chance to win, for the player on roll, by whom the position is seen."""
    if position.race:
        lead = position.opponent_pips - position.pips + 4  # half a roll for being on roll
        spread = max(position.opponent_pips + position.pips - 4, 1)
        return 0.5 * (1 + erf(lead / sqrt(spread)))
    balance = worth(position) - worth(position.mirror())
    return 1 / (1 + exp(-(balance + 8) / 45))


def _chance_of(game: Game, seat: Seat) -> float:
    """Before the roll of the player on turn."""
    on_roll = chance(game.position)
    return on_roll if seat == game.turn else 1 - on_roll


def _doubles(match: Match, game: Game, seat: Seat) -> bool:
    if match.needs:
        mine, theirs = match.needs[seat], match.needs[seat.other]
        if theirs == 1:
            return mine > 1  # they win the match with this game anyway: nothing to lose
        if game.cube_value >= mine:
            return False  # the game is already worth the match
    winning = _chance_of(game, seat)
    if winning >= _TOO_GOOD_FROM and not game.position.race and game.counts_gammons:
        return False  # a gammon is worth more than a drop
    return winning >= _DOUBLE_FROM


def _takes(match: Match, game: Game, seat: Seat) -> bool:
    price = game.stake * (game.offered_value // 2)
    if match.needs and price >= match.needs[seat.other]:
        return True  # a drop loses the match
    return _chance_of(game, seat) >= _TAKE_FROM


def _worth_accepting(game: Game, seat: Seat) -> bool:
    """More than was offered is only hoped for while the loser has none off and a long way home."""
    if game.resignation is None or game.resignation.size > 1 or not game.counts_gammons:
        return True
    loser = game.seen_by(seat.other)
    if loser.off:
        return True
    to_save = sum(max(0, point - 6) * loser.own[point] for point in range(1, BAR + 1)) + 6
    return to_save / 8.17 < game.seen_by(seat).pips / 8.17 + 1 or _chance_of(game, seat) < 0.5
