"""Who stands in which match follows from the sources and the outcomes, and from nothing else."""

from __future__ import annotations

import msgspec
import pytest

from tavl.tournament.draws.graph import (
    NOBODY,
    Bye,
    Entry,
    GraphError,
    How,
    Known,
    LoserOf,
    Outcome,
    Pairing,
    PlaceIn,
    Source,
    Waits,
    WinnerOf,
    conflicts,
    is_match,
    resolve,
)
from tests.tournament.entrants_and_outcomes import playable


def match(id: str, one: Source, two: Source) -> Pairing:
    stage, round, number = id.split(".")
    return Pairing(id=id, stage=stage, round=int(round), number=int(number), one=one, two=two, length=7)


A, B, C, D = (Known(name) for name in "abcd")
FOUR = [
    match("main.1.1", Entry("a"), Entry("b")),
    match("main.1.2", Entry("c"), Entry("d")),
    match("main.2.1", WinnerOf("main.1.1"), WinnerOf("main.1.2")),
    match("last.1.1", LoserOf("main.1.1"), LoserOf("main.1.2")),
]


def test_a_place_waits_for_the_match_it_is_fed_from() -> None:
    slots = resolve(FOUR, {"main.1.1": Outcome(0)})
    assert slots["main.2.1"] == (A, Waits(("main.1.2",)))
    assert slots["last.1.1"] == (B, Waits(("main.1.2",)))
    assert [p.id for p in playable(FOUR, {"main.1.1": Outcome(0)}, slots)] == ["main.1.2"]


def test_the_order_of_the_pairings_does_not_matter() -> None:
    outcomes = {"main.1.1": Outcome(1), "main.1.2": Outcome(0)}
    assert resolve(FOUR[::-1], outcomes) == resolve(FOUR, outcomes)


def test_a_match_against_a_bye_is_no_match() -> None:
    pairings = [match("main.1.1", Entry("a"), Bye()), match("main.2.1", WinnerOf("main.1.1"), LoserOf("main.1.1"))]
    slots = resolve(pairings, {})
    assert slots["main.1.1"] == (A, NOBODY)
    assert slots["main.2.1"] == (A, NOBODY)
    assert not is_match(slots["main.1.1"])
    assert playable(pairings, {}, slots) == []


def test_who_is_to_meet_nobody_is_waited_for_through_that_place() -> None:
    pairings = [
        *FOUR[:1],
        match("main.2.1", WinnerOf("main.1.1"), Bye()),
        match("main.3.1", WinnerOf("main.2.1"), Entry("c")),
    ]
    assert resolve(pairings, {})["main.3.1"] == (Waits(("main.1.1",)), C)


@pytest.mark.rule("T4.5")
def test_nobody_goes_on_from_a_match_that_nobody_won() -> None:
    slots = resolve(FOUR, {"main.1.1": Outcome(None, How.DISQUALIFIED), "main.1.2": Outcome(0)})
    assert slots["main.2.1"] == (NOBODY, C)
    assert slots["last.1.1"] == (NOBODY, D)


def test_a_loser_who_left_does_not_drop() -> None:
    slots = resolve(FOUR, {"main.1.1": Outcome(0, How.WALKOVER, drops=False), "main.1.2": Outcome(0)})
    assert slots["last.1.1"] == (NOBODY, D)


def test_a_walkover_given_to_whoever_comes_holds_when_nobody_comes() -> None:
    """a goes home before the final is known; then the other semi-final has no winner. a does not win it."""
    final = match("main.3.1", WinnerOf("main.2.1"), Entry("e"))
    outcomes = {"main.1.1": Outcome(0), "main.2.1": Outcome(1, How.WALKOVER, drops=False)}
    assert resolve([*FOUR, final], outcomes)["main.3.1"] == (Waits(("main.1.2",)), Known("e"))
    outcomes["main.1.2"] = Outcome(None)
    assert resolve([*FOUR, final], outcomes)["main.3.1"] == (NOBODY, Known("e"))


def test_a_played_result_is_nothing_once_a_correction_left_one_player_alone() -> None:
    final = match("main.3.1", WinnerOf("main.2.1"), Entry("e"))
    outcomes = {"main.1.1": Outcome(0), "main.1.2": Outcome(None), "main.2.1": Outcome(1)}
    assert resolve([*FOUR, final], outcomes)["main.3.1"] == (A, Known("e"))


def test_a_second_final_is_played_only_if_the_unbeaten_player_lost_the_first() -> None:
    finals = [match("f.1.1", Entry("a"), Entry("b")), match("f.2.1", WinnerOf("f.1.1"), LoserOf("f.1.1", 0))]
    assert resolve(finals, {"f.1.1": Outcome(0)})["f.2.1"] == (A, NOBODY)
    assert resolve(finals, {"f.1.1": Outcome(1)})["f.2.1"] == (B, A)


def test_a_place_in_a_group_waits_for_the_group() -> None:
    pairings = [match("main.1.1", PlaceIn("group-A", 1), PlaceIn("group-B", 2))]
    assert resolve(pairings, {})["main.1.1"] == (Waits(("group-A",)), Waits(("group-B",)))
    assert resolve(pairings, {}, {("group-A", 1): "a", ("group-B", 2): None})["main.1.1"] == (A, NOBODY)


def test_a_correction_flows_until_it_meets_a_match_that_has_begun() -> None:
    outcomes = {"main.1.1": Outcome(1), "main.1.2": Outcome(0)}  # a was typed, b won
    pins = {"main.2.1": ("a", "c")}
    slots = resolve(FOUR, outcomes, pins=pins)
    assert slots["main.2.1"] == (A, C)
    assert slots["last.1.1"] == (A, D)
    assert conflicts(FOUR, outcomes, None, pins) == {"main.2.1": (B, C)}
    assert conflicts(FOUR, {**outcomes, "main.1.1": Outcome(0)}, None, pins) == {}


@pytest.mark.rule("T4.6")
def test_a_wrong_result_of_evening_3_concerns_four_people_and_two_matches() -> None:
    """Second round: Bo 7-5 Anna is typed, Anna won. Bo plays Carl; Anna is to play Dan in the consolation."""
    pairings = [
        match("main.2.1", Entry("anna"), Entry("bo")),
        match("main.2.2", Entry("carl"), Entry("eva")),
        match("main.3.1", WinnerOf("main.2.1"), WinnerOf("main.2.2")),
        match("main.4.1", WinnerOf("main.3.1"), Entry("freja")),
        match("consolation.2.1", LoserOf("main.2.1"), Entry("dan")),
        match("consolation.3.1", WinnerOf("consolation.2.1"), LoserOf("main.3.1")),
    ]
    typed = {"main.2.1": Outcome(1), "main.2.2": Outcome(0)}
    right = {**typed, "main.2.1": Outcome(0)}
    before, after = resolve(pairings, typed), resolve(pairings, right)
    changed = {id: (before[id], slots) for id, slots in after.items() if before[id] != slots}
    assert changed == {
        "main.3.1": ((Known("bo"), Known("carl")), (Known("anna"), Known("carl"))),
        "consolation.2.1": ((Known("anna"), Known("dan")), (Known("bo"), Known("dan"))),
    }
    assert len({slot for pair in changed.values() for slots in pair for slot in slots}) == 4
    assert set(conflicts(pairings, right, None, {"main.3.1": ("bo", "carl")})) == {"main.3.1"}


@pytest.mark.parametrize(
    ("pairings", "said"),
    [
        ([FOUR[0], FOUR[0]], "twice"),
        ([FOUR[2]], "not there"),
        ([match("x.1.1", WinnerOf("x.1.2"), Bye()), match("x.1.2", LoserOf("x.1.1"), Bye())], "wait for each other"),
    ],
)
def test_impossible_graphs_are_named(pairings: list[Pairing], said: str) -> None:
    with pytest.raises(GraphError, match=said):
        resolve(pairings, {})


def test_pairings_are_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(FOUR), type=list[Pairing]) == FOUR
