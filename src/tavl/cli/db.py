"""`tavl db`: database maintenance. Each command calls a function of the store, with the server's tables and
projections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress

from tavl.cli.database import Config, Database, Json, errors_in_one_line, exists, must_exist, settings_for
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.settings import Settings

T = TypeVar("T")

app = typer.Typer(
    help=_("Look after the database: upgrade, status, check, backup, restore, rebuild."), no_args_is_help=True
)


def _done(work: Coroutine[Any, Any, T]) -> T:
    with errors_in_one_line():
        return asyncio.run(work)


@app.command(help=_("Bring the tables to this release's revision."))
def upgrade(database: Database = None, config: Config = None, json: Json = False) -> None:
    from tavl.server.service import open_store
    from tavl.store.migrations.upgrade import newest_revision

    settings, w = settings_for(database, config), chosen_words(None)

    async def work() -> str | None:
        before = await _revision(settings)
        async with await open_store(settings):  # creates the tables, and brings projections up to date
            return before

    before, now = _done(work()), newest_revision()
    if json:
        print_json({"before": before, "revision": now})
    elif before == now:
        typer.echo(w("Nothing to do: the revision is {revision}.", revision=now))
    else:
        typer.echo(w("Upgraded from {before} to {revision}.", before=before or "-", revision=now))


async def _revision(settings: Settings) -> str | None:
    """Changes nothing; None where there is no database yet."""
    from tavl import store
    from tavl.server.service import database_url

    if not exists(settings):
        return None
    return await store.revision(database_url(settings.database))


@app.command(help=_("Show what is in the database, and whether it fits this release."))
def status(database: Database = None, config: Config = None, json: Json = False) -> None:
    from tavl.server.service import open_store
    from tavl.store.migrations.upgrade import newest_revision

    settings, w = settings_for(database, config), chosen_words(None)
    must_exist(settings)

    async def work() -> dict[str, Any]:
        revision, newest = await _revision(settings), newest_revision()
        found: dict[str, Any] = {"database": settings.database, "revision": revision, "newest": newest}
        if revision != newest:
            return found
        async with await open_store(settings, migrate=False, rebuild=False) as opened:
            health, counts = await opened.health(), await opened.counts()
            return found | {"durability": health.durability, **counts}

    found = _done(work())
    if json:
        print_json(found)
    else:
        for name, value in found.items():
            shown = ", ".join(f"{key}={each}" for key, each in value.items()) if isinstance(value, dict) else value
            typer.echo(f"{name}: {'-' if shown in (None, '') else shown}")
    if found["revision"] != found["newest"]:
        if not json:
            typer.echo(w("It needs `tavl db upgrade`."), err=True)
        raise typer.Exit(1)


@app.command(help=_("Copy everything as of now into a new file, while the server keeps running."))
def backup(
    file: Annotated[Path, typer.Argument(help=_("A new file."))],
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    from tavl import store
    from tavl.server import schema
    from tavl.server.service import database_url

    settings = settings_for(database, config)
    must_exist(settings)
    _done(store.backup(database_url(settings.database), file, kept=schema.ALL))
    size = file.stat().st_size
    if json:
        print_json({"file": str(file), "bytes": size})
    else:
        w = chosen_words(None)
        typer.echo(w("Written: {file}, {size} bytes.", file=str(file), size=w.number(size)))


@app.command(help=_("Make a new database from a backup or an exported log."))
def restore(
    file: Annotated[Path, typer.Argument(help=_("A backup, or an exported log."))],
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    from tavl import store
    from tavl.server import schema
    from tavl.server.service import database_url, open_store

    settings, w = settings_for(database, config), chosen_words(None)

    async def work(progress: Callable[[int, int], None]) -> int:
        await store.restore(file, database_url(settings.database), kept=schema.ALL, progress=progress)
        async with await open_store(settings) as opened:  # makes the projections
            return int((await opened.counts())["events"])

    events = with_progress(w("Restoring"), work, quiet=json)
    if json:
        print_json({"database": settings.database, "events": events})
    else:
        typer.echo(w("Restored into {database}: {events} events.", database=settings.database, events=w.number(events)))


@app.command(help=_("Make the lists, results and ratings again from the log."))
def rebuild(database: Database = None, config: Config = None, json: Json = False) -> None:
    from tavl.server.service import open_store

    settings, w = settings_for(database, config), chosen_words(None)
    must_exist(settings)

    async def work(progress: Callable[[int, int], None]) -> dict[str, int]:
        async with await open_store(settings) as opened:
            return {name: await opened.rebuild(name, progress) for name in opened.projections}

    rebuilt = with_progress(w("Rebuilding"), work, quiet=json)
    if json:
        print_json(rebuilt)
    else:
        for name, events in rebuilt.items():
            typer.echo(w("{name}: {events} events.", name=name, events=w.number(events)))


@app.command(help=_("Check the database: its pages, the log, and what is made from the log. Or check a backup."))
def check(
    backup: Annotated[Path | None, typer.Option(help=_("A backup or an exported log, to check that instead."))] = None,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    from tavl import store
    from tavl.server.service import check_store

    settings, w = settings_for(database, config), chosen_words(None)
    if backup is not None:
        _done(asyncio.to_thread(store.check_backup, backup))
        print_json({"problems": []}) if json else typer.echo(w("Nothing is wrong with {file}.", file=str(backup)))
        return
    must_exist(settings)
    found = with_progress(w("Checking"), lambda progress: check_store(settings, progress), quiet=json)
    if json:
        print_json({"events": found.events, "streams": found.streams, "problems": found.problems})
    else:
        for problem in found.problems:
            typer.echo(problem, err=True)
        if not found.problems:
            events, streams = w.number(found.events), w.number(found.streams)
            typer.echo(w("Nothing is wrong: {events} events in {streams} streams.", events=events, streams=streams))
    if found.problems:
        raise typer.Exit(1)


def with_progress(title: str, work: Callable[[Callable[[int, int], None]], Coroutine[Any, Any, T]], quiet: bool) -> T:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=quiet or not console.is_terminal) as shown:
        task = shown.add_task(title)
        return _done(work(lambda done, total: shown.update(task, completed=done, total=max(total, 1))))
