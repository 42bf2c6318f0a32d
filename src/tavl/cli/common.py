"""What the commands share: the language, printing data, and saying no."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import typer

from tavl.i18n import UnknownLanguage, Words, from_environment, words
from tavl.rules import Refused

_ = words(from_environment(os.environ))
"""The words that --help is written in: it is made before anybody could choose a language."""


def fail(message: str) -> NoReturn:
    typer.echo(printable(message), err=True)
    raise typer.Exit(2)


def printable(text: str) -> str:
    """Without what no terminal can take: a file's name may hold any bytes."""
    return text.encode(errors="replace").decode()


# What files, names and texts can do to whoever reads them; beside the store's own errors.
TROUBLE = (OSError, UnicodeError, RecursionError)


def trouble(error: BaseException) -> str:
    """In a few words: no traceback."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def refused(w: Words, why: Refused) -> NoReturn:
    fail(w.refusal(why.code, why.rule, why.facts))


def chosen_words(language: str | None) -> Words:
    """The words of the language asked for, or of the one that the environment speaks."""
    try:
        return words(language or from_environment(os.environ))
    except UnknownLanguage as error:
        fail(str(error))


def is_file(path: Path | str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def print_json(data: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data)).decode() + "\n")


def typed_lines() -> Iterator[str]:
    """What is typed, with a prompt where somebody sees it; Ctrl-C and Ctrl-D end it as `quit` does."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(ImportError):
        import readline  # noqa: F401 - lines typed before come back with the arrow keys
    while True:
        try:
            yield input("> ")
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            return
