"""What two players may agree on between themselves, and what is the director's: scores, results, the end of a match."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Outcome
from tavl.table import Ruler, acts
from tavl.table.acts import PenaltyKind, RightScore
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DBF_BASIC,
    DIRECTOR,
    ENFORCED,
    OBSERVER,
    ONE,
    RECORDED,
    TWO,
    D,
    P,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import ILLEGAL, LEGAL, between, to_roll, wood

# a corrected score (T4.5, T4.7)


@pytest.mark.rule("T4.5", shows="refused")
@pytest.mark.parametrize("ruler", [Ruler.DIRECTOR, Ruler.NAMED])
def test_a_score_that_ends_the_match_needs_a_ruling_where_somebody_rules(ruler):
    fresh = opened(7, RECORDED, ruler=ruler)
    assert refused(fresh, acts.Correct(RightScore((7, 0)), ONE), "T4.5", "score_needs_ruling")
    written = act(fresh, acts.WriteScore(ONE, (7, 0)), acts.WriteScore(TWO, (7, 0)))
    assert refused(written, acts.Correct(RightScore((7, 0)), ONE), "T4.5", "score_needs_ruling")


@pytest.mark.rule("T4.5", shows="refused")
def test_a_score_that_no_card_supports_needs_a_ruling_where_somebody_rules():
    assert refused(between(), acts.Correct(RightScore((2, 0)), ONE), "T4.5", "score_needs_ruling")
    written = act(between(), acts.WriteScore(TWO, (2, 0)))
    agreed = act(written, acts.Correct(RightScore((2, 0)), ONE), acts.AgreeToCorrection(TWO))
    assert agreed.match.score == (2, 0)
    assert act(between(), acts.Correct(RightScore((2, 0)))).match.score == (2, 0)  # the director's word


@pytest.mark.rule("T4.5", shows="refused")
def test_a_card_that_was_rewritten_meanwhile_supports_nothing():
    asked = act(between(), acts.WriteScore(ONE, (2, 0)), acts.Correct(RightScore((2, 0)), ONE))
    asked = act(asked, acts.WriteScore(ONE, (1, 0)))
    assert refused(asked, acts.AgreeToCorrection(TWO), "T4.5", "score_needs_ruling")
    assert kinds(said(asked, acts.DisputeCorrection(TWO))) == ["DisputeRaised"]


@pytest.mark.rule("T4.5", shows="refused")
def test_a_disputed_score_is_not_conceded_past_the_director():
    table = act(tournament(), acts.RaiseDispute(ONE, "T4.7", "", RightScore((7, 0))))
    assert refused(table, acts.ConcedeDispute(TWO), "T4.5", "score_needs_ruling")
    assert "concede_dispute" not in offered(table, BO)
    ruled = act(table, acts.Rule(rule="T4.7", reason="seen", upholds=True))
    assert ruled.match.result.winner == ONE


@pytest.mark.rule("T4.5")
def test_where_nobody_rules_two_players_set_their_score():
    table = act(opened(7, RECORDED), acts.Correct(RightScore((6, 0)), ONE), acts.AgreeToCorrection(TWO))
    assert table.match.score == (6, 0)


# closing a table (T4.5)


@pytest.mark.rule("T4.5", shows="refused")
def test_a_directed_match_that_has_begun_is_played_to_its_end():
    table = act(begun(tournament(sitting=ENFORCED)), game.MakePlay(ONE, LEGAL))
    for seat in (ONE, TWO):
        assert refused(table, acts.Abort(seat), "T4.5", "match_must_be_played_out", length=7)
    assert "abort" not in offered(begun(tournament()), BO)
    assert act(tournament(), acts.Abort(ONE)).aborted  # nothing counts yet


@pytest.mark.rule("T4.5", shows="refused")
@pytest.mark.parametrize("ruler", [Ruler.DIRECTOR, Ruler.NOBODY])
def test_nobody_closes_a_table_at_which_penalty_points_were_given(ruler):
    table = opened(7, conduct=True, ruler=ruler)
    assert kinds(said(table, acts.Abort(TWO))) == ["Aborted"]
    table = after(table, acts.PenaltyGiven(TWO, PenaltyKind.POINTS, "T2.2.iv", "late", 1), game.ScoreSet((1, 0)))
    assert refused(table, acts.Abort(TWO), "T4.5", "match_must_be_played_out")


@pytest.mark.rule("T4.5", shows="refused")
def test_who_is_late_does_not_get_out_of_it_by_closing_the_table():
    table = act(tournament(starts_at=0), acts.ReportAbsence(TWO, ONE), by=ANNA, at=60_000)
    assert refused(table, acts.Abort(TWO), "T4.5", "match_must_be_played_out", at=6 * 60_000)
    assert kinds(said(table, acts.Abort(ONE), at=6 * 60_000)) == ["Aborted"]


# a confirmed result (T4.6)


def confirmed(sitting=RECORDED):
    table = set_to(at_score(begun(tournament(3, sitting)), (2, 0)), P("1:1 off:14", "6:15"), ONE)
    if sitting is RECORDED:
        table = act(table, acts.RecordRoll(ONE, D(2, 1)), game.MakePlay(ONE, ((1, 0),)))
    else:
        table = act(table, game.Roll(ONE), roll=(2, 1))
        table = act(table, game.MakePlay(ONE, ((1, 0),)))
    return act(table, acts.ReportResult(ONE, (3, 0)), acts.ConfirmResult())


@pytest.mark.rule("T4.6", shows="refused")
def test_two_players_do_not_reopen_a_confirmed_result():
    table = confirmed()
    assert refused(table, acts.Correct(RightScore((2, 0)), TWO), "T4.6", "result_confirmed")
    assert refused(table, acts.FlagPlay(TWO), "T4.6", "result_confirmed")
    disputed = act(table, acts.RaiseDispute(TWO, "T4.2.iii.a", "no", acts.ReplayPlay()))
    assert refused(disputed, acts.ConcedeDispute(ONE), "T4.6", "result_confirmed")
    claimed = after(table, acts.PlayFlagged(ONE, BO.role, TWO))  # before the director had confirmed it
    assert refused(claimed, acts.AcceptFacts(ONE), "T4.6", "result_confirmed")
    reopened = act(disputed, acts.Rule(rule="T4.6", reason="seen on the film", upholds=True))
    assert reopened.match.result is None


@pytest.mark.rule("T4.6", shows="refused")
def test_a_correction_asked_for_before_the_result_was_confirmed_is_not_agreed_to_after_it():
    table = won(at_score(begun(tournament(3)), (2, 0)), ONE)
    table = act(table, acts.WriteScore(TWO, (2, 0)), acts.Correct(RightScore((2, 0)), TWO))
    table = act(table, acts.ReportResult(ONE, (3, 0)), acts.ConfirmResult())
    assert refused(table, acts.AgreeToCorrection(ONE), "T4.6", "result_confirmed")


@pytest.mark.rule("T4.6")
def test_a_director_who_reopens_a_result_has_the_new_one_reported_and_confirmed():
    table = act(confirmed(), acts.Rule(rule="T4.6", reason="wrong", outcome=Outcome(TWO, 1, 1, "ruling")))
    assert (table.match.score, table.match.result) == ((2, 1), None)
    assert (around(table).cards.reported, around(table).cards.confirmed) == (None, False)
    table = act(table, acts.AnnounceCrawford(ONE), game.StartGame(ONE)) if table.match.next_is_crawford else table
    table = won(begun(table) if not table.game_running else table, TWO, 2)
    table = act(table, acts.ReportResult(TWO, (2, 3)), acts.ConfirmResult())
    assert around(table).cards.reported == (2, 3)


@pytest.mark.rule("T4.6")
def test_a_result_corrected_to_another_score_is_reported_again():
    table = act(confirmed(), acts.Rule(rule="T4.6", reason="a game was left out", score=(3, 1)))
    assert (table.match.result.winner, around(table).cards.confirmed) == (ONE, False)
    table = act(table, acts.ReportResult(ONE, (3, 1)), acts.ConfirmResult())
    assert around(table).cards.reported == (3, 1)


# what a ruling settles (T4.7)


def differing():
    table = act(between(), acts.WriteScore(ONE, (4, 0)), acts.WriteScore(TWO, (1, 0)))
    assert refused(table, game.StartGame(ONE), "T4.7", "cards_differ")
    return table


@pytest.mark.rule("T4.7")
def test_a_ruling_on_the_score_settles_cards_that_differ():
    table = act(differing(), acts.Rule(rule="T4.7", reason="counted again", score=(4, 0)))
    assert not around(table).cards.differ
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]
    assert refused(table, acts.Correct(RightScore((1, 0)), TWO), "T4.5", "score_needs_ruling")  # it was ruled on
    again = act(table, acts.WriteScore(TWO, (2, 0)))
    assert around(again).cards.differ  # a card written since is a new matter


@pytest.mark.rule("T4.7")
def test_a_ruling_that_lets_the_score_stand_settles_cards_that_differ():
    table = act(differing(), acts.RaiseDispute(ONE, "T4.7", "", RightScore((4, 0))))
    table = act(table, acts.Rule(rule="T4.7", reason="the card of the player behind", upholds=False))
    assert table.match.score == (1, 0)
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]


@pytest.mark.rule("T4.7")
def test_an_agreed_score_settles_cards_that_differ():
    table = act(differing(), acts.Correct(RightScore((4, 0)), ONE), acts.AgreeToCorrection(TWO))
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]


# whose choice a replay is (G9.3), and who may give in (T4.2.iii.b)


@pytest.mark.rule("G9.3", shows="answers")
def test_under_the_basic_rules_only_the_opponent_has_a_play_replayed():
    table = begun(opened(7, CHALLENGE, DBF_BASIC, ruler=Ruler.DIRECTOR))
    table = act(table, acts.AppointObserver("olaf"), game.MakePlay(ONE, ILLEGAL))
    replay = acts.RaiseDispute(ONE, "G9.3", "", acts.ReplayPlay())
    assert refused(table, replay, "G9.3", "opponent_chooses")
    assert refused(table, acts.FlagPlay(ONE), "G9.3", "opponent_chooses")
    for official in (DIRECTOR, OBSERVER):
        assert refused(table, acts.FlagPlay(), "G9.3", "opponent_chooses", by=official)
        assert "flag_play" not in offered(table, official)
    assert kinds(said(table, acts.FlagPlay(TWO))) == ["PlayFlagged"]
    assert kinds(said(table, acts.RaiseDispute(TWO, "G9.3", "", acts.ReplayPlay()))) == ["DisputeRaised"]


@pytest.mark.rule("T4.2.iii.b", shows="answers")
@pytest.mark.parametrize("official", [DIRECTOR, OBSERVER])
def test_the_mover_who_denied_an_officials_claim_may_still_concede_it(official):
    table = act(to_roll(CHALLENGE), acts.AppointObserver("olaf"))
    table = act(table, acts.FlagPlay(), by=official)
    table = act(table, acts.DisputeFacts(ONE, "it was right"))
    assert refused(table, acts.ConcedeDispute(TWO), "T5.1", "not_yours_to_answer")
    assert "concede_dispute" in offered(table, ANNA)
    assert kinds(said(table, acts.ConcedeDispute(ONE)))[:2] == ["DisputeSettled", "PlayReopened"]


# a ruling while a dispute is open (T5.1)


@pytest.mark.rule("T5.1", shows="answers")
def test_a_ruling_on_something_else_leaves_the_dispute_open():
    table = act(wood(), acts.RaiseDispute(ONE, "T4.7", "two points, not one"))
    warned = acts.Rule(rule="T1.2", reason="shouting", penalties=(acts.Penalty(TWO, PenaltyKind.WARNING),))
    assert kinds(said(table, warned)) == ["Ruled", "PenaltyGiven"]
    table = act(table, warned)
    assert table.frozen
    assert act(table, acts.Rule(rule="T4.7", reason="as it stands", upholds=False)).disputes.open is None


@pytest.mark.rule("T5.1", shows="answers")
@pytest.mark.parametrize("sets", [{"score": (2, 0)}, {"upholds": False}, {"winner": ONE}])
def test_a_ruling_that_sets_the_matter_decides_the_dispute(sets):
    table = act(wood(), acts.RaiseDispute(ONE, "T4.7", "two points, not one"))
    assert act(table, acts.Rule(rule="T4.7", reason="seen", **sets)).disputes.open is None


@pytest.mark.rule("T5.1", shows="answers")
def test_a_penalty_that_ends_the_match_ends_the_dispute():
    table = act(wood(), acts.RaiseDispute(ONE, "T1.2", "he threw the dice at me"))
    out = acts.Rule(rule="T1.2", reason="so he did", penalties=(acts.Penalty(TWO, PenaltyKind.DISQUALIFY),))
    assert (act(table, out).disputes.open, act(table, out).match.result.winner) == (None, ONE)
