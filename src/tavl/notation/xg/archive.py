"""The container of a `.xg` file: a header, a picture, and an archive of members with an index at the end of the file.

A truncated file has lost its index. The match comes first in the archive, so as much of it as is there is
still read. A member that unpacks to more than a file of this size can honestly hold is refused.
"""

from __future__ import annotations

import zlib
from typing import Annotated, Final

from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode, problem
from tavl.notation.xg.delphi import FieldType, Flag, Int, Record, Word
from tavl.notation.xg.records import FILE_MAGIC, FileHeader

MATCH, INDEX, ROLLOUTS, COMMENTS = "temp.xg", "temp.xgi", "temp.xgr", "temp.xgc"
HEADER_SIZE: Final = 8232
_TRAILER_SIZE: Final = 36
_ENTRY_SIZE: Final = 532
_MAX_MEMBERS: Final = 16  # there are four
_FLOOR: Final = 16 << 20
_TIMES: Final = 16  # analysed matches unpack to 12 to 14 times their size, others are below the floor
_DEFAULT_LEVEL: Final = 2  # of none, fastest, default and best

_MemberName = Annotated[str, FieldType("s", 256, text="cp1252")]


class _Trailer(Record):
    checksum: Word = 0  # of everything in the archive before it
    members: Int = 0
    version: Int = 1
    index_size: Int = 0
    size: Int = 0  # of the members
    index_packed: Int = 1
    reserved: Annotated[bytes, FieldType("s", 12)] = bytes(12)


class _Entry(Record):
    name: _MemberName = ""
    path: _MemberName = ""
    size: Int = 0
    packed_size: Int = 0
    at: Int = 0  # from where the members begin
    checksum: Word = 0
    stored: Flag = False  # as it is, not packed
    level: Annotated[int, FieldType("B")] = _DEFAULT_LEVEL


class Archive(Struct, frozen=True):
    header: FileHeader
    members: dict[str, bytes]
    problems: tuple[Problem, ...] = ()


def read_archive(data: bytes) -> Archive:
    """Raises FileError where nothing can be kept."""
    if not data.startswith(FILE_MAGIC):
        raise FileError(FileFault.UNKNOWN_FORMAT, 0, found=data[:4].hex())
    header = FileHeader.read(data)
    begin = HEADER_SIZE + header.picture_size
    if begin >= len(data):
        raise _broken(8, "the picture goes beyond the end", found=header.picture_size)
    try:
        return Archive(header, *_indexed(data, begin))
    except FileError as error:
        if error.fault is FileFault.TOO_LARGE:
            raise
        match = _unpacked(data, begin, len(data), MATCH, cut_short=True)
        return Archive(header, {MATCH: match}, (problem(error.at, ProblemCode.CUT_SHORT),))


def _indexed(data: bytes, begin: int) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    end = len(data) - _TRAILER_SIZE
    trailer = _Trailer.read(data, max(end, 0))
    index_at = end - trailer.index_size
    first = index_at - trailer.size
    if trailer.index_size < 0 or trailer.size < 0 or first < begin or not 0 <= trailer.members <= _MAX_MEMBERS:
        raise _broken(end, "the index lies outside the file")
    problems: list[Problem] = []
    if zlib.crc32(data[first:end]) != trailer.checksum:
        problems.append(problem(end, ProblemCode.DAMAGED, part="archive"))
    index = _unpacked(data, index_at, end, "index") if trailer.index_packed else data[index_at:end]
    members: dict[str, bytes] = {}
    unpacked = 0
    for number in range(trailer.members):
        entry = _Entry.read(index, number * _ENTRY_SIZE)
        at = first + entry.at
        stop = at + entry.packed_size
        if not first <= at <= stop <= index_at:
            raise _broken(index_at, "a member lies outside the archive", part=entry.name)
        body = data[at:stop] if entry.stored else _unpacked(data, at, stop, entry.name, unpacked)
        unpacked += len(body)
        if zlib.crc32(body) != entry.checksum:
            problems.append(problem(at, ProblemCode.DAMAGED, part=entry.name))
        members[entry.name] = body
    if MATCH not in members:
        raise _broken(index_at, "no match in the archive")
    return members, tuple(problems)


def _unpacked(data: bytes, at: int, stop: int, part: str, before: int = 0, cut_short: bool = False) -> bytes:
    """A member; what was unpacked before it counts against the limit."""
    most = max(_FLOOR + _TIMES * len(data) - before, 1)
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(data[at:stop], most)
    except zlib.error:
        body = _before_the_damage(data[at:stop], most) if cut_short else b""
    else:
        if unpacker.unconsumed_tail:
            raise FileError(FileFault.TOO_LARGE, at, part=part, most=most)
        if not unpacker.eof and not cut_short:
            raise _broken(at, "ends early", part=part)
    if not body:
        raise _broken(at, "cannot be unpacked", part=part)
    return body


def _before_the_damage(packed: bytes, most: int) -> bytes:
    """The data before a damaged place; zlib returns nothing of a piece in which it fails."""
    unpacker, body = zlib.decompressobj(), bytearray()
    try:
        for at in range(0, len(packed), 256):
            body += unpacker.decompress(packed[at : at + 256], max(most - len(body), 1))
    except zlib.error:
        pass
    return bytes(body[:most])


def _broken(at: int, problem: str, **facts: str | int) -> FileError:
    return FileError(FileFault.BROKEN, at, format="xg", problem=problem, **facts)


def write_archive(members: dict[str, bytes], header: FileHeader | None = None, picture: bytes = b"") -> bytes:
    header = replace(header or FileHeader(), picture_size=len(picture))
    body, entries = bytearray(), bytearray()
    for name, plain in members.items():
        packed = zlib.compress(plain)
        entry = _Entry(name=name, size=len(plain), packed_size=len(packed), at=len(body), checksum=zlib.crc32(plain))
        body += packed
        entries += entry.write(_ENTRY_SIZE)
    index = zlib.compress(bytes(entries))
    trailer = _Trailer(
        checksum=zlib.crc32(bytes(body) + index), members=len(members), index_size=len(index), size=len(body)
    )
    return header.write() + picture + bytes(body) + index + trailer.write(_TRAILER_SIZE)
