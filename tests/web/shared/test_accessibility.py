"""What docs/accessibility.md promises and a machine can measure. axe is run on every page in test_every_page.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import expect

from tavl.web.shared.static_files import FOLDER
from tests.analysis.matches import PLAYED
from tests.web.analysis.test_analysis import drop
from tests.web.conftest import Somebody
from tests.web.page_measurements import cut_off_when_spaced, sideways, small_targets, tabbed_through
from tests.web.practice.test_practice import answer
from tests.web.server_and_player import ROOT, Player
from tests.web.shared.test_every_page import PAGES
from tests.web.two_players import OPEN_TABLE

PHONE = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
PAGE = ROOT / "docs/accessibility.md"

# WCAG 2.2, levels A and AA. 4.1.1 (Parsing) is obsolete and removed.
CRITERIA = [
    f"{guideline}.{number}"
    for guideline, numbers in {
        "1.1": "1",
        "1.2": "1 2 3 4 5",
        "1.3": "1 2 3 4 5",
        "1.4": "1 2 3 4 5 10 11 12 13",
        "2.1": "1 2 4",
        "2.2": "1 2",
        "2.3": "1",
        "2.4": "1 2 3 4 5 6 7 11",
        "2.5": "1 2 3 4 7 8",
        "3.1": "1 2",
        "3.2": "1 2 3 4 6",
        "3.3": "1 2 3 4 7 8",
        "4.1": "2 3",
    }.items()
    for number in numbers.split()
]


def sit_down(somebody: Somebody, **context: object) -> Player:
    player = somebody(**context).home()
    player.sit_down("A bot", "3", level="Newcomer")
    player.wait_until_asked()
    return player


# Target size (2.5.8, and our own 44 pixels)


def test_nothing_at_a_table_or_in_a_lesson_is_smaller_than_a_finger(somebody: Somebody) -> None:
    phone = sit_down(somebody, **PHONE)
    found = {"table": small_targets(phone, 44)}
    phone.go("/learn").ready()
    found["lesson"] = small_targets(phone, 44)
    phone.go("/learn#finish").ready()
    found["first game"] = small_targets(phone, 44)
    assert {page: targets for page, targets in found.items() if targets} == {}


# Orientation (1.3.4): a phone can be held either way, and what counts is in sight


def test_on_a_phone_held_either_way_clocks_are_in_sight_beside_the_board(somebody: Somebody) -> None:
    """In Danish, whose words are longer; a delay is running, so that the time has its longest form."""
    phone = somebody(width=390, height=844, has_touch=True, is_mobile=True, locale="da-DK").go("/dice").ready()
    clock = {"minutes_per_point": 2, "delay_seconds": 90}
    ask = {"opponent": "bot:newcomer", "length": 9, "clock": clock}
    phone.go(phone.page.evaluate(OPEN_TABLE, ask)).ready().wait_until_asked()
    expect(phone.page.locator("tavl-board .strip.own .name")).to_have_text(re.compile("^Gæst "))
    expect(phone.page.locator("tavl-board .strip.opponent .name")).to_have_text("tavl nybegynder")
    expect(phone.page.locator("#clock-own")).to_have_text(re.compile(r"^1[78]:\d\d \+\d+$"))
    assert phone.page.locator("#clock-own").evaluate("each => each.getBoundingClientRect().height") < 40  # one line
    phone.page.set_viewport_size({"width": 844, "height": 390})
    for who in ("own", "opponent"):
        time = phone.page.locator(f".mini .{who} i")
        expect(time).to_be_visible()
        phone.until(IN_SIGHT_BESIDE_THE_BOARD, f".mini .{who} i")


IN_SIGHT_BESIDE_THE_BOARD = """(what) => {
  const board = document.querySelector("#board").shadowRoot.querySelector(".stage").getBoundingClientRect();
  const box = document.querySelector(what).getBoundingClientRect();
  return box.left >= board.right && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""


def test_stepping_through_a_match_never_scrolls_the_board_away(somebody: Somebody) -> None:
    phone = somebody(width=390, height=844, has_touch=True, is_mobile=True).home()
    phone.sit_down("A bot", "3", level="Newcomer")
    for _ in range(4):
        phone.play_a_turn()
    phone.go(f"{phone.page.url}/replay").ready()
    for _ in range(5):
        phone.settle()  # for a button that is still on its way up, the driver itself would scroll
        phone.page.locator("#forward").tap()
    expect(phone.page.locator("#step-number")).to_contain_text("Step 6 of")
    assert phone.page.evaluate("scrollY") == 0


# Reflow (1.4.10) and 24 pixels everywhere (2.5.8)


def test_every_page_reads_in_one_direction_at_320_pixels(somebody: Somebody) -> None:
    """In Danish, whose words are longer; in our own fonts and in the widest."""
    reader = somebody(width=320, height=640, locale="da-DK", expects=("404",)).go("/dice").ready()
    wide: dict[str, list[str]] = {}
    small: dict[str, list[str]] = {}
    for path in every_path(reader):
        open_(reader, path)
        wide[path], small[path] = sideways(reader), small_targets(reader, 24)
        set_in_wide_fonts(reader)
        wide[f"{path} in wide fonts"] = sideways(reader)
    assert {path: found for path, found in wide.items() if found} == {}
    assert {path: found for path, found in small.items() if found} == {}


@pytest.mark.parametrize("language", ["sv", "nb"])
def test_no_page_of_many_words_is_wider_than_320_pixels_in_the_widest_of_fonts(
    somebody: Somebody, language: str
) -> None:
    reader = somebody(width=320, height=640, locale=LOCALES[language]).go("/dice").ready()
    table = reader.page.evaluate(OPEN_TABLE, {"opponent": "bot:newcomer", "length": 3})
    assert wide_in_wide_fonts(reader, ("/", "/settings", "/account", "/learn#cube", table)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "da", "sv", "nb"])
def test_no_page_is_wider_than_320_pixels_in_the_widest_of_fonts(somebody: Somebody, language: str) -> None:
    reader = somebody(width=320, height=640, locale=LOCALES[language], expects=("404",)).go("/dice").ready()
    assert wide_in_wide_fonts(reader, every_path(reader)) == {}


LOCALES = {"en": "en", "da": "da", "sv": "sv", "nb": "nb-NO"}


def wide_in_wide_fonts(reader: Player, paths: tuple[str, ...]) -> dict[str, list[str]]:
    wide = {}
    for path in paths:
        open_(reader, path)
        set_in_wide_fonts(reader)
        wide[path] = sideways(reader)
    return {path: found for path, found in wide.items() if found}


def set_in_wide_fonts(reader: Player) -> None:
    """Where ours do not arrive, a page is set in whatever there is: DejaVu and Verdana are the widest people have. So
    ours are drawn so large that a line is as long as in DejaVu Bold."""
    assert reader.page.evaluate(ENLARGE, {"Tavl Sans": "132%", "Tavl Serif": "124%"}) == 2


ENLARGE = """(sizes) => {
  const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule);
  for (const {style} of faces)
    style.setProperty("size-adjust", sizes[style.getPropertyValue("font-family").replaceAll('"', "")]);
  return document.fonts.ready.then(() => faces.length);
}"""


def every_path(reader: Player) -> tuple[str, ...]:
    """All pages; a table at which nothing is over yet, and one whose match is."""
    table, ended = (
        reader.page.evaluate(OPEN_TABLE, {"opponent": "bot:newcomer", **more})
        for more in ({"length": 3}, {"length": 1, "clock": {"minutes_per_point": 0.002, "delay_seconds": 0}})
    )
    open_(reader, ended)
    expect(reader.page.locator("#result")).to_be_visible()
    lessons = ("/learn#cube", "/learn#finish")
    elsewhere = ("/account", "/players", f"/companion/{reader.page.locator('html').get_attribute('lang')}")
    of_tables = (f"{at}{page}" for at in (table, ended) for page in ("", "/replay", "/dice"))
    return (*PAGES, *lessons, *elsewhere, *of_tables)


def open_(reader: Player, path: str) -> None:
    """Until its scripts have drawn what they draw, where it has any."""
    reader.go(path)
    if reader.page.locator("script[type=module]").count():
        reader.ready()


# Text spacing (1.4.12)


def test_wider_spacing_cuts_nothing_off(somebody: Somebody) -> None:
    visitor = sit_down(somebody)
    table = visitor.page.url
    found = {}
    for path in ("/", "/learn#held", "/learn#finish", "/rules/T4.2", "/dice", "/settings", table, f"{table}/replay"):
        open_(visitor, path)
        found[path] = cut_off_when_spaced(visitor)
    assert {path: cut for path, cut in found.items() if cut} == {}


# No keyboard trap (2.1.2), focus visible (2.4.7) and not covered (2.4.11)


@pytest.mark.parametrize("width", [1280, 375])
def test_tab_leads_through_every_page_and_out_and_what_is_focused_is_seen(somebody: Somebody, width: int) -> None:
    visitor = sit_down(somebody, width=width, height=800)
    table = visitor.page.url
    trapped, unseen = [], {}
    for path in ("/", "/learn#held", "/dice", "/settings", table, f"{table}/replay"):
        visitor.go(path).ready()
        stops, out = tabbed_through(visitor)
        assert len(stops) > 4
        if not out:
            trapped.append(path)
        unseen[path] = [stop["name"] for stop in stops if not (stop["ring"] and stop["seen"])]
    assert trapped == []
    assert {path: stops for path, stops in unseen.items() if stops} == {}


def test_a_dialog_gives_the_focus_back(somebody: Somebody) -> None:
    player = sit_down(somebody)
    settings = player.page.get_by_role("button", name="Settings")
    settings.focus()
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_be_hidden()
    expect(settings).to_be_focused()


# Keys that stand for themselves can be switched off (2.1.4)


def test_the_key_that_leads_to_the_line_can_be_switched_off(somebody: Somebody) -> None:
    player = sit_down(somebody)
    line = player.page.locator("#ask-text")
    player.page.locator("#board").evaluate("board => board.shadowRoot.querySelector('.place[tabindex=\"0\"]').focus()")
    player.page.keyboard.press("/")
    expect(line).to_be_focused()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Single keys are on").uncheck()
    player.page.locator("#close-settings").click()
    player.page.keyboard.press("/")
    expect(line).not_to_be_focused()


def test_single_keys_of_analysis_quiz_and_transcript_can_be_switched_off(somebody: Somebody) -> None:
    player = drop(somebody(width=1366, height=768), PLAYED.read_text())
    page, board = player.page, player.page.locator("tavl-board")

    def switch(state: str) -> None:
        page.evaluate("state => localStorage.setItem('tavl.settings', JSON.stringify({'slash-key': state}))", state)

    viewer = board.evaluate("board => board.state.viewer")
    page.keyboard.press("t")
    assert board.evaluate("board => board.state.viewer") == 1 - viewer
    switch("off")
    page.keyboard.press("t")
    assert board.evaluate("board => board.state.viewer") == 1 - viewer
    switch("on")
    page.locator("#practise button").first.click()
    page.get_by_role("link", name="Practise now").click()
    player.ready()
    asked = page.locator("#say").inner_text()
    answer(player, best=False)
    switch("off")
    page.keyboard.press("u")
    page.locator("#undo").click()  # it is still there
    expect(page.locator("#say")).to_have_text(asked)
    player.go("/transcribe").ready()
    page.locator("#now").click()
    page.keyboard.press("3")
    expect(page.locator("#dice")).to_have_text("")
    switch("on")
    page.keyboard.press("3")
    expect(page.locator("#dice")).to_have_text("3")


# Contrast of the board (1.4.3, 1.4.11): the pages' own is axe's matter


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme, as themes.js has them."""
    source = (FOLDER / "board/themes.js").read_text(encoding="utf-8")
    found = {
        "wood": re.search(r"\n:host \{(.*?)\n\}", source, re.DOTALL),
        "light": re.search(r"const LIGHT = `(.*?)`", source, re.DOTALL),
        "dark": re.search(r"const DARK = `(.*?)`", source, re.DOTALL),
        "contrast": re.search(r"const CONTRAST = `(.*?)`", source, re.DOTALL),
        "safe": re.search(r'theme="safe"\]\) \{(.*?)\n\}', source, re.DOTALL),
    }
    return {
        name: dict(re.findall(r"--tavl-([a-z-]+): (#[0-9a-f]{6})", text[1])) for name, text in found.items() if text
    }


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_wcag_defines_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


WRITTEN = (
    ("ink", "frame"),
    ("light-ink", "light"),
    ("dark-ink", "dark"),
    ("cube-ink", "cube"),
    ("accent-ink", "accent"),
    ("text", "panel"),
)
GROUNDS = ("field", "odd", "even", "bar", "tray")


def pale(theme: dict[str, str]) -> Iterator[str]:
    for text, ground in WRITTEN:
        if contrast(theme[text], theme[ground]) < 4.5:
            yield f"{text} on {ground}"
    for side, ground in product(("light", "dark"), GROUNDS):  # the checker itself, or the line around it
        if max(contrast(theme[side], theme[ground]), contrast(theme[f"{side}-edge"], theme[ground])) < 3:
            yield f"{side} checker on {ground}"
    if contrast(theme["light"], theme["dark"]) < 3:
        yield "one side's checkers from the other's"
    if contrast(theme["target"], theme["halo"]) < 3:
        yield "where a checker can go"
    for ground in ("field", "frame", "bar", "tray"):  # the ring of focus has two colours
        if max(contrast(theme["accent"], theme[ground]), contrast(theme["lip"], theme[ground])) < 3:
            yield f"focus on {ground}"


@pytest.mark.parametrize("name", ["wood", "light", "dark", "contrast", "safe"])
def test_checkers_numbers_buttons_marks_and_focus_stand_out(name: str) -> None:
    assert list(pale(themes()[name])) == []


# The page that says so


def test_every_criterion_of_wcag_22_a_and_aa_has_its_row() -> None:
    rows = re.findall(
        r"^\| (\d\.\d\.\d+) [^|]+\| (A|AA) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert [row[0] for row in rows] == CRITERIA
    assert all(how.strip() and shown.strip() for _, _, how, shown in rows)


def test_the_tests_it_names_exist() -> None:
    written = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text("utf-8")))
    assert len(named) > 20
    assert sorted(name for name in named if f"def {name}(" not in written) == []
