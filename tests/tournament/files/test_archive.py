"""A tournament as one file: whole or refused, and its people matched without guessing."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from tavl.tournament.files.archive import (
    Archive,
    ArchivedPerson,
    Attachment,
    Event,
    Words,
    decode,
    encode,
    folded,
)
from tavl.tournament.files.errors import FaultReason, FileError


def event(version: int, stream: str = "k:1", **more: object) -> Event:
    fields = {
        "id": f"{stream}-{version}",
        "stream": stream,
        "version": version,
        "type": "EntryMade",
        "schema": 1,
        "at": 1000 + version,
        "actor": "p1",
        "action_id": f"a{version}",
        "ordinal": 0,
        "body": Raw(b'{"entrant": "e1","note":{"$words":"w1"}}'),
    }
    return Event(**(fields | more))  # type: ignore[arg-type]


WHOLE = Archive(
    tournament="k:1",
    made_at=5000,
    people=(ArchivedPerson(id="p1", name="Søren Ågård", country="DEN", numbers={"DBF": "17"}), ArchivedPerson(id="p2")),
    events=(event(1), event(1, "t:9"), event(2)),
    words=(Words(id="w1", stream="k:1", person="p1", text="jeg kommer\nsent"),),
    files=(Attachment(name="kamp 1.mat", kind="text/plain", data=b"\x00\xff match"),),
)
TEXT = encode(WHOLE)


def test_what_is_written_is_read_back_with_bodies_to_the_byte() -> None:
    read = decode(TEXT)
    assert read == WHOLE
    assert bytes(read.events[0].body) == b'{"entrant": "e1","note":{"$words":"w1"}}'
    assert encode(read) == TEXT


def test_it_is_lines_of_json_with_a_heading_and_an_ending() -> None:
    lines = TEXT.split(b"\n")
    assert lines[0] == b'{"tavl_tournament":1,"tournament":"k:1","made_at":5000}'
    assert lines[-1] == b""
    digest = hashlib.sha256(b"\n".join(lines[:-2]) + b"\n").hexdigest()
    assert lines[-2] == f'{{"end":{{"people":2,"events":3,"words":1,"files":1,"sha256":"{digest}"}}}}'.encode()


def refused(data: bytes) -> FaultReason:
    with pytest.raises(FileError) as caught:
        decode(data)
    return caught.value.faults[0].reason


def sealed(lines: list[bytes], counts: str = '"people":0,"events":0,"words":0,"files":0') -> bytes:
    """With an ending that fits, so that only what stands in the lines can be wrong."""
    text = b"".join(line + b"\n" for line in lines)
    return text + f'{{"end":{{{counts},"sha256":"{hashlib.sha256(text).hexdigest()}"}}}}\n'.encode()


HEADING = TEXT.split(b"\n")[0]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", FaultReason.NOT_THIS_FORMAT),
        (b"name,rating\n", FaultReason.NOT_THIS_FORMAT),
        (b"\xff\xfe\x00\n", FaultReason.NOT_THIS_FORMAT),
        (TEXT.replace(b'"tavl_tournament":1', b'"tavl_tournament":2'), FaultReason.NEWER_FORMAT),
        (TEXT.replace(b'"tavl_tournament":1', b'"tavl_tournament":0'), FaultReason.NOT_THIS_FORMAT),
        (TEXT[:-1], FaultReason.CUT_SHORT),
        (TEXT[: TEXT.rindex(b"{")], FaultReason.CUT_SHORT),
        (TEXT[: TEXT.index(b"\n") + 1], FaultReason.CUT_SHORT),
        (TEXT[: TEXT.rindex(b'{"end"')], FaultReason.CUT_SHORT),
        (TEXT.replace(b'"e1"', b'"e2"', 1), FaultReason.CHANGED),
        (sealed([HEADING, b"{}"]), FaultReason.BAD_LINE),
        (sealed([HEADING, b"nonsense"]), FaultReason.BAD_LINE),
        (sealed([HEADING, b'{"secret":1}']), FaultReason.BAD_LINE),
        (sealed([HEADING, b'{"file":{"name":"a","kind":"b","data":"!"}}']), FaultReason.BAD_LINE),
        (sealed([HEADING, b'{"person":{"id":"p1"}}']), FaultReason.CONTRADICTION),
        (sealed([HEADING]), FaultReason.MISSING),
    ],
)
def test_a_file_that_is_not_whole_is_refused(data: bytes, reason: FaultReason) -> None:
    assert refused(data) is reason


@pytest.mark.parametrize(
    "wrong",
    [
        replace(WHOLE, tournament="k:2"),
        replace(WHOLE, people=WHOLE.people[:1] * 2),
        replace(WHOLE, events=(event(1), event(3))),
        replace(WHOLE, events=(event(2),)),
        replace(WHOLE, events=(event(1), event(2, id="k:1-1"))),
        replace(WHOLE, events=(event(1), event(2, at=1))),
        replace(WHOLE, events=(event(1, body=Raw(b'{\n"a":1}')),)),
        replace(WHOLE, words=(Words(id="w", stream="k:7", person="p", text="x"),)),
        *(
            replace(WHOLE, files=(Attachment(name=name, kind="x", data=b""),))
            for name in ("../x", "/etc", "", ".x", "a/b", "a..b")
        ),
        replace(WHOLE, files=WHOLE.files * 2),
    ],
)
def test_what_does_not_belong_together_is_not_written(wrong: Archive) -> None:
    with pytest.raises(FileError):
        encode(wrong)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place: int, by: int) -> None:
    data = bytearray(TEXT)
    data[place] ^= by
    with pytest.raises(FileError):
        decode(bytes(data))


def test_names_are_compared_without_accents_case_and_order() -> None:
    assert folded("Ågård, Søren") == folded("soren  AAGAARD")
    assert folded("Renée") == folded("renee")
    assert folded("Anna") != folded("Anne")
