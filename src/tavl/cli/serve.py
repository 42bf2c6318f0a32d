"""`tavl serve`: run the server with its pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tavl.server import SettingsError, load, run
from tavl.web import create_app


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
    database: Annotated[str | None, typer.Option(help="A file, or the URL of a PostgreSQL.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="A TOML file with settings; TAVL_* variables win over it.")
    ] = None,
) -> None:
    """Serve the pages and the API, until stopped with Ctrl-C."""
    try:
        settings = load(config, host=host, port=port, database=database)
    except SettingsError as error:
        typer.echo(f"tavl: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"database: {settings.database}")
    if not run(settings, create_app(settings), ready=lambda url: typer.echo(f"listening on {url}")):
        raise typer.Exit(1)
