"""Score cards, the result, and what devices beside the board show."""

from __future__ import annotations

from tavl.rules.acts import Cube, Event
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import Clause, Code
from tavl.table.acts.people import TableAction


class WriteScore(TableAction, frozen=True):
    """What the player's own card says after the games so far (T4.7)."""

    seat: Seat
    score: tuple[int, int]


class AnnounceCrawford(TableAction, frozen=True):
    seat: Seat


class ReportResult(TableAction, frozen=True):
    seat: Seat
    score: tuple[int, int]


class ConfirmResult(TableAction, frozen=True):
    pass


class ReportReading(TableAction, frozen=True, kw_only=True):
    """What a device beside the board shows."""

    device: Code
    score: tuple[int, int]
    cube: Cube | None = None
    times: tuple[int, int] | None = None
    seat: Seat | None = None  # none: a device that both share, or the director's


class ScoreWritten(Event, frozen=True):
    seat: Seat
    games: int  # after so many
    score: tuple[int, int]


class CrawfordAnnounced(Event, frozen=True):
    seat: Seat


class ResultReported(Event, frozen=True):
    seat: Seat
    score: tuple[int, int]


class ResultConfirmed(Event, frozen=True):
    pass


class DeviceHeard(Event, frozen=True):
    """A device's actions up to a sequence number are in; `offset` takes its instants to ours."""

    device: Code
    sequence: int
    offset: int


class DeviceActionRefused(Event, frozen=True):
    """An action that a device accepted while offline and the table did not."""

    device: Code
    sequence: int
    action: Code
    code: Code
    rule: Clause


class ReadingReported(Event, frozen=True, kw_only=True):
    device: Code
    score: tuple[int, int]
    cube: Cube | None = None
    times: tuple[int, int] | None = None


CardAction = WriteScore | AnnounceCrawford | ReportResult | ConfirmResult | ReportReading
CardEvent = (
    ScoreWritten
    | CrawfordAnnounced
    | ResultReported
    | ResultConfirmed
    | DeviceHeard
    | DeviceActionRefused
    | ReadingReported
)
