"""ARM's registers give the same integers: compiled for it and run in an emulator, where both are installed.

On Debian: `apt-get install g++-aarch64-linux-gnu qemu-user`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tavl._native import Path as CodePath
from tavl._native import logits, own_judge
from tavl.engine.data_files import data_file
from tavl.engine.measure import boards_of, positions_of_games, races_of

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "native"
NEEDED = ("net", "quick", "race", "bearoff", "plays", "net_neon")
FILES = [str(data_file(name)) for name in ("tavl.net", "tavl.quick", "tavl.race", "bearoff.tables")]
COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"

pytestmark = pytest.mark.skipif(
    not (shutil.which(COMPILER) and shutil.which(EMULATOR)), reason=f"needs {COMPILER} and {EMULATOR}"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("arm") / "code_paths"
    sources = [HERE / "code_paths.cpp", *(NATIVE / f"{name}.cpp" for name in NEEDED)]
    flags = ["-std=c++20", "-O2", "-ffp-contract=off", "-static", "-DTAVL_NEON", f"-I{NATIVE}"]
    subprocess.run([COMPILER, *flags, "-Wall", "-Wextra", "-Werror", "-o", str(built), *map(str, sources)], check=True)
    return built


def answers(program: Path, boards: NDArray[np.int8]) -> list[list[str]]:
    """What the program says of the boards: a line for each path and board, another for each race."""
    text = "\n".join(" ".join(map(str, board)) for board in boards.tolist())
    answer = subprocess.run([EMULATOR, str(program), *FILES], input=text, capture_output=True, text=True, check=True)
    return [line.split() for line in answer.stdout.splitlines()]


def test_neon_gives_the_same_integers_as_portable_code_there_and_here(program: Path) -> None:
    boards = boards_of(positions_of_games(500, seed=4))
    rows = np.array([row for row in answers(program, boards) if row[0] != "race"], dtype=np.int64)
    paths = [rows[rows[:, 0] == path.value, 1:] for path in (CodePath.portable, CodePath.neon)]
    assert np.array_equal(paths[0][:, :5], logits(FILES[0], boards, CodePath.portable))
    assert np.array_equal(paths[0], paths[1])


def test_a_race_has_the_same_chances_there_and_here(program: Path) -> None:
    boards = boards_of(races_of(100, seed=7))
    said = [row[1:] for row in answers(program, boards) if row[0] == "race"]
    net, _, race, tables = FILES
    here = own_judge(net, tables, CodePath.portable, race=race).evaluate(boards)
    assert np.array_equal(np.array([[float.fromhex(number) for number in row] for row in said], np.float32), here)
