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
from tavl.tournament.matches.running import starts_at
from tavl.tournament.state import Tournament

OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH, Where.REPORTED, Where.DIFFERS)
From = tuple[str, str, int]
"""Division, stage, and the round from which another length is tried."""


class Expected(Struct, frozen=True):
    starts: int
    ends: int


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
            found[each.id] = Expected(each.match.begun_at or at, ends)
            free |= dict.fromkeys(flow.people(each), ends)
    pending = {
        match_id(id, pairing.id): flow.standings[match_id(id, pairing.id)]
        for id, division in tournament.divisions.items()
        for pairing in ordered(division.pairings)
    }
    pending = {id: each for id, each in pending.items() if each.where not in OVER and each.where is not Where.PLAYING}
    followers: dict[str, list[Standing]] = {}
    open_feeders: dict[str, int] = {}
    for each in pending.values():
        waits = [match_id(each.division, f) for f in feeders(each.pairing)]
        waits = [id for id in waits if id in pending]
        open_feeders[each.id] = len(waits)
        for id in waits:
            followers.setdefault(id, []).append(each)
    # The next one is whichever can begin first. That only ever gets later, so that it is looked at when it is its turn.
    queue = [
        (_earliest(tournament, flow, each, found, free, at), id) for id, each in pending.items() if not open_feeders[id]
    ]
    heapq.heapify(queue)
    while queue:
        before, id = heapq.heappop(queue)
        best = pending[id]
        ready = _earliest(tournament, flow, best, found, free, at)
        if ready > before:
            heapq.heappush(queue, (ready, id))
            continue
        starts = max(ready, tables[0]) if tables else ready
        ends = starts + _takes(tournament, best, lengths or {})
        if tables:
            heapq.heapreplace(tables, ends)
        found[id] = Expected(starts, ends)
        free |= dict.fromkeys(_known(flow, best), ends)
        for each in followers.get(id, ()):
            open_feeders[each.id] -= 1
            if not open_feeders[each.id]:
                heapq.heappush(queue, (_earliest(tournament, flow, each, found, free, at), each.id))
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


def _tables(tournament: Tournament, flow: Flow, at: int, lengths: Mapping[From, int]) -> list[int]:
    """When each table is free, as a heap."""
    found = []
    for place in tournament.places:
        taken = flow.taken.get(place.id)
        standing = flow.standings[taken] if taken else None
        begun = standing.match.begun_at if standing else None
        found.append(max(at, begun + _takes(tournament, standing, lengths)) if standing and begun else at)
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
    """After what it waits for, and not before its players are free."""
    begins = [at, starts_at(tournament, standing) or at]
    feeds = (match_id(standing.division, feeder) for feeder in feeders(standing.pairing))
    begins += [found[id].ends for id in feeds if id in found]
    return max(*begins, *(free.get(person, at) for person in _known(flow, standing)))
