"""Every path, module and link that the documentation names exists."""

from __future__ import annotations

import re
from fnmatch import fnmatch
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
# A file in a folder, wherever it is named. What begins with a slash, a dot or a domain is elsewhere.
IN_A_FOLDER = re.compile(r"(?<![\w/.~{}<:-])((?:[\w*-][\w.*-]*/)+[\w.*-]+\.[a-z]\w*)\b(?![/(])")
SOURCES = ("src", "tests", "bench", "train", "native", "docs", "requirements")
ENDINGS = {
    "/".join(parts[begin:])
    for folder in SOURCES
    for path in (ROOT / folder).rglob("*.*")
    for parts in [path.relative_to(ROOT).parts]
    for begin in range(len(parts))
}
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_named_with_a_part_of_its_folder_is_one_of_ours(page: Path) -> None:
    named = {path for path in IN_A_FOLDER.findall(page.read_text(encoding="utf-8")) if not path.startswith(MADE)}
    ours = {path for path in named if "." not in path.partition("/")[0]}
    wrong = {path for path in ours - ENDINGS if not ("*" in path and any(fnmatch(each, path) for each in ENDINGS))}
    assert sorted(wrong) == []


def test_a_file_in_a_folder_is_seen_wherever_it_is_named() -> None:
    text = "(`TradeByes`, `draws/byes.py`), see play/rolls.js. But /etc/nginx/x.conf, https://a.example/b.html, 8/5 6/5"
    assert IN_A_FOLDER.findall(text) == ["draws/byes.py", "play/rolls.js"]
    assert "draws/byes.py" not in ENDINGS
    assert "draws/consolation_byes.py" in ENDINGS


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


def anchors_of(page: Path) -> set[str]:
    """What GitHub and the site call the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_heading_finds_it(page: Path) -> None:
    linked = re.findall(r"\]\(([^)#:\s]*\.md)?#([^)]+)\)", page.read_text(encoding="utf-8"))
    lost = [f"{path}#{name}" for path, name in linked if name not in anchors_of(page.parent / path if path else page)]
    assert lost == []
