"""A bracket as one graph of sources: a place in a match is an entrant, or whoever comes from another match or group.

Who is where is derived. A result is corrected by resolving again with other outcomes; nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from msgspec import Struct

from tavl.rules.text_kinds import Code


class Entry(Struct, frozen=True, tag="entrant"):
    entrant: Code


class WinnerOf(Struct, frozen=True, tag="winner"):
    """`seat` 0 or 1: only if it was the player from that place of the match, else nobody comes."""

    match: Code
    seat: int | None = None


class LoserOf(Struct, frozen=True, tag="loser"):
    """`seat` as with `WinnerOf`: a second final is played only if the player without a loss lost the first."""

    match: Code
    seat: int | None = None


class Bye(Struct, frozen=True, tag="bye"):
    """A place that stays empty."""


class PlaceIn(Struct, frozen=True, tag="place"):
    group: Code
    place: int


Source = Entry | WinnerOf | LoserOf | Bye | PlaceIn


class Pairing(Struct, frozen=True, kw_only=True):
    """A match as the draw knows it."""

    id: Code  # unique in the event: stage, round and number, "main.1.3"
    stage: Code
    round: int  # from 1; 0 for a play-in
    number: int  # from 1, within the round
    one: Source
    two: Source
    length: int  # points
    best_of: int = 1  # so many matches of that length at most; who wins more than half goes on

    @property
    def sources(self) -> tuple[Source, Source]:
        return (self.one, self.two)


class How(StrEnum):
    PLAYED = "played"
    WALKOVER = "walkover"
    DISQUALIFIED = "disqualified"


class Outcome(Struct, frozen=True):
    """`winner` 0 or 1, or none where nobody wins: then nobody goes on and nobody drops."""

    winner: int | None
    how: How = How.PLAYED
    drops: bool = True  # the loser goes where the draw sends losers; not if they left or are out


class Known(Struct, frozen=True, tag="known"):
    entrant: str


class Waits(Struct, frozen=True, tag="waits"):
    on: tuple[str, ...]  # the match, or the group, that has to end first


class Nobody(Struct, frozen=True, tag="nobody"):
    """A bye, or a source that nobody comes from."""


Slot = Known | Waits | Nobody
NOBODY = Nobody()
Slots = tuple[Slot, Slot]
Places = Mapping[tuple[str, int], str | None]


class GraphError(ValueError):
    """Impossible pairings: an id twice, an unknown match, a match that waits for itself."""


PLAY_IN = 0
"""The round of a match of two for one place in round 1 or later, where a stage is full."""


def pairing_id(stage: str, round: int, number: int) -> str:
    return f"{stage}.{round}.{number}"


def feeders(pairing: Pairing) -> list[str]:
    """The matches whose winner or loser comes into this one."""
    return [source.match for source in pairing.sources if isinstance(source, WinnerOf | LoserOf)]


def ordered(pairings: Iterable[Pairing]) -> list[Pairing]:
    """Every match after those that it waits for."""
    by_id: dict[str, Pairing] = {}
    for pairing in pairings:
        if pairing.id in by_id:
            raise GraphError(f"{pairing.id} is there twice")
        by_id[pairing.id] = pairing
    for pairing in by_id.values():
        for match in feeders(pairing):
            if match not in by_id:
                raise GraphError(f"{pairing.id} waits for {match}, which is not there")
    try:
        order = tuple(TopologicalSorter({p.id: feeders(p) for p in by_id.values()}).static_order())
    except CycleError as error:
        raise GraphError(f"these wait for each other: {', '.join(error.args[1])}") from error
    return [by_id[id] for id in order]


@lru_cache(maxsize=128)
def _order(pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """The same draw is resolved after every result; its order does not change."""
    return tuple(ordered(pairings))


def resolve(
    pairings: Iterable[Pairing],
    outcomes: Mapping[str, Outcome],
    places: Places | None = None,
    pins: Mapping[str, tuple[str, str]] | None = None,
) -> dict[str, Slots]:
    """Who stands in each match, by its id. `places` are the final ones of groups; `pins` are the players of matches
    that have begun, who stay in them whatever their sources say by now."""
    return _walk(list(pairings), outcomes, places or {}, pins or {})[0]


def conflicts(
    pairings: Iterable[Pairing],
    outcomes: Mapping[str, Outcome],
    places: Places | None,
    pins: Mapping[str, tuple[str, str]],
) -> dict[str, Slots]:
    """Begun matches with other players than their sources send now, and whom they send: a question to the director."""
    slots, sent = _walk(list(pairings), outcomes, places or {}, pins)
    return {id: sent[id] for id in slots if id in pins and sent[id] != slots[id]}


def _walk(
    pairings: list[Pairing],
    outcomes: Mapping[str, Outcome],
    places: Places,
    pins: Mapping[str, tuple[str, str]],
) -> tuple[dict[str, Slots], dict[str, Slots]]:
    """Who is in each match, and who its sources send to it: the same, except for pins."""
    slots: dict[str, Slots] = {pairing.id: (NOBODY, NOBODY) for pairing in pairings}
    sent: dict[str, Slots] = {}
    exits: dict[str, Slots] = {}

    def slot(source: Source) -> Slot:
        if isinstance(source, Entry):
            return Known(source.entrant)
        if isinstance(source, Bye):
            return NOBODY
        if isinstance(source, PlaceIn):
            key = (source.group, source.place)
            if key not in places:
                return Waits((source.group,))
            entrant = places[key]
            return NOBODY if entrant is None else Known(entrant)
        out = exits[source.match][0 if isinstance(source, WinnerOf) else 1]
        if source.seat is None or not isinstance(out, Known):
            return out
        return out if slots[source.match][source.seat] == out else NOBODY

    for pairing in _order(tuple(pairings)):
        sent[pairing.id] = here = (slot(pairing.one), slot(pairing.two))
        if pairing.id in pins:
            one, two = pins[pairing.id]
            here = (Known(one), Known(two))
        slots[pairing.id] = here
        exits[pairing.id] = leave(pairing.id, here, outcomes.get(pairing.id))
    return slots, sent


def leave(match: str, slots: Slots, outcome: Outcome | None) -> Slots:
    """Who goes on as the winner, and who drops as the loser.

    A match against nobody is not a match: whoever is there goes on. A walkover given beforehand, to whoever comes,
    still holds when nobody comes; a match played by two does not.
    """
    alone = NOBODY in slots
    if outcome is not None and not (alone and outcome.how is How.PLAYED):
        if outcome.winner is None:
            return (NOBODY, NOBODY)
        loser = slots[1 - outcome.winner] if outcome.drops else NOBODY
        return (slots[outcome.winner], loser)
    if alone:
        return (slots[1] if isinstance(slots[0], Nobody) else slots[0], NOBODY)
    return (Waits((match,)), Waits((match,)))


def is_match(slots: Slots) -> bool:
    """Whether there is, or may still be, something to play."""
    return NOBODY not in slots
