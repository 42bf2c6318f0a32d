"""Entries: every one is approved by the director (T1.4)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.invitation import DivisionTerms, Format
from tavl.tournament.matches.advancement import Flow, flow_of
from tavl.tournament.money.payments import charges
from tavl.tournament.money.refunds import waived_on_withdrawal, waivers
from tavl.tournament.registry import (
    ACTIVE,
    ANYBODY,
    DIRECTORS,
    PLAYERS,
    STAFF,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    changed,
    gives_reason,
    own_entry,
    roles_of,
    too_long,
)
from tavl.tournament.state import Division, Entry, Phase, Status, Tournament, put, put_division, put_entry

MAX_ENTRIES = 20_000


def places_left(tournament: Tournament, division: str) -> int | None:
    """None: no limit."""
    capacity = tournament.divisions[division].terms.capacity
    if capacity is None:
        return None
    holding = (Status.PENDING, Status.APPROVED)
    entries = tournament.entries.values()
    return capacity - sum(entry.division == division and entry.status in holding for entry in entries)


def _enter(tournament: Tournament, action: acts.Enter, by: By, at: int, chance: Chance) -> HandlerResult:
    division = tournament.divisions.get(action.division)
    if division is None:
        return refuse("no_such_division", "T1.4.i", division=action.division)
    if tournament.phase is not Phase.OPEN:
        return refuse("entries_not_open", "T1.4.i")
    staff = bool(roles_of(tournament, by) & STAFF)
    if not staff and by.person not in action.members:
        return refuse("not_your_entry", "T1.4.i")
    before: list[AnyEvent] = []
    if division.terms.format is Format.JACKPOT:
        division, before = _sheet(tournament, division)
        if fault := tournament.invitation.why_not_add(division.terms) if before else None:
            return fault
    if fault := _too_late(division) or _fault(tournament, action, division.terms, at):
        return fault
    left = None if before else places_left(tournament, division.terms.id)
    id = f"e{tournament.entered + 1}"
    entered = acts.Entered(
        entry=id,
        division=division.terms.id,
        members=action.members,
        rating=action.rating,
        family=action.family,
        club=action.club,
        country=action.country,
        waits=left is not None and left <= 0,
    )
    approved = division.standing_approval or division.terms.by_itself
    if not approved or entered.waits:
        return [*before, entered]
    charged = charges(division.terms, _as_entered(entered, at))
    return [*before, entered, acts.EntryApproved(id, standing=True), *charged]


def _too_late(division: Division) -> Refused | None:
    """A payment after the prizes are awarded would go into an empty pool."""
    return refuse("entries_not_open", "T1.4.i") if division.awarded else None


def _sheet(tournament: Tournament, jackpot: Division) -> tuple[Division, list[AnyEvent]]:
    """The sheet that a jackpot's next name is written on. A full one opens the next."""
    first = jackpot.terms.sheet_of or jackpot.terms.id
    sheets = [d for d in tournament.divisions.values() if first in (d.terms.id, d.terms.sheet_of)]
    last = sheets[-1]
    left = places_left(tournament, last.terms.id)
    if not last.draws and (left is None or left > 0):
        return last, []
    terms = replace(jackpot.terms, id=f"{first}-{len(sheets) + 1}", sheet_of=first)
    opened: list[AnyEvent] = [acts.DivisionAdded(terms)]
    if last.standing_approval:
        opened.append(acts.StandingApprovalSet(terms.id, True))
    return Division(terms=terms, standing_approval=last.standing_approval), opened


def _fault(tournament: Tournament, action: acts.Enter, terms: DivisionTerms, at: int) -> Refused | None:
    members = action.members
    most = terms.members + terms.reserves
    if not terms.members <= len(members) <= most or len(set(members)) != len(members) or not all(members):
        return refuse("wrong_members", "T1.1", members=terms.members)
    if action.rating is not None and not 0 <= action.rating <= 400_000:
        return refuse("bad_value", "T1.4.i", field="rating")
    if tournament.entered >= MAX_ENTRIES:
        return refuse("bad_value", "T1.4.i", field="entries")
    flow = flow_of(tournament)
    for person in members:
        if fault := _kept_out(tournament, (person,), at):
            return fault
        earlier = [entry for entry in tournament.entries.values() if person in entry.members]
        here = [entry for entry in earlier if entry.division == terms.id]
        if any(entry.status is Status.REFUSED for entry in here):
            return refuse("refused_before", "T1.4.i", person=person)
        if any(entry.status is Status.DECLINED for entry in here):
            return refuse("refused_before", "T1.4.ii", person=person)
        going = [entry for entry in here if entry.status in ACTIVE]
        if any(not is_beaten(flow, entry) for entry in going):
            return refuse("entered_already", "T1.4.i", person=person)
        if len(going) > terms.re_entries:
            return refuse("no_re_entry", "T1.4.i", most=terms.re_entries)
    return None


def _kept_out(tournament: Tournament, people: Iterable[str], at: int) -> Refused | None:
    """Somebody of these may not play: suspended by the federation, or put out of this tournament."""
    for person in people:
        until = tournament.suspended.get(person, 0)
        if until is None or until > at:
            return refuse("suspended_person", "T1.2", person=person)
        if _expelled(tournament, person):
            return refuse("expelled_person", "T1.2", person=person)
    return None


def _expelled(tournament: Tournament, person: str) -> bool:
    wide = (acts.Scope.TOURNAMENT, acts.Scope.LATER)
    return any(each.person == person and each.scope in wide for each in tournament.penalties.values())


def is_beaten(flow: Flow, entry: Entry) -> bool:
    """They were drawn, and nothing is left for them to play in this division."""
    theirs = [each for each in flow.of(entry.division) if each.players and entry.id in each.players]
    return bool(theirs) and all(each.outcome is not None or each.match.confirmed for each in theirs)


def entry_at(
    tournament: Tournament, id: str, seen: int | None, *statuses: Status, rule: str = "T1.4.i"
) -> Entry | Refused:
    entry = tournament.entries.get(id)
    if entry is None:
        return refuse("no_such_entry", "T1.4.i", entry=id)
    if fault := changed(seen, entry.version):
        return fault
    if statuses and entry.status not in statuses:
        return refuse("entry_is", rule, status=entry.status)
    return entry


def _approve(tournament: Tournament, action: acts.ApproveEntry, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, action.seen, Status.PENDING)
    if isinstance(entry, Refused):
        return entry
    if fault := _too_late(tournament.divisions[entry.division]) or _kept_out(tournament, entry.members, at):
        return fault  # since they entered
    return [acts.EntryApproved(entry.id), *charges(tournament.divisions[entry.division].terms, entry)]


def _standing(
    tournament: Tournament, action: acts.SetStandingApproval, by: By, at: int, chance: Chance
) -> HandlerResult:
    division = tournament.divisions.get(action.division)
    if division is None:
        return refuse("no_such_division", "T1.4.i", division=action.division)
    events: list[AnyEvent] = [acts.StandingApprovalSet(action.division, action.on)]
    if action.on and not division.awarded:
        waiting = [e for e in tournament.entries.values() if e.division == action.division]
        for entry in (e for e in waiting if e.status is Status.PENDING):
            events += [acts.EntryApproved(entry.id, standing=True), *charges(division.terms, entry)]
    return events


def _refuse(tournament: Tournament, action: acts.RefuseEntry, by: By, at: int, chance: Chance) -> HandlerResult:
    statuses = (Status.PENDING, Status.WAITING, Status.APPROVED)
    entry = entry_at(tournament, action.entry, action.seen, *statuses)
    if isinstance(entry, Refused):
        return entry
    if _drawn(tournament, entry):
        return refuse("drawn_already", "T1.4.i")
    if not action.explanation.strip():
        return refuse("explanation_missing", "T1.4.i")
    fault = too_long(action.explanation, action.reason)
    refused = acts.EntryRefused(entry.id, action.explanation, action.reason)
    return fault or [refused, *waivers(tournament, entry.id)]


def _drawn(tournament: Tournament, entry: Entry) -> bool:
    return any(entry.id in draw.entries for draw in tournament.divisions[entry.division].draws)


def _offer(tournament: Tournament, action: acts.OfferHigher, by: By, at: int, chance: Chance) -> HandlerResult:
    statuses = (Status.PENDING, Status.WAITING, Status.APPROVED)
    entry = entry_at(tournament, action.entry, action.seen, *statuses, rule="T1.4.ii")
    if isinstance(entry, Refused):
        return entry
    target = tournament.divisions.get(action.division)
    if target is None:
        return refuse("no_such_division", "T1.4.ii", division=action.division)
    if target.terms.level <= tournament.divisions[entry.division].terms.level:
        return refuse("not_a_higher_division", "T1.4.ii")
    if _drawn(tournament, entry):
        return refuse("drawn_already", "T1.4.ii")
    left = places_left(tournament, action.division)
    if left is not None and left <= 0:
        return refuse("division_full", "T1.4.ii")
    fault = gives_reason(action.reason, "T1.4.ii")
    offered = acts.HigherOffered(entry.id, action.division, action.reason)
    return fault or [offered, *waivers(tournament, entry.id)]


def _answer(tournament: Tournament, action: acts.AnswerOffer, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, None, Status.OFFERED, rule="T1.4.ii")
    if isinstance(entry, Refused):
        return entry
    if not own_entry(tournament, by, entry.id):
        return refuse("not_your_entry", "T1.4.ii")
    answered: list[AnyEvent] = [acts.OfferAnswered(entry.id, action.accepts)]
    if not action.accepts:
        return answered
    moved = replace(entry, division=entry.offered or entry.division)
    if fault := _too_late(tournament.divisions[moved.division]) or _kept_out(tournament, entry.members, at):
        return fault
    return [*answered, *charges(tournament.divisions[moved.division].terms, moved)]


def _admit(tournament: Tournament, action: acts.AdmitEntry, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, action.seen, Status.WAITING)
    if isinstance(entry, Refused):
        return entry
    left = places_left(tournament, entry.division)
    if left is not None and left <= 0:
        return refuse("division_full", "T1.4.i")
    return [acts.EntryAdmitted(entry.id)]


def _check_in(tournament: Tournament, action: acts.CheckIn, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, action.seen, Status.APPROVED)
    if isinstance(entry, Refused):
        return entry
    if not (roles_of(tournament, by) & STAFF or own_entry(tournament, by, entry.id)):
        return refuse("not_your_entry", "T1.3.i")
    return refuse("done_already", "T1.4.i") if entry.checked_in else [acts.CheckedIn(entry.id)]


def _withdraw(tournament: Tournament, action: acts.WithdrawEntry, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, action.seen, *ACTIVE)
    if isinstance(entry, Refused):
        return entry
    if not (roles_of(tournament, by) & STAFF or own_entry(tournament, by, entry.id)):
        return refuse("not_your_entry", "T1.4.i")
    running = next((m for m in flow_of(tournament).busy.items() if m[0] in entry.members), None)
    if running is not None and tournament.matches[running[1]].begun_at is not None:
        return refuse("match_running", "T4.5", match=running[1])
    paid_back = waived_on_withdrawal(tournament, entry.id, _drawn(tournament, entry))
    return too_long(action.reason) or [acts.EntryWithdrawn(entry.id, action.reason), *paid_back]


def _give_reason(
    tournament: Tournament, action: acts.GiveEntryReason, by: By, at: int, chance: Chance
) -> HandlerResult:
    statuses = (Status.REFUSED, Status.OFFERED, Status.DECLINED, Status.APPROVED)
    entry = entry_at(tournament, action.entry, None, *statuses, rule="T1.4.iii")
    if isinstance(entry, Refused):
        return entry
    return gives_reason(action.reason, "T1.4.iii") or [acts.EntryReasonGiven(entry.id, action.reason)]


def _replace_member(
    tournament: Tournament, action: acts.ReplaceMember, by: By, at: int, chance: Chance
) -> HandlerResult:
    entry = entry_at(tournament, action.entry, None, Status.APPROVED)
    if isinstance(entry, Refused):
        return entry
    if action.leaves not in entry.members or action.comes in entry.members or not action.comes:
        return refuse("wrong_members", "T1.1", members=len(entry.members))
    if any(person in flow_of(tournament).busy for person in entry.members):
        return refuse("match_running", "T4.5", match="")
    if fault := _kept_out(tournament, (action.comes,), at):
        return fault
    theirs = (e for e in tournament.entries.values() if e.division == entry.division and e.status in ACTIVE)
    if any(action.comes in each.members for each in theirs):
        return refuse("entered_already", "T1.4.i", person=action.comes)
    missing = gives_reason(action.reason)
    return missing or [acts.MemberReplaced(entry.id, action.leaves, action.comes, action.reason)]


HANDLERS: dict[type, Handler] = {
    acts.Enter: Handler(_enter, ANYBODY, "T1.4.i"),
    acts.ApproveEntry: Handler(_approve, DIRECTORS, "T1.4.i"),
    acts.SetStandingApproval: Handler(_standing, DIRECTORS, "T1.4.i"),
    acts.RefuseEntry: Handler(_refuse, DIRECTORS, "T1.4.i"),
    acts.OfferHigher: Handler(_offer, DIRECTORS, "T1.4.ii"),
    acts.AnswerOffer: Handler(_answer, PLAYERS, "T1.4.ii"),
    acts.AdmitEntry: Handler(_admit, STAFF, "T1.3.i"),
    acts.CheckIn: Handler(_check_in, STAFF | PLAYERS, "T1.3.i"),
    acts.WithdrawEntry: Handler(_withdraw, STAFF | PLAYERS, "T1.3.i"),
    acts.GiveEntryReason: Handler(_give_reason, DIRECTORS, "T1.4.iii"),
    acts.ReplaceMember: Handler(_replace_member, DIRECTORS, "T1.4.i"),
}


def _as_entered(event: acts.Entered, at: int) -> Entry:
    return Entry(
        id=event.entry,
        division=event.division,
        members=event.members,
        status=Status.WAITING if event.waits else Status.PENDING,
        at=at,
        rating=event.rating,
        family=event.family,
        club=event.club,
        country=event.country,
    )


def _evolve_entered(tournament: Tournament, event: acts.Entered, stamp: Stamp) -> Tournament:
    entry = _as_entered(event, stamp.at)
    return put(replace(tournament, entered=tournament.entered + 1), "entries", event.entry, entry)


def _evolve_answered(tournament: Tournament, event: acts.OfferAnswered, stamp: Stamp) -> Tournament:
    entry = tournament.entries.get(event.entry)
    if entry is None or entry.offered is None:
        return tournament
    if not event.accepts:
        return put_entry(tournament, event.entry, status=Status.DECLINED)
    return put_entry(
        tournament, event.entry, status=Status.APPROVED, division=entry.offered, came_from=entry.division, offered=None
    )


def _evolve_replaced(tournament: Tournament, event: acts.MemberReplaced, stamp: Stamp) -> Tournament:
    entry = tournament.entries.get(event.entry)
    members = tuple(event.comes if m == event.leaves else m for m in entry.members) if entry else ()
    return put_entry(tournament, event.entry, members=members)


EVOLVERS: dict[type, Evolver] = {
    acts.Entered: _evolve_entered,
    acts.EntryApproved: lambda t, event, stamp: put_entry(t, event.entry, status=Status.APPROVED),
    acts.StandingApprovalSet: lambda t, event, stamp: put_division(t, event.division, standing_approval=event.on),
    acts.EntryRefused: lambda t, event, stamp: put_entry(
        t, event.entry, status=Status.REFUSED, explanation=event.explanation, reason=event.reason
    ),
    acts.HigherOffered: lambda t, event, stamp: put_entry(
        t, event.entry, status=Status.OFFERED, offered=event.division, reason=event.reason, pools=()
    ),
    acts.OfferAnswered: _evolve_answered,
    acts.EntryAdmitted: lambda t, event, stamp: put_entry(t, event.entry, status=Status.PENDING),
    acts.CheckedIn: lambda t, event, stamp: put_entry(t, event.entry, checked_in=True),
    acts.EntryWithdrawn: lambda t, event, stamp: put_entry(
        t, event.entry, status=Status.WITHDRAWN, withdrawn_at=stamp.at
    ),
    acts.EntryReasonGiven: lambda t, event, stamp: put_entry(t, event.entry, reason=event.reason),
    acts.MemberReplaced: _evolve_replaced,
}
