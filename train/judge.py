"""Reference rollouts on the device, by a player that looks one roll deep.

First the kernels' integers are compared with the reference implementation in ``export.py``, and the rollout of a
bear-off with its exact result.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import torch

from train import export
from train.model import equity
from train.native import IntegerNet, Native
from train.positions import from_gnu_id, pack, unpack
from train.rollout import roll_out
from train.shape import OUTPUTS

NAMES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
PIECE = 64  # positions between two looks at the clock


def judge(ids: Path, out: Path, net_file: Path, games: int, keep: int, seconds: float, seed: int) -> None:
    began = time.monotonic()
    torch.manual_seed(seed)
    native = Native(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    arrays = export.read(net_file)
    net = IntegerNet({name: torch.from_numpy(array.copy()).to(native.device) for name, array in arrays.items()})
    lines = [json.loads(line) for line in ids.read_text().splitlines()]
    positions = torch.tensor(pack(np.stack([from_gnu_id(line["id"]) for line in lines]))).to(native.device)
    prove(native, net, arrays, positions)
    rows = []
    for begin in range(0, len(lines), PIECE):
        if time.monotonic() - began > seconds:
            break
        found = roll_out(native, net, positions[begin : begin + PIECE], games, keep)
        for line, chances, error in zip(
            lines[begin:], found.chances.tolist(), found.standard_error.tolist(), strict=False
        ):
            figures = {name: round(chance, 6) for name, chance in zip(NAMES, chances, strict=True)}
            rows.append(
                {"id": line["id"], **figures, "se": round(error, 6), "games": games, "keep": keep, "seed": seed}
            )
    out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(rows)} of {len(lines)} positions, {games} games each, in {time.monotonic() - began:.0f} s")


def prove(native: Native, net: IntegerNet, arrays: export.Arrays, positions: torch.Tensor) -> None:
    some = positions[:64].contiguous()
    _, logits = native.evaluate(net, some)
    expected = np.array([export.logits(arrays, counts) for counts in unpack(some.cpu().numpy())]).reshape(-1, OUTPUTS)
    if not np.array_equal(logits.cpu().numpy(), expected):
        raise SystemExit("the kernels' integers are not the network's")
    # One checker on the six point against one on the ace: 27 rolls of 36 win, at once or not at all.
    counts = np.zeros((1, 2, 26), dtype=np.int64)
    counts[0, :, 0] = 14
    counts[0, 0, 6] = counts[0, 1, 1] = 1
    found = roll_out(native, net, torch.tensor(pack(counts)).to(native.device), 36, 1)
    exact, error = 2 * 27 / 36 - 1, float(found.standard_error[0])
    if abs(float(equity(found.chances)[0]) - exact) > 0.02 + 3 * error:
        raise SystemExit(f"a rollout gives {float(equity(found.chances)[0]):.3f} where {exact:.3f} is exact")
