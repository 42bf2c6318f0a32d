"""Closing, the report, and exported and imported files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.language import _
from tavl.cli.tournament.desk import FILES, Desk, DivisionOption, Shown, command, file_error_text, opened
from tavl.cli.tournament.entries import enter_player, enter_sheet
from tavl.cli.tournament.lookup import local
from tavl.i18n import later
from tavl.tournament import acts
from tavl.tournament.files import exports, trf
from tavl.tournament.files.calendar import calendar_file
from tavl.tournament.files.csv_format import Style
from tavl.tournament.files.errors import FileError
from tavl.tournament.report.closing import OpenItem, open_items
from tavl.tournament.report.report import digest, to_bytes
from tavl.tournament.report.report import report as report_of
from tavl.tournament.report.report import text as report_text
from tavl.tournament.state import Phase

OPEN = {
    "result": later("The result of {id} is not confirmed."),
    "match": later("{id} has not been played."),
    "case": later("Case {id} is open."),
    "reason": later("A reason is missing: {id}."),
    "money": later("The account of {id} does not read zero."),
    "entry": later("The entry of {id} is not answered."),
    "prizes": later("The prizes of {id} are not awarded."),
    "correction": later("A correction of {id} is asked for."),
}
SHEETS = ("results", "entries", "standings", "money")
ENDINGS = ("csv", "ics", "trf", "json", "txt", "tavl")


def open_line(desk: Desk, item: OpenItem) -> str:
    """What prevents closing, with its clause."""
    id = item.id
    if id in desk.flow.standings:
        id = desk.called(id)
    elif id in desk.state.entries:
        id = desk.entrant(id)
    elif id in desk.file.people:
        id = desk.name(id)
    template = OPEN.get(item.kind)
    problem = desk.w(template, id=id) if template else f"{item.kind}: {id}."
    return f"{problem.removesuffix('.')} ({item.rule})."


@command("close", _("Close the tournament; refused with a list of what is open."), FILES)
def close(desk: Desk) -> None:
    items = open_items(desk.state) if desk.state.phase is Phase.OPEN else []
    for item in items:
        typer.echo(f"  {open_line(desk, item)}", err=True)
    desk.do(acts.CloseTournament())


@command("report", _("The report to the federation: text, data or CSV."), FILES, writes=False)
def report(
    desk: Desk,
    text: Annotated[bool, typer.Option("--text", help=_("As text (the default)."))] = False,
    csv: Annotated[bool, typer.Option("--csv", help=_("The results as CSV."))] = False,
) -> Shown:
    if csv and text:
        fail(desk.w("Say one of --text, --json and --csv."))
    made = report_of(desk.state)
    names = {id: person.name for id, person in desk.file.people.items() if person.name}
    if csv:
        data = exports.results_sheet(desk.state, names)
        return Shown(data.decode().rstrip("\r\n").split("\r\n"), {"csv": data.decode()})
    lines = report_text(made, names).rstrip("\n").split("\n")
    still = open_items(desk.state) if desk.state.phase is Phase.OPEN else []
    lines += [f"SHA-256: {digest(made)}", *(open_line(desk, item) for item in still)]
    return Shown(lines, {"sha256": digest(made), "report": made, "names": names})


@command(
    "export",
    _("Write a file by its ending: .csv, .ics, .trf, .json (the report), .txt, .tavl (all of it)."),
    FILES,
    writes=False,
)
def export(
    desk: Desk,
    out: Annotated[Path, typer.Argument(metavar="OUT", help=_("A file to write, or - for standard output with --to."))],
    to: Annotated[
        str | None, typer.Option("--to", metavar="ENDING", help=_("csv, ics, trf, json, txt or tavl."))
    ] = None,
    what: Annotated[
        str, typer.Option(metavar="SHEET", help=_("Of a CSV file: results, entries, standings, money."))
    ] = "results",
    division: DivisionOption = None,
    excel: Annotated[bool, typer.Option("--excel", help=_("CSV with semicolons and decimal commas."))] = False,
) -> Shown:
    ending = to or out.suffix.lower().lstrip(".")
    try:
        data = _exported(desk, ending, what, division, Style.EXCEL if excel else Style.PLAIN)
    except FileError as error:
        fail(file_error_text(desk.w, error))
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return Shown()
    try:
        out.write_bytes(data)
    except (*TROUBLE, ValueError) as error:
        fail(desk.w("{file} cannot be written: {problem}", file=str(out), problem=trouble(error)))
    return Shown([desk.w("{file} is written.", file=str(out))], {"file": str(out), "bytes": len(data)})


def _exported(desk: Desk, ending: str, what: str, division: str | None, style: Style) -> bytes:
    state = desk.state
    names = {id: person.name for id, person in desk.file.people.items() if person.name}
    makers: dict[str, Callable[[], bytes]] = {
        "results": lambda: exports.results_sheet(state, names, style),
        "entries": lambda: exports.entries_sheet(state, names, style),
        "standings": lambda: exports.standings_sheet(state, desk.division(division), names, style),
        "money": lambda: exports.money_sheet(state, names, style),
        "ics": lambda: calendar_file(state, desk.file.stream, names, desk.at),
        "trf": lambda: exports.trf_file(state, desk.division(division), names),
        "json": lambda: to_bytes(report_of(state)) + b"\n",
        "txt": lambda: report_text(report_of(state), names).encode(),
        "tavl": desk.file.encoded,
    }
    if ending == "csv" and what not in SHEETS:
        fail(desk.w("{field} cannot be read: {found}", field="--what", found=what[:40]))
    if ending not in ENDINGS:
        fail(desk.w("Say with --to what to write: one of {formats}.", formats=", ".join(ENDINGS)))
    return makers[what if ending == "csv" else ending]()


@command(
    "import", _("Take in entries (.csv, .trf), or what has been added to this tournament elsewhere (.tavl)."), FILES
)
def import_(
    desk: Desk,
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help=_("A sheet of entries, a TRF file, or the same tournament."))
    ],
    division: DivisionOption = None,
) -> Shown | None:
    if source.suffix.lower() == ".csv":
        enter_sheet(desk, source, division, here=False, paid=False)
        return None
    if source.suffix.lower() == ".trf":
        _from_trf(desk, source, division)
        return None
    return _more_of_it(desk, source)


def _from_trf(desk: Desk, source: Path, division: str | None) -> None:
    try:
        found = trf.read(source.read_bytes())
    except FileError as error:
        fail(f"{source}: {file_error_text(desk.w, error)}")
    except (*TROUBLE, ValueError) as error:
        fail(desk.w("{file} cannot be read: {problem}", file=str(source), problem=trouble(error)))
    for player in found.players:
        enter_player(desk, player.name, desk.division(division), rating=player.rating, country=player.country or None)


def _more_of_it(desk: Desk, source: Path) -> Shown:
    """The same tournament, further on: events are never merged, so one of the two must be the other's beginning."""
    other = opened(desk.w, source)
    mine, theirs = desk.file.events, other.events
    if other.stream != desk.file.stream:
        fail(desk.w("{file} is a different tournament.", file=str(source)))
    shared = min(len(mine), len(theirs))
    if mine[:shared] != theirs[:shared]:
        first = next(n for n in range(shared) if mine[n] != theirs[n])
        when = desk.w.moment(local(mine[first].at), "short")
        fail(desk.w("The two files differ from {time} on; nothing was taken over.", time=when))
    taken = len(theirs) - shared
    if taken > 0:
        desk.file.take_over(other)
    data: dict[str, Any] = {"taken": taken}
    return Shown([desk.w.plural("{n} event was taken over.", "{n} events were taken over.", max(0, taken))], data)
