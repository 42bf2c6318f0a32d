"""Positions as arrays: 2 x 26 counts, the packed form the kernels use, and GNU position IDs."""

from __future__ import annotations

import base64

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]  # [..., 2, 26]: mine, theirs; index 0 off, 1..24 own points, 25 bar
Packed = NDArray[np.int64]  # [..., 4]: mine 0..15, mine 16..25, theirs 0..15, theirs 16..25; four bits a count

ROLLS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
ROLL_CODES = np.array([high * 8 + low for low, high in ROLLS], dtype=np.uint8)
ROLL_WEIGHTS = np.array([1 if low == high else 2 for low, high in ROLLS]) / 36.0
# For each of the 36 results of two dice, which of the 21 rolls it is.
ROLL_OF_36 = np.array([ROLLS.index((min(a, b), max(a, b))) for a in range(1, 7) for b in range(1, 7)], dtype=np.int64)


def pack(counts: Counts) -> Packed:
    shifts = np.arange(16, dtype=np.uint64) * np.uint64(4)
    padded = np.zeros((*counts.shape[:-1], 32), dtype=np.uint64)
    padded[..., :26] = counts
    words = (padded.reshape(*counts.shape[:-1], 2, 16) << shifts).sum(axis=-1, dtype=np.uint64)
    return np.asarray(words.reshape(*counts.shape[:-2], 4).view(np.int64))


def unpack(packed: Packed) -> Counts:
    shifts = np.arange(16, dtype=np.uint64) * np.uint64(4)
    words = np.ascontiguousarray(packed).view(np.uint64)[..., None]
    nibbles = (words >> shifts) & np.uint64(15)
    return nibbles.reshape(*packed.shape[:-1], 2, 32)[..., :26].astype(np.int64)


def from_gnu_id(text: str) -> Counts:
    """The 2 x 26 counts of a GNU position ID, seen by the player on roll, whose half comes second."""
    bits = np.unpackbits(np.frombuffer(base64.b64decode(text + "=="), dtype=np.uint8), bitorder="little")
    counts = np.zeros((2, 26), dtype=np.int64)
    at = 0
    for side in (1, 0):
        for index in range(1, 26):
            while bits[at]:
                counts[side, index] += 1
                at += 1
            at += 1
        counts[side, 0] = 15 - counts[side].sum()
    return counts


def equity(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cubeless money equity of (win, win gammon, win backgammon, lose gammon, lose backgammon)."""
    c = chances
    return np.asarray(2.0 * c[..., 0] - 1.0 + c[..., 1] + c[..., 2] - c[..., 3] - c[..., 4])
