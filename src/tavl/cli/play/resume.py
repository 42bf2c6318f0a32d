"""Games that were left in progress on this machine: found, offered, and resumed or put aside."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import typer

from tavl.cli.play.autosave import Autosave, games_folder, locked
from tavl.cli.play.game_file import DamagedGame, read
from tavl.cli.play.session import Session
from tavl.cli.play.terminal import Terminal
from tavl.i18n import Words


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
        if not locked(file):
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


def offered(w: Words, terminal: Terminal, notes: list[str]) -> Unfinished | None:
    """The game that was left last time, if somebody wants it."""
    found = newest_unfinished(games_folder())
    if isinstance(found, DamagedGame):
        values = {"line": found.line, "problem": found.problem}
        notes.append(w("The saved game is damaged. Line {line}: {problem}", **values))
        return None
    if found is None:
        return None
    a, b = found.session.names
    x, y = found.session.match.score
    question = w("Continue {a} against {b}, {x}-{y}? [Y/n]", a=a, b=b, x=x, y=y) + " "
    answer = terminal.ask(question)
    if answer is None:
        found.leave()
        raise typer.Exit
    if answer.strip().lower()[:1] in ("n",):
        aside = found.put_aside()
        notes.append(w("The old game is in {file}; --load continues it.", file=str(aside)))
        return None
    return found
