"""OpenGammon's ID, on published examples."""

from __future__ import annotations

import pytest

from tavl.notation import NotationError
from tavl.notation.ids.any_id import read_any_id
from tavl.notation.ids.ogid import read_ogid, write_ogid
from tavl.notation.situation import Offer
from tavl.rules import Dice, Position, Seat


def test_the_start() -> None:
    """The specification's own example lists checkers as they are seen; programs write them in order."""
    start = read_ogid("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0")
    assert start.position == Position.start()
    assert start.turn == Seat.SECOND  # White has brought it about
    assert (start.length, start.score) == (1, (0, 0))
    assert write_ogid(start) == "11ccccchhhjjjjj:66666888dddddoo:N0N::W::0:0:1:0"


def test_white_to_play_61_plays_7_6_and_hits_on_the_ace_point() -> None:
    situation = read_ogid("99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13")
    assert (situation.turn, situation.dice, situation.crawford) == (Seat.FIRST, Dice(6, 1), True)
    assert situation.position.own[7] == 2
    assert situation.position.opponent[24] == 1


def test_black_to_play_with_white_on_the_bar() -> None:
    situation = read_ogid("OGID=03cccchhhhjjjjj:16666888dddddoo:N0N:33:W:R:0:1:3:3")
    assert situation.turn == Seat.SECOND
    assert situation.position.own[13] == 5
    assert situation.position.opponent_bar == 1


def test_a_double_names_the_doubler() -> None:
    text = "cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11"
    situation = read_ogid(text)
    assert (situation.turn, situation.offer) == (Seat.SECOND, Offer.DOUBLED)
    assert write_ogid(situation) == "cccccgghhhjjjjj:112233666777dll:N0O::B::0:0:3:0"


def test_checkers_off_may_be_written_and_fields_left_out() -> None:
    situation = read_ogid("11jjjjjhhhccccq:ooddddd88866666:W1N")
    assert situation.position.off == 1
    assert (situation.cube.value, situation.cube.owner) == (2, Seat.FIRST)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("11:66", "wrong_field_count"),
        ("11:66:X0N", "cube"),
        ("1z:66:N0N", "unexpected"),
        ("p:66:N0N", "unexpected"),
        ("1:6:N0N:77", "dice"),
        ("1:6:N0N::X", "reached_by"),
        ("1:6:N0N::W::0:0:x", "length"),
        ("1:6:N0N::W::0:a:3", "score_2"),
        ("1111111111111111:6:N0N", "bad_position"),
        ("1:6:N99N", "cube"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, field: str) -> None:
    with pytest.raises(NotationError) as error:
        read_ogid(text)
    assert field in (error.value.reason, error.value.facts.get("field"))
    assert 0 <= error.value.at <= len(text)


@pytest.mark.parametrize("prefix", ["", "OGID=", " ogid="])
def test_it_is_told_from_other_ids(prefix: str) -> None:
    ogid = "11jjjjjhhhccccc:ooddddd88866666:N0N:52:B:IW:0:0:7:0"
    assert read_any_id(prefix + ogid) == read_ogid(ogid)
    assert read_any_id("-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10").dice == read_ogid(ogid).dice
