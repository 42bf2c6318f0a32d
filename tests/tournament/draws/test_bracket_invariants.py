"""What holds for every bracket, every number of entrants and any results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.draws.graph import (
    Bye,
    Entry,
    How,
    Known,
    Nobody,
    Outcome,
    Pairing,
    Waits,
    WinnerOf,
    leave,
    ordered,
    resolve,
)
from tavl.tournament.formats.consolation import losers, losers_bracket
from tavl.tournament.formats.double_and_triple_elimination import double_elimination
from tavl.tournament.formats.single_elimination import Lengths, bracket
from tests.example_counts import times
from tests.tournament.entrants_and_outcomes import ids, lay_out, play

FIVE = Lengths(points=5)


def single(n: int) -> list[Pairing]:
    return bracket(lay_out(ids(n)), FIVE)


def consolation(n: int, *, progressive: bool) -> list[Pairing]:
    main = single(n)
    rounds = max(1, main[-1].round - 2)
    second = losers_bracket(losers(main, "main", rounds, progressive), main, FIVE)
    both = [*main, *second]
    third = losers_bracket(losers(second, "consolation", 2, progressive), both, FIVE, "last_chance")
    return [*both, *third]


FORMATS: dict[str, Callable[[int], list[Pairing]]] = {
    "single": single,
    "ordinary": lambda n: consolation(n, progressive=False),
    "progressive": lambda n: consolation(n, progressive=True),
    "double": lambda n: double_elimination(lay_out(ids(n)), FIVE),
    "double, one final": lambda n: double_elimination(lay_out(ids(n)), FIVE, second_final=False),
}
formats = st.sampled_from(sorted(FORMATS))
fields = st.integers(2, 33)


@cache
def made(name: str, n: int) -> list[Pairing]:
    return FORMATS[name](n)


def at_random(chance: Random) -> Outcome:
    how = chance.choice([How.PLAYED, How.PLAYED, How.WALKOVER, How.DISQUALIFIED])
    return Outcome(chance.choice((0, 1, 0, 1, None)), how, drops=chance.random() < 0.8)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_field_from_two_up_has_a_bracket_without_circles_that_ends_with_one_winner(name: str) -> None:
    for n in [*range(2, 18), 33, 40, 64, 65]:
        pairings = made(name, n)
        assert len(ordered(pairings)) == len(pairings)
        assert len({p.id for p in pairings}) == len(pairings)
        used = Counter(source for p in pairings for source in p.sources if not isinstance(source, Bye))
        assert max(used.values()) == 1  # nobody goes to two places
        entered = [source.entrant for source in used if isinstance(source, Entry)]
        assert sorted(entered) == ids(n)
        ends = Counter(p.stage for p in pairings if WinnerOf(p.id) not in used)
        assert set(ends.values()) == {1}  # one winner of a stage goes nowhere
        assert set(ends) == ({"final"} if "final" in ends else {p.stage for p in pairings})


@settings(max_examples=times(20), deadline=None)
@given(formats, fields, st.randoms(use_true_random=False))
def test_played_out_each_stage_has_one_winner(name: str, n: int, chance: Random) -> None:
    pairings = made(name, n)
    outcomes, slots = play(pairings, lambda *_: Outcome(chance.randrange(2)))
    assert not any(isinstance(slot, Waits) for here in slots.values() for slot in here)
    for stage in {p.stage for p in pairings}:
        last = [p for p in pairings if p.stage == stage][-1]
        assert isinstance(leave(last.id, slots[last.id], outcomes.get(last.id))[0], Known)
        standing = Counter(
            (p.round, slot.entrant)
            for p in pairings
            if p.stage == stage
            for slot in slots[p.id]
            if isinstance(slot, Known)
        )
        assert set(standing.values()) <= {1}  # once in a round of a stage
    if name == "single":
        assert len(outcomes) == n - 1


@settings(max_examples=times(20), deadline=None)
@given(formats, fields, st.randoms(use_true_random=False))
def test_it_also_ends_with_walkovers_departures_and_matches_that_nobody_wins(name: str, n: int, chance: Random) -> None:
    pairings = made(name, n)
    outcomes, slots = play(pairings, lambda *_: at_random(chance))
    assert not any(isinstance(slot, Waits) for here in slots.values() for slot in here)
    final = leave(pairings[-1].id, slots[pairings[-1].id], outcomes.get(pairings[-1].id))[0]
    assert isinstance(final, Known | Nobody)


@settings(max_examples=times(20), deadline=None)
@given(formats, fields, st.randoms(use_true_random=False))
def test_a_corrected_result_is_as_if_it_had_been_so_from_the_beginning(name: str, n: int, chance: Random) -> None:
    """Typed, corrected and resolved; or known at once, match by match in the order of the bracket."""
    pairings = made(name, n)
    outcomes, _ = play(pairings, lambda *_: Outcome(chance.randrange(2)))
    wrong = chance.choice(sorted(outcomes))
    winner = outcomes[wrong].winner
    assert winner is not None
    corrected = {**outcomes, wrong: Outcome(1 - winner)}
    after = resolve(pairings, corrected)
    from_the_beginning: dict[str, Outcome] = {}
    for pairing in ordered(pairings):
        if pairing.id in corrected:
            from_the_beginning[pairing.id] = corrected[pairing.id]
    assert resolve(pairings[::-1], from_the_beginning) == after
    before = resolve(pairings, outcomes)
    downstream = {wrong}
    for pairing in ordered(pairings):
        if any(getattr(source, "match", None) in downstream for source in pairing.sources):
            downstream.add(pairing.id)
    assert {id for id in after if after[id] != before[id]} <= downstream - {wrong}  # nothing else is touched
