"""Is this a legal way to play the roll? If not, which clause says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tavl.rules.board import BAR, OFF, Dice, Play, Position
from tavl.rules.refusal import Refused, refuse

Hop = tuple[int, int]


def judge_play(position: Position, dice: Dice, moves: Sequence[Hop]) -> Play | Refused:
    """The legal play that these checker moves make up, or why they are not one.

    A move is (from, to) in the mover's numbers, 25 the bar and 0 off, by one die or by several at once.
    """
    plays = position.plays(dice)
    after = _own_after(position, moves)
    fitting = [play for play in plays if play.result.opponent == after]
    if len(fitting) == 1:
        return fitting[0]
    walked = _walk(position, dice, moves)
    if len(moves) <= 2:  # two dice that lead to the same but for a blot hit in passing: the moves tell which
        for order in permutations(moves):
            way = _walk(position, dice, order)
            for play in fitting:
                if not isinstance(way, Refused) and play.result == way[0].mirror():
                    return play
    return walked if isinstance(walked, Refused) else _too_little(walked[0], dice, walked[1], plays)


def _own_after(position: Position, moves: Sequence[Hop]) -> tuple[int, ...] | None:
    counts = list(position.own)
    for source, target in moves:
        if not 0 <= target < source <= BAR:
            return None
        counts[source] -= 1
        counts[target] += 1
    return tuple(counts)


def _walk(position: Position, dice: Dice, moves: Sequence[Hop]) -> tuple[Position, list[int]] | Refused:
    """Move by move, as a person would check it: where it leads and the dice that are left, or the first fault."""
    left = [dice.high] * 4 if dice.double else [dice.high, dice.low]
    here = position
    for source, target in moves:
        fault = _misplaced(here, source, target)
        if fault:
            return fault
        used = _dice_for(here, left, source, target)
        if isinstance(used, Refused):
            return used
        at = source
        for die in used:
            to = max(at - die, OFF)
            here = here.moved(at, to)
            left.remove(die)
            at = to
    return here, left


def _misplaced(position: Position, source: int, target: int) -> Refused | None:
    if not (1 <= source <= BAR and 0 <= target <= 24):
        return refuse("no_such_place", "G1.1", source=source, target=target)
    if not position.own[source]:
        return refuse("no_checker_there", "G1.1", source=source)
    if target >= source:
        return refuse("forward_only", "G4.1", source=source, target=target)
    if position.bar and source != BAR:
        return refuse("bar_first", "G5.2", source=source)
    return None


def _dice_for(position: Position, left: list[int], source: int, target: int) -> list[int] | Refused:
    """The dice that take this checker there, in an order that finds every landing place open."""
    faults: list[Refused] = []
    for count in range(1, len(left) + 1):
        for dice in sorted(set(permutations(left, count)), reverse=True):
            if not _reaches(source, target, dice):
                continue
            fault = _blocked(position, source, dice)
            if fault is None:
                return list(dice)
            faults.append(fault)
    if faults:
        return faults[0]
    return refuse("no_such_die", "G4.3", source=source, target=target, dice=" ".join(map(str, left)))


def _reaches(source: int, target: int, dice: tuple[int, ...]) -> bool:
    if target != OFF:
        return source - sum(dice) == target
    return sum(dice[:-1]) < source <= sum(dice)  # off with the last die, not before it


def _blocked(position: Position, source: int, dice: tuple[int, ...]) -> Refused | None:
    at, here = source, position
    for number, die in enumerate(dice):
        to = max(at - die, OFF)
        if to == OFF:
            fault = _cannot_bear_off(here, at, die)
            if fault:
                return fault
        elif here.opponent[25 - to] >= 2:
            on_the_way = number < len(dice) - 1
            rule = "G5.2" if at == BAR else "G4.4" if on_the_way else "G4.2"
            return refuse("touches_down_on_held_point" if on_the_way else "point_held", rule, point=to)
        elif here.bar and at != BAR:
            return refuse("bar_first", "G5.2", source=at)
        here = here.moved(at, to)
        at = to
    return None


def _cannot_bear_off(position: Position, source: int, die: int) -> Refused | None:
    if sum(position.own[7:]):
        rule = "G7.2" if position.off else "G7.1"
        outside = max(place for place in range(7, 26) if position.own[place])
        return refuse("not_all_home", rule, outside=outside)
    behind = [place for place in range(source + 1, 7) if position.own[place]]
    if die > source and behind:
        return refuse("checker_behind", "G7.1", source=source, die=die, behind=behind[-1])
    return None


def _too_little(reached: Position, dice: Dice, left: list[int], plays: list[Play]) -> Refused:
    """Each move was fine, so the play did not use as much of the roll as it must (G4.6)."""
    playable = [die for die in sorted(set(left), reverse=True) if _can_play(reached, die)]
    if playable:
        return refuse("die_left_unplayed", "G4.6", die=playable[0])
    if len(plays[0]) == 1:  # one die only, and this was the lower
        return refuse("higher_die_first", "G4.6", die=dice.high)
    return refuse("more_can_be_played", "G4.6", could=len(plays[0]), die=max(left))


def _can_play(position: Position, die: int) -> bool:
    return not position.dances(Dice(die, die))
