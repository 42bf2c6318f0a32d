"""Every page: reachable, readable, in four languages, in light and dark, without a complaint from axe or the policy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES, words
from tavl.rules.clauses import CLAUSES, clause, find, translated
from tests.ensure_node import node_modules
from tests.web.conftest import Somebody
from tests.web.server_and_player import ROOT, Player, Server
from tests.web.two_players import in_turn, sit_two_down

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


def axe() -> str:
    return (node_modules() / "axe-core/axe.min.js").read_text(encoding="utf-8")


# Nothing is wanted of what is right, and no rule of these reads style sheets: both would take as long as the rest.
RUN_AXE = """async () => {
  const found = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
    "best-practice"], resultTypes: ["violations"], preload: false});
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}"""
# What of a page depends on whether it is light or dark; the rest of what axe looks at is the same in both.
RUN_AXE_ON_COLOURS = re.sub(r"runOnly: \[[^]]*\]", 'runOnly: ["color-contrast", "link-in-text-block"]', RUN_AXE)


def violations(player: Player) -> list[str]:
    # The policy lets no script in but ours; the debugger may evaluate one.
    player.settle().page.evaluate(axe())
    found: list[str] = player.page.evaluate(RUN_AXE)
    return found


def violations_light_and_dark(player: Player) -> list[str]:
    """On a page that follows the system: everything in light, and the colours in dark."""
    found = violations(player)
    background = "getComputedStyle(document.body).backgroundColor"
    light = player.page.evaluate(background)
    player.page.emulate_media(color_scheme="dark")
    player.until(f"light => {background} !== light", light)
    player.settle()
    found += [f"dark: {problem}" for problem in player.page.evaluate(RUN_AXE_ON_COLOURS)]
    player.page.emulate_media(color_scheme="light")
    return found


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


def test_a_replay_is_walked_by_keys_and_shared_at_any_move(somebody: Somebody) -> None:
    anna = somebody().home()
    anna.sit_down("A bot", "1", level="Newcomer")
    for _ in range(4):
        anna.play_a_turn()
    anna.go(f"{anna.page.url}/replay").ready()
    start = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
    assert anna.state()["position"] == start
    assert anna.state()["actions"] == []
    keys = anna.page.keyboard
    for _ in range(3):
        keys.press("ArrowRight")
    assert anna.state()["position"] != start
    expect(anna.page).to_have_url(re.compile("#4$"))
    expect(anna.page.locator("#step-number")).to_contain_text("Step 4 of")
    bo = somebody().go(anna.page.url).ready()  # whoever gets the link sees the same moment, from the first seat
    assert bo.state()["position"] == anna.state()["position"]
    keys.press("End")
    keys.press("Home")
    assert anna.state()["position"] == start
    anna.page.locator("#moves button").nth(1).click()
    assert anna.state()["position"] != start


def test_a_position_is_copied_as_xgid_and_gnu_id(somebody: Somebody) -> None:
    anna = somebody(permissions=["clipboard-read", "clipboard-write"]).home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.wait_until_asked()
    anna.page.locator(".about summary").click()
    anna.button("Copy XGID").click()
    expect(anna.page.locator("#toast")).to_contain_text("XGID=")
    anna.button("Copy GNU ID").click()
    expect(anna.page.locator("#toast")).to_have_text(re.compile(r"[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}"))


@pytest.mark.parametrize(
    "id", [pytest.param(clause.id, marks=pytest.mark.rule(clause.id)) for clause in CLAUSES if clause.duty == "shown"]
)
def test_a_clause_that_is_to_be_shown_can_be_read(somebody: Somebody, id: str) -> None:
    visitor = somebody().go("/rules")
    shown = next(each for each in CLAUSES if each.id == id)
    section = visitor.page.locator(f"[id='{id}']")
    expect(section).to_contain_text(shown.rule)
    section.get_by_role("link", name=id, exact=True).click()
    expect(visitor.page.locator(".rule-text")).to_have_text(shown.rule)


def test_the_rulebook_has_every_clause_in_reading_order_and_the_profiles_side_by_side(somebody: Somebody) -> None:
    visitor = somebody().go("/rules")
    assert visitor.page.locator(".clause").evaluate_all("all => all.map((each) => each.id)") == [c.id for c in CLAUSES]
    visitor.go("/rules/g4.6")
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("G4.6")
    visitor.page.locator("a[rel=next]").click()
    expect(visitor.page).to_have_url(re.compile("/rules/G5.1$"))
    visitor.go("/rules/profiles")
    row = visitor.page.get_by_role("row", name="Crawford rule")
    assert row.get_by_role("cell").all_inner_texts() == ["yes", "yes", "yes, unless agreed otherwise", "no"]


@pytest.mark.parametrize("language", ["da", "sv", "nb"])
def test_the_rulebook_is_read_in_the_readers_language(somebody: Somebody, language: str) -> None:
    visitor = somebody(locale=language).go("/rules")
    late = translated(clause("T2.2.iv"), language)
    section = visitor.page.locator("[id='T2.2.iv']")
    expect(section.get_by_role("heading")).to_have_text(f"T2.2.iv {late.title}")
    expect(section).to_contain_text(late.example)
    visitor.go("/rules/T2.2.iv")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(f"T2.2.iv {late.title}")
    expect(visitor.page.locator(".rule-text")).to_have_text(late.rule)
    expect(visitor.page.locator("a[rel=prev]")).to_contain_text(translated(clause("T2.2.iii"), language).title)
    assert visitor.page.locator("main [lang]").count() == 0
    told = visitor.page.evaluate("fetch('/rules.json').then((response) => response.json())")
    assert late.rule in [each["rule"] for each in told if each["id"] == "T2.2.iv"]


def found(visitor: Player) -> list[str]:
    return visitor.page.locator(".clause:visible").evaluate_all("all => all.map((each) => each.id)")


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "t4.3"), ("en", "Dead cube"), ("da", "braettet OBS"), ("sv", "horlurar")],
)
def test_a_search_of_the_rulebook_finds_the_same_with_and_without_scripts(
    somebody: Somebody, script: bool, language: str, text: str
) -> None:
    wanted = [each.id for each in find(text, language)]
    visitor = somebody(locale=language, java_script_enabled=script).go("/rules")
    if script:
        visitor.ready()
    field = visitor.page.get_by_role("searchbox")
    field.fill(text)
    if not script:
        field.press("Enter")
    expect(visitor.page.locator("#found")).to_contain_text(str(len(wanted)))
    assert found(visitor) == wanted
    expect(visitor.page).to_have_url(re.compile(r"/rules\?q="))
    expect(visitor.page.locator(".contents")).to_be_hidden()


def test_a_search_that_came_with_the_address_can_be_widened_again(somebody: Somebody) -> None:
    visitor = somebody().go("/rules?q=crawford").ready()
    assert 0 < len(found(visitor)) < len(CLAUSES)
    visitor.page.get_by_role("searchbox").fill("")
    expect(visitor.page.locator(".contents")).to_be_visible()
    assert len(found(visitor)) == len(CLAUSES)


def test_a_search_is_words_and_never_markup(somebody: Somebody) -> None:
    visitor = somebody().go("/rules?q=%22%3E%3Cb%20id%3Dinjected%3E")
    expect(visitor.page.get_by_role("searchbox")).to_have_value('"><b id=injected>')
    assert visitor.page.locator("#injected").count() == 0


def test_the_browser_repeats_the_dice_as_the_documentation_has_them(somebody: Somebody) -> None:
    vectors: dict[str, Any] = json.loads(_block(ROOT / "docs/dice.md"))
    visitor = somebody().home()
    told = visitor.page.evaluate(REPEAT, vectors)
    assert told["promises"] == list(vectors["promises"].values())
    assert told["rolls"] == [each["dice"] for each in vectors["rolls"]]


REPEAT = """async ({promises, rolls}) => {
  const scripts = document.querySelector("script[src*='home/new-table.js']").src;
  const dice = await import(new URL("../dice/fair-dice.js", scripts).href);
  return {
    promises: await Promise.all(Object.keys(promises).map((text) => dice.promiseOf(text))),
    rolls: await Promise.all(rolls.map(({secret, words, game, roll}) => dice.roll(secret, words, game, roll))),
  };
}"""


def _block(path: Path) -> str:
    found = re.search(r"```json\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_a_match_is_downloaded_and_dice_that_are_not_as_promised_are_found_out(somebody: Somebody) -> None:
    anna, bo = sit_two_down(somebody, {"length": 1, "profile": "dbf-basic"})
    for _ in range(6):
        in_turn(anna, bo).play_a_turn()
    anna.board.get_by_role("button", name="Resign").click()
    anna.act("Single game")
    bo.act("Accept")
    table = anna.page.url.rpartition("/")[2]
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download the match (.mat)").click()
    written = download.value.path().read_text(encoding="utf-8")
    assert " 1 point match" in written
    assert "Wins 1 point" in written
    anna.go(f"/t/{table}/dice").ready()
    expect(anna.page.locator("#verdict-text")).to_contain_text("as promised.")
    assert anna.page.locator("#rolls tbody tr.right").count() == anna.page.locator("#rolls tbody tr").count() >= 3

    def cheat(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        rolled = next(out["event"] for out in body["events"] if out["event"]["type"] == "rolled")
        rolled["dice"] = [6, 6] if rolled["dice"] != [6, 6] else [5, 5]
        route.fulfill(response=answer, json=body)

    anna.page.route("**/events?after=0", cheat)
    anna.page.reload()
    anna.ready()
    expect(anna.page.locator("#verdict-text")).to_have_text("These dice are not as promised!")
    expect(anna.page.locator("#verdict li").last).to_have_text(
        "The dice rolled are not those that the three texts give."
    )
    assert anna.page.locator("#rolls tbody tr.wrong").count() == 1
    anna.go("/dice").ready()
    expect(anna.page.locator(".faces")).to_be_visible()


def test_a_guest_takes_a_name_makes_an_account_and_keeps_the_games(somebody: Somebody) -> None:
    anna = somebody(expects=("401",)).home()
    anna.sit_down("A bot", "3", level="Newcomer")
    anna.go("/settings").ready()
    anna.page.get_by_label("Your name").fill("Anna Ås")
    anna.button("Save").click()
    expect(anna.page.get_by_text("Saved.")).to_be_visible()
    anna.page.get_by_label("Choose a login name").fill("anna.aas")
    anna.page.get_by_label("Choose a password").fill("eight letters at least")
    anna.button("Make an account").click()
    expect(anna.page.locator("#made-login")).to_have_text("anna.aas")
    login = anna.page.locator("#made-login").inner_text()
    code = anna.page.locator("#made-code").inner_text()
    anna.page.get_by_role("link", name="I have written them down").click()
    anna.ready()
    anna.button("Log out").click()
    expect(anna.page.get_by_text("You are not known here yet.")).to_be_visible()

    elsewhere = somebody(expects=("401",)).go("/settings").ready()
    elsewhere.page.get_by_text("I have one already").click()
    elsewhere.page.locator("#login").fill(login)
    elsewhere.page.get_by_label("Password", exact=True).fill("not this one")
    elsewhere.button("Log in").click()
    expect(elsewhere.page.get_by_role("alert").filter(has_text="do not belong together")).to_be_visible()
    elsewhere.page.get_by_label("Password", exact=True).fill("eight letters at least")
    elsewhere.button("Log in").click()
    expect(elsewhere.page.get_by_text(login)).to_be_visible()
    elsewhere.page.get_by_role("link", name="Your games and results").click()
    expect(elsewhere.page.get_by_text("tavl newcomer")).to_be_visible()
    anna.go("/settings").ready()
    anna.page.get_by_text("I have lost my password").click()
    anna.page.get_by_label("Recovery code").fill(code)
    anna.page.get_by_label("New password").fill("another password")
    anna.button("Set the password").click()
    expect(anna.page.locator("#made-login")).to_have_text(login)


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
