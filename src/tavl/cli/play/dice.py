"""Where the dice of a terminal game come from."""

from __future__ import annotations

import random


class DiceCup:
    """Two dice a roll: the system's randomness, or with a seed the same rolls every time."""

    def __init__(self, seed: int | None = None, rolled: int = 0) -> None:
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
        if seed is not None:
            for _ in range(rolled):  # a resumed game continues its sequence of dice
                self.roll()

    def roll(self) -> tuple[int, int]:
        return self._random.randint(1, 6), self._random.randint(1, 6)
