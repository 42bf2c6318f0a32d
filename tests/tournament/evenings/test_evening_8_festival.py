"""Evening 8: a festival. Five events share 24 boards, 14 clocks, four of the staff and one cash desk."""

from __future__ import annotations

from typing import Any

import pytest

from tavl.rules.profile import DBF_TOURNAMENT, Use
from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.matches.forecast import ends_at
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.fees import Fee
from tavl.tournament.state import Tournament
from tavl.tournament.view import view
from tests.tournament.desk import SEED, Hall, clock, fee, knock_out, kr

PREFERENCE = DBF_TOURNAMENT.vary(clock_use=Use.PREFERENCE)
DAILY = DivisionTerms(
    id="daily",
    stages=(Stage(id="main", length=5),),
    fees=(
        Fee(price=kr(750), registration=kr(75)),
        Fee(price=Amount(10_000, "EUR"), registration=Amount(1_000, "EUR")),
    ),
    prizes=(Prize(places=("60 %", "40 %")),),
    priority=3,
)
FESTIVAL = (
    knock_out("open", 11, level=2),
    knock_out("intermediate", 7, level=1),
    DivisionTerms(id="doubles", stages=(Stage(id="main", length=9),), members=2, priority=1),
    knock_out("speed", 3, priority=2),
    DivisionTerms(
        id="jackpot",
        format=Format.JACKPOT,
        stages=(Stage(id="main", length=5),),
        capacity=8,
        fees=(fee(200),),
        prizes=(Prize(places=("1",)),),
        priority=4,
    ),
    DAILY,
)


class Festival(Hall):
    def __init__(self) -> None:
        super().__init__(*FESTIVAL, at="09:00", profile=PREFERENCE)
        self.do(acts.Appoint("lone", acts.Role.HELPER))
        places = tuple(acts.Place(id=f"t{n}", featured=n == 24) for n in range(1, 25))
        self.do(acts.SetPlaces(places, clocks=14))
        for division in FESTIVAL:
            self.do(acts.SetStandingApproval(division.id, True))

    def enters(self, members: tuple[str, ...], division: str) -> str:
        entry = self.enter_team(members, division, by="kai", approve=False, name=f"{division}:{members[0]}")
        self.do(acts.CheckIn(entry), by="kai")
        return entry

    def fill(self) -> None:
        for n in range(64):
            self.enters((f"o{n}",), "open")
        for n in range(32):
            self.enters((f"i{n}",), "intermediate")
        for n in range(16):
            self.enters((f"o{n}", f"i{n}"), "doubles")
            self.enters((f"o{n + 8}",), "speed")
        for n in range(16):
            self.enters((f"o{n}",), "jackpot")
        for n in range(26):
            entry = self.enters((f"i{n}",), "daily")
            if n >= 20:
                self.do(acts.ChooseCurrency(entry, "EUR"), by="kai")
        for n in range(0, 64, 2):
            self.do(acts.PreferClock(f"o{n}"), by=f"o{n}")


def nothing_twice(tournament: Tournament, action: Any, at: int) -> None:
    """No person in two matches, no board with two, no more clocks than there are, at any instant."""
    flow = flow_of(tournament)
    held = [m for m in flow.standings.values() if m.where in (Where.CALLED, Where.PLAYING)]
    people = [person for m in held for person in flow.people(m)]
    assert len(people) == len(set(people))
    boards = [m.match.place for m in held if m.match.place]
    assert len(boards) == len(set(boards))
    assert sum(m.match.clock for m in held) <= 14


@pytest.fixture(scope="module")
def festival() -> Festival:
    made = Festival()
    made.fill()
    made.rehearse(watch=nothing_twice)
    return made


def test_everything_is_played_and_it_closes_to_zero_in_both_currencies(festival):
    over = {id: sum(m.where is Where.DONE for m in festival.flow.of(id)) for id in festival.state.divisions}
    assert over == {
        "open": 63,
        "intermediate": 31,
        "doubles": 15,
        "speed": 15,
        "jackpot": 7,
        "jackpot-2": 7,
        "daily": 25,
    }
    assert festival.state.phase == "closed"
    for currency in ("DKK", "EUR"):
        assert ledger.totals(festival.state.book, currency).left == Amount(0, currency)
    festival.three_checks()


def test_step_2_the_daily_event_keeps_its_currencies_apart(festival):
    charged: dict[tuple[str, str], int] = {}
    for transaction, entry in zip(festival.state.book, festival.state.booked_for, strict=True):
        daily = entry is not None and festival.state.entries[entry].division == "daily"
        for line in transaction.postings if daily else ():
            if line.account in ("pool.daily", "registration"):
                key = line.account, transaction.currency
                charged[key] = charged.get(key, 0) - line.minor
    assert charged == {
        ("pool.daily", "DKK"): 1_350_000,
        ("registration", "DKK"): 150_000,
        ("pool.daily", "EUR"): 54_000,
        ("registration", "EUR"): 6_000,
    }


def test_whoever_prefers_a_clock_had_one_or_waited_for_it(festival):
    assert any(isinstance(event, acts.ClockGiven) for event, _ in festival.log)
    given = {m.id for m in festival.flow.of("open") if m.match.clock}
    asked = {m.id for m in festival.flow.of("open") if m.match.clock_asked}
    wanted = {
        m.id for m in festival.flow.of("open") if {f"o{n}" for n in range(0, 64, 2)} & set(festival.flow.people(m))
    }
    assert wanted <= given | asked


def drawn(desk: Hall, *divisions: str, at: str) -> None:
    for id in divisions:
        desk.do(acts.MakeDraw(id), chance=SEED)
        desk.do(acts.AnnounceDraw(id, clock(at)))


def test_step_3_one_queue_for_a_player_and_the_phone_says_when_and_where():
    desk = Hall(
        knock_out("long", 11, priority=9),
        knock_out("short", 5, priority=9),
        knock_out("open", 7, priority=0),
        DivisionTerms(id="doubles", stages=(Stage(id="main", length=9),), members=2, priority=1),
        knock_out("jackpot", 5, priority=2),
    )
    desk.tables(9)
    for n in range(16):
        desk.enter(f"x{n}", "long")
    for name in ("y1", "y2"):
        desk.enter(name, "short")
    for division in ("open", "jackpot"):
        for name in ("anna", f"{division}er"):
            desk.enter(name, division)
    for pair in (("anna", "bo"), ("carl", "dan")):
        desk.enter_team(pair, "doubles")
    drawn(desk, "long", "short", "open", "doubles", "jackpot", at="14:25")
    desk.at = clock("14:25")
    short = next(m.id for m in desk.flow.ready if m.division == "short")
    desk.call(short, "t9")
    for match in (*(m.id for m in desk.flow.ready if m.division == "long"), short):
        desk.begin(match)
    desk.at = clock("14:30")
    mine = view(desk.state, By("anna"), desk.at).mine
    assert [next_.match.partition("/")[0] for next_ in mine] == ["open", "doubles", "jackpot"]
    assert (mine[0].not_before, mine[0].likely_place, mine[0].place) == (clock("15:20"), "t9", None)
    assert mine[1].not_before >= clock("15:20") + 7 * 11 * 60_000
    assert desk.flow.queue["anna"] == [next_.match for next_ in mine]
    desk.at = clock("15:20")
    desk.score(short, "y1", 3)
    (call,) = desk.items("call")
    assert (call.id, call.facts["place"]) == (mine[0].match, "t9")


@pytest.mark.rule("T3.5.i", shows=("allowed", "refused"))
def test_step_4_the_fifteenth_demand_is_told_that_no_clock_is_free_and_gets_the_next_one():
    desk = Hall(knock_out("open", 7), profile=PREFERENCE)
    desk.do(acts.SetPlaces(tuple(acts.Place(id=f"t{n}") for n in range(1, 17)), clocks=14))
    for n in range(32):
        desk.enter(f"p{n}")
    drawn(desk, "open", at="10:00")
    matches = [m.id for m in desk.flow.ready]
    for match in matches:
        desk.begin(match)
    for match in matches[:14]:
        _, given = desk.do(acts.DemandClock(match), by=desk.players(match)[1])
        assert given == acts.ClockGiven(match)
    fifteenth = matches[14]
    assert len(desk.do(acts.DemandClock(fifteenth), by=desk.players(fifteenth)[0])) == 1
    desk.refused(acts.GiveClock(fifteenth), "T3.5.i", "no_clock_free", clocks=14)
    public = {m.id: m.clock for m in view(desk.state, By("siri"), desk.at).divisions[0].matches}
    assert (public[matches[0]], public[fifteenth], public[matches[15]]) == ("given", "asked", "")
    desk.at += 1
    desk.do(acts.DemandClock(matches[15]), by=desk.players(matches[15])[0])
    assert desk.items("clock") == []
    desk.score(matches[3], desk.players(matches[3])[0], 2)
    (item,) = desk.items("clock")
    assert (item.id, item.action) == (fifteenth, acts.GiveClock(fifteenth))
    desk.do(item.action, by="kai")
    assert desk.match(fifteenth).match.clock
    desk.checked()


@pytest.mark.rule("T3.5.i")
def test_without_preference_both_have_to_ask():
    desk = Hall(knock_out("open", 7))
    desk.do(acts.SetPlaces((acts.Place(id="t1"),), clocks=1))
    for name in ("anna", "bo"):
        desk.enter(name)
    drawn(desk, "open", at="10:00")
    (match,) = (m.id for m in desk.flow.ready)
    desk.begin(match)
    desk.do(acts.DemandClock(match), by="anna")
    assert not desk.match(match).match.clock
    desk.do(acts.DemandClock(match), by="bo")
    assert desk.match(match).match.clock


def test_step_5_nine_points_instead_of_eleven_from_the_quarter_finals_end_at_21_59_instead_of_23_05():
    desk = Hall(knock_out("open", 11))
    desk.tables(32)
    for n in range(64):
        desk.enter(f"p{n}")
    drawn(desk, "open", at="09:00")
    desk.play_on("main", 3)
    before = desk.state
    at = clock("17:02")
    assert ends_at(desk.state, at) == clock("23:05")
    assert ends_at(desk.state, at, {("open", "main", 4): 9}) == clock("21:59")
    assert desk.state is before
