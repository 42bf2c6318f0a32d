"""Schedules as iCalendar: read back by another program, and strictly by RFC 5545."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from tavl.tournament.files.calendar import Appointment, calendar
from tavl.tournament.files.errors import FileError

# Sunday 28 March 2027, 20:00 in Copenhagen, where summer time began that morning
AGREED = int(datetime(2027, 3, 28, 18, tzinfo=UTC).timestamp() * 1000)
HOUR = 3_600_000
MADE = AGREED - 48 * HOUR


def final(**more: object) -> Appointment:
    fields = {"uid": "m1@tavl", "starts": AGREED, "ends": AGREED + HOUR, "title": "Final"} | more
    return Appointment(**fields)  # type: ignore[arg-type]


def lines(data: bytes) -> list[bytes]:
    assert data.endswith(b"\r\n")
    return data[:-2].split(b"\r\n")


def test_a_match_is_read_by_another_program_as_it_was_meant() -> None:
    match = final(
        title="Anna; Bo, 7 points", place="Bord 9\\A", text="Første linje\nanden, linje", url="https://x.dk/m1"
    )
    read = Calendar.from_ical(calendar("Åben række", [match], MADE))
    (event,) = read.walk("VEVENT")
    assert read["X-WR-CALNAME"] == "Åben række"
    assert event["SUMMARY"] == "Anna; Bo, 7 points"
    assert event["LOCATION"] == "Bord 9\\A"
    assert event["DESCRIPTION"] == "Første linje\nanden, linje"
    assert event["DTSTART"].dt == datetime(2027, 3, 28, 18, tzinfo=UTC)
    assert event["DTEND"].dt == datetime(2027, 3, 28, 19, tzinfo=UTC)
    assert event["STATUS"] == "CONFIRMED"


def test_instants_are_in_utc() -> None:
    written = lines(calendar("c", [final()], MADE))
    assert b"DTSTART:20270328T180000Z" in written
    assert b"DTSTAMP:20270326T180000Z" in written


def test_what_is_moved_keeps_its_name_and_counts_up_and_what_is_off_says_so() -> None:
    written = lines(calendar("c", [final(changes=2, cancelled=True)], MADE))
    assert {b"UID:m1@tavl", b"SEQUENCE:2", b"STATUS:CANCELLED"} <= set(written)


def test_a_deadline_has_no_end() -> None:
    assert not any(line.startswith(b"DTEND") for line in lines(calendar("c", [final(ends=AGREED)], MADE)))


def test_the_order_is_that_of_time() -> None:
    both = [final(uid="b", starts=AGREED + HOUR, ends=AGREED + HOUR), final(uid="a")]
    assert calendar("c", both, MADE) == calendar("c", both[::-1], MADE)


@pytest.mark.parametrize("wrong", [[final(), final()], [final(ends=AGREED - 1)]])
def test_what_cannot_be_is_refused(wrong: list[Appointment]) -> None:
    with pytest.raises(FileError):
        calendar("c", wrong, MADE)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.text("æøåÆ🎲,;\\\n\r ab", max_size=200))
def test_any_text_is_folded_at_75_octets_and_ends_no_line_early(title: str, text: str) -> None:
    written = calendar("c", [final(title=title, text=text)], MADE)
    for line in lines(written):
        assert len(line) <= 75
        line.decode()  # no character is cut in two
        assert b"\n" not in line
        assert b"\r" not in line
    names = [line.partition(b":")[0] for line in lines(written) if not line.startswith(b" ")]
    assert names[-2:] == [b"END", b"END"]
    assert names.count(b"SUMMARY") == 1
    (event,) = Calendar.from_ical(written).walk("VEVENT")
    assert event["DTSTART"].dt.year == 2027
