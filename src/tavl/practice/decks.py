"""The decks that come with tavl: openings, replies to them, and reference positions, judged by our own engine
(`make_decks`)."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from tavl.analysis.match_analysis import AnalysedDecision
from tavl.i18n import later
from tavl.practice.cards import Card, card_of
from tavl.rules.codec import from_json, to_json

NAMES: Final = {
    "openings": later("The opening rolls"),
    "replies": later("Replies to the opening rolls"),
    "plays": later("Reference positions: plays"),
    "cubes": later("Reference positions: the cube"),
}


class ShippedDeck(Struct, frozen=True):
    name: str  # one of NAMES
    decisions: tuple[AnalysedDecision, ...]


def pack_decks(decks: tuple[ShippedDeck, ...]) -> bytes:
    return gzip.compress(to_json(decks), 9, mtime=0)


@cache
def shipped_decks() -> dict[str, tuple[Card, ...]]:
    data = files("tavl.practice").joinpath("data/decks.json.gz").read_bytes()
    decks: tuple[ShippedDeck, ...] = from_json(gzip.decompress(data), tuple[ShippedDeck, ...])
    return {deck.name: tuple(card_of(each) for each in deck.decisions) for deck in decks}
