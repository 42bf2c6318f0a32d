"""A tournament's matches as an iCalendar file (RFC 5545), which calendars on phones and computers subscribe to or open.

All instants are written in UTC, which needs no description of time zones and is shown in the reader's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from tavl.tournament.draws.graph import Known, Waits
from tavl.tournament.files.errors import FaultReason, fault
from tavl.tournament.files.exports import Names, entrant_name
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.matches.forecast import forecast
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.state import Tournament

LINE_OCTETS = 75  # RFC 5545, 3.1: longer lines are folded


class Appointment(Struct, frozen=True, kw_only=True):
    """A calendar entry: a round, a match, a deadline."""

    uid: str  # the same for the same thing as long as it exists, even if it is moved
    starts: int  # instants
    ends: int
    title: str
    place: str = ""
    text: str = ""
    url: str = ""
    changes: int = 0  # how often it has been moved; calendars take the highest
    cancelled: bool = False


def calendar_file(tournament: Tournament, stream: str, names: Names, at: int) -> bytes:
    """Every match that is still to be played or to end, when it is expected."""
    flow = flow_of(tournament)
    made = []
    for id, when in forecast(tournament, at, flow=flow).items():
        each = flow.standings[id]
        if not is_announced(tournament, each):
            continue
        sides = [
            entrant_name(tournament, slot.entrant, names)
            if isinstance(slot, Known)
            else slot.on[0]
            if isinstance(slot, Waits)
            else "-"
            for slot in each.slots
        ]
        made.append(
            Appointment(
                uid=f"{stream}/{id}",
                starts=when.starts,
                ends=when.ends,
                title=f"{sides[0]} - {sides[1]}",
                place=each.match.place or "",
                text=id,
                changes=each.match.version,
            )
        )
    return calendar(tournament.title, made, at)


def calendar(name: str, appointments: Sequence[Appointment], made_at: int) -> bytes:
    """The whole file, ordered by time."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//tavl//tournament//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(name)}",
    ]
    seen: set[str] = set()
    for each in sorted(appointments, key=lambda one: (one.starts, one.uid)):
        if each.uid in seen:
            raise fault(0, "uid", FaultReason.TWICE, each.uid)
        if each.ends < each.starts:
            raise fault(0, "ends", FaultReason.CONTRADICTION, each.uid)
        seen.add(each.uid)
        lines += _event(each, made_at)
    lines.append("END:VCALENDAR")
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line))


def _event(each: Appointment, made_at: int) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{_escaped(each.uid)}",
        f"DTSTAMP:{_instant(made_at)}",
        f"DTSTART:{_instant(each.starts)}",
    ]
    if each.ends > each.starts:  # DTEND must be later than the start (3.8.2.2)
        lines.append(f"DTEND:{_instant(each.ends)}")
    lines += [f"SEQUENCE:{each.changes}", f"STATUS:{'CANCELLED' if each.cancelled else 'CONFIRMED'}"]
    lines.append(f"SUMMARY:{_escaped(each.title)}")
    if each.place:
        lines.append(f"LOCATION:{_escaped(each.place)}")
    if each.text:
        lines.append(f"DESCRIPTION:{_escaped(each.text)}")
    if each.url:
        lines.append(f"URL:{_bare(each.url)}")
    return [*lines, "END:VEVENT"]


def _instant(at: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """As a TEXT value (3.3.11), without control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    return _bare(text)


def _bare(text: str) -> str:
    return "".join(sign for sign in text if sign == "\t" or (sign >= " " and sign != "\x7f"))


def _folded(line: str) -> Iterator[bytes]:
    """In pieces of at most 75 octets, the later ones behind a blank; no character is cut in two."""
    piece = b""
    for sign in line:
        octets = sign.encode("utf-8", "replace")
        if len(piece) + len(octets) > LINE_OCTETS:
            yield piece
            piece = b" "
        piece += octets
    yield piece
