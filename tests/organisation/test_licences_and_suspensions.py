"""Sanctioned classes, licences and suspensions (T1.1, T1.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.charter import SanctionedClass
from tavl.organisation.state import licensed, suspended
from tavl.tournament import DivisionTerms, Invitation
from tavl.tournament.invitation import Format, Stage
from tests.organisation.secretariat import DAY, Secretariat, federation


@pytest.mark.rule("T1.1")
def test_a_tournament_is_sanctioned_in_a_class_that_it_fits():
    charter = federation(classes=(SanctionedClass(id="open", shortest=5, formats=(Format.SWISS,)),))
    terms = DivisionTerms(id="main", format=Format.SWISS, stages=(Stage(id="swiss", length=5),))
    invitation = Invitation(divisions=(terms,), organisation="dbf", sanctioned_class="open")
    assert charter.why_not_sanction(invitation) is None
    short = replace(terms, stages=(Stage(id="swiss", length=3),))
    for other, code in (
        (replace(invitation, sanctioned_class="league"), "no_such_class"),
        (replace(invitation, divisions=(short,)), "not_of_this_class"),
        (replace(invitation, divisions=(replace(terms, format=Format.GROUPS),)), "not_of_this_class"),
    ):
        refused = charter.why_not_sanction(other)
        assert refused is not None
        assert (refused.code, refused.rule) == (code, "T1.1")
        assert charter.why_not_sanction(replace(other, sanctioned=False)) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"formula": "glicko"}, "formula"),
        ({"classes": (SanctionedClass(id="a"), SanctionedClass(id="a"))}, "classes"),
        ({"classes": (SanctionedClass(id="a", shortest=0),)}, "classes"),
        ({"classes": (SanctionedClass(id="A b"),)}, "classes"),
    ],
)
def test_a_charter_with_a_fault_is_refused_by_field(changes: dict[str, object], field: str):
    charter = federation(**changes)
    assert charter.fault is not None
    assert charter.fault.facts["field"] == field
    Secretariat().refused(acts.ChangeCharter(charter=charter), "T5.5.ii" if field == "formula" else "T1.1", "bad_value")


@pytest.mark.rule("T1.2")
def test_a_licence_has_a_period_and_is_withdrawn_with_a_reason():
    office = Secretariat()
    office.do(acts.GrantLicence(person="ida", since=6 * DAY, until=20 * DAY))
    assert [licensed(office.now, at) for at in (5 * DAY, 6 * DAY, 20 * DAY)] == [set(), {"ida"}, set()]
    office.refused(acts.GrantLicence(person="ida", since=6 * DAY, until=20 * DAY), "T1.2", "done_already")
    office.refused(acts.GrantLicence(person="ida", until=2 * DAY), "T1.2", "bad_value")
    office.refused(acts.WithdrawLicence(person="ida", reason=" "), "T1.2", "reason_missing")
    office.refused(acts.WithdrawLicence(person="bo", reason="x"), "T1.2", "no_licence")
    office.do(acts.MergePeople(entry="ida2", into="ida"))
    assert licensed(office.now, 7 * DAY) == {"ida", "ida2"}
    office.do(acts.WithdrawLicence(person="ida2", reason="conduct"), at=8 * DAY)
    assert licensed(office.now, 8 * DAY) == frozenset()
    assert licensed(office.now, 7 * DAY) == {"ida", "ida2"}
    office.check_replay()


@pytest.mark.rule("T1.2")
def test_a_suspension_is_for_a_time_and_for_good_only_where_the_clause_says_so():
    office = Secretariat()
    office.refused(acts.Suspend(person="bo", rule="T1.2", reason="threats"), "T1.2", "only_for_a_time")
    office.refused(acts.Suspend(person="bo", rule="T1.2", reason="", until=9 * DAY), "T5.1", "reason_missing")
    office.refused(acts.Suspend(person="bo", rule="T1.2", reason="x", until=2 * DAY), "T1.2", "bad_value")
    (one,) = office.do(acts.Suspend(person="bo", rule="T1.2", reason="threats", until=9 * DAY))
    assert suspended(office.now, 6 * DAY) == {"bo": 9 * DAY}
    assert suspended(office.now, 9 * DAY) == {}
    office.do(acts.Suspend(person="bo", rule="T1.7.i", reason="an engine", since=8 * DAY))
    assert suspended(office.now, 8 * DAY) == {"bo": None}
    office.do(acts.MergePeople(entry="bob", into="bo"))
    assert suspended(office.now, 6 * DAY) == {"bo": 9 * DAY, "bob": 9 * DAY}
    assert isinstance(one, acts.Suspended)
    office.refused(acts.LiftSuspension(suspension=one.suspension, reason=""), "T1.2", "reason_missing")
    office.do(acts.LiftSuspension(suspension=one.suspension, reason="he has apologised"))
    assert suspended(office.now, 6 * DAY) == {}
    office.refused(acts.LiftSuspension(suspension=one.suspension, reason="x"), "T1.2", "not_suspended")
    office.check_replay()


def test_a_clause_that_does_not_exist_suspends_nobody():
    office = Secretariat()
    refused = office.refused(
        acts.Suspend(person="bo", rule="T9.9", reason="x", until=9 * DAY), "T1.1", "no_such_clause"
    )
    assert refused
