"""A match with phones and a case, on the pages: consent, a ruling that sets the board, an appeal, a vote."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.tournaments.http_tournament import invitation
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.organisation.test_organisation import ask
from tests.web.server_and_player import Player

MATCH = "open/main.1.1"
FIVE = {"id": "open", "stages": [{"id": "main", "length": 5}]}
PHONE = {"width": 320, "height": 640, "color_scheme": "light"}


class Evening:
    """Ida directs; Anna and Bo are drawn against each other and called to table 1."""

    def __init__(self, somebody: Somebody) -> None:
        self.ida = somebody(width=1366, height=768, color_scheme="light").go("/rules")
        players = [somebody(**PHONE, expects=("409",)).go("/rules") for _ in range(2)]
        for player, name in zip((self.ida, *players), ("Ida Ravn", "Anna Berg", "Bo Dahl"), strict=True):
            ask(player, "POST", "/session")
            ask(player, "PATCH", "/me", name=name)
        self.id: str = ask(self.ida, "POST", "/tournaments", title="Open", invitation=invitation(FIVE))["id"]
        self.act(self.ida, "open_entries")
        by = {ask(player, "GET", "/me")["id"]: player for player in players}
        for person in by:
            entry = self.act(self.ida, "enter", division="open", members=[person])["events"][0]["entry"]
            self.act(self.ida, "approve_entry", entry=entry)
            self.act(self.ida, "check_in", entry=entry)
        self.act(self.ida, "set_places", places=[{"id": "1"}])
        self.act(self.ida, "make_draw", division="open")
        self.act(self.ida, "announce_draw", division="open", starts_at=0)
        self.act(self.ida, "call_match", match=MATCH, place="1")
        view = ask(self.ida, "GET", f"/tournaments/{self.id}")["view"]
        members = {entry["id"]: entry["members"][0] for entry in view["entries"]}
        self.one, self.two = (by[members[each]] for each in view["divisions"][0]["matches"][0]["players"])

    def act(self, player: Player, type: str, **fields: Any) -> Any:
        told = ask(player, "POST", f"/tournaments/{self.id}/actions", action={"type": type, **fields})
        assert "error" not in told, told
        return told

    def me(self, player: Player) -> Player:
        return player.go(f"/tournaments/{self.id}/me")

    def desk(self, where: str) -> Player:
        return self.ida.go(f"/tournaments/{self.id}/desk#{where}")


@pytest.mark.rule("T1.7.iv", shows=("record", "next step"))
@pytest.mark.rule("T5.1", "T5.2")
def test_phones_by_consent_a_ruling_that_sets_the_board_and_an_appeal_that_everybody_at_the_table_reads(
    somebody: Somebody,
) -> None:
    evening = Evening(somebody)
    consent(evening)
    found = {"desk": violations_light_and_dark(evening.ida), "player": violations_light_and_dark(evening.one)}
    table = ruling(evening, found)
    appeal(evening, somebody, table, found)
    assert {part: problems for part, problems in found.items() if problems} == {}


def consent(evening: Evening) -> None:
    """Asked for, refused, given, taken back by the director, and not needed for the director's device (T1.7.iv)."""
    one, two = evening.me(evening.one), evening.me(evening.two)
    card = one.page.get_by_role("button", name="Score card and clock")
    expect(one.page.locator("#evening")).to_contain_text("your phone stays away from the board during the match")
    expect(one.page.locator("#evening")).to_contain_text("Keep the score on a paper card")
    expect(card).to_have_count(0)
    asking = one.page.get_by_role("button", name="to agree to my phone")
    for answer in ("Do not agree", "Agree"):
        asking.click()
        expect(one.page.locator("#evening")).to_contain_text("You have asked")
        two.page.get_by_role("button", name=answer, exact=True).click()
        expect(two.page.get_by_role("button", name=answer, exact=True)).to_have_count(0)
        if answer == "Do not agree":
            expect(card).to_have_count(0)
    expect(card).to_be_visible()
    expect(two.page.locator("#evening")).to_contain_text("Only the director can take that back")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 320
    pane = evening.desk(f"match/{MATCH}").page.locator("#pane")
    pane.get_by_text("Take it back").click()
    section = pane.locator("section", has_text="Phones at the board")
    section.get_by_label("Reason").fill("it rang")
    section.get_by_role("button", name="Take the consent back").click()
    expect(card).to_have_count(0)
    expect(pane.get_by_text("Take it back")).to_have_count(0)
    pane.get_by_text("Phones at the board").click()
    pane.get_by_role("button", name="Provide a device").click()
    expect(card).to_be_visible()  # the director's device needs nobody's consent


def ruling(evening: Evening, found: dict[str, list[str]]) -> str:
    """The desk names the table and the case's own clause; what is ticked is shown before, and then on the board."""
    one, ida = evening.one, evening.ida
    table = ask(one, "POST", f"/tournaments/{evening.id}/tables", match=MATCH)["table"]
    evening.act(one, "open_case", rule="T4.7", statement="It is 3-1", match=MATCH)
    item = evening.desk("").page.locator("#now-items > li").first
    expect(item).to_contain_text("Table 1 · T4.7")
    item.get_by_role("button", name="Give the ruling").click()
    pane = ida.page.locator("#pane")
    pane.get_by_label("Decision").fill("3-1 to the first")
    pane.locator("section", has_text="Ruling").get_by_label("Reason").fill("both cards say so")
    pane.get_by_text("Set something").click()
    pane.get_by_role("checkbox", name="The score").check()
    score = pane.get_by_role("group", name="The score").get_by_role("spinbutton")
    score.first.fill("3")
    score.last.fill("1")
    found["case"] = violations_light_and_dark(ida)
    pane.get_by_role("button", name="Give the ruling", exact=True).click()
    expect(pane.locator(".preview")).to_contain_text("score on the board: 0–0 → 3–1")
    pane.get_by_role("button", name="It holds: give the ruling").click()
    expect(pane.locator(".effects")).to_have_text("The score is 3–1.")
    assert ask(one, "GET", f"/tables/{table}")["view"]["score"] == [3, 1]
    return str(table)


def appeal(evening: Evening, somebody: Somebody, table: str, found: dict[str, list[str]]) -> None:
    """A player, a spectator and the director read that it waits; a committee's vote sets the board."""
    one, two, ida = evening.one, evening.two, evening.ida
    evening.act(two, "appeal", case="c1", reason="mine says 2-1")
    eva = somebody(**PHONE).go("/rules")
    for who in (one, eva, ida):
        card = who.go(f"/t/{table}").page.locator("#matters")
        expect(card).to_contain_text("Everything waits for the committee")
        expect(card.get_by_role("link", name="T5.2")).to_be_visible()

    people = ask(ida, "POST", f"/tournaments/{evening.id}/people", names=["Hans", "Inger", "Jan"])["people"]
    evening.act(ida, "name_committee", case="c1", members=[each["id"] for each in people])
    seats = f"/tournaments/{evening.id}/seats"
    ask(eva, "POST", seats, code=people[0]["code"])
    evening.me(eva).page.get_by_label("Your vote").select_option("replace")
    eva.page.get_by_role("textbox", name="Decision").fill("2-1")
    eva.page.get_by_text("Set something").click()
    eva.page.get_by_role("checkbox", name="The score").check()
    score = eva.page.get_by_role("group", name="The score").get_by_role("spinbutton")
    score.first.fill("2")
    score.last.fill("1")
    found["vote"] = violations_light_and_dark(eva)
    assert eva.page.evaluate("document.documentElement.scrollWidth") <= 320
    eva.page.get_by_role("button", name="Vote", exact=True).click()
    eva.page.get_by_role("button", name="It holds: vote").click()
    expect(eva.page.locator("#evening")).to_contain_text("You have voted.")
    ask(eva, "POST", seats, code=people[1]["code"])
    evening.act(eva, "vote", case="c1", verdict="replace", decision="2-1")
    assert ask(one, "GET", f"/tables/{table}")["view"]["score"] == [2, 1]
    expect(one.page.locator("#matters")).not_to_contain_text("committee")
