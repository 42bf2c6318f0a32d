"""Members with periods, and entries that turn out to be one person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.organisation import acts
from tavl.organisation.acts import Admission, Role
from tavl.organisation.personal_data import data_of, people_in
from tavl.organisation.state import ended, entries_of, holds, is_member, with_period
from tavl.rating import Standing
from tavl.rating.counted_matches import Period
from tavl.tournament import By
from tests.organisation.secretariat import DAY, SYSTEM, Secretariat

PERIODS = st.builds(
    lambda since, length: Period(since, None if length is None else since + length),
    st.integers(0, 20),
    st.none() | st.integers(1, 8),
)


@given(st.lists(PERIODS, max_size=6), PERIODS)
def test_a_period_more_holds_replaces_the_one_that_began_with_it_and_twice_is_once(
    earlier: list[Period], new: Period
) -> None:
    before: tuple[Period, ...] = ()
    for each in earlier:
        before = with_period(before, each)
    after = with_period(before, new)
    kept = tuple(each for each in before if each.since != new.since)
    for at in range(32):
        assert holds(after, at) == (holds(kept, at) or holds((new,), at))
    again = after
    for each in after:
        again = with_period(again, each)
    assert again == after == with_period(after, new)


@given(st.lists(PERIODS, max_size=6), st.integers(0, 30))
def test_what_is_ended_holds_no_more_from_that_instant_and_as_before_until_then(all_of: list[Period], at: int) -> None:
    periods: tuple[Period, ...] = ()
    for each in all_of:
        periods = with_period(periods, each)
    after = ended(periods, at)
    assert not any(holds(after, later) for later in range(at, 40))
    assert [holds(after, t) for t in range(at)] == [holds(periods, t) for t in range(at)]


def test_the_same_list_again_changes_nothing_and_a_line_that_ends_a_membership_does():
    club = Secretariat()
    members = (Admission(person="kim", since=DAY, rating=104_310, experience=20), Admission(person="eva", since=DAY))
    club.do(acts.AdmitMembers(members=members))
    assert club.now.starting == {"kim": Standing(104_310, 20)}
    assert club.do(acts.AdmitMembers(members=members)) == []
    later = (Admission(person="kim", since=DAY, until=3 * DAY, rating=110_000),)
    club.do(acts.AdmitMembers(members=later))
    assert club.now.members["kim"] == (Period(DAY, 3 * DAY),)
    assert club.now.starting["kim"].rating == 104_310  # the list of today is no starting rating
    assert [is_member(club.now, "kim", at) for at in (DAY - 1, DAY, 3 * DAY - 1, 3 * DAY)] == [False, True, True, False]
    club.do(acts.EndMembership(person="eva", until=2 * DAY))
    club.refused(acts.EndMembership(person="eva", until=2 * DAY), "T1.1", "not_a_member")
    club.check_replay()


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (Admission(person=""), "members.person"),
        (Admission(person="x", since=5, until=5), "members.until"),
        (Admission(person="x", rating=-1), "members.rating"),
    ],
)
def test_a_list_with_one_bad_line_is_refused_by_field_and_nothing_is_half_done(line: Admission, field: str):
    club = Secretariat()
    before = club.now
    answer = club.refused(
        acts.AdmitMembers(members=(Admission(person="kim"), line)),
        "T5.5.ii" if "rating" in field else "T1.1",
        "bad_value",
    )
    assert answer.facts["field"] == field
    assert club.now == before


@pytest.mark.rule("T5.5.ii", shows="refused")
def test_two_entries_become_one_person_and_two_again():
    club = Secretariat()
    club.do(acts.AdmitMembers(members=(Admission(person="anna2", since=9 * DAY),)))
    club.do(acts.GrantLicence(person="anna2"))
    club.do(acts.MergePeople(entry="anna2", into="anna", reason="married"))
    assert entries_of(club.now, "anna2") == ("anna", "anna2")
    assert data_of(club.now, "anna").licences == (Period(0),)
    club.refused(acts.MergePeople(entry="anna2", into="bo"), "T5.5.ii", "merged_already")
    club.refused(acts.MergePeople(entry="anna", into="anna2"), "T5.5.ii", "merged_already")
    club.refused(acts.MergePeople(entry="bo", into="bo"), "T5.5.ii", "merged_already")
    club.refused(acts.SeparatePeople(entry="bo", reason="no"), "T5.5.ii", "not_merged")
    club.do(acts.SeparatePeople(entry="anna2", reason="they are sisters"))
    assert entries_of(club.now, "anna2") == ("anna2",)
    assert people_in(club.now) == {"lone", "mads", "anna", "bo", "anna2"}
    club.check_replay()


@pytest.mark.parametrize("by", ["anna", "a-spectator", By(""), SYSTEM])
def test_only_officers_act_and_only_a_chair_appoints_them(by: str | By):
    club = Secretariat()
    club.refused(acts.AdmitMembers(members=(Admission(person="x"),)), "T1.1", "officers_only", by=by)
    club.refused(acts.Suspend(person="bo", rule="T1.2", reason="x", until=99 * DAY), "T1.2", "officers_only", by=by)
    club.refused(acts.AnswerCase(case="t/c", answer="x"), "T5.4", "officers_only", by=by)
    club.refused(acts.AppointOfficer(person="x"), "T1.1", "officers_only", by="mads")


def test_a_chair_is_left():
    club = Secretariat()
    club.refused(acts.DismissOfficer(person="lone"), "T1.1", "no_chair_left")
    club.refused(acts.AppointOfficer(person="lone", role=Role.OFFICER), "T1.1", "no_chair_left")
    club.refused(acts.AppointOfficer(person="mads", role=Role.MEMBER), "T1.1", "bad_value")
    club.refused(acts.AppointOfficer(person="mads"), "T1.1", "done_already")
    club.refused(acts.DismissOfficer(person="anna"), "T1.1", "not_an_officer")
    club.do(acts.AppointOfficer(person="mads", role=Role.CHAIR))
    club.do(acts.DismissOfficer(person="lone"), by="mads")
    assert club.now.officers == {"mads": Role.CHAIR}
    club.check_replay()
