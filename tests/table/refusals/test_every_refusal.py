"""Every refusal that tavl.table can give is shown by a row or its own test."""

from __future__ import annotations

import ast
from pathlib import Path

import tavl.table
from tests.table.refusals import (
    test_refusals_between_people,
    test_refusals_of_claims,
    test_refusals_of_equipment,
    test_refusals_of_play,
)
from tests.table.refusals.rows import SHOWN

ROWS = (test_refusals_between_people, test_refusals_of_claims, test_refusals_of_equipment, test_refusals_of_play)
ON_THEIR_OWN = {"awaits_approval", "no_dice", "no_such_dice", "device_gap", "no_aids", "no_help_from_outside"}
IN_PLACE = {
    "double_changes_nothing": "disputes/test_corrections",  # they need a longer story
    "profile_enforces": "disputes/test_length_and_crawford",
    "set_up_needs_ruling": "disputes/test_corrections",
}


def codes(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
            found |= {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
    return found


def test_every_refusal_is_shown() -> None:
    folder = Path(tavl.table.__file__).parent
    given = set().union(*(codes(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")))
    assert len(given) > 130
    assert given - SHOWN - ON_THEIR_OWN == set(IN_PLACE)
    for code, module in IN_PLACE.items():
        assert code in (Path(__file__).parents[1] / f"{module}.py").read_text(encoding="utf-8")
