"""Consolation and last chance: who drops where, byes, and rematches put off as far as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.tournament.draws.graph import Bye, Entry, Known, Nobody, Outcome, Pairing, Slots, is_match, resolve
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.seeding import draw_by_lots
from tavl.tournament.formats.consolation import add_loser, exchange, loser_drops, losers, losers_bracket, trade_byes
from tavl.tournament.formats.single_elimination import Lengths, bracket
from tests.tournament.entrants_and_outcomes import first_named_wins, ids, lay_out, play, players

FIVE = Lengths(points=5)


@cache
def with_consolation(n: int, rounds: int, *, progressive: bool) -> tuple[list[Pairing], list[Pairing]]:
    main = bracket(lay_out(ids(n)), FIVE)
    return main, losers_bracket(losers(main, "main", rounds, progressive), main, FIVE)


def by_round(pairings: Iterable[Pairing], slots: dict[str, Slots]) -> list[int]:
    counted = Counter(pairing.round for pairing in pairings if is_match(slots[pairing.id]))
    return [counted[round] for round in range(1, max(counted) + 1)]


def test_who_lost_goes_into_the_consolation_unless_they_are_out_and_did_not_play() -> None:
    assert loser_drops(is_out=False, played=True)
    assert loser_drops(is_out=False, played=False)
    assert loser_drops(is_out=True, played=True)
    assert not loser_drops(is_out=True, played=False)


def test_32_players_with_consolation_as_published() -> None:
    """tourneygeek, 2020-02-24: 60 matches in rounds of 16-16-12-8-5-2-1. Nobody waits: the consolation's first round
    is played beside the second of the main bracket."""
    main, consolation = with_consolation(32, 4, progressive=True)
    slots = resolve([*main, *consolation], {})
    assert by_round(main, slots) == [16, 8, 4, 2, 1]
    assert by_round(consolation, slots) == [8, 8, 6, 4, 2, 1]
    together = [a + b for a, b in zip([16, 8, 4, 2, 1, 0, 0], [0, *by_round(consolation, slots)], strict=True)]
    assert together == [16, 16, 12, 8, 5, 2, 1]
    assert sum(together) == 60


@cache
def evening_3(seed: str) -> list[Pairing]:
    main = bracket(draw_by_lots(players(40), Lots(b"evening 3", seed).shuffled), Lengths(points=7, last=(9,)))
    consolation = losers_bracket(losers(main, "main", 4, progressive=False), main, FIVE)
    before = [*main, *consolation]
    dropped = losers(consolation, "consolation", 3, progressive=False)
    return [*before, *losers_bracket(dropped, before, Lengths(points=3), "last_chance")]


def byes_had(pairings: Sequence[Pairing], slots: dict[str, Slots]) -> Counter[str]:
    had: Counter[str] = Counter()
    for pairing in pairings:
        if any(isinstance(source, Bye) for source in pairing.sources):
            had.update(slot.entrant for slot in slots[pairing.id] if isinstance(slot, Known))
    return had


def test_40_players_consolation_and_last_chance_make_101_matches() -> None:
    """Evening 3: main 39 (8-16-8-4-2-1), consolation 36 players and 35 matches of which three rounds leave 8, last
    chance 28 players and 27 matches."""
    pairings = evening_3("a")
    slots = resolve(pairings, {})
    stages = {stage: [p for p in pairings if p.stage == stage] for stage in ("main", "consolation", "last_chance")}
    assert by_round(stages["main"], slots) == [8, 16, 8, 4, 2, 1]
    assert by_round(stages["consolation"], slots) == [4, 16, 8, 4, 2, 1]
    assert by_round(stages["last_chance"], slots) == [12, 8, 4, 2, 1]
    assert {p.length for p in stages["last_chance"]} == {3}
    assert sum(is_match(slots[p.id]) for p in pairings) == 101


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["a", "b", "c"]))
def test_nobody_in_evening_3_has_two_byes_while_anybody_has_none(chance: Random, seed: str) -> None:
    pairings = evening_3(seed)
    _, slots = play(pairings, lambda *_: Outcome(chance.randrange(2)))
    had = byes_had(pairings, slots)
    dropped = {slot.entrant for p in pairings if p.stage != "main" for slot in slots[p.id] if isinstance(slot, Known)}
    assert max(had.values()) <= 2 or min(had[entrant] for entrant in dropped) >= 1
    assert min(had[entrant] for entrant in dropped) >= 1  # here everybody who dropped had at least one


def unfair_byes(pairings: Sequence[Pairing], slots: dict[str, Slots]) -> list[str]:
    """Matches of a later stage at which one had a second bye while another in that round never had any."""
    had = byes_had(pairings, slots)
    unfair = []
    for pairing in pairings:
        if pairing.stage == "main" or not any(isinstance(source, Bye) for source in pairing.sources):
            continue
        standing = [
            slot.entrant
            for other in pairings
            if (other.stage, other.round) == (pairing.stage, pairing.round)
            for slot in slots[other.id]
            if isinstance(slot, Known)
        ]
        holders = [slot.entrant for slot in slots[pairing.id] if isinstance(slot, Known)]
        if any(had[holder] > 1 for holder in holders) and any(had[entrant] == 0 for entrant in standing):
            unfair.append(pairing.id)
    return unfair


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 70), st.booleans(), st.randoms(use_true_random=False))
def test_byes_are_fair_across_the_event_when_drawn_from_known_results(
    n: int, progressive: bool, chance: Random
) -> None:
    main = bracket(lay_out(ids(n)), FIVE)
    outcomes, _ = play(main, lambda *_: Outcome(chance.randrange(2)))
    rounds = max(1, max(p.round for p in main) - 2)
    consolation = losers_bracket(losers(main, "main", rounds, progressive), main, FIVE, outcomes=outcomes)
    _, slots = play([*main, *consolation], lambda *_: Outcome(chance.randrange(2)), outcomes)
    assert unfair_byes([*main, *consolation], slots) == []


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 50), st.randoms(use_true_random=False))
def test_a_bracket_drawn_beforehand_is_fair_once_byes_are_traded(n: int, chance: Random) -> None:
    main, consolation = with_consolation(n, max(1, (n - 1).bit_length() - 2), progressive=False)
    pairings = [*main, *consolation]
    outcomes, _ = play(main, lambda *_: Outcome(chance.randrange(2)))
    for one, two in trade_byes(pairings, outcomes, "consolation"):
        pairings = exchange(pairings, one, two)
    assert trade_byes(pairings, outcomes, "consolation") == []
    _, slots = play(pairings, lambda *_: Outcome(chance.randrange(2)), outcomes)
    assert [id for id in unfair_byes(pairings, slots) if id.startswith("consolation.1.")] == []


def test_byes_are_not_traded_once_the_next_match_has_begun() -> None:
    main, consolation = with_consolation(23, 3, progressive=False)
    pairings = [*main, *consolation]
    outcomes = {p.id: Outcome(0) for p in main}
    assert len(trade_byes(pairings, outcomes, "consolation")) == 4
    assert trade_byes(pairings, outcomes, "consolation", begun={p.id for p in consolation}) == []


def rematches(pairings: Sequence[Pairing], slots: dict[str, Slots]) -> list[Pairing]:
    """Matches between two who had met in the main bracket."""
    met = {
        frozenset(slot.entrant for slot in slots[p.id] if isinstance(slot, Known))
        for p in pairings
        if p.stage == "main" and is_match(slots[p.id])
    }
    return [
        p
        for p in pairings
        if p.stage != "main"
        and is_match(slots[p.id])
        and frozenset(slot.entrant for slot in slots[p.id] if isinstance(slot, Known)) in met
    ]


@pytest.mark.parametrize("progressive", [True, False])
def test_of_eight_a_rematch_comes_in_the_final_only_in_all_4096_ways(progressive: bool) -> None:
    main, consolation = with_consolation(8, 2, progressive=progressive)
    pairings = [*main, *consolation]
    real = [p.id for p in pairings if is_match(resolve(pairings, {})[p.id])]
    assert len(real) == 12
    seen = set()
    for winners in product((0, 1), repeat=len(real)):
        outcomes = {id: Outcome(winner) for id, winner in zip(real, winners, strict=True)}
        seen |= {p.round for p in rematches(pairings, resolve(pairings, outcomes))}
    assert seen == {3}


@pytest.mark.parametrize(("n", "rounds"), [(16, 2), (16, 3), (32, 3), (32, 4)])
@pytest.mark.parametrize("progressive", [True, False])
def test_of_16_and_32_no_two_who_met_can_meet_before_the_semi_finals(n: int, rounds: int, progressive: bool) -> None:
    """Every meeting that any results can lead to: for each match of the consolation, who may stand in each place."""
    main, consolation = with_consolation(n, rounds, progressive=progressive)
    semi_finals = max(p.round for p in consolation) - 1
    for pairing in consolation:
        if pairing.round < semi_finals:
            one, two = (dropped_from(source, consolation) for source in pairing.sources)
            for a, b in product(one, two):
                assert not follows(a, b, main), (pairing.id, a, b)
                assert not follows(b, a, main), (pairing.id, a, b)


def dropped_from(source: object, consolation: Sequence[Pairing]) -> set[str]:
    """The main matches whose losers can stand here."""
    match = getattr(source, "match", None)
    if match is None:
        return set()
    inside = {p.id: p for p in consolation}
    if match not in inside:
        return {match}
    return {id for deeper in inside[match].sources for id in dropped_from(deeper, consolation)}


def follows(earlier: str, later: str, main: Sequence[Pairing]) -> bool:
    """Whether the winner of the one can have lost the other."""
    by_id = {p.id: p for p in main}
    feeding = [source.match for source in by_id[later].sources if hasattr(source, "match")]
    return any(match == earlier or follows(earlier, match, main) for match in feeding)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([16, 32]), st.booleans(), st.randoms(use_true_random=False))
def test_and_none_do_in_played_tournaments(n: int, progressive: bool, chance: Random) -> None:
    main, consolation = with_consolation(n, n.bit_length() - 2, progressive=progressive)
    pairings = [*main, *consolation]
    _, slots = play(pairings, lambda *_: Outcome(chance.randrange(2)))
    semi_finals = max(p.round for p in consolation) - 1
    assert all(p.round >= semi_finals for p in rematches(pairings, slots))


def test_a_progressive_round_of_40_gives_nobody_a_bye_whom_the_main_draw_gave_one_for_certain() -> None:
    main, consolation = with_consolation(40, 4, progressive=True)
    slots = resolve([*main, *consolation], {})
    assert by_round(consolation, slots) == [0, 8, 12, 8, 4, 2, 1]


def test_who_left_drops_nowhere_and_the_opponent_goes_on() -> None:
    main, consolation = with_consolation(8, 2, progressive=True)
    outcomes = {p.id: Outcome(0, drops=p.id != "main.1.1") for p in main}
    slots = resolve([*main, *consolation], outcomes)
    alone = [p.id for p in consolation if p.round == 1 and any(isinstance(slot, Nobody) for slot in slots[p.id])]
    assert len(alone) == 1


def test_a_late_entrant_who_loses_finds_a_bye_place_in_the_consolation() -> None:
    main, consolation = with_consolation(7, 2, progressive=False)
    entered = [replace(main[0], two=Entry("p008")), *main[1:]]  # where there was a bye
    filled = add_loser([*entered, *consolation], "consolation", "main.1.1")
    assert filled is not None
    assert [p.id for p in filled] == [p.id for p in [*main, *consolation]]  # nothing was drawn again
    outcomes, _ = play(filled, first_named_wins)
    assert len(outcomes) == 7 + 5
    assert add_loser(filled, "consolation", "main.1.1") is None  # has a place already


def test_too_few_losers_make_no_bracket() -> None:
    main = bracket(lay_out(ids(2)), FIVE)
    assert losers_bracket(losers(main, "main", 1, progressive=False), main, FIVE) == []


def test_the_same_draw_makes_the_same_consolation() -> None:
    assert with_consolation(23, 3, progressive=True) == with_consolation(23, 3, progressive=True)
