"""How commands fail: a line on standard error and status 2, without a traceback."""

from __future__ import annotations

from typing import NoReturn

import typer

from tavl.i18n import Words
from tavl.rules import Refused


def fail(message: str) -> NoReturn:
    typer.echo(printable(message), err=True)
    raise typer.Exit(2)


def printable(text: str) -> str:
    """Without characters that a terminal cannot show: a file's name may hold any bytes."""
    return text.encode(errors="replace").decode()


# The errors that reading files, names and texts can raise, besides the store's own.
TROUBLE = (OSError, UnicodeError, RecursionError)


def trouble(error: BaseException) -> str:
    """In a few words, without a traceback."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def refused(w: Words, why: Refused) -> NoReturn:
    fail(w.refusal(why.code, why.rule, why.facts))
