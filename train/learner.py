"""Learning: a replay buffer of positions with targets, and steps of Adam on batches drawn from it."""

from __future__ import annotations

import torch
from torch import Tensor

from train.model import integer_net, loss, possible, tail_logits, view
from train.native import IntegerNet, Native
from train.shape import HIDDEN, PARTS, ROW_ONE

BETA1 = 0.9
FIRST_LAYER = ("rows", "bias")
# Rows of rare patterns are pulled to zero unless there is evidence: with Adam alone they drift.
SHRINK_ROWS = 0.05
WARM_UP = 500  # steps over which the rate rises after a start, while Adam's moments build up


class Replay:
    """The newest positions and their targets, in a ring on the device."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        self.positions = torch.zeros((capacity, 4), dtype=torch.int64, device=device)
        self.targets = torch.zeros((capacity, 5), device=device)
        # On the device, because a captured graph reads it.
        self.filled = torch.zeros(1, dtype=torch.float64, device=device)
        self.capacity = capacity
        self.size = 0
        self._next = 0

    def add(self, positions: Tensor, targets: Tensor) -> None:
        positions, targets = positions[-self.capacity :], targets[-self.capacity :]
        head = min(len(positions), self.capacity - self._next)
        for begin, end, at in ((0, head, self._next), (head, len(positions), 0)):
            self.positions[at : at + end - begin] = positions[begin:end]
            self.targets[at : at + end - begin] = targets[begin:end]
        self._next = (self._next + len(positions)) % self.capacity
        self.size = min(self.capacity, self.size + len(positions))
        self.filled.fill_(float(self.size))

    def draw(self, number: int) -> tuple[Tensor, Tensor]:
        device = self.positions.device
        index = (torch.rand(number, dtype=torch.float64, device=device) * self.filled).long()
        return self.positions[index], self.targets[index]


class Learner:
    """The parameters, their running average, and the optimiser."""

    def __init__(self, native: Native, parameters: Tensor, batch: int) -> None:
        device = native.device
        self.native = native
        self.batch = batch
        self.weights = parameters.to(device).clone()
        self.average = self.weights.clone()
        self.gradient = torch.zeros_like(self.weights)
        self.mean = torch.zeros_like(self.weights)
        self.variance = torch.zeros_like(self.weights)
        self.table = view(self.weights, "rows").to(torch.bfloat16).contiguous()
        self.sums = torch.empty((batch, HIDDEN), device=device)
        self.tails = torch.empty(batch, dtype=torch.int32, device=device)
        self.rates = torch.zeros(7, device=device)  # of the first layer
        self.tail_rates = torch.zeros(7, device=device)
        self.equity_weight = torch.zeros(1, device=device)
        self.loss_total = torch.zeros(1, device=device)
        self.steps = 0
        self._graph: torch.cuda.CUDAGraph | None = None
        self._captured: tuple[int, bool] | None = None

    def teacher(self) -> IntegerNet:
        """The running average, quantised: it plays the games and gives the targets."""
        return integer_net(self.average)

    def _step(self, replay: Replay, quantised: bool) -> None:
        positions, targets = replay.draw(self.batch)
        bias = view(self.weights, "bias")
        if quantised:
            bias = (bias * ROW_ONE + 0.5).floor() / ROW_ONE
        self.native.forward(positions, self.table, bias, self.sums, self.tails)
        sums = self.sums.detach().requires_grad_()
        tail = {
            part.name: view(self.weights, part.name).detach().requires_grad_()
            for part in PARTS
            if part.name not in FIRST_LAYER
        }
        logits = tail_logits(tail, sums, self.tails, quantised)
        value = loss(logits, targets, possible(positions), self.equity_weight).sum()
        gradients = torch.autograd.grad(value, [sums, *tail.values()])
        self.native.backward(positions, gradients[0].contiguous(), view(self.gradient, "rows"))
        view(self.gradient, "bias").copy_(gradients[0].sum(0))
        for name, gradient in zip(tail, gradients[1:], strict=True):
            view(self.gradient, name).copy_(gradient)
        self.loss_total += value.detach()
        for part in PARTS:
            arrays = [
                view(vector, part.name).view(-1)
                for vector in (self.weights, self.gradient, self.mean, self.variance, self.average)
            ]
            is_rows = part.name == "rows"
            self.native.adam(
                arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], self.table if is_rows else None,
                self.rates if part.name in FIRST_LAYER else self.tail_rates, part.limit,
                SHRINK_ROWS if is_rows else 0.0, float(ROW_ONE) if is_rows and quantised else 0.0,
            )  # fmt: skip

    def learn(
        self, replay: Replay, steps: int, rate: float, epsilon: float, decay: float, quantised: bool,
        equity_weight: float = 3.0, beta2: float = 0.999, tails: float = 1.0,
    ) -> float:  # fmt: skip
        """Some steps on batches from the buffer; returns their mean loss. The tails learn at `tails` times the rate."""
        self.loss_total.zero_()
        self.equity_weight.fill_(equity_weight)
        done = 0
        while done < steps:
            # The rates stay constant for a few steps: bias corrections and warm-up change slowly enough.
            some = min(steps - done, 16 if self.steps < 2 * WARM_UP else 128)
            now = self.steps + some
            warm = min(1.0, now / WARM_UP)
            kept = min(decay, (1.0 + now) / (10.0 + now))
            corrections = [1.0 / (1.0 - BETA1**now), 1.0 / (1.0 - beta2**now)]
            values = [rate * warm, BETA1, beta2, epsilon, kept, *corrections]
            self.rates.copy_(torch.tensor(values))
            self.tail_rates.copy_(torch.tensor([tails * values[0], *values[1:]]))
            for _ in range(some):
                self._run(replay, quantised)
            done += some
            self.steps += some
        return float(self.loss_total) / max(1, steps)

    def _run(self, replay: Replay, quantised: bool) -> None:
        if self.native.device.type != "cuda":
            self._step(replay, quantised)
            return
        key = (id(replay), quantised)
        if self._graph is None or self._captured != key:
            self._capture(replay, quantised)
            self._captured = key
        assert self._graph is not None
        self._graph.replay()

    def _capture(self, replay: Replay, quantised: bool) -> None:
        """Record one step as a graph, so that its hundred small kernels need no separate launches.

        PyTorch requires a few steps before; they are real ones.
        """
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step(replay, quantised)
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._step(replay, quantised)
