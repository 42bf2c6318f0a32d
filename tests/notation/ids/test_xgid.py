"""XGID."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from tavl import Dice, Match, Position
from tavl.notation import (
    NotationError,
    Offer,
    Reason,
    Situation,
    Stage,
    read_match_id,
    read_xgid,
    situation_of,
    write_xgid,
)
from tavl.rules import Cube, Outcome, Seat, evolve, replay
from tavl.rules.acts import CubeSet, GameStarted, OpeningRolled, OutcomeSet
from tavl.rules.game import Resignation
from tests.notation.hypothesis_settings import law, with_15_checkers
from tests.notation.random_matches import matches
from tests.strategies import positions

PERFT = Path(__file__).parents[2] / "data" / "perft.tsv"
START = Position.start()
BOARD = "-b----E-C---eE---c-e----B-"
FIRST, SECOND = Seat.FIRST, Seat.SECOND


def test_agrees_with_gnus_position_ids_on_all_of_perft() -> None:
    rows = [line.split("\t") for line in PERFT.read_text().splitlines()[1:]]
    assert len(rows) == 500
    for gnu_id, xgid, *_ in rows:
        position = Position.from_gnu_id(gnu_id)
        assert Position.from_xgid(xgid) == position
        assert position.xgid() == xgid


# What GNU Backgammon 1.07 made of XGIDs; its player 1 is the one at the bottom.
READ_BY_GNU = {
    "0:0:1:31:0:0:0:7:10": "cInlAAAAAAAE",
    "0:0:-1:31:0:0:0:7:10": "MIHlAAAAAAAE",
    "1:1:-1:00:2:3:0:7:10": "EQHgADAAEAAE",
    "1:1:1:00:3:2:0:7:10": "UQngACAAGAAE",
    "0:0:1:52:6:3:1:7:10": "8InqADAAMAAE",
    "0:0:1:52:6:3:0:7:10": "cInqADAAMAAE",
    "3:1:1:00:0:0:1:0:10": "UwkAAAAAAAAA",
    "3:1:1:00:0:0:0:0:10": "UwkAAAAAAAAE",
}


@pytest.mark.parametrize("fields", READ_BY_GNU)
def test_agrees_with_gnus_match_ids(fields: str) -> None:
    said = read_xgid(f"XGID={BOARD}:{fields}")
    assert replace(said.exchanged(), beavers=None) == read_match_id(READ_BY_GNU[fields])


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("0:0:1:00:0:0:0:0:10", {"jacoby": False, "beavers": False}),
        ("0:0:1:00:0:0:1:0:10", {"jacoby": True, "beavers": False}),
        ("0:0:1:00:0:0:2:0:10", {"jacoby": False, "beavers": True}),
        ("0:0:1:00:3:5:3:0:6", {"jacoby": True, "beavers": True, "score": (3, 5), "max_cube": 64}),
        ("2:-1:-1:D:0:0:0:7:10", {"length": 7, "cube": Cube(4, SECOND), "turn": SECOND, "offer": Offer.DOUBLED}),
        ("0:0:1:D:0:0:0:7:10", {"length": 7, "offer": Offer.DOUBLED}),
        ("0:0:1:B:0:0:2:0:10", {"jacoby": False, "beavers": True, "offer": Offer.BEAVERED}),
        ("0:0:1:R:0:0:2:0:10", {"jacoby": False, "beavers": True, "offer": Offer.RACCOONED}),
        ("0:0:1:62:4:1:1:5:10", {"length": 5, "score": (4, 1), "crawford": True, "dice": Dice(6, 2)}),
        ("0:0:1:00:0:0:0:0:0", {"jacoby": False, "beavers": False, "max_cube": 1}),
        ("0:0:1:00:-1:2:0:9:10", {"length": 9, "score": (-1, 2)}),
    ],
)
def test_every_field_both_ways(fields: str, expected: dict[str, object]) -> None:
    text = f"XGID={BOARD}:{fields}"
    assert read_xgid(text) == replace(Situation(position=START), **expected)
    assert write_xgid(read_xgid(text)) == text


def test_the_board_is_the_bottom_players_whoever_is_on_turn() -> None:
    text = "XGID=bBBBCCB-----a--a-a-bbbbbA-:0:0:{}:64:0:0:0:7:10"
    own = "24:1 6:2 5:3 4:3 3:2 2:2 1:2"
    opponent = "bar:2 13:1 10:1 8:1 6:2 5:2 4:2 3:2 2:2"
    assert read_xgid(text.format(1)).position == Position.of(own, opponent)
    assert read_xgid(text.format(-1)).position == Position.of(opponent, own)
    assert write_xgid(read_xgid(text.format(-1))) == text.format(-1)


def test_without_prefix_highest_cube_and_sorted_dice() -> None:
    assert read_xgid(f" xgid={BOARD}:0:0:1:13:0:0:0:7\n") == read_xgid(f"{BOARD}:0:0:1:31:0:0:0:7:10")


def test_a_position_in_a_match_and_alone() -> None:
    assert START.xgid() == f"XGID={BOARD}:0:0:1:00:0:0:0:0:10"
    match = Match.start(7)
    assert START.xgid(match) == f"XGID={BOARD}:0:0:1:00:0:0:0:7:10"
    running = replay(match, [GameStarted(), OpeningRolled(1, 2), CubeSet(Cube(2, FIRST))])
    assert START.xgid(running) == f"XGID={BOARD}:1:1:-1:21:0:0:0:7:10"
    over = evolve(running, OutcomeSet(Outcome(FIRST, 1, 2, "dropped")))
    assert START.xgid(over) == f"XGID={BOARD}:0:0:1:00:2:0:0:7:10"


@law
@given(positions.map(with_15_checkers))
def test_positions_round_trip(position: Position) -> None:
    assert Position.from_xgid(position.xgid()) == position


@law
@given(matches)
def test_matches_round_trip_while_a_game_is_played(match: Match) -> None:
    situation = situation_of(match)
    if situation.stage is Stage.PLAYING and not situation.resignation:
        assert read_xgid(write_xgid(situation)) == situation
    if situation.stage is Stage.PLAYING:
        assert Position.from_xgid(situation.position.xgid(match)) == situation.position


@pytest.mark.parametrize(
    ("text", "at", "reason", "field"),
    [
        ("", 0, Reason.WRONG_FIELD_COUNT, None),
        (f"XGID={BOARD}", 5, Reason.WRONG_FIELD_COUNT, None),
        (f"XGID={BOARD}:0:0:1:00:0:0:0:0:10:1", 5, Reason.WRONG_FIELD_COUNT, None),
        ("XGID=-b:0:0:1:00:0:0:0:0:10", 5, Reason.WRONG_LENGTH, None),
        (f"XGID={BOARD.replace('eE', 'e?')}:0:0:1:00:0:0:0:0:10", 18, Reason.UNEXPECTED, None),
        (f"XGID={BOARD.replace('eE', 'eP')}:0:0:1:00:0:0:0:0:10", 18, Reason.UNEXPECTED, None),
        (f"XGID=A{BOARD[1:]}:0:0:1:00:0:0:0:0:10", 5, Reason.UNEXPECTED, None),
        (f"XGID={BOARD[:-1]}a:0:0:1:00:0:0:0:0:10", 30, Reason.UNEXPECTED, None),
        (f"XGID={BOARD.replace('eE', 'eK')}:0:0:1:00:0:0:0:0:10", 5, Reason.BAD_POSITION, None),
        (f"XGID={BOARD}:61:0:1:00:0:0:0:0:10", 32, Reason.BAD_FIELD, "cube"),
        (f"XGID={BOARD}:0:2:1:00:0:0:0:0:10", 34, Reason.BAD_FIELD, "owner"),
        (f"XGID={BOARD}:0:0:0:00:0:0:0:0:10", 36, Reason.BAD_FIELD, "turn"),
        (f"XGID={BOARD}:0:0:1:07:0:0:0:0:10", 38, Reason.BAD_FIELD, "dice"),
        (f"XGID={BOARD}:0:0:1:00:a:0:0:0:10", 41, Reason.BAD_FIELD, "score_1"),
        (f"XGID={BOARD}:0:0:1:00:0:\u0663:0:0:10", 43, Reason.BAD_FIELD, "score_2"),
        (f"XGID={BOARD}:0:0:1:00:0:0:2:7:10", 45, Reason.BAD_FIELD, "rules"),
        (f"XGID={BOARD}:0:0:1:00:0:0:0:-7:10", 47, Reason.BAD_FIELD, "length"),
        (f"XGID={BOARD}:0:0:1:00:0:0:0:7:", 49, Reason.BAD_FIELD, "max_cube"),
    ],
)
def test_malformed_text_says_where(text: str, at: int, reason: Reason, field: str | None) -> None:
    with pytest.raises(NotationError) as raised:
        read_xgid(text)
    assert (raised.value.at, raised.value.reason, raised.value.facts.get("field")) == (at, reason, field)


@pytest.mark.parametrize(
    "fields",
    [
        {"stage": Stage.DROPPED},
        {"resignation": Resignation(FIRST, 1)},
        {"cube": Cube(3)},
        {"max_cube": 0},
        {"cube": Cube(1 << 61)},
        {"score": (0, 10**9)},
        {"length": 10**9},
    ],
)
def test_what_does_not_fit_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(NotationError) as raised:
        write_xgid(replace(Situation(position=START), **fields))
    assert raised.value.facts["field"] == next(iter(fields))
