"""The network during training: one vector of parameters, its tails in PyTorch, its loss, its integer form."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from train.native import IntegerNet, Native
from train.shape import (
    FOUR_ROWS,
    HIDDEN,
    LATE_ONE,
    LATE_SUM_ONE,
    MIDDLE_ONE,
    OUTPUTS,
    PARAMETERS,
    PARTS,
    ROW_ONE,
    SECOND_ONE,
    SECOND_SUM_ONE,
    SQUARE_ONE,
    TAILS,
    WIDTH,
    offsets,
)  # fmt: skip

PLACE = offsets()
WIN_WEIGHT = 4.0


def view(vector: Tensor, name: str) -> Tensor:
    """One part of a parameter vector, in its shape, sharing its memory."""
    begin, end = PLACE[name]
    return vector[begin:end].view(next(part.shape for part in PARTS if part.name == name))


def random_parameters(generator: torch.Generator) -> Tensor:
    """Points, bars and offs start at random; windows at zero, so that a pattern not seen yet changes nothing."""
    vector = torch.zeros(PARAMETERS)

    def draw(*shape: int, scale: float) -> Tensor:
        return torch.randn(shape, generator=generator) * scale

    rows = view(vector, "rows")
    rows[:FOUR_ROWS] = draw(FOUR_ROWS, HIDDEN, scale=0.08)
    for side in (0, FOUR_ROWS // 2):  # a count of none is never active: bar 0 and off 0
        rows[side + 192] = 0.0
        rows[side + 208] = 0.0
    view(vector, "bias").fill_(0.35)
    # All tails start with the same weights.
    view(vector, "second")[:] = draw(1, WIDTH, HIDDEN, scale=0.06)
    view(vector, "second_bias").fill_(0.3)
    view(vector, "third")[:] = draw(1, WIDTH, WIDTH, scale=0.25)
    view(vector, "third_bias").fill_(0.3)
    view(vector, "last")[:] = draw(1, OUTPUTS, WIDTH, scale=0.15)
    view(vector, "last_bias")[:] = torch.tensor([0.0, -1.5, -4.0, -1.5, -4.0])
    return vector


def integers(vector: Tensor) -> dict[str, Tensor]:
    """Every part rounded to the integers that are shipped."""
    kinds = {"i1": torch.int8, "<i2": torch.int16, "<i4": torch.int32}
    return {
        part.name: (view(vector, part.name).double() * part.one + 0.5)
        .floor()
        .clamp(-part.most, part.most)
        .to(kinds[part.dtype])
        for part in PARTS
    }


def integer_net(vector: Tensor) -> IntegerNet:
    return IntegerNet(integers(vector))


def _rounded(x: Tensor, one: int) -> Tensor:
    """Rounded in the forward pass, halves upwards as a shift does; ignored in the backward pass."""
    return x + ((x * one + 0.5).floor() / one - x).detach()


def tail_logits(vector: dict[str, Tensor], sums: Tensor, tails: Tensor, quantised: bool) -> Tensor:
    """The five logits from the first layer's sums. ``quantised`` rounds wherever the integer network does."""

    def weight(name: str, one: int) -> Tensor:
        return _rounded(vector[name], one) if quantised else vector[name]

    def rounded(x: Tensor, one: int) -> Tensor:
        return _rounded(x, one) if quantised else x

    # Every tail is computed and the right one kept: on the GPU that is faster than sorting by tail.
    own = (tails[:, None] == torch.arange(TAILS, device=tails.device)).to(sums.dtype)

    def layer(x: Tensor, name: str, one: int, sum_one: int, width: int) -> Tensor:
        every = x @ weight(name, one).reshape(TAILS * width, -1).T
        kept = (every.view(-1, TAILS, width) * own[:, :, None]).sum(1)
        return kept + own @ weight(f"{name}_bias", sum_one)

    hidden = rounded(sums.clamp(0.0, (ROW_ONE - 1) / ROW_ONE).square(), SQUARE_ONE)
    middle = rounded(layer(hidden, "second", SECOND_ONE, SECOND_SUM_ONE, WIDTH).clamp(0.0, 1.0), MIDDLE_ONE)
    late = rounded(layer(middle, "third", LATE_ONE, LATE_SUM_ONE, WIDTH).clamp(0.0, 1.0), MIDDLE_ONE)
    return layer(late, "last", LATE_ONE, LATE_SUM_ONE, OUTPUTS)


def possible(positions: Tensor) -> Tensor:
    """1 for each chance that the counts allow: there is no gammon once the loser has a checker off."""
    i_have_off = (positions[:, 0] & 15) > 0
    they_have_off = (positions[:, 2] & 15) > 0
    always = torch.ones_like(i_have_off)
    return torch.stack([always, ~they_have_off, ~they_have_off, ~i_have_off, ~i_have_off], dim=1).float()


def equity(chances: Tensor) -> Tensor:
    c = chances
    return 2.0 * c[..., 0] - 1.0 + c[..., 1] + c[..., 2] - c[..., 3] - c[..., 4]


def seen_by_other(chances: Tensor) -> Tensor:
    c = chances
    return torch.stack([1.0 - c[..., 0], c[..., 3], c[..., 4], c[..., 1], c[..., 2]], dim=-1)


def loss(logits: Tensor, target: Tensor, open_chances: Tensor, equity_weight: Tensor | float = 3.0) -> Tensor:
    """Cross entropy of the five chances, the win counted four-fold, and the squared error of the equity."""
    weights = torch.cat([WIN_WEIGHT * open_chances[:, :1], open_chances[:, 1:]], dim=1)
    entropy = functional.binary_cross_entropy_with_logits(logits, target, weight=weights, reduction="sum")
    error = equity(torch.sigmoid(logits) * open_chances) - equity(target)
    return (entropy + equity_weight * error.square().sum()) / len(logits)


class FloatNet:
    """A parameter vector evaluated in floating point, which the integers approximate."""

    def __init__(self, native: Native, vector: Tensor) -> None:
        self.native = native
        self.parts = {part.name: view(vector, part.name) for part in PARTS}
        self.table = self.parts["rows"].to(torch.bfloat16).contiguous()

    @torch.no_grad()
    def evaluate(self, positions: Tensor) -> Tensor:
        sums = torch.empty((len(positions), HIDDEN), device=positions.device)
        tails = torch.empty(len(positions), dtype=torch.int32, device=positions.device)
        self.native.forward(positions, self.table, self.parts["bias"], sums, tails)
        return torch.sigmoid(tail_logits(self.parts, sums, tails, quantised=False)) * possible(positions)
