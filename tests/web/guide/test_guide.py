"""The director's guide has a picture in each language, and none weighs much."""

from __future__ import annotations

from pathlib import Path

from tavl.i18n import LANGUAGES
from tavl.web.guide import SCREENS, parts_of
from tavl.web.shared.static_files import FOLDER

MAX_BYTES, MAX_IN_ALL = 90_000, 2_500_000


def test_every_screen_has_its_picture_in_each_language() -> None:
    wanted = {f"{each.picture}-{language}.webp" for each in SCREENS if each.picture for language in LANGUAGES}
    there = {path.name: path.stat().st_size for path in (FOLDER / "guide").glob("*.webp")}
    assert there.keys() == wanted
    assert max(there.values()) < MAX_BYTES
    assert sum(there.values()) < MAX_IN_ALL


def test_the_page_gives_each_picture_its_size_and_loads_it_late() -> None:
    """So that the guide comes no later for its pictures, and nothing jumps."""
    sizes = {each.picture: each.size for each in SCREENS}
    for name, size in sizes.items():
        for language in LANGUAGES:
            assert size_of(FOLDER / f"guide/{name}-{language}.webp") == size
    page = (FOLDER.parent / "templates/guide/guide.html").read_text()
    assert 'loading="lazy"' in page
    assert 'width="{{ screen.size[0] }}" height="{{ screen.size[1] }}"' in page


def size_of(path: Path) -> tuple[int, int]:
    """Of an extended WebP file (RFC 9649)."""
    head = path.read_bytes()[:30]
    assert head[12:16] == b"VP8X"
    return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")


def test_keys_and_buttons_are_told_from_words() -> None:
    assert parts_of("Press [C], then *Start*.") == [
        ("", "Press "),
        ("kbd", "C"),
        ("", ", then "),
        ("strong", "Start"),
        ("", "."),
    ]
