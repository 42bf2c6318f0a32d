"""A tournament's files over HTTP: who may get which, under what name; and a bracket for other pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tavl.organisation import submission
from tavl.server.errors import ApiError
from tavl.server.messages.tournaments import Bracket, BracketDivision, BracketMatch
from tavl.server.tournaments.stream import id_of
from tavl.tournament import By, Role, Tournament, view
from tavl.tournament.files import exports
from tavl.tournament.files.calendar import calendar_file
from tavl.tournament.files.csv_format import Style
from tavl.tournament.report.report import report, text, to_bytes

Names = Mapping[str, str]
CSV, ICS, PLAIN = "text/csv; charset=utf-8", "text/calendar; charset=utf-8", "text/plain; charset=utf-8"


class Asked(Struct, frozen=True):
    stream: str
    tournament: Tournament
    names: Names
    at: int
    division: str | None = None
    style: Style = Style.PLAIN

    @property
    def one_division(self) -> str:
        """The division asked for, or the only one."""
        divisions = self.tournament.divisions
        chosen = self.division or (next(iter(divisions)) if len(divisions) == 1 else "")
        if chosen not in divisions:
            raise ApiError("bad_value", field="division", problem=", ".join(divisions))
        return chosen


class FileKind(Struct, frozen=True):
    """A file that somebody can ask for; `staff`: only they."""

    name: str
    media: str
    make: Callable[[Asked], bytes]
    staff: bool = False


def _results(asked: Asked) -> bytes:
    return exports.results_sheet(asked.tournament, asked.names, asked.style, division=asked.division, public=True)


def _standings(asked: Asked) -> bytes:
    return exports.standings_sheet(asked.tournament, asked.one_division, asked.names, asked.style)


def _entries(asked: Asked) -> bytes:
    return exports.entries_sheet(asked.tournament, asked.names, asked.style, division=asked.division)


def _money(asked: Asked) -> bytes:
    return exports.money_sheet(asked.tournament, asked.names, asked.style)


def _calendar(asked: Asked) -> bytes:
    return calendar_file(asked.tournament, asked.stream, asked.names, asked.at)


def _trf(asked: Asked) -> bytes:
    return exports.trf_file(asked.tournament, asked.one_division, asked.names)


def _submission(asked: Asked) -> bytes:
    """What an organisation on another server imports."""
    people = tuple(submission.SubmittedPerson(id=person, name=name) for person, name in asked.names.items())
    return submission.encode(submission.file_of(id_of(asked.stream), asked.tournament, people))


KINDS = {
    "results": FileKind("results.csv", CSV, _results),
    "standings": FileKind("standings.csv", CSV, _standings),
    "entries": FileKind("entries.csv", CSV, _entries, staff=True),
    "money": FileKind("money.csv", CSV, _money, staff=True),
    "calendar": FileKind("schedule.ics", ICS, _calendar),
    "trf": FileKind("tournament.trf", PLAIN, _trf),
    "submission": FileKind("federation.json", "application/json", _submission, staff=True),
    "report": FileKind("report.json", "application/json", lambda asked: to_bytes(report(asked.tournament)), staff=True),
    "report_text": FileKind(
        "report.txt", PLAIN, lambda asked: text(report(asked.tournament), asked.names).encode(), staff=True
    ),
}


def bracket(id: str, tournament: Tournament, version: int, names: Names, at: int) -> Bracket:
    """The public part of the draws, with names instead of ids."""
    seen = view(tournament, By(), at)
    entries = {entry.id: " / ".join(names.get(person, "") for person in entry.members) for entry in seen.entries}
    return Bracket(
        id=id,
        version=version,
        title=seen.title,
        divisions=tuple(
            BracketDivision(
                division.id,
                tuple(
                    BracketMatch(
                        match.id,
                        match.stage,
                        match.round,
                        match.number,
                        tuple(None if entry is None else entries.get(entry, "") for entry in match.players),
                        match.score,
                        match.winner,
                        str(match.where),
                    )
                    for match in division.matches
                ),
            )
            for division in seen.divisions
        ),
        directors=tuple(names.get(p, "") for p, role in tournament.staff.items() if role is Role.DIRECTOR),
    )
