"""Single elimination: the first round as it was drawn, from the top of the sheet to its end, and what follows from it.

The draw is data: pairs of entrants, none for a bye. Byes stand opposite the first seeds, so each half, quarter and so
on has as many as any other, or one more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.draws.graph import Bye, Entry, Pairing, Source, WinnerOf, pairing_id
from tavl.tournament.draws.seeding import Pair, bracket_size, seed_order

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
    """Only an impossible draw is refused: no entrants, a stranger, one entrant twice, two byes together."""
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
