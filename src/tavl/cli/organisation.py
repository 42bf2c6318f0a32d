"""`tavl organisation`: the work of officers, from the machine that the server runs on.

It works on the database itself, in the name of the organisation's chair: on PostgreSQL at any time; on an SQLite file
while no server has it open. Otherwise the organisation's own desk page does the same.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from tavl.cli.database import Config, Database, Json, errors_in_one_line, must_exist, settings_for
from tavl.cli.errors import fail
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.i18n import Words

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.organisation.acts import AnyAction
    from tavl.server.accounts.identity import Identity
    from tavl.server.messages.organisations import OrganisationState
    from tavl.server.service import Service
    from tavl.tournament.files.errors import FileError

T = TypeVar("T")
Id = Annotated[str, typer.Argument(metavar="ORGANISATION", help=_("Its id, or its name."))]
Who = Annotated[str, typer.Argument(metavar="PERSON", help=_("A login name, a member number, or a person's id."))]
Until = Annotated[str | None, typer.Option(help=_("The last day, such as 2027-12-31; without it there is no end."))]
Given = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, readable=True)]

app = typer.Typer(
    help=_("Federations and clubs: member lists, licences, suspensions, reports, ratings and series."),
    no_args_is_help=True,
)


class Office:
    """An organisation on the database, and its chair, in whose name everything is done."""

    def __init__(self, service: Service, id: str, chair: Identity) -> None:
        self.service, self.id, self.chair = service, id, chair

    async def state(self) -> OrganisationState:
        from tavl.server.organisations import views

        s = self.service
        return await views.state_for(
            self.id, self.chair, s.store, s.organisations, s.organisation_people, s.tournaments, s.clock()
        )

    async def act(self, action: AnyAction) -> bool:
        """False: nothing has changed."""
        from tavl.tournament import By

        act = f"{self.chair.person}:cli-{secrets.token_hex(10)}"
        done = await self.service.organisations.act(self.id, By(self.chair.person), action, act)
        return not done.repeated

    async def person(self, text: str) -> str:
        """By member number, by id within the organisation, by login name or id."""
        from tavl.organisation.personal_data import people_in

        numbers = await self.service.organisation_people.numbers(self.id)
        by_number = {each.number: person for person, each in numbers.items() if each.number}
        organisation = (await self.service.organisations.state(self.id)).organisation
        if text in by_number or text in people_in(organisation):
            return by_number.get(text, text)
        return (await self.service.administration.find(text)).id


def _done(database: str | None, config: Path | None, work: Callable[[Service], Awaitable[T]]) -> T:
    from tavl.tournament.files.errors import FileError

    w = chosen_words(None)
    with errors_in_one_line(w("A server has this file open. Use the organisation's own desk there, or stop it first.")):
        settings = settings_for(database, config)
        must_exist(settings)

        async def run() -> T:
            from tavl.server.metrics import Metrics
            from tavl.server.service import Service, open_store
            from tavl.server.wall_clock import Clock

            async with await open_store(settings) as store:
                return await work(Service(settings, store, Metrics(), Clock()))

        try:
            return asyncio.run(run())
        except FileError as error:
            _faults(w, error)


def _faults(w: Words, error: FileError) -> NoReturn:
    for each in error.faults[:20]:
        found = w("line {line}, {field}: {reason} {found}", **{n: getattr(each, n) for n in each.__struct_fields__})
        typer.echo(found.strip(), err=True)
    fail(w("Nothing was imported from this file."))


async def _office(service: Service, text: str) -> Office:
    """By id or by name."""
    from tavl.organisation.acts import Role
    from tavl.server.accounts.identity import Identity
    from tavl.server.errors import ApiError
    from tavl.server.organisations import views

    every = (await views.all_for(service.store, None)).organisations
    found = [each.id for each in every if text in (each.id, each.name)]
    if len(found) != 1:
        raise ApiError("not_found")
    officers = (await service.organisations.state(found[0])).organisation.officers
    chair = next(person for person, role in officers.items() if role is Role.CHAIR)
    return Office(service, found[0], Identity(person=chair, name=""))


def _on(id: str, database: str | None, config: Path | None, work: Callable[[Office], Awaitable[T]]) -> T:
    async def run(service: Service) -> T:
        return await work(await _office(service, id))

    return _done(database, config, run)


def _day_after(w: Words, text: str | None) -> int | None:
    """The instant at which a day ends."""
    if text is None:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        fail(w("Not a day: {text}. Write it as 2027-12-31.", text=text[:40]))
    return int((day + timedelta(days=1)).timestamp() * 1000)


def _say(w: Words, changed: bool) -> None:
    typer.echo(w("Done.") if changed else w("Nothing has changed."))


@app.command(help=_("Make an organisation."))
def new(
    name: str,
    chair: Annotated[str, typer.Option(help=_("A login name, or a person's id."))],
    federation: Annotated[bool, typer.Option(help=_("It sanctions tournaments and counts only those."))] = False,
    formula: Annotated[str, typer.Option(help=_("How its rating list is computed: danish or fibs."))] = "danish",
    database: Database = None,
    config: Config = None,
) -> None:
    from tavl.organisation import Charter, SanctionedClass, acts
    from tavl.organisation.charter import Kind

    kind = Kind.FEDERATION if federation else Kind.CLUB
    classes = (SanctionedClass(id="open", name="Open"),) if federation else ()
    charter = Charter(name=name, kind=kind, formula=formula, sanctioned_only=federation, classes=classes)

    async def work(service: Service) -> str:
        person = (await service.administration.find(chair)).id
        id, _made = await service.organisations.create(person, acts.CreateOrganisation(charter=charter), None)
        return id

    typer.echo(_done(database, config, work))


@app.command("list", help=_("List all organisations."))
def list_all(database: Database = None, config: Config = None, json: Json = False) -> None:
    async def work(service: Service) -> object:
        from tavl.server.organisations import views

        return (await views.all_for(service.store, None)).organisations

    found = _done(database, config, work)
    if json:
        print_json(found)
        return
    for each in found:  # type: ignore[attr-defined]
        typer.echo(f"{each.id}  {each.name}")


@app.command("import", help=_("Import a member list (CSV), all of it or nothing."))
def import_members(
    id: Id,
    file: Given,
    try_only: Annotated[bool, typer.Option("--try", help=_("Only show what would change."))] = False,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    data = file.read_bytes()
    made = _on(
        id,
        database,
        config,
        lambda office: office.service.organisation_imports.import_members(office.id, office.chair, data, try_only),
    )
    if json:
        print_json(made)
        return
    w = chosen_words(None)
    typer.echo(
        w(
            "{lines} lines, {added} new people, {changed} lines that change something.",
            lines=made.lines,
            added=made.added,
            changed=made.changed,
        )
    )


@app.command(help=_("Import the report of a tournament on another server. It counts once it is accepted."))
def receive(id: Id, file: Given, database: Database = None, config: Config = None) -> None:
    from tavl.organisation import submission

    data = file.read_bytes()

    async def work(office: Office) -> bool:
        done = await office.service.organisation_imports.receive(office.id, office.chair, submission.decode(data))
        return not done.repeated

    _say(chosen_words(None), _on(id, database, config, work))


@app.command(help=_("Accept a report: from now on it counts."))
def accept(id: Id, tournament: str, database: Database = None, config: Config = None) -> None:
    from tavl.organisation import acts

    action = acts.AcceptReport(tournament=tournament)
    _say(chosen_words(None), _on(id, database, config, lambda office: office.act(action)))


@app.command(help=_("Show reports and cases, waiting ones first."))
def inbox(id: Id, database: Database = None, config: Config = None, json: Json = False) -> None:
    state = _on(id, database, config, lambda office: office.state())
    desk = state.view.desk
    assert desk is not None
    if json:
        print_json({"reports": desk.reports, "cases": desk.cases})
        return
    w = chosen_words(None)
    for report in desk.reports:
        matches = w.plural("{n} match", "{n} matches", len(report.matches))
        typer.echo(f"{report.status:9} {report.tournament}  {report.title}, {matches}")
    for case in desk.cases:
        answered = case.summary or case.answer if case.answered_at is not None else w("not answered")
        typer.echo(f"{case.rule:9} {case.id}  {answered}")
    if not desk.reports and not desk.cases:
        typer.echo(w("The inbox is empty."))


@app.command(help=_("Print the rating list."))
def ratings(id: Id, database: Database = None, config: Config = None, json: Json = False) -> None:
    state = _on(id, database, config, lambda office: office.state())
    if json:
        print_json([{**_line(each), "name": state.names.get(each.person, "")} for each in state.view.ratings])
        return
    for each in state.view.ratings:
        typer.echo(f"{each.place:4}  {each.rating / 100:8.2f}  {each.matches:4}  {state.names.get(each.person, '')}")


def _line(each: object) -> dict[str, object]:
    return {name: getattr(each, name) for name in each.__struct_fields__}  # type: ignore[attr-defined]


@app.command(help=_("Print the standings of all series, or of one."))
def series(
    id: Id,
    which: Annotated[str | None, typer.Argument(metavar="SERIES")] = None,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    state = _on(id, database, config, lambda office: office.state())
    found = [each for each in state.view.series if which in (None, each.id)]
    w = chosen_words(None)
    if which is not None and not found:
        fail(w("There is no such series."))
    if json:
        print_json(found)
        return
    for each in found:
        typer.echo(each.name)
        for line in each.standings:
            typer.echo(f"{line.place:4}  {line.points:5}  {state.names.get(line.person, '')}")


@app.command(help=_("Give somebody a licence to direct sanctioned tournaments."))
def licence(id: Id, who: Who, until: Until = None, database: Database = None, config: Config = None) -> None:
    from tavl.organisation import acts

    w = chosen_words(None)
    last = _day_after(w, until)

    async def work(office: Office) -> bool:
        return await office.act(acts.GrantLicence(person=await office.person(who), until=last))

    _say(w, _on(id, database, config, work))


@app.command(help=_("Suspend somebody from tournaments, for a time or, where the clause allows it, for good."))
def suspend(
    id: Id,
    who: Who,
    rule: Annotated[str, typer.Option(help=_("The clause, such as T1.2."))],
    reason: Annotated[str, typer.Option()],
    until: Until = None,
    database: Database = None,
    config: Config = None,
) -> None:
    from tavl.organisation import acts

    w = chosen_words(None)
    last = _day_after(w, until)

    async def work(office: Office) -> bool:
        person = await office.person(who)
        return await office.act(acts.Suspend(person=person, rule=rule, reason=reason, until=last))

    _say(w, _on(id, database, config, work))
