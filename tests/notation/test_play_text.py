"""Plays in writing (G1.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl import Dice, Play, Position
from tavl.i18n import glossary
from tavl.notation import Hop, NotationError, Reason, format_play, parse_play, read_hops
from tavl.notation.play_text import WORDS
from tavl.rules import Refused
from tests.notation.hypothesis_settings import law
from tests.strategies import dice, positions

pytestmark = pytest.mark.rule("G1.4")

START = Position.start()


def said(text: str, position: Position, roll: Dice) -> str:
    play = parse_play(text, position, roll)
    assert isinstance(play, Play), play
    return str(play)


@law
@given(positions, dice, st.data())
def test_every_legal_play_round_trips_in_every_language(position: Position, roll: Dice, data: st.DataObject) -> None:
    plays = position.plays(roll)
    start = data.draw(st.integers(0, max(0, len(plays) - 8)))  # there may be hundreds; a few of them tell as much
    for play in plays[start : start + 8]:
        assert format_play(play) == str(play)
        for language in WORDS:
            assert parse_play(format_play(play, language), position, roll) == play


@law
@given(positions, dice, st.data())
def test_unmarked_the_play_leaves_the_same_checkers_to_the_mover(
    position: Position, roll: Dice, data: st.DataObject
) -> None:
    play = data.draw(st.sampled_from(position.plays(roll)))
    read = parse_play(str(play).replace("*", ""), position, roll)
    assert isinstance(read, Play)
    assert read.result.opponent == play.result.opponent


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "8-5 6-5",
        "8-5, 6-5",
        "8/5,6/5",
        "8/5;6/5",
        "6/5 8/5",
        " 8 / 5   6 / 5 ",
        "08/05 06/05",
        "8\u20135 6\u22125",
        "8->5 6\u21925",
        "8/5 6/5,",
        "8/5* 6/5",  # a mark too many does no harm
    ],
)
def test_the_opening_31_in_many_hands(text: str) -> None:
    assert said(text, START, Dice(3, 1)) == "8/5 6/5"


@pytest.mark.parametrize("text", ["24/15", "24/20/15", "24/19/15", "24-20-15", "24/20 20/15", "20/15 24/20"])
def test_one_checker_with_both_dice(text: str) -> None:
    assert said(text, START, Dice(5, 4)) == "24/15"


@pytest.mark.parametrize("text", ["13/7(2) 8/2(2)", "13/7 13/7 8/2 8/2", "13/7x2, 8/2 X2", "8/2 (2) 13/7 ×2"])
def test_repeated_moves(text: str) -> None:
    assert said(text, Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 6:5 5:3"), Dice(6, 6)) == "13/7(2) 8/2(2)"


@pytest.mark.parametrize("text", ["13/7*(2)", "13/7(2)*", "13/7* 13/7", "13/7(2)"])
def test_a_blot_is_hit_by_the_first_of_two(text: str) -> None:
    position = Position.of("13:2", "18:1 6:2 5:2")
    assert said(text + " 7/1(2)", position, Dice(6, 6)) == "13/7*/1 13/1"


WORDS_FOR_BAR = sorted({word for language in WORDS for word in glossary.spellings("bar", language)})
WORDS_FOR_OFF = sorted({word for language in WORDS for word in glossary.spellings("off", language)})


@pytest.mark.parametrize("word", [*WORDS_FOR_BAR, "25", "Bar", "BARRIÄR", "barria\u0308r"])
def test_words_for_the_bar(word: str) -> None:
    assert said(f"{word}/22 6/5", Position.of("bar:1 6:5", "24:2"), Dice(3, 1)) == "bar/22 6/5"


@pytest.mark.parametrize("word", [*WORDS_FOR_OFF, "0", "Off", "UD"])
def test_words_for_off(word: str) -> None:
    assert said(f"6/{word}(3)", Position.of("6:3", "23:2"), Dice(6, 6)) == "6/off(3)"
    assert said(f"6-{word} 5-{word}", Position.of("6:1 5:1 1:1", "23:2"), Dice(6, 5)) == "6/off 5/off"


def test_words_are_those_of_the_language() -> None:
    (play,) = [p for p in Position.of("6:1 5:1 1:1", "23:2").plays(Dice(6, 5)) if str(p) == "6/off 5/off"]
    assert [format_play(play, language) for language in WORDS] == [
        "6/off 5/off",
        "6/ud 5/ud",
        "6/av 5/av",
        "6/av 5/av",
    ]
    with pytest.raises(ValueError, match="not in 'de'"):
        format_play(play, "de")


@pytest.mark.parametrize(
    "text", ["", "  ", "-", "\u2014", "--", "Cannot Move", "cannot  move.", "(no play)", "Kan ikke rykke", "står över"]
)
@pytest.mark.rule("G5.3")
def test_a_dance(text: str) -> None:
    closed = Position.of("bar:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2")
    assert said(text, closed, Dice(6, 6)) == ""
    refused = parse_play(text, START, Dice(6, 5))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.rule) == ("die_left_unplayed", "G4.6")


class TestABlotOnTheWay:
    """24/18 by a five and a one, with a blot on 19 that is hit only by the five first."""

    position = Position.of("24:1 6:3", "6:1 5:1 3:2 24:2")

    def test_unmarked_is_not_hit(self) -> None:
        assert said("24/18", self.position, Dice(5, 1)) == "24/18"

    @pytest.mark.parametrize("text", ["24/19*/18", "24/19/18", "24/19 19/18", "24/18*"])
    def test_hit_where_it_is_written(self, text: str) -> None:
        assert said(text, self.position, Dice(5, 1)) == "24/19*/18"

    def test_not_hit_on_the_other_way(self) -> None:
        assert said("24/23/18", self.position, Dice(5, 1)) == "24/18"

    def test_with_blots_on_both_ways_the_first_play_that_is_found(self) -> None:
        both = Position.of("24:1 6:3", "6:1 2:1 24:2")
        first = next(str(play) for play in both.plays(Dice(5, 1)) if str(play) in ("24/19*/18", "24/23*/18"))
        assert said("24/18", both, Dice(5, 1)) == first
        assert said("24/19*/18", both, Dice(5, 1)) == "24/19*/18"
        assert said("24/23*/18", both, Dice(5, 1)) == "24/23*/18"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("24/15", "G4.4"),  # both ways touch down on held points
        ("13/8", "G4.6"),
        ("bar/22", "G1.1"),
        ("5/8", "G1.1"),
        ("8/13", "G4.1"),
        ("13/9 13/4", "G4.3"),
    ],
)
def test_a_well_written_play_that_is_not_legal_is_refused_by_clause(text: str, rule: str) -> None:
    position = Position.of("24:2 13:5 8:3 6:5", "13:5 8:2 6:4 5:2 24:2")
    refused = parse_play(text, position, Dice(5, 4))
    assert isinstance(refused, Refused)
    assert refused.rule == rule


@pytest.mark.rule("G1.4", shows="refused")
@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("8/5 6", 5, Reason.UNEXPECTED),
        ("8/5 6/", 6, Reason.UNEXPECTED),
        ("8", 1, Reason.UNEXPECTED),
        ("8/5 & 6/5", 4, Reason.UNEXPECTED),
        (",8/5", 0, Reason.UNEXPECTED),
        ("8//5", 2, Reason.UNEXPECTED),
        ("????", 0, Reason.UNEXPECTED),
        ("(2)", 0, Reason.UNEXPECTED),
        ("8/26", 2, Reason.UNKNOWN_PLACE),
        ("8/5 123/5", 4, Reason.UNKNOWN_PLACE),
        ("bra/22", 0, Reason.UNKNOWN_PLACE),
        ("8*/5", 1, Reason.HIT_MARK_MISPLACED),
        ("6/off*", 5, Reason.HIT_MARK_MISPLACED),
        ("8/5()", 3, Reason.BAD_REPEAT),
        ("8/5(0)", 3, Reason.BAD_REPEAT),
        ("8/5(5)", 3, Reason.BAD_REPEAT),
    ],
)
def test_malformed_text_says_where(text: str, at: int, reason: Reason) -> None:
    with pytest.raises(NotationError) as raised:
        parse_play(text, START, Dice(3, 1))
    assert (raised.value.text, raised.value.at, raised.value.reason) == (text, at, reason)
    assert raised.value.rule == "G1.4"


def test_hops_are_read_without_a_position() -> None:
    assert read_hops("24/18*/15 6/off(2)") == [
        Hop(24, 18, True),
        Hop(18, 15, False),
        Hop(6, 0, False),
        Hop(6, 0, False),
    ]
