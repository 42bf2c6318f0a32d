"""G1, G6: the board, its numbers, points and primes; what a position will and will not be."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from tavl.rules import ALL_ROLLS, BAR, OFF, Dice, Position, PositionError, judge_play, parse_position, position_text
from tests.rules.helpers import D, P, refused_by, texts
from tests.strategies import dice as any_dice
from tests.strategies import positions

START = Position.start()


@pytest.mark.rule("G1.1")
def test_my_point_is_25_minus_the_opponents() -> None:
    position = P("bar:1 24:1 6:5", "20:2 3:1")
    assert position.opponent[20] == 2
    assert position.mirror() == P("20:2 3:1", "bar:1 24:1 6:5")
    assert position.mirror().own[3] == 1
    with pytest.raises(PositionError, match="both sides stand on the 6 point"):
        P("6:5", "19:1")


@pytest.mark.rule("G1.1")
@given(positions)
def test_mirroring_twice_is_the_identity(position: Position) -> None:
    mirror = position.mirror()
    assert mirror.mirror() == position
    assert (mirror.own, mirror.opponent) == (position.opponent, position.own)
    assert (mirror.pips, mirror.off, mirror.bar, mirror.checkers) == (
        position.opponent_pips,
        position.opponent_off,
        position.opponent_bar,
        position.opponent_checkers,
    )


@pytest.mark.rule("G1.1")
def test_there_are_24_points_a_bar_and_off() -> None:
    assert refused_by(judge_play(START, D(3, 1), [(26, 23)]), "G1.1", "no_such_place", source=26, target=23)
    assert refused_by(judge_play(START, D(3, 1), [(8, -1)]), "G1.1", "no_such_place")
    assert refused_by(judge_play(START, D(3, 1), [(0, -3)]), "G1.1", "no_such_place")
    assert refused_by(judge_play(START, D(3, 1), [(25, 25)]), "G1.1", "no_such_place")
    assert refused_by(judge_play(START, D(3, 1), [(7, 4)]), "G1.1", "no_checker_there", source=7)
    assert refused_by(judge_play(START, D(3, 1), [(25, 22)]), "G1.1", "no_checker_there", source=25)


@pytest.mark.rule("G1.2")
def test_starting_position() -> None:
    assert P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5") == START
    assert sum(START.own) + sum(START.opponent) == 30
    assert START.pips == START.opponent_pips == 167
    assert START.off == START.opponent_off == 0
    assert START.mirror() == START


@pytest.mark.rule("G1.4")
def test_written_form_of_a_play() -> None:
    assert "8/5 6/5" in texts(START, D(3, 1))
    assert "24/20" in texts(START, D(3, 1))
    assert "13/7(2) 8/2(2)" in texts(START, D(6, 6))
    assert "24/18(2) 13/7(2)" in texts(START, D(6, 6))
    assert texts(P("bar:1 6:1", "bar:1"), D(6, 1)) == {"bar/19 6/5", "bar/18"}
    assert "6/off" in texts(P("6:1 1:1", "6:5"), D(6, 5))
    assert "24/18*/15" in texts(P("24:1 6:2", "7:1"), D(6, 3))
    assert "13/9*(2)" in " ".join(texts(P("13:2 24:1", "16:1"), D(4, 4)))


@pytest.mark.rule("G1.4")
@given(positions, any_dice)
def test_no_two_plays_are_written_alike(position: Position, dice: Dice) -> None:
    plays = position.plays(dice)
    assert len(texts(position, dice)) == len(plays)


@pytest.mark.rule("G6.1")
def test_made_points_and_the_longest_prime() -> None:
    assert START.made_points == (6, 8, 13, 24)
    assert START.longest_prime == (6,)
    prime = P("9:2 8:2 7:2 5:2 4:2 3:1", "24:1")
    assert prime.made_points == (4, 5, 7, 8, 9)
    assert prime.longest_prime == (9, 8, 7)
    assert P("6:1 3:1", "24:1").longest_prime == ()
    assert P("20:2 19:2 4:2 3:2", "1:1").longest_prime == (4, 3)
    assert P("24:2 23:2", "6:1").longest_prime == (24, 23)


@pytest.mark.rule("G5.3", "G6.1")
def test_a_closed_board_is_six_made_points_at_home() -> None:
    assert P("6:2 5:2 4:2 3:2 2:2 1:2", "bar:1").closed_board
    assert not P("6:2 5:2 4:2 3:2 2:2 1:1", "bar:1").closed_board
    assert not P("7:2 6:2 5:2 4:2 3:2 2:2", "bar:1").closed_board


def test_contact_and_race() -> None:
    assert START.contact
    assert not START.race
    assert P("13:1", "11:1").race
    assert P("13:1", "13:1").contact
    assert P("bar:1", "1:1").contact
    assert not P("off:15", "1:1").race
    assert not P("off:15", "1:1").contact


@pytest.mark.rule("G8.1")
def test_over_when_one_side_is_off() -> None:
    assert P("off:15", "1:1").over
    assert P("1:1", "off:15").over
    assert P("1:1", "off:15").loss == 1
    assert P("off:15", "24:1 off:0").loss == 3
    assert not START.over
    assert START.loss == 0


def test_sides_may_begin_with_fewer_than_15() -> None:
    position = P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")
    assert (position.checkers, position.off) == (14, 0)
    assert P("6:4", "1:1").off == 11
    assert P("6:4 off:3", "1:1").checkers == 7


@pytest.mark.parametrize(
    ("own", "opponent", "problem"),
    [
        ("6:16", "1:1", "more than 15 checkers on '6'"),
        ("6:8 5:8", "1:1", "has 16 checkers"),
        ("6:8 off:8", "1:1", "has 16 checkers"),
        ("off:0", "1:1", "has 0 checkers"),
        ("", "", "both sides have borne off"),
        ("6", "1:1", "'6' is not PLACE:COUNT"),
        ("6:", "1:1", "'6:' is not PLACE:COUNT"),
        ("six:1", "1:1", "'six:1' is not PLACE:COUNT"),
        ("6:-1", "1:1", "'6:-1' is not PLACE:COUNT"),
        ("0:1", "1:1", "no place '0'"),
        ("26:1", "1:1", "no place '26'"),
        ("6:1 6:1", "1:1", "'6' is given twice"),
        ("bar:1 25:1", "1:1", "'25' is given twice"),
    ],
)
def test_a_literal_that_is_no_position_says_why(own: str, opponent: str, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        P(own, opponent)
    assert issubclass(PositionError, ValueError)


def test_counts_that_are_no_position_say_why() -> None:
    good = list(START.own)
    with pytest.raises(PositionError, match="needs 26 counts"):
        Position(good[:25], good)
    for bad in (-1, 16, 1.5, "x", None, 2**80):
        with pytest.raises(PositionError, match="between 0 and 15"):
            Position(good, [bad, *good[1:]])  # type: ignore[list-item]
    with pytest.raises(PositionError, match="52 bytes"):
        Position.from_bytes(b"\0" * 51)
    with pytest.raises(PositionError, match="between 0 and 15"):
        Position.from_bytes(b"\xff" * 52)
    with pytest.raises(PositionError):
        Position.from_gnu_id("4HPwATDgc/ABM")


@given(positions)
def test_every_form_of_a_position_reads_back(position: Position) -> None:
    assert parse_position(position_text(position)) == position
    assert eval(repr(position), {"Position": Position}) == position
    assert Position(position.own, position.opponent) == position
    assert Position.from_bytes(bytes(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert hash(Position.from_bytes(bytes(position))) == hash(position)
    if position.checkers == position.opponent_checkers == 15:
        assert Position.from_gnu_id(position.gnu_id) == position
    assert position.pips == sum(place * count for place, count in enumerate(position.own))


def test_position_text_needs_two_sides() -> None:
    assert position_text(START) == "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
    with pytest.raises(PositionError, match=r"^a position is written as two sides"):
        parse_position("6:5")


@given(positions, positions)
def test_positions_are_ordered(one: Position, other: Position) -> None:
    assert (one < other) == (bytes(one) < bytes(other))
    assert (one <= other) == (bytes(one) <= bytes(other))
    assert (one > other) == (bytes(one) > bytes(other))
    assert (one >= other) == (bytes(one) >= bytes(other))
    assert (one == other) == (bytes(one) == bytes(other))
    assert one != "a position"


def test_moved_takes_one_checker_on() -> None:
    assert P("6:1 5:1", "21:1").moved(6, 4) == P("5:1 4:1", "bar:1")
    for source, target in [(6, 6), (6, 7), (4, 3), (26, 3), (6, -1), (0, 0)]:
        with pytest.raises(PositionError, match="no checker can be moved"):
            P("6:1 5:1", "21:1").moved(source, target)
    with pytest.raises(PositionError, match="holds the 4 point"):
        P("6:1 5:1", "21:2").moved(6, 4)


def test_dice() -> None:
    assert (D(1, 3).high, D(1, 3).low, str(D(1, 3)), list(D(1, 3))) == (3, 1, "31", [3, 1])
    assert D(1, 3) == D(3, 1)
    assert hash(D(1, 3)) == hash(D(3, 1))
    assert (D(3, 1).pips, D(3, 3).pips) == (4, 12)
    assert D(3, 3).double
    assert not D(3, 1).double
    assert D(2, 2) < D(3, 1) < D(3, 2)
    assert repr(D(1, 3)) == "Dice(3, 1)"
    assert pickle.loads(pickle.dumps(D(5, 2))) == D(5, 2)
    for bad in [(0, 1), (1, 7), (-1, 3)]:
        with pytest.raises(ValueError, match="a die shows 1 to 6"):
            D(*bad)
    assert len(set(ALL_ROLLS)) == len(ALL_ROLLS) == 21
    assert (OFF, BAR) == (0, 25)
