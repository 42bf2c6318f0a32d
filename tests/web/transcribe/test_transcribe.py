"""A match written down from video, in the browser: by keys, by hand, kept over a reload, saved and analysed."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways


def test_a_match_is_written_down_by_keys_and_goes_to_analysis(somebody: Somebody) -> None:
    anna = somebody(width=1366, height=768).go("/transcribe").ready()
    page = anna.page
    page.get_by_label("White", exact=True).fill("Freja")
    page.get_by_label("Black", exact=True).fill("Nils")
    page.get_by_label("Match to").fill("3")
    page.locator("#now").click()
    notes = page.locator("#notes li:not(.game)")
    # The opening: 3 of Freja against 1 of Nils; the engine's first is taken.
    page.keyboard.press("3")
    expect(page.locator("#now")).to_have_text("The die of Nils")
    page.keyboard.press("1")
    expect(page.locator("#plays li").first).to_have_text("8/5 6/5")
    expect(page.locator("tavl-board .arrow")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(notes).to_have_text(["Freja31: 8/5 6/5"])
    # Another than the first, by the arrows; and back again.
    for key in ("6", "4"):
        page.keyboard.press(key)
    expect(page.locator("#now")).to_have_text("Nils plays 64")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#play-1")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(notes).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(notes).to_have_count(1)
    # By hand, and wrong: it is kept and marked.
    for key in ("6", "4", "h"):
        page.keyboard.press(key)
    expect(page.locator("#by-hand")).to_have_attribute("aria-pressed", "true")
    page.evaluate("() => document.querySelector('#board').attempt([[24, 13]])")
    page.evaluate("() => document.querySelector('#board').done()")
    expect(page.locator("#notes .illegal")).to_have_count(1)
    # A double and a take, and nothing is lost on reload.
    page.keyboard.press("d")
    expect(page.locator("#now")).to_have_text("Nils is doubled: take or drop?")
    page.reload()
    anna.ready()
    expect(page.locator("#now")).to_have_text("Nils is doubled: take or drop?")
    assert violations_light_and_dark(anna) == []
    page.keyboard.press("t")
    expect(page.locator("#now")).to_have_text("Freja rolls")
    page.keyboard.press("2")
    page.keyboard.press("1")
    expect(page.locator("#plays li")).not_to_have_count(0)
    if os.environ.get("TAVL_PICTURES"):
        page.screenshot(path=f"{os.environ['TAVL_PICTURES']}/transcribe.png")
    page.set_viewport_size({"width": 390, "height": 844})
    assert sideways(anna) == []
    if os.environ.get("TAVL_PICTURES"):
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=f"{os.environ['TAVL_PICTURES']}/transcribe-phone.png", full_page=True)
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.keyboard.press("2")  # Nils gives up a gammon: four points
    expect(page.locator("#now")).to_have_text("The match is over.")
    with page.expect_download() as saved:
        anna.button(".sgf").click()
    assert "PW[Freja]" in saved.value.path().read_text()
    anna.button("Analyse").click()
    page.wait_for_url("**/analysis/*")
    expect(page.locator("#analysed")).to_be_visible()
