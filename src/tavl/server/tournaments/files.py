"""A tournament's files: sheets, calendar, TRF26, report, and a bracket for other pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from tavl.server.errors import ApiError
from tavl.server.messages.tournaments import Bracket, BracketDivision, BracketMatch
from tavl.tournament import By, Role, Tournament, view
from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import Known
from tavl.tournament.files import sheets, trf
from tavl.tournament.files.calendar import Appointment, calendar
from tavl.tournament.files.sheet import Row, Sheet, Style, write
from tavl.tournament.matches.flow import Flow, Standing, Where, flow_of
from tavl.tournament.matches.forecast import forecast
from tavl.tournament.report.report import report, to_bytes
from tavl.tournament.report.report_text import text
from tavl.tournament.standings.results_table import ENDINGS, finish, results
from tavl.tournament.terms import Format

Names = Mapping[str, str]
CSV, ICS, PLAIN = "text/csv; charset=utf-8", "text/calendar; charset=utf-8", "text/plain; charset=utf-8"
SYSTEMS = {Format.SWISS: trf.System.SWISS, Format.ROUND_ROBIN: trf.System.ROUND_ROBIN}

PLAYED = (trf.Result.WON, trf.Result.LOST)
WALKOVER = (trf.Result.WALKOVER_WON, trf.Result.WALKOVER_LOST)


class Asked(Struct, frozen=True):
    tournament: Tournament
    names: Names
    at: int
    division: str | None = None
    style: Style = Style.PLAIN


class Kind(Struct, frozen=True):
    """A file that somebody can ask for; `staff`: only they."""

    name: str
    media: str
    make: Callable[[Asked], bytes]
    staff: bool = False


def _of_entry(asked: Asked, entry: str) -> str:
    members = flow_of(asked.tournament).members(entry)
    return " / ".join(asked.names.get(person, person) for person in members)


def _division(asked: Asked) -> str:
    """The one that is asked for, or the only one there is."""
    divisions = asked.tournament.divisions
    chosen = asked.division or (next(iter(divisions)) if len(divisions) == 1 else "")
    if chosen not in divisions:
        raise ApiError("bad_value", field="division", problem=", ".join(divisions))
    return chosen


def _sheet(sheet: Sheet, rows: list[Row], asked: Asked) -> bytes:
    return write(sheet, rows, asked.style)


def _results(asked: Asked) -> bytes:
    flow = flow_of(asked.tournament)
    found = [each for each in results(flow, asked.division) if _is_shown(flow, each)]
    return _sheet(sheets.RESULTS, [_result_row(asked, each) for each in found if each.match.confirmed], asked)


def _is_shown(flow: Flow, each: Standing) -> bool:
    return flow.tournament.divisions[each.division].announced


def _result_row(asked: Asked, each: Standing) -> Row:
    confirmed = each.match.confirmed
    assert confirmed is not None
    result = confirmed.result
    sides = (0, 1) if result.winner is None else (result.winner, 1 - result.winner)
    winner, loser = (_of_entry(asked, result.players[side]) for side in sides)
    how = "nobody" if result.how is Ended.NOBODY else str(ENDINGS.get(result.how, "played"))
    return {
        "match": each.id,
        "event": each.division,
        "round": f"{each.pairing.stage} {each.pairing.round}",
        "length": each.length,
        "winner": winner if result.winner is not None else None,
        "loser": loser if result.winner is not None else None,
        "winner_score": result.score[sides[0]],
        "loser_score": result.score[sides[1]],
        "ended": confirmed.ended_at,
        "how": how,
        "rated": asked.tournament.divisions[each.division].terms.rated,
        "reason": confirmed.reason if result.how is not Ended.PLAYED else "",
    }


def _standings(asked: Asked) -> bytes:
    flow, rows = flow_of(asked.tournament), list[Row]()
    for place in finish(flow, _division(asked)):
        for entry in place.entrants:
            rating = asked.tournament.entries[entry].rating
            rows.append({"place": place.first, "name": _of_entry(asked, entry), "rating": rating})
    return _sheet(sheets.STANDINGS, [_whole(sheets.STANDINGS, row) for row in rows], asked)


def _entries(asked: Asked) -> bytes:
    rows = []
    for entry in asked.tournament.entries.values():
        if asked.division in (None, entry.division):
            names = [asked.names.get(person, person) for person in entry.members]
            row: dict[str, Any] = {"name": names[0], "event": entry.division, "rating": entry.rating}
            row |= {"club": entry.club, "country": entry.country, "partner": " / ".join(names[1:]) or None}
            rows.append(_whole(sheets.ENTRIES, row))
    return _sheet(sheets.ENTRIES, rows, asked)


def _whole(sheet: Sheet, row: Mapping[str, Any]) -> Row:
    return {column.name: row.get(column.name) for column in sheet.columns}


def _money(asked: Asked) -> bytes:
    return _sheet(sheets.MONEY, sheets.rows_of(asked.tournament.book, asked.names), asked)


def _calendar(asked: Asked) -> bytes:
    """When matches are expected, as far as their draws are announced."""
    flow = flow_of(asked.tournament)
    expected = forecast(asked.tournament, asked.at, flow=flow)
    found = []
    for id, when in expected.items():
        each = flow.standings[id]
        known = [_of_entry(asked, slot.entrant) for slot in each.slots if isinstance(slot, Known)]
        if _is_shown(flow, each) and len(known) == 2 and each.where is not Where.DONE:
            title = f"{asked.tournament.title}: {' - '.join(known)}"
            found.append(
                Appointment(
                    uid=f"{each.id.replace('/', '.')}@tavl",
                    starts=when.starts,
                    ends=max(when.ends, when.starts),
                    title=title,
                    place=each.match.place or "",
                    changes=each.match.version,
                )
            )
    return calendar(asked.tournament.title, found, asked.at)


def _trf(asked: Asked) -> bytes:
    """A Swiss or a round robin as FIDE's programs read it."""
    id = _division(asked)
    tournament, flow = asked.tournament, flow_of(asked.tournament)
    division = tournament.divisions[id]
    if division.terms.format not in SYSTEMS or not division.draws:
        raise ApiError("bad_value", field="division", problem="swiss or round_robin, drawn")
    entries = list(dict.fromkeys(entry for draw in division.draws for entry in draw.entries))
    numbers = {entry: number for number, entry in enumerate(entries, start=1)}
    last = max((each.pairing.round for each in flow.of(id)), default=0)
    played: dict[str, dict[int, trf.Played]] = {entry: {} for entry in entries}
    for each in flow.of(id):
        _put_round(played, numbers, each)
    won = (trf.Result.WON, trf.Result.WALKOVER_WON, trf.Result.BYE)
    ranks = {entry: place.first for place in finish(flow, id) for entry in place.entrants}
    players = []
    for entry in entries:
        rounds = tuple(played[entry].get(n, trf.Played(trf.Result.ABSENT)) for n in range(1, last + 1))
        points = 10 * sum(each.result in won for each in rounds)
        name, rating = _of_entry(asked, entry), tournament.entries[entry].rating
        number, rank = numbers[entry], ranks.get(entry)
        players.append(trf.Player(number=number, name=name, rating=rating, tenths=points, rank=rank, rounds=rounds))
    starts = datetime.fromtimestamp(tournament.invitation.starts_at / 1000, UTC).strftime("%Y-%m-%d")
    made = trf.Report(
        name=tournament.title,
        system=SYSTEMS[division.terms.format],
        rounds=division.terms.rounds or last,
        players=tuple(players),
        starts=starts,
        director=", ".join(asked.names.get(person, "") for person in tournament.directors),
    )
    return trf.write(made)


def _put_round(played: dict[str, dict[int, trf.Played]], numbers: Mapping[str, int], each: Standing) -> None:
    sides = [slot.entrant if isinstance(slot, Known) else None for slot in each.slots]
    for side, entry in enumerate(sides):
        if entry is None or entry not in numbers:
            continue
        other = sides[1 - side]
        if other is None:
            played[entry][each.pairing.round] = trf.Played(trf.Result.BYE)
            continue
        won = None if each.outcome is None else each.outcome.winner
        walkover = each.where is Where.WALKOVER
        results_of = (
            (trf.Result.WALKOVER_WON, trf.Result.WALKOVER_LOST) if walkover else (trf.Result.WON, trf.Result.LOST)
        )
        result = None if won is None else results_of[0 if won == side else 1]
        played[entry][each.pairing.round] = trf.Played(result, numbers[other], side == 0)


KINDS = {
    "results": Kind("results.csv", CSV, _results),
    "standings": Kind("standings.csv", CSV, _standings),
    "entries": Kind("entries.csv", CSV, _entries, staff=True),
    "money": Kind("money.csv", CSV, _money, staff=True),
    "calendar": Kind("schedule.ics", ICS, _calendar),
    "trf": Kind("tournament.trf", PLAIN, _trf),
    "report": Kind("report.json", "application/json", lambda asked: to_bytes(report(asked.tournament)), staff=True),
    "report_text": Kind(
        "report.txt", PLAIN, lambda asked: text(report(asked.tournament), asked.names).encode(), staff=True
    ),
}


def bracket(id: str, tournament: Tournament, version: int, names: Names, at: int) -> Bracket:
    """What is public of the draws, with names in the place of ids."""
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
