"""Games in progress on this machine: every event is on disk before anybody sees what it led to."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from tavl.cli.play.saved import DamagedGame, event_lines, header_line, read
from tavl.cli.play.session import Session

try:
    import fcntl
except ImportError:  # not on Windows; there two games at once are kept apart by their numbers alone
    fcntl = None  # type: ignore[assignment]


def games_folder() -> Path:
    """Where a program keeps what it should remember: the XDG state folder, or its like."""
    given = os.environ.get("XDG_STATE_HOME")
    if given:
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path.home() / ".local" / "state"
    return base / "tavl" / "games"


class Autosave:
    """The file of the running game. Opened with the first roll, so that looking in leaves nothing behind."""

    def __init__(self, folder: Path, resumed: tuple[Path, BinaryIO, int] | None = None) -> None:
        self._folder = folder
        self.path: Path | None = None
        self._file: BinaryIO | None = None
        self._kept = 0
        if resumed:
            self.path, self._file, self._kept = resumed
        self.problem: str | None = None

    def record(self, session: Session) -> None:
        """Write what is not on disk yet. A disk that cannot be written does not stop the game."""
        if self.problem or (self._file is None and not session.rolls):
            return
        try:
            if self._file is None:
                self.path, self._file = _new_file(self._folder)
                self._file.write(header_line(session))
            self._file.write(event_lines(session.events[self._kept :]))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self.problem = error.strerror or str(error)
            return
        self._kept = len(session.events)

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None


class Unfinished:
    """A game that was left: to be resumed, or put aside so that it is not offered again."""

    def __init__(self, path: Path, session: Session, file: BinaryIO) -> None:
        self.path = path
        self.session = session
        self._file = file

    def resume(self) -> Autosave:
        return Autosave(self.path.parent, (self.path, self._file, len(self.session.events)))

    def put_aside(self) -> Path:
        self._file.close()
        return self.path.rename(self.path.with_suffix(".aside.jsonl"))

    def leave(self) -> None:
        self._file.close()


def newest_unfinished(folder: Path) -> Unfinished | DamagedGame | None:
    """The game to offer. One that is being played elsewhere is passed over; a damaged one is reported once."""
    for path in sorted(folder.glob("game-[0-9][0-9][0-9][0-9][0-9].jsonl"), reverse=True):
        try:
            file = path.open("ab")
        except OSError:
            continue
        if not _locked(file):
            file.close()
            continue
        try:
            session = read(path.read_bytes())
        except DamagedGame as damage:
            file.close()
            aside = path.rename(path.with_suffix(".damaged.jsonl"))
            return DamagedGame(damage.line, f"{damage.problem} [{aside}]")
        if session.match.result is None:
            return Unfinished(path, session, file)
        file.close()
    return None


def _new_file(folder: Path) -> tuple[Path, BinaryIO]:
    folder.mkdir(parents=True, exist_ok=True)
    numbers = [int(path.name[5:10]) for path in folder.glob("game-[0-9][0-9][0-9][0-9][0-9].*")]
    number = max(numbers, default=0) + 1
    while True:
        path = folder / f"game-{number:05}.jsonl"
        try:
            file = path.open("xb")
        except FileExistsError:  # another game was begun at the same moment
            number += 1
            continue
        _locked(file)
        return path, file


def _locked(file: BinaryIO) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
