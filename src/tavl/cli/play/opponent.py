"""The interface between the terminal and whatever plays against people, and the engine's levels behind it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from tavl.engine.levels import LevelPlayer, level_named
from tavl.rules import Match, Seat
from tavl.rules.acts import MatchAction


class Opponent(Protocol):
    def choose(self, match: Match, seat: Seat, actions: Sequence[MatchAction]) -> MatchAction:
        """One of these actions, which are all that the seat may do now; never empty."""
        ...


class EngineOpponent:
    """A level of the engine. With a seed it makes the same errors every time, wherever the game is resumed."""

    def __init__(self, level: str, seed: int | None) -> None:
        self._player = LevelPlayer(level_named(level))
        self._seed = seed

    def choose(self, match: Match, seat: Seat, actions: Sequence[MatchAction]) -> MatchAction:
        game = match.game
        moment = (self._seed, len(match.finished), game.turns if game else 0, game.phase if game else "")
        chance = Random(repr(moment)) if self._seed is not None else Random()  # noqa: S311 - how a level errs
        return self._player.choose(match, seat, chance) or actions[0]
