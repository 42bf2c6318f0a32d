"""Every text of the scripts is in the catalogues, in all languages."""

from __future__ import annotations

import json
import re

import pytest

from tavl.i18n import LANGUAGES
from tavl.i18n.catalogues import key_of, messages
from tavl.web.shared.static_files import FOLDER

TEXT = r'"((?:[^"\\]|\\.)*)"'
CALL = re.compile(rf"\b(w|plural|sense)\(\s*{TEXT}(?:,\s*{TEXT})?")


def texts() -> list[tuple[str, str]]:
    found = []
    for path in sorted(path for path in FOLDER.rglob("*.js") if path.parent.name != "board"):
        for call, first, second in CALL.findall(path.read_text(encoding="utf-8")):
            one, two = (json.loads(f'"{text}"') for text in (first, second))
            found.append((path.name, key_of(two, one) if call == "sense" else one))
    return found


def test_there_are_many() -> None:
    assert len(texts()) > 200


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_of_the_scripts_is_translated(language: str) -> None:
    """Babel's reader of scripts overlooks some calls inside template strings; this one does not."""
    known = messages(language)
    assert [(name, text) for name, text in texts() if text not in known] == []
