"""The ways a play may be written, and that nothing legal is refused and nothing illegal accepted."""

from __future__ import annotations

from random import Random

import pytest

from tavl.rules import Play, Position, judge_play
from tests.example_counts import times
from tests.rules.helpers import D, P, refused_by
from tests.rules.referee import legal_boards
from tests.strategies import position_and_roll_pairs

START = Position.start()


@pytest.mark.rule("G4.3")
def test_a_play_may_be_written_in_any_order() -> None:
    assert str(judge_play(START, D(6, 3), [(18, 15), (24, 18)])) == "24/15"
    assert str(judge_play(START, D(3, 1), [(6, 5), (8, 5)])) == "8/5 6/5"
    assert str(judge_play(P("bar:1 10:1", "6:2"), D(6, 1), [(10, 4), (25, 24)])) == "bar/24 10/4"


@pytest.mark.rule("G4.3")
def test_a_checkers_moves_may_be_written_as_one() -> None:
    assert str(judge_play(START, D(6, 3), [(24, 15)])) == "24/15"
    assert str(judge_play(START, D(2, 2), [(13, 5)])) == "13/5"
    assert str(judge_play(START, D(2, 2), [(13, 9), (6, 2)])) == "13/9 6/2"
    assert str(judge_play(P("5:1 4:1", "6:1"), D(6, 1), [(5, 0)])) == "5/off"
    assert str(judge_play(P("8:1 6:1", "6:1"), D(6, 2), [(8, 0)])) == "8/off"


@pytest.mark.rule("G4.4", "G5.1")
def test_the_moves_tell_which_blot_was_hit_on_the_way_in_any_order() -> None:
    position = P("24:1 6:2", "5:1")  # a blot on the 20 point
    for moves, hits in [
        ([(24, 20), (20, 15)], 1),
        ([(20, 15), (24, 20)], 1),
        ([(24, 19), (19, 15)], 0),
        ([(19, 15), (24, 19)], 0),
        ([(24, 15)], 0),  # untold: the higher die first
    ]:
        play = judge_play(position, D(5, 4), moves)
        assert isinstance(play, Play), (moves, play)
        assert play.hits == hits, moves


@pytest.mark.rule("G4.3")
def test_steps_that_no_die_makes_are_refused_where_they_would_have_to_tell() -> None:
    position = P("24:1 6:2", "5:1")
    steps = [(24, 22), (22, 20), (20, 18), (18, 16), (16, 15)]
    assert refused_by(judge_play(position, D(5, 4), steps), "G4.3", "no_such_die", source=24, target=22)


@pytest.mark.rule("G4.6")
def test_the_highest_die_that_was_left_is_named() -> None:
    assert refused_by(judge_play(START, D(3, 1), []), "G4.6", "die_left_unplayed", die=3)
    assert refused_by(judge_play(START, D(3, 1), [(8, 5)]), "G4.6", "die_left_unplayed", die=1)
    assert refused_by(judge_play(START, D(3, 1), [(8, 7)]), "G4.6", "die_left_unplayed", die=3)
    assert refused_by(judge_play(START, D(2, 2), [(13, 7)]), "G4.6", "die_left_unplayed", die=2)


def test_the_first_fault_is_told() -> None:
    assert refused_by(judge_play(START, D(3, 1), [(7, 4), (24, 99)]), "G1.1", "no_checker_there")
    assert refused_by(judge_play(START, D(3, 1), [(24, 99), (7, 4)]), "G1.1", "no_such_place")
    assert refused_by(judge_play(START, D(6, 4), [(24, 14), (24, 14)]), "G4.3", "no_such_die")


@pytest.mark.rule("G4.1")
def test_a_checker_that_goes_nowhere_is_no_move() -> None:
    assert refused_by(judge_play(START, D(3, 1), [(8, 5), (6, 5), (13, 13)]), "G4.1", "forward_only", source=13)


@pytest.mark.rule("G4.5")
def test_a_double_has_four_moves_and_no_fifth() -> None:
    assert refused_by(judge_play(START, D(1, 1), [(8, 7)] * 3 + [(6, 5)] * 2), "G4.3", "no_such_die", dice="")


@pytest.mark.rule("G7.1")
def test_the_ace_point_is_a_place_too() -> None:
    assert refused_by(judge_play(P("6:1 1:2", "6:1"), D(5, 4), [(1, 0)]), "G7.1", "checker_behind", source=1, behind=6)


@pytest.mark.rule("G4.6", "G7.1")
def test_a_good_first_half_of_a_bear_off_is_not_blamed() -> None:
    from_the_highest = judge_play(P("5:2 3:1", "6:1"), D(6, 1), [(5, 0)])
    assert refused_by(from_the_highest, "G4.6", "die_left_unplayed", die=1)
    exactly = judge_play(P("6:1 3:1", "6:1"), D(3, 1), [(3, 0)])
    assert refused_by(exactly, "G4.6", "die_left_unplayed", die=1)


def test_where_two_orders_are_blocked_the_higher_dies_fault_is_told() -> None:
    position = P("24:1 6:2", "6:2 5:2")  # 19 and 20 are held
    assert refused_by(judge_play(position, D(5, 4), [(24, 15)]), "G4.4", "touches_down_on_held_point", point=19)
    only_low = P("24:1 6:2", "6:2 10:2")  # 19 is held, 20 is not, 15 is
    assert refused_by(judge_play(only_low, D(5, 4), [(24, 15)]), "G4.4", "touches_down_on_held_point", point=19)


def test_exactly_the_legal_plays_are_accepted() -> None:
    """Moves at random by the dice: accepted if and only if the referee knows where they lead."""
    rng = Random(7)
    pairs = position_and_roll_pairs(rng)
    verdicts = {True: 0, False: 0}
    for _ in range(times(1_000)):
        position, dice = next(pairs)
        expected = legal_boards(bytes(position), dice.high, dice.low)
        for play in rng.sample(plays := position.plays(dice), min(3, len(plays))):
            moves = [(move.source, move.target) for move in play.moves]
            rng.shuffle(moves)
            assert judge_play(position, dice, moves) == play
        dies = [dice.high] * 4 if dice.double else list(dice)
        here, moves = position, []
        for die in dies[: rng.randint(0, len(dies))] if rng.random() < 0.5 else rng.sample(dies, len(dies)):
            sources = [s for s in range(1, 26) if here.own[s] and (s <= die or here.opponent[25 - s + die] < 2)]
            if not sources:
                break
            source = rng.choice(sources)
            target = max(source - die, 0)
            moves.append((source, target))
            here = here.moved(source, target)
        verdict = judge_play(position, dice, moves)
        # Moves that are wrong one by one may still leave the board as a legal play does; then that play it is.
        accepted = isinstance(verdict, Play)
        legal = any(board[:26] == bytes(here.own) for board in expected)
        assert accepted == legal, (position, dice, moves, verdict)
        verdicts[accepted] += 1
    assert min(verdicts.values()) > 150
