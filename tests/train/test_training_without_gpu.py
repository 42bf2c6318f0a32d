"""Training without a GPU: what it learns makes the network better on positions it never learned from."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from train.processor import FLAGS, NATIVE, build

from tavl.engine.data_files import data_file
from train import export

ROOT = Path(__file__).parent.parent.parent


def test_the_engine_is_compiled_from_files_that_exist() -> None:
    assert [name for name in NATIVE if not (ROOT / "native" / f"{name}.cpp").exists()] == []
    assert "-ffast-math" not in FLAGS  # the engine's sums stay as they are


@pytest.mark.soak
def test_a_minute_of_learning_gains_on_positions_held_back(tmp_path: Path) -> None:
    out = tmp_path / "polished.net"
    options = f"--out {out} --seconds 60 --held 40000 --few 100000 --batch 8192 --rate 2e-5"
    command = [sys.executable, "-m", "train.processor", *options.split()]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = re.search(r"end: held back (\S+) from (\S+)", answer.stdout)
    assert found is not None
    assert float(found[1]) < float(found[2])
    before, after = export.read(data_file("tavl.net")), export.read(out)  # the checksum is looked at
    assert (after["rows"] != before["rows"]).any()


@pytest.mark.soak
def test_a_program_of_the_same_sources_is_not_compiled_again(tmp_path: Path) -> None:
    first = build(tmp_path)
    made = first.stat().st_mtime_ns
    assert build(tmp_path) == first
    assert first.stat().st_mtime_ns == made
