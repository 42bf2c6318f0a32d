"""The director's guide has a picture in each language, and none weighs much."""

from __future__ import annotations

from tavl.i18n import LANGUAGES
from tavl.web.guide import SCREENS, parts_of
from tavl.web.static_files import FOLDER

MAX_BYTES = 150_000


def test_every_screen_has_its_picture_in_each_language() -> None:
    wanted = {f"{each.picture}-{language}.png" for each in SCREENS if each.picture for language in LANGUAGES}
    there = {path.name: path.stat().st_size for path in (FOLDER / "guide").glob("*.png")}
    assert there.keys() == wanted
    assert max(there.values(), default=0) < MAX_BYTES


def test_keys_and_buttons_are_told_from_words() -> None:
    assert parts_of("Press [C], then *Start*.") == [
        ("", "Press "),
        ("kbd", "C"),
        ("", ", then "),
        ("strong", "Start"),
        ("", "."),
    ]
