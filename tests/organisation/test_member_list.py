"""A member list as a sheet: read, written and read again."""

from __future__ import annotations

import pytest

from tavl.organisation.member_list_columns import MEMBERS, member_rows, members_of
from tavl.rating import DANISH, Standing
from tavl.rating.counted_matches import Period
from tavl.tournament.files.csv_format import Style, read, write
from tavl.tournament.files.errors import FileError


def test_members_with_their_periods_and_ratings() -> None:
    heading = "number;name;rating;experience;since;until\n"
    text = heading + "17;Anna;1043,10;220;2024-01-01;31.12.2024\n17;Anna;;;1.1.2026;\n18;Bo;;;;\n"
    members, starting = members_of(read(MEMBERS, text.encode()))
    day = 86_400_000
    assert members[0].person == "17"
    assert members[0].periods == (Period(19723 * day, 20089 * day), Period(20454 * day))
    assert members[0].was_member(20089 * day - 1)
    assert not members[0].was_member(20089 * day)
    assert members[1].periods == (Period(0),)
    assert starting == {"17": Standing(104310, 220)}
    with pytest.raises(FileError, match="line 2 until: contradiction"):
        members_of(read(MEMBERS, b"number,name,since,until\n1,Bo,2026-01-02,2026-01-01\n"))


@pytest.mark.parametrize("style", list(Style))
def test_a_list_of_members_goes_out_with_its_ratings_and_comes_back(style: Style) -> None:
    text = (
        "number,name,rating,experience,since,until\n17,Anna,1043.10,220,2024-01-01,2024-12-31\n17,Anna,,,2026-01-01,\n"
    )
    members, starting = members_of(read(MEMBERS, text.encode()))
    rows = member_rows(members, starting | {"17": Standing(105000, 225, 1)}, {"17": "Anna"}, DANISH)
    again, ratings = members_of(read(MEMBERS, write(MEMBERS, rows, style)))
    assert again == members
    assert ratings == {"17": Standing(105000, 225)}
