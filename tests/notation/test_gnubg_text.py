"""A game as GNU Backgammon exports it to text: pictures with IDs, and a line with a star for what was done."""

from __future__ import annotations

from tavl.notation.decisions import decisions_of
from tavl.notation.file_formats import read
from tavl.notation.ids.gnu_id import write_gnu_id
from tavl.notation.record import CubeAction, GameRecord, MatchRecord, Turn, Unit
from tests.notation.records import game_of

ANALYSIS = """
Rolled 31 (+0.090):
*    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.095
       0.522 0.167 0.013 - 0.478 0.147 0.007
     2. Cubeful 0-ply    13/9                         Eq.: -0.174 (-0.269)
       0.457 0.135 0.009 - 0.543 0.169 0.011
"""
MAT = """ 7 point match

 Game 1
 Anna : 2                          Bo : 3
  1) 31: 8/5 6/5                   Doubles => 2
  2)  Takes                       64: 24/18 13/9
  3)  Doubles => 4                 Drops
"""


def exported(record: MatchRecord, does: str = "moves", analysis: str = "") -> str:
    """The way the program writes it, with another language's words for what it does."""
    text = ""
    for number, decision in enumerate(decisions_of(record), start=1):
        position, match = write_gnu_id(decision.situation).split(":")
        entry, done = decision.entry, "doubles"
        if isinstance(entry, Turn):
            done = f"{does} " + " ".join(f"{source}/{target}" for source, target in entry.moves or ())
        elif isinstance(entry, CubeAction):
            done = entry.action
        text += (
            f"Move number {number}:\n\n GNU Backgammon  Position ID: {position}\n"
            f"                 Match ID   : {match}\n"
            " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Anna (Cube: 2)\n"
            " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Bo\n\n"
            f"* {'AnnaBo'[4 * entry.seat :][:4]} {done}\n{analysis if number == 1 else ''}\n"
        )
    return text


def game(record: MatchRecord) -> GameRecord:
    (only,) = record.games
    return only


def test_plays_doubles_and_answers_are_found_whatever_the_language() -> None:
    (record,) = read(MAT.encode())
    for does in ("moves", "zieht", "joue"):
        (again,) = read(exported(record, does).encode())
        assert again.format == "gnubg-text"
        assert [player.name for player in again.players] == ["Anna", "Bo"]
        assert game_of(game(again)) == game_of(game(record))
        assert not again.problems


def test_a_play_that_is_not_written_is_found_by_the_next_picture() -> None:
    (record,) = read(MAT.encode())
    text = exported(record).replace("moves 8/5 6/5", "did something")
    assert game_of(game(read(text.encode())[0])) == game_of(game(record))


def test_analysis_and_luck_stand_with_the_roll() -> None:
    (record,) = read(MAT.encode())
    first = game(read(exported(record, analysis=ANALYSIS).encode())[0]).entries[0]
    assert isinstance(first, Turn)
    assert first.analysis is not None
    assert [candidate.equity for candidate in first.analysis.candidates] == [0.095, -0.174]
    assert (first.analysis.played, first.analysis.unit) == (0, Unit.EMG)
    assert first.luck is not None
    assert first.luck.value == 0.09
