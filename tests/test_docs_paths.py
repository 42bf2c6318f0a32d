"""Every path, module and link that the documentation names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "train/README.md"]
PLACES = (ROOT, ROOT / "src/tavl", ROOT / "src/tavl/web", ROOT / "docs")
# Folders of the source tree; what begins otherwise is an address, a file of somebody's own, or made while running.
KNOWN = (
    "src|tests|bench|docs|native|train|requirements|cli|web|server|store|practice|organisation|analysis|table|tournament|"
    "engine|rating|notation|rules|i18n|static|templates"
)
NAMED = re.compile(rf"`((?:{KNOWN})/[\w./*-]*)`")
FILE = re.compile(r"`([\w-]+\.(?:py|js|css|html|cpp|hpp))`")
SOURCES = ("src", "tests", "bench", "train", "native", "docs")
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
def test_every_file_named_without_its_folder_exists(page: Path) -> None:
    there = {path.name for folder in SOURCES for path in (ROOT / folder).rglob("*.*")}
    assert sorted(set(FILE.findall(page.read_text(encoding="utf-8"))) - there) == []


@pytest.mark.parametrize("package", ["organisation", "tournament"])
def test_every_module_in_the_table_of_a_package_exists(package: str) -> None:
    table = (ROOT / f"docs/{package}.md").read_text(encoding="utf-8").partition("\n## Modules\n")[2]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`([\w/]+)`", row)]
    assert len(named) > 8
    home = ROOT / "src/tavl" / package
    assert [name for name in named if not ((home / name).is_dir() or (home / f"{name}.py").is_file())] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_in_a_page_leads_somewhere(page: Path) -> None:
    linked = LINKED.findall(page.read_text(encoding="utf-8"))
    assert sorted(path for path in linked if not (page.parent / path).exists()) == []
