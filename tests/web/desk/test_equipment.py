"""Equipment and requests on the pages: the inventory, a demand on a phone, the desk's list, an answer that is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.desk.test_cases import MATCH, Evening
from tests.web.officiating.test_officiating import deed, send, sheet
from tests.web.organisation.test_organisation import ask


@pytest.mark.soak
@pytest.mark.rule("T3.3", "T1.6.iv")
def test_an_inventory_a_demand_and_a_request_that_is_answered(somebody: Somebody) -> None:
    evening = Evening(somebody)
    pane = evening.desk("tables/").page.locator("#pane")
    pane.get_by_text("Boards, cups, dice and boxes").click()
    pane.get_by_label("Sets of precision dice that can be lent").fill("1")
    pane.get_by_label("Tables with lipped cups").fill("1")
    pane.get_by_label("Sizes of boards").fill("1: 50 × 60")
    found = {"tables": violations_light_and_dark(evening.ida)}
    pane.get_by_role("button", name="Set up").click()
    expect(pane.get_by_role("button", name="Set up")).to_have_count(0)
    phone = evening.me(evening.one).page
    card = phone.locator("section", has_text="Equipment and requests")
    card.get_by_text("Demand equipment").click()
    card.get_by_role("button", name="Precision dice").click()
    expect(card).to_contain_text("At your board: Precision dice")
    evening.act(evening.ida, "begin_match", match=MATCH)
    card.get_by_text("Ask the director for something").click()
    card.get_by_label("Reason").fill("two of them whisper")
    card.get_by_role("button", name="Ask the director").click()
    expect(card).to_contain_text("The director has your request")
    found["phone"] = violations_light_and_dark(evening.one)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    item = evening.desk("").page.locator("#now-items > li").first
    expect(item).to_contain_text("spectators should leave the match")
    item.get_by_role("button", name="Answer").click()
    pane = evening.ida.page.locator("#pane")
    expect(pane).to_contain_text("two of them whisper")
    section = pane.locator("section", has_text="spectators should leave the match")
    section.get_by_label("Answer").select_option("no")
    section.get_by_label("Reason").fill("nobody stands near you")
    found["match"] = violations_light_and_dark(evening.ida)
    section.get_by_role("button", name="Answer").click()
    expect(card).to_contain_text("Not granted: spectators should leave the match. nobody stands near you")
    assert {part: problems for part, problems in found.items() if problems} == {}


@pytest.mark.soak
@pytest.mark.rule("T3.3", "T3.5.i", "T4.7", "T2.3.ii")
def test_what_somebody_wants_in_all_matches_score_boards_and_a_call_from_the_board(somebody: Somebody) -> None:
    evening = Evening(somebody)
    phone = evening.me(evening.one).page
    mine = phone.locator("section", has_text="Equipment in all matches")
    mine.get_by_text("Equipment in all matches").click()
    mine.get_by_label("Precision dice").check()
    found = {"phone": violations_light_and_dark(evening.one)}
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    person = ask(evening.one, "GET", "/me")["id"]
    state = ask(evening.ida, "GET", f"/tournaments/{evening.id}")
    assert state["prefers"] == {person: ["precision_dice"]}
    assert ask(evening.two, "GET", f"/tournaments/{evening.id}")["prefers"] == {}  # nobody else's to read
    entry = next(each["id"] for each in state["view"]["entries"] if person in each["members"])
    pane = evening.desk(f"entry/{entry}").page.locator("#pane")
    pane.get_by_text("Equipment in all matches").click()
    expect(pane.get_by_label("Precision dice")).to_be_checked()
    pane.get_by_label("Clock").check()
    found["entry"] = violations_light_and_dark(evening.ida)

    pane = evening.desk("tables/").page.locator("#pane")
    expect(pane).to_contain_text("Score boards are used where both players agree.")
    section = pane.locator("section", has_text="Score boards")
    section.get_by_label("Reason").fill("so that everybody sees it")
    section.get_by_role("button", name="Require score boards").click()
    expect(pane).to_contain_text("A score board is used in every match.")
    found["tables"] = violations_light_and_dark(evening.ida)

    evening.act(evening.ida, "provide_device", match=MATCH)
    table = ask(evening.one, "POST", f"/tournaments/{evening.id}/tables", match=MATCH)["table"]
    evening.one.go(f"/t/{table}").ready()
    deed(evening.one, "ask_director").click()
    sheet(evening.one).get_by_label("Why?").fill("There is noise.")
    send(evening.one)
    item = evening.desk("").page.locator("#now-items > li", has_text="the director should come")
    expect(item).to_contain_text("Table 1")
    found["desk"] = violations_light_and_dark(evening.ida)
    item.get_by_role("button", name="Open the table").click()
    evening.ida.page.wait_for_url(f"**/t/{table}")
    assert {part: problems for part, problems in found.items() if problems} == {}
