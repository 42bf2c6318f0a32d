"""Every path and link in the documentation exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "train/README.md"]
PLACES = (ROOT, ROOT / "src/tavl", ROOT / "src/tavl/web", ROOT / "docs")
# Folders of the source tree; what begins otherwise is an address, a file of somebody's own, or made while running.
KNOWN = (
    "src|tests|bench|docs|native|train|requirements|cli|web|server|store|table|tournament|engine|rating|notation|rules|i18n|"
    "static|templates"
)
NAMED = re.compile(rf"`((?:{KNOWN})/[\w./*-]*)`")
LINKED = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
MADE = ("train/.data",)  # by a run


def is_there(path: str) -> bool:
    return any(list(place.glob(path)) if "*" in path else (place / path).exists() for place in PLACES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_named_in_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = {path for path in NAMED.findall(text) if not path.startswith(MADE)}
    assert sorted(path for path in named if not is_there(path)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_in_a_page_leads_somewhere(page: Path) -> None:
    linked = LINKED.findall(page.read_text(encoding="utf-8"))
    assert sorted(path for path in linked if not (page.parent / path).exists()) == []
