"""Positions as programs copy them: an ID, and the analysis that stands below."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.record import Chances, CubeAction, Setup, Unit
from tavl.rules import Dice, Position, Seat

PLAYS = """XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

X:Anna   O:Bo
Score is X:0 O:0 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
Pip count  X: 167  O: 167 X-O: 0-0/7
X to play 31

    1. XG Roller++ 8/5 6/5                      eq:+0.159
      Player:   55.34% (G:17.34% B:0.94%)
      Opponent: 44.66% (G:12.52% B:0.58%)

    2. 3-ply       24/23 13/10                  eq:-0,010 (-0,169)
      Player:   50,34% (G:13,34% B:0,74%)
      Opponent: 49,66% (G:14,52% B:0,88%)
"""
CUBE = """XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10

X:Anna   O:Bo
Analyzed in XG Roller+
Player Winning Chances:   65.34% (G:20.11% B:1.00%)
Opponent Winning Chances: 34.66% (G:10.22% B:0.50%)

Cubeful Equities:
       No double:     +0.523
       Double/Take:   +0.612 (+0.089)
       Double/Pass:   +1.000 (+0.477)
"""


def setups(text: str) -> list[Setup]:
    found = [record.games[0].entries[0] for record in read(text.encode())]
    return [setup for setup in found if isinstance(setup, Setup)]


def test_what_extreme_gammon_copies_of_a_play() -> None:
    (record,) = read(PLAYS.encode())
    assert [player.name for player in record.players] == ["Anna", "Bo"]
    (setup,) = setups(PLAYS)
    assert (setup.position, setup.dice) == (Position.start(), Dice(3, 1))
    assert setup.analysis is not None
    best, second = setup.analysis.candidates
    assert (best.moves, best.equity, best.depth.name) == (((8, 5), (6, 5)), 0.159, "XG Roller++")
    assert best.chances == Chances(0.5534, 0.1734, 0.0094, 0.1252, 0.0058)
    assert (second.equity, second.depth.ply) == (-0.01, 2)
    assert setup.analysis.unit is Unit.EMG


def test_what_extreme_gammon_copies_of_a_cube_decision() -> None:
    (setup,) = setups(CUBE)
    cube = setup.cube_analysis
    assert cube is not None
    assert (cube.no_double, cube.double_take, cube.double_drop) == (0.523, 0.612, 1.0)
    assert cube.chances == Chances(0.6534, 0.2011, 0.01, 0.1022, 0.005)
    assert (cube.depth.name, cube.unit) == ("XG Roller+", Unit.POINTS)
    assert read(CUBE.encode())[0].jacoby is True


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA:cIkqAAAAAAAE",
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkqAAAAAAAE\n",
        "4HPwATDgc/ABMA",
        "11ccccchhhjjjjj:66666888dddddoo:N0N",
        "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:21:B::0:0:7:0",
        "Look at XGID=-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10 please.",
    ],
)
def test_an_id_alone_is_a_position(text: str) -> None:
    (setup,) = setups(text)
    assert setup.position == Position.start()


def test_several_ids_are_several_positions_and_two_of_one_position_are_one() -> None:
    assert len(setups(PLAYS + CUBE)) == 2
    both = (
        " Position-ID: 4HPwATDgc/ABMA    Match-ID: cIkqAAAAAAAE\n XGID=-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10\n"
    )
    assert [setup.dice for setup in setups(both)] == [Dice(5, 2)]


def test_a_double_that_waits_is_an_entry_after_the_position() -> None:
    (record,) = read(b"XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:7:10")
    setup, double = record.games[0].entries
    assert isinstance(double, CubeAction)
    assert setup.seat == double.seat == Seat.SECOND
