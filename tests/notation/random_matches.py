"""Matches and money sessions at any moment, by random actions."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tavl.notation.match_events import record_of
from tavl.notation.record import MatchRecord
from tavl.notation.replay import replay as replayed
from tavl.rules import SEATS, Match, Refused, Terms, actions, decide, replay
from tavl.rules.acts import Double, Drop, EndSession, MatchEvent, OfferResignation
from tests.strategies import random_terms

RARE: dict[type, float] = {Double: 0.5, Drop: 0.2, OfferResignation: 0.005, EndSession: 0.05}


def match_at_random(terms: Terms, rng: Random, steps: int) -> Match:
    """A match after so many actions, each one that somebody may do then; what ends a game early is rare."""
    return replay(Match(terms=terms), events_at_random(terms, rng, steps))


def events_at_random(terms: Terms, rng: Random, steps: int) -> list[MatchEvent]:
    match = Match(terms=terms)
    happened: list[MatchEvent] = []
    for _ in range(steps):
        possible = [action for seat in SEATS for action in actions(match, seat)]
        if not possible:
            break
        (action,) = rng.choices(possible, [RARE.get(type(action), 1.0) for action in possible])
        events = decide(match, action, (rng.randint(1, 6), rng.randint(1, 6)))
        assert not isinstance(events, Refused)
        happened += events
        match = replay(match, events)
    return happened


def _match(seed: int) -> Match:
    rng = Random(seed)
    return match_at_random(random_terms(rng), rng, rng.randrange(300))


def record_at_random(seed: int) -> MatchRecord:
    """What a file could hold of such a match."""
    rng = Random(seed)
    terms = random_terms(rng)
    events = events_at_random(terms, rng, rng.randrange(600))
    return replayed(record_of(Match(terms=terms), events, ("Anna", "Bo")))


def match_record(seed: int, length: int = 7) -> MatchRecord:
    """A whole match by the rules that every program knows."""
    start = Match.start(length)
    return replayed(record_of(start, events_at_random(start.terms, Random(seed), 10_000), ("Anna", "Bo")))


# From a seed, not from hypothesis' own chance: a match is hundreds of draws.
matches = st.integers(0, 2**32).map(_match)
records = st.integers(0, 2**32).map(record_at_random)
