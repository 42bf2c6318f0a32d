"""docs/security.md: every defence has a test, and the test exists."""

from __future__ import annotations

import re

import pytest

from tests.server.harness import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
FOLDERS = ("server", "packaging")
TESTS = "".join(path.read_text() for name in FOLDERS for path in (ROOT / "tests" / name).rglob("test_*.py"))
THREATS, _, THEMES = PAGE.partition("## OWASP ASVS")
REASON = "Reason: "
# Chapters of the standard that apply to this server.
NEEDED = ("authentication", "sessions", "access control", "validation", "files", "communication", "configuration")


def rows(part: str) -> list[str]:
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [line for line in lines if not line.startswith(("| threat", "| theme |", "| ---"))]


def name_of(row: str) -> str:
    return row.split("|")[1].strip()


def test_there_are_many_and_the_themes_are_all_there() -> None:
    assert len(rows(THREATS)) > 20
    found = {name_of(row).partition(":")[0] for row in rows(THEMES)}
    assert found >= {*NEEDED, "logging", "data protection"}
    assert {"roles", "dice", "push", "mail"} <= {name_of(row).partition(":")[0] for row in rows(THREATS)}


@pytest.mark.parametrize("row", rows(THREATS), ids=name_of)
def test_the_tests_of_a_threat_exist(row: str) -> None:
    named = re.findall(r"`(test_\w+)`", row)
    assert named
    assert [name for name in named if f"def {name}(" not in TESTS] == []


@pytest.mark.parametrize("row", rows(THEMES), ids=name_of)
def test_a_theme_has_tests_that_exist_or_a_reason(row: str) -> None:
    answer = row.split("|")[3].strip()
    named = re.findall(r"`(test_\w+)`", answer)
    assert bool(named) != answer.startswith(REASON)
    assert [name for name in named if f"def {name}(" not in TESTS] == []
