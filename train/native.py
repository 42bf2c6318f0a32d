"""The kernels, called with tensors: on a GPU those of ``cuda/*.cu``, without one those of ``cuda/host.cpp``."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from train.library import build
from train.shape import BAR_ROWS, HIDDEN, PARTS, ROWS, TAILS, WIDTH

QUICK_HIDDEN = 32
QUICK_KEPT = 8  # plays of a roll that are looked at, in net.h kFew
QUICK_HEADER = 12  # bytes: the name and the number of sums


class NetPointers(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in (*(part.name for part in PARTS), "second_by_lane"))


class QuickPointers(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in ("rows", "bias", "last", "last_bias"))


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
        self, net: IntegerNet, positions: Tensor, rolls: Tensor, rolls_each: int, noise: Tensor, seed: int,
        quick: QuickNet | None = None,
    ) -> Choice:  # fmt: skip
        """The best play of every roll. With ``quick`` only the plays that it picks are looked at."""
        # Positions with the same men behind come one after another: they share a tail and many rows, which stay in a
        # multiprocessor's cache.
        order = ((positions[:, 1] >> 12 << 28) + (positions[:, 3] >> 12)).argsort(stable=True)
        each = rolls if rolls_each > 1 else rolls[order].contiguous()
        plays, sizes = self.generate(positions[order].contiguous(), each, rolls_each)
        items = len(sizes)
        # A multiprocessor gets neighbouring items and as much work as the others. A look costs some three quick ones.
        total = (sizes + 3 * sizes.clamp(max=QUICK_KEPT) if quick else sizes).cumsum(0)
        shares = torch.arange(self._blocks + 1, device=self.device) * total[-1] // self._blocks
        bounds = torch.searchsorted(total, shares).to(torch.int32)
        bounds[0], bounds[-1] = 0, items
        best_value = torch.empty((items, 5), device=self.device)
        picked = torch.empty((items, 4), dtype=torch.int64, device=self.device)
        picked_value = torch.empty((items, 5), device=self.device)
        picked_best = torch.empty(items, dtype=torch.bool, device=self.device)
        self._call(
            "choose", ctypes.byref(net.pointers), ctypes.byref(quick.pointers if quick else QuickPointers()),
            plays, sizes, items, self.capacity, bounds, self._blocks, noise[order].contiguous(), rolls_each,
            ctypes.c_uint64(seed), best_value, picked, picked_value, picked_best,
        )  # fmt: skip
        back = order.argsort()

        def as_asked(found: Tensor) -> Tensor:
            return found.view(len(positions), -1)[back].view(found.shape)

        return Choice(*(as_asked(found) for found in (best_value, picked, picked_value, picked_best)))

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
        # The second layer as a warp reads it: sixteen inputs of one output side by side, outputs next to each other.
        second = self.arrays["second"]
        self.arrays["second_by_lane"] = second.view(TAILS, WIDTH, HIDDEN // 16, 16).transpose(1, 2).contiguous()
        self.pointers = NetPointers(**{name: array.data_ptr() for name, array in self.arrays.items()})


class QuickNet:
    """The quick network on the device (``quick.py`` says what its file holds)."""

    def __init__(self, path: Path, device: torch.device) -> None:
        kinds = {"rows": ("i1", ROWS), "bias": ("<i2", 1), "last": ("<i2", TAILS), "last_bias": ("<i4", TAILS)}
        data, at = path.read_bytes(), QUICK_HEADER
        self.arrays: dict[str, Tensor] = {}
        for name, (kind, number) in kinds.items():
            size = number * (1 if name == "last_bias" else QUICK_HIDDEN)
            array = np.frombuffer(data, kind, size, at).copy()
            at += array.nbytes
            if name == "rows":  # 128 added, as in IntegerNet; and the row that pads lists must add nothing
                array = (array.astype(np.int16) + 128).astype(np.uint8)
                array[BAR_ROWS * QUICK_HIDDEN : (BAR_ROWS + 1) * QUICK_HIDDEN] = 128
            self.arrays[name] = torch.from_numpy(array).to(device)
        if at != len(data):
            raise ValueError(f"{path} is no quick network of this shape")
        self.pointers = QuickPointers(**{name: array.data_ptr() for name, array in self.arrays.items()})
