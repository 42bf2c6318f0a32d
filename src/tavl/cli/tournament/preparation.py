"""Before the draw: the invitation, the staff, the tables (T1.1 to T1.3)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from tavl.cli.clock import clock_of
from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.language import _, chosen_words
from tavl.cli.tournament.desk import (
    BEFORE,
    Desk,
    File,
    Json,
    Language,
    Why,
    app,
    command,
    opened,
    report,
    written,
)
from tavl.cli.tournament.draws import promise_next
from tavl.cli.tournament.entries import person_named
from tavl.cli.tournament.invitation import Plan, Unreadable, invitation_of, places_of, read_division, read_plan
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.tournament_file import TournamentFile
from tavl.i18n import Words
from tavl.rules.refusal import Refused
from tavl.table.acts import Equipment
from tavl.tournament import Role, Tournament, acts
from tavl.tournament.acts.tables_and_calls import Place
from tavl.tournament.money.amounts import MoneyError


@app.command("new", help=_("Make a tournament, and open its entries."), rich_help_panel=BEFORE)
def new(
    context: typer.Context,
    file: File,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help=_("What it is called."))] = None,
    director: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who directs it; may be repeated."))
    ] = None,
    helper: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_("Who helps; may be repeated."))] = None,
    division: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help=_("Name, format and a length for each stage: open:consolation:7/9:5:3, b:swiss:5:rounds=7."),
        ),
    ] = None,
    fee: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help=_("What an entry costs, and its registration: open:500:50.")),
    ] = None,
    prize: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help=_("Stage, its part of the fund, its places: open:main:60%:50%,25%,25%.")),
    ] = None,
    pool: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help=_("A side pool, its price and places: open:side:100:3/4,1/4.")),
    ] = None,
    currency: Annotated[str | None, typer.Option(metavar="CODE", help=_("The currency (DKK)."))] = None,
    tables: Annotated[int | None, typer.Option(metavar="N", help=_("How many tables."))] = None,
    sanctioned: Annotated[
        bool | None, typer.Option("--sanctioned/--unsanctioned", help=_("By the federation (T1.1)."))
    ] = None,
    licensed: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who holds a licence to direct (T1.2); may be repeated."))
    ] = None,
    observer_fee: Annotated[str | None, typer.Option(metavar="AMOUNT", help=_("For an observer (T1.3.iii)."))] = None,
    starts: Annotated[str | None, typer.Option(metavar="TIME", help=_("When it starts."))] = None,
    like: Annotated[
        Path | None, typer.Option(metavar="OTHER", help=_("Take terms, tables and staff from another tournament."))
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="PLAN", help=_("A TOML or JSON file with the names of these options.")),
    ] = None,
    draft: Annotated[bool, typer.Option("--draft", help=_("Do not open the entries yet."))] = False,
    preview: Annotated[bool, typer.Option("--preview", help=_("Show what would be made; write nothing."))] = False,
    json: Json = False,
    language: Language = None,
) -> None:
    w, at = chosen_words(language), clock_of(context)()
    plan = _plan(w, source)
    given = {
        "title": title,
        "director": director,
        "helper": helper,
        "division": division,
        "fee": fee,
        "prize": prize,
        "pool": pool,
        "currency": currency,
        "tables": tables,
        "sanctioned": sanctioned,
        "licensed": licensed,
        "observer_fee": observer_fee,
        "starts": starts,
    }
    plan = replace(plan, **{name: value for name, value in given.items() if value not in (None, [])})
    last = opened(w, like) if like else None
    desk = Desk(w, TournamentFile.new(at), at)
    _create(desk, plan, last, draft)
    if not preview:
        written(w, file, desk.file, None)
    report(json, {"tournament": desk.file.stream, "invitation": desk.state.invitation}, desk.happened())


def _plan(w: Words, source: Path | None) -> Plan:
    try:
        return read_plan(source) if source else Plan()
    except Unreadable as error:
        fail(w("{field} cannot be read: {found}", field=error.field, found=error.found))
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be read: {problem}", file=str(source), problem=trouble(error)))


def _create(desk: Desk, plan: Plan, last: TournamentFile | None, draft: bool) -> None:
    w, at, file = desk.w, desk.at, desk.file
    if last is not None:
        file.people.update(last.people)  # the same people keep their ids, and are found by name
    before = last.state if last else None

    def staff(names: list[str], role: Role) -> list[str]:
        taken = [p for p, r in before.staff.items() if r is role] if before and not names else []
        return taken or [person_named(desk, name) for name in names]

    directors, helpers = staff(plan.director, Role.DIRECTOR), staff(plan.helper, Role.HELPER)
    if not directors:
        fail(w.refusal("no_director", "T1.3.i"))
    licensed = [person_named(desk, name) for name in plan.licensed] or sorted(before.licensed if before else ())
    title = plan.title or (before.title if before else "")
    try:
        invitation = invitation_of(
            plan, lambda text: instant(w, text, at, ahead=True), at, before.invitation if before else None
        )
    except Unreadable as error:
        fail(w("{field} cannot be read: {found}", field=error.field, found=error.found))
    except MoneyError as error:
        fail(f"{error.field}: {w.fault(error.code, found=error.found)}")
    by = directors[0]
    desk.do(acts.CreateTournament(title, invitation, tuple(directors), tuple(licensed)), by)
    for person in helpers:
        desk.do(acts.Appoint(person, Role.HELPER), by)
    places = places_of(plan.tables) if plan.tables is not None else before.places if before else ()
    if places:
        desk.do(acts.SetPlaces(places, **_lent(plan, before)), by)
    for id in desk.state.divisions:
        # At a desk whoever is typed in is meant to play; `approval --one-by-one` changes it (T1.4.i).
        desk.do(acts.SetStandingApproval(id, True), by)
    if not draft:
        open_entries(desk)


def _lent(plan: Plan, before: Tournament | None) -> dict[str, int]:
    """What can be lent to any table: as the plan says, else as last time."""
    stock = before.stock if before else {}
    had = {
        "clocks": before.clocks if before else 0,
        "boards": stock.get(Equipment.BOARD, 0),
        "cups": stock.get(Equipment.LIPPED_CUPS, 0),
        "dice": stock.get(Equipment.PRECISION_DICE, 0),
        "boxes": stock.get(Equipment.BAFFLE_BOX, 0),
    }
    return {name: getattr(plan, name) or count for name, count in had.items()}


def open_entries(desk: Desk) -> None:
    desk.do(acts.OpenEntries())
    for id in desk.state.divisions:
        promise_next(desk, id)


@command("open", _("Open the entries of a draft; from now on the invitation is frozen."), BEFORE)
def open_(desk: Desk) -> None:
    open_entries(desk)


@command("staff", _("Appoint directors and helpers, or dismiss them."), BEFORE)
def staff(
    desk: Desk,
    director: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who directs it; may be repeated."))
    ] = None,
    helper: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_("Who helps; may be repeated."))] = None,
    dismiss: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_("Who leaves the staff."))] = None,
    why: Why = "",
) -> None:
    if not (director or helper or dismiss):
        fail(desk.w("Say whom: --director, --helper or --dismiss."))
    for name in director or ():
        desk.do(acts.Appoint(person_named(desk, name), Role.DIRECTOR))
    for name in helper or ():
        desk.do(acts.Appoint(person_named(desk, name), Role.HELPER))
    for name in dismiss or ():
        desk.do(acts.Dismiss(desk.person(name, desk.state.staff), why))


@command("tables", _("Say which tables there are: a number, or their names."), BEFORE)
def tables(
    desk: Desk,
    names: Annotated[list[str], typer.Argument(metavar="N|NAME...", help=_("16, or A1 A2 B1."))],
    clocks: Annotated[int, typer.Option(metavar="N", help=_("Clocks that are not fixed to a table."))] = 0,
    boards: Annotated[
        int, typer.Option(metavar="N", help=_("Boards of 44 x 55 to 66 x 88 cm that can be lent (T3.1)."))
    ] = 0,
    cups: Annotated[int, typer.Option(metavar="N", help=_("Pairs of lipped cups that can be lent (T3.2)."))] = 0,
    dice: Annotated[int, typer.Option(metavar="N", help=_("Sets of precision dice that can be lent (T3.3)."))] = 0,
    boxes: Annotated[int, typer.Option(metavar="N", help=_("Baffle boxes that can be lent (T3.4)."))] = 0,
    has: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE=WHAT", help=_("What belongs to a table: A1=50x60,cups,dice,box,clock.")),
    ] = None,
) -> None:
    count = int(names[0]) if len(names) == 1 and names[0].isdecimal() and len(names[0]) < 5 else None
    places = places_of(count) if count is not None else tuple(Place(id=name) for name in names)
    for text in has or ():
        id, _equals, what = text.partition("=")
        if id not in {place.id for place in places}:
            desk.refused(Refused(code="no_such_place_here", rule="T2.1", facts={"place": id}))
        places = tuple(_with_own(desk, place, what) if place.id == id else place for place in places)
    desk.do(acts.SetPlaces(places, clocks, boards, cups, dice, boxes))


def _with_own(desk: Desk, place: Place, text: str) -> Place:
    """A table with what belongs to it: `50x60,cups,dice,box,clock`."""
    for word in filter(None, (part.strip().casefold() for part in text.split(","))):
        size = re.fullmatch(r"(\d{1,3})x(\d{1,3})", word)
        if size:
            place = replace(place, board=(int(size[1]), int(size[2])))
        elif word in ("cups", "dice", "box", "clock"):
            place = replace(place, **{word: True})
        else:
            fail(desk.w("{field} cannot be read: {found}", field="--has", found=word))
    return place


@command("division", _("Add a division."), BEFORE)
def division(
    desk: Desk,
    spec: Annotated[str, typer.Argument(metavar="SPEC", help=_("As with `new`: jackpot2:jackpot:5."))],
    why: Why = "",
) -> None:
    try:
        terms = read_division(spec, lambda text: instant(desk.w, text, desk.at, ahead=True))
    except Unreadable as error:
        fail(desk.w("{field} cannot be read: {found}", field=error.field, found=error.found))
    desk.do(acts.AddDivision(terms, why))
    desk.do(acts.SetStandingApproval(terms.id, True))
    if desk.state.phase == "open":
        promise_next(desk, terms.id)
