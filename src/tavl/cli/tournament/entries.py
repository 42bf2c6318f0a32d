"""Entries: entered, approved, refused, moved up, checked in, withdrawn (T1.4)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.language import _
from tavl.cli.tournament.desk import (
    BEFORE,
    Desk,
    DivisionArgument,
    DivisionOption,
    Shown,
    Why,
    command,
    file_error_text,
)
from tavl.cli.tournament.money import take_payment
from tavl.tournament import acts
from tavl.tournament.draws.late_entries import late_places
from tavl.tournament.files.archive import ArchivedPerson, folded
from tavl.tournament.files.csv_format import read as read_sheet
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.sheet_columns import ENTRIES
from tavl.tournament.registry import ACTIVE
from tavl.tournament.state import Status

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help=_("Names, or three letters of them."))]
Name = Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))]


def person_named(desk: Desk, name: str) -> str:
    """The person with this full name: somebody in the file, or somebody new."""
    name = " ".join(name.split())
    if not name or len(name) > 100 or not name.isprintable():
        fail(desk.w("This is not a name: {name}.", name=name[:60]))
    known = [id for id in desk.people_called(name) if desk.name(id).casefold() == name.casefold() or id == name]
    return desk.person(name, known) if known else desk.file.person(name, desk.at)


def anybody(desk: Desk, name: str) -> str:
    """Somebody the file knows, or a new name: a spectator, a committee member from outside."""
    return desk.person(name) if desk.people_called(name) else person_named(desk, name)


@command("approval", _("Approve entries as they come, or one by one (T1.4.i)."), BEFORE)
def approval(
    desk: Desk,
    division: DivisionArgument = None,
    standing: Annotated[
        bool, typer.Option("--as-they-come/--one-by-one", help=_("As they come, unless one by one is given."))
    ] = True,
) -> None:
    desk.do(acts.SetStandingApproval(desk.division(division), standing))


@command("enter", _("Enter players, by name or from a CSV file; partners with a slash: Anna/Bo."), BEFORE)
def enter(
    desk: Desk,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help=_("Full names."))] = None,
    division: DivisionOption = None,
    rating: Annotated[str | None, typer.Option(metavar="N", help=_("The rating, such as 1043.10."))] = None,
    club: Annotated[str | None, typer.Option(metavar="NAME", help=_("Kept apart as long as possible."))] = None,
    family: Annotated[str | None, typer.Option(metavar="NAME", help=_("Kept apart as long as possible."))] = None,
    country: Annotated[str | None, typer.Option(metavar="CODE", help=_("Kept apart as long as possible."))] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("A sheet with name, club, country, rating, event."))
    ] = None,
    here: Annotated[bool, typer.Option("--here", help=_("They are here: check them in."))] = False,
    paid: Annotated[bool, typer.Option("--paid", help=_("They have paid the fee."))] = False,
) -> None:
    if not names and csv is None:
        fail(desk.w("Say whom to enter: names, or --csv FILE."))
    hundredths = _hundredths(desk, rating)
    for name in names or ():
        enter_player(
            desk,
            name,
            desk.division(division),
            rating=hundredths,
            family=family,
            club=club,
            country=country,
            here=here,
            paid=paid,
        )
    if csv is not None:
        enter_sheet(desk, csv, division, here, paid)


def enter_sheet(desk: Desk, csv: Path, division: str | None, here: bool, paid: bool) -> None:
    try:
        taken = read_sheet(ENTRIES, csv.read_bytes())
    except FileError as error:
        fail(f"{csv}: {file_error_text(desk.w, error)}")
    except (*TROUBLE, ValueError) as error:
        fail(desk.w("{file} cannot be read: {problem}", file=str(csv), problem=trouble(error)))
    for row in taken.rows:
        name = " / ".join(str(row[part]) for part in ("name", "partner") if row[part])
        rating = row["rating"] if isinstance(row["rating"], int) else None
        club, country, event = (str(row[part]) if row[part] else None for part in ("club", "country", "event"))
        enter_player(
            desk,
            name,
            desk.division(event or division),
            rating=rating,
            club=club,
            country=country,
            here=here,
            paid=paid or row["paid"] is True,
        )


def enter_player(
    desk: Desk,
    name: str,
    division: str,
    *,
    rating: int | None = None,
    family: str | None = None,
    club: str | None = None,
    country: str | None = None,
    here: bool = False,
    paid: bool = False,
) -> None:
    members = tuple(person_named(desk, part) for part in name.split("/"))
    for person in members:
        known = desk.file.people[person]
        more = {"club": club or known.club, "country": country or known.country}
        desk.file.people[person] = ArchivedPerson(id=person, name=known.name, numbers=known.numbers, **more)
    events = desk.do(
        acts.Enter(division, members, rating=rating, family=_opaque(family), club=_code(club), country=_code(country))
    )
    entry = next(desk.state.entries[each.entry] for each in events if isinstance(each, acts.Entered))
    if here and entry.status is Status.APPROVED:
        desk.do(acts.CheckIn(entry.id))
    if paid:
        take_payment(desk, members[0], None)


def _code(name: str | None) -> str | None:
    """A club as the draw knows it: the same for the same name, however it is written."""
    return "-".join(folded(name).split()) or None if name else None


def _opaque(name: str | None) -> str | None:
    """The stream tells families apart without naming them."""
    return hashlib.sha256(folded(name).encode()).hexdigest()[:12] if name else None


def _hundredths(desk: Desk, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        value = round(float(text.replace(",", ".")) * 100)
    except (ValueError, OverflowError):
        fail(desk.w("{field} cannot be read: {found}", field="rating", found=text[:40]))
    return value


@command("check-in", _("Check players in."), BEFORE)
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
        str, typer.Option("--report", metavar="TEXT", help=_("What to tell the federation (T1.4.iii)."))
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


@command("withdraw", _("Players withdraw; their opponents have walkovers."), BEFORE)
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
    comes: Annotated[str, typer.Argument(metavar="COMES", help=_("The full name of the player who comes in."))],
    why: Why = "",
) -> None:
    entry = desk.entry(leaves, None, Status.APPROVED)
    leaving = desk.person(leaves, entry.members)
    desk.do(acts.ReplaceMember(entry.id, leaving, person_named(desk, comes), why))


@command("late-entry", _("Enter somebody after the draw, in a bye's place; without MATCH, list the places."), BEFORE)
def late_entry(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("The full name."))],
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help=_("The match with the bye."))] = None,
    division: DivisionOption = None,
    here: Annotated[bool, typer.Option("--here", help=_("They are here: check them in."))] = False,
    why: Why = "",
    out: Annotated[
        bool,
        typer.Option(
            "--out", help=_("If there is no place left for the loser of that match: they are out, with a reason.")
        ),
    ] = False,
) -> Shown | None:
    id = desk.division(division)
    free = list(late_places(desk.state, id))
    if match is None:
        lines = [f"{desk.short(each)}  {_alone(desk, each)}" for each in free]
        return Shown(lines or [desk.w("No bye is open.")], free)
    enter_player(desk, name, id, here=here)
    entry = desk.entry(name, id, Status.APPROVED)
    wanted = next((each for each in free if match in (each, desk.short(each))), match)
    desk.do(acts.PlaceLateEntry(entry.id, wanted, reason=why, play_in=not out))
    return None


def _alone(desk: Desk, match: str) -> str:
    known = [slot.entrant for slot in desk.flow.standings[match].slots if hasattr(slot, "entrant")]
    return ", ".join(desk.entrant(entry) for entry in known)
