"""An organisation's lists as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tavl.organisation.member_list_columns import MEMBERS, member_rows
from tavl.rating.counted_matches import Member
from tavl.server.organisations.people import Numbered
from tavl.server.organisations.stream import Kept
from tavl.tournament.files import csv_format as csv_text
from tavl.tournament.files.csv_format import Row, Style
from tavl.tournament.files.sheet_columns import STANDINGS

Names = Mapping[str, str]
Numbers = Mapping[str, Numbered]


def rating_sheet(kept: Kept, names: Names, numbers: Numbers, style: Style) -> bytes:
    rows: list[Row] = [
        {
            "place": each.place,
            "name": names.get(each.person, each.person),
            "number": numbers[each.person].number or None if each.person in numbers else None,
            "matches": each.standing.matches,
            "rating": each.standing.points(kept.computed.rules.formula),
        }
        for each in kept.computed.ranking
    ]
    return csv_text.write(STANDINGS, rows, style)


def member_sheet(kept: Kept, names: Names, numbers: Numbers, style: Style) -> bytes:
    """In a form that can be imported again."""
    computed = kept.computed
    members = [Member(person=person, periods=periods) for person, periods in kept.organisation.members.items()]
    rows = member_rows(members, computed.list.standings, names, computed.rules.formula)
    for row in rows:
        known = numbers.get(str(row["number"]), Numbered())
        row["number"], row["club"] = known.number or row["number"], known.club or None
    return csv_text.write(MEMBERS, rows, style)


KINDS: dict[str, Callable[[Kept, Names, Numbers, Style], bytes]] = {"ratings": rating_sheet, "members": member_sheet}
