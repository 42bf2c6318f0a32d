"""A tournament as one file, which can be moved to another server and merged with what it has.

Lines of JSON: a heading that says what it is, then people, events, people's own words and files, and an ending with
their counts and a SHA-256 of all lines before it. A file that is cut short or changed is refused before anything is
taken from it.

Events are imported byte for byte: the hash of a report that was sent away stays valid. So ids of people are
not rewritten either. Who is who on the new server is stored beside the log, as a list of merged ids
(`Members.merged` in `rating/counted_matches.py` takes the same). Words that have been erased are not in the file; the
reference to them stays in the event.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct

from tavl.tournament.files.errors import FaultReason, fault

FORMAT = 1
MAX_BYTES = 256 * 1024 * 1024
MAX_FILE_BYTES = 16 * 1024 * 1024
_FILE_NAME = re.compile(r"[^\W_][\w.,() -]{0,118}")


class ArchivedPerson(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person named by id in the events. Unknown or erased details are left out."""

    id: str
    name: str = ""
    country: str = ""
    club: str = ""
    numbers: dict[str, str] = {}  # by organisation


class Event(Struct, frozen=True, kw_only=True):
    """As the log has it. The body is not parsed."""

    id: str
    stream: str
    version: int
    type: str
    schema: int
    at: int
    actor: str
    action_id: str
    ordinal: int
    body: Raw


class Words(Struct, frozen=True, kw_only=True):
    """A text that somebody typed; events refer to it by this id."""

    id: str
    stream: str
    person: str
    text: str


class Attachment(Struct, frozen=True, kw_only=True):
    """A file that belongs to the tournament: a match record, the report, a picture of a score card."""

    name: str
    kind: str  # media type
    data: bytes


class Archive(Struct, frozen=True, kw_only=True):
    tournament: str  # its stream
    made_at: int
    people: tuple[ArchivedPerson, ...] = ()
    events: tuple[Event, ...] = ()
    words: tuple[Words, ...] = ()
    files: tuple[Attachment, ...] = ()


class _Heading(Struct):
    tavl_tournament: int
    tournament: str
    made_at: int


class _Ending(Struct):
    people: int
    events: int
    words: int
    files: int
    sha256: str


class _Line(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One of these."""

    person: ArchivedPerson | None = None
    event: Event | None = None
    words: Words | None = None
    file: Attachment | None = None
    end: _Ending | None = None


def encode(archive: Archive) -> bytes:
    problem = _problem(archive)
    if problem:
        raise fault(0, problem[0], problem[1], problem[2])
    digest = hashlib.sha256()
    parts: list[bytes] = []
    for value in _lines(archive):
        line = msgspec.json.encode(value) + b"\n"
        digest.update(line)
        parts.append(line)
    ending = _Ending(*_counts(archive), digest.hexdigest())
    parts.append(msgspec.json.encode(_Line(end=ending)) + b"\n")
    return b"".join(parts)


def _counts(archive: Archive) -> tuple[int, int, int, int]:
    return len(archive.people), len(archive.events), len(archive.words), len(archive.files)


def _lines(archive: Archive) -> Iterator[Struct]:
    yield _Heading(FORMAT, archive.tournament, archive.made_at)
    for person in archive.people:
        yield _Line(person=person)
    for event in archive.events:
        yield _Line(event=event)
    for words in archive.words:
        yield _Line(words=words)
    for file in archive.files:
        yield _Line(file=file)


def decode(data: bytes) -> Archive:
    """The whole file, or a FileError that says where it is wrong."""
    if len(data) > MAX_BYTES:
        raise fault(0, "", FaultReason.TOO_LARGE, str(len(data)))
    lines = data.split(b"\n")
    heading = _heading(lines[0])
    if lines[-1] != b"" or len(lines) < 3:
        raise fault(len(lines), "", FaultReason.CUT_SHORT)
    *middle, last = lines[1:-1]
    ending = _line(len(lines) - 1, last).end
    if ending is None:
        raise fault(len(lines) - 1, "end", FaultReason.CUT_SHORT)
    whole = data[: len(data) - len(last) - 1]
    if hashlib.sha256(whole).hexdigest() != ending.sha256:
        raise fault(len(lines) - 1, "sha256", FaultReason.CHANGED)
    found: dict[str, list[Struct]] = {"person": [], "event": [], "words": [], "file": []}
    for number, text in enumerate(middle, start=2):
        line = _line(number, text)
        given = [name for name in found if getattr(line, name) is not None]
        if len(given) != 1 or line.end is not None:
            raise fault(number, "", FaultReason.BAD_LINE)
        found[given[0]].append(getattr(line, given[0]))
    archive = Archive(
        tournament=heading.tournament,
        made_at=heading.made_at,
        people=tuple(found["person"]),  # type: ignore[arg-type]
        events=tuple(found["event"]),  # type: ignore[arg-type]
        words=tuple(found["words"]),  # type: ignore[arg-type]
        files=tuple(found["file"]),  # type: ignore[arg-type]
    )
    if _counts(archive) != (ending.people, ending.events, ending.words, ending.files):
        raise fault(len(lines) - 1, "end", FaultReason.CONTRADICTION)
    problem = _problem(archive)
    if problem:
        raise fault(0, problem[0], problem[1], problem[2])
    return archive


def _heading(line: bytes) -> _Heading:
    try:
        heading = msgspec.json.decode(line, type=_Heading)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise fault(1, "tavl_tournament", FaultReason.NOT_THIS_FORMAT) from None
    if heading.tavl_tournament > FORMAT:
        raise fault(1, "tavl_tournament", FaultReason.NEWER_FORMAT, str(heading.tavl_tournament))
    if heading.tavl_tournament < 1:
        raise fault(1, "tavl_tournament", FaultReason.NOT_THIS_FORMAT)
    return heading


_decoder = msgspec.json.Decoder(_Line)


def _line(number: int, line: bytes) -> _Line:
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise fault(number, "", FaultReason.BAD_LINE) from None


def _problem(archive: Archive) -> tuple[str, FaultReason, str] | None:
    """Checks that need more than one line."""
    if not any(event.stream == archive.tournament for event in archive.events):
        return "tournament", FaultReason.MISSING, archive.tournament
    for field, names in (
        ("person", [person.id for person in archive.people]),
        ("event", [event.id for event in archive.events]),
        ("words", [words.id for words in archive.words]),
        ("file", [file.name for file in archive.files]),
    ):
        if len(set(names)) != len(names):
            return field, FaultReason.TWICE, next(name for name in names if names.count(name) > 1)
    last: dict[str, tuple[int, int]] = {}
    for event in archive.events:
        version, at = last.get(event.stream, (0, event.at))
        if event.version != version + 1 or event.at < at:
            return "version", FaultReason.CONTRADICTION, f"{event.stream} {event.version}"
        if b"\n" in bytes(event.body):
            return "body", FaultReason.BAD_LINE, event.id  # it would end its line early
        last[event.stream] = event.version, event.at
    lost = next((words.stream for words in archive.words if words.stream not in last), None)
    if lost is not None:
        return "words", FaultReason.CONTRADICTION, lost
    for file in archive.files:
        if not _FILE_NAME.fullmatch(file.name) or ".." in file.name:
            return "file", FaultReason.BAD_LINE, file.name
        if len(file.data) > MAX_FILE_BYTES:
            return "file", FaultReason.TOO_LARGE, file.name
    return None


# People


_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "ö": "o", "ä": "ae", "å": "a", "ß": "ss", "đ": "d", "ł": "l"})


def folded(name: str) -> str:
    """A name for comparison: without case, accents, commas and the order of its parts."""
    small = unicodedata.normalize("NFKC", name).casefold().translate(_LETTERS).replace("aa", "a")
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", small) if not unicodedata.combining(sign))
    return " ".join(sorted(re.split(r"[\W_]+", bare.strip())))
