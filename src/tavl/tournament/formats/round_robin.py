"""Everybody against everybody, by Berger tables (FIDE C.05), once or more; the one named first is at home.

In the odd rounds 1, 3, 5, ... of n players numbers 1, 2, 3, ... are at home against n, in the even ones n is at home
against n/2 + 1, n/2 + 2, ...; the others pair off from that number's neighbours outwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tavl.tournament.draws.graph import Entry, Pairing, pairing_id
from tavl.tournament.standings.tie_breaks import Scored

Rounds = tuple[tuple[tuple[int, int], ...], ...]


def berger(n: int) -> Rounds:
    """Home and away by number, from 1. With an odd n, whoever would meet number n + 1 is free."""
    if n < 2:
        return ()
    even = n + n % 2
    others = even - 1
    rounds = []
    for round in range(1, even):
        half = (round + 1) // 2
        first = half if round % 2 else even // 2 + half
        pairs = [(first, even) if round % 2 else (even, first)]
        pairs += [((first + i - 1) % others + 1, (first - i - 1) % others + 1) for i in range(1, even // 2)]
        rounds.append(tuple(pair for pair in pairs if n == even or even not in pair))
    return tuple(rounds)


def schedule(n: int, cycles: int = 1) -> Rounds:
    """With every second cycle the other way round: home and away. The last two rounds of a cycle that another follows
    change places, as FIDE recommends, so that nobody is at home or away three times running."""
    once = berger(n)
    back = tuple(tuple((away, home) for home, away in pairs) for pairs in once)
    found: list[tuple[tuple[int, int], ...]] = []
    for cycle in range(cycles):
        rounds = back if cycle % 2 else once
        found += rounds if cycle == cycles - 1 else (*rounds[:-2], *reversed(rounds[-2:]))
    return tuple(found)


def pairings(
    entrants: Sequence[str], length: int, stage: str, cycles: int = 1, best_of: int = 1
) -> tuple[Pairing, ...]:
    """All matches; the entrants in the order of their numbers."""
    return tuple(
        Pairing(
            id=pairing_id(stage, round, number),
            stage=stage,
            round=round,
            number=number,
            one=Entry(entrants[home - 1]),
            two=Entry(entrants[away - 1]),
            length=length,
            best_of=best_of,
        )
        for round, pairs in enumerate(schedule(len(entrants), cycles), start=1)
        for number, (home, away) in enumerate(pairs, start=1)
    )


def taken_out(withdrawn: Collection[str], matches: Iterable[Scored], scheduled: int) -> set[str]:
    """Who of those who withdrew had played fewer than half of their matches: all their matches leave the table. The
    others' stay, and what they have left is lost without play."""
    played = dict.fromkeys(sorted(withdrawn), 0)
    for match in matches:
        for entrant in (match.one, match.two):
            if entrant in played and match.played:
                played[entrant] += 1
    return {entrant for entrant, number in played.items() if 2 * number < scheduled}


def counted(withdrawn: Collection[str], matches: Iterable[Scored], scheduled: int) -> tuple[list[Scored], set[str]]:
    """The matches that count for the table, and who is no longer in it."""
    matches = list(matches)
    out = taken_out(withdrawn, matches, scheduled)
    return [match for match in matches if match.one not in out and match.two not in out], out
