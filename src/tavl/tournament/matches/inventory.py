"""Boards, cups, dice and baffle boxes, as far as there are any (T3.1 to T3.4): what a table has, what can be lent, who
is next in line. Clocks have rules of their own: `clocks`."""

from __future__ import annotations

from tavl.rules.profile import Use
from tavl.table.acts.preparation import Equipment, Way
from tavl.table.preparation.equipment import is_demandable_size
from tavl.tournament.acts.tables_and_calls import Place
from tavl.tournament.matches.advancement import AT_BOARD, Flow, MatchStanding, plays_in
from tavl.tournament.state import Tournament

BOX = Equipment.BAFFLE_BOX
KINDS = (Equipment.BOARD, Equipment.LIPPED_CUPS, Equipment.PRECISION_DICE, BOX)
RULES = {
    Equipment.BOARD: "T3.1",
    Equipment.LIPPED_CUPS: "T3.2",
    Equipment.PRECISION_DICE: "T3.3",
    BOX: "T3.4.i",
}


def has_own(place: Place, kind: Equipment) -> bool:
    """Whether it belongs to the table, so that nobody has to bring it."""
    match kind:
        case Equipment.BOARD:
            return place.board is not None and is_demandable_size(place.board)
        case Equipment.LIPPED_CUPS:
            return place.cups
        case Equipment.PRECISION_DICE:
            return place.dice
        case Equipment.BAFFLE_BOX:
            return place.box
        case Equipment.CLOCK:
            return place.clock


def place_of(tournament: Tournament, id: str | None) -> Place | None:
    return next((place for place in tournament.places if place.id == id), None)


def box_required(tournament: Tournament) -> bool:
    """And the inventory has been entered, so that the desk knows whether one is free (T3.4.i.c)."""
    known = tournament.stock.get(BOX, 0) > 0 or any(place.box for place in tournament.places)
    return known and tournament.invitation.profile.baffle_box is Use.REQUIREMENT


def askers(tournament: Tournament, flow: Flow, standing: MatchStanding, kind: Equipment, also: str = "") -> set[str]:
    """The sides of a match from which it was demanded: in this match, or in all of somebody's."""
    asked = {person for what, person, _ in standing.match.equipment_asked if what is kind}
    asked |= {person for person in flow.people(standing) if (person, kind) in tournament.prefers}
    sides = (plays_in(flow, standing, person) for person in {*asked, also})
    return {side for side in sides if side is not None}


def way_of(tournament: Tournament, flow: Flow, standing: MatchStanding, kind: Equipment, also: str = "") -> Way | None:
    """Why the match is to have it; none: it is not. Of a baffle box the invitation says whose wish is enough (T3.4.i);
    of the rest one player's demand is."""
    sides = len(askers(tournament, flow, standing, kind, also))
    use = tournament.invitation.profile.baffle_box if kind is BOX else Use.PREFERENCE
    if use is Use.REQUIREMENT:
        return Way.REQUIREMENT
    if use is Use.PREFERENCE:
        return Way.PREFERENCE if sides else None
    return Way.OPTION if use is Use.OPTION and sides > 1 else None


def lent(tournament: Tournament, flow: Flow, kind: Equipment) -> int:
    """How many of those that can be lent are at boards."""
    out = 0
    for each in flow.standings.values():
        if each.where in AT_BOARD and kind in each.match.equipment:
            place = place_of(tournament, each.match.place)
            out += place is None or not has_own(place, kind)
    return out


def free(tournament: Tournament, flow: Flow, kind: Equipment) -> int:
    return tournament.stock.get(kind, 0) - lent(tournament, flow, kind)


def line(tournament: Tournament, flow: Flow, kind: Equipment) -> list[MatchStanding]:
    """Matches at their boards for which it was demanded and to which it has not come, in the order of the demands."""
    found = []
    for each in flow.standings.values():
        since = [at for what, _, at in each.match.equipment_asked if what is kind]
        waits = each.where in AT_BOARD and since and kind not in each.match.equipment
        if waits and way_of(tournament, flow, each, kind) is not None:
            found.append((since[0], each.id, each))
    return [each for *_, each in sorted(found, key=lambda known: known[:2])]


def spare(tournament: Tournament, flow: Flow, kind: Equipment) -> int:
    """So many are free that nobody is waiting for."""
    return max(0, free(tournament, flow, kind) - len(line(tournament, flow, kind)))


def available(tournament: Tournament, flow: Flow, standing: MatchStanding, kind: Equipment, place: str | None) -> bool:
    """Whether a match at this table can have it: the table's own, or one that nobody before them is waiting for."""
    here = place_of(tournament, place)
    if here is not None and has_own(here, kind):
        return True
    waiting = line(tournament, flow, kind)
    before = next((n for n, each in enumerate(waiting) if each.id == standing.id), len(waiting))
    return free(tournament, flow, kind) > before


def at_board(tournament: Tournament, standing: MatchStanding) -> list[Equipment]:
    """What is at the board of a match, a clock included: the table's own, and what was brought."""
    place = place_of(tournament, standing.match.place)
    brought = {*standing.match.equipment, *([Equipment.CLOCK] if standing.match.clock else [])}
    return [kind for kind in Equipment if kind in brought or (place is not None and has_own(place, kind))]


def wanted(tournament: Tournament, flow: Flow, standing: MatchStanding) -> list[Equipment]:
    """What a match is to be played with, if it is there."""
    return [kind for kind in KINDS if way_of(tournament, flow, standing, kind) is not None]
