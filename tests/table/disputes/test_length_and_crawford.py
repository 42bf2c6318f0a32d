"""The Crawford game follows the length and the score as they are known when a game begins (T4.8, T4.4.iv, T4.7)."""

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.rules.profile import DBF_TOURNAMENT, NO_HJEMME, SV_GRUND, Breaks
from tavl.table import Detail, Sitting, TableTerms, acts
from tavl.table.acts import RightLength, RightScore
from tests.table.helpers import (
    ANNA,
    ENFORCED,
    ONE,
    RECORDED,
    STANDARD,
    TWO,
    act,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    seen,
    tournament,
    won,
)


def corrected_in_game(was, right, score, sitting=RECORDED):
    """The length is corrected while a game is played; then Anna wins that game."""
    table = act(at_score(begun(tournament(was, sitting)), score), acts.Correct(RightLength(right)))
    return won(table, ONE)


@pytest.mark.rule("T4.8", "T4.4.iv")
@pytest.mark.parametrize("sitting", [ENFORCED, RECORDED])
def test_a_shorter_length_makes_the_next_game_the_crawford_game(sitting):
    table = corrected_in_game(9, 7, (5, 2), sitting)
    assert table.match.score == (6, 2)
    if sitting is RECORDED:
        assert refused(table, game.StartGame(ONE), "T4.7", "crawford_not_announced")
        assert "announce_crawford" in offered(table, ANNA)
        table = act(table, acts.AnnounceCrawford(ONE))
    assert said(table, game.StartGame(ONE)) == [game.LengthSet(7), game.GameStarted(crawford=True)]
    assert act(table, game.StartGame(ONE)).match.game.cube is None


@pytest.mark.rule("T4.8", "T4.4.iv")
@pytest.mark.parametrize("sitting", [ENFORCED, RECORDED])
def test_a_longer_length_makes_it_an_ordinary_one(sitting):
    table = corrected_in_game(7, 9, (5, 2), sitting)
    assert refused(table, acts.AnnounceCrawford(ONE), "T4.7", "next_is_not_crawford")
    assert said(table, game.StartGame(ONE)) == [game.LengthSet(9), game.GameStarted(crawford=False)]
    assert act(table, game.StartGame(ONE)).match.game.cube == Cube()


@pytest.mark.rule("T4.8", shows="refused")
def test_a_length_that_is_not_possible_any_more_changes_no_crawford_game():
    table = act(at_score(begun(tournament(9)), (5, 2)), acts.Correct(RightLength(7)))
    table = won(table, ONE, 3)
    assert table.match.score == (8, 2)
    table = act(table, acts.AnnounceCrawford(TWO))
    assert kinds(said(table, game.StartGame(ONE))) == ["LengthCorrectionDropped", "GameStarted"]
    assert act(table, game.StartGame(ONE)).match.game.terms.crawford


@pytest.mark.rule("T4.8", "T2.2.ii", "T3.5.vi")
def test_breaks_and_a_clock_between_games_go_by_the_new_length():
    table = corrected_in_game(15, 17, (0, 0))
    breaks = Breaks()
    assert kinds(said(table, acts.TakeBreak(ONE, breaks.over_15_points))) == ["BreakBegun"]
    ordered = corrected_in_game(7, 9, (0, 0), ENFORCED)
    ordered = act(ordered, acts.OrderUse(acts.Useful.CLOCK, "slow"))
    minutes = STANDARD.minutes_per_point * (8 + 9) / 2
    assert ordered.clock.remaining[ONE] == minutes * 60_000


# T4.4.iv: a score that was kept wrong


def played_as_crawford(score, winner):
    """A game that was played as the Crawford game of a match to 7."""
    return won(begun(act(at_score(tournament(), score), acts.AnnounceCrawford(ONE))), winner)


@pytest.mark.rule("T4.4.iv", "T4.7")
@pytest.mark.parametrize("correction", [acts.Correct(RightScore((5, 3))), "ruling"])
def test_after_a_score_corrected_down_the_true_crawford_game_still_comes(correction):
    ruling = acts.Rule(rule="T4.7", reason="a card was misread", score=(5, 3))
    table = act(played_as_crawford((6, 2), TWO), ruling if correction == "ruling" else correction)
    table = act(table, game.StartGame(ONE))
    assert table.match.game.cube == Cube()
    table = act(won(table, ONE), acts.AnnounceCrawford(ONE), game.StartGame(ONE))
    assert (table.match.score, table.match.game.terms.crawford) == ((6, 3), True)
    assert not won(table, TWO).match.next_is_crawford  # and only one


@pytest.mark.rule("T4.4.iv", "T4.7")
def test_a_match_that_was_not_won_after_all_has_its_crawford_game_next():
    table = played_as_crawford((6, 2), ONE)
    assert table.over
    table = act(table, acts.Correct(RightScore((6, 2))))  # she had 5 when it began
    assert table.match.next_is_crawford


@pytest.mark.rule("T4.4.iv", "T4.7")
@pytest.mark.parametrize("score", [(6, 2), (6, 5)])
def test_a_correction_that_leaves_it_at_match_point_leaves_the_crawford_game_played(score):
    table = act(played_as_crawford((6, 2), TWO), acts.Correct(RightScore(score)))
    assert not table.match.next_is_crawford


@pytest.mark.rule("T4.4.iv")
def test_points_lost_as_a_penalty_bring_no_second_crawford_game():
    taken_off = DBF_TOURNAMENT.vary(penalty_points_go_to="offender")
    table = at_score(opened(7, RECORDED, taken_off, ruler="director"), (6, 2))
    table = won(begun(act(table, acts.AnnounceCrawford(ONE))), TWO)
    late = acts.Penalise(against=ONE, kind=acts.PenaltyKind.POINTS, rule="T2.2.iv", reason="late", points=1)
    table = won(act(table, late, game.StartGame(ONE)), ONE)
    assert table.match.score == (6, 3)
    assert not table.match.next_is_crawford


# by which rules


@pytest.mark.rule("G11.1")
def test_a_match_to_one_point_is_a_crawford_game_by_the_danish_rules_and_not_by_the_swedish():
    assert begun(opened(1)).match.game.cube is None
    swedish = begun(opened(1, profile=SV_GRUND))  # "matcher till fler än en poäng"
    assert swedish.match.game.cube == Cube()
    assert seen(opened(1, profile=SV_GRUND)).cube == Cube()
    assert begun(at_score(opened(2, profile=SV_GRUND), (1, 0))).match.game.cube is None


@pytest.mark.rule("T4.7")
def test_one_player_announces_the_crawford_game_to_the_other():
    table = at_score(tournament(), (6, 2))
    assert kinds(said(act(table, acts.AnnounceCrawford(TWO)), game.StartGame(ONE))) == ["GameStarted"]
    assert kinds(said(act(table, acts.AnnounceCrawford(TWO)), game.StartGame(TWO))) == ["GameStarted"]


@pytest.mark.rule("G8.1", shows="refused")
@pytest.mark.parametrize("size", [2, 3])
def test_where_only_the_single_game_is_known_no_other_is_recorded(size):
    home = act(opened(7, RECORDED, NO_HJEMME, detail=Detail.CUBE, ruler="director"), game.StartGame(ONE))
    assert refused(home, acts.RecordResult(ONE, ONE, size), "G8.1", "size_not_possible", size=size)
    outcome = game.Outcome(ONE, size, 1, "recorded")
    assert refused(home, acts.Rule(rule="T1.1", reason="seen", outcome=outcome), "G8.1", "size_not_possible")
    assert kinds(said(home, acts.RecordResult(ONE, ONE, 1))) == ["ResultStated"]


@pytest.mark.rule("G4.6", shows="refused")
@pytest.mark.parametrize("profile", [SV_GRUND, NO_HJEMME])
def test_rules_that_know_no_illegal_play_are_not_played_as_a_challenge(profile):
    terms = TableTerms(match=opened(7, profile=profile).terms.match, sitting=Sitting.CHALLENGE)
    assert (terms.fault.code, terms.fault.rule) == ("profile_enforces", "G4.6")
    for sitting in (Sitting.ENFORCED, Sitting.RECORDED):
        assert TableTerms(match=terms.match, sitting=sitting).fault is None
    chosen = opened(7, profile=profile.vary(illegal_play="opponent_accepts_or_has_it_replayed")).terms.match
    assert TableTerms(match=chosen, sitting=Sitting.CHALLENGE).fault is None
