"""`tavl serve`: run the server with its pages."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tavl.cli.common import _, chosen_words


def serve(
    host: Annotated[str | None, typer.Option(help=_("Address to listen on."))] = None,
    port: Annotated[int | None, typer.Option(help=_("Port; 0 takes a free one."))] = None,
    database: Annotated[str | None, typer.Option(help=_("A file, or the URL of a PostgreSQL."))] = None,
    config: Annotated[
        Path | None, typer.Option(help=_("A TOML file with settings; TAVL_* variables win over it."))
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help=_("Open the browser on it."))] = False,
) -> None:
    """Serve the pages and the API, until stopped with Ctrl-C."""
    from tavl.server import SettingsError, load, run  # here, so that other commands need not wait for all of this
    from tavl.web import create_app

    try:
        settings = load(config, host=host, port=port, database=database)
    except SettingsError as error:
        typer.echo(f"tavl: {error}", err=True)
        raise typer.Exit(2) from None
    w = chosen_words(None)
    typer.echo(w("Games are kept in {database}.", database=settings.database))

    def ready(url: str) -> None:
        typer.echo(w("Play at {url} (Ctrl-C ends it).", url=url))
        if open_browser:
            webbrowser.open(url)

    if not run(settings, create_app(settings), ready=ready):
        raise typer.Exit(1)
