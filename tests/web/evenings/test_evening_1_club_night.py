"""Evening 1: a club night, names only, on a laptop, nine phones and a projector."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from tavl.rating.counted_matches import Member, Members, NotRatedReason, Rules
from tavl.rating.rating_list import compute
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.standings.results_table import night_of, rated
from tavl.tournament.standings.series import PointRules, night_points
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import Hall, Phone

LAST_WEEK = ("Anna", "Bo", "Carl", "Dan", "Eva", "Finn", "Gert", "Hans", "Iben", "Jan", "Ole", "Petra", "Rune")
HERE = LAST_WEEK[:11]
NEW = ("Lise", "Mads")  # guests
MIN_MATCH_MINUTES = 45  # minutes of a match; they last up to twelve more, as their number says


class Night:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.desk = hall.laptop(expects=("409",))
        self.running: dict[str, int] = {}
        self.begun = 0
        self.waited: dict[str, int] = {}
        self.left = False

    def minute(self, time: int) -> str:
        return f"{time // 60:02}:{time % 60:02}"

    def call_all(self, now: int) -> None:
        """As long as the desk proposes to call or to pair, Space."""
        while self.desk.items.locator("[data-name=do]").first.is_visible():
            text = self.desk.items.first.inner_text()
            if "Call" not in text and "Draw" not in text:
                break
            self.desk.space()
        for match in self.desk.matches():
            if match["where"] == "called" and match["place"] not in self.running:
                self.running[match["place"]] = now + MIN_MATCH_MINUTES + self.begun * 7 % 13
                self.begun += 1

    def until(self, time: int) -> None:
        while self.running and min(self.running.values()) <= time:
            place = min(self.running, key=lambda place: (self.running[place], int(place)))
            now = self.running.pop(place)
            self.hall.at(self.minute(now))
            names = self.desk.tile(int(place)).locator(".names span").all_inner_texts()
            side = self.winner(names)
            self.desk.press("r").result(f"{place}{'ab'[side]}3", "–").quiet()
            if "Ole" in names and now >= 20 * 60 + 45 and not self.left:
                self.leave("ole")
            self.call_all(now)
        self.hall.at(self.minute(time))

    def winner(self, names: list[str]) -> int:
        """Anna wins her first three, and loses what comes after."""
        if "Anna" not in names:
            return 0
        state = self.desk.state()
        anna = self.desk.entry_of("Anna")
        wins = sum(match["where"] == "done" and anna in match["players"] for match in self.desk.matches(state))
        return names.index("Anna") if wins < 3 else 1 - names.index("Anna")

    def leave(self, letters: str) -> None:
        keys = self.desk.keys
        self.desk.press("/").type(f"{letters}-")
        expect(self.desk.page.locator("#line-choices li").first).to_contain_text("leaves")
        self.desk.press("Enter")
        expect(self.desk.pane.get_by_role("button", name="Withdraw")).to_be_focused()
        self.desk.press("Enter")
        expect(self.desk.pane).to_be_hidden()
        assert self.desk.keys - keys == 7
        self.left = True


@pytest.mark.soak
def test_a_club_night_from_the_ticked_list_to_the_last_start(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 10, 19, 0), lots="night 50")
    night = Night(hall)
    desk = night.desk
    desk.new("club_night", LAST_WEEK, length=5)
    hall.at("2026-11-17 19:00")

    # 1. last week's list is ticked, two new names are typed
    desk.player.go("/tournaments/new")
    expect(desk.page.locator("#like")).to_be_visible()
    desk.keys = 0
    desk.page.get_by_label("Like last time").select_option(index=1)
    desk.keys += 2
    for name in HERE:
        desk.page.locator("#known label").filter(has_text=name).click()
    desk.page.get_by_label("New names").fill(", ".join(NEW))
    expect(desk.page.locator("#count")).to_have_text("13")
    # 2. "Start", and six pairs and one who waits are on the big screen
    desk.click(desk.page.get_by_role("button", name="Start"))
    desk.page.wait_for_url("**/desk")
    expect(desk.items).to_have_count(6)
    screen = hall.projector(desk.id)
    desk.keys += 1  # the big screen is a link at the desk
    for calls in range(6):
        desk.press("Space")
        expect(desk.page.locator(".tile.called")).to_have_count(calls + 1)
    assert desk.keys <= 20
    expect(screen.page.locator(".screen-page.called").first.locator("li")).to_have_count(6)
    expect(screen.page.locator(".screen-page.waiting li")).to_have_count(1)
    assert desk.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    hall.picture("evening-1-desk", desk.page)
    hall.picture("evening-1-screen", screen.page)
    # the button that makes the night a sanctioned one is there before the first match, and asks for a licence
    desk.page.goto(f"{desk.page.url}#report")
    expect(desk.page.get_by_role("button", name="Make it a sanctioned one")).to_be_visible()
    desk.page.goto(desk.page.url.replace("#report", "#"))

    codes = fetched(desk.player, f"/api/v1/tournaments/{desk.id}/places")["places"]
    phones = [hall.phone() for _ in range(9)]
    seated: dict[str, Phone] = {}
    for phone, (table, side) in zip(phones, [(n // 2 + 1, n % 2) for n in range(9)], strict=True):
        name = desk.tile(table).locator(".names span").nth(side).inner_text()
        seated[name] = phone.sit(desk.id, str(table), codes[str(table)], name).headline(f"Table {table}, now")
    hall.picture("evening-1-phone", phones[0].page)

    night.call_all(19 * 60)
    # 3. and 4. who waits plays whoever comes free; Kim joins at 20:10
    night.until(20 * 60 + 10)
    waits = screen.page.locator(".screen-page.waiting li .text").all_inner_texts()
    assert len(waits) == 1
    keys = desk.keys
    desk.press("c").type("kim")
    expect(desk.page.locator("#line-choices li").first).to_contain_text("Enter Kim")
    desk.press("Enter")
    expect(desk.page.locator("#line-said")).to_contain_text("is here")
    assert desk.keys - keys == 5
    desk.quiet()
    night.call_all(20 * 60 + 10)
    kim = desk.entry_of("Kim")
    (met,) = [match for match in desk.matches() if kim in match["players"]]
    state = desk.state()
    other = next(entry for entry in met["players"] if entry != kim)
    assert next(state["names"][e["members"][0]] for e in state["view"]["entries"] if e["id"] == other) == waits[0]
    expect(screen.page.locator(".screen-page.waiting")).to_have_count(0)
    # 5. the last start is at 21:35; a minute later the desk proposes to finish, without anybody's doing
    night.until(21 * 60 + 35)
    assert night.left
    assert not desk.items.filter(has_text="Finish").count()
    hall.at("21:36")
    desk.first("Finish the evening")
    code = desk.refused("make_draw", division="open")
    assert code == ("too_late_to_start", "T2.2.i")
    hall.picture("evening-1-finish", desk.page)
    night.until(22 * 60 + 30)
    for phone in seated.values():
        phone.says("Played")
    # 6. 22 matches, 5 of them with a guest
    state, log = desk.tournament()
    flow = flow_of(state)
    names = {entry.members[0]: log.names.get(entry.members[0], "") for entry in state.entries.values()}
    people = desk.state()["names"]
    over = list(rated(flow))
    guests = {person for person in names if people[person] in NEW}
    assert len(over) == 22
    assert sum(bool(guests & {*m.winners, *m.losers}) for m in over) == 5
    members = Members(members=tuple(Member(person=person) for person in names if person not in guests))
    club = compute(over, members, Rules(sanctioned_only=False)).lines
    assert [line.because for line in club if not line.counts] == [NotRatedReason.GUEST] * 5
    assert {line.because for line in compute(over, members, Rules()).lines} == {NotRatedReason.UNSANCTIONED}
    anna = next(person for person in names if people[person] == "Anna")
    assert night_points(night_of(flow, "open", "tuesday"), PointRules(coming=1, win=1))[anna] == 4
    # the button is gone, and the evening is closed
    desk.page.goto(f"{desk.page.url.split('#')[0]}#report")
    expect(desk.page.get_by_role("button", name="Make it a sanctioned one")).to_be_hidden()
    desk.click(desk.page.get_by_role("button", name="Close the tournament"))
    expect(desk.page.locator("#page .lead")).to_have_text("The tournament is closed.")
    for phone in phones:
        phone.headline("The tournament is over.")
    desk.three_checks()
