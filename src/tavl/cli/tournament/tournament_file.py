"""The file of a tournament: the archive that can also be moved to a server, read, extended and written as a whole.

A new state is written beside the file and replaces it in one step, so that a reader finds the old one or the new
one, and so does a power cut. A writer holds a lock on the file from reading to writing.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: a file that has changed since it was read is not written over, which is checked anyway
    fcntl = None  # type: ignore[assignment]

from msgspec.structs import replace

from tavl.ids import id_of
from tavl.tournament import Stamp, Tournament, evolve
from tavl.tournament.acts import AnyEvent
from tavl.tournament.files import archive
from tavl.tournament.files.archive import Archive, ArchivedPerson, Attachment
from tavl.tournament.files.log import STREAM, Logged, NewId, read, replayed, written

SEED_KIND = "application/x-tavl-seed"
"""A seed that has been promised and not drawn with yet, which is kept in the file until then."""


class ChangedMeanwhile(OSError):
    """Somebody else wrote the file in the meantime."""


def new_id(at: int) -> str:
    return id_of(at, secrets.randbits(80))


class TournamentFile:
    """What is in the file, and where the tournament stands. Nothing is written before `save`."""

    def __init__(self, held: Archive, log: list[Logged], state: Tournament | None, new_id: NewId = new_id) -> None:
        self.stream = held.tournament
        self.people = {person.id: person for person in held.people}
        self.events = list(held.events)
        self.words = list(held.words)
        self.files = {file.name: file for file in held.files}
        self.log = log
        self.version = sum(event.stream == self.stream for event in self.events)
        self._state = state
        self.new_id = new_id

    @classmethod
    def new(cls, at: int, new_id: NewId = new_id) -> TournamentFile:
        return cls(Archive(tournament=STREAM + new_id(at), made_at=at), [], None, new_id)

    @classmethod
    def decoded(cls, data: bytes) -> TournamentFile:
        """Raises FileError for anything that is not a tournament."""
        held = archive.decode(data)
        log = read(held)
        return cls(held, log, replayed(log, held))

    @property
    def state(self) -> Tournament:
        assert self._state is not None
        return self._state

    @property
    def last_at(self) -> int:
        return self._state.last_at if self._state else 0

    def state_if_any(self) -> Tournament | None:
        return self._state

    def append(self, events: Sequence[AnyEvent], person: str, at: int) -> str:
        """One act; its id."""
        stamp = Stamp(max(at, self.last_at), person, self.new_id(at))
        made, said = written(self.stream, self.version, events, stamp, self.new_id)
        self.version += len(made)
        self.events += made
        self.words += said
        for event in events:
            self._state = evolve(self._state, event, stamp)
            self.log.append((event, stamp))
        return stamp.act

    def take_over(self, other: TournamentFile) -> None:
        """The same tournament, further on."""
        self.people.update(other.people)
        self.events, self.words, self.files = other.events, other.words, other.files
        self.log, self.version, self._state = other.log, other.version, other.state

    def forget_promise(self, division: str) -> None:
        """For a preview only: one with the promised seed would show the draw before it is made."""
        divisions = self.state.divisions
        divisions = {**divisions, division: replace(divisions[division], promise="")}
        self._state = replace(self.state, divisions=divisions)

    def person(self, name: str, at: int, **more: str) -> str:
        """Somebody new to this file."""
        person = ArchivedPerson(id=f"desk.{self.new_id(at)}", name=name, **more)  # type: ignore[arg-type]
        self.people[person.id] = person
        return person.id

    # seeds

    def seed_of(self, division: str) -> bytes | None:
        kept = self.files.get(f"seed {division}.txt")
        return bytes.fromhex(kept.data.decode()) if kept else None

    def keep_seed(self, division: str, seed: bytes | None) -> None:
        name = f"seed {division}.txt"
        self.files.pop(name, None)
        if seed is not None:
            self.files[name] = Attachment(name=name, kind=SEED_KIND, data=seed.hex().encode())

    # out

    def encoded(self) -> bytes:
        return archive.encode(
            Archive(
                tournament=self.stream,
                made_at=self.last_at,
                people=tuple(self.people.values()),
                events=tuple(self.events),
                words=tuple(self.words),
                files=tuple(self.files.values()),
            )
        )


def load(path: Path) -> TournamentFile:
    return TournamentFile.decoded(path.read_bytes())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else writes this file until the block ends. The lock ends with the process that holds it."""
    if fcntl is None:
        yield
        return
    while True:
        with path.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if _same(os.fstat(handle.fileno()), path):
                yield
                return
        # Another command has put a new file in its place while we waited: wait for that one.


def _same(held: os.stat_result, path: Path) -> bool:
    with suppress(OSError):
        return os.path.samestat(held, path.stat())
    return False


def save(file: TournamentFile, path: Path, before: os.stat_result | None) -> None:
    """All of it, or nothing. `before` is what the file was when it was read; none: there must not be one."""
    data = file.encoded()
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        _put(beside, path, before)
    finally:
        beside.unlink(missing_ok=True)


def _put(beside: Path, path: Path, before: os.stat_result | None) -> None:
    if before is None:
        path.open("xb").close()  # fails if there is one; from here on the name is ours
        _like_a_new_file(beside)
        os.replace(beside, path)
        return
    now = path.stat()
    if (now.st_mtime_ns, now.st_size) != (before.st_mtime_ns, before.st_size):
        raise ChangedMeanwhile
    beside.chmod(now.st_mode & 0o777)
    os.replace(beside, path)


def _like_a_new_file(beside: Path) -> None:
    mask = os.umask(0)
    os.umask(mask)
    beside.chmod(0o666 & ~mask)
