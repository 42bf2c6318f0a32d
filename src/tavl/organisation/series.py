"""Series of tournaments and their standings: points for taking part, for wins and for places, best n of m."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tavl.organisation import acts
from tavl.organisation.charter import ID, MAX_ORGANISATION_NAME
from tavl.organisation.registry import OFFICERS, Evolver, Handler, HandlerResult
from tavl.organisation.state import Organisation, ReceivedReport, Series, Status, person_of
from tavl.rules.refusal import Refused, refuse
from tavl.tournament import By, Stamp
from tavl.tournament.standings.series import Night, SeasonLine, standings

MAX_SERIES = 500
MAX_POINTS = 1_000_000
Terms = acts.OpenSeries | acts.ChangeSeries


def nights_of(organisation: Organisation, series: Series) -> tuple[Night, ...]:
    """Of all reports that count and belong to it, in the order in which the tournaments began."""
    reports = [each for each in organisation.reports.values() if each.status is Status.ACCEPTED]
    reports.sort(key=lambda each: (each.submission.starts_at, each.submission.tournament))
    return tuple(
        replace(night, id=f"{report.submission.tournament}/{night.id}")
        for report in reports
        for night in report.submission.nights
        if _belongs(series, report, night.id)
    )


def _belongs(series: Series, report: ReceivedReport, division: str) -> bool:
    sent = report.submission
    if sent.tournament in series.added:
        return series.added[sent.tournament] in ("", division)
    in_time = series.since <= sent.starts_at and (series.until is None or sent.starts_at < series.until)
    return bool(sent.sanctioned_class) and sent.sanctioned_class in series.classes and in_time


def season_standings(organisation: Organisation, series: Series) -> tuple[SeasonLine, ...]:
    merged = {entry: person_of(organisation, entry) for entry in organisation.merged}
    return standings(nights_of(organisation, series), series.points, merged)


def _fault(organisation: Organisation, action: Terms) -> Refused | None:
    if not ID.fullmatch(action.series) or len(organisation.series) >= MAX_SERIES:
        return refuse("bad_value", "T1.1", field="series")
    if not action.name.strip() or len(action.name) > MAX_ORGANISATION_NAME:
        return refuse("bad_value", "T1.1", field="name")
    points = action.points
    numbers = (points.coming, points.win, *points.places)
    if min(numbers) < 0 or max(numbers) > MAX_POINTS or (points.best is not None and points.best < 1):
        return refuse("bad_value", "T1.1", field="points")
    if action.until is not None and action.until <= action.since:
        return refuse("bad_value", "T1.1", field="until")
    unknown = [each for each in action.classes if organisation.charter.find_class(each) is None]
    return refuse("no_such_class", "T1.1", name=unknown[0]) if unknown else None


def _open(organisation: Organisation, action: acts.OpenSeries, by: By, at: int) -> HandlerResult:
    if action.series in organisation.series:
        return refuse("done_already", "T1.1")
    return _fault(organisation, action) or [acts.SeriesOpened(**_fields(action))]


def _change(organisation: Organisation, action: acts.ChangeSeries, by: By, at: int) -> HandlerResult:
    if action.series not in organisation.series:
        return refuse("no_such_series", "T1.1")
    return _fault(organisation, action) or [acts.SeriesChanged(**_fields(action))]


def _fields(action: Terms) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__struct_fields__}


def _add(organisation: Organisation, action: acts.AddToSeries, by: By, at: int) -> HandlerResult:
    series = organisation.series.get(action.series)
    if series is None:
        return refuse("no_such_series", "T1.1")
    if not action.tournament:
        return refuse("bad_value", "T1.1", field="tournament")
    if series.added.get(action.tournament) == action.division:
        return refuse("done_already", "T1.1")
    return [acts.AddedToSeries(series=action.series, tournament=action.tournament, division=action.division)]


def _take(organisation: Organisation, action: acts.TakeFromSeries, by: By, at: int) -> HandlerResult:
    series = organisation.series.get(action.series)
    if series is None or action.tournament not in series.added:
        return refuse("no_such_series", "T1.1")
    return [acts.TakenFromSeries(series=action.series, tournament=action.tournament)]


HANDLERS: dict[type, Handler] = {
    acts.OpenSeries: Handler(_open, OFFICERS, "T1.1"),
    acts.ChangeSeries: Handler(_change, OFFICERS, "T1.1"),
    acts.AddToSeries: Handler(_add, OFFICERS, "T1.1"),
    acts.TakeFromSeries: Handler(_take, OFFICERS, "T1.1"),
}


def _put(organisation: Organisation, series: Series) -> Organisation:
    return replace(organisation, series={**organisation.series, series.id: series})


def _opened(organisation: Organisation, event: acts.SeriesOpened | acts.SeriesChanged, stamp: Stamp) -> Organisation:
    had = organisation.series.get(event.series)
    made = Series(
        id=event.series,
        name=event.name,
        points=event.points,
        classes=event.classes,
        since=event.since,
        until=event.until,
        added=had.added if had else {},
    )
    return _put(organisation, made)


def _added(organisation: Organisation, event: acts.AddedToSeries, stamp: Stamp) -> Organisation:
    series = organisation.series[event.series]
    return _put(organisation, replace(series, added={**series.added, event.tournament: event.division}))


def _taken(organisation: Organisation, event: acts.TakenFromSeries, stamp: Stamp) -> Organisation:
    series = organisation.series[event.series]
    left = {each: division for each, division in series.added.items() if each != event.tournament}
    return _put(organisation, replace(series, added=left))


EVOLVERS: dict[type, Evolver] = {
    acts.SeriesOpened: _opened,
    acts.SeriesChanged: _opened,
    acts.AddedToSeries: _added,
    acts.TakenFromSeries: _taken,
}
