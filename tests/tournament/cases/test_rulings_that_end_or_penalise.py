"""Rulings and committees' decisions that end a match or penalise somebody, in the act that rules (T5.1, T5.2)."""

from __future__ import annotations

import pytest

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.seat import Seat
from tavl.table.acts.disputes import Effects, Penalty
from tavl.tournament import acts, preview
from tavl.tournament.acts import By
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.acts.results import Ended
from tavl.tournament.matches.advancement import Where
from tests.tournament.cases.test_cases import hall
from tests.tournament.desk import Hall

__all__ = ["hall"]
MATCH = "open/main.1.1"
OUT = Effects(penalties=(Penalty(Seat.SECOND, PenaltyKind.DISQUALIFY),), score=(4, 2))


def opened(hall: Hall, rule: str = "T1.7.i") -> str:
    (case,) = hall.do(acts.OpenCase(rule, "an engine on a phone", MATCH), by="anna")
    return str(case.case)


@pytest.mark.rule("T1.7.vi")
def test_a_ruling_disqualifies_and_the_match_ends_in_the_same_act(hall: Hall) -> None:
    ruling = acts.RuleCase(opened(hall), "T1.7.i", "out", "it showed plays", effects=OUT)
    would = preview(hall.state, ruling, By("ida"), hall.at)
    assert {(change.what, change.after) for change in would.changes if change.id == MATCH} >= {("where", "done")}
    assert [type(event) for event in hall.do(ruling)] == [acts.CaseRuled, acts.Penalised, acts.ResultConfirmed]
    result = hall.match(MATCH).match.confirmed.result
    assert (result.winner, result.score, result.how) == (0, (4, 2), Ended.DISQUALIFIED)
    assert [(each.person, each.rule) for each in hall.state.penalties.values()] == [("bo", "T1.7.i")]


@pytest.mark.rule("T1.7.vi")
def test_a_penalty_that_the_clause_does_not_know_is_refused_and_nothing_is_ruled(hall: Hall) -> None:
    case = opened(hall, "T4.2.i")
    hall.refused(acts.RuleCase(case, "T4.2.i", "out", "both hands", effects=OUT), "T4.2.i", "penalty_not_in_clause")
    two = Effects(penalties=OUT.penalties * 2)
    hall.refused(acts.RuleCase(case, "T1.7.i", "out", "twice", effects=two), "T5.1", "bad_value")
    points = Effects(penalties=(Penalty(Seat.FIRST, PenaltyKind.POINTS, 1),))
    hall.do(acts.RuleCase(case, "T4.3.iv", "a point", "the clock again", effects=points))
    assert (hall.match(MATCH).where, hall.match(MATCH).match.points) == (Where.PLAYING, {hall.e("anna"): 1})


@pytest.mark.rule("T5.1")
@pytest.mark.parametrize(
    ("effects", "how"),
    [(Effects(winner=Seat.SECOND, score=(5, 4)), Ended.FORFEIT), (Effects(score=(3, 7)), Ended.PLAYED)],
)
def test_a_ruling_gives_the_match_by_name_or_by_a_score_that_ends_it(hall: Hall, effects: Effects, how: Ended) -> None:
    hall.do(acts.RuleCase(opened(hall), "T4.5", "the match is Bo's", "the other left", effects=effects))
    result = hall.match(MATCH).match.confirmed.result
    assert (result.winner, result.how) == (1, how)
    case = opened(hall)
    over = acts.RuleCase(case, "T4.5", "no", "it is over", effects=Effects(winner=Seat.FIRST))
    hall.refused(over, "T4.6", "match_is")  # a result that stands is corrected, not ruled on


@pytest.mark.rule("T5.2")
def test_what_a_committee_sets_follows_the_vote_that_decides(hall: Hall) -> None:
    case = opened(hall)
    hall.do(acts.RuleCase(case, "T1.7.i", "a warning", "it was off"))
    hall.do(acts.Appeal(case), by="anna")
    hall.do(acts.NameCommittee(case, ("eva", "finn", "gert")))
    vote = acts.Vote(case, Verdict.REPLACE, "out", "it was on")
    hall.do(acts.Vote(case, Verdict.REPLACE, "out", "it was on", OUT), by="eva")
    assert hall.match(MATCH).where is Where.PLAYING
    decided = [type(event) for event in hall.do(vote, by="finn")]
    assert decided == [acts.Voted, acts.CaseDecided, acts.Penalised, acts.ResultConfirmed]
    assert hall.match(MATCH).match.confirmed.result.how is Ended.DISQUALIFIED
