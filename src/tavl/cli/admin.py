"""`tavl admin`: administration from the machine that the server runs on.

It works on the database itself: on PostgreSQL at any time; on an SQLite file while no server has it open. Otherwise the
page /admin does the same. The first administrator is made here: whoever can run this command owns the server anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tavl.cli.database import Config, Database, Json, errors_in_one_line, must_exist, settings_for
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.server.codes import MAX_RECOVERY_HOURS, RECOVERY_HOURS

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.accounts.administration import Administration

T = TypeVar("T")
Who = Annotated[str, typer.Argument(metavar="NAME", help=_("A login name, or a person's id."))]

app = typer.Typer(
    help=_("Do what administrators do: recovery codes, reports, suspensions, further administrators."),
    no_args_is_help=True,
)


def _done(database: str | None, config: Path | None, work: Callable[[Administration], Awaitable[T]]) -> T:
    w = chosen_words(None)
    with errors_in_one_line(w("A server has this file open. Use its page /admin, or stop it first.")):
        settings = settings_for(database, config)
        must_exist(settings)
        return asyncio.run(_on_the_store(settings.database, work))


async def _on_the_store(database: str, work: Callable[[Administration], Awaitable[T]]) -> T:
    from tavl import store as stores
    from tavl.server import schema
    from tavl.server.accounts.administration import Administration
    from tavl.server.accounts.privacy import PERSONAL
    from tavl.server.live.hints import PERSON_HINT
    from tavl.server.service import database_url
    from tavl.server.wall_clock import now_ms

    async with await stores.open(database_url(database), personal=PERSONAL, kept=schema.ALL) as store:

        async def changed(person: str) -> None:
            """Running servers are notified before this process ends."""
            if store.shared:
                from tavl.store.databases.notify import notify  # only PostgreSQL needs it and its driver

                await store.write_rows(lambda c: notify(c, PERSON_HINT + person, now_ms()))

        return await work(Administration(store, now_ms, changed))


@app.command(help=_("Make somebody an administrator."))
def grant(who: Who, database: Database = None, config: Config = None) -> None:
    from tavl.server.accounts.administration import COMMAND

    known = _done(database, config, lambda administration: administration.grant(COMMAND, who))
    w = chosen_words(None)
    typer.echo(w("{name} is an administrator now.", name=known.name))


@app.command(help=_("Take administrator rights away from somebody."))
def revoke(who: Who, database: Database = None, config: Config = None) -> None:
    from tavl.server.accounts.administration import COMMAND

    known = _done(database, config, lambda administration: administration.revoke(COMMAND, who))
    w = chosen_words(None)
    typer.echo(w("{name} is no longer an administrator.", name=known.name))


@app.command(help=_("Issue a one-time code that lets somebody who cannot log in set a new password."))
def code(
    who: Who,
    hours: Annotated[
        int, typer.Option(min=1, max=MAX_RECOVERY_HOURS, help=_("How many hours it is valid."))
    ] = RECOVERY_HOURS,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    from tavl.server.accounts.administration import COMMAND

    issued = _done(database, config, lambda administration: administration.issue_code(COMMAND, who, hours))
    if json:
        print_json(issued)
        return
    w = chosen_words(None)
    typer.echo(w("For {login}, until {time}:", login=issued.login, time=_moment(issued.until)))
    typer.echo(issued.code)


@app.command(help=_("Suspend somebody from playing. The reason is shown to that person."))
def suspend(
    who: Who,
    reason: Annotated[str, typer.Option(help=_("The reason, as that person will read it."))],
    days: Annotated[int | None, typer.Option(min=1, help=_("For how long; without it, until it is lifted."))] = None,
    database: Database = None,
    config: Config = None,
) -> None:
    from tavl.server.accounts.administration import COMMAND

    known = _done(database, config, lambda administration: administration.suspend(COMMAND, who, reason, days))
    w = chosen_words(None)
    typer.echo(w("{name} is suspended.", name=known.name))


@app.command("copy-token", help=_("Make a token that lets a venue's server show its tournaments here."))
def copy_token(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("The venue's name; a token of that name is replaced."))],
    database: Database = None,
    config: Config = None,
) -> None:
    from tavl.server.accounts.administration import COMMAND

    token = _done(database, config, lambda administration: administration.copy_token(COMMAND, name))
    w = chosen_words(None)
    typer.echo(w("It is shown only once. At the venue: tavl serve --venue --copy-to URL --copy-token TOKEN"), err=True)
    typer.echo(token)


@app.command(help=_("Let somebody play again."))
def unsuspend(who: Who, database: Database = None, config: Config = None) -> None:
    from tavl.server.accounts.administration import COMMAND

    known = _done(database, config, lambda administration: administration.lift(COMMAND, who))
    w = chosen_words(None)
    typer.echo(w("{name} may play again.", name=known.name))


@app.command(help=_("List what players reported."))
def reports(
    everything: Annotated[bool, typer.Option("--all", help=_("Closed ones too."))] = False,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    found = _done(database, config, lambda administration: administration.reports(everything))
    if json:
        print_json(found)
        return
    w = chosen_words(None)
    if not found:
        typer.echo(w("There are no reports."))
    for report in found:
        typer.echo(f"{report.id}  {_moment(report.at)}  {report.reason}  {w('about {person}', person=report.about)}")
        if report.table:
            typer.echo(f"    /t/{report.table}")
        if report.text:
            typer.echo(f"    {' '.join(report.text.split())}")
        if report.closed:
            typer.echo(f"    {w('closed')}: {report.outcome or '-'}")


@app.command(help=_("Close a report, with a note on what was done."))
def close(
    report: Annotated[str, typer.Argument(metavar="ID", help=_("As `tavl admin reports` lists it."))],
    outcome: Annotated[str, typer.Option(help=_("What was done about it."))] = "",
    database: Database = None,
    config: Config = None,
) -> None:
    from tavl.server.accounts.administration import COMMAND

    _done(database, config, lambda administration: administration.close_report(COMMAND, report, outcome))
    w = chosen_words(None)
    typer.echo(w("The report is closed."))


@app.command(help=_("List what administrators did: when, who, what, to whom."))
def log(database: Database = None, config: Config = None, json: Json = False) -> None:
    found = _done(database, config, lambda administration: administration.acts())
    if json:
        print_json(found)
        return
    for act in found:
        typer.echo(f"{_moment(act.at)}  {act.by}  {act.act}  {act.about or '-'}  {act.note or ''}".rstrip())


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
