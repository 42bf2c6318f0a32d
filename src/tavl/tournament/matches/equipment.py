"""Equipment at the boards: demanded, brought, taken away (T3.1 to T3.4, T3.7.i)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.profile import Use
from tavl.rules.refusal import Refused, refuse
from tavl.table.acts.preparation import Equipment, Way
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import AT_BOARD, OVER, MatchStanding, Where, flow_of, plays_in, standing_at
from tavl.tournament.matches.inventory import (
    BOX,
    RULES,
    available,
    free,
    has_own,
    place_of,
    way_of,
)
from tavl.tournament.matches.lateness import why_not_judge
from tavl.tournament.registry import (
    DIRECTORS,
    PLAYERS,
    STAFF,
    Chance,
    Evolver,
    Handler,
    HandlerResult,
    gives_reason,
    roles_of,
)
from tavl.tournament.state import Tournament, match_of, put_match


def _why_not_demand(tournament: Tournament, kind: Equipment) -> Refused | None:
    if kind not in RULES:
        return refuse("bad_value", "T3.5.i", field="kind")  # a clock has its own actions
    if kind is BOX and tournament.invitation.profile.baffle_box is Use.NONE:
        return refuse("not_used_here", "T3.4.i")
    return None


def _prefer(tournament: Tournament, action: acts.PreferEquipment, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = _why_not_demand(tournament, action.kind)
    if fault:
        return fault
    if by.person != action.person and not roles_of(tournament, by) & STAFF:
        return refuse("not_your_entry", RULES[action.kind])
    return [acts.EquipmentPreferred(action.person, action.kind, action.on)]


def _demand(tournament: Tournament, action: acts.DemandEquipment, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = _why_not_demand(tournament, action.kind)
    if fault:
        return fault
    kind, rule = action.kind, RULES[action.kind]
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    person = action.person or by.person
    staff = roles_of(tournament, by) & STAFF
    if plays_in(flow, standing, person) is None or (person != by.person and not staff):
        return refuse("not_your_match", rule)
    if standing.where in OVER:
        return refuse("match_is", rule, where=standing.where)
    if kind in standing.match.equipment or any(
        (what, who) == (kind, person) for what, who, _ in standing.match.equipment_asked
    ):
        return refuse("done_already", rule)
    demanded: list[AnyEvent] = [acts.EquipmentDemanded(action.match, person, kind)]
    way = way_of(tournament, flow, standing, kind, person)
    at_once = standing.where in AT_BOARD and way is not None and not _waits_for_game(standing, kind)
    if at_once and available(tournament, flow, standing, kind, standing.match.place):
        demanded.append(acts.EquipmentGiven(action.match, kind, way if kind is BOX else None))
    return demanded


def _waits_for_game(standing: MatchStanding, kind: Equipment) -> bool:
    """A board is changed between two games only (T3.1): the desk says when. Cups and dice at any time (T3.2, T3.3)."""
    return kind is Equipment.BOARD and standing.where is Where.PLAYING


def _why_not_bring(tournament: Tournament, standing: MatchStanding, kind: Equipment) -> Refused | None:
    rule = RULES[kind]
    if standing.where not in AT_BOARD:
        return refuse("match_is", rule, where=standing.where)
    if kind in standing.match.equipment:
        return refuse("done_already", rule)
    here = place_of(tournament, standing.match.place)
    if (here is None or not has_own(here, kind)) and free(tournament, flow_of(tournament), kind) < 1:
        return refuse("none_free", rule, kind=kind, count=tournament.stock.get(kind, 0))
    return None


def _give(tournament: Tournament, action: acts.GiveEquipment, by: By, at: int, chance: Chance) -> HandlerResult:
    if action.kind not in RULES:
        return refuse("bad_value", "T3.5.i", field="kind")
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    if fault := _why_not_bring(tournament, standing, action.kind):
        return fault
    way = way_of(tournament, flow, standing, action.kind)
    if action.kind is BOX and way is None:
        return refuse("only_as_penalty", "T3.4.i")
    if _waits_for_game(standing, action.kind) and not action.between_games:
        return refuse("game_running", "T3.1")
    return [acts.EquipmentGiven(action.match, action.kind, way if action.kind is BOX else None)]


def _take(tournament: Tournament, action: acts.TakeEquipment, by: By, at: int, chance: Chance) -> HandlerResult:
    if action.kind not in RULES:
        return refuse("bad_value", "T3.5.i", field="kind")
    rule = "T3.4.ii" if action.kind is BOX else "T3.7.i"
    standing = standing_at(flow_of(tournament), action.match)
    if isinstance(standing, Refused):
        return standing
    asked = any(what is action.kind for what, *_ in standing.match.equipment_asked)
    if action.kind not in standing.match.equipment and not asked:
        return refuse("nothing_changes", rule)
    return gives_reason(action.reason, rule) or [acts.EquipmentTaken(action.match, action.kind, action.reason)]


def ordered_box(tournament: Tournament, standing: MatchStanding, reason: str) -> HandlerResult:
    """For the rest of the match, if there is one (T2.4.i, T3.4.i.d)."""
    if standing.where is not Where.PLAYING:
        return refuse("match_is", "T2.4.i", where=standing.where)
    fault = _why_not_bring(tournament, standing, BOX) or gives_reason(reason, "T2.4.i")
    return fault or [acts.EquipmentGiven(standing.id, BOX, Way.PENALTY, reason)]


def _order_box(tournament: Tournament, action: acts.OrderBox, by: By, at: int, chance: Chance) -> HandlerResult:
    flow = flow_of(tournament)
    standing = standing_at(flow, action.match)
    if isinstance(standing, Refused):
        return standing
    return why_not_judge(tournament, flow, standing, by) or ordered_box(tournament, standing, action.reason)


HANDLERS: dict[type, Handler] = {
    acts.PreferEquipment: Handler(_prefer, STAFF | PLAYERS, "T3.1"),
    acts.DemandEquipment: Handler(_demand, STAFF | PLAYERS, "T1.6.i"),
    acts.GiveEquipment: Handler(_give, STAFF, "T1.3.i"),
    acts.TakeEquipment: Handler(_take, STAFF, "T3.7.i"),
    acts.OrderBox: Handler(_order_box, DIRECTORS, "T2.4.i"),
}


def _evolve_preferred(tournament: Tournament, event: acts.EquipmentPreferred, stamp: Stamp) -> Tournament:
    what = frozenset({(event.person, event.kind)})
    return replace(tournament, prefers=tournament.prefers | what if event.on else tournament.prefers - what)


def _evolve_demanded(tournament: Tournament, event: acts.EquipmentDemanded, stamp: Stamp) -> Tournament:
    asked = (*match_of(tournament, event.match).equipment_asked, (event.kind, event.person, stamp.at))
    return put_match(tournament, event.match, equipment_asked=asked)


def _evolve_given(tournament: Tournament, event: acts.EquipmentGiven, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    box_way = event.way if event.kind is BOX else match.box_way
    return put_match(tournament, event.match, equipment=(*match.equipment, event.kind), box_way=box_way)


def _evolve_taken(tournament: Tournament, event: acts.EquipmentTaken, stamp: Stamp) -> Tournament:
    match = match_of(tournament, event.match)
    return put_match(
        tournament,
        event.match,
        equipment=tuple(kind for kind in match.equipment if kind is not event.kind),
        equipment_asked=tuple(asked for asked in match.equipment_asked if asked[0] is not event.kind),
        box_way=None if event.kind is BOX else match.box_way,
    )


EVOLVERS: dict[type, Evolver] = {
    acts.EquipmentPreferred: _evolve_preferred,
    acts.EquipmentDemanded: _evolve_demanded,
    acts.EquipmentGiven: _evolve_given,
    acts.EquipmentTaken: _evolve_taken,
}
