"""What is kept between runs: the averaged weights in pieces of 16-bit floats, and a few numbers beside."""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from train.shape import PARAMETERS

PIECE = 7 * 1024 * 1024  # parameters: 14 MiB, under the 16 MiB that one file may have


@dataclass
class Progress:
    seed: int
    seconds: float = 0.0  # of training, by which the plan goes
    steps: int = 0
    positions: int = 0  # positions given a target
    runs: int = 0


def pieces() -> int:
    return -(-PARAMETERS // PIECE)


def save(folder: Path, weights: Tensor, progress: Progress) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    flat = weights.detach().cpu().numpy().astype("<f2")
    for number in range(pieces()):
        (folder / f"weights.{number}").write_bytes(flat[number * PIECE : (number + 1) * PIECE].tobytes())
    (folder / "progress.json").write_text(json.dumps(asdict(progress)) + "\n")


def load(folder: Path) -> tuple[Tensor, Progress] | None:
    """The last state, or nothing where there is none."""
    if not (folder / "progress.json").exists():
        return None
    data = b"".join((folder / f"weights.{number}").read_bytes() for number in range(pieces()))
    flat = np.frombuffer(data, dtype="<f2").astype(np.float32)
    if len(flat) != PARAMETERS:
        raise ValueError(f"{folder} holds {len(flat)} parameters, not {PARAMETERS}: another shape of network")
    return torch.from_numpy(flat), Progress(**json.loads((folder / "progress.json").read_text()))


def commit() -> str | None:
    """The commit this runs from, where that is known."""
    answer = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    return answer.stdout.strip() or None if answer.returncode == 0 else None
