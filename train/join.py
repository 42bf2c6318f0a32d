"""Two networks side by side in one with as many sums as both have: ``python3 -m train.join FIRST SECOND --out FOLDER``.

Rows and biases stand next to each other. The tails are those of the first network, which do not listen to the second
one's sums yet, so that every value is the first one's; the phase `join` teaches them to. The folder is a state to train
on from, with ``TAVL_HIDDEN`` as wide as both together. Its plan goes on after the seconds given.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from train import export
from train.plan import Progress
from train.shape import HIDDEN


def joined(first: Path, second: Path) -> export.Arrays:
    one, two = export.width(first), export.width(second)
    if one + two != HIDDEN:
        raise ValueError(f"{one} and {two} sums side by side are {one + two}, and TAVL_HIDDEN says {HIDDEN}")
    arrays, other = export.read(first), export.read(second)
    for name in ("rows", "bias"):
        arrays[name][..., one:] = other[name][..., :two]
    return arrays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3717.0, help="how long the first was trained")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=7, help="in how many runs")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    export.write(options.out / "tavl.net", joined(options.first, options.second))
    progress = Progress(options.seed, options.seconds, runs=options.runs)
    (options.out / "progress.json").write_text(json.dumps(asdict(progress)) + "\n")
    widths = export.width(options.first), export.width(options.second)
    print(f"{options.out}: {widths[0]} and {widths[1]} sums, {HIDDEN} in all")


if __name__ == "__main__":
    main()
