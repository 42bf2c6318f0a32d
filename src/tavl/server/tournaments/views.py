"""What people see of a tournament: the public page for everybody, players their own matches, staff the desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavl.rules.codec import to_json
from tavl.server.errors import ApiError
from tavl.server.messages.tournaments import (
    Booking,
    CopyOf,
    Desk,
    JournalLine,
    LoggedEvent,
    StaffOpen,
    TournamentState,
)
from tavl.server.tournaments.people import TournamentPeople
from tavl.server.tournaments.stream import Kept, PublicState, read, stamp_of
from tavl.store.log.events import Event
from tavl.table.acts import Equipment
from tavl.tournament import By, Tournament, acts, now, undo, view
from tavl.tournament.acts import AnyEvent
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.ledger import is_till, open_lines
from tavl.tournament.my_evening_view import own_view
from tavl.tournament.registry import RUNNERS, STAFF, roles_of
from tavl.tournament.state import Act, Match, Phase
from tavl.tournament.view import View

JOURNAL = 60  # acts that the desk's list shows
EXPECTED_EVERY_MS = 10_000  # how often the forecast on phones is computed, for all together
OF_A_MATCH = (
    acts.MatchCalled,
    acts.MatchBegun,
    acts.AbsenceReported,
    acts.Arrived,
    acts.LatePenaltyGiven,
    acts.ResultReported,
    acts.ResultsDiffer,
    acts.ResultConfirmed,
    acts.PhoneAsked,
    acts.PhoneAnswered,
    acts.PhoneWithdrawn,
    acts.DeviceProvided,
)
TOLD = (acts.CaseOpened, acts.CaseRuled, acts.CaseDecided, acts.CaseDropped, acts.CommitteeNamed)


def is_public(tournament: Tournament, by: By) -> bool:
    """Somebody who sees just what everybody sees."""
    expelled = any(penalty.person == by.person for penalty in tournament.penalties.values())
    return not by.person or (not expelled and roles_of(tournament, by) == {acts.Role.SPECTATOR})


def check_shown(tournament: Tournament, by: By) -> None:
    """A draft is shown only to those who make it."""
    if tournament.phase is Phase.DRAFT and not roles_of(tournament, by) & RUNNERS:
        raise ApiError("not_found")


def names_in(tournament: Tournament, seen: View) -> set[str]:
    """The people whose names are sent with a view: those in it, and those who run the tournament."""
    found = {tournament.organiser, *tournament.staff}
    found |= {person for entry in seen.entries for person in entry.members}
    found |= {draw.witness for division in seen.divisions for draw in division.draws if draw.witness}
    for case in seen.cases:
        found |= {*case.parties, *case.committee, case.ruled_by, case.opened_by, case.appealed_by}
        found |= {statement.person for statement in case.statements}
    return found


def concerned(tournament: Tournament, events: Iterable[AnyEvent]) -> tuple[str, ...] | None:
    """The people whose own matches these events change: the players of a match, and those who wait for it. None:
    everybody had better look."""
    flow, found = flow_of(tournament), set[str]()
    for event in events:
        id = getattr(event, "match", None)
        if not isinstance(event, OF_A_MATCH) or id not in flow.standings:
            return None
        for each in (id, *flow.followers(id)):
            if each in flow.standings:
                found.update(flow.people(flow.standings[each]))
    return tuple(sorted(found))


def public_view(kept: Kept, at: int) -> View:
    if kept.public is None or kept.public[0] != kept.version:
        kept.public = (kept.version, view(kept.tournament, By(), _rounded(at)))
    return kept.public[1]


def _rounded(at: int) -> int:
    """Forecasts are computed only this often, for all together."""
    return at - at % EXPECTED_EVERY_MS


async def public_state(
    id: str, kept: Kept, people: TournamentPeople, tables: dict[str, str], at: int, copy: CopyOf | None = None
) -> PublicState:
    """The public view, made once for each version and shared."""
    renamed = people.renamed
    if kept.public_state is not None and kept.public_state[:2] == (kept.version, renamed):
        return kept.public_state[2]
    tournament, version = kept.tournament, kept.version
    seen = public_view(kept, at)
    names = await people.names(names_in(tournament, seen))
    shown = TournamentState(
        id=id,
        version=version,
        at=at,
        view=seen,
        invitation=tournament.invitation,
        names=names,
        tables=tables,
        copy=copy,
    )
    made = PublicState(to_json(shown))
    kept.public_state = (version, renamed, made)
    return made


async def state_for(
    id: str,
    kept: Kept,
    by: By,
    seat: bool,
    people: TournamentPeople,
    open_now: Sequence[StaffOpen],
    tables: dict[str, str],
    at: int,
    mine: bool = False,
) -> TournamentState:
    """`mine`: for a player's phone, which needs no more than that player's matches."""
    tournament, version = kept.tournament, kept.version
    shown_as = own_view if mine and not roles_of(tournament, by) & RUNNERS else view
    seen = shown_as(tournament, by, _rounded(at), public_view(kept, at))
    wanted = names_in(tournament, seen) | {by.person}
    desk = None
    if roles_of(tournament, by) & RUNNERS:
        desk = desk_of(tournament, by, open_now, at)
        wanted |= names_at_desk(tournament, desk)
    return TournamentState(
        id=id,
        version=version,
        at=at,
        view=seen,
        invitation=tournament.invitation,
        names=await people.names(wanted),
        me=by.person or None,
        seat=seat,
        tables=tables,
        prefers=_preferences(tournament, None if desk else by.person),
        desk=desk,
    )


def _preferences(tournament: Tournament, person: str | None) -> dict[str, tuple[Equipment, ...]]:
    """What one person, or everybody, demands in all their matches."""
    clocks = {(who, Equipment.CLOCK) for who in tournament.prefers_clock}
    found: dict[str, tuple[Equipment, ...]] = {}
    for who, kind in sorted(tournament.prefers | clocks):
        if person in (None, who):
            found[who] = (*found.get(who, ()), kind)
    return found


def desk_of(tournament: Tournament, by: By, open_now: Sequence[StaffOpen], at: int) -> Desk:
    mine = undo.acts_of(tournament, by.person)
    can, first = {act.id for act in mine}, mine[0].id if mine else ""
    last = tournament.journal[-JOURNAL:]
    return Desk(
        now=tuple(now(tournament, at)) if roles_of(tournament, by) & STAFF else (),
        journal=tuple(_line(tournament, act, act.id in can, act.id == first) for act in reversed(last)),
        open=tuple(open_now),
        matches={id: match for id, match in tournament.matches.items() if _unsettled(match)},
        places=tournament.places,
        clocks=tournament.clocks,
        boards=tournament.stock.get(Equipment.BOARD, 0),
        cups=tournament.stock.get(Equipment.LIPPED_CUPS, 0),
        dice=tournament.stock.get(Equipment.PRECISION_DICE, 0),
        boxes=tournament.stock.get(Equipment.BAFFLE_BOX, 0),
        balances=open_lines(tournament.book),
        penalties=tournament.penalties,
        standing_confirmation=tournament.standing_confirmation,
        staff=tournament.staff,
    )


def _unsettled(match: Match) -> bool:
    asked = match.correction_asked or match.observer_asked
    return match.confirmed is None or match.differs or bool(asked)


def _line(tournament: Tournament, act: Act, can: bool, first: bool) -> JournalLine:
    return JournalLine(
        act=act.id,
        person=act.person,
        at=act.at,
        events=act.events,
        about=tuple(f"{part} {key}" for part, key, _ in act.before),
        undone=act.undone,
        undo=can,
        stands_on_it=tuple(undo.stands_on(tournament, act)) if first else (),
        booked=tuple(_bookings(tournament, act)) if act.events[:1] == ("booked",) else (),
    )


def _bookings(tournament: Tournament, act: Act) -> Iterable[Booking]:
    """The side of each transaction that is not the till: whose money it is."""
    for number in undo.transactions_of(tournament, act):
        transaction = tournament.book[number - 1]
        whose = [posting for posting in transaction.postings if not is_till(posting.account)]
        posting = min(whose, key=lambda each: each.person is None)
        amount = Amount(abs(posting.minor), transaction.currency)
        yield Booking(transaction.kind, posting.account, posting.person, amount)


def names_at_desk(tournament: Tournament, desk: Desk) -> set[str]:
    found = {person for item in desk.now for person in item.people} | {line.person for line in desk.journal}
    found |= {person for entry in tournament.entries.values() for person in entry.members}
    found |= {report.by for match in desk.matches.values() for report in match.reports}
    found |= {penalty.person for penalty in desk.penalties.values()}
    found |= {booking.person for line in desk.journal for booking in line.booked if booking.person}
    return found | {each.person for each in desk.open}


def log_for(tournament: Tournament, by: By, events: Iterable[Event]) -> list[LoggedEvent]:
    """The log as one of the staff may read it: of a case in which they are a party, no deliberations (T5.1)."""
    found = []
    for event in events:
        happened, stamp = read(event), stamp_of(event)
        case = tournament.cases.get(getattr(happened, "case", ""))
        if case is not None and by.person in case.parties and not isinstance(happened, TOLD):
            continue
        found.append(LoggedEvent(event.version, event.at, stamp.person, stamp.act, happened))
    return found
