"""The quick network: a small imitation of the shipped one that selects the plays of a roll for full evaluation.

``python3 -m train.quick --net train/.data/tavl.net --out tavl.quick --seconds 240`` plays games with the network,
evaluates every play of every roll, and trains a network of the same inputs, 32 hidden sums and one output a tail to put
them in the same order. No roll is used twice.
``--tiny`` runs all of it on a CPU. ``--measure tavl.quick`` trains nothing: it measures how well that file selects for
this network.

File, little-endian: ``TAVLQCK1``, the number of hidden sums, rows int8 [ROWS][hidden] (64 is 1.0), bias int16 [hidden],
last int16 [TAILS][hidden] (256 is 1.0), last_bias int32 [TAILS] (1.0 is 64 * 256). A sum is clipped to 0..255.
"""

from __future__ import annotations

import argparse
import math
import struct
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from train.inputs import rows_of, tails_of
from train.model import equity
from train.native import IntegerNet, Native
from train.positions import ROLL_CODES, ROLL_OF_36
from train.selfplay import Games
from train.shape import ROWS, TAILS
from train.trainer import integer_net_of

HIDDEN = 32
ROW_ONE = 64
LAST_ONE = 256
CLIP = 255  # 255 / ROW_ONE is where a hidden sum saturates
MAGIC = b"TAVLQCK1"
NEAR = 0.12  # of equity behind the best
RATES = (4e-3, 2e-5)
WARM_UP = 200
DECAY = 0.999  # of the running average of the weights, which is written to the file
ODD_SHARE = 0.25  # of games with an odd start: the search sometimes meets odd positions too


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

    @torch.no_grad()
    def rounded(self) -> Quick:
        """As it will be written: the values that the integers represent."""
        other = Quick().to(self.bias.device)
        other.rows.weight.copy_((self.rows.weight * ROW_ONE).round().clamp(-127, 127) / ROW_ONE)
        other.bias.copy_((self.bias * ROW_ONE).round() / ROW_ONE)
        other.last.copy_((self.last * LAST_ONE).round() / LAST_ONE)
        other.last_bias.copy_(self.last_bias)
        return other


@dataclass(frozen=True)
class Rolls:
    """Every play of some rolls: the position after it, its value for the opponent, the roll it belongs to."""

    positions: Tensor  # [n, 4]
    value: Tensor  # [n]
    owner: Tensor  # [n], rising
    number: int


class Teacher:
    """Games by the network, and every play of their rolls."""

    def __init__(self, native: Native, net: IntegerNet, games: int, seed: int) -> None:
        self.native, self.net = native, net
        self.games = Games(native, games, ODD_SHARE, seed)
        self.codes = torch.tensor(ROLL_CODES, device=native.device)
        self.of_36 = torch.tensor(ROLL_OF_36, device=native.device)

    def rolls(self) -> Rolls:
        self.games.play(self.net, 1)
        positions = self.games.positions
        number = len(positions)
        roll = self.codes[self.of_36[torch.randint(36, (number,), device=positions.device)]].contiguous()
        plays, sizes = self.native.generate(positions, roll, 1)
        capacity = self.native.capacity
        there = torch.arange(capacity, device=sizes.device)[None, :] < sizes[:, None]
        listed = plays[: number * capacity * 4].view(-1, capacity, 4)
        over = (listed[:, :, 2] & 15) == 15
        there &= ~(over & there).any(1, keepdim=True)  # a roll that can end the game needs no selection
        owner = torch.arange(number, device=sizes.device)[:, None].expand(-1, capacity)[there]
        flat = listed[there].contiguous()
        value, _ = self.native.evaluate(self.net, flat)
        return Rolls(flat, equity(value), owner, number)


def loss(net: Quick, rolls: Rolls) -> Tensor:
    """The order of a roll's plays matters, above all near the best: plays far behind count little."""
    best = torch.full((rolls.number,), 9.0, device=rolls.value.device)
    best = best.scatter_reduce(0, rolls.owner, rolls.value, "amin")
    weight = torch.exp(-(rolls.value - best[rolls.owner]) / NEAR) + 0.02

    def mean(x: Tensor) -> Tensor:
        total = torch.zeros(rolls.number, device=x.device).index_add_(0, rolls.owner, weight * x)
        share = torch.zeros(rolls.number, device=x.device).index_add_(0, rolls.owner, weight)
        return total / share.clamp(min=1e-9)

    guess = net(rows_of(rolls.positions), tails_of(rolls.positions))
    ahead = (guess - mean(guess)[rolls.owner]) - (rolls.value - mean(rolls.value)[rolls.owner])
    return (weight * ahead.square()).sum() / weight.sum() + 0.01 * (guess - rolls.value).square().mean()


def kept(
    value: NDArray[np.float32], guess: NDArray[np.float32], owner: NDArray[np.int64], most: int
) -> tuple[float, float]:
    """How often the best play (lowest value, since it is the opponent's) is among the `most` selected, and the loss."""
    found, lost, number = 0, 0.0, 0
    edges = np.flatnonzero(np.diff(owner)) + 1
    for v, g in zip(np.split(value, edges), np.split(guess, edges), strict=True):
        if len(v) <= most:
            continue
        chosen = np.argsort(g)[:most]
        found += int(np.argmin(v) in chosen)
        lost += float(v[chosen].min() - v.min())
        number += 1
    return found / max(1, number), lost / max(1, number)


def write(net: Quick, path: Path) -> None:
    rows = (net.rows.weight[:ROWS].detach() * ROW_ONE).round().clamp(-127, 127).to(torch.int8).numpy()
    bias = (net.bias.detach() * ROW_ONE).round().to(torch.int16).numpy()
    last = (net.last.detach() * LAST_ONE).round().clamp(-32000, 32000).to(torch.int16).numpy()
    last_bias = (net.last_bias.detach() * ROW_ONE * LAST_ONE).round().to(torch.int32).numpy()
    parts = (rows.astype("i1"), bias.astype("<i2"), last.astype("<i2"), last_bias.astype("<i4"))
    path.write_bytes(MAGIC + struct.pack("<I", HIDDEN) + b"".join(part.tobytes() for part in parts))


def read(path: Path) -> Quick:
    """What `write` wrote."""
    data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC or struct.unpack_from("<I", data, len(MAGIC)) != (HIDDEN,):
        raise ValueError(f"{path} is no quick network of {HIDDEN} sums")
    net, at = Quick(), len(MAGIC) + 4
    parts = (net.rows.weight, ROWS, "i1", ROW_ONE), (net.bias, HIDDEN, "<i2", ROW_ONE)
    late = (net.last, TAILS, "<i2", LAST_ONE), (net.last_bias, TAILS, "<i4", ROW_ONE * LAST_ONE)
    with torch.no_grad():
        for part, rows, kind, one in (*parts, *late):
            wanted = part[:rows]
            numbers = np.frombuffer(data, kind, wanted.numel(), at)
            wanted.copy_(torch.from_numpy(numbers.astype(np.float32) / one).view_as(wanted))
            at += numbers.nbytes
    if at != len(data):
        raise ValueError(f"{path} has another length than its network")
    return net


def measured(net: Quick, teacher: Teacher, batches: int) -> list[str]:
    """On fresh rolls, as it will be written."""
    rounded = net.rounded()
    lines = []
    parts: list[tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]] = []
    for batch in range(batches):
        rolls = teacher.rolls()
        with torch.no_grad():
            guess = rounded(rows_of(rolls.positions), tails_of(rolls.positions))
        owner = rolls.owner + batch * rolls.number
        parts.append((rolls.value.cpu().numpy(), guess.cpu().numpy(), owner.cpu().numpy()))
    value, guess_all, owner_all = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    for most in (2, 3, 4, 5, 6, 8):
        found, lost = kept(value, guess_all, owner_all, most)
        lines.append(f"{most} plays kept: best among them {found:.1%}, equity lost a roll {lost:.5f}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", type=Path, default=Path(__file__).parent / ".data" / "tavl.net")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=Path)
    what.add_argument("--measure", type=Path, metavar="FILE", help="a quick network: how well it picks for this one")
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--games", type=int, default=4096, help="rolls a step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="sizes for a CPU, to see that it all holds together")
    options = parser.parse_args()
    if options.tiny:
        options.games, options.seconds = 24, min(options.seconds, 10.0)
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    native = Native(device)
    teacher = Teacher(native, integer_net_of(options.net, native), options.games, options.seed)
    teacher.games.play(teacher.net, 4 if options.tiny else 64)
    batches = 2 if options.tiny else 24
    if options.measure:
        print("\n".join(measured(read(options.measure).to(device), teacher, batches)))
        return
    net, average = Quick().to(device), Quick().to(device)
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.Adam(net.parameters(), lr=RATES[0])
    began, steps, last = time.monotonic(), 0, 0.0
    while (spent := time.monotonic() - began) < options.seconds:
        part = spent / options.seconds
        rate = RATES[1] + (RATES[0] - RATES[1]) * (0.5 + 0.5 * math.cos(math.pi * part))
        optimiser.param_groups[0]["lr"] = rate * min(1.0, (steps + 1) / WARM_UP)
        value = loss(net, teacher.rolls())
        optimiser.zero_grad()
        value.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        steps += 1
        kept_share = min(DECAY, (1.0 + steps) / (10.0 + steps))
        with torch.no_grad():
            for mean, weight in zip(average.parameters(), net.parameters(), strict=True):
                mean.lerp_(weight, 1.0 - kept_share)
        if spent - last > 15.0:
            last = spent
            print(f"{spent:.0f} s, {steps} steps, {steps * options.games:,} rolls, loss {value.item():.6f}", flush=True)
            write(average.cpu(), options.out)
            average.to(device)
    print(f"{steps} steps, {steps * options.games:,} rolls in {time.monotonic() - began:.0f} s")
    print("\n".join(measured(average, teacher, batches)))
    write(average.cpu(), options.out)


if __name__ == "__main__":
    main()
