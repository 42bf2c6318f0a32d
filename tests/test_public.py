"""The public names are those listed in docs/library.md."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "library.md").read_text()
LISTED = {
    section.splitlines()[0].strip(): re.findall(r"^\| `(\w+)`", section, re.MULTILINE)
    for section in PAGE.split("\n## ")[1:]
}


@pytest.mark.parametrize("package", LISTED)
def test_the_public_names_are_the_ones_on_the_page(package: str) -> None:
    module = importlib.import_module(package)
    assert sorted(module.__all__) == sorted(LISTED[package])
    for name in LISTED[package]:
        assert getattr(module, name) is not None


def test_the_reference_has_the_same_packages() -> None:
    reference = (DOCS / "reference.md").read_text()
    assert re.findall(r"^## (.+)\n```\{eval-rst\}\n\.\. automodule:: (.+)$", reference, re.MULTILINE) == [
        (package, package) for package in LISTED
    ]


def test_the_page_speaks_of_the_packages_for_programmers() -> None:
    assert list(LISTED) == ["tavl", "tavl.rules", "tavl.engine", "tavl.analysis", "tavl.notation"]
