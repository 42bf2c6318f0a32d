"""The FIBS board line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl import Dice, Match, Position
from tavl.notation import FibsBoard, NotationError, Offer, Reason, Situation, Stage, read_fibs, situation_of, write_fibs
from tavl.rules import Cube, Seat
from tavl.rules.game import Resignation
from tests.notation.hypothesis_settings import law
from tests.notation.random_matches import matches
from tests.strategies import positions

START = Position.start()
FIRST, SECOND = Seat.FIRST, Seat.SECOND
PLACES = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
LINE = f"board:You:someplayer:3:0:0:{PLACES}:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"


def changed(**fields: object) -> str:
    """The line with other values in places that `AT` names."""
    parts = LINE.split(":")
    for name, value in fields.items():
        parts[AT[name]] = str(value)
    return ":".join(parts)


AT = {"length": 3, "score_1": 4, "score_2": 5, "place_0": 6, "place_1": 7, "place_25": 31, "turn": 32, "die_1": 33}
AT |= {"die_2": 34, "opponent_die_1": 35, "opponent_die_2": 36, "cube": 37, "may_double": 38}
AT |= {"opponent_may_double": 39, "was_doubled": 40, "colour": 41, "direction": 42, "home": 43, "bar": 44, "off": 45}
AT |= {"can_move": 49, "forced_move": 50, "did_crawford": 51, "redoubles": 52}


def test_a_line_as_fibs_sends_it() -> None:
    board = read_fibs(LINE)
    assert board == FibsBoard(
        situation=Situation(position=START, dice=Dice(6, 2), length=3), opponent="someplayer", colour=1, direction=-1
    )
    assert write_fibs(board) == LINE


def test_the_same_board_for_x_who_moves_up() -> None:
    backwards = ":".join(PLACES.split(":")[::-1])
    line = f"board:You:someplayer:3:0:0:{backwards}:-1:6:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
    mirrored = line.replace(backwards, ":".join(str(-int(n)) for n in backwards.split(":")))
    assert read_fibs(mirrored).situation == read_fibs(LINE).situation
    assert write_fibs(read_fibs(mirrored)) == mirrored


def test_checkers_on_the_bar_and_off() -> None:
    position = Position.of("bar:2 6:3 off:10", "bar:1 24:2 off:11")  # the opponent began with 14
    line = write_fibs(FibsBoard(situation=Situation(position=position)))
    places = line.split(":")[6:32]
    assert (places[25], places[0], places[6], places[1]) == ("2", "-1", "3", "-2")
    assert line.split(":")[45:49] == ["10", "11", "2", "1"]
    assert read_fibs(line).situation.position == position


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"turn": -1, "die_1": 0, "die_2": 0, "opponent_die_1": 3, "opponent_die_2": 1},
            {"turn": SECOND, "dice": Dice(3, 1)},
        ),
        ({"length": 9999, "redoubles": 1}, {"length": None, "beavers": True}),
        ({"length": 0}, {"length": None, "beavers": False}),
        ({"turn": 0, "die_1": 0, "die_2": 0}, {"stage": Stage.BORNE_OFF, "dice": None}),
        ({"cube": 2, "opponent_may_double": 0}, {"cube": Cube(2, FIRST)}),
        ({"cube": 4, "may_double": 0}, {"cube": Cube(4, SECOND)}),
        ({"cube": 2}, {"cube": Cube(2)}),
        ({"may_double": 0}, {}),
        ({"was_doubled": 1, "die_1": 0, "die_2": 0}, {"offer": Offer.DOUBLED, "turn": SECOND, "dice": None}),
        ({"score_1": 2, "may_double": 0, "opponent_may_double": 0}, {"score": (2, 0), "crawford": True}),
        ({"score_1": 2, "did_crawford": 1}, {"score": (2, 0)}),
        ({"score_2": 2, "forced_move": 3}, {"score": (0, 2)}),
        (
            {"was_doubled": 1, "turn": -1, "die_1": 0, "die_2": 0},
            {"offer": Offer.DOUBLED, "turn": SECOND, "dice": None},
        ),
    ],
)
def test_what_the_fields_say(fields: dict[str, object], expected: dict[str, object]) -> None:
    base = Situation(position=START, length=3, dice=Dice(6, 2))
    assert read_fibs(changed(**fields)).situation == replace(base, **expected)


@pytest.mark.parametrize(
    ("fields", "did_crawford"),
    [
        ({"length": 7, "score": (6, 3)}, "1"),
        ({"length": 7, "score": (6, 3), "crawford": True}, "0"),
        ({"length": 7, "score": (5, 3)}, "0"),
        ({"length": 1}, "0"),
    ],
)
def test_the_crawford_game_has_been(fields: dict[str, object], did_crawford: str) -> None:
    line = write_fibs(FibsBoard(situation=replace(Situation(position=START), **fields)))
    assert line.split(":")[51] == did_crawford


@law
@given(
    positions, st.sampled_from((-1, 1)), st.sampled_from((-1, 1)), st.sampled_from(Seat), st.sampled_from((None, 5, 11))
)
def test_boards_round_trip(position: Position, colour: int, direction: int, turn: Seat, length: int | None) -> None:
    beavers = None if length else False
    situation = Situation(position=position, turn=turn, length=length, beavers=beavers)
    board = FibsBoard(situation=situation, player="anna", opponent="bo", colour=colour, direction=direction)
    assert read_fibs(write_fibs(board)) == board


@law
@given(matches)
def test_matches_round_trip_but_for_what_the_line_cannot_say(match: Match) -> None:
    situation = situation_of(match)
    if situation.stage is not Stage.PLAYING or situation.resignation or situation.offer is Offer.BEAVERED:
        return
    own_double = situation.offer and situation.turn is FIRST
    said = replace(situation, jacoby=None, max_cube=1024, offer=None if own_double else situation.offer)
    assert read_fibs(write_fibs(FibsBoard(situation=situation))).situation == said


@pytest.mark.parametrize(
    ("text", "reason", "field"),
    [
        ("", Reason.WRONG_FIELD_COUNT, None),
        (LINE + ":0", Reason.WRONG_FIELD_COUNT, None),
        (LINE.replace("board", "bored"), Reason.BAD_FIELD, "board"),
        (LINE.replace("someplayer", ""), Reason.BAD_FIELD, "opponent"),
        (changed(length="three"), Reason.BAD_FIELD, "length"),
        (changed(place_0=1), Reason.BAD_FIELD, "place_0"),
        (changed(place_25=-1), Reason.BAD_FIELD, "place_25"),
        (changed(place_1=-16), Reason.BAD_FIELD, "place_1"),
        (changed(place_1=-3), Reason.BAD_POSITION, None),
        (changed(off=1), Reason.BAD_POSITION, None),
        (changed(die_2=0), Reason.BAD_FIELD, "die_2"),
        (changed(die_1=7), Reason.BAD_FIELD, "die_1"),
        (changed(cube=3), Reason.BAD_FIELD, "cube"),
        (changed(colour=0), Reason.BAD_FIELD, "colour"),
        (changed(direction=2), Reason.BAD_FIELD, "direction"),
        (changed(turn=2), Reason.BAD_FIELD, "turn"),
    ],
)
def test_malformed_text_says_where(text: str, reason: Reason, field: str | None) -> None:
    with pytest.raises(NotationError) as raised:
        read_fibs(text)
    assert (raised.value.reason, raised.value.facts.get("field")) == (reason, field)
    if field in AT:
        assert text[raised.value.at :].startswith(text.split(":")[AT[field]] + ":")


@pytest.mark.parametrize(
    "board",
    [
        FibsBoard(situation=Situation(position=START), player="a:b"),
        FibsBoard(situation=Situation(position=START), opponent=""),
        FibsBoard(situation=Situation(position=START, offer=Offer.BEAVERED)),
        FibsBoard(situation=Situation(position=START, stage=Stage.BEFORE)),
        FibsBoard(situation=Situation(position=START, resignation=Resignation(FIRST, 1))),
        FibsBoard(situation=Situation(position=START, length=9999)),
        FibsBoard(situation=Situation(position=START, cube=Cube(3))),
        FibsBoard(situation=Situation(position=START, score=(0, 1 << 40))),
    ],
)
def test_what_does_not_fit_is_refused(board: FibsBoard) -> None:
    with pytest.raises(NotationError) as raised:
        write_fibs(board)
    assert raised.value.reason is Reason.DOES_NOT_FIT
