"""Active rows of the first layer and the tail, for many positions at once; ``export.py`` has the same for one."""

from __future__ import annotations

import torch
from torch import Tensor

from train.shape import (
    BAR_ROWS,
    BEHIND_ROWS,
    FOUR_ROWS,
    OFF_ROWS,
    PIP_CLASSES,
    PIP_ROWS,
    POINT_CLASSES,
    ROWS,
    SIDE_ROWS,
    SIX_ROWS,
)  # fmt: skip

PAD = ROWS  # one past the last row: used where a place has no row
CLASS = (0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7)


def counts_of(positions: Tensor) -> tuple[Tensor, Tensor]:
    """Packed [n, 4] to the counts of both sides, [n, 26] each in its own numbering."""
    shifts = torch.arange(16, device=positions.device) * 4
    nibbles = (positions[..., None] >> shifts) & 15
    sides = nibbles.reshape(-1, 2, 32)
    return sides[:, 0, :26], sides[:, 1, :26]


def rows_of(positions: Tensor) -> Tensor:
    """[n, 95] rows; PAD where there is none."""
    device = positions.device
    mine, theirs = counts_of(positions)
    kind = torch.tensor(CLASS, device=device)
    place = torch.arange(24, device=device) * POINT_CLASSES
    parts = []
    for side, counts in enumerate((mine, theirs)):
        first = side * SIDE_ROWS
        points = counts[:, 1:25]
        parts.append(torch.where(points > 0, first + place + kind[points], PAD))
        for at, begin in ((25, BAR_ROWS), (0, OFF_ROWS)):
            number = counts[:, at : at + 1]
            parts.append(torch.where(number > 0, first + begin + number, PAD))
        pips = (counts * torch.tensor([*range(26)], device=device)).sum(1, keepdim=True)
        coarse = (50 + (pips - 150) // 8).clamp(max=PIP_CLASSES - 1)
        parts.append(PIP_ROWS + side * PIP_CLASSES + torch.where(pips < 150, pips // 3, coarse))
    my_behind, their_behind = (side[:, 19:].sum(1, keepdim=True).clamp(max=7) for side in (mine, theirs))
    parts.append(BEHIND_ROWS + 8 * my_behind + their_behind)
    my_points, their_points = mine[:, 1:25], theirs[:, 1:25].flip(1)
    five = my_points.clamp(max=2) + torch.where(their_points > 0, their_points.clamp(max=2) + 2, 0)
    three = torch.where(my_points > 1, 1, torch.where(their_points > 1, 2, 0))
    for states, base, windows, begin in ((five, 5, 21, FOUR_ROWS), (three, 3, 19, SIX_ROWS)):
        length = 25 - windows
        powers = base ** torch.arange(length, device=device)
        pattern = (states.unfold(1, length, 1) * powers).sum(2)
        first = begin + torch.arange(windows, device=device) * base**length
        parts.append(torch.where(pattern > 0, first + pattern, PAD))
    return torch.cat(parts, dim=1)


def tails_of(positions: Tensor) -> Tensor:
    mine, theirs = counts_of(positions)
    places = torch.arange(26, device=positions.device)
    my_last, their_last = ((places * (side > 0)).amax(1) for side in (mine, theirs))
    my_behind, their_behind = mine[:, 19:].sum(1), theirs[:, 19:].sum(1)
    tail = torch.where(my_behind < their_behind, 7, torch.where(my_behind > their_behind, 8, 9))
    tail = torch.where(their_behind >= 4, torch.where(their_behind >= 5, 5, 6), tail)
    mine_back = (my_behind >= 4) & (my_behind >= their_behind)
    tail = torch.where(mine_back, torch.where(my_behind >= 5, 3, 4), tail)
    tail = torch.where(their_last <= 12, 2, tail)
    tail = torch.where(my_last <= 12, 1, tail)
    return torch.where(my_last + their_last <= 25, 0, tail)
