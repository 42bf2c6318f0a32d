"""What may be announced, when it is frozen, and who runs the tournament (T1.1 to T1.3)."""

from __future__ import annotations

import pytest

from tavl.rules.profile import DBF_TOURNAMENT, SV_GRUND, ClockSetting, PlayFor, Use
from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import By, Role
from tavl.tournament.formats.club_night import Night
from tavl.tournament.formats.double_and_triple_elimination import DEFAULT_LIVES
from tavl.tournament.formats.groups import DEFAULT_THROUGH
from tavl.tournament.formats.league import DEFAULT_BOARDS
from tavl.tournament.formats.swiss.continuous import DEFAULT_BATCH, Continuous
from tavl.tournament.invitation import DivisionTerms, Invitation, Stage
from tavl.tournament.matches.minutes_per_point import MINUTES_PER_POINT, expected_ms
from tavl.tournament.money.prize_division import PRIZE_UNIT
from tavl.tournament.tournament import decide
from tests.tournament.desk import FEDERATION, SEED, Desk, knock_out, kr


def created(**invitation: object) -> object:
    asked = acts.CreateTournament("Open", Invitation(divisions=(knock_out(),), **invitation), ("ida",), ("ida",))  # type: ignore[arg-type]
    return decide(None, asked, By("olga"), 0)


@pytest.mark.rule("T1.1")
def test_a_sanctioned_tournament_sets_what_the_clauses_leave_open():
    clocked = DBF_TOURNAMENT.vary(clock_use=Use.PREFERENCE, clock=ClockSetting(3, 12), baffle_box=Use.REQUIREMENT)
    assert isinstance(created(profile=clocked, observer_fee=kr(200), score_boards=True), list)
    on_checkers = DBF_TOURNAMENT.vary(valid_roll={"side": "right", "left_by_leave": True, "dice_on_checkers": True})
    assert isinstance(created(profile=on_checkers), list)


@pytest.mark.rule("T1.1")
def test_any_other_departure_makes_a_tournament_unsanctioned():
    no_crawford = DBF_TOURNAMENT.vary(crawford=False)
    refusal = created(profile=no_crawford)
    assert isinstance(refusal, Refused)
    assert (refusal.code, refusal.rule, refusal.facts) == ("departs_from_rules", "T1.1", {"field": "crawford"})
    assert isinstance(created(profile=no_crawford, sanctioned=False), list)
    assert Invitation(profile=no_crawford).departures == ("crawford",)


@pytest.mark.rule("T4.4.viii")
@pytest.mark.parametrize("option", ["jacoby", "beavers", "automatic_doubles"])
@pytest.mark.parametrize("sanctioned", [True, False])
def test_a_tournament_with_a_money_option_cannot_be_created(option, sanctioned):
    profile = SV_GRUND.vary(play=PlayFor.MATCH_OR_MONEY, **{option: True})
    refusal = created(profile=profile, sanctioned=sanctioned)
    assert isinstance(refusal, Refused)
    assert (refusal.rule, refusal.facts["option"]) == ("T4.4.viii", option)


@pytest.mark.rule("T4.4.viii")
def test_a_tournament_without_money_options_can_be_created():
    assert isinstance(created(), list)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (DivisionTerms(id="Open"), "divisions.id"),
        (DivisionTerms(id="open", stages=()), "divisions.stages"),
        (DivisionTerms(id="open", members=0), "divisions"),
        (DivisionTerms(id="open", house="110 %"), "divisions.house"),
        (DivisionTerms(id="open", stages=(Stage(id="main", length=7, best_of=2),)), "divisions.best_of"),
    ],
)
def test_a_division_that_makes_no_sense_is_refused_by_its_field(terms, field):
    asked = acts.CreateTournament("Open", Invitation(divisions=(terms,)), ("ida",), ("ida",))
    refusal = decide(None, asked, By("olga"), 0)
    assert isinstance(refusal, Refused)
    assert refusal.facts == {"field": field}


def test_the_invitation_is_free_until_entries_open_and_then_changes_with_a_reason():
    desk = Desk(knock_out(), opened=False)
    longer = Invitation(divisions=(knock_out(length=9),))
    desk.do(acts.ChangeInvitation(longer))
    desk.do(acts.OpenEntries())
    nine = Invitation(divisions=(knock_out(length=11),))
    desk.refused(acts.ChangeInvitation(nine), "T1.1", "reason_missing")
    desk.do(acts.ChangeInvitation(nine, "more time than we thought"))
    assert [reason for _, reason in desk.state.changes] == ["more time than we thought"]
    assert desk.state.divisions["open"].terms.stages[0].length == 11


@pytest.mark.rule("T1.1")
def test_what_has_been_drawn_is_not_changed_afterwards():
    desk = Desk(knock_out())
    for name in ("anna", "bo"):
        desk.enter(name)
    desk.do(acts.MakeDraw("open"), chance=SEED)
    change = acts.ChangeInvitation(Invitation(divisions=(knock_out(length=9),)), "we are late")
    desk.refused(change, "T1.1", "invitation_frozen", field="open")


@pytest.mark.rule("T1.3.i")
def test_a_tournament_does_not_start_without_a_director():
    asked = acts.CreateTournament("Open", Invitation(divisions=(knock_out(),)))
    desk = Desk(knock_out(), opened=False)
    assert isinstance(decide(None, asked, By("olga"), 0), list)
    for person in ("ida", "jens"):
        desk.do(acts.Dismiss(person), by="olga")
    desk.refused(acts.OpenEntries(), "T1.3.i", "no_director", by="olga")
    desk.do(acts.Appoint("lone", Role.DIRECTOR), by="olga")
    desk.do(acts.OpenEntries(), by="olga")
    desk.refused(acts.Dismiss("lone"), "T1.3.i", "no_director", by="olga")


@pytest.mark.rule("T1.3.i")
def test_directors_appoint_staff_and_every_act_is_under_its_person():
    desk = Desk(knock_out())
    desk.do(acts.Appoint("mads", Role.HELPER), by="jens")
    assert desk.state.staff["mads"] is Role.HELPER
    assert desk.state.journal[-1].person == "jens"
    desk.do(acts.Enter("open", ("anna",)), by="mads")
    assert (desk.state.journal[-1].person, desk.state.journal[-1].events) == ("mads", ("entered",))


@pytest.mark.rule("T1.3.i")
def test_who_is_no_staff_has_no_part_in_running_it():
    desk = Desk(knock_out())
    desk.enter("anna")
    desk.refused(acts.Appoint("anna", Role.DIRECTOR), "T1.3.i", "not_your_role", by="anna", role="player")
    desk.refused(acts.MakeDraw("open"), "T1.3.i", by="anna")
    desk.refused(acts.Appoint("mads", Role.HELPER), "T1.3.i", by="kai", role="helper")  # helpers do not appoint


@pytest.mark.rule("T1.2", shows=("record", "next step"))
def test_an_unlicensed_person_does_not_direct_a_sanctioned_tournament():
    desk = Desk(knock_out())
    refusal = desk.refused(acts.Appoint("mads", Role.DIRECTOR), "T1.2", "no_licence")
    assert refusal.facts == {"person": "mads"}
    desk.do(acts.Appoint("mads", Role.HELPER))
    desk.do(acts.StateLicences(("ida", "jens", "mads")), by=FEDERATION)
    desk.do(acts.Appoint("mads", Role.DIRECTOR))
    assert desk.state.staff["mads"] is Role.DIRECTOR


@pytest.mark.rule("T1.2", shows=("record", "next step"))
def test_anybody_reports_a_director_who_can_lose_the_licence():
    desk = Desk(knock_out())
    desk.refused(acts.ReportDirector("jens", " "), "T1.2", "reason_missing", by="siri")
    desk.do(acts.ReportDirector("jens", "shouted at a player"), by="siri")
    assert desk.state.reported == (("jens", "siri", "shouted at a player"),)
    desk.refused(acts.WithdrawLicence("jens", "conduct"), "T1.2", by="ida")
    desk.do(acts.WithdrawLicence("jens", "conduct"), by=FEDERATION)
    assert "jens" not in desk.state.staff
    desk.refused(acts.Appoint("jens", Role.DIRECTOR), "T1.2", "no_licence")


def test_an_unsanctioned_tournament_needs_no_licence():
    desk = Desk(knock_out(), sanctioned=False)
    desk.do(acts.Appoint("mads", Role.DIRECTOR))
    desk.checked()


def test_what_an_invitation_does_not_say_is_as_the_modules_of_each_subject_have_it():
    said_nothing = DivisionTerms(id="open")
    assert (said_nothing.prize_unit, said_nothing.minutes_per_point) == (PRIZE_UNIT, MINUTES_PER_POINT)
    assert (said_nothing.through, said_nothing.boards) == (DEFAULT_THROUGH, DEFAULT_BOARDS)
    assert (said_nothing.lives, said_nothing.batch) == (DEFAULT_LIVES, DEFAULT_BATCH)
    pools = Continuous(entrants=32)
    assert (pools.lives, pools.batch) == (said_nothing.lives, said_nothing.batch)
    night = Night(length=5, ends_at=expected_ms(5))
    assert night.last_start == 0
