"""A match analysed by the engine: what each decision lost, luck, curve and totals."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tavl.analysis import Analyst, DecisionKind, Depth, MatchAnalysis, analyse, read_analysis, write_analysis
from tavl.analysis.engine.questions import Question, QuestionKind, RollsAnswer, seen_by_turn
from tavl.analysis.match_analysis import AnalysedDecision, CubeVerdict, ErrorKind
from tavl.analysis.reasons.phases import GamePhase
from tavl.engine import Engine, match_chances
from tavl.notation.record import CubeActionKind, MatchRecord, Setup, Turn
from tavl.notation.situation import Situation
from tavl.rules import ALL_ROLLS, Dice, Match, Position, Seat
from tests.analysis.matches import ODD, cube_record, match_in, played, searching

DOUBLE, TAKE, DROP, BEAVER = (
    CubeActionKind.DOUBLE,
    CubeActionKind.TAKE,
    CubeActionKind.DROP,
    CubeActionKind.BEAVER,
)
ENGINE = Engine(threads=1)


@pytest.fixture(scope="module")
def analysed() -> MatchAnalysis:
    return analyse(played(), Depth.INSTANT)


def opening(play: str) -> AnalysedDecision:
    (decision,) = analyse(
        match_in(f" 7 point match\n\n Game 1\n A : 0   B : 0\n  1) {play}\n"), analyst=searching(Depth.ONE_PLY)
    ).decisions
    return decision


def test_every_roll_that_was_played_is_judged(analysed: MatchAnalysis) -> None:
    record = played()
    turns = [(game, at) for game, each in enumerate(record.games) for at, entry in enumerate(each.entries)]
    turns = [(game, at) for game, at in turns if isinstance(record.games[game].entries[at], Turn)]
    plays = [(each.game, each.entry) for each in analysed.decisions if each.kind is DecisionKind.PLAY]
    assert plays == turns
    assert analysed.skipped == 0


def test_the_best_play_loses_nothing() -> None:
    decision = opening("31: 8/5 6/5")
    assert (decision.error, decision.mistake, decision.plays[0].text) == (0.0, None, "8/5 6/5")
    assert decision.counts


def test_a_worse_play_loses_what_the_engine_says() -> None:
    decision = opening("31: 6/2")
    position, dice = Position.start(), Dice(3, 1)
    made = position.played(dice, ((6, 3), (3, 2)))
    ranked = ENGINE.plays(position, dice, Match.start(7), 1, always=made)
    lost = next(each.loss for each in ranked if each.play.result == made)
    assert decision.error == pytest.approx(lost, abs=2e-5)
    assert decision.mistake is ErrorKind.WRONG_PLAY
    assert decision.played is not None
    assert decision.plays[decision.played].text == "6/2"


def test_the_play_that_was_made_is_looked_at_as_deep_as_the_best() -> None:
    decision = opening("31: 6/2")
    assert decision.played is not None
    assert decision.plays[decision.played].look.ply == decision.plays[0].look.ply == 1


def test_what_an_error_cost_is_in_chances_of_winning_the_match() -> None:
    decision = opening("31: 6/2")
    won, lost = match_chances(6, 7), match_chances(7, 6)
    assert decision.cost == pytest.approx(decision.error * (won - lost) / 2)


def test_a_forced_play_and_a_dance_count_for_nothing(analysed: MatchAnalysis) -> None:
    forced = [each for each in analysed.decisions if each.legal_plays == 1]
    assert forced
    assert not any(each.counts or each.error for each in forced)


def test_an_illegal_play_is_shown_and_not_judged() -> None:
    decision = next(each for each in analyse(match_in(ODD), Depth.INSTANT).decisions if each.illegal)
    assert (decision.illegal and decision.illegal.rule, decision.error, decision.counts) == ("G5.2", 0.0, False)
    assert decision.played is None
    assert decision.plays[0].text.startswith("bar/")


# The cube.

RACE = "6:5 5:5 4:5"
CUBES = {  # where who doubles has a race: how far they are ahead decides
    "far ahead": (RACE, "7:3 6:6 5:6"),
    "ahead": (RACE, "8:1 7:1 6:5 5:5 4:3"),
    "far behind": ("6:6 8:9", RACE),
}


def cubes(where: str, *actions: CubeActionKind, **fields: object) -> list[ErrorKind | None]:
    record = cube_record(*CUBES[where], *actions, **fields)
    return [each.mistake for each in analyse(record, Depth.INSTANT).decisions]


@pytest.mark.parametrize(
    ("where", "actions", "found"),
    [
        ("far ahead", (DOUBLE, DROP), [None, None]),
        ("far ahead", (DOUBLE, TAKE), [None, ErrorKind.WRONG_TAKE]),
        ("ahead", (DOUBLE, DROP), [None, ErrorKind.WRONG_DROP]),
        ("ahead", (DOUBLE, TAKE), [None, None]),
        ("far behind", (DOUBLE, TAKE), [ErrorKind.WRONG_DOUBLE, None]),
    ],
)
def test_doubles_and_answers_are_told_apart(
    where: str, actions: tuple[CubeActionKind, ...], found: list[ErrorKind | None]
) -> None:
    assert cubes(where, *actions, length=7) == found


def test_in_money_play_a_double_that_helps_the_other_is_beavered() -> None:
    assert cubes("far behind", DOUBLE, TAKE, beavers=1)[1] is ErrorKind.MISSED_BEAVER
    assert cubes("far behind", DOUBLE, BEAVER, beavers=1)[1] is None
    assert cubes("ahead", DOUBLE, BEAVER, beavers=1)[1] is ErrorKind.WRONG_BEAVER


def test_a_wrong_answer_loses_the_difference_in_points_of_the_cube_before_it() -> None:
    _, answer = analyse(cube_record(*CUBES["far ahead"], DOUBLE, TAKE, length=7), Depth.INSTANT).decisions
    assert answer.cube is not None
    assert answer.error == pytest.approx(answer.cube.double_take - answer.cube.double_drop)
    assert answer.cube.double_drop == pytest.approx(1.0)
    assert answer.seat == Seat.SECOND


def test_a_double_missed_is_an_error_and_far_from_one_is_none() -> None:
    for where, missed in (("far ahead", ErrorKind.MISSED_DOUBLE), ("far behind", None)):
        own, opponent = CUBES[where]
        turn = Turn(seat=Seat.FIRST, dice=Dice(2, 1), moves=((6, 4), (6, 5)))
        record = cube_record(own, opponent, length=7)
        game = record.games[0]
        record = MatchRecord(length=7, games=(type(game)(start=game.start, entries=(turn,)),))
        decision = analyse(record, Depth.INSTANT).decisions[0]
        assert (decision.kind, decision.mistake, decision.counts) == (DecisionKind.DOUBLE, missed, missed is not None)


def test_doubling_what_should_be_played_for_a_gammon_is_too_good() -> None:
    """Five points made, two checkers on the bar, more to come."""
    own, opponent = "6:3 5:2 4:2 3:2 2:2 8:2 12:2", "25:2 11:2 10:2 9:2 6:7"
    (decision,) = analyse(cube_record(own, opponent, DOUBLE, length=0, jacoby=False), Depth.INSTANT).decisions
    assert decision.cube is not None
    assert (decision.mistake, decision.cube.verdict) == (ErrorKind.TOO_GOOD, CubeVerdict.TOO_GOOD)


def test_nobody_decides_about_the_cube_in_the_crawford_game_or_before_the_first_play() -> None:
    decisions = analyse(match_in(ODD), Depth.INSTANT).games[1].decisions
    assert {each.kind for each in decisions} == {DecisionKind.PLAY}  # Crawford
    first = analyse(match_in(ODD), Depth.INSTANT).games[0].decisions
    assert [(each.entry, each.kind) for each in first[:2]] == [(0, DecisionKind.PLAY), (1, DecisionKind.DOUBLE)]


def test_a_position_alone_is_shown_and_nobody_is_blamed() -> None:
    record = match_in("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n")
    (decision,) = analyse(record, Depth.INSTANT).decisions
    assert isinstance(record.games[0].entries[0], Setup)
    assert (decision.decided, decision.counts, decision.plays[0].text) == (False, False, "8/5 6/5")


def test_another_variation_is_not_judged() -> None:
    record = played()
    other = MatchRecord(games=record.games, length=3, variation="hypergammon")
    assert analyse(other, Depth.INSTANT).decisions == []


# Luck.


def rolls_of(position: Position, opening: bool = False) -> RollsAnswer:
    question = Question(kind=QuestionKind.ROLLS, situation=Situation(position=position), opening=opening)
    answer = Analyst(Depth.INSTANT).answer(question)
    assert isinstance(answer, RollsAnswer)
    return answer


def test_luck_is_nothing_on_the_average_of_36_rolls() -> None:
    answer = rolls_of(Position.of(RACE, RACE))
    luck = [value - answer.mean for value in answer.values]
    weights = [1 if roll.double else 2 for roll in ALL_ROLLS]
    assert sum(each * weight for each, weight in zip(luck, weights, strict=True)) / 36 == pytest.approx(0, abs=1e-5)
    assert max(luck) == luck[ALL_ROLLS.index(Dice(6, 6))] > 0


def test_beginning_is_part_of_the_luck_of_the_first_roll() -> None:
    answer = rolls_of(Position.start(), opening=True)
    assert answer.mean == pytest.approx(0, abs=1e-5)  # before it nobody is better off


def test_luck_is_taken_off_the_result(analysed: MatchAnalysis) -> None:
    luck = [totals.luck_cost for totals in analysed.totals]
    assert analysed.result == float(analysed.winner == Seat.FIRST)
    assert analysed.result_without_luck == pytest.approx(analysed.result - luck[0] + luck[1], abs=1e-5)


def test_errors_and_luck_make_up_the_result_nearly(analysed: MatchAnalysis) -> None:
    """From one half: what somebody got by luck and what the other threw away. The rest is the engine's own error."""
    cost = [totals.cost for totals in analysed.totals]
    assert analysed.result_without_luck == pytest.approx(0.5 - cost[0] + cost[1], abs=0.1)


# Together.


def test_the_curve_runs_from_the_score_before_to_the_score_after(analysed: MatchAnalysis) -> None:
    assert analysed.games[0].curve[0].chance == 0.5
    for game, following in pairwise(analysed.games):
        assert game.curve[-1].chance == following.curve[0].chance
    assert analysed.games[-1].curve[-1].chance == analysed.result
    assert all(0 <= point.chance <= 1 for game in analysed.games for point in game.curve)


def test_totals_of_games_and_phases_add_up_to_those_of_the_match(analysed: MatchAnalysis) -> None:
    for seat in (0, 1):
        whole = analysed.totals[seat].errors
        games = [game.totals[seat].errors for game in analysed.games]
        phases = [both[seat].errors for both in analysed.phases.values()]
        for parts in (games, phases):
            assert sum(part.decisions for part in parts) == whole.decisions
            assert sum(part.error for part in parts) == pytest.approx(whole.error)
            assert sum(part.turns for part in parts) == whole.turns
    assert GamePhase.OPENING in analysed.phases


def test_an_analysis_is_read_as_it_was_written(analysed: MatchAnalysis) -> None:
    assert read_analysis(write_analysis(analysed)) == analysed


def test_the_same_position_is_the_same_question_for_either_player() -> None:
    one = Situation(position=Position.of(RACE, RACE), turn=Seat.FIRST, score=(3, 1), length=7)
    other = one.exchanged()
    assert seen_by_turn(one) == seen_by_turn(other)
