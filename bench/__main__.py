"""Runs the benchmarks and prints their tables; with --write they go into docs/benchmarks.md too."""

from __future__ import annotations

import importlib
import platform
import sys
from pathlib import Path

from bench.table import Table

NAMES = ("plays",)
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


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
    """Replaces the part of the page between this benchmark's marks."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    page = PAGE.read_text() if PAGE.exists() else "# Benchmarks\n"
    part = f"{begin}\n{table.markdown()}\nMeasured on: {cpu()}.\n{end}"
    if begin in page:
        page = page[: page.index(begin)] + part + page[page.index(end) + len(end) :]
    else:
        page += f"\n{part}\n"
    PAGE.write_text(page)


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
        return f"{name}, {sum(line.startswith('processor') for line in lines)} cores"
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
