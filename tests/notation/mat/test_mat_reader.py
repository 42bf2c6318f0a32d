"""Match texts as programs write them: each oddity in a file of a few lines. The real ones are in the corpus."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.problems import ProblemCode
from tavl.notation.record import (
    CubeAction,
    CubeActionKind,
    Ending,
    GameResult,
    MatchRecord,
    Resignation,
    Turn,
)
from tavl.rules import Dice, Seat
from tavl.rules.acts import Cube

GALAXY = '; [Site "BackgammonGalaxy"]\n; [Player 1 "Anna"]\n; [Player 2 "Bo"]\n; [Crawford "On"]\n\n'
STUDIO = '; [Site "Backgammon Studio"]\n; [EventDate "2024.05.11"]\n; [EventTime "19.56"]\n\n'
NAMES = " Game 1\n Anna : 0                        Bo : 0\n"


def match(text: str) -> MatchRecord:
    (record,) = read(text.encode())
    return record


def result(record: MatchRecord, game: int = -1) -> GameResult:
    found = record.games[game].result
    assert found is not None
    return found


def codes(record: MatchRecord) -> list[tuple[int, ProblemCode]]:
    return [(problem.at, problem.code) for problem in record.problems]


def turns(record: MatchRecord) -> list[Turn]:
    return [entry for game in record.games for entry in game.entries if isinstance(entry, Turn)]


def test_both_columns_and_an_empty_left_cell_are_read() -> None:
    record = match(f"7 point match\n\n{NAMES}  1)                             41: 13/9 24/23\n  2) 31: 8/5 6/5\n")
    assert [(turn.seat, turn.dice, turn.moves) for turn in turns(record)] == [
        (Seat.SECOND, Dice(4, 1), ((13, 9), (24, 23))),
        (Seat.FIRST, Dice(3, 1), ((8, 5), (6, 5))),
    ]
    assert record.length == 7
    assert [player.name for player in record.players] == ["Anna", "Bo"]
    assert record.games[0].result is None
    assert not record.problems


def test_dice_may_stand_in_any_order_and_cells_close_together() -> None:
    record = match(f"7 point match\n{NAMES}  1) 11: 8/7 8/7 6/5 6/5 16: 13/7 8/7\n")
    assert [turn.dice for turn in turns(record)] == [Dice(1, 1), Dice(6, 1)]


@pytest.mark.parametrize("bar", ["25/20", "bar/20", "Bar/20"])
@pytest.mark.parametrize("dance", ["64:", "64: Cannot Move", "64: cannot move"])
def test_bar_and_dance_in_all_their_spellings(bar: str, dance: str) -> None:
    rows = f"  1) 65: 24/18 18/13           31: 8/5 6/5\n  2) 41: 24/23 13/9            {'53: 8/3* 6/3'}\n"
    record = match(f"7 point match\n{NAMES}{rows}  3) 54: {bar} 13/9\n")
    assert turns(record)[-1].moves == ((25, 20), (13, 9))
    assert not [code for _, code in codes(record) if code is ProblemCode.UNREADABLE_PLAY]
    shut = match(
        f"7 point match\n{NAMES}  1) {dance}                      \n  2)                             31: 8/5 6/5\n"
    )
    assert turns(shut)[0].moves == ()


def test_combined_hops_and_repeats_are_put_apart() -> None:
    record = match(f"5 point match\n{NAMES}  1) 65: 24/13                   44: 24/16(2)\n")
    assert turns(record)[0].moves == ((24, 18), (18, 13))
    assert sorted(turns(record)[1].moves or ()) == [(20, 16), (20, 16), (24, 20), (24, 20)]


def test_a_blot_is_hit_whether_it_is_marked_or_not() -> None:
    marked, unmarked = (
        match(f"5 point match\n{NAMES}  1) 21: 13/11 6/5                64: 24/20{star} 24/18\n  2) 31: 25/22 6/5\n")
        for star in ("*", "")
    )
    assert [turn.moves for turn in turns(marked)] == [turn.moves for turn in turns(unmarked)]
    assert not marked.problems


def test_an_illegal_play_is_kept_as_it_was_played_and_marked_with_its_clause() -> None:
    record = match(f"5 point match\n{NAMES}  1) 31: 8/4 6/5                  64: 24/18 13/9\n")
    first, second = turns(record)
    assert first.moves == ((8, 4), (6, 5))
    assert first.illegal is not None
    assert first.illegal.rule.startswith("G4")
    assert second.illegal is None
    assert codes(record) == [(4, ProblemCode.ILLEGAL_PLAY)]


def test_a_play_that_nobody_knows_is_none_and_told_of_unless_the_game_ended_with_it() -> None:
    unknown = f"5 point match\n{NAMES}  1) 31: ????                     64: 24/18 13/9\n"
    assert turns(match(unknown))[0].moves is None
    assert codes(match(unknown)) == [(4, ProblemCode.UNKNOWN_PLAY)]
    last = match(f"5 point match\n{NAMES}  1) 31: 8/5 6/5                  64: ????\n      Wins 1 point\n")
    assert turns(last)[-1].moves is None
    assert not last.problems


def test_a_roll_before_a_resignation_is_a_roll_without_a_play() -> None:
    record = match(f"5 point match\n{NAMES}  1) 31: 8/5 6/5                  64:\n      Wins 1 point\n")
    assert turns(record)[-1].moves is None
    assert result(record) == GameResult(Seat.FIRST, 1, Ending.RESIGNED, 5)


def test_galaxy_calls_a_money_game_a_match_of_16_points() -> None:
    rows = (
        "  1) 31: 8/5 6/5                 64: 24/18 13/9\n  2)  Doubles => 2                Drops\n      Wins 1 point\n"
    )
    record = match(f"{GALAXY}16 point match\n\n{NAMES}{rows}")
    assert record.length == 0
    assert record.crawford is None
    assert [code for _, code in codes(record)] == [ProblemCode.WRONG_LENGTH]
    assert result(record).ending is Ending.DROPPED
    elsewhere = match(f"16 point match\n\n{NAMES}{rows}")
    assert elsewhere.length == 16


@pytest.mark.parametrize(
    "rows",
    [
        "  1) 31: 8/5 6/5                  Losses 2 point\n\n      Wins 2 point and the match\n",
        "  1) 31: 8/5 6/5                 64: 24/18 13/9\n Losses 2 point\n\n      Wins 2 point and the match\n",
    ],
)
def test_galaxys_resignation_in_a_cell_or_on_a_line_of_its_own(rows: str) -> None:
    record = match(f"{GALAXY}3 point match\n\n Game 1\n Anna : 1                        Bo : 0\n{rows}")
    assert result(record).winner == Seat.FIRST
    assert (result(record).points, result(record).ending) == (2, Ending.RESIGNED)
    last = record.games[0].entries[-1]
    assert isinstance(last, Resignation)
    assert (last.seat, last.size) == (Seat.SECOND, 2)


def test_galaxys_resignation_with_a_row_number_in_the_middle_of_a_row() -> None:
    row = f"  1) 31: 8/5 6/5                  2)  Losses 1 point{'':47}Wins 1 point and the match"
    record = match(f"{GALAXY}1 point match\n\n{NAMES}{row}")
    assert result(record).winner == Seat.SECOND
    assert result(record).ending is Ending.RESIGNED
    assert len(turns(record)) == 1


def test_who_loses_more_than_the_cube_can_pay_has_given_up_the_match() -> None:
    rows = "  1) 61: 13/7 8/7                 Losses 5 point\n\n      Wins 5 point and the match\n"
    record = match(f"{GALAXY}5 point match\n\n{NAMES}{rows}")
    assert result(record) == GameResult(Seat.FIRST, 5, Ending.FORFEITED, 12)
    assert record.winner == Seat.FIRST


def test_points_that_were_capped_at_what_the_match_needs_are_what_the_game_pays() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       Losses 3 point\n\n"
        "      Wins 3 point and the match\n"
    )
    record = match(f"{GALAXY}5 point match\n\n Game 1\n Anna : 2                        Bo : 0\n{rows}")
    assert result(record).points == 4
    assert not record.problems


def test_a_sentinel_for_points_is_told_of_and_not_believed() -> None:
    record = match(
        f"5 point match\n{NAMES}  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n{'':34} Wins 1004 points\n"
    )
    assert result(record).points == 1
    assert codes(record) == [(6, ProblemCode.WRONG_POINTS)]


def test_a_drop_pays_the_cube_before_the_double() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       \n"
        "  3)                             64: 24/18 13/9\n  4)  Doubles => 4                 Drops\n"
    )
    record = match(f"5 point match\n{NAMES}{rows}")
    assert result(record) == GameResult(Seat.FIRST, 2, Ending.DROPPED)


def test_beavers_are_read_with_the_value_and_the_cube_stays_with_the_beaverer() -> None:
    rows = (
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Beavers => 4                Takes\n"
        "  3)                             64: 24/18 13/9\n"
    )
    record = match(f"0 point match\n{NAMES}{rows}  4)  Doubles => 8\n")
    actions = [entry.action for entry in record.games[0].entries if isinstance(entry, CubeAction)]
    assert actions == [
        CubeActionKind.DOUBLE,
        CubeActionKind.BEAVER,
        CubeActionKind.TAKE,
        CubeActionKind.DOUBLE,
    ]
    assert not record.problems


def test_the_crawford_game_is_found_by_the_score_and_a_double_in_it_is_marked() -> None:
    games = (
        f"{GALAXY}3 point match\n{NAMES}  1) 31: 8/5 6/5                  Losses 2 point\n      Wins 2 point\n\n"
        " Game 2\n Anna : 2                        Bo : 0\n"
        f"  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n{'':34} Wins 1 point\n\n"
        " Game 3\n Anna : 2                        Bo : 1\n"
        "  1)  Doubles => 2                 Takes\n"
    )
    record = match(games)
    assert [game.crawford for game in record.games] == [False, True, False]
    assert [code for _, code in codes(record)] == [ProblemCode.ILLEGAL_CUBE_ACTION]


def test_names_that_differ_or_are_empty_are_no_reason_to_stop() -> None:
    record = match(
        '; [Player 1 ""]\n; [Player 2 "Bo"]\n3 point match\n'
        " Game 1\n  : 0                            Bosse : 0\n  1) 31: 8/5 6/5\n"
    )
    assert [player.name for player in record.players] == ["", "Bo"]
    assert codes(record) == [(5, ProblemCode.OTHER_NAME)]


def test_headings_are_kept_with_ratings_dates_and_times_as_values() -> None:
    record = match(
        '; [Site "Club"]\n; [Event "Open"]\n; [Player 1 Elo "1612,45/350"]\n; [EventDate "2024"]\n'
        '; [EventTime "9.05"]\n; [ClockType "Standard 360/10"]\n; [CubeLimit "64"]\n; [Jacoby "On"]\n'
        f"0 point match\n{NAMES}  1) 31: 8/5 6/5\n"
    )
    assert (record.site, record.event, record.date, record.time) == ("Club", "Open", "2024", "09:05")
    assert (record.players[0].rating, record.players[0].experience) == (1612.45, 350)
    assert (record.max_cube, record.jacoby) == (64, True)
    assert record.headings == {"ClockType": "Standard 360/10"}


def test_galaxy_writes_the_final_score_as_elo_and_that_is_no_rating() -> None:
    record = match(f'; [Player 1 Elo "7,00/0"]\n7 point match\n{NAMES}  1) 31: 8/5 6/5\n')
    assert record.players[0].rating is None
    assert record.headings == {"Player 1 Elo": "7,00/0"}


@pytest.mark.parametrize(
    "data",
    [
        "\ufeff7 point match\r\n{}".encode(),
        "7 point match\r\n{}".encode("utf-16"),
        "7 point match\n{}".encode("cp1252"),
    ],
)
def test_byte_order_marks_line_ends_and_old_code_pages(data: bytes) -> None:
    encoding = "utf-16-le" if data.startswith(b"\xff\xfe") else "utf-8" if data.startswith(b"\xef") else "cp1252"
    game = NAMES.replace("Anna", "Åse").replace("\n", "\r\n") + "  1) 31: 8/5 6/5\r\n"
    (record,) = read(data.replace("{}".encode(encoding), game.encode(encoding)))
    assert record.players[0].name == "Åse"
    assert turns(record)[0].moves == ((8, 5), (6, 5))


def test_what_cannot_be_read_is_told_by_its_line_and_the_rest_is_kept() -> None:
    record = match(f"7 point match\n{NAMES}  1) 31: 8/5 6/five               64: 24/18 13/9\nhello\n  2) 42: 8/4 6/4\n")
    assert codes(record)[:2] == [(4, ProblemCode.UNREADABLE_PLAY), (5, ProblemCode.UNREADABLE_LINE)]
    assert [turn.dice for turn in turns(record)] == [Dice(3, 1), Dice(6, 4), Dice(4, 2)]


def test_a_wrong_score_is_told_of_and_stands() -> None:
    record = match(
        f"7 point match\n{NAMES}  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n{'':34} Wins 1 point\n\n"
        " Game 2\n Anna : 0                        Bo : 2\n  1) 31: 8/5 6/5\n"
    )
    assert record.games[1].score == (0, 2)
    assert codes(record) == [(8, ProblemCode.WRONG_SCORE)]


def test_two_matches_in_one_file_are_two_matches() -> None:
    one = f'; [Site "A"]\n3 point match\n{NAMES}  1) 31: 8/5 6/5                  Losses 1 point\n      Wins 1 point\n'
    first, second = read((one + "\n" + one.replace('"A"', '"B"')).encode())
    assert (first.site, second.site) == ("A", "B")


def test_a_first_double_to_4_tells_of_an_automatic_double_in_money_play() -> None:
    record = match(
        f"0 point match\n{NAMES}  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Drops\n{'':34} Wins 2 points\n"
    )
    assert record.games[0].cube == Cube(2)
    assert not record.problems


def test_backgammon_studios_rows() -> None:
    rows = (
        "  1) 53: 8/3 6/3                        63: 24/18 13/10\n"
        "  10) 43: 24/21 13/9                    52: 18/16* 16/11\n"
        "  11)  Wins 2 point                     \n  12)                                   "
    )
    record = match(f"{STUDIO}3 point match\n\n\n Game 1\n Anna : 0                              Bo : 0\n{rows}")
    assert (record.date, record.time) == ("2024-05-11", "19:56")
    assert result(record) == GameResult(Seat.FIRST, 2, Ending.RESIGNED, 12)
    assert [turn.illegal for turn in turns(record)] == [None] * 4
