"""Single elimination: the first round as it was drawn, from the top of the sheet to its end, and what follows from it.

The draw is data: pairs of entrants, none for a bye. Byes stand opposite the first seeds, so each half, quarter and so
on has as many as any other, or one more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Entry, Pairing, Source, WinnerOf, pairing_id
from tavl.tournament.draws.seeding import Shuffled, bands, bracket_size, clashes_of, keep_apart, meeting, seed_order

Pair = tuple[str | None, str | None]
MAIN = "main"


class Lengths(Struct, frozen=True, kw_only=True):
    """Points by round. Rounds may be counted from the first, or back from the last: the final, the semi-finals, ..."""

    points: int
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()  # the final's first; goes before `first` where a round is in both
    best_of: int = 1
    best_of_last: tuple[int, ...] = ()

    def of(self, round: int, rounds: int) -> int:
        back = rounds - round
        if back < len(self.last):
            return self.last[back]
        return self.first[round - 1] if round <= len(self.first) else self.points

    def best(self, round: int, rounds: int) -> int:
        back = rounds - round
        return self.best_of_last[back] if back < len(self.best_of_last) else self.best_of


def lay_out(seeded: Sequence[str]) -> list[Pair]:
    """The first round with these as seeds 1, 2, ...: byes for the first of them."""
    order = seed_order(bracket_size(len(seeded)))
    places = [seeded[seed - 1] if seed <= len(seeded) else None for seed in order]
    return list(zip(places[::2], places[1::2], strict=True))


def draw_by_lots(players: Sequence[Player], shuffled: Shuffled[Player]) -> list[Pair]:
    """Everybody by lots; byes for the punctual before anybody who is late."""
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


def bracket(draw: Sequence[Pair], lengths: Lengths, stage: str = MAIN) -> list[Pairing]:
    """All matches of the bracket. A hand-made draw may have any number of pairs: an odd one out has a bye."""
    first: list[tuple[Source, Source]] = [(_source(one), _source(two)) for one, two in draw]
    rounds = (len(first) - 1).bit_length() + 1
    pairings: list[Pairing] = []
    pairs = first
    for round in range(1, rounds + 1):
        for number, (one, two) in enumerate(pairs, 1):
            pairings.append(make_pairing(stage, round, number, (one, two), lengths, rounds))
        winners: list[Source] = [WinnerOf(pairing_id(stage, round, number + 1)) for number in range(len(pairs))]
        if len(winners) % 2:
            winners.append(Bye())
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
    return pairings


def make_pairing(
    stage: str, round: int, number: int, sources: tuple[Source, Source], lengths: Lengths, rounds: int
) -> Pairing:
    return Pairing(
        id=pairing_id(stage, round, number),
        stage=stage,
        round=round,
        number=number,
        one=sources[0],
        two=sources[1],
        length=lengths.of(round, rounds),
        best_of=lengths.best(round, rounds),
    )


def _source(entrant: str | None) -> Source:
    return Bye() if entrant is None else Entry(entrant)


# A draw made by hand, and changes to a draw


def why_not_draw(draw: Sequence[Pair], entrants: Collection[str]) -> Refused | None:
    """Only what no draw may have: nobody at all, a stranger, one entrant twice, two byes together."""
    if not draw:
        return refuse("draw_empty", "T1.1")
    seen: set[str] = set()
    for number, pair in enumerate(draw, 1):
        if pair == (None, None):
            return refuse("draw_two_byes_together", "T1.1", number=number)
        for entrant in pair:
            if entrant is None:
                continue
            if entrant not in entrants:
                return refuse("draw_of_a_stranger", "T1.1", number=number, entrant=entrant)
            if entrant in seen:
                return refuse("drawn_twice", "T1.1", number=number, entrant=entrant)
            seen.add(entrant)
    return None


def left_out(draw: Iterable[Pair], entrants: Iterable[str]) -> list[str]:
    """Who entered and is not in the draw: to be warned of, not refused."""
    drawn = {entrant for pair in draw for entrant in pair}
    return [entrant for entrant in entrants if entrant not in drawn]


def open_places(draw: Sequence[Pair], closed: Collection[int] = ()) -> list[tuple[int, int]]:
    """Bye places for late entrants, in the order in which they are offered: (pair, place), counted from 0. Each is
    taken from the part of the bracket that has most byes left. `closed` are pairs whose next match has begun."""
    order = seed_order(bracket_size(2 * len(draw)))
    byes = [2 * n + pair.index(None) for n, pair in enumerate(draw) if None in pair and n not in closed]
    offered: list[tuple[int, int]] = []
    while byes:
        depth = len(order).bit_length() - 1
        part = byes
        for level in range(depth - 1, 0, -1):  # halves, quarters, ... down to pairs
            blocks = {leaf >> level for leaf in part}
            sizes = {block: sum(leaf >> level == block for leaf in part) for block in blocks}
            most = max(sizes.values())
            part = [leaf for leaf in part if sizes[leaf >> level] == most]
        leaf = max(part, key=lambda leaf: order[leaf ^ 1])  # the last of the seeds that have one
        byes.remove(leaf)
        offered.append(divmod(leaf, 2))
    return offered


def swap(draw: Sequence[Pair], one: tuple[int, int], two: tuple[int, int]) -> list[Pair] | Refused:
    """Two places exchanged, a bye's place included."""
    flat = [entrant for pair in draw for entrant in pair]
    leaves = []
    for number, seat in (one, two):
        if not (0 <= number < len(draw) and seat in (0, 1)):
            return refuse("no_such_place_in_draw", "T1.1", number=number + 1)
        leaves.append(2 * number + seat)
    i, j = leaves
    flat[i], flat[j] = flat[j], flat[i]
    swapped = list(zip(flat[::2], flat[1::2], strict=True))
    return why_not_draw(swapped, {entrant for entrant in flat if entrant is not None}) or swapped
