"""Byes of a consolation that was drawn before the results were known: fairer ones are proposed once they are.

Nobody has a second bye while somebody who enters in the same round has had none and could take it. The desk proposes
the exchange, the director looks at it, and the draw says publicly who has changed places."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.draws.draws import division_at
from tavl.tournament.draws.graph import Known, LoserOf, Pairing, resolve
from tavl.tournament.draws.rounds import drops
from tavl.tournament.formats.consolation import exchange, trade_byes
from tavl.tournament.matches.advancement import Flow, flow_of, match_id
from tavl.tournament.registry import STAFF, Chance, Evolver, Handler, HandlerResult
from tavl.tournament.state import Division, Tournament, put_division


def proposed_trades(flow: Flow, id: str) -> tuple[tuple[Pairing, ...], tuple[tuple[str, str, str], ...]]:
    """All pairings after fairer exchanges, and of each its stage and the two entries. What would let two meet again at
    once is left as it is."""
    division = flow.tournament.divisions[id]
    standings = {each.pairing.id: each for each in flow.of(id)}
    outcomes = {pairing: each.outcome for pairing, each in standings.items() if each.outcome is not None}
    begun = {pairing for pairing, each in standings.items() if each.match.players or each.match.called}
    pairings, traded = list(division.pairings), []
    for stage, _ in drops(division):
        for one, two in trade_byes(pairings, outcomes, stage, begun):
            changed = exchange(pairings, one, two)
            slots = resolve(changed, outcomes)
            if any(_met(flow, id, slots[p.id]) for old, p in zip(pairings, changed, strict=True) if old != p):
                continue
            names = [_entrant(flow, id, source) for source in (one, two)]
            pairings = changed
            traded.append((stage, names[0], names[1]))
    return tuple(pairings), tuple(traded)


def _entrant(flow: Flow, id: str, source: LoserOf) -> str:
    standing = flow.standings[match_id(id, source.match)]
    outcome = standing.outcome
    assert outcome is not None
    assert outcome.winner is not None
    slot = standing.slots[1 - outcome.winner]
    return slot.entrant if isinstance(slot, Known) else ""


def _met(flow: Flow, id: str, slots: tuple[object, object]) -> bool:
    pair = {slot.entrant for slot in slots if isinstance(slot, Known)}
    return len(pair) == 2 and any(set(each.players or ()) == pair for each in flow.of(id) if each.match.confirmed)


def has_trades(flow: Flow, division: Division) -> bool:
    """Only for divisions where losers drop and the draw is announced."""
    return division.announced and bool(drops(division)) and bool(proposed_trades(flow, division.terms.id)[1])


def _trade(tournament: Tournament, action: acts.TradeByes, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, action.seen)
    if isinstance(division, Refused):
        return division
    pairings, traded = proposed_trades(flow_of(tournament), action.division)
    if not traded:
        return refuse("no_bye_to_trade", "T1.1")
    changed = tuple(new for old, new in zip(division.pairings, pairings, strict=True) if old != new)
    return [acts.ByesTraded(action.division, changed, traded)]


HANDLERS: dict[type, Handler] = {acts.TradeByes: Handler(_trade, STAFF, "T1.3.i")}


def _evolve_traded(tournament: Tournament, event: acts.ByesTraded, stamp: Stamp) -> Tournament:
    division = tournament.divisions[event.division]
    changed = {pairing.id: pairing for pairing in event.pairings}
    pairings = tuple(changed.get(pairing.id, pairing) for pairing in division.pairings)
    draw = division.draws[-1]
    draws = (*division.draws[:-1], replace(draw, traded=(*draw.traded, *event.traded)))
    return put_division(tournament, event.division, pairings=pairings, draws=draws)


EVOLVERS: dict[type, Evolver] = {acts.ByesTraded: _evolve_traded}
