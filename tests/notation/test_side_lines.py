"""Lines beside a match: followed by the rules from where it stood before an entry."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.record import CubeAction, CubeActionKind, MatchRecord, Turn
from tavl.notation.side_lines import follow_line
from tavl.notation.situation import Offer
from tavl.rules import Dice, Position, Seat

MAT = (
    " {length} point match\n\n Game 1\n Anna : 0                          Bo : 0\n"
    "  1)                               31: 8/5 6/5\n  2) 64: 24/18 13/9                52: 13/8 13/11\n"
)
DOUBLE, TAKE, DROP = (
    CubeAction(seat=seat, action=action)
    for seat, action in (
        (Seat.FIRST, CubeActionKind.DOUBLE),
        (Seat.SECOND, CubeActionKind.TAKE),
        (Seat.SECOND, CubeActionKind.DROP),
    )
)
OTHER = Turn(seat=Seat.FIRST, dice=Dice(6, 4), moves=((24, 14),))


def match(length: int = 3) -> MatchRecord:
    (record,) = read(MAT.format(length=length).encode())
    return record


def test_another_play_leads_to_another_position_and_the_match_stays() -> None:
    record = match()
    found = follow_line(record, 0, 1, [OTHER])
    ((played, before),) = found.steps
    assert isinstance(played, Turn)
    assert played.moves
    assert {played.moves[0][0], played.moves[-1][1]} == {24, 14}
    assert (before.turn, before.dice) == (Seat.FIRST, Dice(6, 4))
    assert (found.situation.turn, found.situation.dice, found.fault, found.over) == (Seat.SECOND, None, None, False)
    assert record == match()


def test_a_game_that_the_second_seat_begins_is_begun_by_them() -> None:
    found = follow_line(match(), 0, 0, [])
    assert (found.situation.turn, found.situation.position) == (Seat.SECOND, Position.start())


def test_a_double_is_answered_and_a_drop_ends_the_game() -> None:
    doubled = follow_line(match(), 0, 1, [DOUBLE])
    assert (doubled.situation.offer, doubled.situation.turn, doubled.fault) == (Offer.DOUBLED, Seat.FIRST, None)
    taken = follow_line(match(), 0, 1, [DOUBLE, TAKE, OTHER])
    assert (taken.situation.cube.value, taken.situation.cube.owner, taken.fault) == (2, Seat.SECOND, None)
    dropped = follow_line(match(), 0, 1, [DOUBLE, DROP])
    assert (dropped.over, dropped.fault) == (True, None)


@pytest.mark.parametrize(
    ("length", "entries", "code"),
    [
        (3, [Turn(seat=Seat.FIRST, dice=Dice(6, 4), moves=((24, 10),))], None),
        (3, [Turn(seat=Seat.SECOND, dice=Dice(6, 4), moves=())], "not_your_turn"),
        (3, [DOUBLE, OTHER], "double_not_answered"),
        (3, [DOUBLE, DROP, OTHER], "game_over"),
        (3, [TAKE], "not_your_turn"),
        (1, [DOUBLE], "no_cube"),
    ],
)
def test_what_is_against_the_rules_is_said(length: int, entries: list[Turn | CubeAction], code: str | None) -> None:
    fault = follow_line(match(length), 0, 1, entries).fault
    assert fault is not None
    assert code in (None, fault.code)


def test_where_there_is_no_entry_there_is_no_line() -> None:
    with pytest.raises(IndexError):
        follow_line(match(), 0, 9, [])
