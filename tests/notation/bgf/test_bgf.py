"""`.bgf` files of BGBlitz, and Smile, which they are packed in."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from tavl import Dice
from tavl.notation.bgf.reader import looks_like_bgf, read_bgf
from tavl.notation.bgf.smile import AT, read_smile
from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault, ProblemCode
from tavl.notation.record import CubeAction, Depth, Ending, MatchRecord, Player, Turn, Unit
from tavl.rules.seat import Seat
from tests.notation.small_binary_files import CHANCES, bgf, bgf_equity, bgf_match, bgf_move, played, write_smile


def first_turn(record: MatchRecord) -> Turn:
    turn = record.games[0].entries[0]
    assert isinstance(turn, Turn)
    return turn


@pytest.mark.parametrize("compress", [True, False])
@pytest.mark.parametrize("smile", [True, False])
def test_the_header_tells_how_the_match_is_packed(compress: bool, smile: bool) -> None:
    data = bgf(bgf_match(), compress=compress, smile=smile)
    assert looks_like_bgf(data)
    (record,) = read(data)
    assert record.problems == ()
    assert played(record) == played(read(bgf(bgf_match()))[0])


def test_player_minus_1_is_green_and_the_first_seat() -> None:
    (record,) = read(bgf(bgf_match()))
    assert record.players == (Player(name="Åse", rating=1500.5), Player(name="Jörg"))
    assert (record.length, record.date, record.event, record.crawford) == (7, "2025-11-02", "Open", True)
    turn = first_turn(record)
    assert (turn.seat, turn.dice, turn.moves, turn.comment) == (Seat.FIRST, Dice(3, 1), ((8, 5), (6, 5)), "Eh.")


def test_a_row_with_7_for_a_die_is_a_double_a_take_or_a_drop() -> None:
    (record,) = read(bgf(bgf_match()))
    (game,) = record.games
    acts = [(entry.seat, entry.action) for entry in game.entries if isinstance(entry, CubeAction)]
    assert acts == [(1, "double"), (0, "take"), (0, "double"), (1, "drop")]
    assert game.result
    assert (game.result.winner, game.result.points, game.result.ending) == (Seat.FIRST, 2, Ending.DROPPED)


def test_a_dance_has_its_dice_where_others_have_their_first_move() -> None:
    match = bgf_match()
    match["games"][0]["moves"][5] = bgf_move(1, (5, 7), (6, 4))
    turn = read(bgf(match))[0].games[0].entries[5]
    assert isinstance(turn, Turn)
    assert (turn.dice, turn.moves) == (Dice(6, 4), ())


def test_candidates_come_with_their_equity_on_the_money_scale() -> None:
    turn = first_turn(read(bgf(bgf_match()))[0])
    assert turn.analysis
    assert (turn.analysis.unit, turn.analysis.played, turn.analysis.error) == (Unit.EMG, 0, 0.125)
    best = turn.analysis.candidates[1]
    assert (best.moves, best.equity, best.chances) == (((24, 23), (13, 10)), 0.25, CHANCES)
    assert best.depth == Depth(name="2-ply")
    assert turn.luck
    assert (turn.luck.value, turn.luck.unit) == (0.5, Unit.EMG)


def test_a_cube_decision_is_seen_by_who_doubles_also_at_the_answer() -> None:
    double, take = (entry for entry in read(bgf(bgf_match()))[0].games[0].entries[1:3] if isinstance(entry, CubeAction))
    assert double.cube
    assert take.cube
    assert double.cube.unit is Unit.MWC
    assert (double.cube.no_double, double.cube.double_take, double.cube.double_drop) == (0.5, 0.625, 0.75)
    # The sample writes the same numbers for both, so at the answer they are turned round.
    assert (take.cube.no_double, take.cube.double_take, take.cube.double_drop) == (0.5, 0.375, 0.25)
    assert take.cube.chances == CHANCES.mirror


def test_minus_99_is_no_decision() -> None:
    match = bgf_match()
    move = match["games"][0]["moves"][0]
    move["pr"] = {"checkerError": "-99.00000000", "cubeError": "-0.25", "cubeErrorMWP": "-0.125"}
    move["equity"] = bgf_equity("0.5", cube=True)
    move["moveAnalysis"] = move["moveAnalysis"][:1]
    turn = first_turn(read(bgf(match))[0])
    assert turn.analysis
    assert turn.cube
    assert (turn.analysis.error, turn.analysis.counts, turn.cube.error) == (None, False, 0.125)


@pytest.mark.parametrize(
    ("flag", "ending"),
    [("lostOnTime", Ending.TIME), ("wasForfeit", Ending.FORFEITED), ("wasResignation", Ending.RESIGNED)],
)
def test_a_game_that_ended_without_a_play_or_a_drop(flag: str, ending: Ending) -> None:
    match = bgf_match()
    game = match["games"][0]
    game["moves"] = game["moves"][:1]
    game[flag] = True
    result = read(bgf(match))[0].games[0].result
    assert result
    assert (result.winner, result.ending) == (Seat.FIRST, ending)


def test_who_won_is_told_by_the_score_of_the_next_game() -> None:
    match = bgf_match()
    first = {**match["games"][0], "moves": match["games"][0]["moves"][:1], "wonPoints": 1}
    match["games"] = [first, {**first, "scoreRed": 1}]
    match |= {"finalGreen": 0, "finalRed": 1}
    games = read(bgf(match))[0].games
    assert games[0].result
    assert games[0].result.winner is Seat.SECOND
    assert games[1].result is None


def test_money_play_has_no_length() -> None:
    match = bgf_match() | {"matchlen": 0, "useJacoby": True, "useBeaver": False}
    record = read(bgf(match))[0]
    assert (record.length, record.jacoby, record.beavers, record.crawford) == (0, True, 0, None)


def test_a_game_from_another_position() -> None:
    match = bgf_match()
    match["games"][0]["initial"] = {
        "points": [1, 1, *[0] * 3, -5, 0, -3, *[0] * 3, 5, -5, *[0] * 3, 3, 0, 5, *[0] * 4, -2, *[0] * 4]
    }
    start = read(bgf(match))[0].games[0].start
    assert start
    assert (start.own[24], start.opponent[24], start.opponent[23]) == (2, 1, 1)


def test_a_date_in_other_words_is_kept_as_it_is() -> None:
    record = read(bgf(bgf_match() | {"date": "2 nov. 2025"}))[0]
    assert (record.date, record.headings) == ("", {"date": "2 nov. 2025"})


@pytest.mark.parametrize(
    ("change", "field"),
    [({"red": 6, "green": 7}, "red"), ({"red": 9, "green": 1}, "dice"), ({"from": [77, -1, -1, -1]}, "from")],
)
def test_what_cannot_be_read_in_a_row_is_told_by_its_byte(change: dict[str, Any], field: str) -> None:
    match = bgf_match()
    match["games"][0]["moves"][3] |= change
    (record,) = read(bgf(match))
    told = [each for each in record.problems if each.facts.get("field") == field]
    assert told
    assert told[0].code is ProblemCode.UNREADABLE_FIELD
    assert write_smile(match)[told[0].at] == 0xFA  # where an object begins


def test_fields_of_the_wrong_kind_are_as_if_they_were_not_there() -> None:
    match = {name: [] if not isinstance(value, list) else value for name, value in bgf_match().items()}
    (record,) = read(bgf(match))
    assert record.players == (Player(), Player())
    assert len(record.games[0].entries) == 8


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b'{"format":"BGF"', FileFault.BROKEN),
        (b'{"format":"BGF","compress":true}\n' + b"not gzip", FileFault.BROKEN),
        (bgf(bgf_match())[:-9], FileFault.BROKEN),
        (b'{"format":"BGF","useSmile":true}\n' + b"{}", FileFault.BROKEN),
        (b'{"format":"BGF"}\n' + b"[" * 100_000, FileFault.BROKEN),
        (bgf([]), FileFault.BROKEN),
        (bgf({}), FileFault.NO_MATCH),
        (bgf({"games": [1, 2]}), FileFault.NO_MATCH),
    ],
)
def test_a_file_of_which_nothing_can_be_kept_is_refused(data: bytes, fault: FileFault) -> None:
    with pytest.raises(FileError) as caught:
        read_bgf(data)
    assert caught.value.fault is fault


@pytest.mark.parametrize("filling", [b"\xc0", b"\xfa\xfb", b"\x41ab"])
def test_a_bomb_is_refused_before_it_goes_off(filling: bytes) -> None:
    header = json.dumps({"format": "BGF", "compress": True, "useSmile": True}).encode()
    data = header + b"\n" + gzip.compress(b":)\n\x01\xf8" + filling * (3 << 20), mtime=0)
    with pytest.raises(FileError) as caught:
        read_bgf(data)
    assert caught.value.fault is FileFault.TOO_LARGE


# Smile, by the examples of its specification and by its own rules.


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -16,
        15,
        16,
        -17,
        2**31,
        -(2**40),
        0.125,
        -1.5e300,
        "",
        "a",
        "a" * 64,
        "a" * 65,
        "ø",
        [],
        {},
        [1, [2, {"a": [None]}]],
        {f"name {number}": number for number in range(300)},
        [{"a": 1}, {"a": 2}],
    ],
)
def test_smile_says_what_json_says(value: Any) -> None:
    found = read_smile(write_smile(value))
    assert json.loads(json.dumps(found), object_hook=lambda each: {k: v for k, v in each.items() if k != AT}) == value


def test_smile_shares_texts_where_its_header_says_so() -> None:
    assert read_smile(b":)\n\x03\xf8\x41ab\x41cd\x01\x02\xec\x01\xf9") == ["ab", "cd", "ab", "cd", "cd"]


def test_smile_numbers_are_zigzag_with_six_bits_in_the_last_byte() -> None:
    assert read_smile(b":)\n\x00\x24\x01\x80") == 32
    assert read_smile(b":)\n\x00\x24\x01\x81") == -33
    assert read_smile(b":)\n\x00\x28\x03\x7c\x00\x00\x00") == 1.0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b":)\n",
        b":)\n\x01",
        b":)\n\x01\xfa",
        b":)\n\x01\xf8\xc2",
        b":)\n\x01Eab",
        b":)\n\x01\xe4ab",
        b":)\n\x01)\x00",
        b":)\n\x01&",
        b":)\n\x01\xff",
        b":)\n\x01\xf9",
        b":)\n\x03\x01",
        b":)\n\x01\xfa@\xc0",
        b":)\n\x01\x82\xff\xff",
        b":)\n\x01" + b"\xf8" * 65,
        b":)\n\x01$" + b"\x00" * 11,
        b":)\n\x01\xfa\x00\xc0",
    ],
)
def test_smile_that_is_broken_names_the_byte(data: bytes) -> None:
    with pytest.raises(FileError) as caught:
        read_smile(data)
    assert caught.value.fault is FileFault.BROKEN
    assert 0 <= caught.value.at <= len(data) + 9
