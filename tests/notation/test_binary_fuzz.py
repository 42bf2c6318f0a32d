"""Binary files that were damaged or made to do harm: a record, or a FileError; in little time and little memory."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault
from tavl.notation.record import MatchRecord
from tavl.notation.xg.archive import COMMENTS, MATCH, ROLLOUTS, write_archive
from tavl.notation.xg.records import RECORD_SIZE, ROLLOUT_SIZE, MoveData, MoveRecord, RecordType
from tavl.notation.xg.writer import write_xg
from tests.notation.hypothesis_settings import law
from tests.notation.small_binary_files import BGF, BGF_HEADER, MEMBERS, WAYS, XG

SECONDS_A_MEGABYTE, MEGABYTES_A_MEGABYTE = 1.0, 100


def outcome(data: bytes) -> None:
    """Read, and written again if it can be; or refused at a place."""
    try:
        records = read(data)
    except FileError as error:
        said = error
    else:
        for record in records:
            assert isinstance(read(write_xg(record))[0], MatchRecord)
        return
    assert said.at >= -1


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_file_is_read_or_refused(way: Callable[[int], bytes]) -> None:
    for seed in range(30):
        outcome(way(seed))


@pytest.mark.parametrize("data", [XG, BGF], ids=["xg", "bgf"])
def test_a_file_cut_anywhere_is_read_or_refused(data: bytes) -> None:
    for end in range(0, len(data), max(len(data) // 60, 1)):
        outcome(data[:end])


@law
@given(st.binary(max_size=300))
def test_anything_after_a_right_beginning_is_read_or_refused(rest: bytes) -> None:
    for beginning in (b"RGMH", XG[:8232], XG[:8300], BGF_HEADER, BGF_HEADER[:-1].replace(b"true", b"false") + b"\n"):
        with suppress(FileError):
            read(beginning + rest)


def full_of_candidates() -> bytes:
    """More records than are read, each with a legal play and 32 candidates that were rolled out: takes the longest."""
    data = MoveData(count=32, chances=(0.5,) * 224).write()
    moves = (23, 22, 22, 19, -1, -1, -1, -1)
    move = MoveRecord(level=3, candidates=32, analysis=data, dice=(3, 1), moves=moves, rollouts=(0,) * 32)
    row = bytes(8) + bytes([RecordType.MOVE]) + move.write(RECORD_SIZE)[9:]
    return write_archive({MATCH: MEMBERS[MATCH][: 2 * RECORD_SIZE] + row * 6000, ROLLOUTS: bytes(ROLLOUT_SIZE)})


def full_of_rollouts() -> bytes:
    return write_archive({**MEMBERS, ROLLOUTS: bytes(ROLLOUT_SIZE) * 7000, COMMENTS: b"{\\rtf1 \r\n" * 10**6})


def full_of_values() -> bytes:
    return BGF_HEADER + gzip.compress(b":)\n\x01\xfa\x84games\xf8" + b"\xc0" * 199_000 + b"\xf9\xfb", mtime=0)


def full_of_games() -> bytes:
    return BGF_HEADER + gzip.compress(b":)\n\x01\xfa\x84games\xf8" + b"\xfa\xfb" * 19_000 + b"\xf9\xfb", mtime=0)


@pytest.mark.parametrize("make", [full_of_candidates, full_of_rollouts, full_of_values, full_of_games])
def test_the_worst_small_file_takes_a_second_and_100_megabytes_at_most(make: Callable[[], bytes]) -> None:
    data = make()
    assert len(data) < 1 << 20
    began = time.process_time()
    with suppress(FileError):
        read(data)
    assert time.process_time() - began < SECONDS_A_MEGABYTE
    tracemalloc.start()
    try:
        with suppress(FileError):
            read(data)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES_A_MEGABYTE << 20
    finally:
        tracemalloc.stop()


def test_more_records_than_a_file_can_have_are_left_out() -> None:
    row = MEMBERS[MATCH][2 * RECORD_SIZE : 3 * RECORD_SIZE]
    data = write_archive({MATCH: MEMBERS[MATCH][: 2 * RECORD_SIZE] + row * 12_000})
    with pytest.raises(FileError) as caught:
        read(data)
    assert caught.value.fault is FileFault.TOO_LARGE
