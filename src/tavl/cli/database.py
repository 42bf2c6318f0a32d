"""What the commands on a database share: their options, its settings, and errors in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.input_output import is_file
from tavl.cli.language import _, chosen_words

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.settings import Settings

Database = Annotated[str | None, typer.Option(help=_("A file, or the URL of a PostgreSQL."))]
Config = Annotated[Path | None, typer.Option(help=_("A TOML file with settings; TAVL_* variables override it."))]
Json = Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))]


def settings_for(database: str | None, config: Path | None) -> Settings:
    from tavl.server.settings import SettingsError, load

    try:
        return load(config, database=database)
    except SettingsError as error:
        fail(f"tavl: {error}")


def exists(settings: Settings) -> bool:
    return "://" in settings.database or is_file(settings.database)


def must_exist(settings: Settings) -> None:
    """Inspecting a database must not create one."""
    if not exists(settings):
        w = chosen_words(None)
        fail(w("There is no such file: {file}", file=settings.database))


@contextmanager
def errors_in_one_line(in_use: str | None = None) -> Iterator[None]:
    """Errors are shown without a traceback. `in_use`: what to do while a server has the file open."""
    from tavl.server.errors import ApiError
    from tavl.store import StoreError, StoreInUse

    w = chosen_words(None)
    try:
        yield
    except ApiError as error:
        fail(error.body(w.language).message)
    except StoreError as error:
        fail(in_use if in_use and isinstance(error, StoreInUse) else f"tavl: {error.said(w)}")
    except TROUBLE as error:
        fail(f"tavl: {trouble(error)}")
