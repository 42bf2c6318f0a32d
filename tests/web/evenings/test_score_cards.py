"""Two phones at one board: each keeps its own card, and both see after each game whether the cards agree (T4.7)."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from tests.server.tournaments.http_tournament import KNOCK_OUT, invitation
from tests.web.companion import companion_table
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.test_evening_11_two_of_the_staff import MADE


@pytest.mark.soak
@pytest.mark.rule("T4.7")
def test_cards_that_differ_are_shown_side_by_side_on_both_phones_and_the_director_is_one_press_away(
    make_hall: MakeHall,
) -> None:
    hall = make_hall(datetime(2026, 11, 21, 18, 0))
    ida = hall.laptop("Ida Ravn")
    ida.of(ida.page.evaluate(MADE, ["Open", invitation(KNOCK_OUT)]))
    ida.act("open_entries")
    ida.act("set_places", places=[{"id": "1"}])
    ida.enter("open", "Anna Vang", "Bo Vang")
    ida.act("make_draw", division="open")
    ida.act("announce_draw", division="open", starts_at=hall.ms("18:00"))
    (match,) = ida.matches()
    ida.act("call_match", match=match["id"], place="1")
    ida.act("provide_device", match=match["id"], on=True)
    code = fetched(ida.player, f"/api/v1/tournaments/{ida.id}/places")["places"]["1"]
    cards = []
    for who in ("Anna Vang", "Bo Vang"):
        phone = hall.phone(expects=companion_table.CUT).sit(ida.id, "1", code, who)
        phone.tap("Score card and clock")
        phone.page.wait_for_url("**/companion/en")
        phone.player.ready()
        phone.page.locator("#choice button[type=submit]").tap()
        cards.append(companion_table.Phone(phone.player))
    anna, bo = cards
    anna.won(0, 1)
    bo.won(1, 1)
    expect(bo.dialog("between")).to_contain_text("Both score cards say 0–1.")
    hall.at("18:01")
    expect(anna.dialog("between")).to_contain_text("Both score cards say 1–0.")
    for card, winner, size in ((anna, 0, 2), (bo, 1, 1)):
        card.next_game()
        card.won(winner, size)
    told = bo.dialog("between")
    expect(told).to_contain_text("The score cards differ after game 2 (T4.7).")
    expect(told.locator(".two-cards .differs td")).to_have_text(["2", "0–2", "0–3"])
    expect(told).to_contain_text("the card of Bo Vang, who is behind, decides if it is clear")
    hall.at("18:02")
    expect(anna.dialog("between").locator(".two-cards .differs td")).to_have_text(["2", "3–0", "2–0"])
    hall.picture("score-cards-differ", anna.page)
    told.get_by_role("button", name="Call the director").tap()
    expect(told).to_contain_text("The director is called. Leave everything as it is.")
    (case,) = ida.state()["view"]["cases"]
    assert "The score cards differ after game 2. Bo Vang: 0–2. Anna Vang: 0–3." in str(case)
    # whoever is wrong enters it again, and nothing has held up the play
    anna.dialog("between").locator("[data-undo]").tap()
    anna.won(0, 1)
    expect(anna.dialog("between")).to_contain_text("Both score cards say 2–0.")
    anna.next_game()
