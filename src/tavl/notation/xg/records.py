"""The records of eXtreme Gammon's files, as GameSite 2000 has published them (extremegammon.com/xgformat.aspx).

A `.xg` file is a header of 8232 bytes, a picture and an archive. In the archive `temp.xg` holds the match in records of
2560 bytes, `temp.xgr` the rollouts in records of 2184, `temp.xgc` the comments, and `temp.xgi` the first and the last
record once more. The ninth byte of a record in `temp.xg` tells its kind. Numbers beside a field: the version that
brought it.

Sides: player 1 is 1, player 2 is -1. A board is 26 signed counts: 0 the opponent's bar, 1 to 24 the points as the
player in question numbers them, 25 that player's bar; below zero are the opponent's checkers. Whose board it is, stands
beside the field. A cube is 0 in the middle, n for 2**n with player 1, -n for 2**n with player 2.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar, Final

from tavl.notation.xg.delphi import (
    Board,
    Byte,
    Double,
    FieldType,
    Flag,
    Int,
    Line,
    Name,
    Record,
    Single,
    Small,
    SmallWord,
    Wide,
    Word,
)

RECORD_SIZE: Final = 2560
ROLLOUT_SIZE: Final = 2184
MAX_CANDIDATES: Final = 32
MATCH_MAGIC: Final = 0x494C4D44
FILE_MAGIC: Final = b"RGMH"
UNLIMITED_LENGTH: Final = 99999  # money play
NOT_ANALYSED: Final = -1000.0  # as an error
START_BOARD: Final = bytes(
    n & 255 for n in (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
)

Chances = Annotated[tuple[float, ...], FieldType("f", 7)]
"""Lose a backgammon, a gammon or more, at all; win at all, a gammon or more, a backgammon; the equity with the cube."""

_Moves = Annotated[tuple[int, ...], FieldType("i", 8)]
_Pair = Annotated[tuple[int, ...], FieldType("i", 2)]
_Indexes = Annotated[tuple[int, ...], FieldType("i", MAX_CANDIDATES)]
_Rolls = Annotated[bytes, FieldType("s", 8 * 37, 8)]  # a double for each of 36 first rolls, and one over
_Text = Annotated[str, FieldType("s", 2048, 2, "utf-16-le")]
_NO_ROLLOUTS = (-1,) * MAX_CANDIDATES
_NO_CHANCES = (0.0,) * 7
_NO_ROLLS = bytes(8 * 37)


class RecordType(IntEnum):
    MATCH_HEADER = 0
    GAME_HEADER = 1
    CUBE = 2
    MOVE = 3
    GAME_FOOTER = 4
    MATCH_FOOTER = 5
    MISSING = 6  # a game of which only the result is known


class FileHeader(Record):
    magic: Annotated[bytes, FieldType("s", 4)] = FILE_MAGIC
    version: Int = 1
    size: Int = 8232
    picture_at: Annotated[bytes, FieldType("s", 8)] = bytes(8)  # the one record without gaps: this stands at 12
    picture_size: Word = 0
    program: Annotated[bytes, FieldType("s", 16)] = bytes.fromhex(
        "e1f55a2f21e03248a423ef480ec58a0b"
    )  # eXtreme Gammon's GUID
    name: _Text = ""
    save_name: _Text = ""
    level_name: _Text = ""
    comment: _Text = ""


class MatchHeader(Record):
    BEGIN: ClassVar[int] = 9

    player_1_short: Name = ""  # for XG 1; the wide ones below are whole
    player_2_short: Name = ""
    length: Int = 0
    variation: Int = 0  # 0 backgammon, 1 Nackgammon, 2 hypergammon, 3 longgammon
    crawford: Flag = True
    jacoby: Flag = False
    beavers: Flag = False
    automatic_doubles: Flag = False
    elo_1: Double = 0.0
    elo_2: Double = 0.0
    experience_1: Int = 0
    experience_2: Int = 0
    date: Double = 0.0  # days since 30 December 1899
    event_short: Line = ""
    game_id: Int = 0  # below zero where the players were swapped
    level_1: Int = -1  # of a program that plays
    level_2: Int = -1
    counts_for_elo: Flag = False
    in_profile_1: Flag = False
    in_profile_2: Flag = False
    site_short: Line = ""
    mode: Int = 0
    imported: Flag = False
    round_short: Line = ""
    invert: Int = 1
    version: Int = 30
    magic: Int = MATCH_MAGIC
    money_games: Int = 0
    money_score: _Pair = (0, 0)
    entered: Flag = False
    counted: Flag = False
    unrated: Flag = False
    comment_before: Int = -1  # number of a line of temp.xgc
    comment_after: Int = -1
    money_match: Flag = False
    winner_gets: Single = 0.0
    loser_pays: Single = 0.0
    currency: Int = 0
    fee: Single = 0.0
    table_stake: Int = 0
    site_id: Int = -1
    max_cube: Int = 10  # 8; its logarithm
    max_automatic_doubles: Int = 0  # 8
    transcribed: Flag = False  # 24
    event: Wide = ""  # 24, and the four that follow
    player_1: Wide = ""
    player_2: Wide = ""
    site: Wide = ""
    round: Wide = ""
    clock: Annotated[tuple[int, ...], FieldType("i", 8)] = (0,) * 8  # 25; see Clock
    delayed: Annotated[tuple[int, ...], FieldType("i", 4)] = (0,) * 4  # 26; decisions kept for a later rollout
    transcriber: Wide = ""  # 30


class GameHeader(Record):
    BEGIN: ClassVar[int] = 9

    score_1: Int = 0
    score_2: Int = 0
    crawford: Flag = False
    board: Board = START_BOARD  # player 1's
    number: Int = 1
    in_progress: Flag = False
    comment_before: Int = -1
    comment_after: Int = -1
    automatic_doubles: Int = 0  # 26


class CubeRecord(Record):
    """Before a roll: whether the player on turn doubled, and what came of it."""

    BEGIN: ClassVar[int] = 9

    player: Int = 1
    double: Int = 0  # 1: doubled; -1, -2: could not
    take: Int = 0  # 1 taken, 2 beavered
    beaver_answer: Int = 0  # 1 taken, 2 raccooned
    raccoon_answer: Int = 0
    cube: Int = 0  # before it
    board: Board = START_BOARD  # player 1's
    analysis: Annotated[bytes, FieldType("s", 132, 4)] = bytes(132)  # a CubeData
    error_double: Double = NOT_ANALYSED
    dice: Annotated[bytes, FieldType("s", 3)] = bytes(3)  # two digits that were rolled after it
    error_take: Double = NOT_ANALYSED
    rollout: Int = -1  # number of a record of temp.xgr
    choice: Int = 0
    level: Int = -1
    error_beaver: Double = NOT_ANALYSED
    error_raccoon: Double = NOT_ANALYSED
    level_asked: Int = 0
    invalid: Int = 0  # 1 error, 2 invalid
    tutor_double: Byte = 0
    tutor_take: Byte = 0
    error_tutor_double: Double = NOT_ANALYSED
    error_tutor_take: Double = NOT_ANALYSED
    flagged: Flag = False
    comment: Int = -1
    edited: Flag = False  # 24
    delayed: Flag = False  # 26
    delayed_done: Flag = False  # 26
    automatic_doubles: Int = 0  # 27
    time_bottom: Int = 0  # 28; seconds left
    time_top: Int = 0  # 28


class CubeData(Record):
    board: Board = START_BOARD  # the player's; so are all that follow
    level: Int = 0
    score: _Pair = (0, 0)  # points that are missing, the player's first
    cube: Int = 1
    cube_owner: Int = 0
    jacoby: Int = 0
    crawford: Small = 0
    table: Small = 0
    double: Small = 0
    beaver: Small = 0
    chances: Chances = _NO_CHANCES  # if the cube stays
    no_double: Single = 0.0
    double_take: Single = 0.0
    double_drop: Single = 0.0
    level_asked: Small = 0
    choice: Small = 0
    chances_doubled: Chances = _NO_CHANCES


class MoveRecord(Record):
    BEGIN: ClassVar[int] = 9

    board: Board = START_BOARD  # player 1's, before
    board_after: Board = START_BOARD  # the mover's, after; empty where it was not played
    player: Int = 1
    moves: _Moves = (-1,) * 8  # from, to, from, to; -1 ends it
    dice: _Pair = (0, 0)
    cube: Int = 0
    error_old: Double = 0.0
    candidates: Int = 0
    analysis: Annotated[bytes, FieldType("s", 2184, 4)] = bytes(2184)  # a MoveData
    played: Flag = True
    error: Double = NOT_ANALYSED
    luck: Double = 0.0
    choice: Int = -1
    equity_before: Double = 0.0
    rollouts: _Indexes = _NO_ROLLOUTS
    level: Int = -1
    level_luck: Int = -1
    invalid: Int = 0
    board_tutor: Board = bytes(26)
    tutor: Byte = 0
    error_tutor: Double = NOT_ANALYSED
    flagged: Flag = False
    comment: Int = -1
    edited: Flag = False  # 24
    delayed: Word = 0  # 26
    delayed_done: Word = 0  # 26
    automatic_doubles: Int = 0  # 27


class MoveData(Record):
    board: Board = START_BOARD  # the mover's; so are all that follow
    dice: _Pair = (0, 0)
    level: Int = 0
    score: _Pair = (0, 0)  # points that are missing, the player's first
    cube: Int = 1
    cube_owner: Int = 0
    crawford: Int = 0
    jacoby: Int = 0
    count: Int = 0
    boards: Annotated[bytes, FieldType("s", 26 * MAX_CANDIDATES)] = bytes(26 * MAX_CANDIDATES)
    moves: Annotated[bytes, FieldType("s", 8 * MAX_CANDIDATES)] = bytes(8 * MAX_CANDIDATES)
    levels: Annotated[bytes, FieldType("s", 4 * MAX_CANDIDATES, 2)] = bytes(4 * MAX_CANDIDATES)
    chances: Annotated[tuple[float, ...], FieldType("f", 7 * MAX_CANDIDATES)] = (0.0,) * (7 * MAX_CANDIDATES)
    no_decision: Byte = 0  # 1: does not count
    table: Byte = 0
    choice_1_ply: Byte = 0
    choice_3_ply: Byte = 0


class GameFooter(Record):
    BEGIN: ClassVar[int] = 9

    score_1: Int = 0
    score_2: Int = 0
    crawford_next: Flag = False
    winner: Int = 0
    points: Int = 0
    ending: Int = 0  # 0 dropped, 1 single, 2 gammon, 3 backgammon; 100 more: resigned; 1000 more: settled
    error_resign: Double = NOT_ANALYSED
    error_accept: Double = NOT_ANALYSED
    chances: Annotated[tuple[float, ...], FieldType("d", 7)] = _NO_CHANCES
    level: Int = 0


class MatchFooter(Record):
    BEGIN: ClassVar[int] = 9

    score_1: Int = 0
    score_2: Int = 0
    winner: Int = 0
    elo_1: Double = 0.0
    elo_2: Double = 0.0
    experience_1: Int = 0
    experience_2: Int = 0
    date: Double = 0.0


class MissingGame(Record):
    BEGIN: ClassVar[int] = 9

    luck: Double = 0.0
    winner: Int = 0
    points: Int = 0


class RolloutRecord(Record):
    """Of one play, or of a cube decision: then the second line is of double and take."""

    truncated: Flag = False
    error_limited: Flag = False
    truncated_after: Int = 0
    min_games: Int = 0
    error_limit: Double = 0.0
    max_games: Int = 0
    level_play: Int = 0
    level_play_later: Int = 0
    level_cut: Int = 0
    variance_reduced: Flag = False
    cubeless: Flag = False
    time_limited: Flag = False
    level_cube: Int = 0
    level_cube_later: Int = 0
    time_limit: Word = 0
    truncated_bearoff: Int = 0
    seed: Int = 0
    seed_given: Int = 0
    both_lines: Flag = False
    search_interval: Single = 0.0
    table: Int = 0
    first_roll: Flag = False
    double_line: Flag = False
    extended: Flag = False
    games: Int = 0
    double_first: Flag = False
    sums: _Rolls = _NO_ROLLS
    squares: _Rolls = _NO_ROLLS
    sums_doubled: _Rolls = _NO_ROLLS
    squares_doubled: _Rolls = _NO_ROLLS
    deviations: _Rolls = _NO_ROLLS
    deviations_doubled: _Rolls = _NO_ROLLS
    games_by_roll: Annotated[bytes, FieldType("s", 4 * 37, 4)] = bytes(4 * 37)
    error: Single = 0.0  # half of the interval of 95 %
    error_doubled: Single = 0.0
    chances: Chances = _NO_CHANCES
    chances_doubled: Chances = _NO_CHANCES
    match_chances: Single = 0.0
    match_chances_doubled: Single = 0.0
    level_before: Int = 0
    chances_before: Chances = _NO_CHANCES
    no_double_before: Int = 0
    double_before: Int = 0
    seconds: Int = 0
    level_truncation: Int = 0
    games_doubled: Int = 0
    multiple_min: Int = 0
    multiple_stop_all: Flag = False
    multiple_stop_one: Flag = False
    multiple_stop_all_at: Single = 0.0
    multiple_stop_one_at: Single = 0.0
    as_take: Flag = False
    rotation: Int = 0
    interrupted: Flag = False
    version_major: SmallWord = 0
    version_minor: SmallWord = 0
