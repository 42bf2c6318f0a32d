"""Every page: reachable, readable, in four languages, in light and dark, without a complaint from axe or the policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES, words
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.server_and_player import Server

PAGES = (
    "/",
    "/learn",
    "/analysis",
    "/analysis/position",
    "/rules",
    "/rules/T4.2",
    "/rules/G10.2",
    "/rules/profiles",
    "/dice",
    "/settings",
    "/nothing-here",
)


def test_axe_finds_nothing_on_any_page_light_or_dark(somebody: Somebody) -> None:
    visitor = somebody(color_scheme="light", expects=("404",))
    found = {}
    for path in PAGES:
        visitor.go(path)
        if path in ("/", "/learn", "/dice", "/settings"):  # the others are as they come
            visitor.ready()
        if path == "/":
            visitor.page.locator(".more summary").click()
        found[path] = violations_light_and_dark(visitor)
    assert {path: problems for path, problems in found.items() if problems} == {}


def test_axe_finds_nothing_at_a_table_its_replay_and_its_dice_light_or_dark(somebody: Somebody) -> None:
    anna = somebody(color_scheme="light").home()
    anna.sit_down("A bot", "3", level="Newcomer")
    for _ in range(3):
        anna.play_a_turn()
    table = anna.page.url
    found = {"table": violations_light_and_dark(anna)}
    anna.page.locator(".about summary").click()
    anna.page.get_by_role("button", name="Settings").click()
    expect(anna.page.locator("#close-settings")).to_be_visible()
    found["table settings"] = violations_light_and_dark(anna)
    for name in ("replay", "dice"):
        anna.go(f"{table}/{name}").ready()
        found[name] = violations_light_and_dark(anna)
    anna.go("/settings").ready()
    found["settings"] = violations_light_and_dark(anna)
    anna.page.get_by_role("link", name="Your games and results").click()
    anna.page.wait_for_url(re.compile("/p/"))
    found["player"] = violations_light_and_dark(anna)
    anna.home()
    found["home with games"] = violations_light_and_dark(anna)
    friend = anna.sit_down("A friend", "3")
    found["waiting"] = violations_light_and_dark(anna)
    found["invited"] = violations_light_and_dark(somebody(color_scheme="light").go(friend).ready())
    assert {place: problems for place, problems in found.items() if problems} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_browsers_language(somebody: Somebody, language: str) -> None:
    visitor = somebody(locale={"nb": "nb-NO"}.get(language, language), expects=("404",))
    w = words(language)
    for path, text in (
        ("/", w("Play now")),
        ("/rules", w("The rulebook")),
        ("/dice", w("Dice that you can check")),
        ("/settings", w("Settings")),
        ("/nothing-here", w("There is nothing here.")),
    ):
        visitor.go(path)
        assert visitor.page.locator("html").get_attribute("lang") == language
        expect(visitor.page.get_by_text(text, exact=True).first).to_be_visible()
    visitor.home()
    visitor.page.locator("button[type=submit].big").click()
    visitor.page.wait_for_url(re.compile("/t/"))
    visitor.ready().wait_until_asked()
    if "roll" not in visitor.state()["actions"]:
        visitor.page.locator("#ask-text").fill("score")
        visitor.page.keyboard.press("Enter")
    else:
        expect(visitor.board.get_by_role("button", name=w.sense("button", "Roll"), exact=True)).to_be_visible()
    visitor.page.locator("#ask-text").fill("13/1")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("#ask-text").fill("score")
    visitor.page.keyboard.press("Enter")
    length = w.plural("Match to {n} point.", "Match to {n} points.", 3)
    expect(visitor.page.locator("#answer")).to_contain_text(length)


def test_a_language_chosen_by_hand_stays(somebody: Somebody) -> None:
    visitor = somebody(locale="en").go("/rules")
    visitor.button("Svenska").click()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "sv")
    assert visitor.page.url.endswith("/rules")
    visitor.home()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "sv")


def test_the_colours_of_the_pages_are_chosen_by_hand(somebody: Somebody) -> None:
    visitor = somebody(color_scheme="light").go("/settings").ready()
    bright = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    visitor.page.locator("#page-theme").get_by_label("Dark").check(force=True)
    dark = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert bright != dark
    visitor.home()
    assert visitor.page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_an_error_is_a_page_for_people_and_json_for_programs(server: Server, somebody: Somebody) -> None:
    visitor = somebody(expects=("404",)).go("/t/nothing")
    expect(visitor.page.get_by_role("heading", name="A die fell off the board")).to_be_visible()
    for path, headers in (("/api/v1/nothing", {"Accept": "text/html"}), ("/nothing", {"Accept": "application/json"})):
        answer = visitor.page.request.get(server.url + path, headers=headers)
        assert answer.status == 404
        assert answer.json()["error"]["code"] == "not_found"


def test_what_a_program_is_told_stays_as_it_is(server: Server, somebody: Somebody) -> None:
    visitor = somebody().go("/dice")
    for path in ("/readyz", "/healthz"):
        assert visitor.page.request.get(server.url + path, headers={"Accept": "text/html"}).status == 200


def test_the_language_form_leads_to_no_other_site(server: Server, somebody: Somebody) -> None:
    visitor = somebody().home()
    for back in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"):
        answer = visitor.page.request.post(
            server.url + "/language",
            form={"language": "da", "back": back},
            headers={"Origin": server.url},
            max_redirects=0,
        )
        assert answer.status == 303
        assert answer.headers["location"] == "/"


def test_pages_can_be_installed_and_their_files_are_kept(server: Server, somebody: Somebody) -> None:
    visitor = somebody().home()
    manifest = visitor.page.request.get(server.url + "/manifest.webmanifest").json()
    assert manifest["start_url"] == "/"
    icon = visitor.page.request.get(server.url + manifest["icons"][0]["src"])
    assert icon.headers["content-type"] == "image/svg+xml"
    assert "immutable" in icon.headers["cache-control"]
    assert visitor.page.request.get(server.url + "/static/board/tavl-board.js").headers["cache-control"] == "no-cache"
    page = visitor.page.request.get(server.url + "/")
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


def test_nothing_on_a_page_comes_from_another_host(server: Server, somebody: Somebody) -> None:
    visitor = somebody()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.home()
    visitor.sit_down("A bot", "1", level="Newcomer")
    visitor.wait_until_asked()
    assert [url for url in asked if not url.startswith(server.url)] == []
