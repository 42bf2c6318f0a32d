"""Files of one JSON object a line, which grow while a run goes on and are read again when it is started again."""

from __future__ import annotations

import json
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.judge.gnubg_worker import append as append_to

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent / "run.tar.xz"  # the sample, what the others chose, and what was rolled out so far


def folder() -> Path:
    """`TAVL_JUDGE` is the folder of a run, build/judge by default. A new one begins with the run that is kept here."""
    found = Path(os.environ.get("TAVL_JUDGE", ROOT / "build" / "judge"))
    if not found.exists():
        found.mkdir(parents=True)
        with tarfile.open(KEPT) as archive:
            archive.extractall(found, filter="data")
    return found


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Its rows. A last line that was cut off when a run was ended counts as not written."""
    if not path.exists():
        return
    for line in path.read_text().splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def append(path: Path, row: dict[str, Any]) -> None:
    append_to(str(path), row)


def write(path: Path, wanted: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in wanted))
