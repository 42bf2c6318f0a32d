"""Messages about tournaments: creating one, acting on it, what each may see, what changes."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavl.rules.refusal import Fact
from tavl.server.messages.base import ActionId, Heard, PersonId
from tavl.server.messages.score_cards import ComparedCards, HandInCard
from tavl.server.messages.tournament_people import (
    AddedPeople,
    AddPeople,
    ClaimSeat,
    FoundMembers,
    NewCode,
    PeopleList,
    PlaceCodes,
    RenamePerson,
    SeatClaimed,
)
from tavl.server.messages.webhooks import AddWebhook, WebhookList, WebhookMade
from tavl.table.acts.preparation import Equipment
from tavl.tournament.acts import AnyAction, AnyEvent, Role
from tavl.tournament.acts.tables_and_calls import Place
from tavl.tournament.invitation import Invitation
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.ledger import Kind, Line
from tavl.tournament.now_list import Item
from tavl.tournament.preview import Change, Question
from tavl.tournament.report.closing import OpenItem
from tavl.tournament.report.report import Report
from tavl.tournament.state import Match, Penalty, Phase
from tavl.tournament.view import View

MAX_TITLE = 200


class MakeTournament(Heard, frozen=True):
    """The sender organises it, and directs it unless others are named."""

    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
    invitation: Invitation
    directors: Annotated[tuple[PersonId, ...], Meta(max_length=50)] | None = None
    licensed: Annotated[tuple[PersonId, ...], Meta(max_length=200)] = ()  # only an administrator may set it
    key: ActionId | None = None  # sent twice, it is done once


class TournamentAct(Heard, frozen=True):
    action: AnyAction
    key: ActionId | None = None  # sent twice, it is done once
    for_federation: bool = False  # by an administrator of the server


class PreviewAct(Heard, frozen=True):
    action: AnyAction
    for_federation: bool = False


class OpenPairing(Heard, frozen=True):
    """A table for a match: online, or a phone laid beside a physical board."""

    match: Annotated[str, Meta(min_length=1, max_length=200)]
    online: bool = True


class PairingOpened(Struct, frozen=True):
    table: str


class TournamentMade(Struct, frozen=True):
    id: str
    version: int


class CopyOf(Struct, frozen=True):
    """It is run elsewhere, and only shown here."""

    home: str  # the address at which it is run
    as_of: int  # when this was last known to be all


class TournamentInList(Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    title: str
    phase: Phase
    sanctioned: bool
    starts_at: int
    updated: int
    roles: tuple[Role, ...]  # mine
    demonstration: bool = False
    copy: CopyOf | None = None


class TournamentList(Struct, frozen=True):
    mine: tuple[TournamentInList, ...]
    others: tuple[TournamentInList, ...]


class ActDone(Struct, frozen=True):
    version: int
    act: str  # what undo takes back
    repeated: bool = False
    events: tuple[AnyEvent, ...] = ()  # what it led to; none if it was done before


class WhyRefused(Struct, frozen=True):
    code: str
    rule: str
    facts: dict[str, Fact]
    message: str


class PreviewAnswer(Struct, frozen=True, kw_only=True):
    """What an action would change, and for whom. A draw is an example: the real one has another seed."""

    version: int
    refused: WhyRefused | None = None
    changes: tuple[Change, ...] = ()
    people: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()  # that would have other players
    question: Question | None = None
    warnings: tuple[tuple[str, str], ...] = ()
    example: bool = False
    names: dict[str, str] = {}


class Booking(Struct, frozen=True):
    """Money that an act has moved: from or to somebody, or an account of the tournament's own."""

    kind: Kind
    account: str
    person: str | None
    amount: Amount


class JournalLine(Struct, frozen=True, kw_only=True):
    """An act, as the desk's list shows it. `undo`: the reader may take it back, unless something depends on it. What
    does is sent for the reader's last one; for others there is the preview."""

    act: str
    person: str
    at: int
    events: tuple[str, ...]
    about: tuple[str, ...] = ()  # parts and keys that it changed: "matches open/main.1.1"
    undone: bool = False
    undo: bool = False
    stands_on_it: tuple[str, ...] = ()
    booked: tuple[Booking, ...] = ()  # of an act that is about money


class StaffOpen(Struct, frozen=True):
    """What one of the staff has open: "match open/main.1.1". Empty: the desk itself."""

    person: str
    open: str


class Desk(Struct, frozen=True, kw_only=True):
    """What only the staff see."""

    now: tuple[Item, ...]
    journal: tuple[JournalLine, ...]  # the last one first
    open: tuple[StaffOpen, ...]
    matches: dict[str, Match]  # all that has happened to those that are not settled
    places: tuple[Place, ...]
    clocks: int
    boards: int
    cups: int
    dice: int
    boxes: int
    balances: tuple[Line, ...]  # accounts that are not at zero
    penalties: dict[str, Penalty]
    standing_confirmation: bool
    staff: dict[str, Role]


class TournamentState(Struct, frozen=True, kw_only=True):
    """The tournament as its receiver may see it."""

    id: str
    version: int
    at: int  # the server's time, in ms
    view: View
    invitation: Invitation
    names: dict[str, str]  # by person
    me: str | None = None  # who the receiver is here
    seat: bool = False  # the receiver acts for `me` by a claimed seat
    tables: dict[str, str] = {}  # by match: the table that was opened for it
    prefers: dict[str, tuple[Equipment, ...]] = {}  # what somebody demands in all their matches: one's own, staff all
    desk: Desk | None = None
    copy: CopyOf | None = None


class LoggedEvent(Struct, frozen=True):
    version: int
    at: int
    person: str
    act: str
    event: AnyEvent


class TournamentLog(Struct, frozen=True):
    version: int
    events: tuple[LoggedEvent, ...]
    names: dict[str, str]
    next: int | None = None


class ReportState(Struct, frozen=True):
    """What stands in the way of closing, and the report as it would be now."""

    open: tuple[OpenItem, ...]
    report: Report
    text: str
    sha256: str


class BracketMatch(Struct, frozen=True):
    id: str
    stage: str
    round: int
    number: int
    players: tuple[str | None, ...]  # names
    score: tuple[int, int] | None
    winner: int | None
    where: str


class BracketDivision(Struct, frozen=True):
    id: str
    matches: tuple[BracketMatch, ...]


class Bracket(Struct, frozen=True):
    """For other pages to embed: names in the place of ids, and nothing but what is public."""

    id: str
    version: int
    title: str
    divisions: tuple[BracketDivision, ...]
    directors: tuple[str, ...] = ()


# the live connection


class FromDesk(Heard, frozen=True):
    """What a page says: what it has open (staff), or that it is still there."""

    open: Annotated[str, Meta(max_length=120)] | None = None
    ping: float | None = None


class Changed(Struct, frozen=True, tag="changed", tag_field="type"):
    """The tournament has reached a version, or names have changed: ask for it again. Whom it does not concern need not
    do so at once."""

    version: int
    about: tuple[str, ...] | None = None  # people; none: everybody


class StaffNow(Struct, frozen=True, tag="staff", tag_field="type"):
    open: tuple[StaffOpen, ...]


class StillHere(Struct, frozen=True, tag="pong", tag_field="type"):
    sent: float
    at: int


ToDesk = Changed | StaffNow | StillHere

TAKEN: tuple[Any, ...] = (
    MakeTournament,
    TournamentAct,
    PreviewAct,
    AddPeople,
    RenamePerson,
    ClaimSeat,
    OpenPairing,
    HandInCard,
    AddWebhook,
    FromDesk,
)
GIVEN: tuple[Any, ...] = (
    TournamentMade,
    TournamentList,
    TournamentState,
    TournamentLog,
    ActDone,
    PreviewAnswer,
    AddedPeople,
    PeopleList,
    FoundMembers,
    NewCode,
    PlaceCodes,
    SeatClaimed,
    PairingOpened,
    ComparedCards,
    ReportState,
    Bracket,
    WebhookMade,
    WebhookList,
    ToDesk,
)
