"""How good targets are: their bias and their noise against known values, by how far they look ahead.

Games are played from positions whose values are known, many from each. What targets are worth on average there, less
the known value, is the error that a network would learn from them however long it learned; their spread is what it has
to average out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from train.model import equity
from train.native import IntegerNet, Native
from train.rollout import fresh_games, known_positions
from train.selfplay import Games, lambda_targets
from train.trainer import integer_net_of
from train.validate import Measured

PLIES = (1, 4, 8, 16, 32, 64)
TRACES = (0.9, 0.95, 0.97, 0.985, 1.0)


@dataclass(frozen=True)
class Quality:
    calm_share: float
    plies: int
    trace: float
    bias: float  # root mean square over positions, without the noise of either side
    noise: float  # root mean square of a single target's spread
    mean: float


def measure(
    native: Native, net: IntegerNet, known: Measured, each: int, calm_share: float, plies: tuple[int, ...] = PLIES
) -> list[Quality]:
    """Targets for the first position of each game, from blocks of these lengths."""
    number = len(known.positions) * each
    games = Games(native, number, 0.5, 11, calm_share)
    games.positions = known.positions.repeat_interleave(each, dim=0).contiguous()
    games.wild = torch.zeros_like(games.wild)
    firsts, afters, cuts = [], [], []
    for _ in range(max(plies)):
        first, after, cut = games._ply(net, all_rolls=True)
        firsts.append(first)
        afters.append(after)
        cuts.append(cut)
    found = []
    for length in plies:
        for trace in TRACES if length > 1 else TRACES[:1]:
            first, after, cut = (torch.stack(list_[:length]) for list_ in (firsts, afters, cuts))
            target = equity(lambda_targets(first, after, cut, trace)[0])
            found.append(_quality(target.view(-1, each).double(), known, calm_share, length, trace))
    return found


def _quality(targets: Tensor, known: Measured, calm_share: float, plies: int, trace: float) -> Quality:
    spread = targets.var(1)
    difference = targets.mean(1) - equity(known.chances).double()
    square = difference.square() - spread / targets.shape[1] - known.standard_error.double().square()
    bias = float(square.mean().clamp(min=0.0).sqrt())
    return Quality(calm_share, plies, trace, bias, float(spread.mean().sqrt()), float(difference.mean()))


def report(net_file: Path, out: Path, positions: int, games: int, each: int) -> None:
    """Make positions of known value from a network's own games, keep them, and print a line for each kind of target."""
    native = Native(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    torch.manual_seed(1)
    net = integer_net_of(net_file, native)
    known = known_positions(native, net, fresh_games(native, net, positions), positions, games)
    known.save(out / "validation.npz")
    for calm_share in (0.4, 0.75, 1.0):
        for q in measure(native, net, known, each, calm_share):
            print(
                f"calm {q.calm_share:4} plies {q.plies:2} lambda {q.trace:5}: "
                f"bias {q.bias:.4f} noise {q.noise:.4f} mean {q.mean:+.4f}",
                flush=True,
            )
