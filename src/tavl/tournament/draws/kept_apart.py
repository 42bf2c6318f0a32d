"""Keeps people who belong together apart in a bracket.

A bracket is a line of 2**depth leaves. Two who stand on leaves `p` and `q` can meet in round `meeting(p, q)` and no
earlier. To keep people apart is to move them on that line, within what may be exchanged (a seed's own band, those with
a bye among themselves), so that as few as possible can meet early.

What is best: family counts before club and club before country (`KINDS` in `draws/entrants.py`); of one kind,
meetings that are possible in round 1 count before those in round 2, and so on. Every exchange of two that makes this
better is made, in a fixed order, until none does. Where one kind is kept apart and all may be exchanged that reaches
the optimum (the tests compare it with all arrangements of small fields and with the lower bound for 128); in mixed
cases it is a local optimum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add, sub

from tavl.tournament.draws.entrants import KINDS, Player
from tavl.tournament.draws.lots import Lots

SHAKES = 3
Clashes = Sequence[Mapping[int, int]]  # of each one: with whom, and in how much: a set of bits, the lowest the least


def meeting(one: int, two: int) -> int:
    """The first round in which those on these leaves can meet."""
    return (one ^ two).bit_length()


def clashes_of(players: Sequence[Player]) -> list[dict[int, int]]:
    bits = {kind: 1 << at for at, kind in enumerate(reversed(KINDS))}
    found: list[dict[int, int]] = [{} for _ in players]
    for i, one in enumerate(players):
        for j in range(i):
            if shared := one.shares(players[j]):
                found[i][j] = found[j][i] = sum(bits[kind] for kind in shared)
    return found


def keep_apart(leaves: Sequence[int], groups: Sequence[int], clashes: Clashes, depth: int, tries: int = 1) -> list[int]:
    """The leaves after exchanges between those of the same group. With several tries, the best so far is disturbed a
    little and improved again, the same way each time."""
    if not any(clashes):
        return list(leaves)
    price = _prices(clashes, depth)
    least, best = _exchange(leaves, groups, clashes, price)
    lots = Lots(b"tavl", "keep apart")
    for _ in range(tries - 1):
        cost, found = _exchange(_disturbed(best, groups, lots), groups, clashes, price)
        if cost <= least:
            least, best = cost, found
    return best


def _disturbed(leaves: Sequence[int], groups: Sequence[int], lots: Lots) -> list[int]:
    start = list(leaves)
    for _ in range(SHAKES):
        i = lots.below(len(start))
        mates = [j for j, group in enumerate(groups) if group == groups[i]]
        j = mates[lots.below(len(mates))]
        start[i], start[j] = start[j], start[i]
    return start


def _exchange(
    leaves: Sequence[int], groups: Sequence[int], clashes: Clashes, price: Mapping[int, Sequence[int]]
) -> tuple[int, list[int]]:
    everyone = range(len(leaves))
    place = list(everyone)
    levels = [[meeting(p, q) for q in leaves] for p in leaves]
    # cost[i][p]: what i would meet from place p, everybody else standing still
    cost = [_costs(leaves, others, price) for others in clashes]
    mates = [[j for j in everyone if groups[j] == groups[i] and j != i] for i in everyone]

    def best_exchange(i: int) -> tuple[int, int]:
        """The best exchange: what it gains, and with whom."""
        p, row, others = place[i], cost[i], clashes[i]
        most, whom = 0, i
        for j in mates[i]:
            q, other = place[j], cost[j]
            gain = row[p] + other[q] - row[q] - other[p]
            if gain > most and j in others:  # they meet each other as before
                gain -= 2 * price[others[j]][levels[p][q]]
            if gain > most:
                most, whom = gain, j
        return most, whom

    def exchange(i: int, j: int) -> None:
        """For those who clash with both alike nothing changes."""
        p, q, mine, theirs = place[i], place[j], clashes[i], clashes[j]
        place[i], place[j] = q, p
        steps: dict[int, list[int]] = {}
        for m in {*mine.values(), *theirs.values()}:
            prices = price[m]
            steps[m] = [prices[a] - prices[b] for a, b in zip(levels[q], levels[p], strict=True)]
        for k in mine.keys() | theirs.keys():
            if (comes := mine.get(k)) != (goes := theirs.get(k)):
                if comes is not None:
                    cost[k] = list(map(add, cost[k], steps[comes]))
                if goes is not None:
                    cost[k] = list(map(sub, cost[k], steps[goes]))

    better = True
    while better:
        better = False
        for i in everyone:
            gain, j = best_exchange(i) if clashes[i] else (0, i)
            if gain:
                exchange(i, j)
                better = True
    return sum(cost[i][place[i]] for i in everyone), [leaves[place[i]] for i in everyone]


def _costs(leaves: Sequence[int], others: Mapping[int, int], price: Mapping[int, Sequence[int]]) -> list[int]:
    """What somebody would meet from each leaf: from the whole bracket down to the leaf, those who stand in the same
    part of it are counted once for each part."""
    by_mask: dict[int, list[int]] = {}
    for j, mask in others.items():
        by_mask.setdefault(mask, []).append(leaves[j])
    found = [0] * len(leaves)
    for mask, foes in by_mask.items():
        prices = price[mask]
        depth = len(prices) - 1
        worth = [len(foes) * prices[depth]]
        for level in range(depth - 1, -1, -1):
            step = prices[level] - prices[level + 1]
            worth = [each for each in worth for _ in (0, 1)]
            for foe in foes:
                worth[foe >> level] += step
        found = [cost + worth[leaf] for cost, leaf in zip(found, leaves, strict=True)]
    return found


def _prices(clashes: Clashes, depth: int) -> dict[int, list[int]]:
    """By mask and round: one meeting of a kind in a round outweighs all of that kind in later rounds and all of a
    lesser kind. Round 0, one's own place, costs nothing."""
    masks = sorted({mask for others in clashes for mask in others.values()})
    base = sum(map(len, clashes)) + 1

    def price(mask: int, level: int) -> int:
        bits = [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        return sum(base ** (bit * depth + depth - level) for bit in bits) if level else 0

    return {mask: [price(mask, level) for level in range(depth + 1)] for mask in masks}
