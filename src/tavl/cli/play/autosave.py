"""Games in progress on this machine: every event is on disk before anybody sees its effect."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from tavl.cli.play.game_file import event_lines, header_line
from tavl.cli.play.session import Session

try:
    import fcntl
except ImportError:  # not on Windows, where only their numbers keep two games at once apart
    fcntl = None  # type: ignore[assignment]


def games_folder() -> Path:
    """The XDG state folder, or the system's equivalent."""
    given = os.environ.get("XDG_STATE_HOME")
    if given:
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path.home() / ".local" / "state"
    return base / "tavl" / "games"


class Autosave:
    """The file of the running game. Opened with the first roll, so that just looking leaves nothing behind."""

    def __init__(self, folder: Path, resumed: tuple[Path, BinaryIO, int] | None = None) -> None:
        self._folder = folder
        self.path: Path | None = None
        self._file: BinaryIO | None = None
        self._kept = 0
        if resumed:
            self.path, self._file, self._kept = resumed
        self.problem: str | None = None

    def record(self, session: Session) -> None:
        """Write what is not on disk yet. A failing disk does not stop the game."""
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
        locked(file)
        return path, file


def locked(file: BinaryIO) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
