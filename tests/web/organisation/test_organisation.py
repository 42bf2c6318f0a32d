"""A federation on its pages: made, members imported, a case answered and published; by keyboard, light and dark."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.organisations.federation import MEMBERS
from tests.server.tournaments.http_tournament import KNOCK_OUT, invitation
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.server_and_player import Player

ASK = """async ([method, path, body]) => {
  const answer = await fetch(`/api/v1${path}`, {method, headers: {"X-Tavl": "1", "Content-Type": "application/json"},
    body: method === "GET" ? undefined : JSON.stringify(body)});
  return answer.status === 204 ? null : answer.json();
}"""
PICTURES = os.environ.get("TAVL_PICTURES")  # a folder: what the pages look like, for people to see


def ask(player: Player, method: str, path: str, **body: Any) -> Any:
    return player.page.evaluate(ASK, [method, path, body])


def picture(player: Player, name: str) -> None:
    if PICTURES:
        for scheme in ("light", "dark"):
            player.page.emulate_media(color_scheme=scheme)
            for width, height in ((1366, 768), (390, 844)):
                player.page.set_viewport_size({"width": width, "height": height})
                path = Path(PICTURES) / f"{name}-{scheme}-{width}.png"
                player.page.screenshot(path=path, full_page=True)
        player.page.set_viewport_size({"width": 1280, "height": 800})
        player.page.emulate_media(color_scheme="light")


def fold_out(player: Player, text: str) -> Locator:
    """Opens a part by keyboard, and gives its form."""
    summary = player.page.locator("summary", has_text=text).first
    summary.focus()
    player.page.keyboard.press("Enter")
    return summary.locator("xpath=..").locator("form").first


def said(player: Player, text: str) -> None:
    expect(player.page.locator("#said")).to_have_text(text)


def played(player: Player, organisation: str, members: list[str]) -> str:
    """A tournament of the federation between two members, closed; with a case that somebody sends on."""
    terms = invitation(KNOCK_OUT, organisation=organisation, starts_at=1_790_000_000_000)
    id = ask(player, "POST", "/tournaments", title="Forårsopen", invitation=terms)["id"]

    def act(type: str, **fields: Any) -> Any:
        told = ask(player, "POST", f"/tournaments/{id}/actions", action={"type": type, **fields})
        assert "error" not in told, told
        return told

    act("open_entries")
    for person in members:
        entry = act("enter", division="open", members=[person])["events"][0]["entry"]
        act("approve_entry", entry=entry)
        act("check_in", entry=entry)
    act("set_places", places=[{"id": "t1"}])
    act("make_draw", division="open")
    act("announce_draw", division="open", starts_at=0)
    (match,) = ask(player, "GET", f"/tournaments/{id}")["view"]["divisions"][0]["matches"]
    act("call_match", match=match["id"], place="t1")
    act("begin_match", match=match["id"])
    case = act("open_case", rule="T4.4.ix", statement="the cube fell", match=match["id"])["events"][0]["case"]
    act("rule_case", case=case, rule="T4.4.ix", decision="it stands", reason="both saw it")
    act("report_result", match=match["id"], players=match["players"], score=[7, 4])
    for item in ask(player, "GET", f"/tournaments/{id}")["desk"]["now"]:
        if item["kind"] == "confirm":
            ask(player, "POST", f"/tournaments/{id}/actions", action=item["action"])
    act("send_on", case=case, statement="Is that so?")
    act("close_tournament")
    return str(id)


def enter_a_member(player: Player, organisation: str) -> None:
    """At the desk of a tournament of the federation: found by three letters; whoever is suspended is marked (T1.2)."""
    terms = invitation(KNOCK_OUT, organisation=organisation)
    id = ask(player, "POST", "/tournaments", title="Efterår", invitation=terms)["id"]
    ask(player, "POST", f"/tournaments/{id}/actions", action={"type": "open_entries"})
    page = player.go(f"/tournaments/{id}/desk#entries").page
    search, found = page.get_by_label("Find a member"), page.locator(".members li")
    search.fill("dah")
    expect(found).to_contain_text("suspended until")
    expect(found.get_by_role("button")).to_have_count(0)
    search.fill("ann")
    expect(found).to_contain_text("7 · Aarhus")
    picture(player, "members")
    search.press("Enter")
    expect(page.locator("table.entries")).to_contain_text("Anna Ås")
    expect(found).to_contain_text("has entered")
    assert violations_light_and_dark(player) == []
    row = page.locator("table.entries tr", has_text="Anna Ås")
    anna = ask(player, "GET", f"/tournaments/{id}")["view"]["entries"][0]["members"][0]
    out = {"type": "suspend", "person": anna, "rule": "T1.7.i", "reason": "an engine"}
    told = ask(player, "POST", f"/organisations/{organisation}/actions", action=out)
    expect(row).to_contain_text("suspended")  # approved before, and the desk hears of it at once
    expect(page.locator("#now-items")).to_contain_text("Anna Ås is suspended")
    lifted = {"type": "lift_suspension", "suspension": told["events"][0]["suspension"], "reason": "a mistake"}
    ask(player, "POST", f"/organisations/{organisation}/actions", action=lifted)
    expect(row).not_to_contain_text("suspended")


@pytest.mark.rule("T5.4", shows=("asked", "answers"))
def test_a_federation_from_its_founding_to_a_published_ruling(somebody: Somebody, tmp_path: Path) -> None:
    lone = somebody(color_scheme="light", expects=("409",)).go("/organisations")
    ask(lone, "POST", "/account", password="correct horse", name="Lone Holm")
    lone.go("/organisations").ready()
    form = fold_out(lone, "New federation or club")
    form.get_by_label("Name").fill("Dansk Backgammon")
    form.get_by_label("Description").fill("The federation of Danish clubs.")
    lone.page.keyboard.press("Tab")
    lone.page.keyboard.press("Enter")
    lone.page.wait_for_url("**/desk")
    lone.ready()
    id = lone.page.url.split("/")[-2]

    members = tmp_path / "members.csv"
    members.write_text(MEMBERS)
    form = fold_out(lone, "Import a list")
    form.locator("input[type=file]").set_input_files(members)
    form.locator("button").press("Enter")
    said(lone, "3 lines read, 3 changed.")
    expect(lone.page.locator("#rating-list tbody tr")).to_have_count(3)

    form = fold_out(lone, "Suspend somebody")
    form.get_by_label("Who").fill("Carl Dahl (9)")
    form.get_by_label("Reason").fill("threats")
    form.locator("button").press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("T1.2")  # for a time only
    form.get_by_label("Last day").fill("2099-12-31")
    form.locator("button").press("Enter")
    said(lone, "Done.")
    form = fold_out(lone, "Give a licence")
    form.get_by_label("Who").fill("Lone Holm")
    form.locator("button").press("Enter")
    expect(lone.page.locator("section", has=lone.page.locator("#licences"))).to_contain_text("Lone Holm")
    form = fold_out(lone, "New class")
    form.get_by_label("Name").fill("Open")
    form.locator("button").press("Enter")
    expect(lone.page.get_by_text("at least 5 points")).to_be_visible()
    form = fold_out(lone, "New series")
    form.get_by_label("Name").fill("Cup 2026")
    form.get_by_label("How many of the best count").fill("3")
    form.locator("button").press("Enter")
    expect(lone.page.get_by_role("link", name="Cup 2026")).to_be_visible()

    desk = ask(lone, "GET", f"/organisations/{id}")
    people = [person for person, name in desk["names"].items() if name in ("Anna Ås", "Bo Ek")]
    enter_a_member(lone, id)
    tournament = played(lone, id, people)
    ask(
        lone, "POST", f"/organisations/{id}/actions",
        action={"type": "add_to_series", "series": "cup-2026", "tournament": tournament},
    )  # fmt: skip
    lone.go(f"/organisations/{id}/desk").ready()
    expect(lone.page.locator("#inbox + article")).to_contain_text("Is that so?")
    lone.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert violations_light_and_dark(lone) == []
    picture(lone, "organisation-desk-open")
    lone.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = false")
    picture(lone, "organisation-desk")
    form = fold_out(lone, "Answer")
    form.get_by_label("The answer").fill("The ruling is right.")
    form.get_by_label("A decision of principle").check()
    form.locator("button").press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("T5.4")  # published in words that name nobody
    form.get_by_label("What it is about").fill("A cube that fell off the board")
    form.locator("button").press("Enter")
    said(lone, "Done.")

    visitor = somebody(color_scheme="light", expects=("409",)).go(f"/organisations/{id}").ready()
    page = visitor.page
    expect(page.get_by_role("heading", name="Dansk Backgammon")).to_be_visible()
    expect(page.locator("section", has=page.locator("#rulings"))).to_contain_text("A cube that fell off the board")
    expect(page.get_by_role("link", name="Forårsopen")).to_be_visible()
    expect(page.locator("#rating-list tbody tr")).to_have_count(2)
    page.get_by_label("Find a player").fill("anna")
    expect(page.locator("#rating-list tbody tr:visible")).to_have_count(1)
    page.get_by_label("Find a player").fill("nobody at all")
    expect(page.get_by_text("Nobody of that name is on the list.")).to_be_visible()
    page.get_by_label("Find a player").fill("")
    assert violations_light_and_dark(visitor) == []
    picture(visitor, "organisation")
    visitor.go(f"/organisations/{id}/desk")  # officers only
    assert page.url.endswith(f"/organisations/{id}")
    told = ask(visitor, "POST", "/session") and ask(
        visitor, "POST", f"/organisations/{id}/actions", action={"type": "accept_report", "tournament": tournament}
    )
    assert (told["error"]["code"], told["error"]["rule"]) == ("officers_only", "T5.5.ii")
    visitor.go("/organisations")
    assert violations_light_and_dark(visitor) == []
    for who, path in ((visitor, ""), (lone, "/desk")):
        who.page.set_viewport_size({"width": 320, "height": 640})
        who.go(f"/organisations/{id}{path}")
        who.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert who.page.evaluate("document.documentElement.scrollWidth") <= 320, path
