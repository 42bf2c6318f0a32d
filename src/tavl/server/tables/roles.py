"""Who may give which role at a table, and who has one. Pure. Links by which a role is given: `role_links`."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables.hosting import Given, GiveRole, HandlerResult, House, RoleGiven, by_of
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.table import Table
from tavl.table.terms import Ruler

MAX_ROLES = 32  # people with a role at one table


def decide_give(house: House, table: Table, action: GiveRole, by: By) -> HandlerResult:
    fault = why_not_give(house, table, action.role, action.seat, by)
    if fault:
        return fault
    person = action.person
    if action.role is not Given.SPECTATOR and person in table.seats:
        return refuse("party_cannot_rule", "T5.1")
    if by_of(house, table, person).role is _HOLDS[action.role] and action.role is not Given.SPECTATOR:
        return []
    match action.role:
        case Given.RULER:
            assert by.seat is not None
            return [acts.RulerNamed(by.seat, person)]
        case Given.OBSERVER:
            return [acts.ObserverAppointed(person)]
        case Given.READER:
            seat = _reads_for(action.seat, by)
            assert seat is not None
            return [acts.ReaderAppointed(seat, person)]
        case _:
            known = house.directors if action.role is Given.DIRECTOR else house.let_in
            return [] if person in known else [RoleGiven(action.role, person)]


_HOLDS = {
    Given.DIRECTOR: Role.DIRECTOR,
    Given.RULER: Role.DIRECTOR,
    Given.OBSERVER: Role.OBSERVER,
    Given.READER: Role.READER,
    Given.SPECTATOR: Role.SPECTATOR,
}


def why_not_give(house: House, table: Table, role: Given, seat: Seat | None, by: By) -> Refused | None:
    """Who may give a role: a director gives any; before there is one, the table's opener gives that role; a player
    names a ruler and, where nobody directs, their reader; either player admits spectators."""
    if table.over:
        return refuse("match_over", "T4.5")
    if _people(house, table) >= MAX_ROLES:
        return refuse("too_many_roles", "T1.3.iii", most=MAX_ROLES)
    directs = by.role is Role.DIRECTOR
    opened = bool(by.person) and by.person == house.opened_by
    ruler = table.terms.ruler
    match role:
        case Given.DIRECTOR:
            if ruler is not Ruler.DIRECTOR:
                return refuse("nobody_rules" if ruler is Ruler.NOBODY else "not_named_to_rule", "T5.1")
            allowed = directs or (opened and not house.directors)
        case Given.RULER:
            if ruler is not Ruler.NAMED:
                return refuse("ruler_is_set", "T5.1")
            allowed = by.role is Role.PLAYER
        case Given.OBSERVER:
            if ruler is Ruler.NOBODY:
                return refuse("nobody_rules", "T5.1")
            allowed = directs
        case Given.READER:
            if _reads_for(seat, by) is None:
                return refuse("bad_value", "T1.3.iii", field="seat")
            allowed = directs or (by.role is Role.PLAYER and ruler is not Ruler.DIRECTOR)
        case Given.SPECTATOR:
            allowed = directs or opened or by.role is Role.PLAYER
    return None if allowed else refuse("not_your_role", "T1.3.iii", role=by.role)


def _reads_for(seat: Seat | None, by: By) -> Seat | None:
    return by.seat if by.role is Role.PLAYER else seat


def _people(house: House, table: Table) -> int:
    return len(house.directors) + len(house.let_in) + len(table.requests.observers)


class RoleLine(Struct, frozen=True):
    person: str
    role: Given
    seat: Seat | None = None  # who named the ruler, or whom the reader reads for


def roles_of(house: House, table: Table) -> list[RoleLine]:
    lines = [RoleLine(person, Given.DIRECTOR) for person in house.directors]
    lines += [RoleLine(who, Given.RULER, seat) for seat in SEATS if (who := table.disputes.named[seat])]
    lines += [RoleLine(person, Given.OBSERVER) for person in table.requests.observers]
    lines += [RoleLine(who, Given.READER, seat) for seat in SEATS if (who := table.requests.readers[seat])]
    return lines + [RoleLine(person, Given.SPECTATOR) for person in house.let_in]


def people_of(house: House, table: Table) -> list[str]:
    """The people whose names are shown at the table."""
    seated = [person for seat in SEATS for person in table.people_of(seat)]
    return [*seated, *(line.person for line in roles_of(house, table))]
