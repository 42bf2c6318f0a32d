"""The position of the day: the same for everybody, a new one each day (UTC)."""

from __future__ import annotations

from typing import Final

from tavl.practice.cards import Card
from tavl.practice.decks import shipped_decks
from tavl.practice.streaks import day_of

OF_THE_DAY: Final = ("plays", "cubes")
_STEP: Final = 37
"""From one day to the next: prime to the number of positions, so that each comes once before any comes again."""


def card_of_the_day(now: int) -> Card:
    decks = shipped_decks()
    cards = [card for name in OF_THE_DAY for card in decks[name]]
    return cards[day_of(now) * _STEP % len(cards)]
