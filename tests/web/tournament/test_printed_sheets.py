"""Paper, as the browser prints it: the number of sheets, their format, and letters that can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES, words
from tests.web.conftest import Somebody
from tests.web.tournament.pdf import pages_of

MM = 96 / 25.4  # pixels


def test_print_all_of_a_draw_of_64_is_one_and_four_and_eight_sheets(somebody: Somebody) -> None:
    desk = somebody().go("/tournaments/drawn-64/paper").ready()
    for kind in ("places", "schedule"):
        desk.page.locator(f".tools input[name={kind}]").uncheck()
    pages = pages_of(desk.page.pdf(prefer_css_page_size=True))
    landscape = [page for page in pages if page.width > page.height]
    assert (len(landscape), len(pages)) == (1, 1 + 4 + 8)
    assert {(round(p.width), round(p.height)) for p in pages} == {(842, 595), (595, 842)}
    assert min(size for page in pages for size in page.sizes) >= 7
    codes = desk.page.locator(".table-card .code").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().width)"
    )
    assert len(codes) == 16
    assert all(abs(width - 40 * MM) < 1 for width in codes)


@pytest.mark.parametrize("tournament", ["open", "groups"])
def test_every_sheet_is_one_page_with_time_and_version_at_its_foot(somebody: Somebody, tournament: str) -> None:
    desk = somebody().go(f"/tournaments/{tournament}/paper?as=ida").ready()
    sheets = desk.page.locator(".a4")
    pages = pages_of(desk.page.pdf(prefer_css_page_size=True))
    assert len(pages) == sheets.count() > 6
    assert min(size for page in pages for size in page.sizes) >= 7
    feet = desk.page.locator(".a4 footer").all_inner_texts()
    assert all(re.search(r"Printed .+ · version \d+", foot) for foot in feet)
    too_tall = desk.page.locator(".a4").evaluate_all(
        "all => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className)"
    )
    assert too_tall == []


def test_paper_is_in_the_language_that_is_asked_for(somebody: Somebody) -> None:
    desk = somebody()
    for language in LANGUAGES:
        desk.go(f"/tournaments/drawn-8/paper?language={language}").ready()
        assert desk.page.locator("html").get_attribute("lang") == language
        expect(desk.page.locator("#print")).to_have_text(words(language)("Print all"))
        expect(desk.page.locator(".score-card th").first).to_have_text(words(language)("Game"))
