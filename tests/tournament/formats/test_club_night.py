"""Evening 1, steps 2 to 5: who met least, the one who waits, coming and going, the last start."""

from __future__ import annotations

from collections import Counter

import pytest

from tavl.rules.late_penalties import MINUTE
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.club_night import Free, Night, Proposal, propose

SEVEN = 19 * 60 * MINUTE  # 19:00, in milliseconds of the day
NIGHT = Night(length=5, ends_at=SEVEN + 210 * MINUTE)  # until 22:30


def clock(text: str) -> int:
    hours, minutes = map(int, text.split(":"))
    return (hours * 60 + minutes) * MINUTE


class Room:
    """Matches that last as long as the lots say; at each end whoever is free is paired."""

    def __init__(self, names: list[str], seed: bytes) -> None:
        self.seed = seed
        self.at = SEVEN
        self.here = dict.fromkeys(names, 0)  # and how often they waited before now
        self.waiting: set[str] = set()
        self.running: dict[tuple[str, str], int] = {}
        self.matches: list[tuple[int, str, str]] = []
        self.waits: list[tuple[str, dict[str, int]]] = []  # who began to wait, and the counts of all who were free
        self.proposals: list[Proposal] = []
        self.pair()

    def met(self, name: str) -> tuple[str, ...]:
        return tuple(a if b == name else b for _, a, b in self.matches if name in (a, b))

    def free(self) -> list[Free]:
        busy = {name for pair in self.running for name in pair}
        return [
            Free(player=Player(id=name), met=self.met(name), waited=waited, waits=name in self.waiting)
            for name, waited in self.here.items()
            if name not in busy
        ]

    def pair(self) -> Proposal:
        free = self.free()
        lots = Lots(self.seed, str(len(self.matches)))
        found = propose(NIGHT, free, len(self.running), self.at, lots)
        counts = {one.player.id: one.waited + one.waits for one in free}
        for one, two in (pair.players for pair in found.pairs):
            self.matches.append((self.at, one, two))
            self.running[one, two] = self.at + (30 + lots.below(50)) * MINUTE
            for name in (one, two):
                if name in self.waiting:
                    self.waiting.remove(name)
                    self.here[name] += 1
        if not found.finish:
            began = [name for name in found.waits if name not in self.waiting]
            if found.pairs:
                self.waits += [(name, counts) for name in began]
            self.waiting.update(began)
        self.proposals.append(found)
        return found

    def until(self, at: int) -> None:
        while self.running and min(self.running.values()) <= at:
            pair = min(self.running, key=lambda pair: (self.running[pair], pair))
            self.at = self.running.pop(pair)
            self.pair()
        self.at = at

    def joins(self, name: str) -> Proposal:
        self.here[name] = 0
        return self.pair()

    def leaves(self, name: str) -> None:
        del self.here[name]
        self.waiting.discard(name)


NAMES = [f"p{n:02}" for n in range(12)] + ["Ole"]


def evening(seed: bytes) -> Room:
    room = Room(NAMES, seed)
    room.until(clock("20:10"))
    room.joins("Kim")
    room.until(clock("20:45"))
    while any("Ole" in pair for pair in room.running):  # after a match
        room.until(min(room.running.values()) if room.running else room.at)
    if "Ole" in room.here:
        room.leaves("Ole")
    room.until(clock("22:30"))
    return room


def test_thirteen_make_six_pairs_and_one_who_waits() -> None:
    room = Room(NAMES, b"seed")
    assert len(room.proposals[0].pairs) == 6
    assert len(room.proposals[0].waits) == 1


def test_the_last_start_is_at_21_35() -> None:
    assert NIGHT.last_start == clock("21:35")
    free = [Free(player=Player(id="a")), Free(player=Player(id="b"))]
    assert len(propose(NIGHT, free, 0, clock("21:35"), Lots(b"s", "")).pairs) == 1
    late = propose(NIGHT, free, 0, clock("21:36"), Lots(b"s", ""))
    assert (late.pairs, late.finish) == ((), True)
    assert len(propose(NIGHT, free, 0, clock("21:36"), Lots(b"s", ""), anyway=True).pairs) == 1


def test_who_waits_meets_the_one_coming_free_whom_they_met_least() -> None:
    waiting = Free(player=Player(id="w"), met=("a",), waits=True)
    a = Free(player=Player(id="a"), met=("w", "b"))
    b = Free(player=Player(id="b"), met=("a",))
    found = propose(NIGHT, [waiting, a, b], 5, SEVEN, Lots(b"s", ""))
    assert [set(pair.players) for pair in found.pairs] == [{"w", "b"}]
    assert found.waits == ("a",)


def test_nobody_waits_again_before_the_others_who_are_free_even_for_a_better_pair() -> None:
    waiting = Free(player=Player(id="w"), met=("a", "b", "a", "b"), waits=True)
    a, b = (Free(player=Player(id=id), met=("w", "w", other)) for id, other in ("ac", "bd"))
    found = propose(NIGHT, [waiting, a, b], 5, SEVEN, Lots(b"s", ""))
    assert "w" in found.pairs[0].players


def test_two_who_just_played_wait_for_somebody_else_while_matches_are_on() -> None:
    a, b = (Free(player=Player(id=id), met=(other,)) for id, other in ("ab", "ba"))
    assert propose(NIGHT, [a, b], 3, SEVEN, Lots(b"s", "")).pairs == ()
    assert len(propose(NIGHT, [a, b], 0, SEVEN, Lots(b"s", "")).pairs) == 1


def test_kim_who_joins_is_paired_at_once_with_whoever_waits() -> None:
    room = Room(NAMES, b"seed")
    (waits,) = room.proposals[0].waits
    room.at = clock("20:10")
    assert [set(pair.players) for pair in room.joins("Kim").pairs] == [{waits, "Kim"}]


@pytest.mark.parametrize("seed", [b"1", b"2", b"3", b"4", b"5"])
def test_a_whole_evening(seed: bytes) -> None:
    room = evening(seed)
    left = max(at for at, *pair in room.matches if "Ole" in pair)
    assert left <= clock("21:35")
    assert not any("Ole" in pair.players for found in room.proposals[-5:] for pair in found.pairs)
    assert any("Ole" in pair for _, *pair in room.matches)  # kept
    assert max(at for at, *_ in room.matches) <= NIGHT.last_start
    assert room.proposals[-1].finish
    for name, counts in room.waits:
        assert counts[name] == min(counts.values())  # as far as matches end: of those free, who waited least
    met = Counter(frozenset(pair) for _, *pair in room.matches)
    assert max(met.values()) <= 2
    for (_, *one), (_, *two) in zip(room.matches, room.matches[1:], strict=False):
        assert set(one) != set(two)
