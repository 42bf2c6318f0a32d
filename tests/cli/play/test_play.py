"""`tavl play` with typed lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tavl.cli.play.game_file import read
from tavl.i18n import LANGUAGES, words
from tests.cli.keyboard_player import against_bot, played, tavl, two_people

PEOPLE = ("play", "--against", "human", "--names", "Anna,Bo")


def games(home: Path) -> list[Path]:
    return sorted((home / "tavl" / "games").glob("*.jsonl"))


def test_a_whole_match_of_two_people_by_typed_plays(home: Path) -> None:
    """Every way of entering a play comes up; what is on disk at the end is the match that was meant."""
    lines, end = played(two_people(3, seed=4))
    result = tavl(*PEOPLE, "--match", "3", "--seed", "4", typed=lines)
    assert result.exit_code == 0, result.output
    assert end.match.result
    winner = end.match.result.winner
    won, lost = end.match.score[winner], end.match.score[winner.other]
    assert f"{end.names[winner]} wins the match {won}-{lost}." in result.output
    (kept,) = games(home)
    assert read(kept.read_bytes()) == end


def test_a_whole_match_against_the_bot(home: Path) -> None:
    """The bot answers by itself: only what the person decides is typed, and the match is the same as in memory."""
    lines, end = played(against_bot(3, seed=6))
    result = tavl("play", "--match", "3", "--seed", "6", "--names", "Anna,Tavl", typed=lines)
    assert result.exit_code == 0, result.output
    (kept,) = games(home)
    assert read(kept.read_bytes()) == end


def test_quitting_and_resuming_gives_the_same_match(home: Path) -> None:
    lines, end = played(two_people(3, seed=4))
    half = len(lines) // 2
    while lines[half - 1] != "roll":  # in the middle of a turn, with the dice on the board
        half += 1
    first = tavl(*PEOPLE, "--match", "3", "--seed", "4", typed=[*lines[:half], "quit", ""])
    assert first.exit_code == 0
    assert f"The game is saved in {games(home)[0]}; tavl play continues it." in " ".join(first.output.split())
    left = read(games(home)[0].read_bytes())
    assert left.playing
    second = tavl("play", typed=["y", *lines[half:]])
    assert second.exit_code == 0, second.output
    assert "Continue Anna against Bo" in second.output
    (kept,) = games(home)
    assert read(kept.read_bytes()) == end


def test_the_end_of_input_keeps_the_game_as_quitting_does(home: Path) -> None:
    assert tavl(*PEOPLE, "--seed", "4", typed=[""]).exit_code == 0
    (kept,) = games(home)
    assert read(kept.read_bytes()).rolls == 1


def test_looking_in_leaves_nothing_behind(home: Path) -> None:
    assert tavl(*PEOPLE, typed=["?", "quit"]).exit_code == 0
    assert games(home) == []
    assert "Continue Anna" not in tavl("play", typed=["quit"]).output


def test_a_game_that_is_not_resumed_is_put_aside_and_can_be_loaded(home: Path) -> None:
    tavl(*PEOPLE, "--seed", "4", typed=[""])
    result = tavl("play", typed=["n", "quit"])
    (aside,) = games(home)
    assert str(aside) in result.output
    assert "Continue Anna" not in tavl("play", typed=["quit"]).output
    assert "Anna" in tavl("play", "--load", str(aside), typed=["quit", ""]).output


def test_a_finished_match_is_not_offered_again() -> None:
    lines, _ = played(two_people(1, seed=4))
    assert tavl(*PEOPLE, "--match", "1", "--seed", "4", typed=lines).exit_code == 0
    assert "Continue Anna" not in tavl("play", typed=["quit"]).output


def test_a_damaged_game_is_told_of_and_the_next_one_begins(home: Path) -> None:
    tavl(*PEOPLE, "--seed", "4", typed=[""])
    (kept,) = games(home)
    kept.write_bytes(kept.read_bytes()[:-5])
    result = tavl("play", typed=["quit"])
    assert result.exit_code == 0
    assert "damaged. Line 3" in result.output


def test_saving_in_a_file_and_loading_it(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    lines, end = played(two_people(3, seed=4), most=20)
    result = tavl(*PEOPLE, "--match", "3", "--seed", "4", typed=[*lines, f"save {file}"])
    assert f"Saved in {file}." in result.output
    assert read(file.read_bytes()) == end
    more, after = played(end, most=5)
    loaded = tavl("play", "--load", str(file), typed=[*more, f"save {file}"])
    assert loaded.exit_code == 0, loaded.output
    assert read(file.read_bytes()) == after


def test_saving_never_writes_over_something_else(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna")
    result = tavl(*PEOPLE, "--seed", "4", typed=["", f"save {file}", "save /", "save"])
    assert file.read_text() == "Dear Anna"
    assert "is not this game" in result.output
    assert "cannot be written" in result.output
    assert "Save it where?" in result.output


def test_quitting_offers_to_save_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = tavl(*PEOPLE, "--seed", "4", typed=["", "quit", str(file)])
    assert f"Saved in {file}." in result.output
    assert read(file.read_bytes()).rolls == 1


def test_a_disk_that_cannot_be_written_is_told_of_and_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = tavl(*PEOPLE, "--seed", "4", typed=["", "pips", "quit", ""])
    assert result.exit_code == 0
    assert result.output.count("cannot be saved on disk") == 1
    assert "The game is saved" not in result.output


OPENING_52 = ("play", "--seed", "1", "--against", "human")  # the second player begins with 5-2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("6/3", "6/3 does not fit the dice that are left: 5 2 (G4.3)."),
        ("6/1", "Your opponent holds the 1-point (G4.2)."),
        ("10/5", "You have no checker on the 10-point (G1.1)."),
        ("13/15", "13/15 goes backwards; checkers only move towards lower points (G4.1)."),
        ("6/off", "(G4.4)."),
        ("double", "Nobody may double before the opening play (G3.1)."),
        ("roll", "You have already rolled: 52 (G4.3)."),
        ("take", "There is no double to answer (G10.3)."),
        ("beaver", "(T4.4.viii)."),
        ("accept", "There is no resignation to answer (G11.4)."),
        ("resign 2", "(T4.5)."),
        ("resign 9", "(G11.4)."),
        ("next", "A game is still being played (G2.1)."),
        ("end", "(T4.5)."),
        ("done", "(G4.6)."),
        ("99", "There is no play number 99."),
        ("8/", "neither a command nor a play"),
        ("26/3", "neither a command nor a play: 26/3"),
        ("rule X9", "The rulebook has no clause X9."),
        ("list 24/1", "No legal play includes this: 24/1"),
        ("\x1b[31m", "neither a command nor a play"),
        ("8/5 " * 500, "G"),
    ],
)
def test_what_may_not_be_done_is_explained_with_its_clause(typed: str, said: str) -> None:
    result = tavl(*OPENING_52, typed=["", typed])
    assert result.exit_code == 0
    assert said in result.output.split("Player 2 begins.")[1]


@pytest.mark.parametrize(
    "typed", ["13/8 6/4", "13-8, 6-4", "13/8\n6/4", "4", "done\n13/8 6/4", "24/22\nundo\n13/8 6/4"]
)
def test_a_play_is_entered_in_any_of_these_ways(typed: str) -> None:
    result = tavl(*OPENING_52, typed=["", typed, "", "quit", ""])
    assert "Player 2 plays 13/8 6/4." in result.output


def test_step_by_step_the_rest_of_the_roll_is_offered() -> None:
    result = tavl(*OPENING_52, typed=["", "13/8"])
    assert "The rest of the roll: 24/22  13/11  8/6  6/4" in result.output
    assert " 5   [2] " in result.output


def test_the_list_can_be_sifted_and_keeps_its_numbers() -> None:
    result = tavl(*OPENING_52, typed=["", "list 13/8 6"])
    assert "> list 13/8 6\n  4 13/8 6/4\n" in result.output


def test_help_names_every_command_and_rule_shows_a_clause() -> None:
    result = tavl(*OPENING_52, typed=["?", "rule g4.6", "pips", "", "position", "13/11 13/8", "", "pips"])
    for word in ("undo", "resign 1|2|3", "save FILE", "quit"):
        assert word in result.output
    assert "G4.6  As much of the roll as possible" in result.output
    assert "Player 1 167 pips, Player 2 167 pips." in result.output
    assert "Player 1 167 pips, Player 2 160 pips. Player 2 leads by 7." in result.output
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:3:10" in result.output
    assert re.search(r"GNU ID 4HPwATDgc/ABMA:\S{12}", result.output)


def test_a_double_is_answered_and_the_cube_changes_hands() -> None:
    start = ["", "13/8 6/4", "", "double"]
    taken = tavl(*OPENING_52, typed=[*start, "", "take"])
    assert "Player 1 doubles to 2." in taken.output
    assert "You have an offer to answer first (G10.3)." in taken.output
    assert taken.output.count("Player 1 doubles to 2.") == 2  # said again after the Enter that answered nothing
    assert "Player 2 takes. The cube is at 2." in taken.output
    dropped = tavl(*OPENING_52, "--match", "1", typed=[*start, "drop"])
    assert "(G11.1)" in dropped.output  # a match to one point has no cube
    dropped = tavl(*OPENING_52, typed=[*start, "drop"])
    assert "Player 1 wins the game: 1 point." in dropped.output
    assert "Enter: next game" in dropped.output


def test_resigning_is_offered_and_answered() -> None:
    rules = ("--profile", "dbf-basic")
    start = ["", "resign", "resign gammon"]
    asked = tavl(*OPENING_52, *rules, typed=[*start, "refuse"])
    assert "How much? 1 a single game" in asked.output
    assert "Player 2 offers to resign a gammon." in asked.output
    assert "Player 1 plays on." in asked.output
    accepted = tavl(*OPENING_52, *rules, typed=[*start, "accept"])
    assert "Player 1 wins a gammon: 2 points." in accepted.output


def test_money_play_has_its_options_and_ends_when_somebody_gets_up() -> None:
    money = ("--money", "--jacoby", "--beavers", "--automatic-doubles")
    game = tavl(
        *OPENING_52, *money, typed=["", "13/8 6/4", "", "double", "beaver", "take", "resign 1", "accept", "end"]
    )
    assert "money play, game 1, Jacoby, beavers" in game.output
    assert "Player 2 beavers: the cube would be at 4." in game.output
    assert "Player 1 takes. The cube is at 4." in game.output
    assert "Player 2 wins the game: 4 points." in game.output
    assert "The session is over: Player 1 0, Player 2 4." in game.output
    assert game.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--match", "0"], "(T4.5)"),
        (["--match", "x"], "--match"),
        (["--money", "--match", "3"], "not both"),
        (["--money", "--profile", "dbf-tournament"], "(T1.1)"),
        (["--jacoby"], "(T4.4.viii)"),
        (["--profile", "sv-grund", "--beavers"], "(T4.4.viii)"),
        (["--money", "--profile", "no-hjemme", "--jacoby"], "(G11.2)"),
        (["--profile", "chess"], "(T1.1)"),
        (["--language", "fr"], "does not speak"),
        (["--names", "a,b,c"], "Two names"),
        (["--names", "a\x1b[1m,b"], "Two names"),
        (["--seed", "one"], "--seed"),
        (["--against", "everybody"], "--against"),
        (["--direction", "up"], "--direction"),
        (["--load", "no/such/file"], "cannot be read"),
        (["--load", "no/such/file", "--match", "3"], "its own terms"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_bad_options_are_refused_on_stderr_with_exit_code_2(arguments: list[str], said: str) -> None:
    result = tavl("play", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_plays_a_whole_match_in_its_own_words(language: str) -> None:
    lines, end = played(two_people(1, seed=8))
    result = tavl(*PEOPLE, "--match", "1", "--seed", "8", "--language", language, typed=["?", *lines])
    assert result.exit_code == 0, result.output
    w = words(language)
    winner = end.match.result.winner
    expected = w("{name} wins the match {won}-{lost}. Well played!", name=end.names[winner], won=1, lost=0)
    assert expected in result.output
    if language != "en":
        assert "Enter: roll" not in result.output
        assert "wins" not in result.output


@pytest.mark.parametrize(("language", "own"), [("da", "giv op 1"), ("sv", "ge upp 1"), ("nb", "gi opp 1")])
def test_commands_are_understood_in_the_language_and_in_english(language: str, own: str) -> None:
    for typed in (own, "resign 1"):
        result = tavl(*OPENING_52, "--profile", "dbf-basic", "--language", language, typed=["", typed])
        name = words(language)("Player 2")
        assert words(language)("{name} offers to resign a single game.", name=name) in result.output


def test_the_language_of_the_environment_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "sv_SE.UTF-8")
    assert "Enter: slå en tärning var" in tavl("play", typed=["quit"]).output


def test_a_pipe_gets_ascii_without_escape_codes() -> None:
    lines, _ = played(two_people(1, seed=8))
    output = tavl(*PEOPLE, "--match", "1", "--seed", "8", typed=lines).output
    assert output.isascii()
    assert "\x1b" not in output


def test_the_home_lies_where_it_is_asked_for() -> None:
    left = tavl("play", "--direction", "left", typed=["quit"]).output
    assert "\n        24  23  22  21  20  19          18  17  16  15  14  13\n" in left


def test_the_same_seed_gives_the_same_game() -> None:
    lines, _ = played(against_bot(1, seed=3), most=0)
    typed = [*lines, "", "1", "", "", "1", ""]
    one, two, other = (tavl("play", "--seed", seed, typed=typed).output for seed in ("3", "3", "4"))
    assert one.replace("game-00001", "game-00002") == two
    assert one != other
