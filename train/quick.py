"""The quick network: a small imitation of the shipped one that says which plays of a roll are worth a real look.

``python -m train.quick --out FILE`` plays games with the shipped network, lets it judge every play of every roll it
meets, and teaches a network of the same inputs, 32 hidden sums and one output a tail to put them in the same order.
It needs PyTorch and an installed tavl, and no GPU: some minutes on two cores.

File, little-endian: ``TAVLQCK1``, the number of hidden sums, rows int8 [ROWS][hidden] (64 is 1.0), bias int16 [hidden],
last int16 [TAILS][hidden] (256 is 1.0), last_bias int32 [TAILS] (1.0 is 255 * 256). A sum is clipped to 0..255.
"""

from __future__ import annotations

import argparse
import random
import struct
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tavl._native import active_rows
from tavl.engine import Engine
from tavl.rules import Dice, Position
from train.shape import ROWS, TAILS

HIDDEN = 32
ROW_ONE = 64
LAST_ONE = 256
CLIP = 255  # 255 / ROW_ONE is where a hidden sum saturates
MAGIC = b"TAVLQCK1"
NEAR = 0.12  # of equity behind the best
ROLLS_A_STEP = 256


class Quick(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(ROWS + 1, HIDDEN, mode="sum", padding_idx=ROWS)
        nn.init.normal_(self.rows.weight, std=0.02)
        with torch.no_grad():
            self.rows.weight[448:] = 0  # windows not seen yet change nothing
        self.bias = nn.Parameter(torch.full((HIDDEN,), 0.5))
        self.last = nn.Parameter(torch.randn(1, HIDDEN).repeat(TAILS, 1) * 0.3)
        self.last_bias = nn.Parameter(torch.zeros(TAILS))

    def forward(self, rows: Tensor, tails: Tensor) -> Tensor:
        hidden = (self.rows(rows) + self.bias).clamp(0.0, CLIP / ROW_ONE)
        return (hidden * self.last[tails]).sum(1) + self.last_bias[tails]


def rolls(engine: Engine, count: int, seed: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Boards of every play of `count` rolls met in games, and the roll that each belongs to."""
    chance = random.Random(seed)
    boards: list[bytes] = []
    owner: list[int] = []
    position = Position.start()
    for roll in range(count):
        if position.over:
            position = Position.start()
        results = [play.result for play in position.plays(Dice(chance.randint(1, 6), chance.randint(1, 6)))]
        open_results = [result for result in results if not result.over]
        boards += [bytes(result) for result in open_results]
        owner += [roll] * len(open_results)
        if len(open_results) < len(results):
            position = Position.start()
        elif chance.random() < 0.15:  # odd positions too
            position = chance.choice(results)
        else:
            array = np.frombuffer(b"".join(map(bytes, results)), np.int8).reshape(-1, 52)
            position = results[int(np.argmin(equity(engine.evaluate_many(array))))]
    return np.frombuffer(b"".join(boards), np.int8).reshape(-1, 52), np.array(owner)


def equity(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances.T
    return 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon


def kept(
    value: NDArray[np.float32], guess: NDArray[np.float32], owner: NDArray[np.int64], most: int
) -> tuple[float, float]:
    """How often the best play (lowest value: it is the opponent's) is among the `most` guessed best, and the loss."""
    found, lost, number = 0, 0.0, 0
    edges = np.flatnonzero(np.diff(owner)) + 1
    for v, g in zip(np.split(value, edges), np.split(guess, edges), strict=True):
        if len(v) <= most:
            continue
        chosen = np.argsort(g)[:most]
        found += int(np.argmin(v) in chosen)
        lost += float(v[chosen].min() - v.min())
        number += 1
    return found / number, lost / number


def write(net: Quick, path: Path) -> None:
    rows = (net.rows.weight[:ROWS].detach() * ROW_ONE).round().clamp(-127, 127).to(torch.int8).numpy()
    bias = (net.bias.detach() * ROW_ONE).round().to(torch.int16).numpy()
    last = (net.last.detach() * LAST_ONE).round().clamp(-32000, 32000).to(torch.int16).numpy()
    last_bias = (net.last_bias.detach() * ROW_ONE * LAST_ONE).round().to(torch.int32).numpy()
    parts = (rows.astype("i1"), bias.astype("<i2"), last.astype("<i2"), last_bias.astype("<i4"))
    path.write_bytes(MAGIC + struct.pack("<I", HIDDEN) + b"".join(part.tobytes() for part in parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rolls", type=int, default=150_000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    began = time.monotonic()
    engine = Engine()
    boards, owner = rolls(engine, options.rolls, options.seed)
    value = equity(engine.evaluate_many(boards))
    inputs, tails = active_rows(boards)
    inputs = np.where(inputs < 0, ROWS, inputs)
    print(f"{len(boards):,} positions of {options.rolls:,} rolls in {time.monotonic() - began:.0f} s", flush=True)
    starts = np.concatenate([[0], np.flatnonzero(np.diff(owner)) + 1, [len(owner)]])
    number = len(starts) - 1
    cut = number * 95 // 100
    rows_in, tails_in = torch.from_numpy(inputs.astype(np.int32)), torch.from_numpy(tails.astype(np.int64))
    target = torch.from_numpy(value)
    segment = torch.from_numpy(np.repeat(np.arange(number), np.diff(starts)))
    best = torch.from_numpy(np.minimum.reduceat(value, starts[:-1]))
    # What matters is the order of a roll's plays, most of all near the best: those that are far behind count little.
    weight = torch.exp(-(target - best[segment]) / NEAR) + 0.02
    total_weight = torch.zeros(number).index_add_(0, segment, weight)
    mean = torch.zeros(number).index_add_(0, segment, weight * target) / total_weight
    net = Quick()
    steps = options.epochs * (cut // ROLLS_A_STEP)
    optimiser = torch.optim.Adam(net.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=4e-3, total_steps=steps)
    for epoch in range(options.epochs):
        order = torch.randperm(cut).numpy()
        for i in range(cut // ROLLS_A_STEP):
            rolls_now = np.sort(order[i * ROLLS_A_STEP : (i + 1) * ROLLS_A_STEP])
            pick = torch.from_numpy(np.concatenate([np.arange(starts[r], starts[r + 1]) for r in rolls_now]))
            place = torch.from_numpy(np.repeat(np.arange(len(rolls_now)), np.diff(starts)[rolls_now]))
            guess = net(rows_in[pick], tails_in[pick])
            w = weight[pick]
            middle = torch.zeros(len(rolls_now)).index_add_(0, place, w * guess) / total_weight[rolls_now]
            apart = (guess - middle[place]) - (target[pick] - mean[segment[pick]])
            loss = (w * apart.square()).sum() / w.sum() + 0.05 * (guess - target[pick]).square().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                net.rows.weight.clamp_(-127 / ROW_ONE, 127 / ROW_ONE)
        first = int(starts[cut])
        with torch.no_grad():
            guess_out = net(rows_in[first:], tails_in[first:]).numpy()
        error = float(np.sqrt(np.mean((guess_out - value[first:]) ** 2)))
        table = "  ".join(
            f"{most}: {share:.3f} {lost:.4f}"
            for most in (3, 4, 5, 6, 8)
            for share, lost in [kept(value[first:], guess_out, owner[first:], most)]
        )
        took = time.monotonic() - began
        print(f"epoch {epoch + 1}: error {error:.4f}; best kept among, and lost: {table} ({took:.0f} s)", flush=True)
    write(net, options.out)


if __name__ == "__main__":
    main()
