"""Before the draw: the invitation, staff, tables and entries (T1.1 to T1.4)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from tavl.cli.common import TROUBLE, _, chosen_words, fail, trouble
from tavl.cli.tournament.desk import (
    BEFORE,
    Desk,
    DivisionArgument,
    DivisionOption,
    File,
    Json,
    Language,
    Shown,
    Why,
    app,
    command,
    opened,
    report,
    told,
    written,
)
from tavl.cli.tournament.draws import promise_next
from tavl.cli.tournament.file import TournamentFile, now_ms
from tavl.cli.tournament.invitation import Plan, Unreadable, invitation_of, places_of, read_division, read_plan
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.money import take_payment
from tavl.i18n import Words
from tavl.tournament import Role, acts
from tavl.tournament.acts.running import Place
from tavl.tournament.draws.graph import Bye
from tavl.tournament.files.archive import Person, folded
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.sheet import read as read_sheet
from tavl.tournament.files.sheets import ENTRIES
from tavl.tournament.matches.flow import match_id
from tavl.tournament.money.money import MoneyError
from tavl.tournament.registry import ACTIVE
from tavl.tournament.state import Status

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help=_("Names, or three letters of them."))]
Name = Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))]


@app.command("new", help=_("Make a tournament, and open its entries."), rich_help_panel=BEFORE)
def new(
    file: File,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help=_("What it is called."))] = None,
    director: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who directs it; several times."))
    ] = None,
    helper: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_("Who helps; several times."))] = None,
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
    currency: Annotated[str | None, typer.Option(metavar="CODE", help=_("DKK, if nothing is said."))] = None,
    tables: Annotated[int | None, typer.Option(metavar="N", help=_("So many tables."))] = None,
    sanctioned: Annotated[
        bool | None, typer.Option("--sanctioned/--unsanctioned", help=_("By the federation (T1.1)."))
    ] = None,
    licensed: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who holds a licence to direct (T1.2); several times."))
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
    w, at = chosen_words(language), now_ms()
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
        invitation = invitation_of(plan, lambda text: instant(w, text, at), at, before.invitation if before else None)
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
        desk.do(acts.SetPlaces(places, plan.clocks or (before.clocks if before else 0)), by)
    for id in desk.state.divisions:
        # At a desk whoever is typed in is meant to play; `approval --one-by-one` changes it (T1.4.i).
        desk.do(acts.SetStandingApproval(id, True), by)
    if not draft:
        open_entries(desk)


def open_entries(desk: Desk) -> None:
    desk.do(acts.OpenEntries())
    for id in desk.state.divisions:
        promise_next(desk, id)


def person_named(desk: Desk, name: str) -> str:
    """Whom a whole name means: somebody the file knows, or somebody new."""
    name = " ".join(name.split())
    if not name or len(name) > 100 or not name.isprintable():
        fail(desk.w("This is not a name: {name}.", name=name[:60]))
    known = [id for id in desk.people_called(name) if desk.name(id).casefold() == name.casefold() or id == name]
    return desk.person(name, known) if known else desk.file.person(name, desk.at)


@command("open", _("Open the entries of a draft; from now on the invitation is frozen."), BEFORE)
def open_(desk: Desk) -> None:
    open_entries(desk)


@command("staff", _("Appoint directors and helpers, or dismiss them."), BEFORE)
def staff(
    desk: Desk,
    director: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who directs it; several times."))
    ] = None,
    helper: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_("Who helps; several times."))] = None,
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
) -> None:
    count = int(names[0]) if len(names) == 1 and names[0].isdecimal() and len(names[0]) < 5 else None
    places = places_of(count) if count is not None else tuple(Place(id=name) for name in names)
    desk.do(acts.SetPlaces(places, clocks))


@command("division", _("Add a division."), BEFORE)
def division(
    desk: Desk,
    spec: Annotated[str, typer.Argument(metavar="SPEC", help=_("As with `new`: jackpot2:jackpot:5."))],
    why: Why = "",
) -> None:
    try:
        terms = read_division(spec, lambda text: instant(desk.w, text, desk.at))
    except Unreadable as error:
        fail(desk.w("{field} cannot be read: {found}", field=error.field, found=error.found))
    desk.do(acts.AddDivision(terms, why))
    desk.do(acts.SetStandingApproval(terms.id, True))
    if desk.state.phase == "open":
        promise_next(desk, terms.id)


@command("approval", _("Approve entries as they come, or one by one (T1.4.i)."), BEFORE)
def approval(
    desk: Desk,
    division: DivisionArgument = None,
    standing: Annotated[
        bool, typer.Option("--as-they-come/--one-by-one", help=_("As they come, if nothing is said."))
    ] = True,
) -> None:
    desk.do(acts.SetStandingApproval(desk.division(division), standing))


@command("enter", _("Enter players, by name or from a CSV file; partners with a slash: Anna/Bo."), BEFORE)
def enter(
    desk: Desk,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help=_("Whole names."))] = None,
    division: DivisionOption = None,
    rating: Annotated[str | None, typer.Option(metavar="N", help=_("The rating, such as 1043.10."))] = None,
    club: Annotated[str | None, typer.Option(metavar="NAME", help=_("Kept apart as long as can be."))] = None,
    family: Annotated[str | None, typer.Option(metavar="NAME", help=_("Kept apart as long as can be."))] = None,
    country: Annotated[str | None, typer.Option(metavar="CODE", help=_("Kept apart as long as can be."))] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("A sheet with name, club, country, rating, event."))
    ] = None,
    here: Annotated[bool, typer.Option("--here", help=_("They are here: check them in."))] = False,
    paid: Annotated[bool, typer.Option("--paid", help=_("They have paid what it costs."))] = False,
) -> None:
    if not names and csv is None:
        fail(desk.w("Say whom to enter: names, or --csv FILE."))
    hundredths = _hundredths(desk, rating)
    for name in names or ():
        _enter(desk, name, desk.division(division), hundredths, family, club, country, here, paid)
    if csv is not None:
        enter_sheet(desk, csv, division, here, paid)


def enter_sheet(desk: Desk, csv: Path, division: str | None, here: bool, paid: bool) -> None:
    try:
        taken = read_sheet(ENTRIES, csv.read_bytes())
    except FileError as error:
        fail(f"{csv}: {told(desk.w, error)}")
    except (*TROUBLE, ValueError) as error:
        fail(desk.w("{file} cannot be read: {problem}", file=str(csv), problem=trouble(error)))
    for row in taken.rows:
        name = " / ".join(str(row[part]) for part in ("name", "partner") if row[part])
        rating = row["rating"] if isinstance(row["rating"], int) else None
        club, country, event = (str(row[part]) if row[part] else None for part in ("club", "country", "event"))
        _enter(
            desk, name, desk.division(event or division), rating, None, club, country, here, paid or row["paid"] is True
        )


def _enter(
    desk: Desk,
    name: str,
    division: str,
    rating: int | None,
    family: str | None,
    club: str | None,
    country: str | None,
    here: bool,
    paid: bool,
) -> None:
    members = tuple(person_named(desk, part) for part in name.split("/"))
    for person in members:
        known = desk.file.people[person]
        more = {"club": club or known.club, "country": country or known.country}
        desk.file.people[person] = Person(id=person, name=known.name, numbers=known.numbers, **more)
    events = desk.do(
        acts.Enter(division, members, rating=rating, family=_opaque(family), club=_code(club), country=_code(country))
    )
    entry = desk.state.entries[events[0].entry]  # type: ignore[union-attr]
    if here and entry.status is Status.APPROVED:
        desk.do(acts.CheckIn(entry.id))
    if paid:
        take_payment(desk, members[0], None)


def _code(name: str | None) -> str | None:
    """A club as the draw knows it: the same for the same name, however it is written."""
    return "-".join(folded(name).split()) or None if name else None


def _opaque(name: str | None) -> str | None:
    """A family is told apart in the stream, and not named."""
    return hashlib.sha256(folded(name).encode()).hexdigest()[:12] if name else None


def _hundredths(desk: Desk, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        value = round(float(text.replace(",", ".")) * 100)
    except (ValueError, OverflowError):
        fail(desk.w("{field} cannot be read: {found}", field="rating", found=text[:40]))
    return value


@command("check-in", _("Players are here."), BEFORE)
def check_in(
    desk: Desk,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME...]", help=_("Names, or three letters of them."))
    ] = None,
    everybody: Annotated[bool, typer.Option("--all", help=_("Everybody who has entered."))] = False,
    division: DivisionOption = None,
) -> None:
    found = [desk.entry(name, division, Status.APPROVED) for name in names or ()]
    if everybody:
        only = None if division is None else desk.division(division)
        found += [
            e
            for e in desk.state.entries.values()
            if e.status is Status.APPROVED and not e.checked_in and only in (None, e.division)
        ]
    if not found:
        fail(desk.w("Say who is here: names, or --all."))
    for entry in found:
        desk.do(acts.CheckIn(entry.id))


@command("approve", _("Approve entries (T1.4.i)."), BEFORE)
def approve(desk: Desk, names: Names, division: DivisionOption = None) -> None:
    for name in names:
        desk.do(acts.ApproveEntry(desk.entry(name, division, Status.PENDING).id))


@command("refuse", _("Refuse an entry, with an explanation for the player (T1.4.i)."), BEFORE)
def refuse(
    desk: Desk,
    name: Name,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help=_("The explanation, which only they see."))] = "",
    federation: Annotated[
        str, typer.Option("--report", metavar="TEXT", help=_("What the federation is told (T1.4.iii)."))
    ] = "",
    division: DivisionOption = None,
) -> None:
    desk.do(acts.RefuseEntry(desk.entry(name, division, *ACTIVE).id, why, federation))


@command("offer", _("Offer a higher division; they are in neither until they answer (T1.4.ii)."), BEFORE)
def offer(
    desk: Desk,
    name: Name,
    division: Annotated[str, typer.Argument(metavar="DIVISION", help=_("The higher division."))],
    why: Why = "",
) -> None:
    desk.do(acts.OfferHigher(desk.entry(name, None, *ACTIVE).id, desk.division(division), why))


@command("accept", _("A player accepts the higher division."), BEFORE)
def accept(desk: Desk, name: Name) -> None:
    entry = desk.entry(name, None, Status.OFFERED)
    desk.do(acts.AnswerOffer(entry.id, True), entry.members[0])


@command("decline", _("A player declines the higher division, and is out of the lower one."), BEFORE)
def decline(desk: Desk, name: Name) -> None:
    entry = desk.entry(name, None, Status.OFFERED)
    desk.do(acts.AnswerOffer(entry.id, False), entry.members[0])


@command("admit", _("Give somebody on the waiting list a place."), BEFORE)
def admit(desk: Desk, name: Name, division: DivisionOption = None) -> None:
    entry = desk.entry(name, division, Status.WAITING)
    desk.do(acts.AdmitEntry(entry.id))
    if desk.state.divisions[entry.division].standing_approval:
        desk.do(acts.ApproveEntry(entry.id))


@command("withdraw", _("Players withdraw; whom they were to meet has a walkover."), BEFORE)
def withdraw(desk: Desk, names: Names, why: Why = "", division: DivisionOption = None) -> None:
    for name in names:
        desk.do(acts.WithdrawEntry(desk.entry(name, division, *ACTIVE).id, why))


@command("reason", _("Tell the federation why somebody was refused or moved (T1.4.iii)."), BEFORE)
def reason(desk: Desk, name: Name, text: Annotated[str, typer.Argument(metavar="TEXT", help=_("The reason."))]) -> None:
    desk.do(acts.GiveEntryReason(desk.entry(name).id, text))


@command("replace", _("A reserve takes the place of a partner, between matches."), BEFORE)
def replace_(
    desk: Desk,
    leaves: Annotated[str, typer.Argument(metavar="LEAVES", help=_("Who leaves the pair or team."))],
    comes: Annotated[str, typer.Argument(metavar="COMES", help=_("The whole name of who comes."))],
    why: Why = "",
) -> None:
    entry = desk.entry(leaves, None, Status.APPROVED)
    leaving = desk.person(leaves, entry.members)
    desk.do(acts.ReplaceMember(entry.id, leaving, person_named(desk, comes), why))


@command(
    "late-entry", _("Enter somebody after the draw, into a bye's place; without MATCH the places are listed."), BEFORE
)
def late_entry(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("The whole name."))],
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help=_("The match with the bye."))] = None,
    division: DivisionOption = None,
    here: Annotated[bool, typer.Option("--here", help=_("They are here: check them in."))] = False,
) -> Shown | None:
    id = desk.division(division)
    terms = desk.state.divisions[id]
    free = [
        match_id(id, p.id)
        for p in terms.pairings
        if Bye() in p.sources
        and not any(
            m in desk.state.matches and desk.state.matches[m].players
            for m in desk.flow.followers(match_id(id, p.id))[:1]
        )
    ]
    if match is None:
        lines = [f"{desk.short(each)}  {_alone(desk, each)}" for each in free]
        return Shown(lines or [desk.w("No bye's place is open.")], free)
    _enter(desk, name, id, None, None, None, None, here, False)
    entry = desk.entry(name, id, Status.APPROVED)
    wanted = next((each for each in free if match in (each, desk.short(each))), match)
    desk.do(acts.PlaceLateEntry(entry.id, wanted))
    return None


def _alone(desk: Desk, match: str) -> str:
    known = [slot.entrant for slot in desk.flow.standings[match].slots if hasattr(slot, "entrant")]
    return ", ".join(desk.entrant(entry) for entry in known)
