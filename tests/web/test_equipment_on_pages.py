"""Equipment and requests on the pages: the inventory, a demand on a phone, the desk's list, an answer that is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Somebody
from tests.web.test_cases_on_pages import MATCH, Evening
from tests.web.test_pages import violations_light_and_dark


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
