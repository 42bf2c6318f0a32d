"""Our own formats: a record as JSON, which loses nothing, and the log of tables played here.

The record is `{"tavl_match": 1, "matches": [...]}`, boards and dice written as everywhere in tavl; a file may have
many, one a line (`tavl dump`). The log is lines of JSON, the first of them `{"tavl_log": 1}`, then an event a line;
each stream of a table is a match. What the page of a table lets people download is the events of one stream:
`{"version": 97, "events": [...]}`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavl.notation.match_events import record_of
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tavl.notation.record import MatchRecord
from tavl.notation.replay import replay
from tavl.rules.acts import MatchEvent
from tavl.rules.codec import from_json, to_json
from tavl.rules.match import Match, Terms

RECORD_FORMAT, LOG_FORMAT = "tavl", "tavl-log"
VERSION = 1
_UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError, OverflowError)


class _File(Struct):
    tavl_match: int
    matches: tuple[MatchRecord, ...]


def looks_like_record(text: str) -> bool:
    return text.lstrip()[:40].replace(" ", "").replace("\n", "").startswith('{"tavl_match":')


def read_records(text: str) -> list[MatchRecord]:
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all(looks_like_record(line) for line in lines):
        return [record for line in lines for record in _read_records(line)]
    return _read_records(text)


def _read_records(text: str) -> list[MatchRecord]:
    try:
        file = from_json(text, _File)
    except _UNREADABLE as error:
        raise FileError(FileFault.BROKEN, format=RECORD_FORMAT, problem=str(error)[:200]) from None
    if file.tavl_match != VERSION:
        raise FileError(FileFault.BROKEN, format=RECORD_FORMAT, problem=f"of a later release: {file.tavl_match}")
    if not file.matches:
        raise FileError(FileFault.NO_MATCH, format=RECORD_FORMAT)
    return list(file.matches)


def write_records(records: list[MatchRecord]) -> str:
    return msgspec.json.format(to_json(_File(VERSION, tuple(records))), indent=1).decode() + "\n"


# The log.


class _Event(Struct):
    stream: str
    type: str
    at: int
    body: msgspec.Raw


class _Line(Struct):
    event: _Event | None = None


class _MatchOpened(Struct):
    terms: Terms
    players: tuple[str, str] = ("", "")


class _TableTerms(Struct):
    match: Terms


class _Opened(Struct):
    terms: _TableTerms


class _Seated(Struct):
    seat: int
    person: str


class _Stream(Struct):
    terms: Terms | None = None
    players: list[str] = []
    events: list[Any] = []
    instants: list[int] = []


def looks_like_log(text: str) -> bool:
    return text.lstrip()[:40].replace(" ", "").startswith('{"tavl_log":')


def read_log(text: str) -> list[MatchRecord]:
    """The match of each table. What happened around the board is left out."""
    streams: dict[str, _Stream] = {}
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            event = from_json(line, _Line).event
            if event is not None:
                _take(streams.setdefault(event.stream, _Stream(players=["", ""], events=[], instants=[])), event)
        except _UNREADABLE:
            problems.append(Problem(number, ProblemCode.UNREADABLE_LINE, {"found": line[:80]}))
    records = [_record(stream) for stream in streams.values() if stream.terms and stream.events]
    if not records:
        raise FileError(FileFault.NO_MATCH, format=LOG_FORMAT)
    records[0] = replace(records[0], problems=(*problems, *records[0].problems))
    return records


class _Out(Struct):
    at: int
    event: msgspec.Raw


class _Download(Struct):
    events: list[_Out]


class _Kind(Struct):
    type: str


def looks_like_download(text: str) -> bool:
    return text.lstrip().startswith("{") and '"events"' in text[:200]


def read_download(text: str) -> list[MatchRecord]:
    try:
        events = [(out.at, bytes(out.event)) for out in from_json(text, _Download).events]
        record = record_of_stream((from_json(body, _Kind).type, at, body) for at, body in events)
    except _UNREADABLE as error:
        raise FileError(FileFault.BROKEN, format=LOG_FORMAT, problem=str(error)[:200]) from None
    if record is None:
        raise FileError(FileFault.NO_MATCH, format=LOG_FORMAT)
    return [record]


def record_of_stream(events: Iterable[tuple[str, int, bytes]]) -> MatchRecord | None:
    """The match of a table's stream: type, instant and body of each event. None: nothing was played."""
    stream = _Stream(players=["", ""], events=[], instants=[])
    for kind, at, body in events:
        _take(stream, _Event(stream="", type=kind, at=at, body=msgspec.Raw(body)))
    return _record(stream) if stream.terms and stream.events else None


def _record(stream: _Stream) -> MatchRecord:
    start = Match(terms=stream.terms or Terms())
    record = record_of(start, stream.events, (stream.players[0], stream.players[1]), stream.instants)
    return replay(replace(record, format=LOG_FORMAT, program="tavl"))


def _take(stream: _Stream, event: _Event) -> None:
    if event.type == "match_opened":
        opened = from_json(bytes(event.body), _MatchOpened)
        stream.terms, stream.players = opened.terms, list(opened.players)
    elif event.type == "opened":
        stream.terms = from_json(bytes(event.body), _Opened).terms.match
    elif event.type == "seated":
        seated = from_json(bytes(event.body), _Seated)
        stream.players[seated.seat % 2] = seated.person
    elif event.type in _MATCH_EVENTS:
        stream.events.append(from_json(bytes(event.body), MatchEvent))
        stream.instants.append(event.at)


_MATCH_EVENTS = frozenset(kind.__struct_config__.tag for kind in MatchEvent.__args__)
