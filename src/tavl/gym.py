"""Backgammon as a Gymnasium environment: `gymnasium.make("tavl/Backgammon-v0")` after `import tavl.gym`.

One game, cubeless, seen by the player on roll; the opponent is a level of ours, or `None` for self-play, where every
step changes sides. An action is the number of a legal play, in the order of `Position.plays`; `info["plays"]` says how
many there are and `info["action_mask"]` which numbers they have. Another number is not a play: it ends the episode as a
game lost by a backgammon, so that a learner finds out. Needs `tavl[gym]`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavl.engine.engine import Engine
from tavl.engine.levels import LevelPlayer, level_named
from tavl.extras import needed_for
from tavl.rules import Dice, Play, Position

with needed_for("tavl.gym"):
    import gymnasium
    from gymnasium import spaces

MAX_PLAYS = 512
"""The most plays of a roll in one position; more than ever occur in play."""

Observation = dict[str, Any]


class Backgammon(gymnasium.Env[Observation, np.int64]):
    """The reward is the game's points at its end, for the player whom it is seen by; 0 before."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's own way

    def __init__(self, opponent: str | None = "club", render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self._opponent = LevelPlayer(level_named(opponent), Engine(threads=1)) if opponent else None
        counts = spaces.Box(0, 15, (52,), np.int8)
        self.observation_space = spaces.Dict({"board": counts, "dice": spaces.MultiDiscrete([6, 6], start=[1, 1])})
        self.action_space = spaces.Discrete(MAX_PLAYS)
        self._position, self._dice, self._plays = Position.start(), Dice(3, 1), list[Play]()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """`options={"position": GNU ID}` begins there; the learner is on roll."""
        super().reset(seed=seed)
        self._position = Position.from_gnu_id(options["position"]) if options else Position.start()
        self._roll(opening=not options)
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = int(action)
        if not 0 <= number < len(self._plays):
            return self._seen(), -3.0, True, False, {**self._info(), "illegal": True}
        self._position = self._plays[number].result  # the other one is on roll
        reward = 0.0
        if self._position.over:
            reward = float(self._position.loss)
        elif self._opponent is not None:
            chance = Random(int(self.np_random.integers(1 << 62)))  # noqa: S311 - a game, not a secret
            dice = Dice(*self._rolled())
            self._position = self._opponent.choose_play(self._position, dice, None, chance).play.result
            if self._position.over:
                reward = -float(self._position.loss)
        if not reward:
            self._roll()
        return self._seen(), reward, bool(reward), False, self._info()

    def render(self) -> str:  # type: ignore[override]  # what "ansi" gives
        return f"{self._position.gnu_id} {self._dice.high}{self._dice.low}"

    def _rolled(self) -> tuple[int, int]:
        one, other = self.np_random.integers(1, 7, 2)
        return int(one), int(other)

    def _roll(self, opening: bool = False) -> None:
        rolled = self._rolled()
        while opening and rolled[0] == rolled[1]:
            rolled = self._rolled()
        self._dice = Dice(*rolled)
        self._plays = self._position.plays(self._dice)

    def _seen(self) -> Observation:
        board: NDArray[np.int8] = np.frombuffer(bytes(self._position), np.int8).copy()
        return {"board": board, "dice": np.array([self._dice.high, self._dice.low], np.int64)}

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(MAX_PLAYS, np.int8)
        mask[: len(self._plays)] = 1
        return {"plays": len(self._plays), "action_mask": mask}


gymnasium.register(id="tavl/Backgammon-v0", entry_point="tavl.gym:Backgammon")
