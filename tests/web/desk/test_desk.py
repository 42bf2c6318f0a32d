"""The director's desk by keyboard, several of the staff at once, players on their phones, and who may not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.server_and_player import Player

NAMES = ("Anna Berg", "Bo Dahl", "Carl Juhl", "Dan Friis", "Eva Holm", "Freja Lund", "Gert Krogh", "Hans Bech")
A_MINUTE_AGO = "new Date(Date.now() - 60000).toTimeString().slice(0, 5)"


class Desk:
    """A director at a laptop, who counts their keys."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page
        self.keys = 0

    def new(self, kind: str, names: tuple[str, ...] = NAMES, length: int = 7, fee: str = "0") -> Desk:
        self.player.go("/tournaments/new")
        self.page.locator(f"input[name=kind][value={kind}]").check(force=True)
        self.page.get_by_label("Points a match").fill(str(length))
        self.page.get_by_label("Entry fee").fill(fee)
        self.page.get_by_label("New names").fill(", ".join(names))
        self.page.get_by_label("Your name").fill("Ida Ravn")
        if kind == "club_night":  # until this time tomorrow: late in the evening no match would end in time
            self.page.get_by_label("Until").fill(self.page.evaluate(A_MINUTE_AGO))
        self.page.get_by_role("button", name="Start").click()
        self.page.wait_for_url("**/desk")
        expect(self.items.first).to_be_visible()
        return self

    @property
    def id(self) -> str:
        found = re.search(r"/tournaments/([^/]+)/desk", self.page.url)
        assert found
        return found[1]

    @property
    def items(self) -> Locator:
        return self.page.locator("#now-items > li")

    def press(self, *keys: str) -> Desk:
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1
        return self

    def type(self, text: str) -> Desk:
        return self.press(*text)

    def tile(self, table: int) -> Locator:
        return self.page.locator("#room-tables > li").nth(table - 1)

    def result(self, text: str, said: str) -> Desk:
        """Typed into the line, which is open already."""
        self.type(text)
        expect(self.page.locator("#line-choices li").first).to_contain_text(said)
        self.press("Enter")
        expect(self.page.locator("#line-text")).to_have_value("")
        return self

    def draw_and_announce(self) -> Desk:
        self.press("d")
        expect(self.page.get_by_role("button", name="Draw", exact=True)).to_be_focused()
        self.press("Enter")
        expect(self.page.get_by_role("button", name="Announce", exact=True)).to_be_focused()
        self.press("Enter")
        expect(self.page.locator("#room")).to_be_visible()
        return self

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = fetched(self.player, f"/api/v1/tournaments/{self.id}")
        return state


def fetched(player: Player, path: str, action: dict[str, Any] | None = None) -> Any:
    return player.page.evaluate(
        """async ([path, action]) => (await fetch(path, action && {method: "POST", body: JSON.stringify({action}),
          headers: {"X-Tavl": "1", "Content-Type": "application/json"}})).json()""",
        [path, action],
    )


@pytest.fixture
def desk(somebody: Somebody) -> Desk:
    return Desk(somebody(width=1366, height=768))


def test_a_club_night_runs_from_typed_names_after_one_press(desk: Desk) -> None:
    desk.new("club_night", (*NAMES, "Jens Toft"), length=5)
    expect(desk.items).to_have_count(4)  # four pairs, and one who waits
    for calls in (3, 2, 1):
        desk.press("Space")
        expect(desk.items).to_have_count(calls)
    desk.press("Space")
    assert desk.keys == 4
    expect(desk.page.locator(".tile.called")).to_have_count(4)
    assert desk.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("hour", "proposed"), [(17, "22:30"), (20, "22:30"), (22, "01:30"), (23, "02:30")])
def test_a_club_night_that_begins_late_is_not_proposed_to_end_at_once(desk: Desk, hour: int, proposed: str) -> None:
    desk.page.clock.set_fixed_time(desk.page.evaluate(f"new Date(2026, 10, 6, {hour}, 10).toISOString()"))
    desk.player.go("/tournaments/new")
    expect(desk.page.get_by_label("Until")).to_have_value(proposed)


def test_a_draw_is_looked_at_and_then_announced(desk: Desk) -> None:
    desk.new("elimination", NAMES[:6])
    desk.press("d")
    expect(desk.page.get_by_role("button", name="Draw", exact=True)).to_be_focused()
    desk.press("Enter")
    expect(desk.page.locator("#page")).to_contain_text("2 byes")
    expect(desk.page.get_by_role("button", name="Announce", exact=True)).to_be_focused()
    desk.press("Enter")
    expect(desk.page.locator("#room")).to_be_visible()
    expect(desk.items.first).to_contain_text("Call to table 1")


def test_results_take_four_keys_and_enter_and_the_line_waits_for_the_next(desk: Desk) -> None:
    desk.new("elimination").draw_and_announce()
    for called in range(1, 5):
        desk.press("Space")
        expect(desk.page.locator(".tile.called")).to_have_count(called)
    first = desk.tile(1).locator(".names span")
    winner, loser = first.nth(0).inner_text(), first.nth(1).inner_text()
    desk.press("r")
    desk.keys = 0
    desk.result("1a5", f"{winner} 7–5 {loser}")
    assert desk.keys == 4
    expect(desk.tile(1)).to_contain_text("free")
    desk.result("2b0", "0–7")
    expect(desk.items.first).to_contain_text("Call to table")
    # Typed once more, it stands as it is; typed otherwise, the cursor stops and the correction is shown.
    desk.type(f"{winner.split()[0].lower()} 5")
    expect(desk.page.locator("#line-choices li").first).to_contain_text("already entered like this")
    desk.press("Enter")
    expect(desk.page.locator("#line-said")).to_contain_text("✓")
    desk.type(f"{loser.split()[0].lower()} 5")
    expect(desk.page.locator("#line-choices li.wrong").first).to_contain_text("differs: entered as 7–5")
    desk.press("Enter")
    expect(desk.page.locator("#pane")).to_contain_text("result")
    desk.page.get_by_role("button", name="Correct it").click()
    expect(desk.page.locator("#pane")).to_be_hidden()
    match = next(each for each in desk.state()["view"]["divisions"][0]["matches"] if each["number"] == 1)
    assert (match["score"], match["corrected"]) == ([5, 7], True)


def test_an_act_is_taken_back_after_a_look_at_what_it_changes(desk: Desk) -> None:
    desk.new("elimination", NAMES[:4]).draw_and_announce()
    desk.press("Space")
    expect(desk.tile(1)).to_contain_text("called")
    desk.press("z")
    pane = desk.page.locator("#pane")
    expect(pane).to_contain_text("Take back: Called")
    expect(pane).to_contain_text("table: 1 → –")
    expect(pane.get_by_role("button", name="Undo")).to_be_focused()
    desk.press("Enter")
    expect(desk.tile(1)).to_contain_text("free")
    expect(desk.page.locator("#journal-acts > li").first).to_contain_text("Undone")


def test_whoever_comes_is_found_by_three_letters_checked_in_and_paid(desk: Desk) -> None:
    desk.new("elimination", NAMES[:2], fee="150")
    desk.page.goto(desk.page.url + "#entries")
    desk.page.get_by_label("New names").fill("Mia Vang")
    desk.page.get_by_role("button", name="Enter", exact=True).click()
    expect(desk.page.locator("table.entries")).to_contain_text("Mia Vang")
    desk.page.locator("#line-text").focus()
    desk.page.locator("#line-text").blur()
    desk.press("c")
    desk.keys = 0
    desk.type("mia")
    expect(desk.page.locator("#line-choices li").first).to_contain_text("owes 150.00 DKK")
    desk.press("Enter")
    expect(desk.page.locator("#line-said")).to_contain_text("Mia Vang is here and owes 150.00 DKK")
    desk.press("Enter")
    expect(desk.page.locator("#line-said")).to_have_text("Mia Vang has paid.")
    assert desk.keys == 5
    mia = next(each for each in desk.state()["view"]["entries"] if each["checked_in"] and each["id"] == "e3")
    assert mia["status"] == "approved"


def test_two_of_the_staff_who_type_different_results_both_stand_on_the_desk(desk: Desk, somebody: Somebody) -> None:
    desk.new("elimination", NAMES[:4]).draw_and_announce()
    desk.press("Space")
    expect(desk.tile(1)).to_contain_text("called")
    jens = Desk(somebody(width=1366, height=768).go("/"))
    me = jens.page.evaluate(
        """async () => {
          const headers = {"X-Tavl": "1", "Content-Type": "application/json"};
          await fetch("/api/v1/session", {method: "POST", headers, body: "{}"});
          const body = JSON.stringify({name: "Jens Toft"});
          return (await (await fetch("/api/v1/me", {method: "PATCH", headers, body})).json()).id;
        }"""
    )
    appoint = {"type": "appoint", "person": me, "role": "director"}
    assert "error" not in fetched(desk.player, f"/api/v1/tournaments/{desk.id}/actions", appoint)
    jens.player.go(f"/tournaments/{desk.id}/desk")
    expect(jens.tile(1)).to_contain_text("called")
    desk.press("r").type("1a5")
    jens.press("r").type("1b5")
    expect(jens.page.locator("#line-choices li").first).to_contain_text("5–7")
    action = {"type": "report_result", "match": "open/main.1.1", "score": [7, 5], "confirms": True}
    match = next(each for each in desk.state()["view"]["divisions"][0]["matches"] if each["number"] == 1)
    both = [
        {**action, "players": match["players"], "seen": match["version"], "score": score} for score in ([7, 5], [5, 7])
    ]
    for who, said in zip((desk, jens), both, strict=True):  # within a second: neither has seen the other's
        fetched(who.player, f"/api/v1/tournaments/{desk.id}/actions", said)
    for who in (desk, jens):
        expect(who.items.first).to_contain_text("Two results")
    public = fetched(somebody().go("/"), f"/api/v1/tournaments/{desk.id}")
    shown = next(each for each in public["view"]["divisions"][0]["matches"] if each["number"] == 1)
    assert (shown["where"], shown["score"]) == ("playing", None)
    for who in (desk, jens):
        who.page.locator("#line-text").fill("")
        who.page.locator("#line-text").blur()
    desk.press("Space")
    pane = desk.page.locator("#pane")
    expect(pane).to_contain_text("Ida Ravn")
    expect(pane).to_contain_text("Jens Toft")
    pane.get_by_role("button", name="This holds").first.click()
    expect(jens.items.first).not_to_contain_text("Two results")


def test_what_is_half_filled_in_at_the_desk_stays_when_something_changes(desk: Desk) -> None:
    """Typed, chosen, folded out, with the focus in it; and what no longer has a place is shown, not lost."""
    desk.new("elimination", NAMES[:4]).draw_and_announce()
    desk.press("Space")
    expect(desk.tile(1)).to_contain_text("called")
    address = f"/api/v1/tournaments/{desk.id}/actions"
    match = next(each for each in desk.state()["view"]["divisions"][0]["matches"] if each["number"] == 1)
    desk.page.goto(desk.page.url.split("#")[0] + f"#match/{match['id']}")
    pane = desk.page.locator("#pane")
    pane.locator("summary").get_by_text("Penalty", exact=True).click()
    penalty = pane.locator("details[open]").filter(has=desk.page.locator("select[name=scope]"))
    penalty.locator("select[name=kind]").select_option("points")
    penalty.locator("input[name=rule]").fill("T1.5")
    pane.locator("input[name=score-0]").fill("7")
    penalty.locator("textarea").press_sequentially("speaks of the ga")
    fetched(desk.player, address, {"type": "begin_match", "match": match["id"]})
    expect(pane).to_contain_text("Begun")
    desk.page.keyboard.type("me")
    expect(penalty.locator("textarea")).to_have_value("speaks of the game")
    expect(penalty.locator("select[name=kind]")).to_have_value("points")
    expect(penalty.locator("input[name=rule]")).to_have_value("T1.5")
    expect(pane.locator("input[name=score-0]")).to_have_value("7")
    # Left, and opened again
    desk.page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    desk.tile(1).click()
    expect(penalty.locator("textarea")).to_have_value("speaks of the game")
    # Somebody else has typed the result meanwhile: there is no place for this one any more
    result = {"type": "report_result", "match": match["id"], "players": match["players"], "score": [2, 7]}
    fetched(desk.player, address, {**result, "confirms": True})
    expect(pane.locator(".not-sent")).to_contain_text("7")
    expect(penalty.locator("textarea")).to_have_value("speaks of the game")
    pane.get_by_role("button", name="Discard it").click()
    # What was sent is not offered again
    pane.locator("summary").get_by_text("Dispute or conduct").click()
    dispute = pane.locator("textarea[name=statement]")
    dispute.fill("who has the cube")
    pane.get_by_role("button", name="Open a case").click()
    expect(desk.items.first).to_contain_text("Dispute")
    expect(dispute).to_have_value("")
    # A committee from outside: looked at twice, they are three people, not six
    ruling = {"type": "rule_case", "case": "c1", "rule": "T5.1", "decision": "it is on 2", "reason": "both say so"}
    fetched(desk.player, address, ruling)
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/people") else None)
    desk.page.goto(desk.page.url.split("#")[0] + "#case/c1")
    pane.get_by_text("Appeal", exact=True).first.click()  # said at the desk, by a player without a phone
    pane.get_by_role("button", name="Appeal").click()
    pane.locator("input[name=members]").fill("tove zahle, ulla zahle, vera zahle")
    for _ in range(2):
        pane.get_by_role("button", name="Look").click()
        expect(pane.get_by_role("button", name="Name the committee")).to_be_visible()
    assert len(asked) == 3
    pane.get_by_role("button", name="Name the committee").click()
    expect(pane.get_by_text("has not voted")).to_have_count(3)


def test_players_report_with_two_taps_on_their_own_phones(desk: Desk, somebody: Somebody) -> None:
    desk.new("elimination", NAMES[:4]).draw_and_announce()
    desk.press("Space")
    expect(desk.tile(1)).to_contain_text("called")
    code = fetched(desk.player, f"/api/v1/tournaments/{desk.id}/places")["places"]["1"]
    names = desk.tile(1).locator(".names span").all_inner_texts()
    phones = [somebody(width=390, height=844, has_touch=True) for _ in names]
    for phone, name in zip(phones, names, strict=True):
        phone.go(f"/tournaments/{desk.id}/me?place=1&code={code}")
        phone.button(name).click()
        expect(phone.page.locator(".next h1")).to_have_text("Table 1, now")
    winner, loser = phones
    winner.button("I won").click()
    winner.button("3").click()
    expect(winner.page.locator(".next")).to_contain_text("You reported 7–3.")
    expect(loser.page.locator(".next")).to_contain_text(f"{names[0]} reported 3–7.")
    loser.button("That is right").click()
    expect(loser.page.locator(".next")).to_contain_text("You reported 3–7.")
    expect(desk.items.first).to_contain_text(f"{names[0]} 7–3 {names[1]}")
    desk.press("Space")
    expect(desk.tile(1)).to_contain_text("free")
    loser.button("That is not me").click()
    expect(loser.page.get_by_label("Your own code")).to_be_visible()


def test_whoever_enters_on_their_own_phone_is_not_told_that_it_was_not_sent(desk: Desk, somebody: Somebody) -> None:
    desk.new("elimination", NAMES[:3])
    page = somebody(width=390, height=844).go(f"/tournaments/{desk.id}/me").page
    page.get_by_text("Not entered yet?").click()
    page.get_by_label("Your name").fill("Gert Krogh")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/actions")):
        page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("The director has not approved it yet.")).to_be_visible()
    expect(page.get_by_text("Gert Krogh")).to_have_count(1)  # their name, and nothing that is left of the form


def test_without_boards_a_match_is_played_online_from_the_players_own_pages(desk: Desk, somebody: Somebody) -> None:
    desk.player.go("/tournaments/new")
    desk.page.get_by_label("Boards", exact=True).fill("0")
    desk.page.locator("input[name=kind][value=elimination]").check(force=True)
    desk.page.get_by_label("Points a match").fill("1")
    desk.page.get_by_label("New names").fill("Anna Berg, Bo Dahl")
    desk.page.get_by_label("Your name").fill("Ida Ravn")
    desk.page.get_by_role("button", name="Start").click()
    desk.page.wait_for_url("**/desk")
    desk.draw_and_announce()
    state = desk.state()
    tables = []
    for entry in state["view"]["entries"]:
        code = desk.page.evaluate(
            """async (path) => (await (await fetch(path, {method: "POST", headers: {"X-Tavl": "1"}})).json()).code""",
            f"/api/v1/tournaments/{desk.id}/people/{entry['members'][0]}/code",
        )
        phone = somebody(width=390, height=844, has_touch=True).go(f"/tournaments/{desk.id}/me?code={code}")
        phone.button("This is me").click()
        expect(phone.page.locator(".next h1")).to_have_text("You can play now.")
        phone.page.locator(".next .big").click()  # Play online; for the other one it is open already
        phone.page.wait_for_url("**/t/*")
        expect(phone.page.locator("tavl-board")).to_be_visible()
        tables.append(phone.page.url)
    assert len(set(tables)) == 1


def test_on_a_phone_a_match_opens_in_sight_and_closing_it_leads_back(somebody: Somebody) -> None:
    desk = Desk(somebody(width=390, height=360)).new("club_night")
    for calls in (3, 2, 1, 0):
        desk.press("Space")
        expect(desk.page.locator(".tile.called")).to_have_count(4 - calls)
    tile = desk.page.locator(".tile.called").last
    tile.scroll_into_view_if_needed()
    desk.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tile.click()
    close = desk.page.locator("#close-pane")
    expect(close).to_be_in_viewport()
    close.click()
    expect(tile).to_be_in_viewport()


@pytest.mark.rule("T1.3.i")
def test_a_player_at_the_desk_is_refused_by_its_clause(desk: Desk, somebody: Somebody) -> None:
    desk.new("elimination", NAMES[:4]).draw_and_announce()
    visitor = somebody(expects=("409",)).go(f"/tournaments/{desk.id}/desk")
    assert visitor.page.url.endswith(f"/tournaments/{desk.id}")
    visitor.page.evaluate(
        """async () => fetch("/api/v1/session", {method: "POST", body: "{}", headers: {"X-Tavl": "1"}})"""
    )
    call = {"type": "call_match", "match": "open/main.1.1", "place": "1"}
    refused = fetched(visitor, f"/api/v1/tournaments/{desk.id}/actions", call)
    assert (refused["error"]["code"], refused["error"]["rule"]) == ("not_your_role", "T1.3.i")
    expect(desk.tile(1)).to_contain_text("free")


def test_axe_finds_nothing_at_the_desk_and_nothing_is_wider_than_a_phone(desk: Desk, somebody: Somebody) -> None:
    desk.player.page.emulate_media(color_scheme="light")
    found = {}
    desk.player.go("/tournaments/new")
    found["new"] = violations_light_and_dark(desk.player)
    desk.new("elimination", fee="100").draw_and_announce().press("Space")
    expect(desk.tile(1)).to_contain_text("called")
    for part in ("", "entries", "draw/open", "money", "report", "match/open/main.1.1", "entry/e1"):
        desk.page.goto(desk.page.url.split("#")[0] + f"#{part}")
        found[part] = violations_light_and_dark(desk.player)
    code = fetched(desk.player, f"/api/v1/tournaments/{desk.id}/places")["places"]["1"]
    phone = somebody(width=320, height=640, color_scheme="light").go(f"/tournaments/{desk.id}/me?place=1&code={code}")
    found["who"] = violations_light_and_dark(phone)
    phone.page.locator("button.big").first.click()
    expect(phone.page.locator(".next h1")).to_be_visible()
    found["me"] = violations_light_and_dark(phone)
    assert {part: problems for part, problems in found.items() if problems} == {}
    for who, paths in ((phone, [""]), (desk.player, ["", "#entries", "#money", "#match/open/main.1.1"])):
        who.page.set_viewport_size({"width": 320, "height": 640})
        for path in paths:
            who.page.goto(who.page.url.split("#")[0] + path)
            assert who.page.evaluate("document.documentElement.scrollWidth") <= 320, path
