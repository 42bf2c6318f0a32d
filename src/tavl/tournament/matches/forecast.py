"""When matches will be played, and when it will all be over: by match lengths, tables, and who plays where.

It is an estimate (11 minutes a point by default). It can be tried with other lengths, which changes nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from msgspec import Struct

from tavl.rules.penalties import MINUTE
from tavl.tournament.draws.graph import Known, feeders, ordered
from tavl.tournament.matches.flow import Flow, Standing, Where, flow_of, match_id
from tavl.tournament.matches.running import break_end, starts_at
from tavl.tournament.state import Tournament

OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH, Where.REPORTED, Where.DIFFERS)
From = tuple[str, str, int]
"""Division, stage, and the round from which another length is tried."""


class Expected(Struct, frozen=True):
    starts: int
    ends: int
    place: str | None = None


def forecast(
    tournament: Tournament, at: int, lengths: Mapping[From, int] | None = None, flow: Flow | None = None
) -> dict[str, Expected]:
    """Each match that is still to be played or to end."""
    flow = flow or flow_of(tournament)
    tables = _tables(tournament, flow, at, lengths or {})
    found: dict[str, Expected] = {}
    free: dict[str, int] = {}  # when each person is
    for each in flow.standings.values():
        if each.where is Where.PLAYING:
            ends = max(at, (each.match.begun_at or at) + _takes(tournament, each, lengths or {}))
            found[each.id] = Expected(each.match.begun_at or at, ends, each.match.place)
            free |= dict.fromkeys(flow.people(each), ends)
    waiting = []
    for id, division in tournament.divisions.items():
        for depth, pairing in enumerate(ordered(division.pairings)):
            standing = flow.standings[match_id(id, pairing.id)]
            if standing.where not in OVER and standing.where is not Where.PLAYING:
                waiting.append((division.terms.priority, pairing.round, depth, standing))
    pending = {standing.id: standing for *_, standing in sorted(waiting, key=lambda each: (*each[:3], each[3].id))}
    while pending:
        best = min(pending.values(), key=lambda each: (_earliest(tournament, flow, each, found, free, at), each.id))
        ready = _earliest(tournament, flow, best, found, free, at)
        free_at, order, place = tables[0] if tables else (at, 0, None)
        starts = break_end(tournament, max(ready, free_at))
        ends = starts + _takes(tournament, best, lengths or {})
        if tables:
            heapq.heapreplace(tables, (ends, order, place))
        found[best.id] = Expected(starts, ends, place)
        free |= dict.fromkeys(_known(flow, best), ends)
        del pending[best.id]
    return found


def ends_at(tournament: Tournament, at: int, lengths: Mapping[From, int] | None = None) -> int:
    """When the last match will be over."""
    return max((each.ends for each in forecast(tournament, at, lengths).values()), default=at)


def _takes(tournament: Tournament, standing: Standing, lengths: Mapping[From, int]) -> int:
    length = standing.length
    for (division, stage, round), tried in lengths.items():
        here = (standing.division, standing.pairing.stage) == (division, stage)
        if here and standing.pairing.round >= round and standing.match.players is None:
            length = tried
    return length * tournament.divisions[standing.division].terms.minutes_per_point * MINUTE


def _tables(
    tournament: Tournament, flow: Flow, at: int, lengths: Mapping[From, int]
) -> list[tuple[int, int, str | None]]:
    """When each table is free, as a heap."""
    found: list[tuple[int, int, str | None]] = []
    for number, place in enumerate(tournament.places):
        taken = flow.taken.get(place.id)
        standing = flow.standings[taken] if taken else None
        begun = standing.match.begun_at if standing else None
        free = max(at, begun + _takes(tournament, standing, lengths)) if standing and begun else at
        found.append((free, number, place.id))
    heapq.heapify(found)
    return found


def _known(flow: Flow, standing: Standing) -> list[str]:
    return [p for slot in standing.slots if isinstance(slot, Known) for p in flow.members(slot.entrant)]


def _earliest(
    tournament: Tournament,
    flow: Flow,
    standing: Standing,
    found: Mapping[str, Expected],
    free: Mapping[str, int],
    at: int,
) -> int:
    """After what it waits for, and not before its players are free; far away while that is not known yet."""
    begins = [at, starts_at(tournament, standing) or at]
    for feeder in feeders(standing.pairing):
        id = match_id(standing.division, feeder)
        if id in found:
            begins.append(found[id].ends)
        elif flow.standings[id].where not in OVER:
            return 1 << 60
    return max(*begins, *(free.get(person, at) for person in _known(flow, standing)))
