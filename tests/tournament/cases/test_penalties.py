"""Penalties with the scope their clause allows, and spectators (T1.2, T1.6, T1.7)."""

from __future__ import annotations

import msgspec
import pytest

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.tournament import acts
from tavl.tournament.acts import Scope
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.cases.penalties import is_expelled
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import report
from tavl.tournament.standings.results_table import rated
from tavl.tournament.view import view
from tests.tournament.desk import SEED, By, Hall, knock_out

NAMES = ("anna", "bo", "carl", "dan")
SWISS = DivisionTerms(id="open", format=Format.SWISS, rounds=3, stages=(Stage(id="swiss", length=5),))


def hall_of(terms: DivisionTerms, *more: DivisionTerms) -> Hall:
    made = Hall(terms, *more)
    for name in NAMES:
        made.do(acts.CheckIn(made.enter(name)))
    made.tables(4)
    pairs = ((made.e("anna"), made.e("bo")), (made.e("carl"), made.e("dan")))
    made.do(acts.EnterDraw("open", pairs, "lots from a bag"))
    made.do(acts.AnnounceDraw("open", made.at))
    return made


@pytest.fixture
def hall() -> Hall:
    made = hall_of(knock_out(), knock_out("side"))
    made.begin("open/main.1.1")
    return made


def penalise(person: str, kind: PenaltyKind, rule: str, **more: object) -> acts.Penalise:
    return acts.Penalise(person, kind, rule, "he was told", **more)  # type: ignore[arg-type]


@pytest.mark.rule("T1.2", shows=("record", "next step"))
def test_a_conduct_ruling_disqualifies_and_whoever_was_to_meet_the_player_has_a_walkover(hall):
    hall.score("open/main.1.1", "anna", 3)
    hall.play("open/main.1.2", "carl")
    hall.do(penalise("carl", PenaltyKind.DISQUALIFY, "T1.2", scope=Scope.TOURNAMENT))
    final = hall.match("open/main.2.1")
    assert (final.where, final.outcome.winner) == (Where.WALKOVER, 0)
    assert final.id not in {match.id for match in rated(hall.flow)}
    (line,) = report(hall.state).disqualifications
    assert (line.person, line.rule, line.reason) == ("carl", "T1.2", "he was told")


@pytest.mark.rule("T1.2")
def test_a_disqualification_during_play_credits_the_opponent(hall):
    told = penalise("bo", PenaltyKind.DISQUALIFY, "T1.2", match="open/main.1.1", scope=Scope.TOURNAMENT, score=(3, 4))
    hall.do(told)
    result = hall.match("open/main.1.1").match.confirmed.result
    assert (result.winner, result.score, result.how) == (0, (3, 4), "disqualified")


@pytest.mark.rule("T1.2")
def test_a_swiss_goes_on_without_who_was_disqualified():
    hall = hall_of(SWISS)
    hall.play_on()
    hall.do(penalise("dan", PenaltyKind.EXPEL, "T1.2", scope=Scope.TOURNAMENT))
    hall.do(acts.MakeDraw("open"), chance=SEED)
    second = {name for m in hall.flow.of("open") if m.pairing.round == 2 for name in hall.players(m.id)}
    assert "dan" not in second


@pytest.mark.rule("T1.2")
def test_under_t1_2_an_exclusion_from_later_tournaments_is_for_a_time():
    hall = hall_of(knock_out())
    for_good = penalise("dan", PenaltyKind.EXCLUDE, "T1.2", scope=Scope.LATER)
    hall.refused(for_good, "T1.2", "only_for_a_time")
    hall.do(penalise("dan", PenaltyKind.EXCLUDE, "T1.2", scope=Scope.LATER, until=hall.at + 1))
    hall.do(penalise("carl", PenaltyKind.EXCLUDE, "T1.7.vi", scope=Scope.LATER))  # under T1.7 it may be for good
    assert [line.until is None for line in report(hall.state).disqualifications] == [False, True]


@pytest.mark.rule("T1.7.vi", shows="asked")
@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("T2.2.iv", PenaltyKind.DISQUALIFY),
        ("T4.2.i", PenaltyKind.EXPEL),
        ("T4.4.iv", PenaltyKind.POINTS),
        ("T1.2", PenaltyKind.WARNING),
        ("T5.1", PenaltyKind.WARNING),
    ],
)
def test_a_penalty_that_its_clause_does_not_know_is_refused(hall, rule, kind):
    points = 1 if kind is PenaltyKind.POINTS else 0
    hall.refused(penalise("bo", kind, rule, match="open/main.1.1", points=points), rule, "penalty_not_in_clause")


@pytest.mark.rule("T1.7.vi", shows="answers")
def test_each_penalty_of_t1_7_has_its_consequence_for_match_and_draw(hall):
    match = "open/main.1.1"
    hall.do(penalise("bo", PenaltyKind.WARNING, "T1.7.iv", match=match))
    assert hall.match(match).where is Where.PLAYING
    hall.do(penalise("bo", PenaltyKind.POINTS, "T1.7.iv", match=match, points=2))
    assert hall.match(match).match.points == {hall.e("bo"): 2}
    hall.do(penalise("bo", PenaltyKind.DISQUALIFY, "T1.7.iv", match=match, scope=Scope.MATCH))
    assert hall.match(match).where is Where.DONE
    assert hall.e("bo") not in hall.flow.out  # that match only
    hall.do(penalise("bo", PenaltyKind.EXPEL, "T1.7.vi", scope=Scope.TOURNAMENT))
    assert hall.e("bo") in hall.flow.out
    hall.refused(acts.Enter("side", ("bo",)), "T1.2", "expelled_person", by="bo")


@pytest.mark.rule("T1.7.vi", shows="answers")
def test_who_is_put_out_of_one_division_plays_on_in_another(hall):
    hall.ids["bo-side"] = hall.do(acts.Enter("side", ("bo",)), by="bo")[0].entry
    hall.do(penalise("bo", PenaltyKind.DISQUALIFY, "T1.7.i", match="open/main.1.1", scope=Scope.DIVISION))
    assert hall.flow.out == {hall.e("bo")}


@pytest.mark.rule("T2.2.iv")
def test_penalty_points_above_half_the_length_lose_the_match(hall):
    match = "open/main.1.1"
    hall.do(penalise("bo", PenaltyKind.POINTS, "T1.7.v", match=match, points=3))
    assert hall.match(match).where is Where.PLAYING
    hall.do(penalise("bo", PenaltyKind.POINTS, "T1.7.v", match=match, points=1))
    result = hall.match(match).match.confirmed.result
    assert (result.winner, result.how) == (0, "penalty")


def test_a_director_penalises_neither_themselves_nor_in_their_own_match():
    hall = Hall(knock_out())
    for name in ("ida", "bo"):
        hall.enter(name)
    hall.do(acts.EnterDraw("open", ((hall.e("ida"), hall.e("bo")),), "one pair"))
    hall.do(acts.AnnounceDraw("open", hall.at))
    hall.do(acts.BeginMatch("open/main.1.1"), by="bo")
    told = penalise("bo", PenaltyKind.WARNING, "T1.7.iv", match="open/main.1.1")
    hall.refused(told, "T5.1", "party_cannot_rule", by="ida")
    hall.do(told, by="jens")


@pytest.mark.rule("T1.6.iii", shows=("asked", "answers"))
def test_a_spectator_is_expelled_from_one_match_then_from_the_tournament(hall):
    from_match = acts.ExpelSpectator("siri", "T1.6.iv", "stands too close", "open/main.1.1", Scope.MATCH)
    hall.refused(acts.ExpelSpectator("siri", "T1.6.iii", ""), "T5.1", "reason_missing")
    hall.refused(from_match, "T1.6.iii", "not_your_role", by="kai")
    hall.do(from_match)
    assert is_expelled(hall.state, "siri", "open/main.1.1")
    assert not is_expelled(hall.state, "siri", "open/main.1.2")
    hall.do(acts.ExpelSpectator("siri", "T1.6.iii", "came back and commented"))
    assert is_expelled(hall.state, "siri", "open/main.1.2")
    seen = view(hall.state, By("siri"), hall.at)
    assert (seen.expelled, seen.divisions) == (True, ())
    assert view(hall.state, By("tove"), hall.at).divisions


@pytest.mark.rule("T1.6.v")
def test_an_expulsion_is_in_the_report_with_its_reason(hall):
    hall.do(acts.ExpelSpectator("siri", "T1.6.ii", "signalled to a player"))
    (line,) = report(hall.state).expulsions
    assert (line.person, line.rule, line.reason, line.by) == ("siri", "T1.6.ii", "signalled to a player", "ida")


@pytest.mark.rule("T1.7.viii")
def test_a_disqualification_is_in_the_report_with_its_reason(hall):
    hall.do(penalise("bo", PenaltyKind.DISQUALIFY, "T1.7.v", match="open/main.1.1", scope=Scope.TOURNAMENT))
    (line,) = report(hall.state).disqualifications
    assert (line.person, line.scope, line.reason) == ("bo", "tournament", "he was told")


@pytest.mark.rule("T1.4.iii")
def test_a_refusal_and_a_move_up_are_in_the_report_and_a_missing_reason_stops_closing():
    hall = Hall(knock_out(level=2), knock_out("lower", level=1))
    rasmus = hall.enter("rasmus", approve=False)
    hall.do(acts.RefuseEntry(rasmus, "Not this year."))
    mia = hall.enter("mia", "lower", approve=False)
    hall.do(acts.OfferHigher(mia, "open", "too strong"))
    hall.do(acts.AnswerOffer(mia, False), by="mia")
    refusal = hall.refused(acts.CloseTournament(), "T1.4.iii", "not_ready_to_close", kind="reason")
    assert refusal.facts["id"] == rasmus
    hall.do(acts.GiveEntryReason(rasmus, "threatened staff"))
    made = report(hall.state)
    assert [(line.person, line.reason) for line in made.refusals] == [("rasmus", "threatened staff")]
    assert [(line.person, line.accepted, line.reason) for line in made.moves] == [("mia", False, "too strong")]
    hall.do(acts.CloseTournament())
    hall.checked()


@pytest.mark.rule("T5.2", "T5.4", "T5.5.i")
def test_a_penalty_given_without_a_dispute_is_a_ruling_under_its_clause_appealed_and_sent_on(hall):
    match = "open/main.1.1"
    one, two = hall.players(match)
    hall.do(penalise(one, PenaltyKind.POINTS, "T1.7.iii", match=match, points=1))
    (case,) = hall.state.cases.values()
    assert (case.ruled_under, case.ruled_by, case.match, set(case.parties)) == ("T1.7.iii", "ida", match, {one, two})
    made = report(hall.state)
    assert [(line.rule, line.case) for line in made.penalties] == [("T1.7.iii", case.id)]
    assert made.cases == ()  # one line of the report, and not two
    assert "case" not in {item.kind for item in open_items(hall.state)}

    hall.do(acts.SendOn(case.id, "what do you think?"), by=two)
    assert [line.id for line in report(hall.state).cases] == [case.id]
    hall.do(acts.Appeal(case.id, "I said nothing"), by=one)
    hall.do(acts.NameCommittee(case.id, ("siri", "tove", "ulla")))
    for member in ("siri", "tove"):
        hall.do(acts.Vote(case.id, Verdict.REVERSE, "", "nothing was said"), by=member)
    assert hall.state.penalties == {}
    assert hall.match(match).match.points == {}
    hall.checked()


@pytest.mark.rule("T5.2")
def test_a_penalty_that_is_about_no_match_falls_too_when_a_committee_reverses_it(hall):
    person = next(iter(hall.state.entries.values())).members[0]
    out = acts.Penalise(person, PenaltyKind.EXPEL, "T1.7.i", "an engine", None, Scope.TOURNAMENT)
    hall.do(out)
    assert hall.e(person) in hall.flow.out
    (case,) = hall.state.cases.values()
    hall.do(acts.Appeal(case.id, "it was a clock"), by=person)
    hall.do(acts.NameCommittee(case.id, ("siri", "tove", "ulla")))
    for member in ("siri", "tove"):
        hall.do(acts.Vote(case.id, Verdict.REVERSE, "", "it was a clock"), by=member)
    assert hall.e(person) not in hall.flow.out


def test_a_warning_is_undone_with_its_case_and_nobody_names_a_case_of_their_own(hall):
    match = "open/main.1.1"
    one, _ = hall.players(match)
    warning = penalise(one, PenaltyKind.WARNING, "T1.7.iii", match=match)
    hall.refused(msgspec.structs.replace(warning, case="c1"), "T5.1", "bad_value", field="case")
    hall.do(warning)
    hall.do(acts.Undo(hall.last_act))
    assert (hall.state.penalties, hall.state.cases) == ({}, {})
    hall.checked()
