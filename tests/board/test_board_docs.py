"""docs/board.md names all that the board offers."""

from __future__ import annotations

import re

import pytest

from tests.board.conftest import BOARD

DOCS = (BOARD.parents[4] / "docs/board.md").read_text(encoding="utf-8")
FACE = (BOARD / "tavl-board.js").read_text(encoding="utf-8")
ELEMENT_ATTRIBUTES = (BOARD / "attributes.js").read_text(encoding="utf-8")
FIELDS = re.findall(r"@property \{.*\} \[?(\w+)", FACE)
ATTRIBUTES = re.findall(r'^  "([a-z-]+)",$', ELEMENT_ATTRIBUTES, re.MULTILINE)
EVENTS = sorted(set(re.findall(r"tavl-(?:play|action|draft|miss|place|barred)", FACE)))
METHODS = re.findall(r"^  (?:get )?([a-z]\w*)\(.*\) \{$", FACE, re.MULTILINE)


def test_the_lists_are_not_empty() -> None:
    assert len(FIELDS) == 25
    assert len(ATTRIBUTES) == 15
    assert len(EVENTS) == 6
    assert {"state", "undo", "attempt", "announce"} <= set(METHODS)


@pytest.mark.parametrize("name", FIELDS + ATTRIBUTES + EVENTS)
def test_every_field_attribute_and_event_has_its_row(name: str) -> None:
    assert f"\n| `{name}` |" in DOCS


@pytest.mark.parametrize("name", [name for name in METHODS if "Callback" not in name and name != "constructor"])
def test_every_method_and_property_is_named(name: str) -> None:
    assert re.search(rf"`{name}(\(|`)", DOCS)
