"""The page for a physical board: on a phone, by finger and by key, with the line cut, off and on again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.requests import Request

from tavl.i18n import LANGUAGES, words
from tavl.rules.clauses import clause, translated
from tavl.server.http.security_headers import CONTENT_SECURITY_POLICY
from tavl.web.companion import offline, page
from tavl.web.shared.rendering import Pages
from tavl.web.shared.static_files import FOLDER, StaticFolder
from tests.web.axe import RUN_AXE, axe
from tests.web.companion.companion_table import CUT, PATIENT, PHONE, Phone
from tests.web.conftest import Somebody
from tests.web.server_and_player import poll_page

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
FINGER = 44
CHECKS = RUN_AXE[RUN_AXE.index("[") : RUN_AXE.index("]") + 1]


@pytest.fixture
def phone(somebody: Somebody) -> Callable[..., Phone]:
    # Watched by an inspector, a page does not learn that it is offline.
    return lambda **more: Phone(somebody(**{**PHONE, "expects": CUT, "quickly": False, **more}))


def still(page: Page) -> None:
    """The page's clocks stand until the test moves them."""
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + timedelta(hours=1))  # while it is being installed it runs


def test_a_match_to_three_with_cube_crawford_and_clock_without_a_line(phone: Callable[..., Phone]) -> None:
    table = phone().open().stored()
    table.context.set_offline(True)
    table.reload().start("3")
    table.tap(0)  # Anna won the opening roll
    table.runs(0)
    table.tap(1)  # not his to press
    table.runs(0)
    table.tap(0)
    table.runs(1)
    table.doubles("Bo")
    table.runs(0)
    expect(table.half(0).locator(".offer")).to_have_text("Bo doubles to 2")
    table.answers(0, "take")
    table.runs(1)
    expect(table.half(0).locator(".owned")).to_have_text("2")
    table.won(0, 1)
    expect(table.dialog("between")).to_contain_text("Anna wins 2 points: single game")
    expect(table.dialog("between")).to_contain_text("The next game is the Crawford game")

    table.reload()
    table.next_game()
    table.score(2, 0)
    expect(table.half(1)).to_contain_text("Crawford game: no cube")
    expect(table.page.locator("#double")).to_have_attribute("aria-disabled", "true")
    table.tap(1)
    table.won(1, 1)
    expect(table.dialog("between")).to_contain_text("there is a cube again")
    table.next_game()
    table.tap(0)
    table.doubles("Bo")
    table.answers(0, "take")
    table.won(1, 2)  # four points, of which the match needs two
    final = table.dialog("final")
    expect(final.locator("h2")).to_have_text("Bo wins the match 3–2.")
    expect(final.locator("li")).to_have_text(
        [
            "1. Anna +2, single game (2–0)",
            "2. Bo +1, single game · Crawford game (2–1)",
            "3. Bo +4, gammon (2–3)",
        ]
    )

    final.locator("[data-undo]").tap()
    expect(table.page.locator("#final-dialog")).to_be_hidden()
    table.score(2, 1)
    table.won(1, 1)
    expect(table.dialog("final").locator("h2")).to_have_text("Bo wins the match 3–2.")
    table.reload()
    final = table.dialog("final")
    final.locator("#hand-in").tap()
    expect(final.locator("#hand-in-words")).to_contain_text("Nothing is lost")

    table.context.set_offline(False)
    final.locator("#hand-in").tap()
    link = final.locator("#handed-in")
    expect(link).to_be_visible(timeout=PATIENT)
    handed = table.page.request.get(f"{table.player.url}/api/v1/tables/{(link.get_attribute('href') or '')[3:]}").json()
    view = handed["view"]
    assert (view["score"], view["length"], view["sitting"]) == ([2, 3], 3, "recorded")
    expect(final.locator("[data-undo]")).to_be_hidden()
    final.locator("#rematch").tap()
    table.score(0, 0)
    expect(table.half(0).locator(".name")).to_have_text("Anna")


def test_the_clock_is_simple_delay_to_the_end_and_ends_nothing_by_itself(phone: Callable[..., Phone]) -> None:
    table = phone()
    still(table.page)
    table.open().start("7")
    table.tap(1)
    table.page.clock.run_for(11_900)
    table.time(1, "14:00")
    expect(table.half(1).locator(".delay b")).to_have_text("1")
    table.tap(1)
    table.page.clock.run_for(15_000)
    table.time(0, "13:57")
    table.time(1, "14:00")
    table.undo()  # she had not meant to press yet: his delay is as it was, and nobody pays for the 15 seconds
    table.runs(1)
    table.time(0, "14:00")
    expect(table.half(1).locator(".delay b")).to_have_text("1")
    table.page.clock.fast_forward(100 + 13 * 60_000)  # the phone slept
    table.time(1, "1:00")
    table.page.clock.run_for(1000)
    expect(table.half(1)).to_have_class(re.compile(r"\blow\b"))
    expect(table.page.locator("#says")).to_have_text("Bo: 60 seconds left")
    table.page.clock.fast_forward(60_000)
    expect(table.half(1)).to_have_class(re.compile(r"\bout\b"))
    expect(table.page.locator("dialog[open]")).to_have_count(0)
    table.page.clock.fast_forward(60_000)
    table.half(0).locator(".claim").tap()
    expect(table.dialog("final").locator("h2")).to_have_text("Anna wins the match on time (0–0).")


def test_ten_minutes_with_the_line_cut_for_two_and_phone_and_server_read_the_same(phone: Callable[..., Phone]) -> None:
    """Thirty turns of 20 seconds, 12 of them delay: 15 times 8 seconds of match time each, of six minutes."""
    table = phone()
    still(table.page)
    table.open().start("3")
    table.tap(0)
    for turn in range(30):
        if turn == 12:
            table.context.set_offline(True)
        if turn == 18:
            table.context.set_offline(False)
        table.page.clock.run_for(20_000)
        table.tap(turn % 2)
        table.runs(1 - turn % 2)
    table.time(0, "4:00")
    table.time(1, "4:00")
    table.won(0, 3)
    final = table.dialog("final")
    final.locator("#hand-in").tap()
    link = final.locator("#handed-in")
    expect(link).to_be_visible(timeout=PATIENT)
    handed = f"{table.player.url}/api/v1/tables/{(link.get_attribute('href') or '')[3:]}"
    view = table.page.request.get(handed).json()["view"]
    assert (view["clock"]["remaining"], view["score"]) == ([240_000, 240_000], [3, 0])
    types = [each["event"]["type"] for each in table.page.request.get(f"{handed}/events").json()["events"]]
    assert "device_action_refused" not in types


def test_both_out_of_time_is_for_the_two_to_settle(phone: Callable[..., Phone]) -> None:
    table = phone()
    still(table.page)
    table.open().start("1")
    table.tap(0)
    table.page.clock.fast_forward(600_000)
    table.tap(0)
    table.page.clock.fast_forward(600_000)
    table.half(1).locator(".claim").tap()
    expect(table.dialog("times")).to_contain_text("As this phone saw it, Anna was first.")
    table.dialog("times").get_by_role("button", name="Play on without a clock").tap()
    expect(table.half(0).locator(".time")).to_be_hidden()
    table.tap(1)  # without a clock a tap says who has won
    table.dialog("end").locator("[data-size='1']").first.tap()
    final = table.dialog("final")
    expect(final.locator("h2")).to_have_text("Bo wins the match 1–0.")
    final.locator("#hand-in").tap()
    link = final.locator("#handed-in")
    expect(link).to_be_visible(timeout=PATIENT)
    handed = f"{table.player.url}/api/v1/tables/{(link.get_attribute('href') or '')[3:]}"
    view = table.page.request.get(handed).json()["view"]
    assert (view["score"], view["dispute"], view["clock"], view["result"]["winner"]) == ([0, 1], None, None, 1)
    types = [each["event"]["type"] for each in table.page.request.get(f"{handed}/events").json()["events"]]
    assert types.count("settlement_stated") == 2
    assert types[types.index("dispute_settled") + 1] == "clock_taken_away"
    assert "device_action_refused" not in types


def test_stops_breaks_and_a_delay_that_is_waited_out(phone: Callable[..., Phone]) -> None:
    table = phone()
    still(table.page)
    table.open().start("7")
    table.tap(0)
    table.page.clock.run_for(5000)
    table.page.locator("#pause").tap()
    table.page.clock.run_for(3000)  # looking for the reason costs nobody anything
    table.dialog("pause").locator("[data-reason=dice_lifted_early]").tap()
    expect(table.dialog("stand")).to_contain_text("T4.1.v.b")
    table.page.clock.run_for(60_000)
    table.dialog("stand").get_by_role("button", name="Bo agrees").tap()
    expect(table.half(0)).to_contain_text("Finish your move, then tap")
    table.tap(0)
    table.runs(1)
    expect(table.half(1)).to_contain_text("Wait until your delay is over")
    table.tap(1)
    expect(table.page.locator("#toast")).to_contain_text("T4.1.v.b")
    table.runs(1)
    table.page.clock.run_for(12_100)
    table.tap(1)
    table.runs(0)
    table.time(0, "14:00")
    table.time(1, "14:00")

    table.won(0, 1)
    table.dialog("between").locator("#take-break").tap()
    table.page.locator("#break-takers button").first.tap()
    expect(table.page.locator("#break-left")).to_have_text("5:00")
    table.page.clock.run_for(61_000)
    expect(table.page.locator("#break-left")).to_have_text("3:59")
    table.page.clock.fast_forward(9 * 60_000)
    expect(table.page.locator("#break-words")).to_have_text("Too late by 1 penalty point (T2.2.iv).")
    table.page.locator("#back-from-break").tap()
    table.next_game()
    table.score(1, 0)


def test_a_match_that_an_earlier_page_wrote_down_knows_its_breaks(phone: Callable[..., Phone]) -> None:
    table = phone()
    table.open().choose("length", "own")
    table.page.locator("#choice [name=own_length]").fill("17")
    table.page.locator("#choice button[type=submit]").tap()
    expect(table.page.locator("#table")).to_be_visible()
    table.page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem("tavl.wood"));
          delete kept.sheet.terms.breaks.long_match;
          localStorage.setItem("tavl.wood", JSON.stringify({ ...kept, revision: kept.revision + 100 }));
        }"""
    )
    table.reload()
    table.tap(0)
    table.won(0, 1)
    table.dialog("between").locator("#take-break").tap()
    expect(table.page.locator("#break-takers button").first).to_contain_text("2 breaks left")


def test_a_phone_that_was_off_asks_whether_the_time_counts(phone: Callable[..., Phone]) -> None:
    table = phone()
    still(table.page)
    table.open().start("7")
    table.tap(0)
    table.page.clock.run_for(20_000)
    table.time(0, "13:52")
    for counts, shows in (("#away-skip", "13:52"), ("#away-count", "3:52")):
        table.page.goto("about:blank")
        table.page.clock.fast_forward(600_000)
        table.open()
        expect(table.dialog("away")).to_contain_text("10:0")
        table.page.locator(counts).tap()
        table.time(0, shows)
        table.runs(0)


def test_money_is_settled_up_in_the_readers_language(phone: Callable[..., Phone]) -> None:
    """To Danes: an opening tie doubles the stake, a gammon on a turned cube counts (Jacoby); 8 + 4 + 2 points."""
    table = phone().open("da")
    table.choose("length", "money")
    for option in ("jacoby", "automatic_doubles"):
        table.page.locator(f"[name={option}]").check()
    table.start("money", "none")
    table.page.locator("#double").tap()
    table.page.locator("[data-equal='4']").tap()
    for size in (2, 2, 1):
        table.doubles("Anna")
        table.answers(1, "take")
        table.won(1, size)
        if size == 2:
            table.next_game()
    expect(table.page.locator("#between-owed")).to_have_text("Anna skylder Bo 14 × 10\u00a0kr = 140\u00a0kr")
    table.page.locator("#end-session").tap()
    expect(table.page.locator("#final-owed")).to_have_text("Anna skylder Bo 14 × 10\u00a0kr = 140\u00a0kr")
    table.page.locator("#hand-in").tap()
    link = table.page.locator("#handed-in")
    expect(link).to_be_visible(timeout=PATIENT)
    path = f"/api/v1/tables/{(link.get_attribute('href') or '')[3:]}"
    view = table.page.request.get(table.player.url + path).json()["view"]
    assert (view["score"], view["length"], view["result"] is not None) == ([0, 14], None, True)
    table.page.locator("#to-start").tap()
    expect(table.page.locator("#earlier-list summary")).to_contain_text("Anna – Bo  0–14")


def test_is_that_allowed_is_answered_offline_in_every_language(phone: Callable[..., Phone]) -> None:
    table = phone(locale="sv-SE")
    table.player.go("/companion").ready()
    expect(table.page).to_have_url(re.compile("/companion/sv$"))
    table.stored()
    table.context.set_offline(True)
    for language in LANGUAGES:
        w = words(language)
        table.page.locator(f".companion-languages a[lang={language}]").tap()
        expect(table.page.locator("html[data-ready]")).to_have_attribute("lang", language)
        table.page.locator("#start .open-asking").tap()
        asking = table.dialog("asking")
        expect(asking.locator("h2")).to_have_text(w("Is that allowed?"))
        asking.locator("#asking-search").fill(w("My opponent doubled in the Crawford game.").split()[-1].strip("."))
        question = asking.locator("#q-crawford")
        question.locator("summary").tap()
        expect(question.locator(".given:visible a")).to_have_text(["T4.4.iv"])
        question.locator(".given:visible a").tap()
        expect(question.locator(".clause-text")).to_contain_text(translated(clause("T4.4.iv"), language).title)
        asking.locator("#asking-profile").select_option("no-hjemme")
        expect(question.locator(".given:visible p").first).to_have_text(
            w("Allowed: these rules have no Crawford game.")
        )
        asking.locator("#asking-search").fill("xyzzy")
        expect(asking.locator("#asking-none")).to_be_visible()
        asking.locator("[data-close]").first.tap()
    table.page.goto(f"{table.player.url}/companion")  # in the language of the last time
    expect(table.page.locator("html[data-ready]")).to_have_attribute("lang", language)


def test_it_can_be_installed_and_its_worker_minds_nothing_else(phone: Callable[..., Phone]) -> None:
    table = phone().open().stored()
    page, url = table.page, table.player.url
    devtools = table.context.new_cdp_session(page)
    described: dict[str, Any] = devtools.send("Page.getAppManifest")
    assert described["errors"] == []
    manifest = json.loads(described["data"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/companion/en",
        "/companion",
        "standalone",
    )
    for icon in manifest["icons"]:
        assert page.request.get(url + icon["src"]).headers["content-type"] == "image/png"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []

    kept = page.evaluate(
        """async () => {
          const name = (await caches.keys()).find((each) => /^tavl-companion-[0-9a-f]{16}$/.test(each));
          const cache = await caches.open(name);
          const page = await cache.match("/companion/da");
          return {count: (await cache.keys()).length, policy: page.headers.get("content-security-policy")};
        }"""
    )
    assert kept["policy"] == CONTENT_SECURITY_POLICY
    assert kept["count"] > 25
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
    table.player.go("/rules")
    assert not page.evaluate("Boolean(navigator.serviceWorker.controller)")


def test_a_new_version_waits_for_the_end_of_the_match(phone: Callable[..., Phone]) -> None:
    """Another worker for the same pages is what a browser finds after an update."""
    table = phone().open().stored().start("5", "none")
    table.won(0, 1)
    controller = "() => navigator.serviceWorker.controller?.scriptURL ?? ''"
    table.page.evaluate("navigator.serviceWorker.register('/sw.js?newer', {scope: '/companion'}).then(() => {})")
    table.until("async () => Boolean((await navigator.serviceWorker.getRegistration('/companion')).waiting)")
    table.next_game()
    table.score(1, 0)
    assert table.page.evaluate(controller).endswith("/sw.js")
    loaded: list[str] = []
    table.page.on("load", lambda page: loaded.append(page.url))
    table.page.locator("#more").tap()
    table.page.locator("#abandon").tap()
    table.page.locator("#abandon-sure").tap()
    # Once for this worker, and once more for the page's own, which for the new page is another version again.
    poll_page(table.page, lambda: len(loaded) == 2, lambda: str(loaded))
    expect(table.page.locator("html[data-ready]")).to_be_attached(timeout=PATIENT)
    assert table.page.evaluate(controller).endswith("/sw.js")
    expect(table.page.locator("#earlier-list")).to_contain_text("1–0")


def test_the_stored_version_is_a_hash_of_pages_and_files(monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request({"type": "http", "method": "GET", "path": "/sw.js", "query_string": b"", "headers": []})
    pages = Pages(StaticFolder())
    before = offline.stored(pages, request)
    assert before == offline.stored(pages, request)
    monkeypatch.setattr(page, "LENGTHS", (*page.LENGTHS, 21))
    after = offline.stored(pages, request)
    assert (after.version, after.files) != (before.version, [])
    assert after.version != before.version
    for path in before.files:
        assert (FOLDER / path.split("/", 3)[3]).is_file()


def test_a_match_to_seven_is_offered_until_somebody_chooses() -> None:
    request = Request({"type": "http", "method": "GET", "path": "/companion/en", "query_string": b"", "headers": []})
    text = page.page_text(Pages(StaticFolder()), request, "en")
    assert re.findall('name="length" value="([^"]+)" checked', text) == ["7"]


def test_by_keyboard_alone(somebody: Somebody) -> None:
    player = somebody(locale="en").go("/companion").ready()
    table, page, keys = Phone(player), player.page, player.page.keyboard
    page.locator("#choice [name=name_0]").focus()
    keys.type("Anna")
    keys.press("Enter")
    expect(page.locator("#table")).to_be_visible()
    page.locator("#half-0 .press").focus()
    keys.press("Enter")
    table.runs(0)
    keys.press("Space")
    table.runs(1)
    page.locator("#table").focus()
    keys.press("Space")
    table.runs(0)
    keys.press("Control+z")
    table.runs(1)
    page.locator("#end-game").focus()
    keys.press("Enter")
    table.dialog("end")
    page.locator("[name=winner][value='0']").focus()
    keys.press("Space")
    page.locator("[data-size='2']").focus()
    keys.press("Enter")
    expect(table.dialog("between").locator("h2")).to_have_text("Anna wins 2 points: gammon")
    keys.press("Escape")
    keys.press("Escape")
    table.dialog("between")
    page.locator("#next-game").focus()
    keys.press("Enter")
    table.score(2, 0)


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """finger => [...document.querySelectorAll("button, input, select, summary, .chips label, dialog[open] a")]
          .filter((each) => each.checkVisibility({visibilityProperty: true}) && !each.closest(".hidden"))
          .filter((each) => !document.querySelector("dialog[open]") || each.closest("dialog[open]"))
          .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
          .filter(([each, box]) => box.width > 0 && each.tagName !== "A" && (box.height < finger || box.width < 36))
          .map(([each, box]) => `${each.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)""",
        FINGER,
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_every_button_fits_a_finger(phone: Callable[..., Phone], scheme: str) -> None:
    table = phone(color_scheme=scheme, width=320, height=568).open()
    table.page.evaluate(axe())
    checks = RUN_AXE if scheme == "light" else RUN_AXE.replace(CHECKS, '["color-contrast"]')
    found: dict[str, list[str]] = {}

    def look(place: str) -> None:
        if scheme == "dark" and place in ("opening", "double", "pause", "more", "end"):
            return  # in the same colours as others
        table.player.settle()  # colours in between are none of ours
        found[place] = table.page.evaluate(checks) + small_targets(table.page)

    look("start")
    table.start("3")
    look("opening")
    table.tap(0)
    look("running")
    table.page.locator("#double").tap()
    look("double")
    table.dialog("double").get_by_role("button", name="Anna doubles").tap()
    look("offered")
    table.answers(1, "take")
    table.page.locator("#pause").tap()
    look("pause")
    table.page.locator("[data-reason=illegal_play]").tap()
    look("stands")
    table.page.locator("[data-resume=turn]").tap()
    table.page.locator(".strip .open-asking").tap()
    table.page.locator("#q-cocked summary").tap()
    look("asking")
    table.page.locator("#asking-dialog [data-close]").tap()
    table.page.locator("#more").tap()
    look("more")
    table.page.locator("#more-dialog [data-close]").tap()
    table.page.locator("#end-game").tap()
    look("end")
    table.finish(0, 1)
    look("between")
    table.next_game()
    table.tap(0)
    table.won(0, 1)
    look("final")
    assert {place: problems for place, problems in found.items() if problems} == {}
