"""Networks of any width, each made for the test, give the integers of the trainer's reference by every code path."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from tavl._native import Path as CodePath
from tavl._native import Search, logits, own_judge, path_available
from tavl.engine.data_files import data_file
from tavl.engine.measure import boards_of, positions_of_games
from tavl.rules import Dice, Position
from train import export

ROWS, TAILS, WIDTH, OUTPUTS = 27_616, 10, 32, 5
EMPTY = [448 + 625 * window for window in range(21)] + [13_573 + 729 * window for window in range(19)]


def made_network(sums: int, seed: int) -> export.Arrays:
    random = np.random.default_rng(seed)  # noqa: TID251

    def some(most: int, dtype: str, *shape: int) -> np.ndarray:
        return random.integers(-most, most, shape, dtype, endpoint=True)

    rows = some(40, "i1", ROWS, sums)
    rows[EMPTY] = 0  # a window without a checker is never active, and its row holds zeros
    return {
        "rows": rows,
        "bias": some(300, "<i2", sums),
        "second": some(127, "i1", TAILS, WIDTH, sums),
        "second_bias": some(8000, "<i4", TAILS, WIDTH),
        "third": some(2500, "<i2", TAILS, WIDTH, WIDTH),
        "third_bias": some(1 << 22, "<i4", TAILS, WIDTH),
        "last": some(8000, "<i2", TAILS, OUTPUTS, WIDTH),
        "last_bias": some(1 << 20, "<i4", TAILS, OUTPUTS),
    }


def header(sums: int) -> bytes:
    numbers = (1, ROWS, sums, TAILS, WIDTH, WIDTH, OUTPUTS, 256, 128, 128, 2048, 4096)
    return struct.pack("<8s12I", b"TAVLNET1", *numbers)


def file_of(net: export.Arrays, sums: int, path: Path) -> str:
    data = header(sums) + b"".join(array.tobytes() for array in net.values())
    path.write_bytes(data + struct.pack("<I", zlib.crc32(data)))
    return str(path)


def boards() -> np.ndarray:
    """Positions of whole games, and siblings: those after each play of two rolls."""
    siblings = [play.result for dice in (Dice(3, 1), Dice(2, 2)) for play in Position.start().plays(dice)]
    return boards_of([*positions_of_games(150, seed=7), *siblings])


@pytest.mark.parametrize("sums", [128, 512, 768, 1024])
def test_a_network_of_any_width_gives_the_references_integers(sums: int, tmp_path: Path) -> None:
    net, some = made_network(sums, seed=sums), boards()
    expected = np.array([export.logits(net, board.reshape(2, 26).astype(np.int64)) for board in some])
    assert len(np.unique(expected[:, 0])) > len(some) / 2, "the made network tells positions apart"
    file = file_of(net, sums, tmp_path / "made.net")
    for path in (path for path in CodePath if path_available(path)):
        assert np.array_equal(logits(file, some, path), expected), f"{path} with {sums} sums"


@pytest.mark.parametrize("sums", [0, 500, 2048])
def test_a_width_that_the_engine_has_no_code_for_is_refused_with_its_number(sums: int, tmp_path: Path) -> None:
    path = tmp_path / "other.net"
    path.write_bytes(header(sums))
    with pytest.raises(RuntimeError, match=f"a network of {sums} sums, not of a multiple of 128 up to 1024"):
        own_judge(str(path), str(data_file("bearoff.tables")))


def test_what_is_remembered_in_a_search_is_of_one_network(tmp_path: Path) -> None:
    tables, quick = str(data_file("bearoff.tables")), str(data_file("tavl.quick"))
    files = [str(data_file("tavl.net")), file_of(made_network(128, seed=1), 128, tmp_path / "made.net")]
    positions = positions_of_games(12, seed=3)

    def searches() -> list[Search]:
        return [Search(own_judge(file, tables, quick=quick, looks=5)) for file in files]

    kept = searches()
    in_turns = [search.evaluate(position, 1)[0] for position in positions for search in kept]
    alone = [search.evaluate(position, 1)[0] for position in positions for search in searches()]
    assert in_turns == alone
    assert in_turns[0] != in_turns[1]
