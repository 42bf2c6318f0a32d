"""The short way for a socket's usual frames gives what the library gives, and leaves everything else to it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol, State

from tavl.server.http.frames import frame_of, is_between_frames, text_in
from tavl.server.http.socket_protocol import SocketProtocol

SIZES = (0, 1, 125, 126, 127, 65_535)


def sent(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_text_is_read(size: int) -> None:
    text = ("ab" * size)[:size]
    assert text_in(sent(Opcode.TEXT, text.encode())) == text
    assert text_in(sent(Opcode.TEXT, "æøå".encode())) == "æøå"


@pytest.mark.parametrize("size", [*SIZES, 65_536, 100_000])
def test_a_text_is_sent_as_the_library_sends_it(size: int) -> None:
    text = b"x" * size
    assert frame_of(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


TEXT = sent(Opcode.TEXT, b"hello")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        TEXT[:1],
        TEXT[:-1],
        TEXT + b"\x81",
        TEXT + TEXT,
        sent(Opcode.TEXT, b"hel", fin=False),
        sent(Opcode.CONT, b"lo"),
        sent(Opcode.BINARY, b"hello"),
        sent(Opcode.PING, b"hello"),
        sent(Opcode.CLOSE, b"\x03\xe8"),
        sent(Opcode.TEXT, b"\xff\xfe"),
        sent(Opcode.TEXT, b"x" * 65_536),
        Frame(Opcode.TEXT, b"hello").serialize(mask=False),
        b"\xc1" + TEXT[1:],
        b"\x81\xfe\x00",
        b"\x81\xff" + bytes(10) + b"x",
    ],
    ids=[
        "nothing", "half a head", "half a text", "the next has begun", "two", "the first part", "the last part",
        "binary", "ping", "close", "not UTF-8", "64 KB", "without a mask", "compressed",
        "half a length", "a long length",
    ],
)  # fmt: skip
def test_anything_else_is_left_to_the_library(data: bytes) -> None:
    assert text_in(data) is None


def test_what_looks_like_a_frame_within_another_is_not_taken_for_one() -> None:
    protocol = Protocol(SERVER, state=State.OPEN)
    whole = sent(Opcode.TEXT, TEXT)
    protocol.receive_data(TEXT)
    assert is_between_frames(protocol.parser)
    for end in range(1, len(whole)):
        protocol.receive_data(whole[end - 1 : end])
        assert not is_between_frames(protocol.parser)
    protocol.receive_data(whole[-1:])
    assert is_between_frames(protocol.parser)
    assert [bytes(event.data) for event in protocol.events_received() if isinstance(event, Frame)] == [b"hello", TEXT]


class Loop:
    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[float] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, _call: Any) -> None:
        self.later.append(seconds)


def test_who_has_just_sent_something_is_not_pinged() -> None:
    socket, loop, written = SocketProtocol.__new__(SocketProtocol), Loop(), list[bytes]()
    socket.loop, socket.ping_interval, socket.ping_timeout = loop, 20.0, 20.0  # type: ignore[assignment]
    socket.close_sent, socket._heard = False, 95.0
    socket.transport = SimpleNamespace(is_closing=lambda: False, write=written.append)  # type: ignore[assignment]
    socket.conn = Protocol(SERVER, state=State.OPEN)  # type: ignore[assignment]
    socket.send_keepalive_ping()
    assert (loop.later, written) == ([15.0], [])
    loop.now = 115.0
    socket.send_keepalive_ping()
    assert loop.later == [15.0, 20.0]  # by then it must have answered
    assert written[0][0] & 15 == Opcode.PING
