"""Back games have layers of their own behind the network's first one, learned from games played one roll deep."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from tavl import Position
from tavl._native import Path as CodePath
from tavl._native import own_judge, path_available
from tavl.engine import Engine
from tavl.engine.data_files import data_file
from tavl.engine.measure import boards_of, positions_of_games
from train import export

NET, TABLES, QUICK, BACK = (str(data_file(name)) for name in ("tavl.net", "bearoff.tables", "tavl.quick", "tavl.back"))
BEHIND_THE_FIRST = ("second", "second_bias", "third", "third_bias", "last", "last_bias")

BACK_GAMES = [
    Position.of("24:2 22:2 13:2 10:2 8:2 6:3 5:2", "13:2 10:3 8:3 7:2 6:3 5:2"),
    Position.of("13:2 10:3 8:3 7:2 6:3 5:2", "24:2 22:2 13:2 10:2 8:2 6:3 5:2"),
    Position.of("24:2 23:3 21:2 8:2 6:3 5:3", "9:3 8:3 7:3 6:3 5:3"),
    Position.of("6:3 5:3 4:3 2:6", "24:2 22:3 4:5 3:5"),
]
OTHERS = [
    Position.start(),
    Position.of("24:2 22:2 8:1 6:3 5:3 4:2 2:2", "24:2 22:2 8:3 6:4 5:4"),  # two anchors, and not behind
    Position.of("24:4 13:5 8:3 6:3", "13:5 8:5 6:5"),  # one anchor
    Position.of("20:2 18:3 13:4 6:6", "13:3 8:4 6:6 4:2"),  # the bar point is none
]


def integers_of_back_games() -> dict[str, np.ndarray]:
    """What the file holds, part by part."""
    data = Path(BACK).read_bytes()
    shapes = {"second": (32, 1024), "second_bias": (32,), "third": (32, 32), "third_bias": (32,), "last": (5, 32)}
    types = {"second": "i1", "third": "<i2", "last": "<i2"}
    found, at = {}, 16
    for name in BEHIND_THE_FIRST:
        shape = (6, *shapes.get(name, (5,)))
        found[name] = np.frombuffer(data, types.get(name, "<i4"), int(np.prod(shape)), at).reshape(shape)
        at += found[name].nbytes
    assert at + 4 == len(data)
    return found


def evaluated(boards: np.ndarray, path: CodePath = CodePath.portable, back: str = BACK) -> np.ndarray:
    return own_judge(NET, TABLES, path, back=back).evaluate(boards)


def test_a_back_game_is_judged_by_its_own_layers_and_nothing_else_is() -> None:
    net = export.read(Path(NET))
    own = dict(net)
    for name, tails in integers_of_back_games().items():
        own[name] = net[name].copy()
        own[name][1:7] = tails
    for positions, used in ((BACK_GAMES, own), (OTHERS, net)):
        for position in positions:
            counts = boards_of([position]).reshape(2, 26).astype(np.int64)
            assert 1 <= export.tail_of(counts) <= 9
            expected = export.chances(export.logits(used, counts), counts)
            assert np.allclose(evaluated(boards_of([position]))[0], expected, atol=2e-6), position


def test_every_machine_judges_back_games_alike() -> None:
    some = boards_of([*BACK_GAMES, *OTHERS, *positions_of_games(2000, seed=3)])
    portable = evaluated(some)
    for path in (path for path in CodePath if path_available(path)):
        assert np.array_equal(evaluated(some, path), portable), path


def test_without_the_file_a_back_game_is_judged_as_any_other() -> None:
    some = boards_of(positions_of_games(500, seed=5))
    assert not np.array_equal(evaluated(boards_of(BACK_GAMES), back=""), evaluated(boards_of(BACK_GAMES)))
    changed = (evaluated(some, back="") != evaluated(some)).any(1)
    assert 0 < changed.sum() < len(some) / 2


def test_the_engine_that_ships_knows_back_games() -> None:
    shipped = Engine(threads=1).evaluate(BACK_GAMES[0])
    assert shipped.win == pytest.approx(evaluated(boards_of(BACK_GAMES))[0][0])


def test_the_file_is_whole() -> None:
    data = Path(BACK).read_bytes()
    assert zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0]


def test_a_file_that_is_not_for_this_network_is_refused(tmp_path: Path) -> None:
    bad, data = tmp_path / "bad.back", Path(BACK).read_bytes()
    for wrong, says in (
        (b"TAVLNET1" + data[8:], "not a file for back games"),
        (data[:12] + b"\0\0\0\0" + data[16:], "for the back games of another network"),
        (data[:8] + struct.pack("<I", 512) + data[12:], "for the back games of another network"),
        (data[:-1], "the back games' file ends too early"),
        (b"", "the back games' file ends too early"),
    ):
        bad.write_bytes(wrong)
        with pytest.raises(RuntimeError, match=says):
            own_judge(NET, TABLES, back=str(bad))
    with pytest.raises(RuntimeError, match="no back games' at"):
        own_judge(NET, TABLES, back=str(tmp_path / "none.back"))
