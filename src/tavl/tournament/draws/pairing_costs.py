"""What a pair costs in each aim of a round, and the weights computed from it.

Every aim gives each pair, or bye, a cost. A better total in an earlier aim beats anything in the later ones: each aim
has so many bits of the weight that the costs of a whole round cannot run over into the aim before it. What is left of
the weight is lots: the product modulo 2**64 of the two players' weights (`Lots.weight`, made odd), its top bits. So the
best round is one and the same whatever order the players come in, and whoever has the seed can find it again.

Which aims there are is said here; which ones a format has and in what order, in the format: `SWISS_AIMS` in
`formats/swiss/pairing_priorities.py`, for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tavl.tournament.draws.entrants import KINDS, Player
from tavl.tournament.draws.lots import Lots

Costs = NDArray[np.int64]

WEIGHT_BITS = 118  # of rustworkx's 127: it doubles weights, and adds them up along the way
MIN_LOT_BITS = 24
MAX_MET = 15  # a pair that met more often counts as having met so often
MAX_FLOAT = 15


class PairingError(ValueError):
    """Something that no round can have. `code` says what, `facts` where."""

    def __init__(self, code: str, **facts: int | str) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code + "".join(f", {key}={value}" for key, value in facts.items()))


class Aim(StrEnum):
    """What a round should avoid."""

    NAMED = "named"  # pairs whom the director keeps apart
    REMATCH = "rematch"
    SECOND_BYE = "second_bye"  # or a bye for somebody who has already missed rounds
    LATE_BYE = "late_bye"  # a bye for somebody who was not there in time
    HIGH_BYE = "high_bye"  # a bye for another than the lowest
    FLOAT = "float"  # a pair out of two score groups: the square of the difference, so two small ones before a big one
    SECOND_FLOAT = "second_float"  # up or down for somebody who floated the same way in the round before
    FAMILY = "family"
    CLUB = "club"
    COUNTRY = "country"
    MET = "met"  # the square of how often they met, so a third time comes after two second ones
    LAST = "last"  # the same opponent as the last time


class Contender(Struct, frozen=True, kw_only=True):
    """A player who is to be paired now, with what came before."""

    player: Player
    score: int = 0
    met: tuple[str, ...] = ()  # opponents so far, in order, one as often as they met
    byes: int = 0
    missed: int = 0  # rounds not played: come late, paused
    floated: int = 0  # in the round before: 1 up (met somebody with more), -1 down

    @property
    def id(self) -> str:
        return self.player.id


class Field:
    """The players of a round in a fixed order, with the costs of any pair. The bye is one more, behind the last."""

    def __init__(self, contenders: Iterable[Contender], aims: Sequence[Aim], apart: Iterable[tuple[str, str]]) -> None:
        self.contenders = sorted(contenders, key=lambda contender: contender.id)
        self.aims = tuple(aims)
        self.index = {contender.id: place for place, contender in enumerate(self.contenders)}
        if len(self.index) < len(self.contenders):
            ids = [contender.id for contender in self.contenders]
            raise PairingError("player_twice", player=next(id for id in ids if ids.count(id) > 1))
        self.nobody = len(self.contenders)
        self.size = self.nobody + self.nobody % 2
        self.score = np.array([c.score for c in self.contenders] + [0], dtype=np.int64)
        self.floated = np.array([c.floated for c in self.contenders] + [0], dtype=np.int64)
        self.met, self.last, self.named = self._square(), self._square(), self._square()
        pairs = [(a, self.index[id]) for a, c in enumerate(self.contenders) for id in c.met if id in self.index]
        np.add.at(self.met, tuple(np.array(pairs, dtype=np.int64).reshape(-1, 2).T), 1)
        self.met = np.minimum(np.maximum(self.met, self.met.T), MAX_MET)  # one of the two saying it is enough
        for a, contender in enumerate(self.contenders):
            if contender.met and (b := self.index.get(contender.met[-1])) is not None:
                self.last[a, b] = self.last[b, a] = 1
        for one, two in apart:
            if one in self.index and two in self.index:
                a, b = self.index[one], self.index[two]
                self.named[a, b] = self.named[b, a] = 1
        self.kinds = {kind: self._numbers([getattr(c.player, kind) for c in self.contenders]) for kind in KINDS}
        lowest = min((c.score for c in self.contenders), default=0)
        self.byes = {
            Aim.SECOND_BYE: np.array([8 * min(c.byes, 7) + min(c.missed, 7) for c in self.contenders], dtype=np.int64),
            Aim.LATE_BYE: np.array([int(c.player.late) for c in self.contenders], dtype=np.int64),
            Aim.HIGH_BYE: np.array([min(c.score - lowest, 63) for c in self.contenders], dtype=np.int64),
        }

    def _square(self) -> NDArray[np.int16]:
        return np.zeros((self.nobody + 1, self.nobody + 1), dtype=np.int16)

    def _numbers(self, names: list[str | None]) -> Costs:
        """The same number for the same name; without a name, a unique number."""
        numbers = {name: number for number, name in enumerate(sorted({name for name in names if name is not None}))}
        return np.array([numbers[n] if n is not None else -1 - i for i, n in enumerate(names)] + [-1 - len(names)])

    def all_edges(self) -> tuple[Costs, Costs]:
        first, second = np.triu_indices(self.size, 1)
        return first, second

    def nearest(self, lots: Lots, count: int) -> tuple[Costs, Costs]:
        """Each with so many of the nearest whom they have not met, half of them above, in the order of scores and among
        equals of lots; and everybody with the bye."""
        lot = {contender.id: lots.weight(contender.id) for contender in self.contenders}
        ranked = sorted(range(self.nobody), key=lambda a: (-self.contenders[a].score, lot[self.contenders[a].id]))
        order = np.array(ranked, dtype=np.int64)
        free = np.triu(((self.met == 0) & (self.named == 0))[np.ix_(order, order)], 1)
        above, below = np.nonzero(free & (np.cumsum(free, axis=1, dtype=np.int32) <= count // 2))
        one, two = order[above], order[below]
        first, second = np.minimum(one, two), np.maximum(one, two)
        if self.size > self.nobody:
            everybody = np.arange(self.nobody, dtype=np.int64)
            first = np.concatenate([first, everybody])
            second = np.concatenate([second, np.full(self.nobody, self.nobody, dtype=np.int64)])
        return first, second

    def cost(self, aim: Aim, a: Costs, b: Costs) -> Costs:
        """Of these pairs, `a` before `b`, so that `b` may be nobody."""
        bye = b == self.nobody
        if aim in self.byes:
            return np.where(bye, self.byes[aim][np.minimum(a, self.nobody - 1)], 0)
        if aim in self.kinds:
            return _int((self.kinds[aim][a] == self.kinds[aim][b]) & ~bye)
        if aim is Aim.NAMED:
            return _int(self.named[a, b])
        if aim is Aim.REMATCH:
            return _int(self.met[a, b] > 0)
        if aim is Aim.MET:
            return _int(self.met[a, b]) ** 2
        if aim is Aim.LAST:
            return _int(self.last[a, b])
        gap = np.where(bye, 0, np.clip(self.score[a] - self.score[b], -MAX_FLOAT, MAX_FLOAT))
        if aim is Aim.FLOAT:
            return _int(gap * gap)
        sign = np.sign(gap)  # 1 where a floats down and b up
        return _int((sign != 0) & (self.floated[a] == -sign)) + _int((sign != 0) & (self.floated[b] == sign))

    def costs(self, matching: Iterable[tuple[int, int]]) -> dict[Aim, Costs]:
        """Of each pair, by aim."""
        a, b = np.array(list(matching), dtype=np.int64).reshape(-1, 2).T
        return {aim: self.cost(aim, a, b) for aim in self.aims}

    def totals(self, matching: Iterable[tuple[int, int]]) -> dict[Aim, int]:
        return {aim: int(cost.sum()) for aim, cost in self.costs(matching).items()}

    def cannot_be_better(self, matching: Sequence[tuple[int, int]]) -> bool:
        """Whether every aim has reached what no round can go below: 0; of byes the best there is; of floats what the
        scores paired off in their order come to."""
        totals = self.totals(matching)
        byes = [aim for aim in self.aims if aim in self.byes]
        if self.size > self.nobody:
            if Aim.HIGH_BYE not in byes:
                return False  # another one's bye might leave smaller floats
            best = min(zip(*(self.byes[aim].tolist() for aim in byes), strict=True))
            if tuple(totals[aim] for aim in byes) != best:
                return False
        scores = np.sort(self.score[[place for pair in matching if self.nobody not in pair for place in pair]])
        gaps = np.minimum(np.diff(scores)[::2], MAX_FLOAT)
        bounds = {Aim.FLOAT: int((gaps * gaps).sum())}
        return all(totals[aim] == bounds.get(aim, 0) for aim in self.aims if aim not in byes)

    def promising(self, matching: Sequence[tuple[int, int]]) -> tuple[Costs, Costs]:
        """All pairs that a best round can have, once some round is known: up to the first aim in which that one is
        above what no round can go below, the best one is at that bound too, and has no pair that would exceed it."""
        totals, (a, b) = self.totals(matching), self.all_edges()
        holders = np.ones(self.nobody + 1, dtype=bool)  # who can have the bye
        for aim in self.aims:
            if aim in self.byes:
                if self.size == self.nobody:
                    continue
                least = self.byes[aim][holders[:-1]].min()
                if totals[aim] != least:
                    break
                holders[:-1] &= self.byes[aim] == least
                kept = (b != self.nobody) | holders[a]
            elif aim is Aim.FLOAT:
                if self.size > self.nobody and Aim.HIGH_BYE not in self.aims:
                    break
                floats = self._floats(matching, totals[aim], a, b)
                if floats is None:
                    break
                kept = floats
            elif totals[aim]:
                break
            else:
                kept = self.cost(aim, a, b) == 0
            if not kept.all():
                a, b = a[kept], b[kept]
        return a, b

    def _floats(self, matching: Sequence[tuple[int, int]], total: int, a: Costs, b: Costs) -> NDArray[np.bool_] | None:
        """The pairs of equal scores, and those beside each other where somebody has to float; none where this round
        floats more than it must."""
        scores = np.sort(self.score[[place for pair in matching if self.nobody not in pair for place in pair]])
        gaps = np.diff(scores)[::2]
        bound = int((np.minimum(gaps, MAX_FLOAT) ** 2).sum())
        if total != bound:
            return None
        cost = self.cost(Aim.FLOAT, a, b)
        if gaps.max(initial=0) <= 1:
            crossed = np.isin(np.minimum(self.score[a], self.score[b]), scores[::2][gaps == 1])
            beside: NDArray[np.bool_] = (cost == 0) | ((cost == 1) & crossed)
            return beside
        return cost <= bound

    def rank(self, pair: tuple[int, int]) -> tuple[bool, int, int, tuple[int, int]]:
        """For the order of the tables: the higher score of the two, then the sum, then the ids."""
        scores = [int(self.score[place]) for place in pair if place != self.nobody]
        return (self.nobody in pair, -max(scores), -sum(scores), pair)

    def weights(self, lots: Lots, edges: tuple[Costs, Costs]) -> tuple[list[int], tuple[str, ...]]:
        """Greater is better: the worst cost minus this one."""
        a, b = edges
        pairs = self.size // 2
        fields = [(self.cost(aim, a, b), aim) for aim in self.aims]
        widths = [_bits(int(cost.max(initial=0)), 1 if aim in self.byes else pairs) for cost, aim in fields]
        kept = len(fields)
        while sum(widths[:kept]) + MIN_LOT_BITS > WEIGHT_BITS:
            kept -= 1
        lot_bits = min(62, WEIGHT_BITS - sum(widths[:kept]))
        parts = [(cost, width) for (cost, _), width in zip(fields[:kept], widths[:kept], strict=True) if width]
        parts.append((self.lot_costs(lots, edges, lot_bits - pairs.bit_length()), lot_bits))
        worst = 1 << sum(width for _, width in parts)
        return [worst - cost for cost in _packed(parts)], tuple(str(aim) for _, aim in fields[kept:])

    def lot_costs(self, lots: Lots, edges: tuple[Costs, Costs], bits: int) -> Costs:
        each = [lots.weight(contender.id) % (1 << 64) | 1 for contender in self.contenders]
        each.append(lots.weight("") % (1 << 64) | 1)  # the bye's
        numbers = np.array(each, dtype=np.uint64)
        product = numbers[edges[0]] * numbers[edges[1]]  # wraps at 2**64
        return (product >> np.uint64(64 - bits)).astype(np.int64)

    def checked(self, pairs: Iterable[tuple[str, str | None]]) -> list[tuple[int, int]]:
        """A round by hand, as indices. Only an impossible round is refused."""
        seen: set[str] = set()
        matching = []
        for pair in pairs:
            players = [id for id in pair if id is not None]
            if len(players) == 0:
                raise PairingError("byes_together")
            for id in players:
                if id not in self.index:
                    raise PairingError("unknown_player", player=id)
                if id in seen:
                    raise PairingError("player_twice", player=id)
                seen.add(id)
            places = sorted([*(self.index[id] for id in players), self.nobody][:2])
            matching.append((places[0], places[1]))
        return sorted(matching, key=self.rank)


def _int(array: NDArray[Any]) -> Costs:
    return array.astype(np.int64)


def _bits(most: int, pairs: int) -> int:
    """For the costs of a whole round."""
    return (most * pairs).bit_length()


def _packed(parts: Sequence[tuple[Costs, int]]) -> list[int]:
    """The costs side by side in one integer, the first on top: as words of 62 bits, then as integers without bounds."""
    words: list[tuple[Costs, int]] = []
    for cost, width in parts:
        if words and words[-1][1] + width <= 62:
            word, used = words[-1]
            words[-1] = ((word << width) + cost, used + width)
        else:
            words.append((cost, width))
    packed: list[int] = words[0][0].tolist()
    for word, width in words[1:]:
        packed = [(high << width) + low for high, low in zip(packed, word.tolist(), strict=True)]
    return packed
