"""Whole matches and money sessions by random legal actions, under every profile and all kinds of mixtures."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tavl.rules import PROFILES, SEATS, Match, Terms, actions
from tests.example_counts import times
from tests.rules.invariants import Watched, chosen, every_action_is_as_said, roll
from tests.strategies import random_terms
from tests.strategies import terms as any_terms

MAX_STEPS = 20_000  # a match at random is over long before


def played_out(terms: Terms, rng: Random, asked: float = 0.03) -> Match:
    watched = Watched(terms)
    for _ in range(MAX_STEPS):
        if watched.match.result:
            watched.replays()
            return watched.match
        if rng.random() < asked:
            every_action_is_as_said(watched.match, rng)
        watched.act(chosen(watched.match, rng), roll(rng))
    raise AssertionError(f"no end to {terms}")


def play_many(seed: int, matches: int) -> Counter[str]:
    """What came up, counted, so that a test can say that it met it all."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        rng = Random(seed * 1_000_003 + number)
        match = played_out(random_terms(rng), rng)
        money = match.length is None
        seen["money" if money else "match"] += 1
        seen["crawford"] += any(done.crawford for done in match.finished)
        for done in match.finished:
            seen["games"] += 1
            seen[done.outcome.reason] += 1
            seen[f"size {done.outcome.size}"] += 1
            seen["cube beyond 64"] += done.outcome.points >= 128
            seen[f"won by {done.outcome.winner.name}"] += 1
    return seen


def test_whole_matches_at_random() -> None:
    seen = play_many(1, times(100))
    assert seen["games"] > 200
    for kind in ("money", "match", "crawford", "borne_off", "dropped", "resigned", "size 2", "size 3"):
        assert seen[kind] >= 5, seen
    assert min(seen["won by FIRST"], seen["won by SECOND"]) > seen["games"] / 3


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_ten_thousand_whole_matches_at_random() -> None:
    assert play_many(2, 10_000)["games"] > 20_000


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("length", [1, 3, 7])
def test_a_match_under_every_profile(name: str, length: int) -> None:
    match = played_out(Terms(PROFILES[name], length), Random(length), asked=0.2)
    assert match.result is not None
    assert match.result.winner is not None
    assert match.score[match.result.winner] == length


class Play(RuleBasedStateMachine):
    """The same by hypothesis, which finds the shortest way to a fault."""

    watched: Watched

    @initialize(terms=any_terms)
    def begin(self, terms: Terms) -> None:
        self.watched = Watched(terms)

    @rule(data=st.data(), first=st.integers(1, 6), second=st.integers(1, 6))
    def act(self, data: st.DataObject, first: int, second: int) -> None:
        possible: list[Any] = [action for seat in SEATS for action in actions(self.watched.match, seat)]
        if possible:
            self.watched.act(data.draw(st.sampled_from(possible)), (first, second))

    @invariant()
    def actions_are_as_said(self) -> None:
        every_action_is_as_said(self.watched.match, Random(len(self.watched.log)))

    def teardown(self) -> None:
        self.watched.replays()


Play.TestCase.settings = settings(max_examples=times(25), stateful_step_count=40, deadline=None, derandomize=True)
test_play_by_hypothesis = Play.TestCase
