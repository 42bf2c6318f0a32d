"""Writes the table in docs/rulebook.md: `python -m tests.rulebook.table`."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

import pytest

from tavl.rules.clauses import CLAUSES, Clause
from tests.rulebook.evidence import clauses_to_come

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "rulebook.md"
BEGIN = "<!-- Below this line the page is written by `python -m tests.rulebook.table`. -->"


class Citing:
    """Which tests cite which clauses, by collecting them."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            name = f"{item.path.relative_to(ROOT).as_posix()}::{getattr(item, 'originalname', item.name)}"
            for id in (id for mark in item.iter_markers("rule") for id in mark.args):
                tests = self.tests.setdefault(id, [])
                if name not in tests:
                    tests.append(name)


def chapter(clause: Clause) -> str:
    return clause.id.split(".")[0]


def table(citing: Mapping[str, list[str]], to_come: Mapping[str, str]) -> str:
    lines: list[str] = []
    for heading, clauses in groupby(CLAUSES, chapter):
        lines += ["", f"### {heading}", "", "| clause | title | duty | tests |", "| --- | --- | --- | --- |"]
        for clause in clauses:
            cells = [_link(name) for name in citing.get(clause.id, [])]
            if clause.id in to_come:
                cells.append(f"*to come: {to_come[clause.id]}*" if to_come[clause.id] else "*to come*")
            lines.append(f"| {clause.id} | {clause.title} | {clause.duty} | {'<br>'.join(cells)} |")
    return "\n".join(lines) + "\n"


def _link(name: str) -> str:
    path, _, test = name.partition("::")
    return f"[{test.removeprefix('test_').replace('_', ' ')}](../{path})"


def main() -> int:
    citing = Citing()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(ROOT / "tests")], plugins=[citing])
    if code != pytest.ExitCode.OK:
        sys.stderr.write(output.getvalue())
        return 1
    above, _, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(above + BEGIN + "\n" + table(citing.tests, clauses_to_come()), encoding="utf-8")
    print(f"{len(citing.tests)} of {len(CLAUSES)} clauses are cited")
    return 0


if __name__ == "__main__":
    sys.exit(main())
