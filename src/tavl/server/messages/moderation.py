"""HTTP messages about blocks, reports, suspensions and administrators."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tavl.server.codes import MAX_RECOVERY_HOURS, RECOVERY_HOURS
from tavl.server.messages.accounts import Person
from tavl.server.messages.base import Heard, PersonId

MAX_NOTE = 1000
MAX_SUSPENSION_DAYS = 3650
Note = Annotated[str, Meta(max_length=MAX_NOTE)]
ReportReason = Literal["words", "cheating", "stalling", "name", "other"]

# Requests


class Block(Heard, frozen=True):
    person: PersonId


class Report(Heard, frozen=True):
    person: PersonId
    reason: ReportReason
    text: Note = ""
    table: Annotated[str, Meta(max_length=64)] | None = None


class IssueCode(Heard, frozen=True):
    hours: Annotated[int, Meta(ge=1, le=MAX_RECOVERY_HOURS)] = RECOVERY_HOURS


class Suspend(Heard, frozen=True):
    """Without `days` it lasts until it is lifted. The reason is shown to that person."""

    reason: Annotated[str, Meta(min_length=1, max_length=MAX_NOTE)]
    days: Annotated[int, Meta(ge=1, le=MAX_SUSPENSION_DAYS)] | None = None


class CloseReport(Heard, frozen=True):
    outcome: Note = ""


# Responses


class Blocked(Struct, frozen=True):
    person: str
    name: str
    at: int


class Reported(Struct, frozen=True):
    id: str


class KnownPerson(Struct, frozen=True, kw_only=True):
    """A person as administrators see them."""

    id: str
    name: str
    login: str | None
    bot: bool
    made: int
    administrator: bool
    suspended: str | None
    suspended_until: int | None
    reports: int  # open ones about this person


class IssuedCode(Struct, frozen=True):
    """Shown only once, to be given to that person."""

    login: str
    code: str
    until: int


class ReportLine(Struct, frozen=True, kw_only=True):
    id: str
    by: str | None
    about: str
    table: str | None
    reason: str
    text: str
    at: int
    closed: int | None
    outcome: str | None


class ReportList(Struct, frozen=True):
    reports: tuple[ReportLine, ...]
    people: dict[str, Person]


class Act(Struct, frozen=True, kw_only=True):
    """Something an administrator did. `by` is `command` if it was done with `tavl admin`."""

    id: str
    at: int
    by: str
    act: str
    about: str | None
    note: str | None


class ActList(Struct, frozen=True):
    acts: tuple[Act, ...]
    people: dict[str, Person]


TAKEN = (Block, Report, IssueCode, Suspend, CloseReport)
GIVEN = (tuple[Blocked, ...], Reported, KnownPerson, IssuedCode, ReportList, ActList)
