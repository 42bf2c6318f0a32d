"""Lines in and out: a screen that is redrawn, or plain lines one after another."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from tavl.cli.play.board import Look


class Terminal:
    """Where the game is shown. `redraws` clears the screen before each picture; otherwise everything is a log."""

    def __init__(self, plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):  # a letter that the terminal cannot show does not stop the game
                stream.reconfigure(errors="replace")
        on_screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
        fancy = on_screen and not plain
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
        self.redraws = fancy
        self.look = Look(unicode=fancy and encoding.startswith("utf"), colour=fancy and not os.environ.get("NO_COLOR"))
        self._console = Console(
            color_system="auto" if self.look.colour else None,
            force_terminal=self.look.colour or None,
            no_color=not self.look.colour,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        if fancy:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (arrow keys and history at the prompt)

    def clear(self) -> None:
        if self.redraws:
            self._console.file.write("\x1b[H\x1b[2J")

    def write(self, lines: Sequence[Text | str]) -> None:
        for line in lines:
            if isinstance(line, Text) and self.look.colour:
                self._console.print(line)
            else:
                self._console.file.write(f"{str(line).rstrip()}\n")

    @property
    def height(self) -> int:
        """How many rows fit on the screen; for a log, those of the smallest screen."""
        return self._console.height if self.redraws else 24

    def ask(self, prompt: str) -> str | None:
        """A line, or none at the end of the input or when somebody wants out."""
        self._console.file.flush()
        try:
            line = input(prompt)
        except EOFError:
            self.write([""])
            return None
        except KeyboardInterrupt:
            self.write([""])
            return None
        if not sys.stdin.isatty():  # so that a log of the game reads as if it had been typed
            self.write([line])
        return line
