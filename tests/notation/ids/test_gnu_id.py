"""GNU's position and match IDs. The IDs in here were made by GNU Backgammon 1.07."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl import Dice, Match, Position
from tavl.notation import (
    NotationError,
    Offer,
    Reason,
    Situation,
    Stage,
    read_gnu_id,
    read_match_id,
    read_position_id,
    situation_of,
    write_gnu_id,
    write_match_id,
)
from tavl.rules import Cube, Seat
from tavl.rules.game import Resignation
from tests.notation.hypothesis_settings import law, with_15_checkers
from tests.notation.random_matches import matches
from tests.strategies import positions

START = Position.start()
FIRST, SECOND = Seat.FIRST, Seat.SECOND


def match(**fields: object) -> Situation:
    return replace(Situation(position=START, length=7), **fields)


def money(**fields: object) -> Situation:
    return replace(Situation(position=START, jacoby=False), **fields)


KNOWN = {
    "cInpAAAAAAAE": match(turn=SECOND, dice=Dice(3, 2)),
    "MAHgAAAAAAAE": match(),
    "MBngAAAAAAAE": match(offer=Offer.DOUBLED),
    "EQHgAAAAAAAE": match(cube=Cube(2, SECOND)),
    "EQHyAAAAAAAE": match(cube=Cube(2, SECOND), dice=Dice(4, 4)),
    "EUnyAAAAAAAE": match(cube=Cube(2, SECOND), dice=Dice(4, 4), resignation=Resignation(FIRST, 2)),
    "8InqADAAMAAE": match(turn=SECOND, dice=Dice(5, 2), score=(3, 6), crawford=True),
    "cInqADAAMAAE": match(turn=SECOND, dice=Dice(5, 2), score=(3, 6)),
    "QQngADAAEAAE": match(turn=SECOND, cube=Cube(2, FIRST), score=(3, 2)),
    "cAklAAAAAAAE": match(turn=SECOND, dice=Dice(2, 1), length=1),
    "MAEvA4ABwAAE": match(dice=Dice(6, 3), length=25, score=(24, 24)),
    "sAEvA3AAwAAE": match(dice=Dice(6, 3), length=25, score=(7, 24), crawford=True),
    "MAxgARAAAAAE": match(length=11, score=(1, 0), stage=Stage.DROPPED),
    "AWl7ARAAAAAE": match(
        length=11, score=(1, 0), cube=Cube(2, FIRST), dice=Dice(6, 6), resignation=Resignation(FIRST, 3)
    ),
    "AWt7ARAAMAAE": match(
        length=11,
        score=(1, 6),
        cube=Cube(2, FIRST),
        dice=Dice(6, 6),
        resignation=Resignation(FIRST, 3),
        stage=Stage.RESIGNED,
    ),
    "MAELAAAAAAAA": money(dice=Dice(6, 2), jacoby=True),
    "MAEHAAAAAAAE": money(dice=Dice(6, 1)),
    "cAkKAFAAOAAA": money(turn=SECOND, dice=Dice(4, 2), score=(5, 7), jacoby=True),
    "UwkAAAAAAAAA": money(turn=SECOND, cube=Cube(8, SECOND), jacoby=True),
    "MBkAAAAAAAAE": money(offer=Offer.DOUBLED),
    "EREAAAAAAAAE": money(offer=Offer.BEAVERED),
    "EhkAAAAAAAAE": money(offer=Offer.RACCOONED),
    "EwEAAAAAAAAE": money(cube=Cube(8, SECOND)),
}


@pytest.mark.parametrize("text", KNOWN)
def test_a_match_id_says_what_gnu_backgammon_meant(text: str) -> None:
    assert read_match_id(text) == KNOWN[text]
    assert write_match_id(KNOWN[text]) == text


def test_the_position_is_seen_by_the_player_on_roll() -> None:
    # Player 0, on roll with the cube at 2 his, after 65 24/13, 44 24/16 13/9(2), a double and 21 13/11 6/5.
    situation = read_gnu_id("0HPkAyDgc8MRIA:AQFgARAAAAAE")
    assert situation.turn is FIRST
    assert situation.position == Position.of("24:1 16:1 13:3 9:2 8:3 6:5", "24:1 13:5 11:1 8:3 6:4 5:1")
    assert write_gnu_id(situation) == "0HPkAyDgc8MRIA:AQFgARAAAAAE"


def test_a_position_id_alone_is_money_play() -> None:
    assert read_gnu_id("  4HPwATDgc/ABMA\n") == Situation(position=START)
    assert read_position_id("4HPwATDgc/ABMA") == START


@pytest.mark.parametrize("offer", [Offer.BEAVERED, Offer.RACCOONED])
def test_what_was_beavered_came_from_the_middle_or_from_the_doubler(offer: Offer) -> None:
    for cube in (Cube(), Cube(2, FIRST), Cube(16, FIRST)):
        situation = money(cube=cube, offer=offer)
        assert read_match_id(write_match_id(situation)) == situation


def test_a_match_to_one_point_is_never_said_to_be_crawford() -> None:
    assert not read_match_id(write_match_id(match(length=1, crawford=True))).crawford


def test_the_owner_tells_a_redouble_from_a_raccoon() -> None:
    redoubled = money(cube=Cube(4, FIRST), offer=Offer.DOUBLED)
    raccooned = money(cube=Cube(1), offer=Offer.RACCOONED)  # it stands at 4 too, on the other side
    assert read_match_id(write_match_id(redoubled)) == redoubled
    assert read_match_id(write_match_id(raccooned)) == raccooned


@law
@given(positions.map(with_15_checkers))
def test_positions_round_trip(position: Position) -> None:
    assert read_position_id(position.gnu_id) == position


@law
@given(matches)
def test_matches_round_trip_but_for_what_the_id_cannot_say(some: Match) -> None:
    situation = situation_of(some)
    if situation.cube.value > 1 << 13 or max(situation.score) >= 1 << 15:  # beyond the ID's room, with a beaver on top
        return
    said = replace(situation, beavers=None, max_cube=1024)
    assert read_gnu_id(write_gnu_id(situation)) == said


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@law
@given(st.sampled_from(sorted(KNOWN)), st.integers(0, 11), st.sampled_from(LETTERS))
def test_any_match_id_that_can_be_read_is_written_with_the_same_meaning(text: str, at: int, letter: str) -> None:
    try:
        situation = read_match_id(text[:at] + letter + text[at + 1 :])
    except NotationError:
        return
    assert read_match_id(write_match_id(situation)) == situation


@pytest.mark.parametrize(
    ("text", "at", "reason", "facts"),
    [
        ("4HPwATDgc/ABM", 13, Reason.WRONG_LENGTH, {"characters": 13, "expected": 14}),
        ("4HPwATDgc/ABMA:", 15, Reason.WRONG_LENGTH, {"characters": 0, "expected": 12}),
        (" 4HPwATDgc?ABMA", 10, Reason.UNEXPECTED, {"found": "?"}),
        ("4HPwATDgc/ABMA:cInp_AAAAAAE", 19, Reason.UNEXPECTED, {"found": "_"}),
        ("//////////////", 0, Reason.BAD_POSITION, {"problem": "a side has more than 15 checkers"}),
        ("4HPwATDgc/ABMA:IAEAAAAAAAAA", 15, Reason.BAD_FIELD, {"field": "owner", "found": 2}),
        ("4HPwATDgc/ABMA:MAcAAAAAAAAA", 15, Reason.BAD_FIELD, {"field": "state", "found": 7}),
        ("4HPwATDgc/ABMA:MAEcAAAAAAAA", 15, Reason.BAD_FIELD, {"field": "die_1", "found": 0}),
        ("4HPwATDgc/ABMA:MAEAAAAAAAAI", 15, Reason.BAD_FIELD, {"field": "spare", "found": 1}),
        ("4HPwATDgc/ABMA:MBHyAAAAAAAE", 15, Reason.CONTRADICTION, {"field": "doubled", "with": "dice"}),
        ("4HPwATDgc/ABMA:MREAAAAAAAAE", 15, Reason.CONTRADICTION, {"field": "doubled", "with": "owner"}),
    ],
)
def test_malformed_text_says_where(text: str, at: int, reason: Reason, facts: dict[str, object]) -> None:
    with pytest.raises(NotationError) as raised:
        read_gnu_id(text)
    assert (raised.value.at, raised.value.reason, raised.value.facts) == (at, reason, facts)


@pytest.mark.parametrize(
    ("situation", "field"),
    [
        (match(cube=Cube(1 << 16, FIRST)), "cube"),
        (match(cube=Cube(3, FIRST)), "cube"),
        (match(score=(-1, 0)), "score_0"),
        (match(length=40000), "length"),
    ],
)
def test_what_does_not_fit_is_refused(situation: Situation, field: str) -> None:
    with pytest.raises(NotationError) as raised:
        write_match_id(situation)
    assert (raised.value.reason, raised.value.facts["field"]) == (Reason.DOES_NOT_FIT, field)
