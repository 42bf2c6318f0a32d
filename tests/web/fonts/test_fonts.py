"""Pages bring their own fonts, to look the same on every machine; tests/web/fonts/make_fonts.py makes them."""

from __future__ import annotations

import re

from tavl.web.shared.static_files import FOLDER
from tests.web.conftest import Somebody
from tests.web.fonts.make_fonts import FONTS, LETTERS, SIGNS
from tests.web.server_and_player import Server
from tests.web.shared.test_accessibility import open_

MAX_BYTES = 120_000
# Which of our fonts a page is set in. One that has not arrived does not count.
ARRIVED = """() => document.fonts.ready.then((fonts) =>
  [...fonts].filter((font) => font.status === "loaded").map((font) => font.family.replaceAll('"', "")).sort())"""
SHIPPED = ["Tavl Sans", "Tavl Serif"]


def test_fonts_are_light_and_their_licence_lies_beside_them() -> None:
    assert sorted(path.name for path in FONTS.iterdir()) == ["OFL.txt", "sans.woff2", "serif.woff2"]
    assert sum(path.stat().st_size for path in FONTS.glob("*.woff2")) < MAX_BYTES
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_every_page_is_set_in_them(somebody: Somebody, server: Server) -> None:
    visitor = somebody()
    for path in ("/", "/rules/T4.2", "/learn", "/companion/da"):
        open_(visitor, path)
        assert visitor.page.evaluate(ARRIVED) == SHIPPED, path
        preloaded = visitor.page.locator("link[rel=preload][as=font]").evaluate_all(
            "all => all.map((link) => link.href)"
        )
        assert len(preloaded) == 2
    for address in preloaded:
        answer = visitor.page.request.get(address)
        assert (answer.status, answer.headers["content-type"]) == (200, "font/woff2")
        assert "immutable" in answer.headers["cache-control"]


def test_the_board_on_a_page_is_set_in_the_pages_fonts(somebody: Somebody) -> None:
    visitor = somebody().go("/learn").ready()
    strip, cube = (
        visitor.page.locator(f"#board {part}").evaluate("each => getComputedStyle(each).fontFamily")
        for part in (".strip.own", ".cube-value")
    )
    assert strip.startswith('"Tavl Sans"')
    assert cube.startswith('"Tavl Serif"')


def test_a_companion_without_a_line_has_them(somebody: Somebody) -> None:
    phone = somebody(expects=("ERR_INTERNET_DISCONNECTED", "fetching the script")).go("/companion/da").ready()
    phone.page.wait_for_selector("html[data-stored]", state="attached")
    phone.context.set_offline(True)
    phone.page.reload()
    assert phone.ready().page.evaluate(ARRIVED) == SHIPPED


def test_every_letter_of_the_texts_is_in_them() -> None:
    """In four languages; a star and a cross come from the system."""
    catalogues = (FOLDER.parents[1] / "i18n").rglob("*.po")
    templates = (FOLDER.parent / "templates").rglob("*.html")
    written = "".join(path.read_text(encoding="utf-8") for path in (*catalogues, *templates))
    used = set(re.sub(r"\s", "", written))
    assert len(used) > 90
    assert used - {chr(code) for code in (*LETTERS, *SIGNS)} <= set("★✗")
