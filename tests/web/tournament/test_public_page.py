"""The public page: found without an account, by eye, ear and keys; it changes while people look, and nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES, words
from tests.web.axe import violations, violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import cut_off_when_spaced, sideways, small_targets
from tests.web.server_and_player import Server

PARTS = (
    "open",
    "open#open",
    "open#open-places",
    "open#open-draw",
    "open#schedule",
    "swiss#swiss",
    "groups#groups",
    "club",
)


def test_axe_finds_nothing_on_the_board_light_or_dark(somebody: Somebody) -> None:
    visitor = somebody(color_scheme="light")
    found = {}
    for part in (
        "open",
        "open#open",
        "open#open-draw",
        "groups#groups",
        "live/embed",
        "live/commentary",
        "drawn-8/paper",
    ):
        visitor.go(f"/tournaments/{part}").ready()
        paper = part.endswith("paper")  # is white whatever the system says
        found[part] = violations(visitor) if paper else violations_light_and_dark(visitor)
    visitor.go("/tournaments")
    found["list"] = violations_light_and_dark(visitor)
    assert {part: problems for part, problems in found.items() if problems} == {}


def test_the_board_fits_320_pixels_and_fingers_in_danish(somebody: Somebody) -> None:
    phone = somebody(width=320, height=640, locale="da-DK", has_touch=True, is_mobile=True)
    found = {}
    for part in PARTS:
        phone.go(f"/tournaments/{part}").ready()
        found[part] = sideways(phone) + small_targets(phone, 24) + cut_off_when_spaced(phone)
    assert {part: problems for part, problems in found.items() if problems} == {}


def test_somebody_finds_themselves_by_three_letters(somebody: Somebody) -> None:
    phone = somebody(width=390, height=844).go("/tournaments/open#open").ready()
    phone.page.locator("#find-name").fill("fre")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#way-title")).to_have_text("Freja Holm")
    way = phone.page.locator("#way-list li")
    expect(way).to_have_count(2)
    expect(way.last).to_contain_text("Table 9")
    line = phone.page.locator("#open-main .bracket .called .line.found")
    expect(line).to_have_count(1)
    expect(line).to_be_in_viewport()
    expect(phone.page.locator("#open-main .way.found")).to_have_count(1)
    phone.page.reload()  # and is still found
    expect(phone.page.locator("#way-title")).to_have_text("Freja Holm")
    phone.page.locator("#way-close").click()
    expect(phone.page.locator(".found")).to_have_count(0)


def test_a_result_comes_in_and_nothing_jumps(somebody: Somebody, server: Server) -> None:
    """Whoever reads further down, with the focus on a link, stays there."""
    laptop = somebody(width=700, height=560).go("/tournaments/live#open").ready()
    page = laptop.page
    area = page.locator("#open-main .bracket-scroll")
    page.evaluate("scrollTo(0, 60)")
    area.evaluate("each => each.scrollTo(90, 40)")
    page.get_by_role("link", name="Places").focus()
    before = page.locator("[data-match='open/main.1.2'] .box").first.bounding_box()
    director = somebody().go("/dice").ready()
    director.page.evaluate("fetch('/made/live/end?match=open/main.1.1').then(() => {})")
    match = page.locator("#page-m-open-main-1-1")
    expect(match.locator(".won .score")).to_have_text("7")
    expect(page.locator("#page-m-open-main-2-1 .name").first).not_to_contain_text("Winner")
    assert page.locator("[data-match='open/main.1.2'] .box").first.bounding_box() == before
    assert area.evaluate("each => [each.scrollLeft, each.scrollTop]") == [90, 40]
    assert page.evaluate("document.activeElement.textContent") == "Places"


def test_a_bracket_can_be_heard_and_is_found_by_headings(somebody: Somebody) -> None:
    listener = somebody().go("/tournaments/open#open").ready()
    part = listener.page.locator("#open-main")
    headings = part.get_by_role("heading").all_inner_texts()
    assert headings == ["Main", "Round 1", "Last 32", "Last 16", "Quarter-finals", "Semi-finals", "Final"]
    items = part.get_by_role("listitem").all_inner_texts()
    assert len(items) == 39
    assert "Freja Holm against Ylva Iversen" in " ".join(items)


def test_a_commentator_reads_how_both_players_came_there(somebody: Somebody) -> None:
    reader = somebody().go("/tournaments/open/commentary").ready()
    section = reader.page.locator("section").filter(has_text="Freja Holm – Ylva Iversen")
    expect(section.get_by_text("Freja Holm beat Carl Poulsen 7–3")).to_be_visible()
    expect(section.get_by_text("Ylva Iversen beat Rikke Nygård 7–5")).to_be_visible()


def test_my_next_match_comes_first(somebody: Somebody) -> None:
    phone = somebody(width=390, height=844).go("/tournaments/open?as=p5").ready()
    expect(phone.page.get_by_role("heading", level=2).first).to_contain_text("Not before")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_speaks_the_readers_language(somebody: Somebody, language: str) -> None:
    visitor = somebody(locale={"nb": "nb-NO"}.get(language, language)).go("/tournaments/open#open").ready()
    w = words(language)
    assert visitor.page.locator("html").get_attribute("lang") == language
    expect(visitor.page.get_by_role("link", name=w("Consolation"), exact=True)).to_be_visible()
    expect(visitor.page.locator("#find-name")).to_have_attribute("placeholder", w("Find yourself"))


def test_only_the_page_for_others_may_stand_in_a_frame(somebody: Somebody, server: Server) -> None:
    visitor = somebody(expects=("404",)).go("/dice").ready()
    ask = """path => fetch(path).then(({headers}) =>
      [headers.get("content-security-policy"), headers.get("x-frame-options")])"""
    framed, free = visitor.page.evaluate(ask, "/tournaments/open/embed")
    assert "frame-ancestors *" in framed
    assert free is None
    for path in ("/tournaments/open", "/tournaments/open/screen"):
        policy, denied = visitor.page.evaluate(ask, path)
        assert "frame-ancestors 'none'" in policy
        assert denied == "DENY"
