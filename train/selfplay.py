"""Self-play: many games at once, a block of plies at a time, and a target for every position met."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from train.model import equity, seen_by_other
from train.native import IntegerNet, Native, QuickNet
from train.positions import ROLL_CODES, ROLL_OF_36, ROLL_WEIGHTS

MIXING = 64  # plies played before games are used, so that they are met at every age
WILD_HEAT = 0.5  # nearly any play
WILD_SHARE = 0.25  # games whose first plies are nearly random
WILD_PLIES = 10


@dataclass(frozen=True)
class Block:
    positions: Tensor  # [n, 4]
    targets: Tensor  # [n, 5]
    residual: Tensor  # [n]: one-roll equity minus static equity (zero where not computed)


def turned(difference: Tensor) -> Tensor:
    """A difference of chances, seen by the other side."""
    d = difference
    return torch.stack([-d[..., 0], d[..., 3], d[..., 4], d[..., 1], d[..., 2]], dim=-1)


def lambda_targets(first: Tensor, after: Tensor, cut: Tensor, trace: float) -> Tensor:
    """Targets [plies, games, 5] from what each ply looks like by itself and what later plies found out.

    ``first`` is a position's value one roll on (one roll sampled, or all 21 weighed); ``after`` the static value
    of the position it went to, seen from there; ``cut`` where the game ended or the play was not the best. What
    is learned at a position, target minus static value, is handed back to the position before it, ``trace`` times
    as strong. With all 21 rolls weighed the dice add no noise of their own: only the choice of the path does.

    A target may lie below 0 or above 1. Cut off there, rare chances would be learned as too large.
    """
    targets = torch.empty_like(first)
    learned = torch.zeros_like(first[0])
    for ply in range(len(first) - 1, -1, -1):
        handed_back = torch.where(cut[ply][:, None], 0.0, turned(learned))
        targets[ply] = first[ply] + trace * handed_back
        if ply > 0:
            learned = targets[ply] - after[ply - 1]
    return targets


class Games:
    """Games in progress. A finished one is replaced at once; some start oddly, some are played with noise."""

    def __init__(
        self, native: Native, number: int, odd_share: float, seed: int, calm_share: float = 0.4,
        quick: QuickNet | None = None,
    ) -> None:  # fmt: skip
        device = native.device
        self.native = native
        self.quick = quick
        self.number = number
        self.odd_share = odd_share
        self.calm_share = calm_share  # of games played as well as the teacher can
        self.positions = torch.zeros((number, 4), dtype=torch.int64, device=device)
        self.heat = torch.zeros(number, device=device)
        self.wild = torch.zeros(number, device=device)
        self._seed = seed * 1_000_003
        self._codes = torch.tensor(ROLL_CODES, device=device)
        self._of_36 = torch.tensor(ROLL_OF_36, device=device)
        self._weights = torch.tensor(ROLL_WEIGHTS, dtype=torch.float32, device=device)
        self._restart(torch.ones(number, dtype=torch.bool, device=device))

    def _next_seed(self) -> int:
        self._seed = (self._seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return self._seed

    def _restart(self, over: Tensor) -> None:
        self.native.start(self.positions, over, self.odd_share, self._next_seed())
        draw = torch.rand((4, self.number), device=self.positions.device)
        heat = torch.where(draw[0] < self.calm_share, 0.0, torch.exp(-4.6 + 2.5 * draw[1]))  # 0.01 to 0.12
        wild = torch.where(draw[2] < WILD_SHARE, (draw[3] * WILD_PLIES).ceil(), 0.0)
        self.heat = torch.where(over, heat, self.heat)
        self.wild = torch.where(over, wild, (self.wild - 1.0).clamp(min=0.0))

    def _ply(self, net: IntegerNet, all_rolls: bool) -> tuple[Tensor, Tensor, Tensor]:
        """One ply of every game: value one roll on, static value where it went, where the trace is cut."""
        device = self.positions.device
        noise = torch.where(self.wild > 0, WILD_HEAT, self.heat)
        roll = self._of_36[torch.randint(36, (self.number,), device=device)]
        if all_rolls:
            rolls = len(self._codes)
            choice = self.native.choose(net, self.positions, self._codes, rolls, noise, self._next_seed(), self.quick)
            first = torch.einsum("grc,r->gc", choice.best_value.view(-1, rolls, 5), self._weights)
            item = torch.arange(self.number, device=device) * rolls + roll
            picked, value = choice.picked[item], choice.picked_value[item]
            picked_best = choice.picked_best[item]
        else:
            codes = self._codes[roll]
            choice = self.native.choose(net, self.positions, codes, 1, noise, self._next_seed(), self.quick)
            first, picked, value, picked_best = choice
        over = (picked[:, 2] & 15) == 15
        self.positions = picked
        self._restart(over)
        return first, seen_by_other(value), over | ~picked_best

    def play(self, net: IntegerNet, plies: int) -> None:
        """Plays on without targets, so that games are met at every age."""
        for _ in range(plies):
            self._ply(net, all_rolls=False)

    def block(self, net: IntegerNet, plies: int, all_rolls: bool, trace: float) -> Block:
        positions, firsts, afters, cuts, statics = [], [], [], [], []
        for _ in range(plies):
            positions.append(self.positions)
            if all_rolls:
                statics.append(equity(self.native.evaluate(net, self.positions)[0]))
            first, after, cut = self._ply(net, all_rolls)
            firsts.append(first)
            afters.append(after)
            cuts.append(cut)
        first = torch.stack(firsts)
        targets = lambda_targets(first, torch.stack(afters), torch.stack(cuts), trace)
        residual = equity(first) - torch.stack(statics) if all_rolls else torch.zeros_like(first[..., 0])
        return Block(torch.cat(positions), targets.view(-1, 5), residual.view(-1))
