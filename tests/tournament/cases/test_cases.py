"""Disputes, rulings, appeals and committees (T1.3.ii, T5.1 to T5.5)."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, now
from tavl.tournament.acts import Role
from tavl.tournament.acts.cases import Verdict, Warning
from tavl.tournament.matches.lateness import owed
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import report
from tavl.tournament.state import CaseState
from tavl.tournament.view import view
from tests.tournament.desk import FEDERATION, SEED, By, Hall, clock, knock_out

NAMES = ("anna", "bo", "carl", "dan", "eva", "finn", "gert", "hans")


@pytest.fixture
def hall() -> Hall:
    made = Hall(knock_out())
    for name in NAMES:
        made.do(acts.CheckIn(made.enter(name, club="north" if name in ("anna", "hans") else None)))
    made.tables(4)
    pairs = tuple((made.e(one), made.e(two)) for one, two in zip(NAMES[::2], NAMES[1::2], strict=True))
    made.do(acts.EnterDraw("open", pairs, "lots from a bag", "siri"))
    made.do(acts.AnnounceDraw("open", made.at))
    made.begin("open/main.1.1")
    return made


def ruled(hall: Hall) -> str:
    (opened,) = hall.do(acts.OpenCase("T4.4.ix", "the cube shows 2", "open/main.1.1"), by="anna")
    hall.do(acts.RuleCase(opened.case, "T4.4.ix", "the cube stands", "nothing shows otherwise"))
    return opened.case


def appealed(hall: Hall) -> str:
    case = ruled(hall)
    hall.do(acts.Appeal(case, "it was turned"), by="anna")
    return case


@pytest.mark.rule("T5.1", shows="asked")
def test_a_dispute_is_on_the_desk_until_a_director_rules(hall):
    (opened,) = hall.do(acts.OpenCase("T4.4.ix", "the cube shows 2", "open/main.1.1"), by="anna")
    assert opened.parties == ("anna", "bo")
    assert now(hall.state, hall.at)[0].kind == "dispute"
    hall.refused(acts.OpenCase("T4.4.ix", "he cheats", "open/main.1.1"), "T1.6.i", by="carl")
    hall.refused(acts.RuleCase(opened.case, "T9.9", "x", "y"), "T1.1", "no_such_clause")
    hall.refused(acts.RuleCase(opened.case, "T4.4.ix", "x", " "), "T5.1", "reason_missing")
    hall.refused(acts.RuleCase(opened.case, "T4.4.ix", "x", "y"), "T5.1", by="kai", role="helper")
    hall.do(acts.RuleCase(opened.case, "T4.4.ix", "the cube stands", "nothing shows otherwise"))
    assert hall.state.cases[opened.case].state is CaseState.RULED


@pytest.mark.rule("T1.3.ii")
@pytest.mark.parametrize(
    ("members", "code"),
    [
        (("siri", "tove"), "committee_of_three_or_five"),
        (("siri", "tove", "ulla", "vera"), "committee_of_three_or_five"),
        (("siri", "siri", "tove"), "committee_of_three_or_five"),
        (("siri", "tove", "jens"), "staff_cannot_sit"),
        (("siri", "tove", "kai"), "staff_cannot_sit"),
        (("siri", "tove", "bo"), "party_cannot_sit"),
    ],
)
def test_who_may_not_sit_on_a_committee(hall, members, code):
    case = appealed(hall)
    refusal = hall.refused(acts.NameCommittee(case, members), "T1.3.ii", code)
    assert refusal.rule == "T1.3.ii"


@pytest.mark.rule("T1.3.ii", shows="allowed")
def test_three_or_five_impartial_people_sit_and_warnings_are_kept(hall):
    case = appealed(hall)
    hall.do(acts.NameCommittee(case, ("siri", "hans", "carl")))
    warned = dict.fromkeys(hall.state.cases[case].warnings)
    assert ("hans", Warning.SAME_CLUB) in warned
    assert ("carl", Warning.MEETS_PARTY) in warned  # plays the winner of this match
    assert not [who for who, _ in warned if who == "siri"]
    hall.refused(acts.Appoint("siri", Role.HELPER), "T1.3.ii", "sits_on_committee")


@pytest.mark.rule("T5.2", shows=("asked", "answers"))
@pytest.mark.parametrize(
    ("votes", "verdict"),
    [
        ((Verdict.UPHOLD, Verdict.UPHOLD), Verdict.UPHOLD),
        ((Verdict.REVERSE, Verdict.UPHOLD, Verdict.REVERSE), Verdict.REVERSE),
        ((Verdict.REPLACE, Verdict.UPHOLD, Verdict.REPLACE), Verdict.REPLACE),
    ],
)
def test_a_committee_decides_by_simple_majority(hall, votes, verdict):
    case = appealed(hall)
    assert now(hall.state, hall.at)[0].kind == "appeal"
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    for person, vote in zip(("siri", "tove", "ulla"), votes, strict=False):
        hall.do(acts.Vote(case, vote, "play on at 2" if vote is Verdict.REPLACE else ""), by=person)
    found = hall.state.cases[case]
    assert (found.state, found.verdict) == (CaseState.DECIDED, verdict)
    assert found.decision == ("play on at 2" if verdict is Verdict.REPLACE else "the cube stands")


@pytest.mark.rule("T5.2", shows="answers")
def test_without_a_majority_they_vote_again(hall):
    case = appealed(hall)
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    hall.do(acts.Vote(case, Verdict.UPHOLD), by="siri")
    hall.refused(acts.Vote(case, Verdict.REVERSE), "T5.2", "done_already", by="siri")
    hall.refused(acts.Vote(case, Verdict.REVERSE), "T1.3.ii", by="eva")
    hall.do(acts.Vote(case, Verdict.REVERSE), by="tove")
    events = hall.do(acts.Vote(case, Verdict.REPLACE, "play it over"), by="ulla")
    assert events[-1] == acts.NoMajority(case)
    assert (hall.state.cases[case].votes, hall.state.cases[case].rounds) == ({}, 2)
    hall.do(acts.Vote(case, Verdict.REVERSE), by="siri")
    hall.do(acts.Vote(case, Verdict.REVERSE), by="tove")
    assert hall.state.cases[case].verdict is Verdict.REVERSE


@pytest.mark.rule("T5.2", shows="answers")
def test_a_second_appeal_is_refused_and_a_person_says_what_is_too_late(hall):
    case = appealed(hall)
    hall.refused(acts.RefuseAppeal(case, ""), "T5.2", "reason_missing")
    hall.do(acts.RefuseAppeal(case, "asked two rounds later"))
    assert hall.state.cases[case].state is CaseState.RULED
    first = hall.state.cases[case].appealed_by
    (other,) = set(hall.state.cases[case].parties) - {first}
    hall.refused(acts.Appeal(case), "T5.2", "appealed_already", by=first)
    seen = {who: view(hall.state, By(who), hall.at).my_cases[0].may_appeal for who in (first, other)}
    assert seen == {first: False, other: True}
    hall.do(acts.Appeal(case), by=other)  # who has not asked yet is judged for themselves
    hall.refused(acts.Appeal(case), "T5.2", "appealed_already", by=first)
    hall.do(acts.RefuseAppeal(case, "later still"))
    hall.refused(acts.Appeal(case), "T5.2", "appealed_already", by=other)
    hall.checked()


def test_only_a_party_appeals_and_a_final_order_is_not_appealed(hall):
    case = ruled(hall)
    hall.refused(acts.Appeal(case), "T5.2", "not_your_claim", by="carl")
    (opened,) = hall.do(acts.OpenCase("T3.8", "I do not want to be filmed", "open/main.1.1"), by="bo")
    hall.do(acts.RuleCase(opened.case, "T3.8", "it is streamed", "the final board", final=True))
    hall.refused(acts.Appeal(opened.case), "T3.8", "ruling_is_final", by="bo")


def test_while_an_appeal_is_open_what_comes_next_waits_and_nobody_is_late(hall):
    late = "open/main.1.2"
    hall.call(late, at="10:00")
    hall.do(acts.ReportAbsence(late, hall.e("dan")), by="carl", at="10:04")
    hall.do(acts.OpenCase("T5.1", "dan was sent away", late), by="carl", at="10:06")
    standing = hall.match(late)
    assert owed(hall.state, hall.flow, standing, hall.e("dan"), clock("10:30")) == (1, 6 * 60_000)
    hall.refused(acts.BeginMatch(late), "T5.2", "case_open", case="c1", by="kai", at="10:30")


@pytest.mark.rule("T5.3", shows=("asked", "answers"))
def test_parties_object_and_others_speak_when_they_are_asked(hall):
    (opened,) = hall.do(acts.OpenCase("T4.1.iv.a", "the die was cocked", "open/main.1.1"), by="anna")
    hall.do(acts.GiveStatement(opened.case, "it lay flat"), by="bo")
    hall.refused(acts.GiveStatement(opened.case, "I saw it"), "T5.3", "not_asked", by="siri")
    hall.do(acts.AskPerson(opened.case, "siri"), by="jens")
    hall.do(acts.GiveStatement(opened.case, "it leaned on a checker"), by="siri")
    said = hall.state.cases[opened.case].statements
    assert [(each.person, each.asked_by) for each in said] == [("anna", ""), ("bo", ""), ("siri", "jens")]


@pytest.mark.rule("T5.3", shows="answers")
def test_a_committee_asks_too_and_the_parties_may_object_before_it(hall):
    case = appealed(hall)
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    hall.do(acts.AskPerson(case, "eva"), by="tove")
    hall.do(acts.GiveStatement(case, "she turned it"), by="eva")
    hall.do(acts.GiveStatement(case, "eva sat behind me"), by="bo")
    assert [each.asked_by for each in hall.state.cases[case].statements[-2:]] == ["tove", ""]


@pytest.mark.rule("T5.1", shows="answers")
def test_where_the_only_director_is_a_party_both_players_choose_a_committee(hall):
    only_anna(hall)
    (opened,) = hall.do(acts.OpenCase("T4.7", "the score", "open/main.1.1"), by="bo")
    case = opened.case
    hall.refused(acts.RuleCase(case, "T4.7", "5-4", "my card"), "T5.1", "party_cannot_rule", by="anna")
    assert now(hall.state, hall.at)[0].kind == "committee_by_players"
    hall.do(acts.ProposeCommittee(case, ("siri", "tove", "ulla")), by="anna")
    hall.do(acts.ProposeCommittee(case, ("siri", "tove", "vera")), by="bo")
    assert hall.state.cases[case].committee == ()
    hall.do(acts.ProposeCommittee(case, ("ulla", "tove", "siri")), by="bo")
    assert set(hall.state.cases[case].committee) == {"siri", "tove", "ulla"}
    for person in ("siri", "tove"):
        hall.do(acts.Vote(case, Verdict.REPLACE, "5-4, by the card of the player behind", "T4.7"), by=person)
    found = hall.state.cases[case]
    assert (found.state, found.decision) == (CaseState.DECIDED, "5-4, by the card of the player behind")


def only_anna(hall: Hall) -> None:
    hall.do(acts.StateLicences(("ida", "jens", "anna")), by=FEDERATION)
    hall.do(acts.Appoint("anna", Role.DIRECTOR))
    for person in ("ida", "jens"):
        hall.do(acts.Dismiss(person), by="olga")


@pytest.mark.rule("T1.3.ii", shows="allowed")
def test_players_who_cannot_agree_have_lots_drawn_from_those_whom_both_accept(hall):
    only_anna(hall)
    (opened,) = hall.do(acts.OpenCase("T4.7", "the score", "open/main.1.1"), by="bo")
    hall.do(acts.AcceptPeople(opened.case, ("siri", "tove", "ulla", "vera")), by="anna")
    hall.do(acts.AcceptPeople(opened.case, ("siri", "tove")), by="bo")
    hall.refused(acts.DrawCommittee(opened.case), "T1.3.ii", "too_few_acceptable", by="bo", members=2)
    hall.do(acts.AcceptPeople(opened.case, ("siri", "tove", "ulla", "wanda")), by="bo")
    (named,) = hall.do(acts.DrawCommittee(opened.case), by="bo", chance=SEED)
    assert (set(named.members), named.by_lot) == ({"siri", "tove", "ulla"}, SEED.hex())


def test_with_another_director_the_players_choose_no_committee(hall):
    (opened,) = hall.do(acts.OpenCase("T4.7", "the score", "open/main.1.1"), by="bo")
    members = ("siri", "tove", "ulla")
    hall.refused(acts.ProposeCommittee(opened.case, members), "T5.1", "a_director_rules", by="bo")


def test_a_director_who_is_a_party_does_not_see_the_deliberations(hall):
    hall.do(acts.StateLicences(("ida", "jens", "anna")), by=FEDERATION)
    hall.do(acts.Appoint("anna", Role.DIRECTOR))
    case = ruled(hall)
    assert view(hall.state, By("anna"), hall.at).cases == ()
    assert [each.id for each in view(hall.state, By("jens"), hall.at).cases] == [case]
    assert view(hall.state, By("carl"), hall.at).cases == ()


@pytest.mark.rule("T5.4", shows=("asked", "answers"))
def test_anybody_sends_a_finished_case_on_and_the_answer_is_kept_with_its_clause(hall):
    (opened,) = hall.do(acts.OpenCase("T4.4.ix", "the cube shows 2", "open/main.1.1"), by="anna")
    hall.refused(acts.SendOn(opened.case, "wrong"), "T5.4", "case_is", by="nobody-who-was-there")
    hall.do(acts.RuleCase(opened.case, "T4.4.ix", "the cube stands", "nothing shows otherwise"))
    hall.refused(acts.AnswerCase(opened.case, "right"), "T5.4", "not_sent_on", by=FEDERATION)
    hall.do(acts.SendOn(opened.case, "I read of it"), by="nobody-who-was-there")
    hall.refused(acts.AnswerCase(opened.case, "right"), "T5.4", by="ida")
    answer = acts.AnswerCase(opened.case, "The one who disputes it shows it.", precedent=True, sanction="none")
    hall.do(answer, by=FEDERATION)
    found = hall.state.cases[opened.case]
    assert (found.ruled_under, found.answer, found.precedent) == ("T4.4.ix", "The one who disputes it shows it.", True)


@pytest.mark.rule("T5.5.i")
def test_a_tournament_is_not_closed_while_a_case_is_open_or_lacks_reasons(hall):
    hall.score("open/main.1.1", "anna", 3)
    hall.play_on()
    case = appealed(hall)
    refusal = hall.refused(acts.CloseTournament(), "T5.5.i", "not_ready_to_close")
    assert refusal.facts == {"kind": "case", "id": case, "count": 1}
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    for person in ("siri", "tove"):
        hall.do(acts.Vote(case, Verdict.UPHOLD), by=person)
    assert [(item.kind, item.id) for item in open_items(hall.state)] == [("reason", case)]
    hall.refused(acts.GiveReasons(case, "it stands"), "T5.5.i", by="carl")
    hall.do(acts.GiveReasons(case, "nothing speaks against it"), by="siri")  # a duty of the committee too
    hall.do(acts.CloseTournament())
    hall.refused(acts.CheckIn(hall.e("anna")), "T5.5.i", "tournament_closed")
    hall.do(acts.SendOn(case), by="siri")  # still possible
    hall.checked()


@pytest.mark.rule("T5.5.ii", "T5.5.i", shows="allowed")
def test_the_report_describes_the_dispute_with_its_reasons_and_has_all_results(hall):
    case = ruled(hall)
    hall.score("open/main.1.1", "anna", 3)
    hall.play_on()
    made = report(hall.state)
    (line,) = made.cases
    assert (line.id, line.description, line.reason) == (
        case,
        (("anna", "the cube shows 2"),),
        "nothing shows otherwise",
    )
    assert len(made.results) == 7
    assert made.results[0].winners == ("anna",)
    assert hall.do(acts.CloseTournament())[0].report == hall.state.report


@pytest.mark.rule("T5.1")
def test_a_party_reads_what_they_said_and_what_was_decided_and_nothing_else(hall):
    (opened,) = hall.do(acts.OpenCase("T4.4.ix", "the cube shows 2", "open/main.1.1"), by="anna")
    hall.do(acts.GiveStatement(opened.case, "the cube shows 4"), by="bo")

    def seen(person: str):
        return view(hall.state, By(person), hall.at).my_cases

    (annas,), (bos,) = seen("anna"), seen("bo")
    assert (annas.said, bos.said, annas.may_appeal) == (("the cube shows 2",), ("the cube shows 4",), False)
    assert seen("carl") == ()
    hall.do(acts.RuleCase(opened.case, "T4.4.ix", "the cube stands", "nothing shows otherwise"))
    assert [(each.decision, each.may_appeal) for person in ("anna", "bo") for each in seen(person)] == [
        ("the cube stands", True)
    ] * 2
    hall.do(acts.Appeal(opened.case, "it was turned"), by="anna")
    assert [each.may_appeal for each in seen("bo")] == [False]


@pytest.mark.rule("T5.2")
def test_the_desk_writes_down_what_a_party_without_a_phone_says(hall):
    (opened,) = hall.do(acts.OpenCase("T4.4.ix", "the cube shows 2", "open/main.1.1"), by="anna")
    case = opened.case
    hall.do(acts.GiveStatement(case, "it was on my side", person="bo"))
    assert [(each.person, each.text) for each in hall.state.cases[case].statements][-1] == ("bo", "it was on my side")
    hall.refused(acts.GiveStatement(case, "I saw it", person="carl"), "T5.3", "not_asked")
    hall.refused(acts.GiveStatement(case, "she is right", person="bo"), "T5.3", "not_your_claim", by="anna")
    hall.do(acts.RuleCase(case, "T4.4.ix", "the cube stands", "nothing shows otherwise"))
    hall.refused(acts.Appeal(case, person="carl"), "T5.2", "not_your_claim")
    hall.refused(acts.Appeal(case), "T5.2", "not_your_claim")  # the director is no party
    hall.do(acts.Appeal(case, "it was turned", person="bo"))
    assert hall.state.cases[case].appealed_by == "bo"


@pytest.mark.rule("T5.1", shows="asked")
def test_whoever_calls_the_director_twice_or_after_the_other_has_finds_the_case_that_is_open():
    desk = Hall(knock_out())
    for name in ("anna", "bo"):
        desk.do(acts.CheckIn(desk.enter(name)))
    desk.do(acts.MakeDraw("open"), chance=SEED)
    desk.do(acts.AnnounceDraw("open", desk.at))
    call = acts.OpenCase("T5.1", "the dice", "open/main.1.1")
    desk.do(call, by="anna")
    assert desk.do(call, by="anna") == []  # pressed twice
    (said,) = desk.do(acts.OpenCase("T5.1", "they were cocked", "open/main.1.1"), by="bo")
    assert (said.case, said.statement) == ("c1", "they were cocked")
    (said,) = desk.do(acts.OpenCase("T5.1", "both dice", "open/main.1.1"), by="anna")
    assert [(each.person, each.text) for each in desk.state.cases["c1"].statements] == [
        ("anna", "the dice"),
        ("bo", "they were cocked"),
        ("anna", "both dice"),
    ]
    desk.do(acts.OpenCase("T4.7", "the score", "open/main.1.1"), by="bo")  # about something else
    desk.do(acts.RuleCase("c1", "T4.1.iv.a", "rolled again", "they lay on a checker"))
    desk.do(acts.OpenCase("T5.1", "once more", "open/main.1.1"), by="anna")
    assert list(desk.state.cases) == ["c1", "c2", "c3"]
    desk.checked()
