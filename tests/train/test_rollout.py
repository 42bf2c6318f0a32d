"""Rollouts on the device, inputs as tensors, plans with other values. Skipped where PyTorch is not installed."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from train.inputs import PAD, rows_of, tails_of  # noqa: E402
from train.model import equity, integer_net, random_parameters  # noqa: E402
from train.native import Native  # noqa: E402
from train.positions import pack, unpack  # noqa: E402
from train.rollout import roll_out  # noqa: E402
from train.selfplay import Games  # noqa: E402

from train import export, plan  # noqa: E402


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(torch.device("cpu"))


def test_inputs_of_many_are_the_inputs_of_each(native: Native) -> None:
    games = Games(native, 40, odd_share=0.8, seed=9)
    rows, tails = rows_of(games.positions), tails_of(games.positions)
    for one, tail, counts in zip(rows.tolist(), tails.tolist(), unpack(games.positions.numpy()), strict=True):
        assert sorted(row for row in one if row != PAD) == sorted(export.active_rows(counts))
        assert tail == export.tail_of(counts)


@pytest.mark.parametrize("keep", [1, 2])
def test_a_rollout_of_a_last_roll_is_exact_whatever_the_network(native: Native, keep: int) -> None:
    counts = np.zeros((1, 2, 26), dtype=np.int64)
    counts[0, :, 0] = 14
    counts[0, 0, 6] = counts[0, 1, 1] = 1  # 27 rolls of 36 take the checker off; else he does
    net = integer_net(random_parameters(torch.Generator().manual_seed(3)))
    found = roll_out(native, net, torch.tensor(pack(counts)), games_each=36, keep=keep)
    assert float(equity(found.chances)[0]) == pytest.approx(0.5, abs=1e-5)


def test_a_plan_takes_other_values_and_refuses_what_it_does_not_have() -> None:
    other = plan.changed(plan.FULL, ["again.trace=0.95,0.9", "again.seconds=250", "roll.quantised=yes"])
    assert other[3].trace == (0.95, 0.9)
    assert other[3].seconds == 250
    assert other[1].quantised
    assert plan.FULL[3].seconds == plan.AGAIN.seconds
    for wrong in ("never.trace=1,1", "again.name=x"):
        with pytest.raises(ValueError, match="no such setting"):
            plan.changed(plan.FULL, [wrong])
