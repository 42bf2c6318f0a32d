"""`tavl serve`: run the server with its pages."""

from __future__ import annotations

import socket
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

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
    from tavl.server import (  # here, so that other commands need not wait for all of this
        Settings,
        SettingsError,
        load,
        run,
    )
    from tavl.web import create_app

    given: dict[str, Any] = {"host": host, "port": port, "database": database}
    try:
        settings = load(config, **given)
        if open_browser:  # somebody sits in front of it: no log lines, and a port that is free
            log_level = "warning" if settings.log_level == Settings().log_level else None
            free = port is not None or _is_free(settings.host, settings.port)
            settings = load(config, **given | {"port": port if free else 0, "log_level": log_level})
    except SettingsError as error:
        typer.echo(f"tavl: {error}", err=True)
        raise typer.Exit(2) from None
    w = chosen_words(None)
    typer.echo(w("Games are kept in {database}.", database=settings.database))

    def ready(url: str) -> None:
        typer.echo(w("Play at {url} (Ctrl-C ends it).", url=url))
        if open_browser:
            webbrowser.open(url)

    with suppress(KeyboardInterrupt):  # that is how it is ended
        if not run(settings, create_app(settings), ready=ready):
            raise typer.Exit(1)


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError:
            return False
    return True
