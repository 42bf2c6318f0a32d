"""`tavl tournament shell FILE`: the same commands at a prompt, without the file's name."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

import typer

from tavl.cli.input_output import typed_lines
from tavl.cli.language import _, chosen_words
from tavl.cli.tournament.desk import EVENING, File, Language, app, opened

LEAVE = ("quit", "exit", "q")
SHORT = {"r": "result", "c": "check-in", "l": "late", "d": "draw", "z": "undo", "n": "now", "": "now", "?": "help"}
"""The keys of the desk's page."""


@app.command("shell", help=_("A prompt with all these commands, for an evening on one file."), rich_help_panel=EVENING)
def shell(context: typer.Context, file: File, language: Language = None) -> None:
    w = chosen_words(language)
    state = opened(w, file).state
    typer.echo(state.title)
    typer.echo(w("Type a command without the file's name; Enter shows what waits, `help` all commands, `quit` leaves."))
    for line in typed_lines():
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            typer.echo(w("A quotation mark is not closed."), err=True)
            continue
        word = (words or [""])[0]
        if word in LEAVE:
            break
        _run(context, file, [SHORT.get(word, word), *words[1:]], language)


def _run(context: typer.Context, file: Path, words: list[str], language: str | None) -> None:
    """One command, as if it had been typed with the file; a refusal does not end the shell."""
    command, *rest = words
    arguments = ["--help"] if command == "help" else [command, str(file), *rest]
    if language is not None and command != "help":
        arguments += ["--language", language]
    with suppress(SystemExit):
        app(arguments, prog_name="tavl tournament", obj=context.obj)
