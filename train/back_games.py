"""The tails for back games: the layers behind the first one, learned once more from back games played one roll deep.

``python3 -m train.back_games play --into FOLDER --minutes 40`` plays them, and goes on where it was ended;
``python3 -m train.back_games learn --from FOLDER --out tavl.back`` learns the tails, and says what is gained on those
that are held back. Both need g++, torch and an installed tavl, and no GPU. The first layer stays as it is, and so does
every position that is no back game: a tail begins as a copy of the one that the position would have otherwise.

What a static player makes of a back game is worth something else than what a good one does, by more than is to be
learned here. So the plays of these games are looked at one roll deep.

File, little-endian: ``TAVLBCK1``, how many sums the first layer has, the CRC-32 at the end of the network's file; the
parts behind the first layer in the order of ``shape.PARTS``, of six tails; the CRC-32 of all that.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import math
import struct
import subprocess
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tavl.engine.data_files import data_file
from train import export
from train.library import BUILD
from train.shape import HIDDEN, LATE_ONE, LATE_SUM_ONE, MIDDLE_ONE, PARTS, SECOND_ONE, SECOND_SUM_ONE, SQUARE_ONE

ROOT = Path(__file__).parent.parent
SOURCE = Path(__file__).parent / "back_games" / "games.cpp"
NATIVE = (
    "net", "net_sse41", "net_avx2", "net_avx512", "quick", "race", "judge", "bearoff", "search", "plays", "cube",
    "match_equity",
)  # fmt: skip
FLAGS = ("-O3", "-march=native", "-std=c++20", "-fPIC", "-DTAVL_X86")

MAGIC = b"TAVLBCK1"
TAILS = range(1, 7)  # those of the network that back games would have
BOARD = 52
PIECE = 20_000  # positions that a thread plays between two looks at the clock
TRACE = 0.98
HELD = 0.1  # of the positions, for measuring
BATCH = 4096
RATE = 1e-4
PASSES = 3.0
DECAY = 0.998  # of the average of the weights
WIN_WEIGHT, EQUITY_WEIGHT = 4.0, 3.0
POINTS = torch.tensor([2.0, 1.0, 1.0, -1.0, -1.0])
ONES = {
    "second": SECOND_ONE, "second_bias": SECOND_SUM_ONE, "third": LATE_ONE, "third_bias": LATE_SUM_ONE,
    "last": LATE_ONE, "last_bias": LATE_SUM_ONE,
}  # fmt: skip

POSITIONS = np.dtype([("board", "i1", BOARD), ("target", "<f4", 5)])


def build(folder: Path = BUILD) -> ctypes.CDLL:
    """Compile what plays, unless one of the same sources exists already."""
    files = [SOURCE, *(ROOT / "native" / f"{name}.cpp" for name in NATIVE)]
    read = [*files, *sorted((ROOT / "native").glob("*.hpp")), *sorted((ROOT / "train" / "cuda").glob("*.h"))]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in read)).hexdigest()[:12]
    library = folder / f"libback_{digest}.so"
    if not library.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", *FLAGS, "-shared", "-o", str(library), *map(str, files)], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.back_player.restype = ctypes.c_void_p
    loaded.back_play.restype = ctypes.c_long
    return loaded


def pointer(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Player:
    """Plays back games with a network, and says what its first layer makes of positions."""

    def __init__(self, library: ctypes.CDLL, net: Path, back: Path | None = None) -> None:
        self._library = library
        tables, quick, race = (data_file(name) for name in ("bearoff.tables", "tavl.quick", "tavl.race"))
        files = [str(path).encode() for path in (net, tables, quick, race)]
        self._handle = ctypes.c_void_p(library.back_player(*files, str(back or "").encode()))

    def __del__(self) -> None:
        self._library.back_forget(self._handle)

    def play(self, seed: int, count: int) -> NDArray[np.void]:
        """So many positions of games, each with its target."""
        state = ctypes.c_uint64(seed)
        boards, targets = np.empty((count, BOARD), np.int8), np.empty((count, 5), np.float32)
        at = (ctypes.byref(state), ctypes.c_float(TRACE), ctypes.c_long(count), pointer(boards), pointer(targets))
        self._library.back_play(self._handle, *at)
        found = np.empty(count, POSITIONS)
        found["board"], found["target"] = boards, targets
        return found

    def hidden(self, boards: NDArray[np.int8], net: export.Arrays) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """What the layers behind the first one get, and the tail of each position, negative if it is no back game."""
        boards = np.ascontiguousarray(boards)
        hidden, tails = np.empty((len(boards), HIDDEN), np.uint8), np.empty(len(boards), np.int8)
        rows, bias = np.ascontiguousarray(net["rows"]), np.ascontiguousarray(net["bias"])
        at = (ctypes.c_long(len(boards)), pointer(boards), pointer(rows), pointer(bias), HIDDEN)
        self._library.back_hidden(self._handle, *at, pointer(hidden), pointer(tails))
        return hidden, tails


def play(into: Path, net: Path, back: Path | None, minutes: float, threads: int, seed: int) -> None:
    """Parts of positions in a folder, one after the other, at least one."""
    library = build()
    into.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * minutes
    players = [Player(library, net, back) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        while True:
            number = sum(1 for _ in parts(into))
            seeds = [(seed << 32) + number * threads + thread for thread in range(threads)]
            found = np.concatenate(list(pool.map(lambda one, seed: one.play(seed, PIECE), players, seeds)))
            waiting = into / "part"
            found.tofile(waiting)
            waiting.rename(into / f"{number:05}.positions")
            print(f"{number + 1} parts, {(number + 1) * len(found):,} positions", flush=True)
            if time.monotonic() >= deadline:
                return


def parts(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*.positions"))


class Tail(nn.Module):
    """The layers behind the first one, rounded as the file has them; gradients as if they were not."""

    def __init__(self, net: export.Arrays, tail: int) -> None:
        super().__init__()
        for name, one in ONES.items():
            self.register_parameter(name, nn.Parameter(torch.from_numpy(net[name][tail].astype(np.float32) / one)))

    def forward(self, hidden: Tensor) -> Tensor:
        """Logits, of what the first layer says."""
        middle = rounded(hidden @ self._of("second").T + self._of("second_bias"), MIDDLE_ONE)
        late = rounded(middle @ self._of("third").T + self._of("third_bias"), MIDDLE_ONE)
        return late @ self._of("last").T + self._of("last_bias")

    def _of(self, name: str) -> Tensor:
        weight: Tensor = getattr(self, name)
        return weight + (torch.floor(weight * ONES[name] + 0.5) / ONES[name] - weight).detach()

    def integers(self) -> export.Arrays:
        """As the file has them."""
        found: export.Arrays = {}
        for part in PARTS:
            if part.name in ONES:
                weight: Tensor = getattr(self, part.name).detach()
                whole = torch.floor(weight * part.one + 0.5).clamp(-part.most, part.most)
                found[part.name] = whole.numpy().astype(part.dtype)
        return found


def rounded(sums: Tensor, one: int) -> Tensor:
    clipped = sums.clamp(0.0, 1.0)
    return clipped + (torch.floor(clipped * one + 0.5) / one - clipped).detach()


class Examples(NamedTuple):
    hidden: NDArray[np.uint8]
    target: Tensor
    possible: Tensor  # 0 where a chance cannot be: nobody with a checker off loses a gammon

    def batch(self, chosen: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        hidden = torch.from_numpy(self.hidden[chosen].astype(np.float32) / SQUARE_ONE)
        return hidden, self.target[chosen], self.possible[chosen]


def examples_of(boards: NDArray[np.int8], targets: NDArray[np.float32], hidden: NDArray[np.uint8]) -> Examples:
    possible = np.ones((len(boards), 5), np.float32)
    possible[boards[:, BOARD // 2] > 0, 1:3] = 0
    possible[boards[:, 0] > 0, 3:5] = 0
    return Examples(hidden, torch.from_numpy(np.ascontiguousarray(targets)), torch.from_numpy(possible))


def equity(chances: Tensor) -> Tensor:
    return (chances * POINTS).sum(-1) - 1


def learned(tail: Tail, examples: Examples, chosen: NDArray[np.int64], passes: float, rate: float, seed: int) -> Tail:
    """The running average of its weights, after so many passes."""
    random = np.random.default_rng(seed)  # noqa: TID251
    optimiser = torch.optim.Adam(tail.parameters(), lr=rate, eps=1e-7)
    average = {name: weight.detach().clone() for name, weight in tail.named_parameters()}
    weights = torch.tensor([WIN_WEIGHT, 1.0, 1.0, 1.0, 1.0])
    steps = max(1, int(passes * len(chosen) / BATCH))
    order, at = random.permutation(chosen), 0
    for step in range(steps):
        if at + BATCH > len(order):
            order, at = random.permutation(chosen), 0
        hidden, target, possible = examples.batch(np.sort(order[at : at + BATCH]))
        at += BATCH
        falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 50) * falling
        logits = tail(hidden)
        crossed = functional.binary_cross_entropy_with_logits(logits, target.clamp(0, 1), reduction="none")
        off = ((torch.sigmoid(logits) * possible - target) * POINTS).sum(1)
        loss = (crossed * weights * possible).sum(1).mean() + EQUITY_WEIGHT * (off * off).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        kept = min(DECAY, (1 + step) / (10 + step))
        with torch.no_grad():
            for name, weight in tail.named_parameters():
                average[name].lerp_(weight, 1 - kept)
    tail.load_state_dict(average)
    return tail


@torch.no_grad()
def squares(tail: Tail, examples: Examples, chosen: NDArray[np.int64]) -> float:
    """Mean of the squared differences in equity from the targets."""
    total = 0.0
    for begin in range(0, len(chosen), BATCH):
        hidden, target, possible = examples.batch(chosen[begin : begin + BATCH])
        off = equity(torch.sigmoid(tail(hidden)) * possible) - equity(target)
        total += float((off * off).sum())
    return total / max(1, len(chosen))


def learn(folder: Path, out: Path, net_file: Path, passes: float, rate: float, seed: int) -> float:
    """Writes the tails; returns what is gained on the positions held back, in squares of the equity."""
    torch.manual_seed(seed)
    torch.set_flush_denormal(True)
    net = export.read(net_file)
    player = Player(build(), net_file)
    found = np.concatenate([np.fromfile(path, POSITIONS) for path in parts(folder)])
    hidden, tails = player.hidden(found["board"], net)
    examples = examples_of(found["board"], found["target"], hidden)
    held_from = int(len(found) * (1 - HELD))
    new: list[export.Arrays] = []
    gained, held = 0.0, 0
    for place, number in enumerate(TAILS):
        mine = np.flatnonzero(tails == place)
        chosen, measured = mine[mine < held_from], mine[mine >= held_from]
        tail = Tail(net, number)
        before = squares(tail, examples, measured)
        if len(chosen) >= BATCH:
            tail = learned(tail, examples, chosen, passes, rate, seed + place)
        after = squares(tail, examples, measured)
        new.append(tail.integers())
        gained += (before - after) * len(measured)
        held += len(measured)
        print(f"tail {number}: {len(chosen):,} positions; held back {before:.3e}, then {after:.3e}", flush=True)
    write(out, net_file, new)
    print(f"gained {gained / max(1, held):.2e} on {held:,} positions held back; {out}")
    return gained / max(1, held)


def write(path: Path, net_file: Path, tails: list[export.Arrays]) -> None:
    (checksum,) = struct.unpack("<I", net_file.read_bytes()[-4:])
    data = MAGIC + struct.pack("<2I", export.width(net_file), checksum)
    for part in PARTS:
        if part.name in ONES:
            data += np.stack([tail[part.name] for tail in tails]).astype(part.dtype).tobytes()
    path.write_bytes(data + struct.pack("<I", zlib.crc32(data)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn tails for back games.")
    parser.add_argument("step", choices=("play", "learn"))
    parser.add_argument("--into", "--from", dest="folder", type=Path, required=True, help="positions, in parts")
    parser.add_argument("--out", type=Path, help="where the tails go")
    parser.add_argument("--net", type=Path, default=data_file("tavl.net"), help="the network they are for")
    parser.add_argument("--back", type=Path, help="tails to play with, once there are some")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passes", type=float, default=PASSES)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.step == "play":
        play(asked.folder, asked.net, asked.back, asked.minutes, asked.threads, asked.seed)
        return
    if asked.out is None:
        parser.error("learn needs --out")
    learn(asked.folder, asked.out, asked.net, asked.passes, asked.rate, asked.seed)


if __name__ == "__main__":
    main()
