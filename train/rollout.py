"""Rollouts on the device with variance reduction, for the validation set and for references.

Both sides look one roll deep at the statically best plays, so the player is stronger than the network that is measured.
The look pays for itself: the expectation over the next roll, which it computes, also measures the luck of that roll,
and without luck a few dozen games say as much as a thousand with it.
"""

from __future__ import annotations

import torch
from torch import Tensor

from train.model import equity, seen_by_other
from train.native import IntegerNet, Native
from train.positions import ROLL_CODES, ROLL_OF_36, ROLL_WEIGHTS
from train.selfplay import MIXING, turned
from train.selfplay import Games as SelfPlay
from train.validate import Measured, tails_of

GAMES_EACH = 72
KEEP = 3  # plays of a roll that are looked at one roll deep; 1: static play
MAX_PLIES = 600  # plies; games that last longer end with their static value
AT_ONCE = 32768  # looks of 21 rolls at a time: some 11 GB of plays


def roll_out(
    native: Native, net: IntegerNet, positions: Tensor, games_each: int = GAMES_EACH, keep: int = KEEP
) -> Measured:
    """Play every position to the end ``games_each`` times; the first two rolls go through all 36 in turn."""
    chunk = max(1, AT_ONCE // (games_each * keep))
    means, errors = [], []
    for begin in range(0, len(positions), chunk):
        some = positions[begin : begin + chunk].contiguous()
        result = Games(native, net, some, games_each, keep).outcomes().view(-1, games_each, 5)
        means.append(result.mean(1))
        errors.append(equity(result).std(1) / games_each**0.5)
    return Measured(
        positions, torch.cat(means).clamp(0, 1).float(), torch.cat(errors).float(), tails_of(native, positions)
    )


def fresh_games(native: Native, net: IntegerNet, number: int) -> SelfPlay:
    """Games of a network, half of them begun oddly, from which that many positions can be drawn."""
    games = SelfPlay(native, 2 * number, 0.5, 7)
    games.play(net, MIXING)
    return games


def known_positions(native: Native, net: IntegerNet, games: SelfPlay, number: int, games_each: int) -> Measured:
    """Positions of all kinds from games in progress, rolled out."""
    found = []
    for _ in range(16):
        games.play(net, 5)
        found.append(games.positions.clone())
    every = torch.cat(found)
    chosen = every[torch.randperm(len(every), device=every.device)[:number]].contiguous()
    return roll_out(native, net, chosen, games_each)


class Games:
    """Many games from some positions, ply by ply."""

    def __init__(self, native: Native, net: IntegerNet, starts: Tensor, games_each: int, keep: int) -> None:
        self.native, self.net, self.keep, self.games_each = native, net, keep, games_each
        device = native.device
        self.codes = torch.tensor(ROLL_CODES, device=device)
        self.of_36 = torch.tensor(ROLL_OF_36, device=device)
        self.weights = torch.tensor(ROLL_WEIGHTS, dtype=torch.float32, device=device)
        values, picked = self._look(starts)
        self.positions = starts.repeat_interleave(games_each, dim=0)
        self.values = values.repeat_interleave(games_each, dim=0)  # [m, 21, 5]: of the best play of each roll
        self.picked = picked.repeat_interleave(games_each, dim=0)  # [m, 21, 4]: where it leads
        self.game = torch.arange(len(self.positions), device=device)
        self.result = torch.zeros((len(self.positions), 5), dtype=torch.float64, device=device)

    def _look(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        quiet = torch.zeros(len(positions), device=positions.device)
        choice = self.native.choose(self.net, positions, self.codes, 21, quiet, 0)
        return choice.best_value.view(-1, 21, 5), choice.picked.view(-1, 21, 4)

    def _fall(self, ply: int) -> Tensor:
        nth = self.game % self.games_each
        if ply == 0:
            return nth % 36
        if ply == 1:
            return (nth // 36 + 7 * nth) % 36 if self.games_each < 1296 else nth // 36 % 36
        return torch.randint(36, (len(self.game),), device=self.game.device)

    def outcomes(self) -> Tensor:
        """The outcomes of all games, seen by the player on roll at the start, adjusted for the luck of all rolls."""
        for ply in range(MAX_PLIES):
            roll = self.of_36[self._fall(ply)]
            rows = torch.arange(len(roll), device=roll.device)
            actual = self.values[rows, roll]
            luck = actual - torch.einsum("mrc,r->mc", self.values, self.weights)
            self.result[self.game] -= (luck if ply % 2 == 0 else turned(luck)).double()
            best = self.picked[rows, roll]
            done = (best[:, 2] & 15) == 15
            if ply == MAX_PLIES - 1:
                done = torch.ones_like(done)
            end = actual if ply % 2 == 0 else seen_by_other(actual)
            self.result[self.game[done]] += end[done].double()
            going = ~done
            if not bool(going.any()):
                break
            self.game = self.game[going]
            self._move(self.positions[going].contiguous(), roll[going], best[going].contiguous())
        return self.result

    def _move(self, positions: Tensor, roll: Tensor, best: Tensor) -> None:
        """Make the play that is best one roll deep in every game, among the ``keep`` that are best statically."""
        candidates = best[:, None] if self.keep == 1 else self._candidates(positions, roll)
        number = candidates.shape[1]
        values, picked = self._look(candidates.reshape(-1, 4).contiguous())
        mine = -equity(torch.einsum("mrc,r->mc", values, self.weights)).view(-1, number)
        over = (candidates[:, :, 2] & 15) == 15
        chosen = mine.masked_fill(over, -9.0).argmax(1)
        rows = torch.arange(len(chosen), device=chosen.device)
        self.positions = candidates[rows, chosen]
        self.values = values.view(-1, number, 21, 5)[rows, chosen]
        self.picked = picked.view(-1, number, 21, 4)[rows, chosen]

    def _candidates(self, positions: Tensor, roll: Tensor) -> Tensor:
        plays, sizes = self.native.generate(positions, self.codes[roll].contiguous(), 1)
        most = int(sizes.max())
        capacity = self.native.capacity
        listed = plays[: len(positions) * capacity * 4].view(-1, capacity, 4)[:, :most].clone()
        there = torch.arange(most, device=sizes.device)[None, :] < sizes[:, None]
        flat = listed[there].contiguous()
        value, _ = self.native.evaluate(self.net, flat)
        worth = torch.full(there.shape, -8.0, device=there.device)
        worth[there] = -equity(value)
        top = worth.topk(min(self.keep, most), dim=1)
        # If a roll has fewer plays, its best one fills the missing places.
        index = torch.where(top.values > -7.9, top.indices, top.indices[:, :1])
        return listed.gather(1, index[:, :, None].expand(-1, -1, 4))
