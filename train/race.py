"""The race network: how many rolls one side of a race needs, as chances of each number, by a small network.

``python3 -m train.race --out tavl.race --minutes 40`` needs g++, torch and an installed tavl, whose bear-off tables it
uses. It learns from nearly home outwards. What a side needs follows from what it needs after each of the 21 rolls,
played as well as the network of a while ago can, and from how such a game goes on until the side is home, where it is
looked up. Without that last part it would be a dreamer: of many plays, each a little misjudged, the one that seems best
is taken, roll after roll. ``--measure tavl.race`` trains nothing: it says how far what that file says of a side is from
how the games go on.

File, little-endian: ``TAVLRAC1``, three numbers (rows, hidden sums, width), rows int16 [ROWS][HIDDEN], bias int16,
second int16 [WIDTH][HIDDEN], second_bias int32, last int16 [HEADS * BINS][WIDTH], last_bias int32. 1.0 is 1024, in the
biases of the second and the last layer 1024 * 1024; hidden values are clipped to 0..2.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import struct
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tavl.engine.data_files import data_file
from train.library import BUILD

ROOT = Path(__file__).parent.parent
SOURCE = Path(__file__).parent / "race" / "sides.cpp"
NATIVE = ("race", "bearoff", "plays", "net")
FLAGS = ("-O3", "-march=native", "-std=c++20", "-fPIC", "-fopenmp", "-Wall", "-Wextra")

# As in native/race.hpp.
ROWS, ACTIVE, HIDDEN, WIDTH, HEADS, BINS = 507, 23, 256, 32, 3, 32
PLACES = 26
ONE = 1024
CLIP = 2.0
MAGIC = b"TAVLRAC1"

OUTSIDE = (6, 14, 26, 42, 64, 95, 140, 200, 270)  # pips until home, at most: a stage each
LAST_SHARE = 0.45  # of the time, for the last stage
KEPT = 480_000  # sides that are learned from at a time
GAMES = 1_000  # of one side each, side by side
BLOCK = 12  # rolls of each between two looks at the clock
HEAD_SHARES = (0.5, 0.35, 0.15)  # which head a game goes by
PASSES = 20  # how often a side is learned from, on average
BATCH = 2048
RATES = (2e-3, 5e-6)
DECAY = 0.9995

Sides = NDArray[np.int8]
Bins = NDArray[np.float32]


def build(folder: Path = BUILD) -> ctypes.CDLL:
    """Compile what plays, unless one of the same sources exists already."""
    files = [SOURCE, *(ROOT / "native" / f"{name}.cpp" for name in NATIVE)]
    digest = hashlib.sha256(
        b"".join(path.read_bytes() for path in [*files, *sorted((ROOT / "native").glob("*.hpp"))])
    ).hexdigest()[:12]
    library = folder / f"librace_{digest}.so"
    if not library.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", *FLAGS, "-shared", "-o", str(library), *map(str, files)], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.race_teacher.restype = ctypes.c_void_p
    return loaded


def pointer(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Teacher:
    """A network in a file, and what follows from it."""

    def __init__(self, library: ctypes.CDLL, net: Path) -> None:
        self._library = library
        self._handle = ctypes.c_void_p(
            library.race_teacher(str(net).encode(), str(data_file("bearoff.tables")).encode())
        )

    def __del__(self) -> None:
        self._library.race_teacher_end(self._handle)

    def follow(self, sides: Sides, heads: NDArray[np.int32], seed: int) -> Bins:
        """What the heads should say; `sides` are moved on by a roll, as is best for the head that each goes by."""
        bins = np.empty((len(sides), HEADS, BINS), np.float32)
        at = (pointer(sides), pointer(heads), len(sides), pointer(bins), ctypes.c_uint64(seed))
        self._library.race_follow(self._handle, *at)
        return bins

    def says(self, sides: Sides) -> Bins:
        bins = np.empty((len(sides), HEADS, BINS), np.float32)
        self._library.race_says(self._handle, pointer(sides), len(sides), pointer(bins))
        return bins


def begin(library: ctypes.CDLL, count: int, outside: int, seed: int) -> Sides:
    sides = np.zeros((count, PLACES), np.int8)
    library.race_begin(pointer(sides), count, outside, ctypes.c_uint64(seed))
    return sides


def rows_of(library: ctypes.CDLL, sides: Sides) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
    rows = np.empty((len(sides), ACTIVE), np.int16)
    first = np.empty((len(sides), HEADS), np.int32)
    library.race_rows(pointer(sides), len(sides), pointer(rows), pointer(first))
    return rows, first


class RaceNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(ROWS + 1, HIDDEN, mode="sum", padding_idx=ROWS)
        nn.init.normal_(self.rows.weight, std=0.15)
        with torch.no_grad():
            self.rows.weight[ROWS] = 0
        self.bias = nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.second = nn.Linear(HIDDEN, WIDTH)
        self.last = nn.Linear(WIDTH, HEADS * BINS)

    def forward(self, rows: Tensor, first: Tensor) -> Tensor:
        """Logarithms of the chances, [side][head][bin]; nobody is done in less than one roll."""
        hidden = (self.rows(rows) + self.bias).clamp(0.0, CLIP)
        logits = self.last(self.second(hidden).clamp(0.0, CLIP)).view(-1, HEADS, BINS)
        early = first[:, :, None] + torch.arange(BINS) < 1
        return logits.masked_fill(early, -60.0).log_softmax(2)

    def write(self, path: Path) -> None:
        def whole(values: Tensor, one: int, dtype: type[np.generic]) -> bytes:
            rounded = (values.detach() * one).round()
            return rounded.clamp(np.iinfo(dtype).min, np.iinfo(dtype).max).numpy().astype(dtype).tobytes()

        data = struct.pack("<8s3I", MAGIC, ROWS, HIDDEN, WIDTH)
        data += whole(self.rows.weight[:ROWS], ONE, np.int16) + whole(self.bias, ONE, np.int16)
        data += whole(self.second.weight, ONE, np.int16) + whole(self.second.bias, ONE * ONE, np.int32)
        data += whole(self.last.weight, ONE, np.int16) + whole(self.last.bias, ONE * ONE, np.int32)
        path.write_bytes(data)

    @classmethod
    def read(cls, path: Path) -> RaceNet:
        net = cls()
        data = path.read_bytes()[struct.calcsize("<8s3I") :]
        with torch.no_grad():
            for part, one, dtype in (
                (net.rows.weight[:ROWS], ONE, np.int16), (net.bias, ONE, np.int16),
                (net.second.weight, ONE, np.int16), (net.second.bias, ONE * ONE, np.int32),
                (net.last.weight, ONE, np.int16), (net.last.bias, ONE * ONE, np.int32),
            ):  # fmt: skip
                values = np.frombuffer(data, dtype, part.numel())
                data = data[values.nbytes :]
                part.copy_(torch.from_numpy(values.astype(np.float32) / one).view(part.shape))
        return net


def asked_of(sides: Sides) -> NDArray[np.bool_]:
    """Which heads there is something to say of: all off, the first off, all out of the opponent's home."""
    asked = np.ones((len(sides), HEADS), np.bool_)
    asked[:, 1] = sides[:, 0] == 0
    asked[:, 2] = sides[:, 19:25].any(1)
    return asked & outside(sides)[:, None]


def outside(sides: Sides) -> NDArray[np.bool_]:
    return sides[:, 7:25].any(1)


class Step(NamedTuple):
    """A roll of all games: which had just begun, where they stood, what the heads should say by it and do say."""

    begun: NDArray[np.bool_]
    rows: NDArray[np.int16]
    first: NDArray[np.int32]
    heads: NDArray[np.int32]
    follows: Bins
    says: Bins


class Games:
    """Sides that are played on by themselves until they are home, and then begun again."""

    def __init__(self, library: ctypes.CDLL, count: int, seed: int) -> None:
        self.library, self.seed = library, seed
        self.sides = np.zeros((count, PLACES), np.int8)
        self.heads = np.zeros(count, np.int32)
        self.random = np.random.default_rng(seed)  # noqa: TID251

    def begin_again(self, most: int) -> NDArray[np.bool_]:
        """Those of which there is nothing to say any more; which they were."""
        begun = over = ~asked_of(self.sides)[np.arange(len(self.sides)), self.heads]
        while over.any():
            self.seed += 1
            self.sides[over] = begin(self.library, int(over.sum()), most, self.seed)
            self.heads[over] = self.random.choice(HEADS, int(over.sum()), p=HEAD_SHARES)
            over = ~asked_of(self.sides)[np.arange(len(self.sides)), self.heads]
        return begun

    def play(self, teacher: Teacher, rolls: int, most: int) -> list[Step]:
        steps = []
        for _ in range(rolls):
            begun = self.begin_again(most)
            sides, heads = self.sides.copy(), self.heads.copy()
            rows, first = rows_of(self.library, sides)
            self.seed += 1
            says = teacher.says(sides)
            steps.append(Step(begun, rows, first, heads, teacher.follow(self.sides, heads, self.seed), says))
        return steps


def targets(steps: list[Step]) -> list[Bins]:
    """What the head that a game goes by should say: by the roll, and by what the later rolls found out."""
    games = np.arange(len(steps[0].heads))
    found: list[Bins] = []
    after: Step | None = None
    gap = np.zeros((len(games), BINS), np.float32)  # how far what the step after should say is from what it says
    for step in reversed(steps):
        target = step.follows[games, step.heads].copy()
        if after is not None:
            shift = after.first[games, step.heads] + 1 - step.first[games, step.heads]
            at = np.clip(np.arange(BINS) + shift[:, None], 0, BINS - 1)
            np.add.at(target, (games[:, None], at), gap * ~after.begun[:, None])
        found.append(target)
        gap = target - step.says[games, step.heads]
        after = step
    return found[::-1]


class Learner:
    def __init__(self, library: ctypes.CDLL, out: Path, net: RaceNet | None = None) -> None:
        self.library, self.out = library, out
        self.net = net or RaceNet()
        self.average = {name: value.clone() for name, value in self.net.state_dict().items()}
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=RATES[0], betas=(0.9, 0.99))
        self.net.write(out)
        self.teacher = Teacher(library, out)
        self.kept: list[tuple[Tensor, ...]] = []
        self.games = Games(library, GAMES, 1)
        self.random = np.random.default_rng(1)  # noqa: TID251
        self.steps = 0

    def gather(self, most: int) -> None:
        """A block of rolls, and what the heads should say in each."""
        steps = self.games.play(self.teacher, BLOCK, most)
        parts = (
            np.concatenate([step.rows.astype(np.int32) for step in steps]),
            np.concatenate([step.first for step in steps]),
            np.concatenate([step.heads for step in steps]).astype(np.int64),
            np.concatenate(targets(steps)),
        )
        self.kept.append(tuple(torch.from_numpy(part) for part in parts))
        if len(self.kept) > KEPT // (GAMES * BLOCK):
            self.kept.pop(0)

    def batch(self) -> list[Tensor]:
        """Sides from eight of the gatherings."""
        parts = []
        for n in self.random.integers(len(self.kept), size=8):
            at = torch.from_numpy(self.random.integers(GAMES * BLOCK, size=BATCH // 8))
            parts.append([part[at] for part in self.kept[n]])
        return [torch.cat(column) for column in zip(*parts, strict=True)]

    def learn(self, rate: float) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        total, steps = 0.0, max(1, PASSES * GAMES * BLOCK // BATCH)
        for _ in range(steps):
            rows, first, heads, target = self.batch()
            said = self.net(rows, first)[torch.arange(BATCH), heads]
            divergence = -(target * said).sum(1) - torch.special.entr(target.clamp(min=0)).sum(1)
            apart = (said.exp() - target).cumsum(1)
            loss = (divergence + 2 * apart.square().sum(1) + 0.5 * apart.sum(1).square()).mean()
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            self.steps += 1
            with torch.no_grad():
                decay = min(DECAY, 1 - 1 / (1 + self.steps / 10))
                for name, value in self.net.state_dict().items():
                    self.average[name].lerp_(value, 1 - decay)
            total += float(loss.detach())
        return total / steps

    def hand_over(self) -> None:
        """The average of the weights becomes the teacher."""
        averaged = RaceNet()
        averaged.load_state_dict(self.average)
        averaged.write(self.out)
        self.teacher = Teacher(self.library, self.out)


def train(out: Path, minutes: float, begin_with: Path | None = None) -> None:
    torch.set_flush_denormal(True)  # Adam's moments of rows that do not come up yet fade away, slowly and dearly
    library = build()
    torch.manual_seed(1)
    learner = Learner(library, out, RaceNet.read(begin_with) if begin_with else None)
    start = time.monotonic()
    seconds = minutes * 60
    last_share = 1.0 if begin_with else LAST_SHARE
    early = seconds * (1 - last_share)
    stage_ends = [early * (n + 1) / (len(OUTSIDE) - 1) for n in range(len(OUTSIDE) - 1)] + [seconds]
    for most, end in zip(OUTSIDE, stage_ends, strict=True):
        loss, rounds = 0.0, 0
        while (now := time.monotonic() - start) < end:
            done = now / seconds
            settle = max(0.0, (done - 1 + last_share) / last_share)
            high = RATES[0] / (8 if begin_with else 2)
            rate = high * (RATES[1] / high) ** settle if settle else RATES[0] * (1 - 0.5 * done)
            learner.gather(most)
            loss = learner.learn(rate)
            rounds += 1
            if rounds % 2 == 0:
                learner.hand_over()
        if rounds:
            print(f"{now:.0f} s: {most} pips until home, {learner.steps} steps, loss {loss:.5f}", flush=True)
            learner.hand_over()
            measure(library, out)


def measure(library: ctypes.CDLL, net: Path, games: int = 1000) -> None:
    """How far what the file says lies from how games go on, in rolls: on average and (root mean square), by head."""
    teacher = Teacher(library, net)
    for most in OUTSIDE:
        steps = Games(library, games, 977).play(teacher, 40, most)
        looked_at = list(zip(steps, targets(steps), strict=True))[:20]  # the others have not long enough to go
        gaps = [target - step.says[np.arange(games), step.heads] for step, target in looked_at]
        apart = -np.concatenate([(gap * np.arange(BINS)).sum(1) for gap in gaps])
        heads = np.concatenate([step.heads for step, _ in looked_at])
        found = [apart[heads == head] for head in range(HEADS)]
        columns = [f"{some.mean():+.4f} ({np.sqrt((some**2).mean()):.4f})" if len(some) else "-" for some in found]
        print(f"  up to {most} pips until home: {' '.join(columns)} rolls apart", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the race network.")
    parser.add_argument("--out", type=Path, help="where it goes")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--begin-with", type=Path, metavar="FILE", help="go on from this one, with sides of all kinds")
    parser.add_argument("--measure", type=Path, metavar="FILE", help="train nothing, measure this one")
    arguments = parser.parse_args()
    if arguments.measure:
        measure(build(), arguments.measure)
    else:
        train(arguments.out, arguments.minutes, arguments.begin_with)


if __name__ == "__main__":
    main()
