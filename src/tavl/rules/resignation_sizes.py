"""At what size a game may be conceded (G11.4, T4.5); the offers and their answers: `game.py`.

Under tournament rules a game is conceded only without contact, or when no other result is possible, and only at a
size that can still come about. "Possible" means: by some dice, however unlikely. Where counting exactly would take a
search of the whole race, the bounds here err towards possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tavl.rules.board import ALL_ROLLS, BAR, Dice, Position


def sizes_in_principle(loser: Position, gammons: bool) -> tuple[int, ...]:
    """Sizes that a loser, by whom the position is seen, could agree to: a checker borne off rules out a gammon."""
    return (1,) if loser.off or not gammons else (1, 2, 3)


def sizes_still_possible(
    loser: Position, loser_on_roll: bool, gammons: bool, dice: Dice | None = None
) -> tuple[int, ...]:
    """Sizes open under T4.5; empty while the game has to be played on. `dice`: those that lie and are to be played."""
    if loser.over:
        return ()
    sizes = _race_sizes(loser, loser_on_roll) if loser.race else _certain_sizes(loser, loser_on_roll, dice)
    if not gammons:
        return (1,) if sizes else ()
    return tuple(sorted(sizes))


def _race_sizes(loser: Position, loser_on_roll: bool) -> set[int]:
    """Each size asks for so many turns of the loser before the winner's last; can there be so many?"""
    winner = loser.mirror()
    extra = 0 if loser_on_roll else -1  # turns the loser has before the winner's n-th, beyond n
    fewest, most = _fastest_finish(winner) + extra, _slowest_finish(winner) + extra

    def some(least: int, greatest: int) -> bool:
        return max(fewest, least) <= min(most, greatest)

    sizes: set[int] = set()
    if some(0 if loser.off else _fastest_first_off(loser), _slowest_finish(loser) - 1):
        sizes.add(1)
    if not loser.off:
        in_winners_home = sum(loser.own[19:])
        if some(_turns(in_winners_home), _slowest_first_off(loser) - 1):
            sizes.add(2)
        if in_winners_home and some(0, _slowest_way_out(loser) - 1):
            sizes.add(3)
    return sizes


def _turns(dice: int) -> int:
    """Turns in which so many dice can be played, all of them doubles."""
    return -(-dice // 4)


def _fastest_finish(side: Position) -> int:
    return _turns(sum(-(-place // 6) * side.own[place] for place in range(1, BAR)))


def _fastest_first_off(side: Position) -> int:
    return _turns(sum(-(-(place - 6) // 6) * side.own[place] for place in range(7, BAR)) + 1)


def _slowest_finish(side: Position) -> int:
    """Exactly, for the last four checkers at home. Else at most: three pips a turn, and two checkers a turn once only
    the ace point is left."""
    on_board = side.checkers - side.off
    if on_board <= 4 and not any(side.own[7:]):
        return _slowest_end(Position(side.own, _ONE_CHECKER))
    return max(-(-(side.pips - aces) // 3) + -(-aces // 2) for aces in range(on_board + 1))


_ONE_CHECKER = (0, 1, *[0] * 24)  # an opponent out of the way


@cache
def _slowest_end(side: Position) -> int:
    afters = {play.result.mirror() for dice in ALL_ROLLS for play in side.plays(dice)}
    return 1 + max((_slowest_end(after) for after in afters if not after.over), default=0)


def _slowest_first_off(side: Position) -> int:
    """None off yet: all go to the ace point first."""
    return (side.pips - side.checkers) // 3 + 1


def _slowest_way_out(side: Position) -> int:
    """The turn that takes the last checker out of the other's home, all others having gone to the ace point."""
    return (side.pips - side.checkers - 18) // 3 + 1


def _certain_sizes(loser: Position, loser_on_roll: bool, dice: Dice | None) -> set[int]:
    """With contact: the sizes left if the winner bears off their last checkers next turn whatever is rolled."""
    winner = loser.mirror()
    rolls = (dice,) if dice else ALL_ROLLS
    if _fastest_finish(winner) > 1:
        return set()
    if not loser_on_roll:
        return _ends(winner, rolls)
    sizes: set[int] = set()
    for roll in rolls:
        for play in loser.plays(roll):
            after = set() if play.result.over else _ends(play.result, ALL_ROLLS)
            if not after:
                return set()
            sizes |= after
    return sizes


def _ends(winner: Position, rolls: Sequence[Dice]) -> set[int]:
    """Sizes that the winner, on roll, wins at once; empty if some roll does not end the game."""
    sizes: set[int] = set()
    for dice in rolls:
        ends = [play.result for play in winner.plays(dice)]
        if not all(end.over for end in ends):
            return set()
        sizes |= {end.loss for end in ends}
    return sizes
