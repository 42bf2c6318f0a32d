"""What may be conceded (G11.4, T4.5).

Under tournament rules a game is conceded only without contact, or when no other result is possible, and only at a
size that can still come about. "Possible" means: by some dice, however unlikely. Where counting exactly would take a
search of the whole race, the bounds here err towards possible.
"""

from __future__ import annotations

from tavl.rules.board import ALL_ROLLS, BAR, Position


def sizes_in_principle(loser: Position, gammons: bool) -> tuple[int, ...]:
    """Sizes that a loser, by whom the position is seen, could agree to: a checker borne off rules out a gammon."""
    return (1,) if loser.off or not gammons else (1, 2, 3)


def sizes_still_possible(loser: Position, loser_on_roll: bool, gammons: bool) -> tuple[int, ...]:
    """Sizes open under T4.5; empty while the game has to be played on."""
    if loser.over:
        return ()
    sizes = _race_sizes(loser, loser_on_roll) if loser.race else _certain_sizes(loser, loser_on_roll)
    if not gammons:
        return (1,) if sizes else ()
    return tuple(sorted(sizes))


def _race_sizes(loser: Position, loser_on_roll: bool) -> set[int]:
    winner = loser.mirror()
    extra = 0 if loser_on_roll else -1  # turns the loser has before the winner's n-th, beyond n
    slowest, fastest = _slowest_finish(winner), _fastest_finish(winner)
    sizes: set[int] = set()
    if loser.off or _fastest_first_off(loser) <= slowest + extra:
        sizes.add(1)
    if not loser.off:
        in_winners_home = sum(loser.own[19:])
        if _turns(in_winners_home) <= slowest + extra and _slowest_first_off(loser) > fastest + extra:
            sizes.add(2)
        if in_winners_home:
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
    """At most: three pips a turn, and two checkers a turn once only the ace point is left."""
    on_board = side.checkers - side.off
    return max(-(-(side.pips - aces) // 3) + -(-aces // 2) for aces in range(on_board + 1))


def _slowest_first_off(side: Position) -> int:
    return (side.pips - (side.checkers - side.off)) // 3 + 1


def _certain_sizes(loser: Position, loser_on_roll: bool) -> set[int]:
    """With contact: the sizes left if the winner bears off his last checkers next turn whatever is rolled."""
    winner = loser.mirror()
    if winner.checkers - winner.off > 2 or any(winner.own[7:]):
        return set()
    if not loser_on_roll:
        return _after_any_roll(winner)
    sizes: set[int] = set()
    for dice in ALL_ROLLS:
        for play in loser.plays(dice):
            after = _after_any_roll(play.result)
            if not after:
                return set()
            sizes |= after
    return sizes


def _after_any_roll(winner: Position) -> set[int]:
    """Sizes that the winner, on roll, wins at once; empty if some roll does not end the game."""
    sizes: set[int] = set()
    for dice in ALL_ROLLS:
        ends = [play.result for play in winner.plays(dice)]
        if not all(end.over for end in ends):
            return set()
        sizes |= {end.loss for end in ends}
    return sizes
