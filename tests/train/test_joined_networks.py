"""Two networks side by side in one: the values are the first one's until the tails learn to hear both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from train.join import joined
from train.positions import from_gnu_id
from train.shape import HIDDEN

from tests.train.test_network import ROOT, random_net
from train import export

HALF = HIDDEN // 2
IDS = ("4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "23YBAAD9dgEAAA")


def half(seed: int, path: Path) -> export.Arrays:
    """A network of half the sums, in a file; what is given back has the other half as zeros."""
    net = random_net(seed)
    for name in ("rows", "bias", "second"):
        net[name] = np.ascontiguousarray(net[name][..., :HALF])
    header = export.HEADER.pack(export.MAGIC, *export.NUMBERS[:2], HALF, *export.NUMBERS[3:])
    path.write_bytes(export.sealed(header, net))
    return export.read(path)


def test_a_joined_network_says_what_the_first_one_says_and_has_the_rows_of_both(tmp_path: Path) -> None:
    first, second = half(1, tmp_path / "first.net"), half(2, tmp_path / "second.net")
    both = joined(tmp_path / "first.net", tmp_path / "second.net")
    for id in IDS:
        counts = from_gnu_id(id)
        assert (export.logits(both, counts) == export.logits(first, counts)).all()
    assert (both["rows"][:, :HALF] == first["rows"][:, :HALF]).all()
    assert (both["rows"][:, HALF:] == second["rows"][:, :HALF]).all()
    assert (both["bias"][HALF:] == second["bias"][:HALF]).all()


def test_networks_that_are_not_as_wide_together_are_refused(tmp_path: Path) -> None:
    half(1, tmp_path / "narrow.net")
    export.write(tmp_path / "wide.net", random_net(2))
    with pytest.raises(ValueError, match=f"{HALF} and {HIDDEN} sums side by side"):
        joined(tmp_path / "narrow.net", tmp_path / "wide.net")


def test_the_command_makes_a_state_to_train_on_from(tmp_path: Path) -> None:
    half(1, tmp_path / "a.net")
    half(2, tmp_path / "b.net")
    command = [sys.executable, "-m", "train.join", str(tmp_path / "a.net"), str(tmp_path / "b.net"), "--seconds", "60"]
    subprocess.run([*command, "--out", str(tmp_path / "state")], cwd=ROOT, env={**os.environ}, check=True)
    assert export.width(tmp_path / "state" / "tavl.net") == HIDDEN
    assert json.loads((tmp_path / "state" / "progress.json").read_text())["seconds"] == 60
