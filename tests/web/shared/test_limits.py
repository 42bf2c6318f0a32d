"""How much may be typed stands once, in Python: the pages and their scripts have it from there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tavl.web.shared.limits import LIMITS
from tavl.web.shared.static_files import FOLDER

TEMPLATES = FOLDER.parent / "templates"
SCRIPT = re.compile(r"static\('([^']+\.js)'\)")
IMPORT = re.compile(r'^(?:import|export) (?:[^"]*? from )?"(\.[^"]+)"', re.MULTILINE)
LIMIT = re.compile(r"\blimits\.(m\w+_\w+)")


def loaded(script: Path, seen: set[Path]) -> set[Path]:
    """A script and all that it imports."""
    if script not in seen:
        seen.add(script)
        for found in IMPORT.findall(script.read_text(encoding="utf-8")):
            loaded((script.parent / found).resolve(), seen)
    return seen


def with_limits() -> list[str]:
    """Pages with a script that asks for a limit."""
    found = []
    for page in sorted(TEMPLATES.rglob("*.html")):
        scripts = SCRIPT.findall(page.read_text(encoding="utf-8"))
        files = {path for script in scripts for path in loaded(FOLDER / script, set())}
        if FOLDER / "shared/limits.js" in files:
            found.append(page.relative_to(TEMPLATES).as_posix())
    return found


def test_there_are_some() -> None:
    assert {"desk/desk.html", "my-evening/my-evening.html", "table/table.html"} <= set(with_limits())


@pytest.mark.parametrize("page", with_limits())
def test_a_page_brings_the_limits_along_that_its_scripts_ask_for(page: str) -> None:
    assert '{% include "shared/_limits.html" %}' in (TEMPLATES / page).read_text(encoding="utf-8")


def test_a_script_asks_for_limits_that_there_are() -> None:
    asked = {name for path in FOLDER.rglob("*.js") for name in LIMIT.findall(path.read_text(encoding="utf-8"))}
    assert asked
    assert asked <= set(LIMITS)
