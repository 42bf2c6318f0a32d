"""A short run of `make fuzz`: broken files are read or refused, never anything else."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault
from tests.notation.fuzz import run, try_one


def test_hundreds_of_broken_files_are_read_or_refused() -> None:
    assert run(400, 7_000_000, None) == []


@pytest.mark.parametrize(
    "data",
    [
        b" Game 1\n A : 0   B : 0\n" + b"  1) 66: 24/18 24/18 13/7 13/7  66:\n" * 4_000,
        b"7 point match\n" + b" " * 900_000 + b"x",
        b"7 point match\n" + b" \n" * 400_000,
        b"(" * 500_000 + b";",
        b"(;GM[6]" + b";W[31" * 100_000,
        b"(;GM[6]C[" + b"\\" * 900_001,
        b"(;GM[6]" + b"A" * 900_000,
        b'{"tavl_match":' + b"[" * 100_000,
        b'{"tavl_log":1}\n' + b'{"event":' * 50_000,
        b"4HPwATDgc/ABMA:cInpAAAAAAAE\n" * 20_000,
        b":" * 800_000 + b"N0N",
        b"7 point match\n Game 1\n" + b":0 " * 200_000,
        b"XGID=" * 150_000,
    ],
    ids=lambda data: data[:20].decode(errors="replace").strip(),
)
def test_large_files_of_one_thing_take_no_more_than_their_second(data: bytes) -> None:
    assert try_one(data) is None


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", FileFault.EMPTY),
        (b" \n", FileFault.EMPTY),
        (b"hello", FileFault.UNKNOWN_FORMAT),
        (bytes(range(256)), FileFault.UNKNOWN_FORMAT),
        (b"7 point match\n", FileFault.NO_MATCH),
        (b"(;GM[1]B[pd])", FileFault.OTHER_GAME),
        (b"(;)", FileFault.NO_MATCH),
        (b'{"tavl_match":2,"matches":[]}', FileFault.BROKEN),
        (b'{"tavl_log":1}\n', FileFault.NO_MATCH),
        (b" " + b"x" * 70_000_000, FileFault.TOO_LARGE),
    ],
)
def test_a_file_of_which_nothing_can_be_read_says_why(data: bytes, fault: FileFault) -> None:
    with pytest.raises(FileError) as error:
        read(data)
    assert error.value.fault is fault
