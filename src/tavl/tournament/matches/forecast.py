"""When matches will be played, and when it will all be over: by match lengths, tables, and who plays where.

It is an estimate, with so many minutes a point as the invitation says (by default `MINUTES_PER_POINT` in
`minutes_per_point`). It can be tried with other lengths, which changes nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from msgspec import Struct

from tavl.tournament.draws.graph import Known, feeders
from tavl.tournament.matches.advancement import OVER, Flow, MatchStanding, Where, flow_of, match_id
from tavl.tournament.matches.minutes_per_point import expected_ms
from tavl.tournament.matches.tables_and_calls import break_end, starts_at
from tavl.tournament.state import Tournament

ENDED = (*OVER, Where.REPORTED, Where.DIFFERS)
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
    later, coming = _waiting(tournament, flow, found)
    line = [(_earliest(tournament, flow, each, found, free, at), *flow.urgency(each)) for each in coming]
    heapq.heapify(line)
    while line:
        when, *_, id = heapq.heappop(line)
        best = flow.standings[id]
        ready = _earliest(tournament, flow, best, found, free, at)
        if ready > when:  # a player was found to be busy since: back into the line
            heapq.heappush(line, (ready, *flow.urgency(best)))
            continue
        free_at, order, place = tables[0] if tables else (at, 0, None)
        starts = break_end(tournament, max(ready, free_at))
        ends = starts + _takes(tournament, best, lengths or {})
        if tables:
            heapq.heapreplace(tables, (ends, order, place))
        found[id] = Expected(starts, ends, place)
        free |= dict.fromkeys(_known(flow, best), ends)
        for follower in later.pop(id, ()):
            if all(feeder in found or _over(flow, feeder) for feeder in _feeders(follower)):
                ready = _earliest(tournament, flow, follower, found, free, at)
                heapq.heappush(line, (ready, *flow.urgency(follower)))
    return found


def _over(flow: Flow, match: str) -> bool:
    return flow.standings[match].where in ENDED


def _feeders(standing: MatchStanding) -> list[str]:
    return [match_id(standing.division, feeder) for feeder in feeders(standing.pairing)]


def _waiting(
    tournament: Tournament, flow: Flow, running: Mapping[str, Expected]
) -> tuple[dict[str, list[MatchStanding]], list[MatchStanding]]:
    """Who follows each match that is still to be played, and the matches that follow none of those."""
    later: dict[str, list[MatchStanding]] = {}
    coming: list[MatchStanding] = []
    for each in flow.standings.values():
        if each.where in ENDED or each.where is Where.PLAYING:
            continue
        feeding = dict.fromkeys(_feeders(each))
        before = [feeder for feeder in feeding if not _over(flow, feeder) and feeder not in running]
        for feeder in before:
            later.setdefault(feeder, []).append(each)
        if not before:
            coming.append(each)
    return later, coming


def ends_at(tournament: Tournament, at: int, lengths: Mapping[From, int] | None = None) -> int | None:
    """When the last match will be over; None if no match is left to be played."""
    return max((each.ends for each in forecast(tournament, at, lengths).values()), default=None)


def _takes(tournament: Tournament, standing: MatchStanding, lengths: Mapping[From, int]) -> int:
    length = standing.length
    for (division, stage, round), tried in lengths.items():
        here = (standing.division, standing.pairing.stage) == (division, stage)
        if here and standing.pairing.round >= round and standing.match.players is None:
            length = tried
    return expected_ms(length, tournament.divisions[standing.division].terms.minutes_per_point)


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


def _known(flow: Flow, standing: MatchStanding) -> list[str]:
    return [p for slot in standing.slots if isinstance(slot, Known) for p in flow.members(slot.entrant)]


def _earliest(
    tournament: Tournament,
    flow: Flow,
    standing: MatchStanding,
    found: Mapping[str, Expected],
    free: Mapping[str, int],
    at: int,
) -> int:
    """After what it waits for, and not before its players are free."""
    begins = [at, starts_at(tournament, standing) or at, *(found[id].ends for id in _feeders(standing) if id in found)]
    return max(*begins, *(free.get(person, at) for person in _known(flow, standing)))
