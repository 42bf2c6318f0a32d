"""A member list as a sheet: its columns, members and ratings read from it, and written again.

Headings are English; those of Danish, Swedish and Norwegian lists are accepted too. Those that a list of
entries has as well, such as the name and the club, are in `tournament/files/sheet_columns.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from tavl.rating import Formula, Standing
from tavl.rating.counted_matches import Member, Period
from tavl.tournament.files.csv_format import Column, ColumnKind, Row, Sheet, Taken
from tavl.tournament.files.errors import Fault, FaultReason, FileError
from tavl.tournament.files.sheet_columns import CLUB, COUNTRY, NAME, NUMBER, RATING, text_in

MEMBERS = Sheet(
    columns=(
        Column(name="number", needed=True, also=NUMBER.also),
        NAME,
        CLUB,
        COUNTRY,
        RATING,
        Column(name="experience", kind=ColumnKind.COUNT, also=("erfaring", "erfarenhet")),
        Column(name="since", kind=ColumnKind.DATE, also=("medlem siden", "medlem sedan", "from", "fra", "från")),
        Column(name="until", kind=ColumnKind.DATE, also=("medlem til", "medlem till", "to", "til", "till")),
    ),
    key=("number", "since"),
)


def members_of(taken: Taken) -> tuple[tuple[Member, ...], dict[str, Standing]]:
    """Members by their number, with all their periods, and the ratings that the list gives them.

    A member with several periods has several lines; the rating is that of the last line that has one.
    """
    periods: dict[str, list[Period]] = {}
    starting: dict[str, Standing] = {}
    faults: list[Fault] = []
    for line, row in zip(taken.lines, taken.rows, strict=True):
        number = text_in(row, "number")
        since, until = _midnight(row["since"]), _midnight(row["until"])
        if since is not None and until is not None and until < since:
            faults.append(Fault(line, "until", FaultReason.CONTRADICTION, str(row["until"])))
        # The day on which a membership ends still belongs to it.
        periods.setdefault(number, []).append(Period(since or 0, None if until is None else until + _DAY))
        rating, experience = row["rating"], row["experience"]
        if isinstance(rating, int):
            if rating < 0:
                faults.append(Fault(line, "rating", FaultReason.BAD_NUMBER, str(rating)))
            starting[number] = Standing(rating, experience if isinstance(experience, int) else 0)
    if faults:
        raise FileError(faults)
    return tuple(Member(person=number, periods=tuple(each)) for number, each in periods.items()), starting


def member_rows(
    members: Sequence[Member], standings: Mapping[str, Standing], names: Mapping[str, str], formula: Formula
) -> list[Row]:
    """The same list written again: a line for each period, with the current rating."""
    return [
        {
            "number": member.person,
            "name": names.get(member.person, member.person),
            "rating": standings.get(member.person, Standing()).points(formula),
            "experience": standings.get(member.person, Standing()).experience,
            "since": _day(period.since) if period.since else None,
            "until": None if period.until is None else _day(period.until - _DAY),
        }
        for member in members
        for period in member.periods
    ]


def _day(at: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).date().isoformat()


_DAY = 24 * 60 * 60 * 1000


def _midnight(day: object) -> int | None:
    """Of a date, UTC, as an instant."""
    if not isinstance(day, str):
        return None
    return (datetime.fromisoformat(day).replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(
        milliseconds=1
    )
