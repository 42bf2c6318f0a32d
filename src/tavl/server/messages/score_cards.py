"""Score cards that players of a tournament hand in from their phones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.server.messages.base import Heard

CardPoints = Annotated[int, Meta(ge=0, le=999)]
CardScore = tuple[CardPoints, CardPoints]
CardScores = Annotated[tuple[CardScore, ...], Meta(max_length=500)]


class HandInCard(Heard, frozen=True):
    """A player's own score card: the score after each game, in the order of the match's players."""

    match: Annotated[str, Meta(min_length=1, max_length=200)]
    scores: CardScores


class ComparedCards(Struct, frozen=True):
    """Both players' cards, game by game (T4.7)."""

    cards: tuple[CardScores | None, CardScores | None]  # in the order of the match's players; none: not handed in
    games: int  # that both cards have
    differ: int | None  # the first game after which they do
    behind: int | None  # where they differ: which player is behind by both, whose card decides if it is clear
    changed: tuple[int | None, int | None] = (None, None)  # from which game on it was changed after both were shown
