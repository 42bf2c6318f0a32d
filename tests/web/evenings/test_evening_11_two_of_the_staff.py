"""Evening 11: two of the staff at once, each at their own laptop, with nine phones and a projector."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.tournaments.http_tournament import KNOCK_OUT, SWISS, invitation
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import NAMED, Laptop, Phone

OPEN = ("Anna Berg", "Bo Dahl", "Carl Juhl", "Dan Friis", "Eva Holm", "Finn Lund", "Gert Krogh", "Hans Bech")
SIDE = ("Iben Ravn", "Jan Kjær", "Karen Bruun")
MADE = """async ([title, invitation]) => {
  const headers = {"X-Tavl": "1", "Content-Type": "application/json"};
  const body = JSON.stringify({title, invitation});
  return (await (await fetch("/api/v1/tournaments", {method: "POST", body, headers})).json()).id;
}"""


HELD = """() => {
  const usual = window.fetch;
  let go;
  const gate = new Promise((resolve) => (go = resolve));
  window.held = false;
  window.letGo = () => { window.fetch = usual; go(); };
  window.fetch = async (...asked) => {
    if (String(asked[0]).endsWith("/actions")) { window.held = true; await gate; }
    return usual(...asked);
  };
}"""


def enter_at_once(*laptops: Laptop) -> None:
    """Within a second: both have pressed Enter before either was heard."""
    for each in laptops:
        each.page.evaluate(HELD)
        each.press("Enter")
        each.player.until("() => window.held")
    for each in laptops:
        each.page.evaluate("() => window.letGo()")


def typed(laptop: Laptop, text: str, said: str) -> None:
    laptop.quiet().press("r").type(text)
    expect(laptop.page.locator("#line-choices li").first).to_contain_text(said)


def by_hand(ida: Laptop, division: str, pairs: str) -> None:
    ida.page.goto(f"{ida.page.url.split('#')[0]}#draw/{division}")
    ida.page.get_by_text("Drawn by hand").click()
    ida.page.locator("textarea[name=pairs]").fill(pairs)
    ida.page.get_by_label("Witness").fill("Siri Holm")
    ida.page.get_by_label("How it was drawn").fill("lots from a bag")
    ida.page.get_by_role("button", name="Enter the draw").click()
    expect(ida.page.locator("#page")).to_contain_text("by hand: lots from a bag · Witness: Siri Holm")
    ida.page.get_by_role("button", name="Announce", exact=True).click()
    expect(ida.page.locator("#room")).to_be_visible()


def call(ida: Laptop, first: int, last: int) -> None:
    for called in range(first, last + 1):
        ida.press("Space")
        expect(ida.page.locator(".tile.called")).to_have_count(called)


@pytest.mark.soak
@pytest.mark.rule("T4.6")
def test_what_two_of_the_staff_type_at_once_stands_on_both_desks(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 21, 14, 0))
    ida = hall.laptop("Ida Ravn", expects=("409",))
    divisions = ({**KNOCK_OUT}, {**SWISS, "id": "side"})
    id = ida.page.evaluate(MADE, ["Open", invitation(*divisions)])
    ida.at(id).press("Space")  # entries are open
    expect(ida.items.first).to_contain_text("Nothing to do")
    # Jens is appointed at the desk, opens the address on a laptop of their own, and has the desk
    ida.page.get_by_role("button", name="Staff").click()
    ida.pane.get_by_label("Name").fill("Jens Toft")
    ida.pane.get_by_label("Role").select_option("director")
    ida.pane.get_by_role("button", name="Appoint").click()
    address = ida.pane.locator(".code-card a").inner_text()
    jens = hall.laptop(expects=("409",))
    jens.player.go(address)
    jens.page.get_by_role("button", name="This is me").click()
    jens.page.get_by_role("link", name="To the desk").click()
    expect(jens.page.locator("#journal-acts")).to_contain_text("Staff appointed")
    # tables 7 to 10 in the hall, 11 and 12 on the balcony
    ida.act("set_places", places=[{"id": "1"}])
    ida.page.get_by_role("button", name="Rooms and tables").click()
    ida.pane.locator("textarea[name=tables]").fill("Hall: 7-10\nBalcony: 11-12")
    ida.pane.get_by_role("button", name="Set up").click()
    expect(ida.page.locator("#room-tables .tile")).to_have_count(6)
    expect(ida.page.locator("#room-tables .room-title")).to_have_text(["Hall", "Balcony"])
    me = jens.state()["me"]
    for division, names in (("open", OPEN), ("side", SIDE)):
        ida.page.goto(f"{ida.page.url.split('#')[0]}#entries")
        ida.page.get_by_label("New names").fill(", ".join(names))
        ida.page.locator("select[name=division]").select_option(division)
        ida.page.get_by_role("button", name="Enter", exact=True).click()
        expect(ida.page.locator("table.entries")).to_contain_text(names[-1])
    ida.act("enter", division="side", members=[me])
    entry = ida.entry_of("Jens Toft")
    ida.act("approve_entry", entry=entry)
    ida.page.get_by_role("button", name="Everybody is here").click()
    expect(ida.page.get_by_role("button", name="Everybody is here")).to_be_hidden()
    by_hand(ida, "open", "anna, bo\ncarl, dan\neva, finn\ngert, hans")
    call(ida, 1, 4)
    by_hand(ida, "side", "iben, jan\nkaren, jens")
    call(ida, 5, 6)
    expect(ida.tile_of("7")).to_contain_text("Anna Berg")
    screen = hall.projector(id)
    codes = fetched(ida.player, f"/api/v1/tournaments/{id}/places")["places"]
    seats = [("7", "Anna Berg"), ("7", "Bo Dahl"), ("8", "Carl Juhl"), ("8", "Dan Friis"), ("9", "Eva Holm")]
    seats += [("9", "Finn Lund"), ("10", "Gert Krogh"), ("11", "Iben Ravn"), ("12", "Karen Bruun")]
    phones: dict[str, Phone] = {}
    for place, name in seats:
        expects = ("409",) if name == "Anna Berg" else ()
        phones[name] = hall.phone(expects=expects).sit(id, place, codes[place], name).headline(f"Table {place}, now")
    hall.picture("evening-11-desk", ida.page)

    # 1. within a second: neither is published, both stand on the desk with who and when, the next match waits for it
    hall.at("15:10")
    typed(ida, "7a5", "7–5")
    typed(jens, "7b5", "5–7")
    enter_at_once(ida, jens)
    for each in (ida, jens):
        each.quiet()
        each.first("Two results: Anna Berg – Bo Dahl")
    assert phones["Anna Berg"].player is not None
    phones["Anna Berg"].headline("The result is being checked.")
    expect(screen.page.locator(".screen-page.results")).to_have_count(0)
    # 2. the same twice is one result; the desk and both phones confirm each other
    typed(ida, "8a3", "7–3")
    typed(jens, "8a3", "7–3")
    enter_at_once(ida, jens)
    expect(ida.tile_of("8")).to_contain_text("free")
    phones["Carl Juhl"].headline("You wait for table 7.")
    phones["Eva Holm"].won(6).says("You reported 7–6.")
    phones["Finn Lund"].says("Eva Holm reported 6–7.").tap("That is right")
    ida.quiet().press("r").result("9a6", "7–6").quiet()
    expect(ida.tile_of("9")).to_contain_text("free")
    expect(screen.page.locator(".screen-page.results li")).to_have_count(2)
    # 3. the director asks; both cards say Anna 7-5; confirmed
    ida.first("Two results: Anna Berg – Bo Dahl")
    ida.press("Space")
    expect(ida.pane.get_by_role("button", name="This holds")).to_have_count(2)
    for name in ("Ida Ravn 15:10", "Jens Toft 15:10"):
        expect(ida.pane).to_contain_text(name)
    hall.picture("evening-11-two-results", ida.page)
    phones["Anna Berg"].won(5).says("You reported 7–5.")
    phones["Bo Dahl"].says("Anna Berg reported 5–7.").tap("That is right")
    expect(ida.pane.get_by_role("button", name="This holds")).to_have_count(4)
    ida.pane.locator("li", has_text="Ida Ravn").get_by_role("button", name="This holds").click()
    expect(ida.tile_of("7")).to_contain_text("free")
    phones["Carl Juhl"].headline("You are next. Stay near.")
    # 4. undo: only one's own last acts, each with what follows; the draw made since refuses one and says why
    jens.quiet().press("r").result("11a4", "7–4").quiet()
    phones["Karen Bruun"].won(2).says("You reported 7–2.")
    ida.quiet().press("r").result("12a2", "7–2").quiet()
    ida.first("Anna Berg – Carl Juhl")
    jens.space()  # called by Jens
    ida.page.goto(f"{ida.page.url.split('#')[0]}#draw/side")
    ida.page.locator("#page").get_by_role("button", name="Draw round 2").click()
    ida.page.get_by_role("button", name="Announce", exact=True).click()
    expect(ida.page.locator("#room")).to_be_visible()
    jens.press("z")
    expect(jens.pane).to_contain_text("Take back: Called")
    expect(jens.pane.get_by_role("button", name="Undo")).to_be_focused()
    jens.press("Enter")
    expect(jens.pane).to_be_hidden()
    jens.press("z")
    expect(jens.pane).to_contain_text("Take back: Result")
    expect(jens.pane.locator(".problem")).to_contain_text("draw of round 2")
    hall.picture("evening-11-undo-refused", jens.page)
    jens.press("Escape")
    # 5. a player at the desk's API, a director in their own match, a spectator at a table
    roles(hall, ida, jens, phones)
    # out: every act is under its person's name
    _, log = ida.tournament()
    assert {log.names[each.person] for each in log.events if each.person} >= {"Ida Ravn", "Jens Toft", "Eva Holm"}


def roles(hall: Any, ida: Laptop, jens: Laptop, phones: dict[str, Phone]) -> None:
    path = f"/api/v1/tournaments/{ida.id}/actions"
    match = next(each for each in ida.matches() if each["where"] == "ready")
    anna = phones["Anna Berg"].player
    told = fetched(anna, path, {"type": "call_match", "match": match["id"], "place": "7"})["error"]
    assert (told["code"], told["rule"]) == ("not_your_role", "T1.3.i")
    # Jens plays in the second round of the side event, and their opponent calls the director
    own = next(
        each for each in ida.matches() if each["where"] == "ready" and ida.entry_of("Jens Toft") in each["players"]
    )
    ida.act("call_match", match=own["id"], place="12")
    ida.act("open_case", rule="T4.7", statement="5-4", match=own["id"])
    expect(jens.items.filter(has_text="Your own case")).to_have_count(1)
    assert "Your own case" not in jens.items.first.inner_text()
    case = next(each["id"] for each in ida.state()["view"]["cases"])
    ruling = {"case": case, "rule": "T4.7", "decision": "5-4", "reason": "the card"}
    assert jens.refused("rule_case", **ruling) == ("party_cannot_rule", "T5.1")
    ida.first("Dispute")
    hall.picture("evening-11-own-case", jens.page)
    spectator = hall.somebody(390, 844, expects=("409",)).go(f"/tournaments/{ida.id}")
    spectator.page.evaluate(NAMED, "Siri")
    report = {"type": "report_result", "match": own["id"], "players": own["players"], "score": [7, 5]}
    told = fetched(spectator, path, report)["error"]
    assert (told["code"], told["rule"]) == ("not_your_role", "T1.6.i")
