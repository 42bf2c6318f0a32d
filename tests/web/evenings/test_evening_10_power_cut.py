"""Evening 10: the power goes in round 4 with twenty matches on; a laptop, nine phones and a projector."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from tavl.tournament.acts import LatePenaltyGiven, OutageStated
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.matches.lateness import owed
from tavl.tournament.standings.results_table import rated
from tests.server.tournaments.http_tournament import SWISS, invitation
from tests.web.companion import companion_table
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import Hall, Laptop, Phone
from tests.web.evenings.test_evening_11_two_of_the_staff import MADE
from tests.web.tournament.tournaments import name

CUT = (*companion_table.CUT, "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")
DIVISIONS = ({**SWISS, "rounds": 5}, {"id": "side", "stages": [{"id": "main", "length": 5}]})


def fourth_round(hall: Hall) -> Laptop:
    """Forty players, three rounds over; a side event of four has not been drawn. Nobody looks on meanwhile."""
    ida = hall.laptop("Ida Ravn", expects=CUT)
    ida.of(ida.page.evaluate(MADE, ["Open", invitation(*DIVISIONS, late_by_itself=True)]))
    ida.act("open_entries")
    ida.act("set_places", places=[{"id": str(n)} for n in range(1, 23)])
    ida.act("set_standing_confirmation", on=True)
    ida.enter("open", *(name(n) for n in range(40)))
    ida.enter("side", "Anna Zahle", "Bo Zahle", "Carl Zahle", "Dan Zahle")
    for begins in ("12:00", "13:00", "14:00"):
        hall.at(begins)
        next_round(ida, hall.ms(begins))
        for match in ready(ida):
            score = {"match": match["id"], "players": match["players"], "score": [7, 3]}
            ida.act("report_result", **score, confirms=True)
    hall.at("15:00")
    next_round(ida, hall.ms("15:00"))
    for number, match in enumerate(ready(ida), start=1):
        if number == 20:
            hall.at("15:40")
        ida.act("call_match", match=match["id"], place=str(number))
        if number < 20:
            ida.act("begin_match", match=match["id"])
    return ida.at(ida.id)


def ready(ida: Laptop) -> list[dict[str, Any]]:
    return [match for match in ida.matches() if match["where"] == "ready"]


def next_round(ida: Laptop, starts: int) -> None:
    ida.act("make_draw", division="open")
    ida.act("announce_draw", division="open", starts_at=starts)


def side(ida: Laptop) -> Any:
    (found,) = [each for each in ida.state()["view"]["divisions"] if each["id"] == "side"]
    return [(match["id"], match["players"]) for match in found["matches"]]


def card_of(phone: Phone, other: Phone) -> companion_table.Phone:
    """The score card and clock of the match, which lies beside the board because the opponent has agreed to it."""
    phone.page.get_by_role("button", name="to agree to my phone").tap()
    other.tap("Agree")
    phone.tap("Score card and clock")
    phone.page.wait_for_url("**/companion/en")
    card = companion_table.Phone(phone.player)
    phone.player.ready()
    phone.page.locator("#choice button[type=submit]").tap()
    expect(phone.page.locator("#table")).to_be_visible()
    return card.stored()


def seven_points(card: companion_table.Phone) -> None:
    """Two backgammons, and the Crawford game."""
    for size in (3, 3, 1):
        card.won(0, size)
        if size == 3:
            card.next_game()
    expect(card.dialog("final").locator("#final-score")).to_have_text("7–0")


@pytest.mark.soak
@pytest.mark.rule("T2.2.iv")
def test_a_power_cut_costs_nobody_a_result_or_a_minute(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 21, 11, 0))
    ida = fourth_round(hall)
    screen = hall.projector(ida.id, expects=CUT)
    won_on_paper = ida.tile(4).locator(".names span").nth(1).inner_text()
    codes = fetched(ida.player, f"/api/v1/tournaments/{ida.id}/places")["places"]
    phones: dict[tuple[int, int], Phone] = {}
    for table, side_of in ((1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (5, 0), (20, 0)):
        who = ida.tile(table).locator(".names span").nth(side_of).inner_text()
        phones[table, side_of] = hall.phone(expects=CUT).sit(ida.id, str(table), codes[str(table)], who)
    ended_there = {table: ida.tile(table).locator(".names span").first.inner_text() for table in range(1, 6)}
    cards = [card_of(phones[table, 0], phones[table, 1]) for table in (1, 2)]
    # somebody is not there, and three minutes later the laptop dies, with a draw made and not announced
    hall.at("15:41")
    absent = ida.tile(20).locator(".names span").nth(1).inner_text()
    phones[20, 0].tap(f"{absent} is not here")
    expect(ida.items.filter(has_text=f"{absent} is not there")).to_be_visible()
    hall.at("15:42:10")
    ida.page.goto(f"{ida.page.url.split('#')[0]}#draw/side")
    ida.page.locator("#page").get_by_role("button", name="Draw", exact=True).click()
    expect(ida.page.get_by_role("button", name="Announce", exact=True)).to_be_visible()
    drawn, before = side(ida), ida.state()["version"]
    assert len(drawn) == 3
    hall.power_off()
    # 2. the phones say so and go on: three matches end on phones, two on paper
    for seat in ((1, 1), (3, 0), (3, 1), (4, 0), (20, 0)):
        phones[seat].says("Not connected.")
    expect(ida.page.locator("#offline")).to_be_visible()
    phones[4, 0].tap("Call the director")
    phones[4, 0].page.locator("textarea[name=statement]").fill("the cube shows 2")
    hall.at("15:43:30")
    seven_points(cards[0])
    hall.at("15:44:30")
    seven_points(cards[1])
    hall.at("15:46")
    phones[3, 0].won(5).says("7–5")
    phones[3, 1].won(5, mine=False).says("It will be handed in when the server is back.")
    hall.picture("evening-10-phone", phones[3, 1].page)
    hall.picture("evening-10-desk", ida.page)
    for card in cards:
        card.page.locator("#report-result").tap()
        expect(card.page.locator("#hand-in-words")).to_contain_text("Nothing is lost")
    hall.picture("evening-10-card", cards[0].page)
    # 3. the desk is back, and the phones hand in by themselves
    hall.at("15:48")
    hall.power_on()
    expect(ida.page.locator("#offline")).to_be_hidden()
    expect(ida.page.get_by_role("button", name="Announce", exact=True)).to_be_visible()
    for table in (1, 2):
        phones[table, 0].says("You reported 7–0.")
        phones[table, 1].tap("That is right")
    for table in (1, 2, 3):
        expect(ida.tile(table)).to_contain_text("free")
    expect(phones[4, 0].page.locator("textarea[name=statement]")).to_have_value("the cube shows 2")
    # 4. what ended on paper is typed with its own time
    ida.page.goto(f"{ida.page.url.split('#')[0]}#")
    ida.quiet().press("r").result("4b3 @15:45", "3–7").result("5a4 @15:47", "7–4").quiet()
    for table in range(1, 6):
        expect(ida.tile(table)).to_contain_text("free")
        expect(screen.page.locator(".screen-page.results")).to_contain_text(ended_there[table])
    hall.picture("evening-10-screen", screen.page)
    # out: nothing is lost, the draw is the same, nobody is late for the cut, and what ended first is rated first
    assert side(ida) == drawn
    ida.page.goto(f"{ida.page.url.split('#')[0]}#draw/side")
    ida.page.get_by_role("button", name="Announce", exact=True).click()
    expect(ida.page.locator("#room")).to_be_visible()
    assert side(ida) == drawn
    state, log = ida.tournament()
    assert len([each for each in log.events if each.version <= before]) == before
    flow = flow_of(state)
    (outage,) = [each.event for each in log.events if isinstance(each.event, OutageStated)]
    assert (outage.since, outage.until) == (hall.ms("15:42:10"), hall.ms("15:48"))
    called = next(each for each in flow.of("open") if each.match.absences)
    ((gone, _),) = called.match.absences.items()
    assert owed(state, flow, called, gone, hall.ms("15:49"))[1] == (2 * 60 + 10 + 60) * 1000
    assert not any(isinstance(each.event, LatePenaltyGiven) for each in log.events)
    over = [each for each in rated(flow) if each.ended > hall.ms("15:42")]
    winners = [log.names.get(each.winners[0]) or ida.state()["names"][each.winners[0]] for each in over]
    assert winners == [ended_there[1], ended_there[2], won_on_paper, ended_there[3], ended_there[5]]
    assert [over[2].ended, over[4].ended] == [hall.ms("15:45"), hall.ms("15:47")]
    ida.three_checks()
