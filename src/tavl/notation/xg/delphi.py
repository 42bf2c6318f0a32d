"""Records as Delphi lays them out in memory and eXtreme Gammon writes them to disk.

A record is a Struct whose fields are annotated with a `FieldType`. Numbers are little-endian; a field stands at a
multiple of its own size, counted from where the record begins. Reading and writing both follow from that description.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_type_hints

from msgspec import Struct

from tavl.notation.problems import FileError, FileFault

_UTF_16 = "utf-16-le"
_MAX_SINGLE = 3.0e38


class FieldType(Struct, frozen=True):
    code: str  # as in Python's struct module
    count: int = 1
    align: int = 0  # 0: the size of one
    text: str = ""  # how characters are encoded; none: bytes stay as they are


Int = Annotated[int, FieldType("i")]
Word = Annotated[int, FieldType("I")]
Small = Annotated[int, FieldType("h")]
SmallWord = Annotated[int, FieldType("H")]
Byte = Annotated[int, FieldType("b")]
Flag = Annotated[bool, FieldType("?")]
Single = Annotated[float, FieldType("f")]
Double = Annotated[float, FieldType("d")]
Board = Annotated[bytes, FieldType("s", 26)]
Name = Annotated[str, FieldType("s", 41, text="cp1252")]  # its length first
Line = Annotated[str, FieldType("s", 129, text="cp1252")]
Wide = Annotated[str, FieldType("s", 258, 2, _UTF_16)]  # ends at a zero


class Record(Struct, kw_only=True):
    BEGIN: ClassVar[int] = 0  # where the first field stands

    @classmethod
    def read(cls, data: bytes, at: int = 0) -> Self:
        """Raises FileError where the data ends before the record does."""
        layout = _layout(cls)
        if len(data) - at < layout.packer.size:
            raise FileError(
                FileFault.BROKEN, at, problem="ends early", found=len(data) - at, expected=layout.packer.size
            )
        values = layout.packer.unpack_from(data, at)
        fields: dict[str, Any] = {name: values[number] for name, number in layout.single}
        for name, start, end in layout.several:
            fields[name] = values[start:end]
        for name, kind in layout.texts:
            fields[name] = _decoded(kind, fields[name])
        return cls(**fields)

    def write(self, size: int = 0) -> bytes:
        """The bytes, padded with zeros to a size."""
        values: list[Any] = []
        layout = _layout(type(self))
        for name, kind, start, end in layout.fields:
            value = getattr(self, name)
            several = value if end - start > 1 else [_encoded(kind, value)]
            values += (_short_float(each) for each in several) if kind.code == "f" else several
        return layout.packer.pack(*values).ljust(size, b"\0")


class _Layout(Struct, frozen=True):
    packer: struct.Struct
    fields: list[tuple[str, FieldType, int, int]]  # name, kind, and which of the unpacked values are its own
    single: list[tuple[str, int]]  # the same sorted for reading, which is done ten thousand times a file
    several: list[tuple[str, int, int]]
    texts: list[tuple[str, FieldType]]


@cache
def _layout(record: type[Record]) -> _Layout:
    code, at, number = f"<{record.BEGIN}x", record.BEGIN, 0
    fields: list[tuple[str, FieldType, int, int]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        kind = next((each for each in get_args(hint)[1:] if isinstance(each, FieldType)), None)
        if kind is None:
            continue
        size = struct.calcsize("<" + kind.code)
        gap = -at % (kind.align or size)
        code += f"{gap}x{kind.count}{kind.code}"
        at += gap + size * kind.count
        values = 1 if kind.code == "s" else kind.count
        fields.append((name, kind, number, number + values))
        number += values
    return _Layout(
        struct.Struct(code),
        fields,
        single=[(name, start) for name, _, start, end in fields if end - start == 1],
        several=[(name, start, end) for name, _, start, end in fields if end - start > 1],
        texts=[(name, kind) for name, kind, _, _ in fields if kind.text],
    )


def _decoded(kind: FieldType, raw: bytes) -> str:
    if kind.text == _UTF_16:  # what follows the zero is whatever the memory held before
        return raw.decode(_UTF_16, "replace").partition("\0")[0]
    return raw[1 : 1 + raw[0]].decode(kind.text, "replace")


def _short_float(value: float) -> float:
    """As near as four bytes come; struct refuses what is larger."""
    return min(max(value, -_MAX_SINGLE), _MAX_SINGLE)


def _encoded(kind: FieldType, value: Any) -> Any:
    """What is too long is cut off; a character that the older code page lacks becomes `?`."""
    if kind.text == _UTF_16:
        return value.encode(_UTF_16, "replace")[: kind.count - 2].decode(_UTF_16, "ignore").encode(_UTF_16)
    if kind.text:
        text = value.encode(kind.text, "replace")[: kind.count - 1]
        return bytes([len(text)]) + text
    return value
