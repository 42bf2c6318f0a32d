"""Results: reported, confirmed, published, corrected (T4.5, T4.6)."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, preview
from tavl.tournament.acts.results import Ended, Follow
from tavl.tournament.matches.advancement import Where
from tavl.tournament.standings.results_table import finish, rated
from tavl.tournament.view import view
from tests.tournament.desk import By, Hall, knock_out

NAMES = ("anna", "bo", "carl", "dan")
SEMI, OTHER, FINAL = "open/main.1.1", "open/main.1.2", "open/main.2.1"


@pytest.fixture
def hall() -> Hall:
    made = Hall(knock_out())
    for name in NAMES:
        made.do(acts.CheckIn(made.enter(name)))
    made.tables(4)
    pairs = ((made.e("anna"), made.e("bo")), (made.e("carl"), made.e("dan")))
    made.do(acts.EnterDraw("open", pairs, "lots from a bag"))
    made.do(acts.AnnounceDraw("open", made.at))
    made.begin(SEMI)
    made.begin(OTHER)
    return made


def result(hall: Hall, score: tuple[int, int], **more: object) -> acts.ReportResult:
    return acts.ReportResult(SEMI, (hall.e("anna"), hall.e("bo")), score, **more)  # type: ignore[arg-type]


@pytest.mark.rule("T4.6")
def test_a_result_is_reported_then_confirmed_then_public(hall):
    hall.do(result(hall, (7, 4)), by="anna")
    assert hall.match(SEMI).where is Where.REPORTED

    def public() -> object:
        return view(hall.state, By("siri"), hall.at).divisions[0].matches[0].score

    assert public() is None
    hall.do(acts.ConfirmResult(SEMI), by="kai")
    assert public() == (7, 4)
    assert hall.match(FINAL).slots[0].entrant == hall.e("anna")


@pytest.mark.rule("T4.6")
def test_a_result_that_the_other_player_reports_too_can_be_confirmed_as_it_was_seen(hall):
    hall.do(result(hall, (7, 4)), by="anna")
    seen = hall.match(SEMI).match.version
    hall.do(result(hall, (7, 4)), by="bo")
    hall.do(acts.ConfirmResult(SEMI, seen=seen), by="kai")
    assert hall.match(SEMI).where is Where.DONE


@pytest.mark.rule("T4.6")
@pytest.mark.parametrize("again", ["anna", "bo"])
def test_a_result_that_is_another_one_meanwhile_is_not_confirmed_unseen(hall, again):
    hall.do(result(hall, (7, 4)), by="anna")
    seen = hall.match(SEMI).match.version
    hall.do(result(hall, (7, 5)), by=again)
    hall.refused(acts.ConfirmResult(SEMI, seen=seen), "T4.6", "changed_meanwhile", by="kai")


@pytest.mark.rule("T4.6")
def test_under_a_standing_confirmation_two_players_who_agree_need_nobody(hall):
    hall.refused(acts.SetStandingConfirmation(True), "T4.6", by="kai")
    hall.do(acts.SetStandingConfirmation(True))
    hall.do(result(hall, (7, 4)), by="bo")
    assert hall.match(SEMI).where is Where.REPORTED
    events = hall.do(result(hall, (7, 4)), by="anna")
    assert events[-1].standing


def test_without_one_they_wait_for_the_desk(hall):
    hall.do(result(hall, (7, 4)), by="bo")
    hall.do(result(hall, (7, 4)), by="anna")
    assert hall.match(SEMI).where is Where.REPORTED


@pytest.mark.rule("T4.5")
@pytest.mark.parametrize(
    ("score", "code"),
    [((5, 4), "short_of_length"), ((8, 4), "score_not_possible"), ((7, 7), "score_not_possible")],
)
def test_a_match_is_played_to_its_length(hall, score, code):
    assert hall.refused(result(hall, score), "T4.5", code).facts == {"length": 7}


@pytest.mark.rule("T4.5", shows="allowed")
def test_a_result_short_of_the_length_needs_staff_and_a_reason(hall):
    hall.refused(result(hall, (5, 4), how=Ended.SHORT, reason="she is ill"), "T4.5", "score_needs_ruling", by="anna")
    hall.refused(result(hall, (5, 4), how=Ended.SHORT), "T4.5", "reason_missing")
    hall.do(result(hall, (5, 4), how=Ended.SHORT, reason="bo fell ill at 5-4", confirms=True))
    assert hall.match(SEMI).outcome.winner == 0


@pytest.mark.rule("T4.5", shows="allowed")
def test_a_match_that_nobody_wins_sends_nobody_on(hall):
    hall.do(result(hall, (0, 0), how=Ended.NOBODY, reason="they agreed on the result", confirms=True))
    hall.score(OTHER, "carl", 3)
    assert hall.match(FINAL).where is Where.NO_MATCH
    assert [match.id for match in rated(hall.flow)] == [OTHER]


def test_a_result_on_paper_needs_no_table_and_keeps_its_own_time():
    hall = Hall(knock_out(), at="15:00")
    for name in ("anna", "bo"):
        hall.enter(name)
    hall.do(acts.EnterDraw("open", ((hall.e("bo"), hall.e("anna")),), "one pair"))
    hall.do(acts.AnnounceDraw("open", hall.at))
    typed = acts.ReportResult(
        "open/main.1.1", (hall.e("anna"), hall.e("bo")), (7, 2), confirms=True, ended_at=hall.at - 5
    )
    hall.do(typed)
    confirmed = hall.match("open/main.1.1").match.confirmed
    assert (confirmed.result.score, confirmed.result.winner, confirmed.ended_at) == ((2, 7), 1, hall.at - 5)
    assert rated(hall.flow)[0].winners == ("anna",)


def test_who_was_replaced_meanwhile_has_no_result(hall):
    players = (hall.e("anna"), hall.e("carl"))
    hall.refused(acts.ReportResult(SEMI, players, (7, 5)), "T4.6", "players_changed")
    hall.refused(acts.ReportResult(FINAL, players, (7, 5)), "T4.6", "waits_for_match", match=SEMI)
    hall.refused(acts.ReportResult("open/main.9.9", players, (7, 5)), "T4.6", "no_such_match")


def correct(hall: Hall, score: tuple[int, int], **more: object) -> acts.CorrectResult:
    return acts.CorrectResult(SEMI, (hall.e("anna"), hall.e("bo")), score, "typed the wrong way", **more)  # type: ignore[arg-type]


@pytest.mark.rule("T4.6")
def test_a_score_alone_is_corrected_without_any_consequence(hall):
    hall.score(SEMI, "anna", 4)
    hall.refused(correct(hall, (7, 4)), "T4.6", "nothing_changes")
    hall.refused(correct(hall, (7, 5)), "T4.6", "not_your_role", by="kai")
    hall.do(correct(hall, (7, 5)))
    assert hall.match(SEMI).match.confirmed.result.score == (7, 5)


@pytest.mark.rule("T4.6")
def test_the_right_winner_takes_the_place_in_a_match_that_has_not_begun(hall):
    hall.score(SEMI, "anna", 4)
    hall.score(OTHER, "carl", 4)
    hall.call(FINAL)
    hall.do(correct(hall, (4, 7)))
    assert hall.players(FINAL) == ("bo", "carl")
    assert hall.match(FINAL).where is Where.READY  # whoever was called was somebody else


@pytest.mark.rule("T4.6")
def test_let_stand_corrects_the_result_and_leaves_everybody_where_they_are(hall):
    hall.score(SEMI, "anna", 4)
    hall.score(OTHER, "carl", 4)
    hall.begin(FINAL)
    hall.refused(correct(hall, (4, 7)), "T4.6", "correction_meets_play", matches=FINAL)
    hall.do(correct(hall, (4, 7), follow=Follow.STAND))
    assert (hall.players(FINAL), hall.match(FINAL).where) == (("anna", "carl"), Where.PLAYING)
    assert rated(hall.flow)[0].winners == ("bo",)


@pytest.mark.rule("T4.6")
def test_a_finished_match_stands_unless_a_ruling_says_otherwise(hall):
    hall.score(SEMI, "anna", 4)
    hall.score(OTHER, "carl", 4)
    hall.play(FINAL, "anna")
    refusal = hall.refused(correct(hall, (4, 7), follow=Follow.REPLACE), "T4.6", "finished_stands")
    assert refusal.facts == {"match": FINAL}
    hall.do(correct(hall, (4, 7), follow=Follow.REPLACE, rule="T1.1"))
    assert (hall.players(FINAL), hall.match(FINAL).where) == (("bo", "carl"), Where.READY)
    assert len(hall.match(FINAL).match.voids) == 1


@pytest.mark.rule("T4.6")
def test_who_asks_too_late_is_refused_by_a_person(hall):
    hall.score(SEMI, "anna", 4)
    hall.refused(acts.AskCorrection(SEMI, "I won"), "T4.6", "not_your_match", by="carl")
    hall.do(acts.AskCorrection(SEMI, "I won"), by="bo")
    asked = preview(hall.state, acts.RefuseCorrection(SEMI, "a day later"), By("ida"), hall.at)
    assert asked.refused is None
    hall.refused(acts.RefuseCorrection(SEMI, ""), "T4.6", "reason_missing")
    hall.do(acts.RefuseCorrection(SEMI, "asked a day later"))
    assert hall.state.refused_corrections == ((SEMI, "asked a day later"),)
    hall.checked()


@pytest.mark.rule("T4.6")
def test_what_was_reported_before_a_correction_is_not_laid_before_the_desk_again(hall):
    hall.score(SEMI, "anna", 4)
    seen = hall.match(SEMI).match.version
    hall.do(correct(hall, (4, 7)))
    assert hall.match(SEMI).match.reports == ()
    unseen = acts.ReportResult(SEMI, hall.match(SEMI).players, (7, 5), seen=seen - 1)
    hall.do(unseen, by="jens")
    assert hall.match(SEMI).where is Where.DIFFERS
    assert [report.by for report in hall.match(SEMI).match.reports] == ["jens"]


@pytest.mark.rule("T4.6")
def test_a_walkover_stands_when_its_winner_leaves_after_the_next_match():
    hall = Hall(knock_out())
    hall.tables(4)
    for name in NAMES:
        hall.enter(name)
    pairs = ((hall.e("anna"), hall.e("bo")), (hall.e("carl"), hall.e("dan")))
    hall.do(acts.EnterDraw("open", pairs, "lots from a bag"))
    hall.do(acts.AnnounceDraw("open", hall.at))
    hall.do(acts.WithdrawEntry(hall.e("anna"), "ill"))
    hall.play(OTHER, winner="carl")
    hall.play(FINAL, winner="carl")
    hall.do(acts.WithdrawEntry(hall.e("bo"), "home"))
    assert hall.match(SEMI).outcome.winner == 1
    assert [hall.name(one) for place in finish(hall.flow, "open") for one in place.entrants][:2] == ["carl", "bo"]
