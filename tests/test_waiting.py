"""Tests wait for what happens, not for time to pass: who has to ask again and again does it by polling.py."""

from __future__ import annotations

import ast
from pathlib import Path

HERE = Path(__file__).parent
PAUSES = {"sleep", "wait_for_timeout"}
MAY = {
    "polling.py": "the pauses of all polls",
    "web/server_and_player.py": "the same, where a page's events go on meanwhile",
    "server/http/test_slow_clients.py": "a client that sends drop by drop",
}


def pauses(source: str) -> list[int]:
    """Lines on which time is let pass; letting others go first (`sleep(0)`) is none."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    found = [each for each in calls if isinstance(each.func, ast.Attribute) and each.func.attr in PAUSES]
    return [each.lineno for each in found if not (isinstance(each.args[0], ast.Constant) and each.args[0].value == 0)]


def test_nobody_waits_for_time_to_pass() -> None:
    found = {path.relative_to(HERE).as_posix(): pauses(path.read_text(encoding="utf-8")) for path in HERE.rglob("*.py")}
    assert {path for path, lines in found.items() if lines} == MAY.keys(), found


def test_what_is_looked_for_is_found() -> None:
    assert pauses("time.sleep(0.5)\nawait asyncio.sleep(0)\npage.wait_for_timeout(200)") == [1, 3]
