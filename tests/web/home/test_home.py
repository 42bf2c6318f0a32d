"""The home page: what is in sight, what can be chosen, and what a link to it or to a table shows elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.server_and_player import Player
from tests.web.two_players import OPEN_TABLE


def terms_of(player: Player) -> dict[str, Any]:
    """What the table at which somebody sits was opened with."""
    table = player.page.url.rsplit("/", 1)[1]
    events = player.page.evaluate("async (id) => (await fetch(`/api/v1/tables/${id}/events?after=0`)).json()", table)
    terms: dict[str, Any] = events["events"][0]["event"]["terms"]
    return terms


@pytest.mark.parametrize("language", ["en", "da", "sv", "nb"])
def test_a_phone_shows_the_button_that_begins_a_game(somebody: Somebody, language: str) -> None:
    anna = somebody(width=390, height=844, locale=language).home()
    box = anna.page.locator("#play button[type=submit]").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844


def test_running_games_come_first(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.home()
    mine = anna.page.locator("#mine").bounding_box()
    form = anna.page.locator("#play").bounding_box()
    assert mine
    assert form
    assert mine["y"] + mine["height"] <= form["y"]


def test_whoever_plays_just_anyone_has_a_clock_unless_they_choose_otherwise(somebody: Somebody) -> None:
    anna = somebody().home()
    clock = anna.page.locator("select[name=clock]")
    expect(clock).to_have_value("none")
    anna.choose("Anyone")
    expect(clock).to_have_value("normal")
    anna.choose("A friend")
    expect(clock).to_have_value("none")
    anna.choose("Anyone")
    anna.page.locator("details.more summary").click()
    clock.select_option("fast")
    anna.choose("A bot")
    expect(clock).to_have_value("fast")


def test_a_match_of_any_length_with_a_clock_of_ones_own(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.choose("Other")
    anna.page.get_by_label("Points to win the match").fill("17")
    anna.page.locator("details.more summary").click()
    anna.page.locator("select[name=clock]").select_option("own")
    anna.page.get_by_role("spinbutton", name="Minutes a point").fill("1.25")
    anna.page.get_by_role("spinbutton", name="Seconds a turn").fill("9")
    anna.button("Play now").click()
    anna.page.wait_for_url(re.compile(r"/t/[0-9a-f]{20}$"))
    terms = terms_of(anna.ready())
    assert terms["match"]["length"] == 17
    assert terms["clock"] == {"minutes_per_point": 1.25, "delay_seconds": 9}


def test_the_picture_is_in_the_pages_language(somebody: Somebody) -> None:
    anna = somebody(locale="da").home()
    expect(anna.page.locator("#picture .score").first).to_have_text(re.compile("^2 af 7$"))


def test_a_link_shows_what_it_leads_to(somebody: Somebody) -> None:
    anna = somebody().go("/dice").ready()
    link = anna.page.evaluate(OPEN_TABLE, {"opponent": "friend", "length": 5})
    rename = """name => fetch("/api/v1/me", {method: "PATCH", body: JSON.stringify({name}),
      headers: {"X-Tavl": "1", "Content-Type": "application/json"}}).then(() => {})"""
    anna.page.evaluate(rename, 'Anna "A" <b>')
    bo = somebody().go(link)
    tags = bo.page.locator("meta[property^='og:']")
    shown = {tag.get_attribute("property"): tag.get_attribute("content") for tag in tags.all()}
    assert 'Anna "A" <b>' in (shown["og:title"] or "")
    assert shown["og:description"] == 'Anna "A" <b> invites you: Match to 5 points'
    assert shown["og:url"] == bo.url + link
    image = bo.context.request.get(shown["og:image"] or "")
    assert image.headers["content-type"] == "image/png"


def test_log_in_is_in_the_header_until_somebody_has(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.page.get_by_role("banner").get_by_role("link", name="Log in").click()
    expect(anna.page.locator("#login")).to_be_focused()
    anna.page.get_by_label("Choose a login name").fill("Anna.K")
    anna.page.get_by_label("Choose a password").fill("correct horse battery")
    anna.button("Make an account").click()
    expect(anna.page.locator("#made-login")).to_have_text("anna.k")
    anna.go("/settings").ready()
    expect(anna.page.get_by_role("banner").get_by_role("link", name="Log in")).to_have_count(0)
    anna.page.locator("#name").fill("Anna Kern")
    anna.page.locator("#name-form button").click()
    expect(anna.page.locator("header .who")).to_have_text("Anna Kern")
    bo = somebody(expects=("409",)).go("/settings#log-in").ready()
    bo.page.locator("#login").fill("anna kern")
    bo.page.locator("#password").fill("correct horse battery")
    bo.button("Log in").click()
    expect(bo.page.locator("header .who")).to_have_text("Anna Kern")
