"""Errors against rollouts: our own validation set, made here, and a third-party set that is only reported."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.model import equity, seen_by_other
from train.native import IntegerNet, Native
from train.positions import ROLL_CODES, ROLL_OF_36, from_gnu_id, pack
from train.shape import HIDDEN, ROWS, TAILS

GAMES_EACH = 1296  # 36 x 36: the first two rolls take every value once
LONGEST = 600


@dataclass(frozen=True)
class Measured:
    """Positions with known chances. ``standard_error`` is of the equity."""

    positions: Tensor  # [n, 4]
    chances: Tensor  # [n, 5]
    standard_error: Tensor  # [n]
    tails: Tensor  # [n]

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            positions=self.positions.cpu().numpy(),
            chances=self.chances.cpu().numpy().astype(np.float32),
            standard_error=self.standard_error.cpu().numpy().astype(np.float32),
            tails=self.tails.cpu().numpy().astype(np.uint8),
        )


@dataclass(frozen=True)
class Errors:
    rms: float  # of cubeless equity
    rms_without_noise: float  # with the rollouts' own variance taken off
    mean: float  # bias
    by_tail: tuple[float, ...]


def load(path: Path, device: torch.device) -> Measured:
    with np.load(path) as data:
        return Measured(
            *(torch.tensor(data[name]).to(device) for name in ("positions", "chances", "standard_error", "tails"))
        )


def tails_of(native: Native, positions: Tensor) -> Tensor:
    table = torch.zeros((ROWS, HIDDEN), dtype=torch.bfloat16, device=positions.device)
    bias = torch.zeros(HIDDEN, device=positions.device)
    tails = torch.empty(len(positions), dtype=torch.int32, device=positions.device)
    sums = torch.empty((len(positions), HIDDEN), device=positions.device)
    native.forward(positions, table, bias, sums, tails)
    return tails


def load_reported(path: Path, native: Native) -> Measured:
    """The third-party set: JSON lines with a GNU position ID and five chances. Never to choose by."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    names = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
    positions = torch.tensor(pack(np.stack([from_gnu_id(line["id"]) for line in lines]))).to(native.device)
    chances = torch.tensor([[line[name] for name in names] for line in lines], device=native.device)
    error = torch.tensor([line["se"] for line in lines], device=native.device)
    return Measured(positions, chances, error, tails_of(native, positions))


def errors(values: Tensor, known: Measured) -> Errors:
    difference = (equity(values) - equity(known.chances)).double()
    square = difference.square()
    noise = known.standard_error.double().square().mean()
    by_tail = [
        float(square[known.tails == tail].mean().sqrt()) if bool((known.tails == tail).any()) else 0.0
        for tail in range(TAILS)
    ]
    return Errors(
        float(square.mean().sqrt()),
        float((square.mean() - noise).clamp(min=0.0).sqrt()),
        float(difference.mean()),
        tuple(by_tail),
    )


def roll_out(
    native: Native, net: IntegerNet, positions: Tensor, games_each: int = GAMES_EACH, at_once: int = 1_000_000
) -> Measured:
    """Plays every position to the end ``games_each`` times, both sides by the network's static choice."""
    number = len(positions)
    sums = torch.zeros((number, 5), dtype=torch.float64, device=native.device)
    squares = torch.zeros(number, dtype=torch.float64, device=native.device)
    chunk = max(1, at_once // games_each)
    for begin in range(0, number, chunk):
        some = positions[begin : begin + chunk]
        result = _play_out(native, net, some.repeat_interleave(games_each, dim=0), games_each).double()
        result = result.view(-1, games_each, 5)
        sums[begin : begin + chunk] = result.sum(1)
        squares[begin : begin + chunk] = equity(result).square().sum(1)
    chances = sums / games_each
    variance = (squares / games_each - equity(chances).square()).clamp(min=0.0)
    standard_error = (variance / max(1, games_each - 1)).sqrt()
    return Measured(positions, chances.float(), standard_error.float(), tails_of(native, positions))


def _play_out(native: Native, net: IntegerNet, positions: Tensor, games_each: int) -> Tensor:
    """The outcome of one game from each position, seen by the player on roll there."""
    device = native.device
    codes = torch.tensor(ROLL_CODES, device=device)
    of_36 = torch.tensor(ROLL_OF_36, device=device)
    outcome = torch.zeros((len(positions), 5), device=device)
    game = torch.arange(len(positions), device=device)
    quiet = torch.zeros(len(positions), device=device)
    for ply in range(LONGEST):
        nth = game % games_each
        if ply == 0:
            fall = nth // 36 % 36
        elif ply == 1:
            fall = nth % 36
        else:
            fall = torch.randint(36, (len(game),), device=device)
        choice = native.choose(net, positions, codes[of_36[fall]], 1, quiet[: len(game)], 0)
        over = (choice.picked[:, 2] & 15) == 15
        # The longest games end with their static value.
        done = over if ply < LONGEST - 1 else torch.ones_like(over)
        value = choice.picked_value if ply % 2 == 0 else seen_by_other(choice.picked_value)
        outcome[game[done]] = value[done]
        positions, game = choice.picked[~done], game[~done]
        if len(game) == 0:
            break
    return outcome
