"""Ties are broken by the list in its order, scope and rule for starting again, and the deciding step is shown."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.tournament.draws.lots import Lots
from tavl.tournament.standings import tie_breaks
from tavl.tournament.standings.tie_breaks import HEAD_TO_HEAD, By, Restart, Scope, Scored, Table, TieBreak, rank

SCORE = TieBreak(By.SCORE)
AMONG_THE_TIED = TieBreak(By.POINT_DIFFERENCE, Scope.TIED)
OVERALL = TieBreak(By.POINT_DIFFERENCE)


def match(text: str, round: int = 0) -> Scored:
    """`A-B 7-5`; equal points are a draw."""
    (one, two), (a, b) = (part.split("-") for part in text.split())
    points = (int(a), int(b))
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    return Scored(one=one, two=two, winner=winner, drawn=winner is None, points=points, round=round)


def matches(text: str) -> list[Scored]:
    return [match(part.strip()) for part in text.split(",")]


GROUP_A = matches("A-B 7-5, B-C 7-2, C-A 7-6, A-D 7-3, B-D 7-6, C-D 7-0")


def order(found: tuple[tie_breaks.Placed, ...]) -> str:
    return "".join(placed.entrant for placed in found)


def test_evening_5_head_to_head_then_difference_among_the_tied_starting_again() -> None:
    found = rank("ABCD", GROUP_A, (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED), Restart.EACH_PLACE)
    assert order(found) == "BCAD"
    assert [(p.place, p.shared, p.score) for p in found] == [
        (1, False, "2"),
        (2, False, "2"),
        (3, False, "2"),
        (4, False, "0"),
    ]


def test_evening_5_shows_what_decided_each_place() -> None:
    found = {p.entrant: p for p in rank("ABCD", GROUP_A, (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED), Restart.EACH_PLACE)}
    differences = {entrant: found[entrant].decisions[1] for entrant in "ABC"}
    assert {entrant: decision.value for entrant, decision in differences.items()} == {"A": "1", "B": "3", "C": "-4"}
    assert {decision.among for decision in differences.values()} == {("B", "A", "C")}
    assert found["B"].decided_by == tie_breaks.Decision(AMONG_THE_TIED, ("B", "A", "C"), "3")
    assert found["C"].decided_by == tie_breaks.Decision(HEAD_TO_HEAD, ("C", "A"), "1")
    assert found["A"].decided_by == tie_breaks.Decision(HEAD_TO_HEAD, ("C", "A"), "0")
    assert found["D"].decided_by == tie_breaks.Decision(SCORE, ("A", "B", "C", "D"), "0")


def test_evening_5_the_overall_difference_would_have_sent_a_and_b() -> None:
    for restart in Restart:
        assert order(rank("ABCD", GROUP_A, (SCORE, HEAD_TO_HEAD, OVERALL), restart))[:2] == "AB"


def test_evening_5_without_starting_again_b_and_a() -> None:
    assert order(rank("ABCD", GROUP_A, (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED), Restart.NEVER)) == "BACD"
    assert order(rank("ABCD", GROUP_A, (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED), Restart.STILL_TIED)) == "BACD"


def test_the_three_nordic_and_italian_draws_of_euro_2004_are_told_apart_by_goals_among_them() -> None:
    """UEFA Euro 2004, group C, final table (uefa.com): Sweden, Denmark, Italy, Bulgaria; five points each for three."""
    played = matches("Den-Ita 0-0, Swe-Bul 5-0, Bul-Den 0-2, Ita-Swe 1-1, Ita-Bul 2-1, Den-Swe 2-2")
    steps = (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED, TieBreak(By.POINTS, Scope.TIED), OVERALL)
    found = rank(["Bul", "Den", "Ita", "Swe"], played, steps, Restart.STILL_TIED)
    assert [p.entrant for p in found] == ["Swe", "Den", "Ita", "Bul"]
    assert [p.decided_by.value for p in found if p.decided_by] == ["3", "2", "1", "0"]
    assert {p.decided_by.step.by for p in found[:3] if p.decided_by} == {By.POINTS}


def test_greece_before_russia_at_euro_2012_by_head_to_head_and_behind_by_the_overall_difference() -> None:
    """UEFA Euro 2012, group A, final table (uefa.com): Czech Republic, Greece, Russia, Poland."""
    played = matches("Pol-Gre 1-1, Rus-Cze 4-1, Gre-Cze 1-2, Pol-Rus 1-1, Gre-Rus 1-0, Cze-Pol 1-0")
    teams = ["Cze", "Gre", "Pol", "Rus"]
    assert [p.entrant for p in rank(teams, played, (SCORE, HEAD_TO_HEAD))] == ["Cze", "Gre", "Rus", "Pol"]
    assert [p.entrant for p in rank(teams, played, (SCORE, OVERALL))] == ["Cze", "Rus", "Gre", "Pol"]


CROSS_TABLE = {
    "A": ".==1111",
    "B": "=.==111",
    "C": "==.==11",
    "D": "0==.111",
    "E": "00=0.11",
    "F": "00000.1",
    "G": "000000.",
}


def cross_table(rows: dict[str, str]) -> list[Scored]:
    names = list(rows)
    return [
        Scored(one=one, two=two, winner={"1": 0, "0": 1}.get(rows[one][j]), drawn=rows[one][j] == "=", round=i + j)
        for i, one in enumerate(names)
        for j, two in enumerate(names)
        if i < j
    ]


def test_sonneborn_berger_as_in_the_example_of_the_german_wikipedia() -> None:
    """de.wikipedia.org, Sonneborn-Berger-Wertung: C and D have 4 points each, C stands before D with 9 to 7.75."""
    table = Table(CROSS_TABLE, cross_table(CROSS_TABLE), rounds=6)
    step = TieBreak(By.SONNEBORN_BERGER)
    assert {e: tie_breaks.text(v) for e, v in table.values(step, list("CD"), list("CD")).items()} == {
        "C": "9",
        "D": "7.75",
    }
    found = rank(CROSS_TABLE, cross_table(CROSS_TABLE), (SCORE, step), rounds=6)
    assert order(found) == "ABCDEFG"
    assert [p.score for p in found] == ["5", "4.5", "4", "4", "2.5", "1", "0"]


def value(step: TieBreak, entrant: str, played: list[Scored], **more: int) -> Fraction:
    everybody = {e for m in played for e in (m.one, m.two) if e is not None}
    return Table(everybody, played, **more).values(step, [entrant], sorted(everybody))[entrant]


def test_buchholz_cuts_the_worst_and_the_best_opponent() -> None:
    played = matches("A-B 5-0, A-C 5-0, A-D 5-0, B-C 5-0, B-D 5-0, C-D 5-0")
    assert value(TieBreak(By.BUCHHOLZ), "A", played) == 2 + 1 + 0
    assert value(TieBreak(By.BUCHHOLZ, cut_lowest=1), "A", played) == 2 + 1
    assert value(TieBreak(By.BUCHHOLZ, cut_lowest=2), "A", played) == 2
    assert value(TieBreak(By.BUCHHOLZ, cut_lowest=1, cut_highest=1), "A", played) == 1


def test_a_bye_and_a_round_missed_count_as_an_opponent_with_the_own_score() -> None:
    played = [match("A-B 5-0", 1), Scored(one="A", round=2)]
    assert value(TieBreak(By.BUCHHOLZ), "A", played, rounds=3) == 0 + 2 + 2
    assert value(TieBreak(By.SONNEBORN_BERGER), "A", played, rounds=3) == 0 + 2
    assert value(TieBreak(By.WINS), "A", played) == 1
    assert value(TieBreak(By.SCORE), "A", played) == 2


def test_a_walkover_is_won_but_its_opponent_is_no_opponent_for_buchholz() -> None:
    played = [match("A-B 5-0", 1), Scored(one="B", two="C", winner=0, played=False, round=2), match("B-D 5-1", 3)]
    assert value(TieBreak(By.SCORE), "B", played) == 2
    assert value(TieBreak(By.BUCHHOLZ), "B", played) == 1 + 2 + 0


def test_opponents_wins_are_the_mean_share_that_they_won() -> None:
    played = matches("A-B 5-0, A-C 0-5, B-C 5-0, C-D 5-0")
    assert value(TieBreak(By.OPPONENTS_WINS), "A", played) == (Fraction(1, 2) + Fraction(2, 3)) / 2


def test_progress_is_the_score_after_each_round_added_up() -> None:
    played = [match("A-B 5-0", 1), match("A-C 0-5", 2), match("A-D 5-0", 3)]
    assert value(TieBreak(By.PROGRESS), "A", played) == 1 + 1 + 2


def test_head_to_head_of_three_who_did_not_all_meet_counts_only_for_who_beat_both() -> None:
    step = (SCORE, HEAD_TO_HEAD)
    beat_both = matches("A-B 5-0, A-C 5-0, B-X 5-0, C-X 5-0, Y-A 5-0")[:4]
    played = [*beat_both, *matches("B-Y 5-0, C-Y 5-0")]
    assert [p.entrant for p in rank("ABC", played, step)] == ["A", "B", "C"]
    one_only = [*matches("A-B 5-0, A-X 5-0, B-X 5-0, B-Y 5-0, C-X 5-0, C-Y 5-0")]
    assert all(p.shared for p in rank("ABC", one_only, step))


def test_evening_4_the_trophy_of_three_tied_for_second() -> None:
    """Head to head tells nothing (they did not all meet), Buchholz without the worst does, and is shown."""
    played = [
        *(match(m, 1) for m in ("W-B 5-1", "A-X 5-0", "C-Y 5-2")),
        *(match(m, 2) for m in ("W-A 5-4", "B-T 5-3", "C-Z 5-0")),
        *(match(m, 3) for m in ("W-C 5-0", "B-Y 5-0", "A-Z 5-1", "X-V 5-0")),
    ]
    steps = (SCORE, HEAD_TO_HEAD, TieBreak(By.BUCHHOLZ, cut_lowest=1))
    found = rank("WABCXYZVT", played, steps, rounds=3)
    second, third, fourth = found[1:4]
    assert (second.entrant, second.place, second.score, second.shared) == ("A", 2, "2", False)
    assert second.decided_by == tie_breaks.Decision(steps[2], ("A", "B", "C"), "4")
    assert {(p.entrant, p.place, p.shared) for p in (third, fourth)} == {("B", 3, True), ("C", 3, True)}


def test_lots_come_last_and_need_a_seed() -> None:
    steps = (SCORE, TieBreak(By.LOTS))
    found = rank("ABCD", [], steps, lots=Lots(b"seed", "places"))
    assert order(found) == "".join(reversed(Lots(b"seed", "places").by_lot("ABCD")))
    assert not any(p.shared for p in found)
    with pytest.raises(ValueError, match="seed"):
        rank("ABCD", [], steps)


def test_nobody_and_no_steps_are_no_error() -> None:
    assert rank([], [], (SCORE,)) == ()
    assert [p.place for p in rank("AB", [], ())] == [1, 1]


results = st.lists(
    st.tuples(st.permutations("ABCDE"), st.integers(0, 4), st.booleans()).map(
        lambda t: match(f"{t[0][0]}-{t[0][1]} " + (f"5-{t[1]}" if t[2] else f"{t[1]}-5"))
    ),
    max_size=10,
)


@given(results, st.sampled_from(Restart), st.randoms(use_true_random=False))
def test_every_place_is_given_once_whatever_the_order_of_names_and_matches(
    played: list[Scored], restart: Restart, random: object
) -> None:
    steps = (SCORE, HEAD_TO_HEAD, AMONG_THE_TIED, TieBreak(By.BUCHHOLZ, cut_lowest=1), TieBreak(By.LOTS))
    seeded = Lots(b"seed", "places")
    found = rank("ABCDE", played, steps, restart, seeded)
    assert [p.place for p in found] == [1, 2, 3, 4, 5]
    assert sorted(order(found)) == list("ABCDE")
    scores = [Fraction(p.score) for p in found]
    assert scores == sorted(scores, reverse=True)
    shuffled = played[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rank("EDCBA", shuffled, steps, restart, seeded) == found
