"""G8.2, G11.1, T4.4.iv, T4.5: score, Crawford, the end of a match and of a money session."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.rules import Cube, Match, MatchResult, Outcome, Phase, RuleError, Seat, Terms, actions, profile_named
from tavl.rules.acts import (
    Double,
    Drop,
    EndSession,
    GameStarted,
    LengthSet,
    OutcomeSet,
    Roll,
    ScoreSet,
    SessionEnded,
    StartGame,
)
from tavl.rules.match import MAX_LENGTH, Finished
from tests.rules.helpers import ONE, TWO, P, act, after, decided, in_game, refused_by

SV = profile_named("sv-grund")


def won(match: Match, winner: Seat, points: int = 1) -> Match:
    """The match after one more game."""
    return after(act(match, StartGame(ONE)), OutcomeSet(Outcome(winner, 1, points, "borne_off")))


def at_score(length: int, first: int, second: int) -> Match:
    return after(Match.start(length), ScoreSet((first, second)))


@pytest.mark.rule("G8.2")
def test_points_are_added_up_and_the_match_ends() -> None:
    match = won(won(Match.start(5), ONE, 2), TWO, 1)
    assert (match.score, match.needs, match.result) == ((2, 1), (3, 4), None)
    match = won(match, ONE, 3)
    assert (match.score, match.result) == ((5, 1), MatchResult(ONE, "score"))
    assert [game.outcome.points for game in match.finished] == [2, 1, 3]
    assert [game.score_before for game in match.finished] == [(0, 0), (2, 0), (2, 1)]
    assert actions(match, ONE) == actions(match, TWO) == []
    assert won(at_score(5, 0, 4), TWO).result == MatchResult(TWO, "score")


@pytest.mark.rule("G8.2")
def test_no_more_than_the_score_needs_is_of_use() -> None:
    match = won(at_score(5, 3, 0), ONE, 8)
    assert (match.score, match.needs) == ((5, 0), (0, 5))
    assert match.finished[-1].outcome.points == 8
    assert at_score(5, 3, 0).useful_points(Outcome(ONE, 2, 8, "borne_off")) == 2
    assert at_score(5, 3, 0).useful_points(Outcome(TWO, 2, 4, "borne_off")) == 4
    assert at_score(5, 3, 0).useful_points(Outcome(TWO, 3, 6, "borne_off")) == 5
    assert won(Match.start(None, SV), TWO, 64).score == (0, 64)


@pytest.mark.rule("G8.2")
def test_nobody_plays_for_less_than_nothing() -> None:
    with pytest.raises(RuleError) as error:
        Match.start(None, SV, stake=-1)
    assert refused_by(error.value.refused, "G8.2", "bad_value", field="stake")
    assert Match.start(None, SV, stake=0).terms.stake == 0
    assert refused_by(Terms(length=5, stake=-1).fault, "G8.2", "bad_value", field="stake")


@pytest.mark.rule("G8.2")
def test_the_stake_is_what_a_point_is_worth_and_multiplies_no_points() -> None:
    for stake in (1, 50):
        match = act(Match.start(None, SV, stake=stake), StartGame(ONE))
        match = in_game(match, phase=Phase.TO_ROLL, turns=3)
        assert act(match, Double(ONE), Drop(TWO)).score == (1, 0)
        assert match.game is not None
        assert (match.game.stake, match.game.worth(2)) == (1, 1 if SV.jacoby else 2)


def test_what_was_corrected_after_a_game_stays_when_the_game_is_undone() -> None:
    match = won(at_score(5, 1, 2), ONE, 2)
    assert match.finished[-1].counted == 2
    penalised = after(match, ScoreSet((3, 3)))
    assert after(penalised, OutcomeSet(Outcome(TWO, 1, 1, "ruling"))).score == (1, 4)
    left_out = after(won(Match.start(5), ONE, 2), ScoreSet((0, 1)))  # that game was not to count
    assert after(left_out, OutcomeSet(Outcome(TWO, 1, 1, "ruling"))).score == (0, 2)
    left_out = after(won(at_score(5, 1, 0), ONE, 2), ScoreSet((0, 0)))
    assert after(left_out, OutcomeSet(Outcome(TWO, 1, 1, "ruling"))).score == (0, 1)
    assert Finished((0, 0), True, Outcome(ONE, 1, 1, "before_resuming")).counted == 0  # where nothing more is known
    below_nothing = after(won(at_score(5, -1, 0), ONE, 2), OutcomeSet(Outcome(TWO, 1, 1, "ruling")))
    assert below_nothing.score == (-1, 1)
    capped = after(won(at_score(5, 4, 0), ONE, 8), OutcomeSet(Outcome(TWO, 1, 1, "ruling")))
    assert capped.score == (4, 1)


@pytest.mark.rule("G8.2")
def test_a_game_that_ends_by_play_is_scored_once() -> None:
    match = act(Match.start(5), StartGame(ONE))
    match = in_game(match, position=P("2:1", "18:15"), phase=Phase.TO_ROLL, turns=9, cube=Cube(2, TWO))
    match = act(match, Roll(ONE), roll=(6, 5))
    assert match.game is not None
    match = act(match, actions(match, ONE)[0])
    assert match.score == (4, 0)
    assert match.finished == (Finished((0, 0), False, Outcome(ONE, 2, 4, "borne_off"), 4),)
    assert match.between_games
    assert actions(match, TWO) == [StartGame(TWO)]


@pytest.mark.rule("T4.5")
def test_a_match_that_is_over_is_not_played_on() -> None:
    match = won(Match.start(1), TWO)
    for action in (StartGame(ONE), Roll(ONE), Double(ONE), EndSession(TWO)):
        assert refused_by(decided(match, action, (3, 1)), "T4.5", "match_over")


@pytest.mark.rule("T4.5")
def test_a_match_is_played_to_its_length() -> None:
    for match in (Match.start(5), won(Match.start(5), ONE)):
        assert refused_by(decided(match, EndSession(ONE)), "T4.5", "match_must_be_played_out", length=5)
        assert EndSession(ONE) not in actions(match, ONE)
    for length in (0, -1, MAX_LENGTH + 1):
        with pytest.raises(RuleError) as error:
            Match.start(length)
        assert refused_by(error.value.refused, "T4.5", "bad_length", length=length, most=MAX_LENGTH)
    assert Match.start(MAX_LENGTH).needs == (MAX_LENGTH, MAX_LENGTH) == (999, 999)
    assert Match.start(1).needs == (1, 1)


def test_a_money_session_ends_between_games() -> None:
    match = Match.start(None, SV)
    assert (match.length, match.needs, match.result) == (None, None, None)
    assert actions(match, TWO) == [StartGame(TWO), EndSession(TWO)]
    running = act(match, StartGame(ONE))
    assert refused_by(decided(running, EndSession(ONE)), "G2.1", "game_running")
    assert EndSession(ONE) not in actions(running, ONE)
    match = won(won(match, ONE, 4), TWO, 1)
    assert match.score == (4, 1)
    assert decided(match, EndSession(TWO)) == [SessionEnded(TWO)]
    over = act(match, EndSession(TWO))
    assert (over.result, over.score) == (MatchResult(None, "session_ended"), (4, 1))
    assert actions(over, ONE) == []


def test_money_play_has_no_crawford_game() -> None:
    match = won(Match.start(None, SV), ONE, 4)
    assert not match.next_is_crawford
    assert not match.post_crawford


def test_what_can_be_played_for() -> None:
    for name in ("dbf-tournament", "dbf-basic"):
        with pytest.raises(RuleError) as error:
            Match.start(None, profile_named(name))
        assert refused_by(error.value.refused, "T1.1", "match_play_only", profile=name)
    assert Terms(SV, 7).fault is None
    assert Terms(SV).stake == Match.start(None, SV).terms.stake == 1
    assert Terms().fault is not None


@pytest.mark.rule("T4.4.viii", "G3.2", "G11.2", "G11.3")
@pytest.mark.parametrize("option", ["jacoby", "beavers", "automatic_doubles"])
def test_no_money_option_in_a_match(option: str) -> None:
    money = SV.vary(**{option: True})
    assert Match.start(None, money).terms.fault is None
    with pytest.raises(RuleError) as error:
        Match.start(5, money)
    assert refused_by(error.value.refused, "T4.4.viii", "money_option_in_match_play", option=option)
    with pytest.raises(RuleError) as error:
        profile_named("dbf-tournament").vary(**{option: True})
    assert refused_by(error.value.refused, "T4.4.viii", "money_option_in_match_play", option=option)


def test_a_profile_that_makes_no_sense_is_not_played() -> None:
    nonsense = replace(SV, jacoby=True, gammons=False)
    assert refused_by(Terms(nonsense).fault, "G11.2", "jacoby_without_gammons")


@pytest.mark.rule("G11.1", "T4.4.iv")
def test_crawford_is_the_game_after_somebody_first_comes_within_one_point() -> None:
    match = won(Match.start(3), ONE)
    assert not match.next_is_crawford
    match = won(match, ONE)
    assert match.next_is_crawford
    assert not match.post_crawford
    assert decided(match, StartGame(ONE)) == [GameStarted(crawford=True)]
    crawford = act(match, StartGame(TWO)).game
    assert crawford is not None
    assert crawford.cube is None
    assert crawford.terms.crawford


@pytest.mark.rule("G11.1")
def test_after_crawford_the_cube_is_back_for_good() -> None:
    match = won(at_score(3, 2, 0), TWO)
    assert match.finished[-1].crawford
    assert match.post_crawford
    assert not match.next_is_crawford
    game = act(match, StartGame(ONE)).game
    assert game is not None
    assert game.cube == Cube(1, None)
    match = won(match, TWO)
    assert match.score == (2, 2)
    assert not match.next_is_crawford


@pytest.mark.rule("T4.4.iv", "T4.8")
def test_a_crawford_game_at_a_length_that_was_corrected_was_none() -> None:
    match = after(won(at_score(5, 4, 1), TWO), LengthSet(7))  # 5 set for 7
    assert not match.post_crawford
    assert won(won(match, ONE), ONE).next_is_crawford
    assert not after(won(at_score(5, 4, 1), TWO), LengthSet(6)).post_crawford  # by one point
    assert after(won(at_score(7, 6, 1), TWO), LengthSet(6)).post_crawford
    assert Match.start(None, SV).post_crawford is False


@pytest.mark.rule("G11.1")
def test_a_double_in_the_crawford_game_is_refused_and_taken_in_the_next() -> None:
    match = in_game(act(at_score(3, 0, 2), StartGame(ONE)), phase=Phase.TO_ROLL, turns=3)
    assert refused_by(decided(match, Double(ONE)), "G11.1", "crawford_game")
    assert Double(ONE) not in actions(match, ONE)
    match = after(match, OutcomeSet(Outcome(ONE, 1, 1, "borne_off")))
    match = in_game(act(match, StartGame(ONE)), phase=Phase.TO_ROLL, turns=3)
    assert Double(ONE) in actions(match, ONE)
    assert act(match, Double(ONE), Drop(TWO)).score == (2, 2)


@pytest.mark.rule("G11.1", "T4.4.iv")
def test_the_only_game_of_a_one_point_match_is_crawford() -> None:
    match = Match.start(1)
    assert match.next_is_crawford
    assert act(match, StartGame(ONE)).game.cube is None  # type: ignore[union-attr]


@pytest.mark.rule("G11.1")
def test_without_the_crawford_rule_the_cube_stays() -> None:
    match = after(Match.start(3, SV.vary(crawford=False)), ScoreSet((2, 0)))
    assert not match.next_is_crawford
    game = act(match, StartGame(ONE)).game
    assert game is not None
    assert game.cube == Cube(1, None)
    assert not profile_named("no-hjemme").crawford


def test_a_game_is_played_under_the_terms_of_its_match() -> None:
    terms = at_score(7, 2, 4).game_terms()
    assert (terms.needs, terms.resigning_limited, terms.dead_cube_barred) == ((5, 3), True, True)
    assert (terms.crawford, terms.cube, terms.gammons, terms.jacoby, terms.beavers) == (False, True, True, False, False)
    assert at_score(3, 2, 0).game_terms().crawford
    varied = SV.vary(jacoby=True, beavers=True, automatic_doubles=True, automatic_doubles_limit=2)
    terms = Match.start(None, varied).game_terms()
    assert (terms.needs, terms.resigning_limited, terms.dead_cube_barred) == (None, False, False)
    assert (terms.jacoby, terms.beavers, terms.automatic_doubles, terms.automatic_doubles_limit) == (
        True,
        True,
        True,
        2,
    )
    assert not Match.start(None, profile_named("no-hjemme")).game_terms().gammons


def test_both_seats_may_set_up_the_next_game() -> None:
    for seat in (ONE, TWO):
        match = act(Match.start(5), StartGame(seat))
        assert match.game is not None
        assert match.game.phase is Phase.OPENING
        assert not match.between_games
