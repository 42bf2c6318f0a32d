"""Opponents that the server seats itself: the engine's levels. Asked for one action, a bot gives one that is open."""

from __future__ import annotations

import random
import threading
from typing import Protocol

from tavl.engine.engine import Engine
from tavl.engine.levels import LEVELS as ENGINE_LEVELS
from tavl.engine.levels import Level, LevelPlayer
from tavl.rules.acts import MatchAction
from tavl.rules.match import Match
from tavl.rules.seat import Seat

PREFIX = "bot."
LEVELS: dict[str, Level] = {level.name: level for level in ENGINE_LEVELS}
_own = threading.local()  # a search belongs to one thread


class BotPlayer(Protocol):
    def choose(self, match: Match, seat: Seat, chance: random.Random) -> MatchAction | None:
        """What to do now; none if nothing is asked of this seat."""


def person_of(level: str) -> str:
    return PREFIX + level


def name_of(person: str) -> str:
    return f"tavl {person.removeprefix(PREFIX)}"


def is_bot_seat(person: str | None) -> bool:
    return person is not None and person.startswith(PREFIX)


def think(person: str, match: Match, seat: Seat, seed: str) -> MatchAction | None:
    """A bot's thought, in whatever thread it is called in. The same seed leads to the same thought, so that a bot whose
    server was killed in the middle of it comes to it again."""
    level = LEVELS.get(person.removeprefix(PREFIX))
    if level is None:
        return None
    player: BotPlayer = LevelPlayer(level, _engine())
    return player.choose(match, seat, random.Random(seed))  # noqa: S311 - how a bot errs is no secret


def _engine() -> Engine:
    engine: Engine | None = getattr(_own, "engine", None)
    if engine is None:
        engine = _own.engine = Engine(threads=1)
    return engine
