"""Evening 6: doubles. Either partner acts for the pair, a reserve comes in, and a director who plays does not rule."""

from __future__ import annotations

import pytest

from tavl.rating.counted_matches import Members, NotRatedReason, Rules
from tavl.rating.rating_list import compute
from tavl.rules.profile import DBF_TOURNAMENT, ClockSetting, Use
from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.online_table import table_terms
from tavl.tournament.money import ledger
from tavl.tournament.standings.results_table import rated
from tests.tournament.desk import SEED, Hall, fee, kr

PROFILE = DBF_TOURNAMENT.vary(clock_use=Use.REQUIREMENT, clock=ClockSetting(minutes_per_point=3, delay_seconds=12))
DOUBLES = DivisionTerms(
    id="doubles",
    stages=(Stage(id="main", length=9),),
    members=2,
    fees=(fee(600),),
    prizes=(Prize(places=("50 %", "25 %", "12.5 %", "12.5 %")),),
)


@pytest.fixture
def hall() -> Hall:
    """Twelve pairs; Jens is a director and a partner."""
    made = Hall(DOUBLES, profile=PROFILE)
    made.do(acts.SetPlaces(tuple(acts.Place(id=f"t{n}", clock=True) for n in range(1, 9))))
    made.do(acts.SetStandingApproval("doubles", True))
    for n in range(12):
        partner = "jens" if n == 0 else f"q{n}"
        made.do(acts.CheckIn(made.enter_team((f"p{n}", partner), "doubles", approve=False)))
        made.do(acts.TakePayment(f"p{n}", kr(600)), by="kai")
    made.do(acts.MakeDraw("doubles"), chance=SEED)
    made.do(acts.AnnounceDraw("doubles", made.at))
    return made


def first(hall: Hall) -> str:
    """A match of the first round without Jens."""
    return next(m.id for m in hall.flow.ready if "jens" not in hall.flow.people(m))


@pytest.mark.rule("T3.5.v")
def test_step_1_four_byes_and_the_clock_as_announced(hall):
    here = [m for m in hall.flow.of("doubles") if m.pairing.round == 1]
    assert sum(m.where is Where.NO_MATCH for m in here) == 4
    match = first(hall)
    hall.call(match)
    assert hall.match(match).match.clock
    terms = table_terms(hall.state, hall.match(match))
    assert (terms.match.length, terms.clock, terms.teams) == (
        9,
        ClockSetting(minutes_per_point=3, delay_seconds=12),
        True,
    )


def test_step_2_either_partner_acts_for_the_seat_and_a_third_person_does_not(hall):
    match = first(hall)
    hall.call(match)
    one, two = hall.match(match).players
    p, q = hall.state.entries[one].members
    hall.do(acts.BeginMatch(match), by=q)
    result = acts.ReportResult(match, (one, two), (9, 4))
    hall.refused(result, "T1.6.i", "not_your_match", by="p0" if p != "p0" else "p1")
    hall.do(result, by=p)
    hall.do(acts.SetStandingConfirmation(True))
    hall.do(result, by=hall.state.entries[two].members[1])
    assert hall.match(match).where is Where.DONE


@pytest.mark.rule("T1.5")
def test_step_2_turkish_to_the_opponents_is_noted_and_a_warning_is_proposed_at_the_repeat(hall):
    match = first(hall)
    hall.begin(match)
    person = hall.flow.people(hall.match(match))[0]
    assert hall.items("repeated") == []  # what partners say to each other is no breach: nobody notes it
    hall.do(acts.NoteBreach(person, "T1.5", "spoke Turkish to the opponents", match), by="kai")
    assert hall.items("repeated") == []
    hall.at += 1
    hall.do(acts.NoteBreach(person, "T1.5", "again", match), by="kai")
    (item,) = hall.items("repeated")
    assert (item.rule, item.people, item.action.kind) == ("T1.5", (person,), "warning")
    hall.refused(item.action, "T5.1", "reason_missing")
    hall.at += 1
    hall.do(acts.Penalise(person, "warning", "T1.5", "the second time", match))
    assert hall.items("repeated") == []


def test_step_3_a_reserve_replaces_a_partner_between_matches_with_the_directors_approval(hall):
    match = first(hall)
    entry = hall.match(match).players[0]
    leaves = hall.state.entries[entry].members[1]
    change = acts.ReplaceMember(entry, leaves, "reserve", "fell ill")
    hall.refused(change, "T1.4.i", "not_your_role", by="kai")
    hall.begin(match)
    hall.refused(change, "T4.5", "match_running")
    hall.play(match, hall.players(match)[0])
    hall.do(change)
    assert hall.state.entries[entry].members[1] == "reserve"
    assert [event.reason for event, _ in hall.log if isinstance(event, acts.MemberReplaced)] == ["fell ill"]


@pytest.mark.rule("T5.1", shows="answers")
def test_step_3_jens_is_a_partner_and_cannot_rule_at_that_table_but_ida_can(hall):
    match = next(m.id for m in hall.flow.ready if "jens" in hall.flow.people(m))
    hall.begin(match)
    (opened,) = hall.do(acts.OpenCase("T4.7", "the score", match), by="p0")
    ruling = acts.RuleCase(opened.case, "T4.7", "4-3", "the card of the pair behind")
    hall.refused(ruling, "T5.1", "party_cannot_rule", by="jens")
    hall.do(ruling, by="ida")
    assert hall.state.cases[opened.case].ruled_by == "ida"


def test_eleven_matches_none_rated_and_prizes_in_halves(hall):
    hall.play_on()
    assert sum(m.where is Where.DONE for m in hall.flow.of("doubles")) == 11
    rating_list = compute(rated(hall.flow), Members(), Rules(members_only=False))
    assert {line.because for line in rating_list.lines} == {NotRatedReason.TEAM}
    events = hall.do(acts.AwardPrizes("doubles"), by="kai")
    paid = [
        -line.minor // 100
        for e in events
        if isinstance(e, acts.Booked)
        for line in e.transaction.postings
        if line.person
    ]
    assert sorted(paid) == [450] * 4 + [900] * 2 + [1800] * 2
    hall.pay_everybody()
    totals = ledger.totals(hall.state.book, "DKK")
    assert (totals.paid_in, totals.left) == (kr(7200), kr(0))
    hall.do(acts.CloseTournament())
    hall.three_checks()
