"""The rules that self-play goes by."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
from train.positions import ROLL_CODES, from_gnu_id, pack, unpack
from train.shape import TAILS

PERFT = Path(__file__).parent.parent / "data" / "perft.tsv"


def address(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def test_every_roll_has_the_known_number_of_results(library: ctypes.CDLL) -> None:
    lines = [line.split("\t") for line in PERFT.read_text().splitlines()[1:]]
    positions = pack(np.stack([from_gnu_id(line[0]) for line in lines]))
    capacity = 1024
    plays = np.zeros((len(lines) * 21, capacity, 4), dtype=np.int64)
    sizes = np.zeros(len(lines) * 21, dtype=np.int32)
    library.tavl_generate(
        address(positions), address(ROLL_CODES), len(lines), 21, capacity, address(plays), address(sizes), None
    )
    known = np.array([[int(number) for number in line[2:23]] for line in lines])
    assert (sizes.reshape(-1, 21) == known).all()
    for item in range(0, len(sizes), 97):
        results = plays[item, : sizes[item]]
        assert len(np.unique(results, axis=0)) == len(results)
        assert (unpack(results).sum(axis=2) == 15).all()


def test_packing_keeps_every_count() -> None:
    counts = np.stack([from_gnu_id("4HPwATDgc/ABMA"), from_gnu_id("jGfwCSDgu8GAUA")])
    assert (unpack(pack(counts)) == counts).all()
    assert counts[0, 0, [6, 8, 13, 24]].tolist() == [5, 3, 5, 2]


def test_new_games_are_possible_positions_of_every_kind(library: ctypes.CDLL) -> None:
    number = 4000
    positions = np.zeros((number, 4), dtype=np.int64)
    wanted = np.ones(number, dtype=np.uint8)
    library.tavl_start(address(positions), address(wanted), number, ctypes.c_float(0.9), ctypes.c_uint64(11), None)
    mine, his = unpack(positions)[:, 0], unpack(positions)[:, 1]
    assert (mine.sum(axis=1) == 15).all()
    assert (his.sum(axis=1) == 15).all()
    assert (mine[:, 0] < 15).all()
    assert (his[:, 0] < 15).all()
    assert not ((mine[:, 1:25] > 0) & (his[:, 24:0:-1] > 0)).any()
    rows, tail = np.zeros(72, dtype=np.int32), ctypes.c_int()
    tails = set()
    for position in positions:
        library.tavl_active_rows(address(position), address(rows), ctypes.byref(tail))
        tails.add(tail.value)
    assert tails == set(range(TAILS))
