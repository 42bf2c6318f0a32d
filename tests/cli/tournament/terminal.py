"""Somebody at a terminal, for tests: types commands on one file, at instants of one day."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from tavl.cli import app
from tavl.cli.tournament.tournament_file import TournamentFile, load

DAY = 1_794_700_800_000  # 15 November 2026, 00:00 UTC


class Terminal:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.at = DAY + 8 * 3_600_000

    def now_ms(self) -> int:
        """The clock of the commands: a second later each time they look."""
        self.at += 1000
        return self.at

    def clock(self, text: str) -> None:
        hours, minutes = (int(part) for part in text.split(":"))
        self.at = DAY + (hours * 60 + minutes) * 60_000 - 1000

    def run(self, command: str, *words: str, typed: str = "", file: Path | None = None) -> Result:
        return self.invoke(command, str(file or self.file), *words, typed=typed)

    def invoke(self, *arguments: str, typed: str = "") -> Result:
        """Any command about tournaments, by this clock."""
        return CliRunner().invoke(app, ["tournament", *arguments], input=typed, obj=self.now_ms)

    def type(self, command: str, *words: str, at: str | None = None) -> str:
        """What is printed by a command that is taken."""
        if at is not None:
            self.clock(at)
        result = self.run(command, *words)
        assert result.exception is None, result.exception
        assert result.exit_code == 0, f"{command} {words}: {result.output}"
        return result.stdout

    def data(self, command: str, *words: str) -> Any:
        return json.loads(self.type(command, *words, "--json"))

    def refused(self, command: str, *words: str) -> str:
        """What is said by a command that is not taken; the file is as it was."""
        before = self.file.read_bytes() if self.file.exists() else None
        result = self.run(command, *words)
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        assert result.exit_code == 2, f"{command} {words}: {result.output}"
        assert "Traceback" not in result.output
        assert (self.file.read_bytes() if self.file.exists() else None) == before
        return result.stderr

    @property
    def held(self) -> TournamentFile:
        return load(self.file)

    def new(self, *words: str, division: str = "open:elimination:5", tables: int = 4) -> None:
        self.type(
            "new",
            "--title",
            "Evening",
            "--director",
            "Ida Berg",
            "--division",
            division,
            "--tables",
            str(tables),
            *words,
        )
