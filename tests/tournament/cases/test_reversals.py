"""A committee reverses or replaces a ruling that put somebody out: penalty, result and draw fall with it (T5.2)."""

from __future__ import annotations

import pytest

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.seat import Seat
from tavl.table.acts import Penalty
from tavl.table.acts.disputes import Effects
from tavl.tournament import acts, preview
from tavl.tournament.acts import By
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.acts.results import Ended, Follow
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import report
from tests.tournament.desk import Hall, knock_out

NAMES = ("anna", "bo", "carl", "dan")
MATCH, OTHER, FINAL = "open/main.1.1", "open/main.1.2", "open/main.2.1"
OUT = Effects(penalties=(Penalty(Seat.SECOND, PenaltyKind.DISQUALIFY),), score=(2, 4))


@pytest.fixture
def hall() -> Hall:
    made = Hall(knock_out())
    for name in NAMES:
        made.do(acts.CheckIn(made.enter(name)))
    made.tables(2)
    pairs = tuple((made.e(one), made.e(two)) for one, two in zip(NAMES[::2], NAMES[1::2], strict=True))
    made.do(acts.EnterDraw("open", pairs, "lots from a bag", "siri"))
    made.do(acts.AnnounceDraw("open", made.at))
    made.begin(MATCH)
    return made


def put_out(hall: Hall) -> str:
    """Bo is disqualified at 2-4 by a ruling."""
    (opened,) = hall.do(acts.OpenCase("T1.7.i", "a phone with an engine", MATCH), by="anna")
    hall.do(acts.RuleCase(opened.case, "T1.7.i", "bo is out", "seen on the screen", effects=OUT))
    return str(opened.case)


def decided(hall: Hall, case: str, verdict: Verdict, decision: str = "", effects: Effects | None = None) -> list:
    hall.do(acts.Appeal(case, "it was a clock"), by="bo")
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    hall.do(acts.Vote(case, verdict, decision, "we looked at it", effects), by="siri")
    return hall.do(acts.Vote(case, verdict, decision, "we looked at it", effects), by="tove")


@pytest.mark.rule("T5.2", shows="answers")
def test_a_disqualification_that_is_reversed_leaves_no_penalty_and_the_match_goes_on(hall):
    case = put_out(hall)
    assert hall.match(MATCH).match.confirmed.result.how == "disqualified"
    assert hall.match(FINAL).slots[0].entrant == hall.e("anna")
    events = decided(hall, case, Verdict.REVERSE)
    assert [type(event).__name__ for event in events] == ["Voted", "CaseDecided", "PenaltyRevoked", "ResultReopened"]
    assert (hall.match(MATCH).where, hall.match(MATCH).match.place) == ("playing", "t1")
    assert hall.state.penalties == {}
    assert hall.match(FINAL).where == "waits"
    hall.score(MATCH, "bo", 5)
    assert hall.match(FINAL).slots[0].entrant == hall.e("bo")
    made = report(hall.state)
    assert made.disqualifications == ()
    assert [(line.id, line.verdict) for line in made.cases] == [(case, "reverse")]
    hall.checked()


@pytest.mark.rule("T5.2", shows="answers")
def test_upheld_it_stands(hall):
    case = put_out(hall)
    decided(hall, case, Verdict.UPHOLD)
    assert [p.kind for p in hall.state.penalties.values()] == ["disqualify"]
    assert hall.match(MATCH).where == "done"


@pytest.mark.rule("T5.2", shows="answers")
def test_replaced_by_a_warning_the_match_goes_on_with_the_warning(hall):
    case = put_out(hall)
    warning = Effects(penalties=(Penalty(Seat.SECOND, PenaltyKind.WARNING),))
    decided(hall, case, Verdict.REPLACE, "a warning is enough", warning)
    assert {id: p.kind for id, p in hall.state.penalties.items()} == {"p2": "warning"}  # its number is its own
    assert hall.match(MATCH).where == "playing"


@pytest.mark.rule("T5.2", "T4.6")
def test_a_match_that_began_since_is_stopped_and_its_table_is_not_taken_twice(hall):
    case = put_out(hall)
    hall.play(OTHER, "carl")
    hall.begin(FINAL)  # anna, who was sent there by the ruling, sits at the table of the first match
    assert hall.match(FINAL).match.place == "t1"
    decided(hall, case, Verdict.REVERSE)
    assert hall.match(FINAL).where == "waits"
    assert [void.players for void in hall.match(FINAL).match.voids] == [(hall.e("anna"), hall.e("carl"))]
    assert hall.match(MATCH).where == "playing"
    assert hall.flow.busy["anna"] == MATCH


@pytest.mark.rule("T5.2", "T4.6")
def test_where_the_next_match_is_finished_the_result_stands_until_a_director_corrects_it(hall):
    case = put_out(hall)
    hall.play(OTHER, "carl")
    hall.play(FINAL, "carl")
    hall.do(acts.Appeal(case, "it was a clock"), by="bo")
    hall.do(acts.NameCommittee(case, ("siri", "tove", "ulla")))
    hall.do(acts.Vote(case, Verdict.REVERSE, "", "we looked at it"), by="siri")
    last = acts.Vote(case, Verdict.REVERSE, "", "we looked at it")
    looked = preview(hall.state, last, By("tove"), hall.at)
    (left,) = [change for change in looked.changes if change.what == "correction"]
    assert (left.id, set(left.people)) == (MATCH, {"anna", "bo"})  # it says that the result is left to the director
    hall.do(last, by="tove")
    assert hall.state.penalties == {}
    assert hall.match(MATCH).where == "done"
    (item,) = hall.items("correction")
    assert (item.id, item.rule, item.facts) == (MATCH, "T5.2", {"case": case})
    assert "correction" in {each.kind for each in open_items(hall.state)}
    players = (hall.e("anna"), hall.e("bo"))
    short = {"how": Ended.SHORT, "winner": 1, "rule": "T5.2", "follow": Follow.STAND}
    hall.do(acts.CorrectResult(MATCH, players, (2, 4), "the ruling fell", **short))
    assert hall.items("correction") == []
    hall.checked()


@pytest.mark.rule("T5.2")
def test_points_that_are_reversed_are_taken_off_again(hall):
    (opened,) = hall.do(acts.OpenCase("T4.3.iv", "he let it run", MATCH), by="anna")
    points = Effects(penalties=(Penalty(Seat.SECOND, PenaltyKind.POINTS, 2),))
    hall.do(acts.RuleCase(opened.case, "T4.3.iv", "two points", "he saw it", effects=points))
    assert hall.match(MATCH).match.points == {hall.e("bo"): 2}
    decided(hall, opened.case, Verdict.REVERSE)
    assert hall.match(MATCH).match.points == {}


@pytest.mark.rule("T5.2")
def test_what_the_director_gave_before_the_case_falls_with_the_ruling_that_let_it_stand(hall):
    hall.do(
        acts.Penalise("bo", PenaltyKind.DISQUALIFY, "T1.7.i", "an engine", MATCH, acts.Scope.TOURNAMENT, score=(2, 4))
    )
    (opened,) = hall.do(acts.OpenCase("T1.7.i", "it was a clock", MATCH), by="bo")
    hall.at += 60_000
    hall.do(acts.RuleCase(opened.case, "T1.7.i", "it stands", "seen on the screen"))
    decided(hall, opened.case, Verdict.REVERSE)
    assert hall.match(MATCH).where == "playing"
    assert hall.e("bo") not in hall.flow.out
