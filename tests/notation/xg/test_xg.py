"""`.xg` and `.xgp` files, as eXtreme Gammon lays them out and as we write them."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from msgspec.structs import replace

from tavl import Dice, Position
from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault, ProblemCode
from tavl.notation.record import (
    CubeAction,
    CubeActionKind,
    CubeAnalysis,
    Depth,
    Ending,
    GameRecord,
    MatchRecord,
    PlayAnalysis,
    Player,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.replay import replay
from tavl.notation.xg.archive import COMMENTS, INDEX, MATCH, ROLLOUTS, read_archive, write_archive
from tavl.notation.xg.reader import read_xg
from tavl.notation.xg.records import (
    RECORD_SIZE,
    START_BOARD,
    CubeData,
    CubeRecord,
    FileHeader,
    GameFooter,
    GameHeader,
    MatchFooter,
    MatchHeader,
    MoveData,
    MoveRecord,
    RolloutRecord,
)
from tavl.notation.xg.writer import write_xg
from tavl.rules.acts import Cube
from tavl.rules.seat import Seat
from tests.notation.small_binary_files import CHANCES, ROLLED, match_record, played, without_places


def members_of(record: MatchRecord) -> dict[str, bytes]:
    return dict(read_archive(write_xg(record)).members)


def changed(record_number: int, kind: Any, **fields: Any) -> bytes:
    """The sample with fields of one record set otherwise."""
    members = members_of(match_record())
    body = bytearray(members[MATCH])
    at = record_number * RECORD_SIZE
    found = replace(kind.read(bytes(body), at), **fields)
    body[at + 9 : at + RECORD_SIZE] = found.write(RECORD_SIZE)[9:]
    return write_archive({**members, MATCH: bytes(body)})


def test_the_records_are_as_long_as_the_published_ones() -> None:
    sizes = {kind: len(kind().write()) for kind in (FileHeader, CubeData, MoveData)}
    assert sizes == {FileHeader: 8232, CubeData: 132, MoveData: 2184}
    ends = [MatchHeader, GameHeader, CubeRecord, MoveRecord, GameFooter, MatchFooter, RolloutRecord]
    assert [len(kind().write()) for kind in ends] == [2218, 68, 312, 2544, 116, 56, 2174]


def test_what_is_written_is_read_again() -> None:
    record = match_record()
    (found,) = read(write_xg(record))
    assert found.format == "xg"
    assert found.problems == ()
    assert without_places(found) == without_places(record)


def test_writing_again_what_was_read_gives_the_same_bytes() -> None:
    once = write_xg(match_record())
    assert write_xg(read(once)[0]) == once


def test_a_turn_is_a_cube_record_and_a_move_record() -> None:
    body = members_of(match_record())[MATCH]
    game_1 = (1, *(2, 3) * 2, *(2, 3) * 3, *(2, 4))  # the double is its turn's cube record; the last before resigning
    game_2 = (1, *(2, 3) * 3, *(2, 4))
    assert tuple(body[8::RECORD_SIZE]) == (0, *game_1, *game_2, 5)


def test_the_index_is_the_first_and_the_last_record() -> None:
    members = members_of(match_record())
    assert members[INDEX] == members[MATCH][:RECORD_SIZE] + members[MATCH][-RECORD_SIZE:]


def test_nobody_is_asked_to_double_at_the_opening_in_the_crawford_game_or_without_the_cube() -> None:
    body = members_of(match_record())[MATCH]
    doubles = [CubeRecord.read(body, at).double for at in range(0, len(body), RECORD_SIZE) if body[at + 8] == 2]
    assert doubles == [-2, 0, 1, 0, -2, -1, -2, -2, -2, -1]


def test_boards_before_a_move_are_player_1s_and_after_it_the_movers() -> None:
    body = members_of(match_record())[MATCH]
    moves = [MoveRecord.read(body, at) for at in range(0, len(body), RECORD_SIZE) if body[at + 8] == 3]
    first, second = moves[:2]
    assert first.board == START_BOARD
    assert second.player == -1
    assert second.board == first.board_after
    assert second.board_after[18] == 2  # Jörg's own 18-point
    assert second.board_after[20] == 256 - 2  # Åse's 5-point


def test_comments_are_rich_text_in_a_member_of_their_own() -> None:
    lines = members_of(match_record())[COMMENTS].split(b"\r\n")
    assert len(lines) == 6
    assert all(line.startswith(b"{\\rtf1") for line in lines[:-1])
    plain = write_archive({**members_of(match_record()), COMMENTS: b"one\x01\x02two\r\n\r\n"})
    assert read(plain)[0].comment == "one\r\ntwo"


def test_a_rollout_is_found_by_its_number() -> None:
    record = match_record()
    turn = record.games[0].entries[0]
    assert isinstance(turn, Turn)
    assert turn.analysis
    depth = replace(ROLLED, standard_error=0.0078125)
    rolled = replace(turn.analysis, candidates=(replace(turn.analysis.candidates[0], depth=depth),))
    game = replace(record.games[0], entries=(replace(turn, analysis=rolled), *record.games[0].entries[1:]))
    written = write_xg(replace(record, games=(game, *record.games[1:])))
    assert len(read_archive(written).members[ROLLOUTS]) == 2184
    entry = read(written)[0].games[0].entries[0]
    assert isinstance(entry, Turn)
    assert entry.analysis
    found = entry.analysis.candidates[0].depth
    assert replace(found, standard_error=None) == replace(ROLLED, standard_error=None)
    assert found.standard_error == pytest.approx(0.0078125)


def test_plies_are_counted_from_0_and_named_as_xg_names_them() -> None:
    from tavl.notation.xg.analysis import depth_of, level_of

    assert depth_of(2) == Depth(name="3-ply", ply=2)
    assert depth_of(1002) == Depth(name="XG Roller++")
    assert depth_of(12) == Depth(name="3-ply red", ply=2)
    assert [level_of(depth_of(level)) for level in (0, 3, 6, 12, 998, 1000, 1001)] == [0, 3, 6, 12, 998, 1000, 1001]


def test_what_a_wrong_double_lost_stands_with_the_double_and_what_a_wrong_drop_lost_with_the_drop() -> None:
    data = changed(6, CubeRecord, take=0, error_take=-0.071)
    double, drop = read(data)[0].games[0].entries[2:4]
    assert isinstance(double, CubeAction)
    assert isinstance(drop, CubeAction)
    assert double.cube
    assert drop.cube
    assert (double.cube.error, drop.action, drop.cube.error) == (0.125, CubeActionKind.DROP, 0.071)


@pytest.mark.parametrize(
    ("fields", "actions"),
    [
        ({"take": 2, "beaver_answer": 1}, ["double", "beaver", "take"]),
        ({"take": 2, "beaver_answer": 0}, ["double", "beaver", "drop"]),
        ({"take": 2, "beaver_answer": 2, "raccoon_answer": 1}, ["double", "beaver", "raccoon", "take"]),
        ({"take": -1}, ["double"]),
    ],
)
def test_beavers_and_raccoons_are_answers_in_turn(fields: dict[str, int], actions: list[str]) -> None:
    entries = read(changed(6, CubeRecord, **fields))[0].games[0].entries
    acts = [entry for entry in entries if isinstance(entry, CubeAction)]
    assert [act.action for act in acts] == actions
    assert [act.seat for act in acts] == [Seat(number % 2) for number in range(len(acts))]


def test_a_roll_that_was_never_played_has_no_moves() -> None:
    data = changed(11, MoveRecord, played=False, board_after=bytes(26), moves=(0,) * 8)
    turn = read(data)[0].games[0].entries[-2]
    assert isinstance(turn, Turn)
    assert (turn.dice, turn.moves) == (Dice(6, 5), None)


@pytest.mark.parametrize(
    ("ending", "points", "told"),
    [(101, 2, Ending.RESIGNED), (104, 6, Ending.RESIGNED), (1001, 2, Ending.SETTLED)],
)
def test_a_game_that_was_given_up_or_settled(ending: int, points: int, told: Ending) -> None:
    result = read(changed(13, GameFooter, ending=ending, points=points))[0].games[0].result
    assert result
    assert (result.winner, result.points, result.ending) == (Seat.FIRST, points, told)


def test_names_of_an_old_file_are_the_short_ones() -> None:
    data = changed(0, MatchHeader, version=20, player_1="?", player_2="?", event="?")
    record = read(data)[0]
    assert [player.name for player in record.players] == ["Åse", "Jörg"]
    assert record.event == "Open"


def test_a_rating_that_xg_gives_to_everybody_is_none() -> None:
    data = changed(0, MatchHeader, elo_1=1723.5, experience_1=400, elo_2=1600.0, experience_2=0)
    assert read(data)[0].players == (Player(name="Åse", rating=1723.5, experience=400), Player(name="Jörg"))


def test_money_play_has_its_own_rules_and_counts_in_points() -> None:
    record = replace(match_record(), length=0, crawford=None, jacoby=True, beavers=1)
    (found,) = read(write_xg(record))
    assert (found.length, found.jacoby, found.beavers, found.crawford) == (0, True, 1, None)
    turn = found.games[0].entries[0]
    assert isinstance(turn, Turn)
    assert turn.analysis is None  # it was on a match's scale


def test_a_position_that_does_not_follow_was_set_by_hand() -> None:
    board = bytearray(START_BOARD)
    board[6], board[5] = 4, 1
    entries = read(changed(4, CubeRecord, board=bytes(board)))[0].games[0].entries
    assert isinstance(entries[1], Setup)
    assert entries[1].position == Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:4 5:1")


def position_record(**fields: Any) -> MatchRecord:
    position = Position.of("13:2 8:4 7:2 6:4 3:3", "24:1 13:2 11:1 8:1 6:3 5:2 4:3 3:2")
    entry = Setup(seat=Seat.SECOND, position=position, cube=Cube(2, Seat.SECOND), **fields)
    return replay(MatchRecord(length=7, games=(GameRecord(score=(2, 3), entries=(entry,)),)))


@pytest.mark.parametrize(
    "fields",
    [
        {
            "cube_analysis": CubeAnalysis(
                no_double=0.75, double_take=0.5, double_drop=1.0, unit=Unit.EMG, chances=CHANCES
            )
        },
        {"dice": Dice(5, 4)},
        {"dice": Dice(5, 4), "analysis": PlayAnalysis(unit=Unit.EMG)},
        {},
    ],
)
def test_a_position_alone_is_a_setup_with_the_analysis(fields: dict[str, Any]) -> None:
    (found,) = read(write_xg(position_record(**fields)))
    assert found.format == "xgp"
    (entry,) = found.games[0].entries
    assert isinstance(entry, Setup)
    wanted = position_record(**fields).games[0].entries[0]
    assert isinstance(wanted, Setup)
    assert (entry.seat, entry.position, entry.cube, entry.dice) == (
        *(wanted.seat, wanted.position, wanted.cube, wanted.dice),
    )
    assert (entry.cube_analysis is None) == (wanted.cube_analysis is None)
    assert found.games[0].score == (2, 3)


def test_what_was_done_at_a_position_follows_it() -> None:
    record = position_record()
    (setup,) = record.games[0].entries
    acts = tuple(
        CubeAction(seat=seat, action=action)
        for seat, action in ((Seat.SECOND, CubeActionKind.DOUBLE), (Seat.FIRST, CubeActionKind.TAKE))
    )
    record = replay(replace(record, games=(replace(record.games[0], entries=(setup, *acts)),)))
    assert played(read(write_xg(record))[0]) == played(record)


def test_numbers_beyond_the_format_are_as_large_as_it_has_room_for() -> None:
    record = match_record()
    turn = record.games[0].entries[0]
    assert isinstance(turn, Turn)
    assert turn.analysis
    candidate = replace(turn.analysis.candidates[0], equity=1e300)
    turn = replace(turn, analysis=replace(turn.analysis, candidates=(candidate,)))
    game = replace(record.games[0], score=(10**12, -(10**12)), entries=(turn, *record.games[0].entries[1:]))
    found = read(write_xg(replace(record, games=(game,), length=10**12)))[0]
    assert found.games[0].score == (2**31 - 1, -(2**31) + 1)


def test_an_illegal_play_is_read_as_it_was_played() -> None:
    record = match_record()
    turn = record.games[0].entries[4]
    assert isinstance(turn, Turn)
    entries = (*record.games[0].entries[:4], replace(turn, moves=((24, 20), (13, 9))), *record.games[0].entries[5:])
    record = replay(replace(record, games=(replace(record.games[0], entries=entries), *record.games[1:])))
    (found,) = read(write_xg(record))
    assert played(found) == played(record)
    again = found.games[0].entries[4]
    assert isinstance(again, Turn)
    assert again.illegal


# What is broken.


def test_a_file_that_was_cut_short_gives_the_match_so_far() -> None:
    whole = write_xg(match_record())
    (found,) = read(whole[:-200])
    assert ProblemCode.CUT_SHORT in [each.code for each in found.problems]
    assert played(found)[:4] == played(match_record())[:4]


def test_a_checksum_that_does_not_agree_is_told_and_the_match_is_read() -> None:
    whole = bytearray(write_xg(match_record()))
    whole[-36] ^= 1
    (found,) = read(bytes(whole))
    assert [(each.code, each.facts) for each in found.problems] == [(ProblemCode.DAMAGED, {"part": "archive"})]
    assert without_places(found) == without_places(match_record())


@pytest.mark.parametrize(
    ("kind", "number", "fields", "field"),
    [
        (MoveRecord, 3, {"dice": (7, 1)}, "dice"),
        (MoveRecord, 3, {"moves": (40, 3, -1, -1, -1, -1, -1, -1)}, "moves"),
        (CubeRecord, 4, {"board": bytes([9] * 26)}, "board"),
    ],
)
def test_a_field_that_cannot_be_is_told_by_its_record(kind: Any, number: int, fields: Any, field: str) -> None:
    (found,) = read(changed(number, kind, **fields))
    told = [each for each in found.problems if each.facts.get("field") == field]
    assert told
    assert told[0].at == number * RECORD_SIZE


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"RGMH", FileFault.BROKEN),
        (FileHeader().write(), FileFault.BROKEN),
        (FileHeader(picture_size=2**32 - 1).write() + bytes(99), FileFault.BROKEN),
        (FileHeader().write() + bytes(36), FileFault.BROKEN),
        (write_archive({MATCH: bytes(RECORD_SIZE)}), FileFault.BROKEN),
        (write_archive({MATCH: MatchHeader().write(RECORD_SIZE)}), FileFault.NO_MATCH),
        (write_archive({MATCH: b"", "else": b""}), FileFault.BROKEN),
    ],
)
def test_a_file_of_which_nothing_can_be_kept_is_refused(data: bytes, fault: FileFault) -> None:
    with pytest.raises(FileError) as caught:
        read_xg(data)
    assert caught.value.fault is fault


def test_a_bomb_is_refused_before_it_goes_off() -> None:
    packed = zlib.compress(bytes(40 << 20), 1)
    data = FileHeader().write() + packed
    with pytest.raises(FileError) as caught:
        read_xg(data)
    assert caught.value.fault is FileFault.TOO_LARGE
    assert caught.value.at == 8232
