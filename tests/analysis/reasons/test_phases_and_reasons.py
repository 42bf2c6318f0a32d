"""What is told of a position without the engine: phases, stakes and reasons."""

from __future__ import annotations

import pytest

from tavl._native import CubeState
from tavl.analysis import Depth, analyse
from tavl.analysis.match_analysis import PlayerStakes
from tavl.analysis.reasons.phases import GamePhase, phase_of
from tavl.analysis.reasons.reason_texts import SENTENCES, reason_sentence
from tavl.analysis.reasons.reasons import PlaySeen, Reason, ReasonCode, cube_reasons, dances, play_reasons, shots
from tavl.analysis.reasons.take_points import stakes_of
from tavl.engine.cubes import cube_of
from tavl.i18n import LANGUAGES, words
from tavl.notation.record import Chances, CubeActionKind
from tavl.rules import Dice, Match, Position
from tests.analysis.matches import cube_record, first_play

MONEY = PlayerStakes(take_point=0.25, live_take_point=0.2, gammon_value=0.5, gammon_value_doubled=0.5)


@pytest.mark.parametrize(
    ("own", "opponent", "turns", "phase"),
    [
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 5, GamePhase.OPENING),
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 6, GamePhase.MIDDLE_GAME),
        ("6:8 8:7", "6:8 8:7", 30, GamePhase.RACE),
        ("6:8 5:7", "6:8 8:7", 30, GamePhase.BEAR_OFF),
        ("24:2 23:2 6:5 5:4 4:2", "8:2 6:5 5:4 4:2 3:2", 30, GamePhase.BACK_GAME),
        ("24:2 6:8 5:5", "6:5 5:5 4:5", 30, GamePhase.BEAR_IN),
    ],
)
def test_the_phase_of_a_game_follows_from_counts(own: str, opponent: str, turns: int, phase: GamePhase) -> None:
    assert phase_of(Position.of(own, opponent), turns) is phase


def test_for_money_a_take_needs_a_quarter_with_a_dead_cube_and_a_fifth_with_a_live_one() -> None:
    for stakes in stakes_of(CubeState()):
        assert stakes.take_point == pytest.approx(0.25)
        assert stakes.live_take_point == pytest.approx(0.2, abs=1e-4)
        assert (stakes.gammon_value, stakes.gammon_value_doubled) == (0.5, 0.5)


def test_at_double_match_point_a_gammon_is_worth_nothing_more() -> None:
    own, opponent = stakes_of(cube_of(Match.start(1)))
    assert own.gammon_value == opponent.gammon_value == 0


def test_the_last_cube_of_a_match_is_dead_and_its_take_point_a_matter_of_the_table() -> None:
    """At 2-2 the double is for the match: to drop leaves 2-away against 1-away."""
    own, _ = stakes_of(cube_of(Match.start(2)))
    assert own.take_point == own.live_take_point == pytest.approx(0.32, abs=0.01)


def test_gammons_do_not_count_under_jacoby_before_the_cube_is_turned() -> None:
    own, _ = stakes_of(CubeState(jacoby=True))
    assert (own.gammon_value, own.gammon_value_doubled) == (0, 0.5)


# Reasons.


def after(text: str, dice: Dice) -> Position:
    play = next(play for play in Position.start().plays(dice) if str(play) == text)
    return play.result.mirror()


def test_a_slotted_five_point_is_hit_by_15_rolls() -> None:
    assert shots(after("13/11 6/5", Dice(2, 1))) == 15
    assert shots(after("8/5 6/5", Dice(3, 1))) == 0


def test_against_five_points_25_rolls_dance() -> None:
    assert dances(Position.of("6:2 5:2 4:2 3:2 2:2 13:5", "25:1 13:14")) == 25
    assert dances(Position.start()) == 0


def codes(reasons: tuple[Reason, ...]) -> dict[ReasonCode, dict[str, int | str]]:
    return {reason.code: reason.facts for reason in reasons}


def test_the_better_play_is_told_by_what_can_be_counted() -> None:
    best, played = after("8/5 6/5", Dice(3, 1)), after("24/23 13/10", Dice(3, 1))
    found = codes(
        play_reasons(
            Position.start(),
            PlaySeen(best, Chances(0.55, 0.176, 0.0, 0.12)),
            PlaySeen(played, Chances(0.5, 0.14, 0.0, 0.121)),
            MONEY,
            MONEY,
        )
    )
    assert found[ReasonCode.POINTS_MADE] == {"points": "5"}
    assert found[ReasonCode.SHOTS]["best"] == 0
    assert found[ReasonCode.WINS] == {"best": 550, "played": 500}
    assert found[ReasonCode.GAMMONS_WON] == {"best": 176, "played": 140}
    assert ReasonCode.GAMMONS_LOST not in found  # a thousandth is no reason
    assert ReasonCode.GAMMON_VALUE not in found  # as for money


def test_a_score_that_changes_a_gammon_is_told_where_gammons_differ() -> None:
    cheap = PlayerStakes(take_point=0.3, live_take_point=0.3, gammon_value=0.0, gammon_value_doubled=0.0)
    start = Position.start()
    one, other = PlaySeen(start, Chances(0.5, 0.3)), PlaySeen(start, Chances(0.5, 0.2))
    assert codes(play_reasons(start, one, other, cheap, MONEY))[ReasonCode.GAMMON_VALUE] == {"value": 0}


def test_a_cube_is_told_by_the_race_and_what_a_take_needs() -> None:
    race = Position.of("6:5 5:5 4:5", "6:6 8:9")
    found = codes(cube_reasons(race, Chances(0.9), MONEY, MONEY))
    assert found[ReasonCode.RACE] == {"own": 75, "opponent": 108}
    assert found[ReasonCode.TAKE_POINT] == {"win": 100, "take": 250, "live": 200}
    assert ReasonCode.GAMMON_CHANCES not in found


def test_errors_come_with_reasons_and_right_plays_without() -> None:
    (wrong,) = analyse(first_play("31: 6/2"), Depth.INSTANT).decisions
    (right,) = analyse(first_play("31: 8/5 6/5"), Depth.INSTANT).decisions
    assert ReasonCode.POINTS_MADE in codes(wrong.reasons)
    assert right.reasons == ()
    record = cube_record("6:5 5:5 4:5", "6:6 8:9", CubeActionKind.DOUBLE, length=7)
    assert ReasonCode.RACE in codes(analyse(record, Depth.INSTANT).decisions[0].reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence_in_every_language(language: str) -> None:
    assert set(SENTENCES) == set(ReasonCode)
    facts: dict[str, int | str] = {
        **dict.fromkeys(("best", "played", "own", "opponent", "win", "take", "live", "checkers"), 123),
        "points": "5, 7",
        "value": 66,
    }
    w = words(language)
    for code in ReasonCode:
        sentence = reason_sentence(w, Reason(code, facts))
        assert sentence.endswith(".")
        assert "{" not in sentence
    number = {"en": "0.66"}.get(language, "0,66")
    assert number in reason_sentence(w, Reason(ReasonCode.GAMMON_VALUE, facts))
    assert words("en")(SENTENCES[ReasonCode.SHOTS]) != w(SENTENCES[ReasonCode.SHOTS]) or language == "en"
