"""docs/security.md: every answer has a test, and the test is there."""

from __future__ import annotations

import re

import pytest

from tests.server.harness import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
TESTS = "".join(path.read_text() for path in (ROOT / "tests" / "server").glob("test_*.py"))
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| threat", "| ---"))]


def test_there_are_many() -> None:
    assert len(ROWS) > 12


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_the_tests_of_a_threat_exist(row: str) -> None:
    named = re.findall(r"`(test_\w+)`", row)
    assert named
    assert [name for name in named if f"def {name}(" not in TESTS] == []
