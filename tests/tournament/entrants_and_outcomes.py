"""Entrants and outcomes for the tests of brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Known, Outcome, Pairing, Slots, resolve
from tavl.tournament.draws.seeding import Pair, bracket_size, seed_order

T = TypeVar("T")


def in_order(things: Sequence[T]) -> list[T]:
    """Lots that change nothing."""
    return list(things)


def players(n: int) -> list[Player]:
    return [Player(id=f"p{k:03}") for k in range(1, n + 1)]


def ids(n: int) -> list[str]:
    return [player.id for player in players(n)]


def lay_out(seeded: Sequence[str]) -> list[Pair]:
    """The first round with these as seeds 1, 2, ...: byes for the first of them."""
    order = seed_order(bracket_size(len(seeded)))
    places = [seeded[seed - 1] if seed <= len(seeded) else None for seed in order]
    return list(zip(places[::2], places[1::2], strict=True))


def playable(pairings: Iterable[Pairing], outcomes: Mapping[str, Outcome], slots: Mapping[str, Slots]) -> list[Pairing]:
    """Matches whose players are both known and that have no outcome."""
    return [p for p in pairings if p.id not in outcomes and all(isinstance(slot, Known) for slot in slots[p.id])]


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
