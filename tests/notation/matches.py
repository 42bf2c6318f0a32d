"""Matches and money sessions at any moment, by actions at random."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tavl.rules import SEATS, Match, Refused, Terms, actions, decide, replay
from tavl.rules.acts import Double, Drop, EndSession, OfferResignation
from tests.strategies import random_terms

RARE: dict[type, float] = {Double: 0.5, Drop: 0.2, OfferResignation: 0.005, EndSession: 0.05}


def match_at_random(terms: Terms, rng: Random, steps: int) -> Match:
    """A match after so many actions, each one that somebody may do then; what ends a game early is rare."""
    match = Match(terms=terms)
    for _ in range(steps):
        possible = [action for seat in SEATS for action in actions(match, seat)]
        if not possible:
            break
        (action,) = rng.choices(possible, [RARE.get(type(action), 1.0) for action in possible])
        events = decide(match, action, (rng.randint(1, 6), rng.randint(1, 6)))
        assert not isinstance(events, Refused)
        match = replay(match, events)
    return match


def _match(seed: int) -> Match:
    rng = Random(seed)
    return match_at_random(random_terms(rng), rng, rng.randrange(300))


# From a seed, not from hypothesis' own chance: a match is hundreds of draws.
matches = st.integers(0, 2**32).map(_match)
