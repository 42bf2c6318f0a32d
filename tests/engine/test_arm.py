"""ARM's registers give the same integers: compiled for it and run in an emulator, where both are installed.

On Debian: `apt-get install g++-aarch64-linux-gnu qemu-user`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tavl._native import Path as CodePath
from tavl._native import logits
from tavl.engine.data_files import data_file
from tavl.engine.measure import boards_of, positions_of_games

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "native"
COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"

pytestmark = pytest.mark.skipif(
    not (shutil.which(COMPILER) and shutil.which(EMULATOR)), reason=f"needs {COMPILER} and {EMULATOR}"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("arm") / "code_paths"
    sources = [HERE / "code_paths.cpp", *(NATIVE / name for name in ("net.cpp", "quick.cpp", "net_neon.cpp"))]
    flags = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-DTAVL_NEON", f"-I{NATIVE}"]
    subprocess.run([COMPILER, *flags, "-o", str(built), *map(str, sources)], check=True)
    return built


def test_neon_gives_the_same_integers_as_portable_code_there_and_here(program: Path) -> None:
    boards = boards_of(positions_of_games(500, seed=4))
    net, quick = str(data_file("tavl.net")), str(data_file("tavl.quick"))
    text = "\n".join(" ".join(map(str, board)) for board in boards.tolist())
    answer = subprocess.run(
        [EMULATOR, str(program), net, quick], input=text, capture_output=True, text=True, check=True
    )
    rows = np.array([line.split() for line in answer.stdout.splitlines()], dtype=np.int64)
    paths = [rows[rows[:, 0] == path.value, 1:] for path in (CodePath.portable, CodePath.neon)]
    assert np.array_equal(paths[0][:, :5], logits(net, boards, CodePath.portable))
    assert np.array_equal(paths[0], paths[1])
