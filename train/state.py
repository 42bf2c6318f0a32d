"""What is kept between runs: the averaged weights in pieces of 16-bit floats, and a few numbers beside.

Weights that learned through rounding lie near its edges, and 16 bits put some of them on the other side: enough to
shift every value by 0.005. So a row's weight moves one 16-bit step where that keeps its integer, and what is behind
the rows, a hundredth of all, is kept as two floats, the second for what the first leaves.

A folder with ``tavl.net`` and ``progress.json`` alone is a state too: the integers are what plays and teaches, and what
they leave of the weights is less than a rounding.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from train import export
from train.model import random_parameters, view
from train.plan import Progress
from train.shape import HIDDEN, PARAMETERS, PARTS, ROW_ONE, ROWS_END

PIECE = 7 * 1024 * 1024  # parameters: 14 MiB, under the 16 MiB that one file may have


def in_16_bits(weights: NDArray[np.float32]) -> NDArray[np.float16]:
    """The vector as it is kept: every weight, rows on their side of the edge; then what is left of the others."""
    kept = weights.astype("<f2")
    rows = weights[:ROWS_END]
    wanted, got = _integers(rows), _integers(kept[:ROWS_END])
    towards = np.where(wanted > got, np.float16(1), np.float16(-1))
    kept[:ROWS_END] = np.where(wanted == got, kept[:ROWS_END], np.nextafter(kept[:ROWS_END], towards))
    rest = weights[ROWS_END:] - kept[ROWS_END:].astype(np.float32)
    return np.concatenate([kept, rest.astype("<f2")])


def _integers(rows: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.asarray(np.floor(rows.astype(np.float64) * ROW_ONE + 0.5))


def from_16_bits(kept: NDArray[np.float16]) -> NDArray[np.float32]:
    """Also of a vector without the rest, as it was kept at first."""
    weights = kept[:PARAMETERS].astype(np.float32)
    if len(kept) > PARAMETERS:
        weights[ROWS_END:] += kept[PARAMETERS:].astype(np.float32)
    return weights


def save(folder: Path, weights: Tensor, progress: Progress) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    flat = in_16_bits(weights.detach().cpu().float().numpy())
    for number in range(-(-len(flat) // PIECE)):
        (folder / f"weights.{number}").write_bytes(flat[number * PIECE : (number + 1) * PIECE].tobytes())
    (folder / "progress.json").write_text(json.dumps(asdict(progress)) + "\n")


def load(folder: Path) -> tuple[Tensor, Progress] | None:
    """The last state, or nothing where there is none."""
    if not (folder / "progress.json").exists():
        return None
    progress = Progress(**json.loads((folder / "progress.json").read_text()))
    files = sorted(folder.glob("weights.*"), key=lambda file: int(file.suffix[1:]))
    if not files:
        return from_integers(folder / "tavl.net"), progress
    kept = np.frombuffer(b"".join(file.read_bytes() for file in files), dtype="<f2")
    if len(kept) not in (PARAMETERS, 2 * PARAMETERS - ROWS_END):
        raise ValueError(f"{folder} holds {len(kept)} numbers, not {PARAMETERS}: another shape of network")
    return torch.from_numpy(from_16_bits(kept)), progress


def from_integers(net: Path) -> Tensor:
    """The parameters that an exported network stands for.

    Sums that it lacks begin as in a new network, but nothing listens to them yet: every value stays as it was.
    """
    arrays = export.read(net)
    parts = [arrays[part.name].astype(np.float64).reshape(-1) / part.one for part in PARTS]
    vector = torch.from_numpy(np.concatenate(parts).astype(np.float32))
    known = export.width(net)
    if known < HIDDEN:
        new = random_parameters(torch.Generator().manual_seed(known))
        for name in ("rows", "bias"):
            view(vector, name)[..., known:] = view(new, name)[..., known:]
    return vector


def commit() -> str | None:
    """The commit this runs from, where that is known."""
    answer = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    return answer.stdout.strip() or None if answer.returncode == 0 else None
