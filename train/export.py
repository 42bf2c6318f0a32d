"""The shipped network: integers in one file, a referee in NumPy that reads it, and test vectors.

``python3 -m train.export --state train/.data`` writes ``tavl.net`` and ``tavl.net.vectors`` there.
"""

from __future__ import annotations

import argparse
import struct
import zlib
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from train.positions import Counts, Packed, unpack
from train.shape import (
    BAR_ROWS,
    BEHIND_ROWS,
    FOUR_ROWS,
    HIDDEN,
    LATE_ONE,
    LATE_SHIFT,
    LATE_SUM_ONE,
    MIDDLE_ONE,
    MIDDLE_SHIFT,
    OFF_ROWS,
    OUTPUTS,
    PARTS,
    PIP_CLASSES,
    PIP_ROWS,
    POINT_CLASSES,
    ROW_ONE,
    ROWS,
    SECOND_ONE,
    SIDE_ROWS,
    SIX_ROWS,
    SQUARE_ONE,
    SQUARE_SHIFT,
    TAILS,
    WIDTH,
)  # fmt: skip

MAGIC = b"TAVLNET1"
VERSION = 1
HEADER = struct.Struct("<8s12I")
NUMBERS = (VERSION, ROWS, HIDDEN, TAILS, WIDTH, WIDTH, OUTPUTS, ROW_ONE, SQUARE_ONE, SECOND_ONE, MIDDLE_ONE, LATE_ONE)

Arrays = dict[str, NDArray[np.generic]]


def write(path: Path, arrays: Arrays) -> None:
    path.write_bytes(sealed(HEADER.pack(MAGIC, *NUMBERS), arrays))


def sealed(header: bytes, arrays: Arrays) -> bytes:
    """A file: the header, the parts in the order of ``shape.PARTS``, and the CRC-32 of all that."""
    data = header + b"".join(arrays[part.name].astype(part.dtype).tobytes() for part in PARTS)
    return data + struct.pack("<I", zlib.crc32(data))


def read(path: Path) -> Arrays:
    """A network of this shape, or of one with fewer sums: those it lacks are zero, and every value stays as it was."""
    data = path.read_bytes()
    if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is damaged: its checksum does not match")
    magic, *numbers = HEADER.unpack_from(data)
    hidden = numbers[2]
    if magic != MAGIC or (*numbers[:2], HIDDEN, *numbers[3:]) != NUMBERS or hidden > HIDDEN:
        raise ValueError(f"{path} is not a network of this version and shape")
    arrays: Arrays = {}
    at = HEADER.size
    for part in PARTS:
        shape = (*part.shape[:-1], hidden) if part.of_hidden else part.shape
        found = np.frombuffer(data, part.dtype, prod(shape), at).reshape(shape)
        arrays[part.name] = np.zeros(part.shape, part.dtype)
        arrays[part.name][..., : shape[-1]] = found
        at += found.nbytes
    return arrays


def width(path: Path) -> int:
    """How many sums the first layer of a file has."""
    with path.open("rb") as file:
        return int(HEADER.unpack(file.read(HEADER.size))[3])


def active_rows(counts: Counts) -> list[int]:
    """The active rows of the first layer for a position (2 x 26 counts, seen by the player on roll)."""
    mine, theirs = counts[0], counts[1][::-1]  # their point n is my point 25 - n; index 0 and 25 are not points
    rows = []
    for point in range(1, 25):
        for side, number, own_point in ((0, mine[point], point), (1, theirs[point], 25 - point)):
            if number > 0:
                kind = int(number) - 1 if number <= 6 else 6 if number <= 8 else 7
                rows.append(side * SIDE_ROWS + (own_point - 1) * POINT_CLASSES + kind)
    for side in (0, 1):
        bar, off = int(counts[side, 25]), int(counts[side, 0])
        rows += [side * SIDE_ROWS + BAR_ROWS + bar] if bar else []
        rows += [side * SIDE_ROWS + OFF_ROWS + off] if off else []
        pips = sum(index * int(counts[side, index]) for index in range(1, 26))
        rows.append(PIP_ROWS + side * PIP_CLASSES + class_of_pips(pips))
    my_behind, their_behind = int(counts[0, 19:].sum()), int(counts[1, 19:].sum())
    rows.append(BEHIND_ROWS + 8 * min(my_behind, 7) + min(their_behind, 7))
    five = np.minimum(mine, 2) + np.where(theirs > 0, np.minimum(theirs, 2) + 2, 0)
    three = np.where(mine > 1, 1, np.where(theirs > 1, 2, 0))
    for states, base, windows, begin in ((five, 5, 21, FOUR_ROWS), (three, 3, 19, SIX_ROWS)):
        length = 25 - windows
        for first in range(1, windows + 1):
            pattern = sum(int(states[first + k]) * base**k for k in range(length))
            if pattern:  # an empty window is never active
                rows.append(begin + (first - 1) * base**length + pattern)
    return rows


def class_of_pips(pips: int) -> int:
    """In threes up to 150, in eights beyond."""
    return pips // 3 if pips < 150 else min(50 + (pips - 150) // 8, PIP_CLASSES - 1)


def tail_of(counts: Counts) -> int:
    mine, theirs = counts
    my_last = max((i for i in range(1, 26) if mine[i]), default=0)
    their_last = max((i for i in range(1, 26) if theirs[i]), default=0)
    if my_last + their_last <= 25:
        return 0
    if my_last <= 12:
        return 1
    if their_last <= 12:
        return 2
    my_behind, their_behind = int(mine[19:].sum()), int(theirs[19:].sum())
    if my_behind >= 4 and my_behind >= their_behind:
        return 3 if my_behind >= 5 else 4
    if their_behind >= 4:
        return 5 if their_behind >= 5 else 6
    return 7 if my_behind < their_behind else 8 if my_behind > their_behind else 9


def logits(net: Arrays, counts: Counts) -> NDArray[np.int64]:
    """The five integer logits of one position; every other implementation must give the same bits."""
    tail = tail_of(counts)
    sums = net["bias"].astype(np.int64) + net["rows"][active_rows(counts)].astype(np.int64).sum(axis=0)
    clipped = np.clip(sums, 0, ROW_ONE - 1)
    hidden = (clipped * clipped + (1 << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT

    def layer(x: NDArray[np.int64], name: str) -> NDArray[np.int64]:
        weights, bias = net[name][tail].astype(np.int64), net[f"{name}_bias"][tail].astype(np.int64)
        return np.asarray(weights @ x + bias)

    def shifted(x: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
        return np.asarray(np.clip((x + (1 << (bits - 1))) >> bits, 0, MIDDLE_ONE))

    middle = shifted(layer(hidden, "second"), MIDDLE_SHIFT)
    late = shifted(layer(middle, "third"), LATE_SHIFT)
    return layer(late, "last")


def chances(integer_logits: NDArray[np.int64], counts: Counts) -> NDArray[np.float64]:
    """The five chances: impossible ones zero, a backgammon never likelier than a gammon nor that than a win."""
    c = 1.0 / (1.0 + np.exp(-integer_logits / LATE_SUM_ONE))
    if counts[1][0] > 0:
        c[1:3] = 0.0
    if counts[0][0] > 0:
        c[3:5] = 0.0
    c[1] = min(c[1], c[0])
    c[2] = min(c[2], c[1])
    c[3] = min(c[3], 1.0 - c[0])
    c[4] = min(c[4], c[3])
    return np.asarray(c)


def write_vectors(path: Path, net: Arrays, positions: Packed) -> None:
    """One line a position: 26 counts mine, 26 theirs, the tail, the five logits; separated by spaces."""
    lines = ["# 26 counts of the player on roll (off, points 1..24, bar), 26 of the opponent, tail, five logits"]
    for counts in unpack(positions):
        numbers = [*counts[0], *counts[1], tail_of(counts), *logits(net, counts)]
        lines.append(" ".join(str(int(number)) for number in numbers))
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    from train import state
    from train.model import integers

    parser = argparse.ArgumentParser(description="Write the quantised network of a saved state.")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--vectors", type=int, default=64, help="how many test positions (from the validation set)")
    arguments = parser.parse_args()
    folder, count = arguments.state, arguments.vectors
    found = state.load(folder)
    if found is None:
        raise SystemExit(f"{folder} holds no state")
    write(folder / "tavl.net", {name: array.numpy() for name, array in integers(found[0]).items()})
    net = read(folder / "tavl.net")
    if (folder / "validation.npz").exists():
        with np.load(folder / "validation.npz") as data:
            write_vectors(folder / "tavl.net.vectors", net, data["positions"][:count])
    print(f"{folder / 'tavl.net'}: {(folder / 'tavl.net').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
