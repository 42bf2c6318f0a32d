"""Seeding of a bracket: by rating, by lots or by hand; byes, and what a seed is worth.

Byes stand opposite the first seeds, so each half, quarter and so on has as many as any other, or one more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tavl.rules.refusal import RuleError, refuse
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.kept_apart import clashes_of, keep_apart, meeting

T = TypeVar("T")
Shuffled = Callable[[Sequence[T]], list[T]]
Pair = tuple[str | None, str | None]
"""Two who meet in the first round; None for a bye."""


def bracket_size(entrants: int) -> int:
    """Places of a bracket: the next power of two."""
    return max(2, 1 << (entrants - 1).bit_length())


def seed_order(size: int) -> list[int]:
    """Seed numbers from the top of the bracket to its end: of the seeds up to any power of two, each has a part of
    the bracket to itself, and in every match the numbers add up to the same.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def by_rating(players: Sequence[Player], shuffled: Shuffled[Player]) -> list[Player]:
    """The highest rating first, unrated entrants last; lots among equals."""
    return sorted(shuffled(players), key=lambda player: (player.rating is None, -(player.rating or 0)))


def bands(seeds: int, entrants: int) -> list[int]:
    """The band of each place in the seeding: 1, 2, 3-4, 5-8, ... up to the last seed; the rest are one band."""
    return [(seed - 1).bit_length() if seed <= seeds else -1 for seed in range(1, entrants + 1)]


def draw_by_lots(players: Sequence[Player], shuffled: Shuffled[Player]) -> list[Pair]:
    """Everybody by lots; punctual entrants get byes before anybody who is late."""
    return draw_seeded(players, 0, shuffled)


def draw_seeded(ranking: Sequence[Player], seeds: int, shuffled: Shuffled[Player]) -> list[Pair]:
    """The first `seeds` of the ranking in their bands, the rest by lots, as FIBS-League's bracket has it when all are
    seeded. A seed who is late keeps the place but not the bye, as long as somebody punctual has none."""
    byes = bracket_size(len(ranking)) - len(ranking)
    drawn = shuffled(ranking[seeds:])
    lucky = [player for player in drawn if not player.late][: max(0, byes - seeds)]
    return _arrange([*ranking[:seeds], *lucky, *(player for player in drawn if player not in lucky)], seeds)


def _arrange(line: Sequence[Player], seeds: int) -> list[Pair]:
    """Seeds on their places, and family, club and country kept apart within a band."""
    if len(line) < 2:
        raise RuleError(refuse("draw_empty", "T1.1"))
    size = bracket_size(len(line))
    byes, depth = size - len(line), size.bit_length() - 1
    order = seed_order(size)
    leaf = {seed: at for at, seed in enumerate(order)}
    band = bands(seeds, len(line))
    groups = [band[n] * 2 + (n < byes) for n in range(len(line))]
    tries = min(20, 1000 // len(line))
    leaves = keep_apart([leaf[n + 1] for n in range(len(line))], groups, clashes_of(line), depth, tries)
    places: list[Player | None] = [None] * size
    for player, at in zip(line, leaves, strict=True):
        places[at] = player
    _take_byes_from_the_late(places)
    ids = [player.id if player else None for player in places]
    return list(zip(ids[::2], ids[1::2], strict=True))


def _take_byes_from_the_late(places: list[Player | None]) -> None:
    """A late seed's bye goes to the nearest punctual player without one, whose opponent the seed then meets."""
    for at in range(len(places)):
        player = places[at]
        if player is None or not player.late or places[at ^ 1] is not None:
            continue
        free = [
            other
            for other, whom in enumerate(places)
            if whom is not None and not whom.late and places[other ^ 1] is not None
        ]
        if free:
            other = min(free, key=lambda other: (meeting(at, other), other))
            places[at ^ 1], places[other] = places[other], None
