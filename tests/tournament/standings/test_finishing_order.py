"""Everybody has a place, without a gap, whatever happened."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.draws.graph import How, Outcome, Pairing, resolve
from tavl.tournament.formats.consolation import losers, losers_bracket
from tavl.tournament.formats.double_and_triple_elimination import double_elimination
from tavl.tournament.formats.single_elimination import Lengths, bracket
from tavl.tournament.standings.places import DOUBLE_ORDER, Mark, Place, finishing_order
from tests.tournament.entrants_and_outcomes import first_named_wins, ids, lay_out, play
from tests.tournament.formats.test_consolation import evening_3

FIVE = Lengths(points=5)


def place_of(order: list[Place], entrant: str) -> Place:
    return next(place for place in order if entrant in place.entrants)


def order_of(n: int, pairings: list[Pairing], outcomes: dict[str, Outcome], **more: object) -> list[Place]:
    return finishing_order(ids(n), pairings, outcomes, resolve(pairings, outcomes), **more)  # type: ignore[arg-type]


def without_a_gap(order: list[Place], n: int) -> None:
    at = 0
    for place in order:
        assert place.first == at + 1
        assert place.last == at + len(place.entrants)
        at = place.last
    assert at == n
    assert len({entrant for place in order for entrant in place.entrants}) == n


def spans(order: list[Place]) -> list[tuple[int, int]]:
    return [(place.first, place.last) for place in order]


def test_the_main_round_counts_first_then_the_rest_share() -> None:
    pairings = bracket(lay_out(ids(8)), FIVE)
    outcomes, _ = play(pairings, first_named_wins)
    order = order_of(8, pairings, outcomes)
    assert spans(order) == [(1, 1), (2, 2), (3, 4), (5, 8)]
    assert [place.entrants for place in order[:2]] == [("p001",), ("p002",)]


def test_forty_places_of_evening_3_without_a_gap() -> None:
    pairings = evening_3("a")
    outcomes, _ = play(pairings, first_named_wins)
    order = order_of(40, pairings, outcomes)
    without_a_gap(order, 40)
    assert spans(order)[:3] == [(1, 1), (2, 2), (3, 4)]
    assert all(place.settled for place in order)
    consolation_winner = next(p for p in reversed(pairings) if p.stage == "consolation").id
    slots = resolve(pairings, outcomes)
    winner = outcomes[consolation_winner].winner
    assert winner is not None
    won = place_of(order, slots[consolation_winner][winner].entrant)  # type: ignore[union-attr]
    assert won.first == won.last  # nobody shares with who won the consolation


def test_the_consolation_decides_only_among_those_who_lost_in_the_same_main_round() -> None:
    main = bracket(lay_out(ids(8)), FIVE)
    pairings = [*main, *losers_bracket(losers(main, "main", 2, progressive=True), main, FIVE)]
    outcomes, _ = play(main, first_named_wins)  # out in round 1: p005 to p008, in round 2: p003 and p004
    outcomes, _ = play(pairings, lambda _, one, two: Outcome(0 if one > two else 1), outcomes)  # then upside down
    assert [place.entrants for place in order_of(8, pairings, outcomes)] == [
        ("p001",),
        ("p002",),
        ("p003", "p004"),  # lost at once in the consolation
        ("p008",),  # won it
        ("p007",),
        ("p005", "p006"),
    ]


def test_who_left_keeps_the_place_and_is_marked() -> None:
    pairings = bracket(lay_out(ids(4)), FIVE)
    outcomes = {p.id: Outcome(0) for p in pairings} | {"main.1.2": Outcome(0, How.WALKOVER, drops=False)}
    order = order_of(4, pairings, outcomes)
    left = place_of(order, "p003")
    assert left == Place(first=3, last=4, entrants=("p003", "p004"), marks={"p003": Mark.WITHDRAWN})


def test_the_disqualified_are_last_where_the_director_says_so() -> None:
    pairings = bracket(lay_out(ids(4)), FIVE)
    outcomes = {p.id: Outcome(0) for p in pairings} | {"main.2.1": Outcome(0, How.DISQUALIFIED, drops=False)}
    assert place_of(order_of(4, pairings, outcomes), "p002") == Place(
        first=2, last=2, entrants=("p002",), marks={"p002": Mark.DISQUALIFIED}
    )
    order = order_of(4, pairings, outcomes, last=("p002",))
    assert [place.entrants for place in order] == [("p001",), ("p003", "p004"), ("p002",)]


def test_of_a_match_that_nobody_won_both_are_losers() -> None:
    pairings = bracket(lay_out(ids(4)), FIVE)
    order = order_of(4, pairings, {"main.1.1": Outcome(None), "main.1.2": Outcome(0)})
    assert [place.entrants for place in order] == [("p002",), ("p001", "p003", "p004")]
    nobody = order_of(4, pairings, {"main.1.1": Outcome(0), "main.1.2": Outcome(0), "main.2.1": Outcome(None)})
    assert spans(nobody) == [(1, 2), (3, 4)]


def test_double_elimination_goes_by_the_final_and_then_the_losers_bracket() -> None:
    pairings = double_elimination(lay_out(ids(8)), FIVE)
    outcomes, _ = play(pairings, first_named_wins)
    order = order_of(8, pairings, outcomes, stages=DOUBLE_ORDER)
    assert spans(order) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8)]
    assert [place.entrants[0] for place in order[:4]] == ["p001", "p002", "p003", "p004"]


def test_a_place_is_settled_when_nothing_to_come_can_change_it() -> None:
    main = bracket(lay_out(ids(8)), FIVE)
    pairings = [*main, *losers_bracket(losers(main, "main", 2, progressive=True), main, FIVE)]
    outcomes = {p.id: Outcome(0) for p in main if p.round == 1}
    assert not any(place.settled for place in order_of(8, pairings, outcomes))
    outcomes, _ = play(main, first_named_wins)
    settled = [place.entrants for place in order_of(8, pairings, outcomes) if place.settled]
    assert settled == [("p001",), ("p002",)]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_there_is_never_a_gap_at_any_moment_of_any_event(
    n: int, progressive: bool, double: bool, chance: Random
) -> None:
    if double:
        pairings = double_elimination(lay_out(ids(n)), FIVE)
    else:
        main = bracket(lay_out(ids(n)), FIVE)
        pairings = [*main, *losers_bracket(losers(main, "main", 2, progressive), main, FIVE)]
    outcomes, _ = play(
        pairings,
        lambda *_: Outcome(chance.choice((0, 1, None)), chance.choice(list(How)), drops=chance.random() < 0.8),
    )
    stages = DOUBLE_ORDER if double else ("main", "consolation")
    at = chance.randrange(len(outcomes) + 1)
    without_a_gap(order_of(n, pairings, outcomes, stages=stages), n)
    without_a_gap(order_of(n, pairings, dict(list(outcomes.items())[:at]), stages=stages), n)
    assert all(place.settled for place in order_of(n, pairings, outcomes, stages=stages))
