"""Runs the benchmarks and prints their tables; --write also puts them into docs/, wherever a page has their marks."""

from __future__ import annotations

import importlib
import platform
import sys
import time
from pathlib import Path

from bench.table import Table
from tavl.engine.data_files import network_name

NAMES = (
    "plays",
    "evaluations",
    "static_error",
    "kinds",
    "decisions",
    "judge",
    "judge_cubes",
    "matches",
    "depths",
    "decision_time",
    "cube_decisions",
    "rollout_time",
    "start",
    "levels",
    "match_files",
    "analysis_agreement",
    "analysis_time",
    "store",
    "pairing_time",
    "pairing_quality",
    "festival",
    "ledger",
    "phones",
)
WITHOUT_NETWORK = (
    "plays", "match_files", "store", "pairing_time", "pairing_quality", "festival", "phones", "load", "idle_sockets",
)  # fmt: skip
DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"


def main(arguments: list[str]) -> int:
    names = [a for a in arguments if not a.startswith("-")] or list(NAMES)
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"no benchmark {unknown[0]}; there are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names:
        table: Table = importlib.import_module(f"bench.{name}").run()
        print(table.text(), flush=True)
        if "--write" in arguments:
            write(name, table)
    return 0


def write(name: str, table: Table) -> None:
    """Replace the text between this benchmark's marks on every page that has them; otherwise append it to a page."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    network = "" if name in WITHOUT_NETWORK else f", network {network_name()}"
    measured = f"\nMeasured on: {cpu()}, {time.strftime('%Y-%m-%d')}{network}.\n" if table.here else ""
    part = f"{begin}\n{table.markdown()}{measured}{end}"
    marked = [path for path in sorted(DOCS.glob("*.md")) if begin in path.read_text()]
    for path in marked:
        page = path.read_text()
        path.write_text(page[: page.index(begin)] + part + page[page.index(end) + len(end) :])
    if not marked:
        page = PAGE.read_text() if PAGE.exists() else "# Benchmarks\n"
        PAGE.write_text(f"{page}\n{part}\n")


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
        return f"{name}, {sum(line.startswith('processor') for line in lines)} cores"
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
