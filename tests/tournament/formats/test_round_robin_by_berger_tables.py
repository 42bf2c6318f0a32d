"""The tables are FIDE's, everybody meets everybody, and who leaves early is taken out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.tournament.draws.graph import Entry
from tavl.tournament.formats.round_robin import berger, counted, pairings, schedule
from tavl.tournament.standings.tie_breaks import Scored

# FIDE Handbook C.05, annex 1: Berger tables for 3 or 4, 5 or 6, 7 or 8, 9 or 10 players. Compared with the lists on
# c.w.fox.tripod.com/chess/berger.html and, for 10, in the manual of Vega Chess, appendix C.
FIDE = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}


@pytest.mark.parametrize("n", FIDE)
def test_the_tables_are_those_of_fide(n: int) -> None:
    assert [" ".join(f"{home}-{away}" for home, away in pairs) for pairs in berger(n)] == FIDE[n]


@pytest.mark.parametrize("n", [3, 5, 7])
def test_with_an_odd_number_each_is_free_once(n: int) -> None:
    free = [set(range(1, n + 1)).difference(*pairs) for pairs in berger(n)]
    assert sorted(free, key=min) == [{number} for number in range(1, n + 1)]
    full = [" ".join(pair for pair in line.split() if str(n + 1) not in pair) for line in FIDE[n + 1]]
    assert [" ".join(f"{home}-{away}" for home, away in pairs) for pairs in berger(n)] == full


@given(st.integers(2, 40), st.integers(1, 3))
def test_everybody_meets_everybody_once_a_cycle_and_nobody_plays_twice_in_a_round(n: int, cycles: int) -> None:
    rounds = schedule(n, cycles)
    assert len(rounds) == cycles * (n - 1 + n % 2)
    met = sorted(tuple(sorted(pair)) for pairs in rounds for pair in pairs)
    assert met == sorted([(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)] * cycles)
    for pairs in rounds:
        players = [number for pair in pairs for number in pair]
        assert len(players) == len(set(players))


@given(st.integers(2, 40))
def test_a_double_round_is_once_at_home_and_once_away(n: int) -> None:
    pairs = [pair for round in schedule(n, 2) for pair in round]
    assert len(pairs) == len(set(pairs)) == n * (n - 1)


@pytest.mark.parametrize("n", [4, 6, 8, 10, 12])
def test_in_a_double_round_nobody_is_at_home_or_away_three_times_running(n: int) -> None:
    """The last two rounds of the first cycle change places (FIDE C.05, annex 1; Vega Chess says why)."""
    for number in range(1, n + 1):
        homes = "".join("H" if any(home == number for home, _ in pairs) else "A" for pairs in schedule(n, 2))
        assert "HHH" not in homes
        assert "AAA" not in homes
    assert schedule(n) == berger(n)


@given(st.integers(2, 20).map(lambda half: 2 * half))
def test_homes_differ_by_one_at_most(n: int) -> None:
    homes = [sum(home == number for pairs in berger(n) for home, _ in pairs) for number in range(1, n + 1)]
    assert max(homes) - min(homes) <= 1


def test_the_matches_are_matches_of_the_graph() -> None:
    found = pairings(["a", "b", "c", "d"], 7, "group-A")
    assert [(p.id, p.one, p.two) for p in found[:2]] == [
        ("group-A.1.1", Entry("a"), Entry("d")),
        ("group-A.1.2", Entry("b"), Entry("c")),
    ]
    assert len({p.id for p in found}) == 6
    assert {p.length for p in found} == {7}
    assert pairings(["a"], 7, "group-A") == ()


def test_who_withdraws_before_half_the_matches_is_taken_out_and_later_not() -> None:
    matches = [Scored(one="a", two=other, winner=0) for other in "bcd"]
    left, out = counted({"b"}, matches, scheduled=3)
    assert out == {"b"}
    assert [m.two for m in left] == ["c", "d"]
    assert counted({"a"}, matches, scheduled=6) == (matches, set())
    assert counted({"a"}, matches, scheduled=7) == ([], {"a"})
    unplayed = [Scored(one="a", two="b", winner=0, played=False), *matches[1:]]
    assert counted({"a"}, unplayed, scheduled=5)[1] == {"a"}  # a walkover is no match played
