"""The integer network: the referee in NumPy, the C++ the GPU is checked against, and the file."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from train.positions import from_gnu_id, unpack
from train.shape import PARTS

from tests.train.test_plays import address
from train import export

ROOT = Path(__file__).parent.parent.parent


def random_net(seed: int) -> export.Arrays:
    random = np.random.default_rng(seed)  # noqa: TID251
    spread = {"rows": 12, "bias": 60, "second": 20, "third": 1200, "last": 4000}
    arrays: export.Arrays = {}
    for part in PARTS:
        width = spread.get(part.name, part.one // 2)
        values = np.clip(np.rint(random.normal(0, width, part.shape)), -part.most, part.most)
        arrays[part.name] = values.astype(part.dtype)
    arrays["bias"] = arrays["bias"] + np.int16(90)
    return arrays


def some_positions(library: ctypes.CDLL, number: int) -> np.ndarray:
    positions = np.zeros((number, 4), dtype=np.int64)
    wanted = np.ones(number, dtype=np.uint8)
    library.tavl_start(address(positions), address(wanted), number, ctypes.c_float(0.95), ctypes.c_uint64(3), None)
    return positions


def test_the_referee_and_the_kernels_reference_agree_to_the_bit(library: ctypes.CDLL) -> None:
    positions = some_positions(library, 150)
    net = random_net(1)
    lifted = (net["rows"].astype(np.int16) + 128).astype(np.uint8)
    arrays = [lifted, *(np.ascontiguousarray(net[part.name]) for part in PARTS[1:])]
    pointers = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
    values = np.zeros((len(positions), 5), dtype=np.float32)
    logits = np.zeros((len(positions), 5), dtype=np.int32)
    library.tavl_evaluate(pointers, address(positions), len(positions), address(values), address(logits), None)
    rows, tail = np.zeros(72, dtype=np.int32), ctypes.c_int()
    for position, counts, value, logit in zip(positions, unpack(positions), values, logits, strict=True):
        number = library.tavl_active_rows(address(position), address(rows), ctypes.byref(tail))
        assert sorted(export.active_rows(counts)) == sorted(rows[:number].tolist())
        assert export.tail_of(counts) == tail.value
        ours = export.logits(net, counts)
        assert (ours == logit).all()
        assert np.allclose(export.chances(ours, counts), value, atol=1e-5)
    assert len(np.unique(logits[:, 0])) > 100  # the random network does tell positions apart


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    net = random_net(2)
    export.write(tmp_path / "tavl.net", net)
    assert (tmp_path / "tavl.net").stat().st_size < 30_000_000
    again = export.read(tmp_path / "tavl.net")
    assert all((again[part.name] == net[part.name]).all() for part in PARTS)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tavl.net"
    export.write(path, random_net(2))
    data = bytearray(path.read_bytes())
    data[1000] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        export.read(path)


WIDER = """
import sys
import numpy as np
from pathlib import Path
from train import export, positions
net = export.read(Path(sys.argv[1]))
assert net["rows"].shape[1] == 1280, net["rows"].shape
for id in sys.argv[2:]:
    print(*export.logits(net, positions.from_gnu_id(id)))
"""


def test_a_network_with_fewer_sums_gives_the_same_values_in_a_wider_one(tmp_path: Path) -> None:
    net = random_net(3)
    export.write(tmp_path / "tavl.net", net)
    ids = ("4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "23YBAAD9dgEAAA")
    command = [sys.executable, "-c", WIDER, str(tmp_path / "tavl.net"), *ids]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "TAVL_HIDDEN": "1280"}, capture_output=True, text=True, check=True
    )
    narrow = [" ".join(str(x) for x in export.logits(net, from_gnu_id(id))) for id in ids]
    assert done.stdout.splitlines() == narrow


def test_a_network_with_more_sums_than_these_kernels_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tavl.net"
    export.write(path, random_net(2))
    data = bytearray(path.read_bytes()[:-4])
    data[16:20] = (1280).to_bytes(4, "little")
    path.write_bytes(data + zlib.crc32(data).to_bytes(4, "little"))
    with pytest.raises(ValueError, match="not a network of this version and shape"):
        export.read(path)
