"""Evening 12: paper. Everything is printed, a pile is typed twice, lots come from a bag."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.web.companion.companion_table import CUT
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import Hall, Laptop
from tests.web.tournament.pdf import pages_of
from tests.web.tournament.tournaments import name

PRINTS = "window.printed = []; window.print = () => window.printed.push([...document.querySelectorAll('.a4')]" + (
    ".filter((one) => !one.hidden).map((one) => one.querySelectorAll('.score-card').length));"
)


def helper(hall: Hall, ida: Laptop, who: str) -> Laptop:
    """Appointed at the desk, on a laptop of their own."""
    (person,) = ida.page.evaluate(
        """async ([id, name]) => {
          const headers = {"X-Tavl": "1", "Content-Type": "application/json"};
          const body = JSON.stringify({names: [name]});
          const answer = await fetch(`/api/v1/tournaments/${id}/people`, {method: "POST", body, headers});
          return (await answer.json()).people;
        }""",
        [ida.id, who],
    )
    ida.act("appoint", person=person["id"], role="helper")
    other = hall.laptop()
    other.player.go(f"/tournaments/{ida.id}/me?code={person['code']}")
    other.page.get_by_role("button", name="This is me").click()
    other.page.get_by_role("link", name="To the desk").click()
    expect(other.items.first).to_be_visible()
    return other


@pytest.mark.soak
def test_print_all_and_a_pile_of_fourteen(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 22, 10, 0))
    ida = hall.laptop()
    ida.new("elimination", tuple(name(n) for n in range(64)), length=7)
    ida.draw_and_announce()
    ida.page.get_by_role("button", name="Rooms and tables").click()
    ida.pane.locator("textarea[name=tables]").fill("Hall: 1-16")
    ida.pane.get_by_role("button", name="Set up").click()
    expect(ida.page.locator("#room-tables .tile")).to_have_count(16)
    # 1. "Print all": 1 + 4 + 8 sheets and the lists
    paper = ida.player.context.new_page()
    paper.add_init_script(PRINTS)
    for language in ("en", "da", "sv", "nb"):
        paper.goto(f"{hall.server.url}/tournaments/{ida.id}/paper?language={language}")
        paper.wait_for_selector("html[data-ready]", state="attached")
        kinds = paper.locator(".a4").evaluate_all("all => all.map((one) => one.dataset.kind)")
        assert [kinds.count(kind) for kind in ("draw", "tables", "cards")] == [1, 4, 8]
    pages = pages_of(paper.pdf(prefer_css_page_size=True))
    assert len(pages) == len(kinds)
    assert min(size for page in pages for size in page.sizes) >= 7
    paper.get_by_role("button", name="Skriv ut alt").click()
    assert paper.evaluate("printed.length") == 1
    hall.picture("evening-12-paper", paper)
    for called in range(16):
        ida.press("Space")
        expect(ida.page.locator(".tile.called")).to_have_count(called + 1)
    expect(ida.items.first).to_contain_text("Nothing to do")
    hall.picture("evening-12-desk", ida.page)
    # 2. the network is gone: told to, the desk makes the sheets of what comes next by itself, before they are needed
    codes = fetched(ida.player, f"/api/v1/tournaments/{ida.id}/places")["places"]
    phones = [hall.phone(expects=(*CUT, "WebSocket")) for _ in range(9)]
    for table, phone in enumerate(phones, start=1):
        phone.sit(ida.id, str(table), codes[str(table)], ida.tile(table).locator(".names span").first.inner_text())
    for phone in phones:
        phone.player.context.set_offline(True)
    phones[0].says("Not connected.")
    hall.picture("evening-12-phone-offline", phones[0].page)
    paper.locator("#by-itself").check()
    kai, jens = helper(hall, ida, "Kai Lund"), helper(hall, ida, "Jens Toft")
    # 3. 14 results are typed from a pile: table, score, Enter; a second person retypes, a difference stops the cursor
    hall.at("11:20")
    pile = [(table, "ab"[table % 2], table % 7) for table in range(1, 15)]
    kai.press("r")
    kai.page.get_by_label("A second person checks").check()
    kai.page.locator("#line-text").focus()
    kai.keys = 0
    for table, side, lost in pile:
        kai.result(f"{table}{side}{lost}", "7")
    assert kai.keys == 14 * 4 + 5  # tables 10 to 14 have a digit more
    expect(ida.page.locator(".tile.reported")).to_have_count(14)
    hall.picture("evening-12-pile", kai.page)
    jens.press("r")
    for table, side, lost in pile:
        if table == 4:
            jens.type(f"4{side}6")
            expect(jens.page.locator("#line-choices li.wrong").first).to_contain_text("differs: Kai Lund typed")
            jens.press("Enter")
            expect(jens.page.locator("#line-said")).to_contain_text("Look at the card")
            hall.picture("evening-12-stopped", jens.page)
            assert jens.page.evaluate("document.activeElement.value") == f"4{side}6"
            assert len(jens.details("4")["reports"]) == 1  # nothing was sent
        jens.result(f"{table}{side}{lost}", "7")  # what was selected is typed over
    expect(ida.page.locator(".tile.reported")).to_have_count(0)
    over = [match for match in ida.matches() if match["where"] == "done"]
    assert len(over) == 14
    # what comes next was printed by itself: a card for every match that can be played now, four a sheet
    for phone in phones:
        phone.player.context.set_offline(False)
    ready = {match["id"] for match in ida.matches() if match["round"] == 2 and match["where"] == "ready"}
    assert ready
    cards = paper.evaluate("printed.slice(1).flat().reduce((sum, n) => sum + n, 0)")
    assert cards == len(ready)
    for phone in phones:
        phone.says("Played")
    assert hall.people


@pytest.mark.soak
def test_lots_from_a_bag_are_typed_as_they_fell(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 22, 18, 0))
    ida = hall.laptop(expects=("409",))
    ida.new("elimination", ("Anna", "Bo", "Carl", "Dan", "Eva", "Finn"))
    ida.press("d")
    ida.page.get_by_text("Drawn by hand").click()
    form = ida.page.locator("form", has=ida.page.locator("textarea[name=pairs]"))
    # only what no draw may have is refused: one player twice, two byes together
    form.locator("textarea[name=pairs]").fill("carl\nanna, anna\nfinn, bo\ndan")
    form.get_by_label("Witness").fill("Siri Holm")
    form.get_by_label("How it was drawn").fill("lots from a bag")
    form.get_by_role("button", name="Enter the draw").click()
    expect(ida.page.locator("#toast")).to_be_visible()
    entry = ida.entry_of
    pairs = [[entry("Anna"), entry("Bo")], [entry("Carl"), entry("Dan")], [entry("Eva"), entry("Finn")], [None, None]]
    assert ida.refused("enter_draw", division="open", pairs=pairs, reason="a bag")[1]
    # byes and pairs as they fell
    form.locator("textarea[name=pairs]").fill("carl\nanna, eva\nfinn, bo\ndan")
    form.get_by_role("button", name="Enter the draw").click()
    expect(ida.page.locator("#page")).to_contain_text("2 byes: Carl, Dan")
    expect(ida.page.locator("#page .warning")).to_have_text("by hand: lots from a bag · Witness: Siri Holm")
    hall.picture("evening-12-by-hand", ida.page)
    ida.page.get_by_role("button", name="Announce", exact=True).click()
    expect(ida.page.locator("#room")).to_be_visible()
    public = hall.somebody(390, 844).go(f"/tournaments/{ida.id}")
    expect(public.page.locator(".by-hand").first).to_contain_text("by hand")
    expect(public.page.locator("#live-parts")).to_contain_text("witness: Siri Holm")
