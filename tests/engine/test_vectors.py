"""The network gives the same results as the trainer's reference implementation for the same file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tavl._native import own_judge
from tavl.engine.data_files import data_file

VECTORS = Path(__file__).parent / "tavl.net.vectors"


def test_the_shipped_network_gives_the_trainers_numbers() -> None:
    rows = np.loadtxt(VECTORS, dtype=np.int64)
    boards, logits = rows[:, :52].astype(np.int8), rows[:, 53:]
    home = (boards[:, 7:26] == 0).all(1) & (boards[:, 33:52] == 0).all(1)  # those the bear-off tables answer
    expected = 1 / (1 + np.exp(-logits / (2048 * 4096)))
    expected[boards[:, 26] > 0, 1:3] = 0
    expected[boards[:, 0] > 0, 3:5] = 0
    expected[:, 1] = np.minimum(expected[:, 1], expected[:, 0])
    expected[:, 2] = np.minimum(expected[:, 2], expected[:, 1])
    expected[:, 3] = np.minimum(expected[:, 3], 1 - expected[:, 0])
    expected[:, 4] = np.minimum(expected[:, 4], expected[:, 3])
    alone = own_judge(str(data_file("tavl.net")), str(data_file("bearoff.tables")))  # without the race network
    got = alone.evaluate(boards)
    assert (~home).sum() >= 40
    assert np.allclose(got[~home], expected[~home], atol=2e-6)
