"""Errors against rollouts: our own validation set, made here, and a third-party set that is only reported."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.model import equity
from train.native import Native
from train.positions import from_gnu_id, pack
from train.shape import HIDDEN, ROWS, TAILS


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
