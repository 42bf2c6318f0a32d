"""Practice in the browser: from a dropped match to cards, answers, a deck, progress, and the position of the day."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tavl.practice.progress import MatchNumbers, Part, progress_of
from tavl.web.practice.progress_plots import luck_plot, rate_plot
from tests.analysis.matches import PLAYED
from tests.web.analysis.test_analysis import drop
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways
from tests.web.server_and_player import Player

BEST = "fetch(`/api/v1/practice/cards/next`).then((answer) => answer.json()).then((state) => state.decision)"


def test_a_plot_has_a_dot_for_each_match_and_lines_around_all_of_them() -> None:
    matches = [
        MatchNumbers(at=n, opponent="", length=7, won=None, all=Part(100, 1.0 + n), luck=1.5 - n) for n in range(4)
    ]
    rates, luck = rate_plot(progress_of(matches)), luck_plot(progress_of(matches))
    assert rates is not None
    assert luck is not None
    assert ([mark.value for mark in rates.marks][::4], len(rates.dots)) == ([0.0, 20.0], 4)
    assert luck.zero is not None
    assert all(0 < dot.y < 220 for dot in (*rates.dots, *luck.dots))
    assert rate_plot(progress_of([])) is None


def play(player: Player, moves: list[list[int]]) -> None:
    """On the board, as by hand."""
    board = player.page.locator("tavl-board")
    assert board.evaluate("(board, moves) => board.attempt(moves)", moves)
    board.evaluate("(board) => board.done()")


def answer(player: Player, best: bool) -> None:
    decision = player.page.evaluate(BEST)
    if decision["kind"] == "play":
        play(player, decision["plays"][0 if best else -1]["moves"])
    else:
        player.page.keyboard.press("1")
    expect(player.page.locator("#answered")).to_be_visible()


def test_mistakes_are_practised_searched_and_followed_over_time(somebody: Somebody) -> None:
    anna = drop(somebody(width=1366, height=768), PLAYED.read_text())
    page = anna.page
    # Whose side it was is asked once, and its mistakes are cards.
    page.locator("#practise button").first.click()
    expect(page.locator("#practise")).to_contain_text("cards to practise")
    page.get_by_role("link", name="Practise now").click()
    anna.ready()
    expect(page.locator("#numbers")).to_contain_text("0 answered today")
    asked = page.locator("#say").inner_text()
    answer(anna, best=False)
    expect(page.locator("#own .grade")).to_have_text("Blunder")
    expect(page.locator("#own")).to_contain_text("You will see it again in 10 minutes.")
    expect(page.locator("#verdict .tag.answered")).to_have_count(1)
    expect(page.locator("tavl-board .arrow.best")).not_to_have_count(0)
    # It was a slip; then the best play, which was guessed.
    page.keyboard.press("u")
    expect(page.locator("#say")).to_have_text(asked)
    expect(page.locator("#numbers")).to_contain_text("0 answered today")
    answer(anna, best=True)
    expect(page.locator("#own .grade")).to_have_text("Right!")
    expect(page.locator("#decision-title")).to_contain_text("In your match against Bo")
    once = page.locator("#again").inner_text()
    page.keyboard.press("s")
    expect(page.locator("#again")).not_to_have_text(once)
    assert violations_light_and_dark(anna) == []
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#numbers")).to_contain_text("1 answered today · 1 day in a row")

    # A search becomes a deck, which is shared by its link.
    anna.go("/practice/positions").ready()
    everything = page.locator(".position-list li").count()
    page.get_by_label("Error").select_option(label="only blunders")
    anna.button("Search").click()
    page.wait_for_url("**/practice/positions?least_error=0.08")
    anna.ready()
    assert 0 < page.locator(".position-list li").count() < everything
    page.get_by_label("Name of the deck").fill("My blunders")
    assert violations_light_and_dark(anna) == []
    anna.button("Save as a deck").click()
    page.wait_for_url("**/practice")
    expect(page.locator("#due")).to_contain_text(re.compile(r"day in a row\s*1"))
    deck = page.locator(".decks li").first
    expect(deck).to_contain_text("My blunders")
    assert violations_light_and_dark(anna) == []
    deck.locator("summary").click()
    deck.locator(".share").click()
    expect(page.locator("#toast")).to_be_visible()
    link = f"/practice/decks/{deck.get_attribute('data-deck')}"
    with page.expect_download() as download:
        deck.get_by_text("For Anki").click()
    assert download.value.suggested_filename == "tavl.apkg"
    anna.go("/practice/progress")
    expect(page.locator(".plot")).to_have_count(2)
    expect(page.locator(".matches tbody tr")).to_have_count(1)
    assert violations_light_and_dark(anna) == []

    # Somebody else takes the deck over, by phone and in another language; the position of the day is everybody's.
    bo = somebody(width=390, height=844, has_touch=True, is_mobile=True, locale="da-DK")
    bo.go(link).ready()
    bo.page.locator("#take").tap()
    bo.page.wait_for_url("**/practice")
    expect(bo.ready().page.locator(".decks li").first).to_contain_text("My blunders")
    assert sideways(bo) == []
    bo.go("/practice/quiz").ready()
    assert sideways(bo) == []
    answer(bo, best=True)
    expect(bo.page.locator("#own .grade")).to_have_text("Rigtigt!")
    expect(bo.page.locator("#decision-title")).to_have_text("Analysen")  # not how Anna played it
    bo.go("/practice/day").ready()
    expect(bo.page.locator("#question")).to_be_visible()
    assert sideways(bo) == []
