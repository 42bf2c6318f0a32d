"""Smile, a binary form of JSON (FasterXML's specification, version 1.0): what BGBlitz packs its matches in.

Read without recursion and mostly in one loop, since a match has a hundred thousand tokens. Numbers too large for 64
bits, and bytes, do not occur in a match; they are refused like any other unknown token.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from tavl.notation.problems import FileError, FileFault

MAGIC: Final = b":)\n"
AT: Final = "@"
"""The name under which an object holds the byte that it begins at, so that an error in it can be reported by place."""
_HEADER_SIZE: Final = 4
_SHARED_VALUES: Final = 2  # a bit of the header's last byte
_MAX_SHARED: Final = 1024
_MAX_DEPTH: Final = 64
_LITERALS: Final[dict[int, Any]] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


def read_smile(data: bytes, max_values: int = 10**6, max_containers: int = 10**5) -> Any:
    """Objects, lists, texts, numbers, booleans and None. Raises FileError, which names the byte.

    Small values take up much more memory than bytes in the file, so their number is limited.
    """
    if not data.startswith(MAGIC) or len(data) <= _HEADER_SIZE:
        raise _broken(0, "no header")
    decoder = _Decoder(data, max_values, max_containers)
    try:
        return decoder.value()
    except (IndexError, struct.error):
        raise _broken(len(data), "ends early") from None
    except UnicodeDecodeError:
        raise _broken(decoder.at, "a text that is none") from None


class _Decoder:
    def __init__(self, data: bytes, max_values: int, max_containers: int) -> None:
        self.data, self.at = data, _HEADER_SIZE
        self.max_values, self.max_containers = max_values, max_containers
        self.names: list[str] = []
        self.values: list[str] = []
        self.share_values = bool(data[3] & _SHARED_VALUES)

    def value(self) -> Any:
        data, names = self.data, self.names
        outer: list[dict[str, Any] | list[Any]] = []
        here: dict[str, Any] | list[Any] = []  # at first a list that the one value goes into
        name = ""
        values, containers = self.max_values, self.max_containers
        while True:
            token = data[self.at]
            if type(here) is dict:
                self.at += 1
                if 0x40 <= token < 0x80:
                    name = names[token - 0x40]
                elif token == 0xFB:
                    done: Any = here
                    here = outer.pop()
                    if not outer:
                        return done
                    continue
                else:
                    name = self._name(token)
                token = data[self.at]
            self.at += 1
            if 0xC0 <= token < 0xE0:
                found: Any = (token & 31) >> 1 ^ -(token & 1)
            elif token == 0xFA or token == 0xF8:
                if len(outer) == _MAX_DEPTH:
                    raise _broken(self.at - 1, "too deep")
                containers -= 1
                found = {AT: self.at - 1} if token == 0xFA else []
            elif token == 0xF9 and outer and type(here) is list:
                done = here
                here = outer.pop()
                if not outer:
                    return done
                continue
            else:
                found = self._scalar(token)
            values -= 1
            if values < 0 or containers < 0:
                most = self.max_values if values < 0 else self.max_containers
                raise FileError(FileFault.TOO_LARGE, self.at - 1, part="values", most=most)
            if isinstance(here, dict):
                here[name] = found
            else:
                here.append(found)
            if token == 0xFA or token == 0xF8:
                outer.append(here)
                here = found
            elif not outer:
                return found

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token < 0x34:
            return self.names[(token & 3) << 8 | self._byte()]
        if token == 0x34:
            name = self._long_text()
        elif 0x80 <= token < 0xC0:
            name = self._text(token - 0x80 + 1)
        elif 0xC0 <= token < 0xF8:
            name = self._text(token - 0xC0 + 2)
        else:
            raise _broken(self.at - 1, "no name", found=token)
        _share(self.names, name)
        return name

    def _scalar(self, token: int) -> Any:
        if token in _LITERALS:
            return _LITERALS[token]
        if 0x40 <= token < 0xC0:
            text = self._text(token - 0x40 + 1 if token < 0x80 else token - 0x80 + 2)
            if self.share_values and len(text) <= 64:
                _share(self.values, text)
            return text
        if token == 0x29:
            return struct.unpack(">d", self._sevens(10, 8))[0]
        if token == 0x28:
            return struct.unpack(">f", self._sevens(5, 4))[0]
        if token in (0x24, 0x25):
            number = self._number()
            return number >> 1 ^ -(number & 1)
        if 0x01 <= token < 0x20:
            return self.values[token - 1]
        if 0xEC <= token < 0xF0:
            return self.values[(token & 3) << 8 | self._byte()]
        if token in (0xE0, 0xE4):
            return self._long_text()
        raise _broken(self.at - 1, "an unknown token", found=token)

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def _text(self, size: int) -> str:
        self.at += size
        if self.at > len(self.data):
            raise IndexError
        return self.data[self.at - size : self.at].decode()

    def _long_text(self) -> str:
        end = self.data.find(b"\xfc", self.at)
        if end < 0:
            raise IndexError
        text = self.data[self.at : end].decode()
        self.at = end + 1
        return text

    def _number(self) -> int:
        """Seven bits a byte, and six in the last, which has the highest bit set."""
        number = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        raise _broken(self.at, "a number that is too long")

    def _sevens(self, size: int, wanted: int) -> bytes:
        """Seven bits a byte, so that no byte of a number looks like a marker."""
        bits = 0
        for byte in self.data[self.at : self.at + size]:
            bits = bits << 7 | byte & 0x7F
        self.at += size
        if self.at > len(self.data):
            raise IndexError
        return (bits & (1 << 8 * wanted) - 1).to_bytes(wanted, "big")


def _share(shared: list[str], text: str) -> None:
    """Texts that later tokens refer to by number. A full table is emptied."""
    if len(shared) == _MAX_SHARED:
        shared.clear()
    shared.append(text)


def _broken(at: int, problem: str, **facts: int) -> FileError:
    return FileError(FileFault.BROKEN, at, format="bgf", problem=problem, **facts)
