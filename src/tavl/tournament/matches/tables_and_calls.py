"""Tables and calls: one queue for each player, across all divisions."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.match import MAX_LENGTH
from tavl.rules.profile import PenaltyPointsTo
from tavl.rules.refusal import Refused, refuse
from tavl.table.acts.preparation import Equipment
from tavl.table.acts.requests import Request
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.invitation import BY_ROUNDS
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.clocks import clock_for, clock_line, clocks_free, is_required, wants_clock
from tavl.tournament.matches.inventory import BOX, available, box_required, has_own, spare, wanted, way_of
from tavl.tournament.preparation.entries import entry_at
from tavl.tournament.registry import (
    PLAYERS,
    STAFF,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    roles_of,
    too_long,
)
from tavl.tournament.state import Asked, Status, Tournament, match_of, put_entry, put_match

MAX_PLACES = 2000
LENT = ("clocks", "boards", "cups", "dice", "boxes")
"""What can be lent to any table: fields of `SetPlaces`, in their order."""


class Call(Struct, frozen=True):
    """A match and a free table for it."""

    match: str
    place: str


def starts_at(tournament: Tournament, standing: MatchStanding) -> int | None:
    """When it was announced to start; none for later rounds, which start when they are called (T2.2.i)."""
    if standing.match.starts_at is not None:
        return standing.match.starts_at
    division = tournament.divisions[standing.division]
    draw = division.draw_of.get(standing.pairing.id)
    first = division.terms.format in BY_ROUNDS or standing.pairing.round == 1
    return draw.starts_at if draw and first else None


def is_announced(tournament: Tournament, standing: MatchStanding) -> bool:
    return standing.pairing.id not in tournament.divisions[standing.division].hidden


def break_end(tournament: Tournament, at: int) -> int:
    """When play goes on: at this instant, or after the break that it falls into."""
    for since, until in sorted(tournament.breaks):
        if since <= at < until:
            at = until
    return at


def next_calls(tournament: Tournament, flow: Flow | None = None, at: int | None = None) -> list[Call]:
    """What can be called now: the most urgent match to the first table that suits it. Featured matches have boards of
    their own; the others come there last."""
    flow = flow or flow_of(tournament)
    if at is not None and break_end(tournament, at) > at:
        return []
    order = sorted(tournament.places, key=lambda place: place.featured)
    featured = {place.id for place in order if place.featured}
    free = [place for place in order if place.id not in flow.taken]
    clocks = max(0, clocks_free(tournament, flow) - len(clock_line(tournament, flow)))
    boxes = spare(tournament, flow, BOX)
    calls: list[Call] = []
    called: set[str] = set()
    for standing in flow.ready:
        people = flow.people(standing)
        waits = flow.kept_by(standing) is not None or called & set(people)
        if waits or standing.match.postponed or not is_announced(tournament, standing):
            continue
        away = (tournament.entries[entry].unavailable_until for entry in standing.players or ())
        if at is not None and any(until is not None and until > at for until in away):
            continue
        smoke_free = tournament.smoke_free & set(people)
        suits = [place for place in free if place.smoke_free or not smoke_free]
        if standing.match.featured and featured:
            suits = [place for place in suits if place.id in featured]
        if is_required(tournament):
            suits = [place for place in suits if place.clock or clocks]
        if box_required(tournament):
            suits = [place for place in suits if place.box or boxes]
        if wishes := wanted(tournament, flow, standing):  # else in their order
            suits.sort(key=partial(_lacks, wishes))
        if suits:
            free.remove(suits[0])
            clocks -= not suits[0].clock
            boxes -= not suits[0].box
            called |= set(people)
            calls.append(Call(standing.id, suits[0].id))
    return calls


def _lacks(wishes: list[Equipment], place: acts.Place) -> int:
    """How much would have to be brought to this table (T3.1 to T3.4)."""
    return sum(not has_own(place, kind) for kind in wishes)


def _set_places(tournament: Tournament, action: acts.SetPlaces, by: By, at: int, chance: Chance) -> HandlerResult:
    ids = [place.id for place in action.places]
    if len(set(ids)) != len(ids) or not all(ids) or len(ids) > MAX_PLACES:
        return refuse("bad_value", "T2.1", field="places")
    if any(place.board is not None and not all(1 <= side <= 999 for side in place.board) for place in action.places):
        return refuse("bad_value", "T3.1", field="board")
    for field in LENT:
        if not 0 <= getattr(action, field) <= MAX_PLACES:
            return refuse("bad_value", "T2.1", field=field)
    return [acts.PlacesSet(action.places, *(getattr(action, field) for field in LENT))]


def _call(tournament: Tournament, action: acts.CallMatch, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    fault = why_not_playable(tournament, flow, standing)
    if fault:
        return fault
    place = next((place for place in tournament.places if place.id == action.place), None)
    if place is None:
        return refuse("no_such_place_here", "T2.1", place=action.place)
    if (other := flow.taken.get(place.id)) is not None and other != standing.id:
        return refuse("place_taken", "T2.1", place=place.id, match=other)
    if not place.smoke_free and tournament.smoke_free & set(flow.people(standing)):
        return refuse("smoke_free_demanded", "T2.1", place=place.id)
    late_from = break_end(tournament, max(at, starts_at(tournament, standing) or at))
    assert standing.players is not None
    free = clock_for(tournament, flow, place.id)
    if is_required(tournament) and not free:
        return refuse("no_clock_free", "T3.5.i", clocks=tournament.clocks)
    clock = free and wants_clock(tournament, flow, standing)
    wishes = wanted(tournament, flow, standing)
    given = tuple(kind for kind in wishes if available(tournament, flow, standing, kind, place.id))
    if box_required(tournament) and BOX not in given:
        return refuse("none_free", "T3.4.i", kind=BOX, count=tournament.stock.get(BOX, 0))
    box_way = way_of(tournament, flow, standing, BOX) if BOX in given else None
    called: list[AnyEvent] = [
        acts.MatchCalled(standing.id, place.id, standing.players, late_from, clock, given, box_way)
    ]
    people = sorted(flow.people(standing))
    if not clock:
        asking = tournament.prefers_clock & set(people) - set(dict(standing.match.clock_asked))
        called += [acts.ClockDemanded(standing.id, person) for person in sorted(asking)]
    asked = {(person, kind) for kind, person, _ in standing.match.equipment_asked}
    next_in_line = sorted((p, kind) for p, kind in tournament.prefers - asked if p in people and kind not in given)
    return [*called, *(acts.EquipmentDemanded(standing.id, person, kind) for person, kind in next_in_line)]


def why_not_playable(tournament: Tournament, flow: Flow, standing: MatchStanding) -> Refused | None:
    """It can be called and begun: both are here and free."""
    if standing.where is Where.WAITS:
        return refuse("waits_for_match", "T4.6", match=standing.waits_for[0])
    if standing.where not in (Where.READY, Where.CALLED):
        return refuse("match_is", "T4.6", where=standing.where)
    if not is_announced(tournament, standing):
        return refuse("not_announced", "T2.2.i")
    for person in flow.people(standing):
        if (case := flow.held.get(person)) is not None:
            return refuse("case_open", "T5.2", case=case)
        if (busy := flow.busy.get(person)) is not None and busy != standing.id:
            return refuse("plays_elsewhere", "T2.2.i", match=busy)
    return None


def _withdraw_call(tournament: Tournament, action: acts.WithdrawCall, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    if standing.where is not Where.CALLED:
        return refuse("match_is", "T2.2.i", where=standing.where)
    return too_long(action.reason) or [acts.CallWithdrawn(action.match, action.reason)]


def _begin(tournament: Tournament, action: acts.BeginMatch, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    staff = roles_of(tournament, by) & (STAFF | {acts.Role.SYSTEM})
    if not staff and plays_in(flow, standing, by.person) is None:
        return refuse("not_your_match", "T1.6.i")
    fault = why_not_playable(tournament, flow, standing)
    if fault:
        return fault
    if tournament.places and standing.where is not Where.CALLED:
        return refuse("not_called", "T2.1")
    smoke_free = any(place.id == standing.match.place and place.smoke_free for place in tournament.places)
    if tournament.places and not smoke_free and tournament.smoke_free & set(flow.people(standing)):
        return refuse("smoke_free_demanded", "T2.1", place=standing.match.place or "")
    if (asked := next((each for each in standing.match.asked if _awaits_approval(each)), None)) is not None:
        return refuse("awaits_approval", "T3.5.iii" if asked.what is Request.APPROVE_CLOCK else "T3.4.iii")
    assert standing.players is not None
    there = [acts.Arrived(action.match, e) for e, a in standing.match.absences.items() if a.until is None]
    return [*there, acts.MatchBegun(action.match, standing.players, first_score(tournament, standing))]


def _awaits_approval(asked: Asked) -> bool:
    """No match begins before a box or a clock has been approved, if a player demands it (T3.4.iii, T3.5.iii)."""
    return asked.granted is None and asked.what in (Request.APPROVE_BAFFLE_BOX, Request.APPROVE_CLOCK)


def first_score(tournament: Tournament, standing: MatchStanding) -> tuple[int, int]:
    """What penalty points given before the match make of its score."""
    assert standing.players is not None
    one, two = (standing.match.points.get(entry, 0) for entry in standing.players)
    if tournament.invitation.profile.penalty_points_go_to is PenaltyPointsTo.OPPONENT:
        return min(two, standing.length), min(one, standing.length)
    return -one, -two


def _move_start(tournament: Tournament, action: acts.MoveStart, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    if standing.match.players is not None:
        return refuse("match_begun", "T2.2.i", match=action.match)
    fault = gives_reason(action.reason, "T2.2.i")
    return fault or [acts.StartMoved(action.match, action.starts_at, action.reason)]


def _set_length(tournament: Tournament, action: acts.SetLength, by: By, at: int, chance: Chance) -> HandlerResult:
    standing = standing_at(flow_of(tournament), action.match, action.seen)
    if isinstance(standing, Refused):
        return standing
    if not 1 <= action.length <= MAX_LENGTH:
        return refuse("bad_length", "T4.5", length=action.length, most=MAX_LENGTH)
    if standing.match.reports or standing.match.confirmed:
        return refuse("length_played_out", "T4.8")
    fault = gives_reason(action.reason, "T4.8")
    return fault or [acts.LengthSet(action.match, action.length, action.reason)]


def _smoke_free(tournament: Tournament, action: acts.DemandSmokeFree, by: By, at: int, chance: Chance) -> HandlerResult:
    if by.person != action.person and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_entry", "T2.1")
    return [acts.SmokeFreeDemanded(action.person)]


def _unavailable(tournament: Tournament, action: acts.SetUnavailable, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, None, Status.APPROVED)
    return entry if isinstance(entry, Refused) else [acts.UnavailableSet(action.entry, action.until)]


HANDLERS: dict[type, Handler] = {
    acts.SetPlaces: Handler(_set_places, STAFF | {acts.Role.ORGANISER}, "T1.3.i"),
    acts.CallMatch: Handler(_call, STAFF | {acts.Role.SYSTEM}, "T1.3.i"),
    acts.WithdrawCall: Handler(_withdraw_call, STAFF, "T1.3.i"),
    acts.BeginMatch: Handler(_begin, STAFF | PLAYERS | {acts.Role.SYSTEM}, "T1.6.i"),
    acts.MoveStart: Handler(_move_start, STAFF, "T2.2.i"),
    acts.SetLength: Handler(_set_length, STAFF | {acts.Role.SYSTEM}, "T4.8"),
    acts.DemandSmokeFree: Handler(_smoke_free, STAFF | PLAYERS, "T2.1"),
    acts.SetUnavailable: Handler(_unavailable, STAFF, "T1.3.i"),
}


def _evolve_called(tournament: Tournament, event: acts.MatchCalled, stamp: Stamp) -> Tournament:
    changes = {"place": event.place, "called_at": stamp.at, "called": event.players, "late_from": event.late_from}
    brought = {"clock": event.clock, "equipment": event.equipment, "box_way": event.box_way}
    return put_match(tournament, event.match, **changes, **brought)


def _evolve_places(tournament: Tournament, event: acts.PlacesSet, stamp: Stamp) -> Tournament:
    stock = {
        Equipment.BOARD: event.boards,
        Equipment.LIPPED_CUPS: event.cups,
        Equipment.PRECISION_DICE: event.dice,
        Equipment.BAFFLE_BOX: event.boxes,
    }
    had = {kind: count for kind, count in stock.items() if count}
    return replace(tournament, places=event.places, clocks=event.clocks, stock=had)


def _evolve_moved(tournament: Tournament, event: acts.StartMoved, stamp: Stamp) -> Tournament:
    called_at = match_of(tournament, event.match).called_at
    late_from = None if called_at is None else max(called_at, event.starts_at)
    return put_match(tournament, event.match, starts_at=event.starts_at, late_from=late_from)


NOT_CALLED: dict[str, Any] = {
    "place": None,
    "called_at": None,
    "called": None,
    "late_from": None,
    "absences": {},
    "clock": False,
    "equipment": (),
    "box_way": None,
}
EVOLVERS: dict[type, Evolver] = {
    acts.PlacesSet: _evolve_places,
    acts.MatchCalled: _evolve_called,
    acts.CallWithdrawn: lambda t, event, stamp: put_match(t, event.match, **NOT_CALLED),
    acts.MatchBegun: lambda t, event, stamp: put_match(t, event.match, players=event.players, begun_at=stamp.at),
    acts.StartMoved: _evolve_moved,
    acts.LengthSet: lambda t, event, stamp: put_match(t, event.match, length=event.length),
    acts.SmokeFreeDemanded: lambda t, event, stamp: replace(t, smoke_free=t.smoke_free | {event.person}),
    acts.UnavailableSet: lambda t, event, stamp: put_entry(t, event.entry, unavailable_until=event.until),
}
