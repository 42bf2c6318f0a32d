"""Saved games: what is written is read, and what is damaged is refused with its line."""

from __future__ import annotations

import json

import pytest

from tavl.cli.play.game_file import DamagedGame, read, written
from tavl.cli.play.session import Session
from tavl.rules import Match, profile_named
from tests.cli.keyboard_player import against_bot, played, tavl, two_people


@pytest.fixture(scope="module")
def game() -> Session:
    return played(two_people(3, seed=5), most=60)[1]


def test_what_is_written_is_read(game: Session) -> None:
    assert read(written(game)) == game


def test_a_bot_its_seed_and_the_terms_are_kept() -> None:
    session = against_bot(5, seed=9)
    assert read(written(session)) == session
    money = profile_named("sv-grund").vary(jacoby=True, automatic_doubles=True, automatic_doubles_limit=2)
    session = Session(match=Match.start(profile=money), names=("Åse", "Bjørn \u2603"), level="club")
    assert read(written(session)) == session


def test_the_file_is_one_object_a_line(game: Session) -> None:
    header, *events = (json.loads(line) for line in written(game).splitlines())
    assert (header["tavl"], header["schema"], header["names"]) == ("game", 1, ["Anna", "Bo"])
    assert len(events) == len(game.events)
    assert events[0] == {"type": "game_started", "crawford": False}


def broken(game: Session, line: int, by: bytes) -> int:
    """The line that is found fault with once this one is replaced."""
    lines = written(game).splitlines()
    lines[line - 1] = by
    with pytest.raises(DamagedGame) as damaged:
        read(b"\n".join(lines) + b"\n")
    assert str(damaged.value).startswith(f"line {damaged.value.line}: ")
    return damaged.value.line


@pytest.mark.parametrize(
    "by",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"type":"rolled"}',
        b'{"type":"no_such_thing"}',
        b'{"type":"rolled","seat":0,"dice":[7,1]}',
        b'{"type":"score_set","score":[2,0]}',
        b'{"type":"rolled","seat":2,"dice":[3,1]}',
    ],
)
def test_a_damaged_line_is_named(game: Session, by: bytes) -> None:
    assert broken(game, 7, by) == 7


@pytest.mark.parametrize("by", [b"", b"{}", b'{"tavl":"game","schema":2}', b'"game"'])
def test_a_file_without_its_first_line_is_no_game(game: Session, by: bytes) -> None:
    assert broken(game, 1, by) == 1


def test_terms_that_nothing_is_played_on_are_refused_in_line_one(game: Session) -> None:
    header = written(game).splitlines()[0].replace(b'"length":3', b'"length":0')
    assert broken(game, 1, header) == 1


def test_an_event_that_the_rules_do_not_allow_is_refused(game: Session) -> None:
    """The opening roll twice: the second cannot be."""
    lines = written(game).splitlines()
    assert broken(game, 4, lines[2]) == 4


def test_a_play_with_another_result_is_refused(game: Session) -> None:
    lines = written(game).splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if b'"played"' in line)
    event = json.loads(lines[number - 1])
    event["result"] = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"
    assert broken(game, number, json.dumps(event).encode()) == number


def test_loading_a_damaged_file_names_file_and_line_and_exits_with_2(game: Session, tmp_path) -> None:
    lines = written(game).splitlines()
    lines[4] = lines[4][:-3]
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join(lines))
    result = tavl("play", "--load", str(path))
    assert result.exit_code == 2
    assert str(path) in result.stderr
    assert "Line 5" in result.stderr
    assert result.stdout == ""
