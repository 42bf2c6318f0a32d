"""Keeps the better of two branches by the validation set: ``python3 -m train.better A B OUT`` copies it to OUT."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path


def last(folder: Path) -> dict[str, object]:
    entry: dict[str, object] = json.loads((folder / "ledger.jsonl").read_text().splitlines()[-1])
    return entry


def main(arguments: list[str]) -> None:
    one, other, out = (Path(argument) for argument in arguments)

    def error(folder: Path) -> float:
        return float(str(last(folder).get("validation_quantised", 9.0)))

    better, worse = (one, other) if error(one) <= error(other) else (other, one)
    for file in better.iterdir():
        shutil.copy(file, out / file.name)
    with (out / "ledger.jsonl").open("w") as ledger:
        for folder, word in ((worse, "not chosen"), (better, "chosen")):
            entry = last(folder)
            ledger.write(json.dumps({**entry, "note": f"{entry.get('note', '')}; {word}"}) + "\n")
    print(f"{better.name} is kept: {error(better):.5f} against {error(worse):.5f}")


if __name__ == "__main__":
    main(sys.argv[1:])
