"""Evening 3: a DBF open of 40 with consolation and last chance, from the first entry to the report: a laptop, nine
phones and a projector. Who is Ole, Anna, Freja or Lars is whoever the draw makes them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from tavl.rating import Standing as Rating
from tavl.rating.counted_matches import Member, Members, Rules
from tavl.rating.rating_list import compute
from tavl.rules.codec import to_json
from tavl.rules.profile import DBF_TOURNAMENT
from tavl.tournament import acts
from tavl.tournament.draws.lots import promise
from tavl.tournament.invitation import Invitation
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.report.report import report
from tavl.tournament.standings.results_table import finish, rated
from tavl.tournament.state import Tournament
from tests.tournament.desk import knock_out, kr
from tests.tournament.evenings.open_with_consolation import OPEN
from tests.web.desk.test_desk import fetched
from tests.web.evenings.conftest import MakeHall
from tests.web.evenings.laptop_and_phones import Hall, Laptop, Phone
from tests.web.evenings.test_evening_11_two_of_the_staff import MADE
from tests.web.tournament.tournaments import name

PER = name(15)
TYPED = tuple(name(n) for n in range(39))
CODE = """async ([id, person]) => {
  const asked = {method: "POST", headers: {"X-Tavl": "1"}};
  return (await (await fetch(`/api/v1/tournaments/${id}/people/${person}/code`, asked)).json()).code;
}"""


class Evening:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.ida: Laptop = hall.laptop("Ida Ravn", expects=("409",))
        terms = Invitation(
            profile=DBF_TOURNAMENT,
            divisions=(OPEN, knock_out("intermediate", level=1)),
            observer_fee=kr(200),
            sanctioned=False,
        )
        self.id = self.ida.page.evaluate(MADE, ["DBF Open", json.loads(to_json(terms))])
        self.ida.at(self.id)
        self.known: dict[str, str] = {}
        self.phones = [hall.phone(expects=("409",)) for _ in range(9)]

    # looking

    def matches(self, stage: str = "", round: int = 0, where: str = "") -> list[dict[str, Any]]:
        return [
            match
            for match in self.ida.matches()
            if match["id"].startswith("open/")
            and (not stage or match["stage"] == stage)
            and (not round or match["round"] == round)
            and (not where or match["where"] == where)
        ]

    def match(self, id: str) -> dict[str, Any]:
        return next(match for match in self.ida.matches() if match["id"] == id)

    def name(self, entry: str) -> str:
        if entry not in self.known:
            state = self.ida.state()
            self.known = {each["id"]: state["names"][each["members"][0]] for each in state["view"]["entries"]}
        return self.known[entry]

    def names(self, match: dict[str, Any]) -> list[str]:
        return [self.name(entry) for entry in match["players"]]

    def person(self, who: str) -> str:
        return str(next(id for id, each in self.ida.state()["names"].items() if each == who))

    def open_pane(self, where: str) -> None:
        self.ida.page.goto(f"{self.ida.page.url.split('#')[0]}#{where}")
        expect(self.ida.pane).to_be_visible()

    def room(self) -> None:
        self.ida.page.goto(f"{self.ida.page.url.split('#')[0]}#")
        self.ida.quiet()

    # doing

    def phone(self, number: int, who: str) -> Phone:
        """A phone in somebody's hand: with a code that the desk gave them."""
        code = self.ida.page.evaluate(CODE, [self.id, self.person(who)])
        return self.phones[number].own(self.id, code)

    def call(self, match: str) -> str:
        """To the first free table, by the pane; the table."""
        self.open_pane(f"match/{match}")
        self.ida.pane.get_by_role("button", name="Call", exact=True).click()
        expect(self.ida.pane.locator(".state-line")).to_contain_text("called")
        return str(self.match(match)["place"])

    def begin(self, match: str) -> None:
        if self.match(match)["where"] == "ready":
            self.call(match)
        self.ida.act("begin_match", match=match)

    def results(self, matches: list[dict[str, Any]], lost: int) -> None:
        """Space calls each, then the line takes all, table by table."""
        wanted = {match["id"] for match in matches}
        state = self.ida.state()
        now = {match["id"]: match for match in self.ida.matches(state)}
        taken = {m["place"] for m in now.values() if m["where"] in ("called", "playing", "reported", "differs")}
        free = iter([place["id"] for place in state["desk"]["places"] if place["id"] not in taken])
        for id in sorted(wanted):
            if now[id]["where"] == "ready":
                self.ida.act("call_match", match=id, place=next(free))
        self.room()
        self.tick()
        self.ida.press("r")
        for match in self.matches():
            if match["id"] in wanted:
                shown = self.ida.tile_of(match["place"])
                expect(shown).to_contain_text(self.name(match["players"][0]))
                self.ida.result(f"{match['place']}a{min(lost, match['length'] - 1)}", "–")
        self.ida.quiet()

    def tick(self) -> None:
        later = self.hall.now.timestamp() + 60
        self.hall.at(datetime.fromtimestamp(later, self.hall.now.tzinfo).strftime("%H:%M:%S"))

    def play_on(self, stage: str, round: int = 99) -> None:
        """Rounds of which nothing is told: the phones are in pockets, and the desk is looked at afterwards."""
        desk = self.ida.page.url.split("#")[0]
        for page in (self.ida.page, *(phone.page for phone in self.phones)):
            page.goto("about:blank")
        while ready := [m for m in self.matches(stage, where="ready") if m["round"] <= round]:
            self.tick()
            for match in ready:
                score = [match["length"], min(4, match["length"] - 1)]
                players = match["players"]
                self.ida.act("report_result", match=match["id"], players=players, score=score, confirms=True)
        self.ida.page.goto(desk)
        expect(self.ida.items.first).to_be_visible()

    # the steps

    def entries(self) -> None:
        ida, hall = self.ida, self.hall
        ida.press("Space")  # entries are open
        expect(ida.items.first).to_contain_text("Nothing to do")
        # 1. Rasmus is refused, with an explanation only; nobody else sees it
        rasmus = self.enters(0, "Rasmus Bang", "open")
        ida.first("Rasmus Bang enters Open")
        ida.click(ida.items.first.locator(".subject"))
        ida.pane.locator("summary", has_text="Refuse").click()
        refuse = ida.pane.locator("details", has_text="Explanation for the player")
        refuse.get_by_role("button", name="Refuse").click()
        expect(refuse.locator("textarea[name=explanation]:invalid")).to_be_visible()
        entry = next(each["id"] for each in ida.state()["view"]["entries"])
        assert ida.refused("refuse_entry", entry=entry, explanation="") == ("explanation_missing", "T1.4.i")
        refuse.locator("textarea[name=explanation]").fill("You were asked to stay away this year.")
        refuse.locator("textarea[name=reason]").fill("threatened staff in 2025")
        hall.picture("evening-3-refuse", ida.page)
        refuse.get_by_role("button", name="Refuse").click()
        rasmus.says("You were asked to stay away this year.")
        hall.picture("evening-3-phone-refused", rasmus.page)
        # 2. Mia is in neither division until she accepts
        mia = self.enters(1, "Mia Vang", "intermediate").says("You have entered Intermediate.")
        assert "Rasmus" not in mia.page.locator("body").inner_text()
        ida.first("Mia Vang enters Intermediate")
        ida.click(ida.items.first.locator(".subject"))
        ida.pane.locator("summary", has_text="Offer a higher division").click()
        offer = ida.pane.locator("details", has_text="Offer a higher division")
        offer.locator("textarea").fill("won Intermediate twice")
        offer.get_by_role("button", name="Offer", exact=True).click()
        mia.says("You are offered a place in Open.")
        hall.picture("evening-3-phone-offered", mia.page)
        assert {each["status"] for each in ida.state()["view"]["entries"]} == {"refused", "offered"}
        mia.tap("Accept")
        expect(mia.page.locator(".matter", has_text="You are offered")).to_have_count(0)
        # the others are typed, paid and checked in, all but Per
        ida.page.goto(f"{ida.page.url.split('#')[0]}#entries")
        ida.page.get_by_label("New names").fill(", ".join((*TYPED, "Eva Zahle")))
        ida.page.locator("select[name=division]").select_option("open")
        ida.page.get_by_role("button", name="Enter", exact=True).click()
        expect(ida.page.locator("table.entries")).to_contain_text("Eva Zahle")
        hall.picture("evening-3-entries", ida.page)
        self.room()
        keys = ida.keys
        ida.press("c").type("eva")
        expect(ida.page.locator("#line-choices li").first).to_contain_text("owes 500.00 DKK")
        ida.press("Enter")
        expect(ida.page.locator("#line-said")).to_contain_text("Enter: paid")
        ida.press("Enter")
        expect(ida.page.locator("#line-said")).to_have_text("Eva Zahle has paid.")
        assert ida.keys - keys == 6
        ida.quiet()
        for entry in ida.state()["view"]["entries"]:
            who = entry["members"][0]
            if entry["status"] != "approved" or self.name(entry["id"]) == "Eva Zahle":
                continue
            ida.act("take_payment", person=who, amount={"minor": 50_000, "currency": "DKK"})
            if self.name(entry["id"]) != PER:
                ida.act("check_in", entry=entry["id"])
        # 3. Eva withdraws before the draw and is refunded
        ida.press("/").type("eva-")
        expect(ida.page.locator("#line-choices li").first).to_contain_text("Eva Zahle leaves")
        ida.press("Enter")
        expect(ida.pane.get_by_role("button", name="Withdraw")).to_be_focused()
        ida.press("Enter")
        owed = ida.items.filter(has_text="Pay Eva Zahle 500.00 DKK")
        owed.get_by_role("button", name="Paid out").click()
        expect(owed).to_have_count(0)
        pool = [entry for entry in ida.state()["view"]["entries"] if entry["status"] == "approved"][:12]
        for entry in pool:
            ida.act("join_pool", entry=entry["id"], pool="side")
            ida.act("take_payment", person=entry["members"][0], amount={"minor": 10_000, "currency": "DKK"})

    def enters(self, phone: int, who: str, division: str) -> Phone:
        taken = self.phones[phone]
        taken.player.go(f"/tournaments/{self.id}/me")
        taken.page.get_by_text("Not entered yet?").tap()
        form = taken.page.locator("details form")
        form.get_by_label("Your name").fill(who)
        form.get_by_label("Division").select_option(division)
        form.get_by_role("button", name="Enter").tap()
        return taken.says("The director has not approved it yet.")

    def draw(self) -> None:
        ida, hall = self.ida, self.hall
        hall.at("09:00")
        ida.press("d")
        expect(ida.page.locator("#page")).to_contain_text(f"Not checked in: {PER}.")
        ida.page.get_by_role("button", name="Promise the seed first").click()
        expect(ida.page.locator("#page")).to_contain_text("Promise:")
        hall.at("09:55")
        ida.page.locator("#page").get_by_role("button", name="Draw", exact=True).click()
        expect(ida.page.locator("#page")).to_contain_text("8 matches")
        expect(ida.page.locator("#page")).to_contain_text("24 byes")
        hall.picture("evening-3-draw", ida.page)
        hall.at("10:00")
        ida.page.locator("input[name=time]").fill("10:15")
        ida.page.get_by_role("button", name="Announce", exact=True).click()
        expect(ida.page.locator("#room")).to_be_visible()
        division = ida.state()["view"]["divisions"][0]
        told = division["draws"][0]
        assert promise(bytes.fromhex(told["seed"])) == told["promise"]
        first = self.matches("main", 1)
        byes = [match["where"] == "no_match" for match in first]
        assert [sum(byes[n : n + 8]) for n in range(0, 32, 8)] == [6, 6, 6, 6]
        per = ida.entry_of(PER)
        assert next(match for match in first if per in match["players"])["where"] == "ready"
        assert len(self.matches("main", 2)) == 16

    def lateness(self) -> None:
        """Only seven boards are free at first; the eighth match finds its board taken until 10:31."""
        ida, hall = self.ida, self.hall
        ida.page.locator("input[name=tables]").fill("7")
        ida.page.get_by_role("button", name="Set up").click()
        expect(ida.page.locator(".tile")).to_have_count(7)
        per = ida.entry_of(PER)
        late = next(match["id"] for match in self.matches("main", 1) if per in match["players"])
        ole = next(self.name(e) for e in self.match(late)["players"] if e != per)
        if self.call(late) != "1":
            raise AssertionError("the first table is free")
        self.room()
        while "Call" in ida.items.first.inner_text():
            ida.space()
        others = [m for m in self.matches("main", 1, "called") if m["id"] != late]
        (taken,) = self.matches("main", 1, "ready")
        assert len(others) == 6
        codes = fetched(ida.player, f"/api/v1/tournaments/{self.id}/places")["places"]
        phone = self.phones[2].sit(self.id, "1", codes["1"], ole).headline("Table 1, now")
        hall.at("10:15")
        for match in others:
            ida.act("begin_match", match=match["id"])
        # 5. reported at 10:24, there at 10:27:30: 12:30 late, two points
        hall.at("10:24")
        phone.tap(f"{PER} is not here")
        item = ida.items.filter(has_text=f"{PER} is not there")
        expect(item).to_contain_text("1 penalty point to give")
        hall.picture("evening-3-late", ida.page)
        hall.at("10:27:30")
        self.open_pane(f"match/{late}")
        ida.pane.get_by_role("button", name="Is here").click()
        expect(ida.pane).to_contain_text("came at 10:27")
        ida.pane.get_by_role("button", name="Give").click()
        expect(ida.pane).to_contain_text("2 points given")
        ida.pane.get_by_role("button", name="Has begun").click()
        expect(ida.pane.locator(".state-line")).to_contain_text("playing")
        hall.picture("evening-3-late-pane", ida.page)
        phone.says("The match starts at 2–0: penalty points")
        # 6. their board is free at 10:31: nobody is late before 10:36:00
        hall.at("10:31")
        self.room()
        ida.page.get_by_role("button", name="Rooms and tables").click()
        ida.pane.locator("textarea[name=tables]").fill("1-16")
        ida.pane.get_by_role("button", name="Set up").click()
        expect(ida.page.locator(".tile")).to_have_count(16)
        self.call(taken["id"])
        hall.at("10:35")
        absent = taken["players"][0]
        ida.act("report_absence", match=taken["id"], entry=absent)
        late_item = ida.items.filter(has_text=f"{self.name(absent)} is not there")
        expect(late_item).to_contain_text("Nothing to give yet")
        hall.at("10:35:59")
        self.room()
        expect(late_item).to_contain_text("Nothing to give yet")
        hall.at("10:36:05")
        ida.page.reload()
        expect(late_item).to_contain_text("1 penalty point to give")
        self.open_pane(f"match/{taken['id']}")
        ida.pane.get_by_role("button", name="Is here").click()
        ida.pane.locator("summary", has_text="Waive").click()
        ida.pane.locator("details[open] textarea").fill("their board was taken")
        ida.pane.get_by_role("button", name="Waive").click()
        self.begin(taken["id"])
        hall.at("11:00")
        # Ole 7-4
        match = self.match(late)
        side = "ab"[match["players"].index(ida.entry_of(ole))]
        self.room()
        ida.press("r").result(f"1{side}4", "4").quiet()
        self.results([*others, taken], 5)
        self.results(self.matches("main", 2, "ready"), 5)
        self.late, self.ole = late, ole

    def wrong_result(self) -> None:
        ida, hall = self.ida, self.hall
        for wrong in self.matches("main", 2):
            bo, anna = wrong["players"]
            high = [m for m in self.matches("main", 3, "ready") if bo in m["players"]]
            low = [m for m in self.matches("consolation", where="ready") if anna in m["players"]]
            if high and low:
                break
        (up,), (down,) = high, low
        carl = next(e for e in up["players"] if e != bo)
        dan = next(e for e in down["players"] if e != anna)
        names = {who: self.name(entry) for who, entry in (("anna", anna), ("bo", bo), ("carl", carl), ("dan", dan))}
        phones = {who: self.phone(3 + n, each) for n, (who, each) in enumerate(names.items())}
        hall.at("12:20")
        self.begin(up["id"])
        phones["bo"].headline(f"Table {self.match(up['id'])['place']}, now").says(f"against {names['carl']}")
        hall.at("12:40")
        self.open_pane(f"match/{wrong['id']}")
        ida.pane.locator("summary", has_text="Correct the result").click()
        ida.pane.locator("input[name=score-0]").fill("5")
        ida.pane.locator("input[name=score-1]").fill("7")
        ida.pane.locator("details[open] textarea[name=reason]").fill("Anna won; both cards say so")
        ida.pane.get_by_role("button", name="What follows?").click()
        preview = ida.pane.locator(".preview")
        expect(preview).to_contain_text("Stop it and replace the player, or let it stand?")
        for each in names.values():
            expect(preview).to_contain_text(each)
        assert len(preview.locator("p.sub").inner_text().removeprefix("Affects: ").split(", ")) == 4
        expect(preview.locator(".row button")).to_have_text(["Stop and replace", "Let it stand"])
        preview.get_by_label("Score when it is stopped").fill("2-1" if up["players"][0] == bo else "1-2")
        preview.get_by_label("The new match starts at").fill("12:55")
        hall.picture("evening-3-correction", ida.page)
        preview.get_by_role("button", name="Stop and replace").click()
        expect(preview).to_be_hidden()
        phones["anna"].says(f"against {names['carl']}")
        phones["carl"].says(f"against {names['anna']}")
        phones["bo"].says(f"against {names['dan']}")
        phones["dan"].says(f"against {names['bo']}")
        hall.picture("evening-3-phone-replaced", phones["anna"].page)
        assert self.match(up["id"])["starts_at"] == hall.ms("12:55")
        hall.at("12:55")
        self.wrong, self.void, self.who = wrong["id"], up["id"], names
        self.play_on("main", 3)

    def dispute(self) -> None:
        ida, hall = self.ida, self.hall
        self.play_on("consolation", 2)
        quarters = self.matches("main", 4, "ready")
        for each in quarters:
            self.begin(each["id"])
        self.room()
        match = quarters[0]
        freja, gert = self.names(match)
        one, two = self.phone(3, freja), self.phone(4, gert)
        # 8. both statements, a ruling with a reason, an appeal
        one.tap("Call the director")
        one.page.locator("textarea[name=statement]").fill("the cube shows 2")
        one.page.locator("form .primary").tap()
        one.says("The director is called. Leave everything as it is.")
        two.says("The director is called.")
        two.page.get_by_text("Say what happened").tap()
        two.page.locator("textarea[name=statement]").fill("the cube shows 4")
        two.tap("Send")
        two.says("the cube shows 4")
        assert "the cube shows 2" not in two.page.locator("#evening").inner_text()
        ida.first(f"Dispute: {freja}, {gert}")
        ida.press("Space")
        expect(ida.pane).to_contain_text("the cube shows 4")
        ida.pane.get_by_label("Clause").fill("T4.4.ix")
        ida.pane.get_by_role("textbox", name="Decision").fill("the cube stands at 4")
        ida.pane.locator("textarea[name=reason]").first.fill("presumed right as it stands")
        hall.picture("evening-3-case", ida.page)
        ida.pane.get_by_role("button", name="Give the ruling", exact=True).click()
        one.says("the cube stands at 4")
        hall.picture("evening-3-phone-ruled", one.page)
        one.page.get_by_text("Appeal to a committee").tap()
        one.page.locator("details[open] textarea[name=reason]").first.fill("gert turned it between games")
        one.tap("Appeal")
        one.says("There is an appeal.")
        # Ida names three: Kai is a helper and refused, Grete is allowed with a warning
        semi = next(m for m in self.matches("main", 5) if match["id"] in m["waits_for"])
        other = next(m for m in quarters if m["id"] in semi["waits_for"] and m["id"] != match["id"])
        grete = self.names(other)[0]
        self.open_pane("staff/")
        ida.pane.get_by_label("Name").fill("Kai Lund")
        ida.pane.get_by_role("button", name="Appoint").click()
        expect(ida.pane.locator(".code-card")).to_be_visible()
        ida.first("Appeal").get_by_role("button", name="Open").click()
        members = ida.pane.locator("input[name=members]")
        members.fill("kai lund, tove zahle, ulla zahle")
        ida.pane.get_by_role("button", name="Look").click()
        expect(ida.pane.locator(".preview .problem")).to_contain_text("T1.3.ii")
        members.fill(f"{grete}, tove zahle, ulla zahle")
        ida.pane.get_by_role("button", name="Look").click()
        warning = ida.pane.locator(".preview .warning").filter(has_text="may meet one of the parties next")
        expect(warning).to_contain_text(f"{grete}: ")
        hall.picture("evening-3-committee", ida.page)
        ida.pane.get_by_role("button", name="Name the committee").click()
        expect(ida.pane.get_by_text("has not voted")).to_have_count(3)
        assert self.match(semi["id"])["where"] == "waits"
        votes = ((5, grete, "replace"), (7, "tove zahle", "uphold"), (8, "ulla zahle", "replace"))
        for number, who, verdict in votes:
            phone = self.phone(number, who)
            phone.says("You sit on the committee.")
            phone.page.get_by_label("Your vote").select_option(verdict)
            if verdict == "replace":
                phone.page.locator("textarea[name=decision]").fill("the cube goes back to 2")
            hall.picture("evening-3-phone-vote", phone.page)
            phone.tap("Vote")
        one.says("The committee has decided.").says("the cube goes back to 2")
        two.says("the cube goes back to 2")
        assert two.page.get_by_text("Appeal to a committee").count() == 0
        case = ida.state()["view"]["cases"][0]["id"]
        told = fetched(two.player, f"/api/v1/tournaments/{self.id}/actions", {"type": "appeal", "case": case})["error"]
        assert told["rule"] == "T5.2"
        # 9. an observer, on Freja's account
        one.tap("Ask for an observer")
        ida.items.filter(has_text=f"{freja} asks for an observer").get_by_role("button", name="Open").click()
        ida.pane.locator("summary", has_text="Observer").click()
        ida.pane.locator("details[open]").get_by_label("Name").fill("Vera Zahle")
        ida.pane.get_by_role("button", name="Appoint").click()
        owes = ida.items.filter(has_text=f"{freja} owes 200.00 DKK")
        expect(owes).to_have_count(1)
        owes.get_by_role("button", name="Paid").click()
        expect(owes).to_have_count(0)
        self.grete, self.freja = grete, freja
        self.results(quarters, 4)

    def out(self) -> None:
        ida, hall = self.ida, self.hall
        self.play_on("consolation", 4)
        self.play_on("last_chance", 2)
        lars_match, nils_match = self.matches("consolation", where="ready")
        lars, nils = self.names(lars_match)[0], self.names(nils_match)[0]
        self.begin(lars_match["id"])
        # 10. disqualified, with an engine on the phone, at 2-4
        self.open_pane(f"match/{lars_match['id']}")
        expect(ida.pane.locator(".state-line")).to_contain_text("playing")
        ida.pane.locator("summary", has_text="Penalty").click()
        form = ida.pane.locator("details[open]")
        form.locator("select[name=person]").select_option(label=lars)
        form.locator("select[name=kind]").select_option("disqualify")
        form.locator("input[name=score]").fill("2-4")
        form.locator("input[name=rule]").fill("T1.7.i")
        form.locator("select[name=scope]").select_option("tournament")
        form.locator("textarea[name=reason]").fill("an engine ran on the phone")
        form.get_by_role("button", name="Penalise").first.click()
        expect(form.locator(".preview")).to_contain_text(lars)
        hall.picture("evening-3-disqualified", ida.page)
        form.locator(".preview").get_by_role("button", name="Penalise").click()
        expect(form.locator(".preview")).to_be_hidden()
        # 11. Nils goes home: a walkover
        self.room()
        ida.press("/")
        ida.page.locator("#line-text").fill(f"{nils.lower()}-")
        expect(ida.page.locator("#line-choices li").first).to_contain_text(f"{nils} leaves")
        ida.press("Enter")
        expect(ida.pane.get_by_role("button", name="Withdraw")).to_be_focused()
        ida.press("Enter")
        expect(ida.pane).to_be_hidden()
        assert self.match(nils_match["id"])["where"] == "walkover"
        self.lars_match, self.nils = lars_match["id"], nils

    def final(self) -> None:
        ida, hall = self.ida, self.hall
        self.play_on("consolation")
        self.play_on("last_chance")
        self.play_on("main", 5)
        (final,) = self.matches("main", 6)
        self.begin(final["id"])
        phone = self.phone(3, self.freja)
        hans = next(each for each in self.names(final) if each != self.freja)
        phone.won(3).says("You reported 9–3.")
        # 13. not to be closed while something is open, each with a link
        self.report_says("result", "T4.6")
        ida.page.locator("#page .lines li", has_text="result").locator(".subject").first.click()
        expect(ida.pane).to_contain_text(hans)
        ida.pane.get_by_role("button", name="This holds").click()
        self.report_says("reason missing", "T5.5.i")
        hall.picture("evening-3-report", ida.page)
        grete = self.phone(5, self.grete)
        grete.page.get_by_label("Reason, for the report").fill("two of us saw the cube turned")
        grete.tap("Send")
        expect(grete.page.get_by_label("Reason, for the report")).to_have_count(0)
        ida.page.goto(f"{ida.page.url.split('#')[0]}#money")
        ida.page.locator("#page .prizes").get_by_role("button", name="Award the prizes").first.click()
        expect(ida.page.locator("table.money")).to_contain_text("5,400.00")
        hall.picture("evening-3-money", ida.page)
        self.report_says("money", "T1.1")
        ida.page.goto(f"{ida.page.url.split('#')[0]}#money")
        rows = ida.page.locator("table.money tbody tr", has=ida.page.locator("button"))
        expect(rows.first).to_be_visible()
        while left := rows.count():
            rows.first.get_by_role("button").click()
            expect(rows).to_have_count(left - 1)
        expect(ida.page.locator("#page .totals")).to_have_text("Everything is settled: 0.00")
        ida.page.goto(f"{ida.page.url.split('#')[0]}#report")
        ida.page.get_by_role("button", name="Close the tournament").click()
        expect(ida.page.locator("#page .lead")).to_have_text("The tournament is closed.")
        self.final_match = final["id"]

    def report_says(self, kind: str, rule: str) -> None:
        self.ida.page.goto(f"{self.ida.page.url.split('#')[0]}#report")
        expect(self.ida.page.locator("#page .lines li", has_text=kind).first).to_contain_text(rule)
        assert not self.ida.page.get_by_role("button", name="Close the tournament").count()


def change(state: Tournament, match: str, winner: int, loser: int) -> int:
    """What the winner gains in this match alone, in hundredths."""
    (found,) = [each for each in rated(flow_of(state)) if each.id == match]
    people = {found.winners[0]: Rating(winner, 1000, 100), found.losers[0]: Rating(loser, 1000, 100)}
    members = Members(members=tuple(Member(person=person) for person in people), starting=people)
    (line,) = compute([found], members, Rules(sanctioned_only=False)).lines
    assert line.after is not None
    return (line.after[0].rating or 0) - winner


@pytest.mark.soak
def test_an_open_of_forty_from_the_first_entry_to_the_report(make_hall: MakeHall) -> None:
    hall = make_hall(datetime(2026, 11, 21, 8, 0))
    evening = Evening(hall)
    evening.entries()
    screen = hall.projector(evening.id)
    evening.draw()
    evening.lateness()
    hall.picture("evening-3-screen", screen.page)
    hall.picture("evening-3-desk", evening.ida.page)
    evening.wrong_result()
    evening.dispute()
    evening.out()
    evening.final()
    state = evening.ida.three_checks()
    flow = flow_of(state)
    over = [m for m in flow.of("open") if m.where in (Where.DONE, Where.WALKOVER)]
    assert Counter(m.pairing.stage for m in over) == {"main": 39, "consolation": 35, "last_chance": 27}
    assert Counter(m.where for m in over) == {Where.DONE: 100, Where.WALKOVER: 1}
    assert sum(len(m.match.voids) for m in over) == 1
    given = [
        e for e in (each.event for each in evening.ida.tournament()[1].events) if isinstance(e, acts.LatePenaltyGiven)
    ]
    assert [(each.late_ms, each.points) for each in given] == [(750_000, 2)]
    assert sum(len(place.entrants) for place in finish(flow, "open")) == 40
    assert change(state, evening.late, 101_240, 98_800) == 337
    assert change(state, evening.wrong, 108_820, 114_000) == 378
    assert change(state, evening.final_match, 110_000, 100_000) == 373
    totals = ledger.totals(state.book, "DKK")
    assert (totals.paid_in, totals.paid_out, totals.left) == (kr(21_900), kr(21_900), kr(0))
    by = ledger.by_account(state.book, "DKK")
    assert by[ledger.Kind.REFUND, "person"] == kr(-500)
    assert by[ledger.Kind.PAYOUT, "person"] == kr(-1_200 - 18_000)
    made = report(state)
    assert [len(made.refusals), len(made.moves), len(made.disqualifications), len(made.cases)] == [1, 1, 1, 1]
    assert (len(made.corrections), len(made.results)) == (1, 101)
    assert [(line.rule, line.points) for line in made.penalties if line.points] == [("T2.2.iv", 2)]
