"""What an exercise asks for, as questions about a legal play. Whether a play is legal is not asked here."""

from __future__ import annotations

from collections.abc import Callable

from tavl.rules import ALL_ROLLS, OFF, Play, Position

Goal = Callable[[Position, Play], bool]
"""The position before the play, seen by the one who makes it, and the play."""


def any_play(before: Position, play: Play) -> bool:
    return True


def hits(before: Position, play: Play) -> bool:
    return play.hits > 0


def one_checker(before: Position, play: Play) -> bool:
    """Whether one checker used every die."""
    return len(play) > 1 and len(_taken_from(before, play)) == 1


def two_checkers(before: Position, play: Play) -> bool:
    return len(_taken_from(before, play)) == 2


def wins(before: Position, play: Play) -> bool:
    return play.result.over


def nothing_to_hit(before: Position, play: Play) -> bool:
    return hitting_rolls(play.result) == 0


def makes_point(point: int) -> Goal:
    return lambda before, play: play.result.mirror().own[point] >= 2 > before.own[point]


def brings(source: int, target: int) -> Goal:
    """A checker that stood on one point ends on the other."""

    def brought(before: Position, play: Play) -> bool:
        after = play.result.mirror().own
        return after[source] == before.own[source] - 1 and after[target] == before.own[target] + 1 and len(play) == 2

    return lambda before, play: brought(before, play) and one_checker(before, play)


def bears_off(count: int) -> Goal:
    return lambda before, play: sum(move.target == OFF for move in play.moves) >= count


def hitting_rolls(position: Position) -> int:
    """With how many of the 36 rolls the player on roll can hit something."""
    return sum((1 if dice.double else 2) for dice in ALL_ROLLS if any(play.hits for play in position.plays(dice)))


def _taken_from(before: Position, play: Play) -> list[int]:
    """The places whose checkers moved, one entry for each checker."""
    after = play.result.mirror().own
    return [place for place in range(1, 26) for _ in range(before.own[place] - after[place])]
