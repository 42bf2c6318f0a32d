"""The kernels, called with tensors: on a GPU those of ``cuda/*.cu``, without one those of ``cuda/host.cpp``."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import torch
from torch import Tensor

from train.library import build
from train.shape import PARTS


class NetPointers(ctypes.Structure):
    _fields_ = tuple((part.name, ctypes.c_void_p) for part in PARTS)


class Choice(NamedTuple):
    """For every (position, roll): the best play's value, and the picked play with its value; all the mover's."""

    best_value: Tensor  # [items, 5]
    picked: Tensor  # [items, 4], seen by the opponent
    picked_value: Tensor  # [items, 5]
    picked_best: Tensor  # [items], bool


class Native:
    """The kernels. ``capacity`` is how many plays of one roll are kept (only extreme doubles have more)."""

    def __init__(self, device: torch.device, capacity: int = 512) -> None:
        self.device = device
        self.capacity = capacity
        self.library = ctypes.CDLL(str(build(device.type == "cuda")))
        self._plays = torch.empty(0, dtype=torch.int64, device=device)
        on_gpu = device.type == "cuda"
        self._blocks = torch.cuda.get_device_properties(device).multi_processor_count if on_gpu else 1

    def _call(self, name: str, *arguments: object) -> None:
        converted: list[object] = []
        for argument in arguments:
            if isinstance(argument, Tensor):
                if not argument.is_contiguous() or argument.device.type != self.device.type:
                    raise ValueError(f"{name} wants contiguous tensors on {self.device}")
                converted.append(ctypes.c_void_p(argument.data_ptr()))
            elif isinstance(argument, float):
                converted.append(ctypes.c_float(argument))
            else:
                converted.append(argument)
        stream = torch.cuda.current_stream().cuda_stream if self.device.type == "cuda" else None
        code = getattr(self.library, f"tavl_{name}")(*converted, ctypes.c_void_p(stream))
        if code != 0:
            raise RuntimeError(f"{name} failed with CUDA error {code}")

    def generate(self, positions: Tensor, rolls: Tensor, rolls_each: int) -> tuple[Tensor, Tensor]:
        """Write the plays of every item into one large buffer, which the next call overwrites."""
        items = len(positions) * rolls_each
        if self._plays.numel() < items * self.capacity * 4:
            self._plays = torch.empty(0, dtype=torch.int64, device=self.device)
            self._plays = torch.empty(items * self.capacity * 4, dtype=torch.int64, device=self.device)
        sizes = torch.empty(items, dtype=torch.int32, device=self.device)
        self._call("generate", positions, rolls, len(positions), rolls_each, self.capacity, self._plays, sizes)
        return self._plays, sizes

    def choose(
        self, net: IntegerNet, positions: Tensor, rolls: Tensor, rolls_each: int, noise: Tensor, seed: int
    ) -> Choice:
        plays, sizes = self.generate(positions, rolls, rolls_each)
        items = len(sizes)
        # A multiprocessor gets neighbouring items, which share rows in its cache, and as many plays as the others.
        total = sizes.cumsum(0)
        shares = torch.arange(self._blocks + 1, device=self.device) * total[-1] // self._blocks
        bounds = torch.searchsorted(total, shares).to(torch.int32)
        bounds[0], bounds[-1] = 0, items
        best_value = torch.empty((items, 5), device=self.device)
        picked = torch.empty((items, 4), dtype=torch.int64, device=self.device)
        picked_value = torch.empty((items, 5), device=self.device)
        picked_best = torch.empty(items, dtype=torch.bool, device=self.device)
        self._call(
            "choose", ctypes.byref(net.pointers), plays, sizes, items, self.capacity, bounds,
            self._blocks, noise, rolls_each, ctypes.c_uint64(seed), best_value, picked, picked_value, picked_best,
        )  # fmt: skip
        return Choice(best_value, picked, picked_value, picked_best)

    def evaluate(self, net: IntegerNet, positions: Tensor) -> tuple[Tensor, Tensor]:
        """Static values [n, 5] and the integer logits behind them."""
        values = torch.empty((len(positions), 5), device=self.device)
        logits = torch.empty((len(positions), 5), dtype=torch.int32, device=self.device)
        self._call("evaluate", ctypes.byref(net.pointers), positions, len(positions), values, logits)
        return values, logits

    def start(self, positions: Tensor, wanted: Tensor, odd_share: float, seed: int) -> None:
        self._call("start", positions, wanted, len(positions), odd_share, ctypes.c_uint64(seed))

    def forward(self, positions: Tensor, table: Tensor, bias: Tensor, sums: Tensor, tails: Tensor) -> None:
        self._call("forward", positions, len(positions), table, bias, sums, tails)

    def backward(self, positions: Tensor, gradient: Tensor, table_gradient: Tensor) -> None:
        self._call("backward", positions, len(positions), gradient, table_gradient)

    def adam(
        self, weights: Tensor, gradient: Tensor, mean: Tensor, variance: Tensor, average: Tensor,
        table: Tensor | None, rates: Tensor, limit: float, shrink: float, scale: float,
    ) -> None:  # fmt: skip
        self._call(
            "adam", weights, gradient, mean, variance, average, table,
            ctypes.c_int64(len(weights)), rates, limit, shrink, scale,
        )  # fmt: skip


class IntegerNet:
    """The quantised network on the device, as the kernels read it."""

    def __init__(self, arrays: dict[str, Tensor]) -> None:
        # Rows have 128 added, so that the kernel can add unsigned bytes.
        self.arrays = {name: array.contiguous() for name, array in arrays.items()}
        self.arrays["rows"] = (self.arrays["rows"].view(torch.uint8) ^ 128).contiguous()
        self.pointers = NetPointers(**{name: array.data_ptr() for name, array in self.arrays.items()})
