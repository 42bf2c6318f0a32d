"""A continuous Swiss: the pools that are complete, drawn from the first draw's seed."""

from __future__ import annotations

from typing import NamedTuple

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Outcome, Pairing
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.players import lengths, player
from tavl.tournament.formats.swiss import continuous
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.state import Division, Entry, Status, Tournament


def draw_pools(tournament: Tournament, division: Division, entries: list[Entry], lots: Lots) -> tuple[Pairing, ...]:
    """All pools that are complete by now. They are drawn from the first draw's seed, so that nothing depends on the
    order in which results were reported."""
    if division.draws:
        lots = Lots(bytes.fromhex(division.draws[0].seed), "")
    hall = _pools(tournament, division, entries, Lots(lots.seed, f"lives {division.terms.id}"))
    shape = lengths(division.terms.stages[0])
    made: list[Pairing] = []
    for pool in hall.pools:
        made += continuous.draw_pool(
            hall.setting, pool, hall.players, division.pairings, hall.outcomes, hall.lots, shape
        )
    return tuple(made)


class _Pools(NamedTuple):
    setting: continuous.Continuous
    players: list[Player]
    outcomes: dict[str, Outcome]
    lots: Lots
    pools: list[continuous.Pool]


def _pools(tournament: Tournament, division: Division, entries: list[Entry], lots: Lots) -> _Pools:
    flow, terms = flow_of(tournament), division.terms
    first = division.draws[0].entries if division.draws else tuple(entry.id for entry in entries)
    known = dict.fromkeys([*first, *(e for draw in division.draws for e in draw.entries), *(e.id for e in entries)])
    players = [player(tournament.entries[id]) for id in known]
    late = {id: _wave(division, tournament.entries[id]) for id in known if id not in first}
    setting = continuous.Continuous(entrants=len(first), lives=terms.lives, batch=terms.batch)
    outcomes = {m.pairing.id: m.outcome for m in flow.of(terms.id) if m.outcome}
    found = continuous.due(setting, players, division.pairings, outcomes, lots, late, flow.out)
    return _Pools(setting, players, outcomes, lots, found)


def pools_due(tournament: Tournament, division: Division) -> list[continuous.Pool]:
    """Of a continuous Swiss that has begun: whom the next draw is about."""
    entries = [
        entry
        for entry in tournament.entries.values()
        if entry.division == division.terms.id and entry.status is Status.APPROVED
    ]
    lots = Lots(bytes.fromhex(division.draws[0].seed), f"lives {division.terms.id}")
    return _pools(tournament, division, entries, lots).pools


def _wave(division: Division, entry: Entry) -> int:
    """The one that somebody who came late joins in: the first of which nothing was drawn when they came."""
    before = {id for draw in division.draws if draw.at <= entry.at for id in draw.pairings}
    return max((pairing.round for pairing in division.pairings if pairing.id in before), default=0) + 1
