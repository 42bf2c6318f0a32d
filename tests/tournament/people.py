"""Entrants and outcomes for the tests of brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Known, Outcome, Pairing, Slots, playable, resolve

T = TypeVar("T")


def in_order(things: Sequence[T]) -> list[T]:
    """Lots that change nothing."""
    return list(things)


def players(n: int) -> list[Player]:
    return [Player(id=f"p{k:03}") for k in range(1, n + 1)]


def ids(n: int) -> list[str]:
    return [player.id for player in players(n)]


def play(
    pairings: Iterable[Pairing],
    decide: Callable[[Pairing, str, str], Outcome],
    outcomes: Mapping[str, Outcome] | None = None,
) -> tuple[dict[str, Outcome], dict[str, Slots]]:
    """Plays whatever can be played until nothing is left."""
    pairings, known = list(pairings), dict(outcomes or {})
    while True:
        slots = resolve(pairings, known)
        ready = playable(pairings, known, slots)
        if not ready:
            return known, slots
        for pairing in ready:
            one, two = slots[pairing.id]
            assert isinstance(one, Known)
            assert isinstance(two, Known)
            known[pairing.id] = decide(pairing, one.entrant, two.entrant)


def first_named_wins(pairing: Pairing, one: str, two: str) -> Outcome:
    return Outcome(0 if one < two else 1)
