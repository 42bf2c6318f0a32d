"""The network's shape in numbers, and where each part lies in the one vector that holds all parameters.

``cuda/net.h`` has the same numbers; ``tests/train`` holds the two together. ``TAVL_HIDDEN`` in the environment chooses
another width of the first layer.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import prod

POINT_CLASSES = 8
BAR_ROWS = 24 * POINT_CLASSES
OFF_ROWS = BAR_ROWS + 16
SIDE_ROWS = OFF_ROWS + 16
FOUR_ROWS = 2 * SIDE_ROWS
SIX_ROWS = FOUR_ROWS + 21 * 5**4
PIP_ROWS = SIX_ROWS + 19 * 3**6
PIP_CLASSES = 64
BEHIND_ROWS = PIP_ROWS + 2 * PIP_CLASSES
ROWS = BEHIND_ROWS + 64
HIDDEN = int(os.environ.get("TAVL_HIDDEN", "1024"))  # sums of the first layer, a multiple of 256
TAILS = 10
WIDTH = 32
OUTPUTS = 5
TAIL_NAMES = (
    "race", "I come home", "they come home", "five of mine back", "four of mine back", "five of theirs back",
    "four of theirs back", "more of theirs back", "more of mine back", "ordinary",
)  # fmt: skip

# Integer arithmetic: what 1.0 is in each place.
ROW_ONE = 256
SQUARE_SHIFT = 9
SQUARE_ONE = 128
SECOND_ONE = 128
MIDDLE_ONE = 2048
LATE_ONE = 4096
SECOND_SUM_ONE = SQUARE_ONE * SECOND_ONE
LATE_SUM_ONE = MIDDLE_ONE * LATE_ONE
MIDDLE_SHIFT = 3
LATE_SHIFT = 12


@dataclass(frozen=True)
class Part:
    """One array of parameters. ``one`` is the integer that stands for 1.0, ``most`` the largest allowed."""

    name: str
    shape: tuple[int, ...]
    one: int
    most: int
    dtype: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def of_hidden(self) -> bool:
        """Its last axis is the first layer's sums."""
        return self.name in ("rows", "bias", "second")

    @property
    def limit(self) -> float:
        return self.most / self.one


# In the order of the parameter vector and of the exported file. The limits keep every sum inside its integer
# type: 71 rows and the bias in 16 bits, the late layers' 32 products in 32 bits.
PARTS = (
    Part("rows", (ROWS, HIDDEN), ROW_ONE, 127, "i1"),
    Part("bias", (HIDDEN,), ROW_ONE, 4095, "<i2"),
    Part("second", (TAILS, WIDTH, HIDDEN), SECOND_ONE, 127, "i1"),
    Part("second_bias", (TAILS, WIDTH), SECOND_SUM_ONE, 1 << 20, "<i4"),
    Part("third", (TAILS, WIDTH, WIDTH), LATE_ONE, 32000, "<i2"),
    Part("third_bias", (TAILS, WIDTH), LATE_SUM_ONE, 5 << 23, "<i4"),
    Part("last", (TAILS, OUTPUTS, WIDTH), LATE_ONE, 32000, "<i2"),
    Part("last_bias", (TAILS, OUTPUTS), LATE_SUM_ONE, 5 << 23, "<i4"),
)


def offsets() -> dict[str, tuple[int, int]]:
    """Where each part begins and ends in the parameter vector."""
    place: dict[str, tuple[int, int]] = {}
    begin = 0
    for part in PARTS:
        place[part.name] = (begin, begin + part.size)
        begin += part.size
    return place


PARAMETERS = sum(part.size for part in PARTS)
ROWS_END = PARTS[0].size  # the rows come first and are nearly all of it
