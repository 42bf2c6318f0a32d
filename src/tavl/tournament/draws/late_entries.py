"""Late entries: whoever comes after the draw takes a bye's place, and there is one more loser to place."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import By, Stamp
from tavl.tournament.draws.draws import is_settled, place_of
from tavl.tournament.draws.graph import PLAY_IN, Bye, LoserOf, Nobody, Pairing, Source, WinnerOf
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.rounds import drops, next_stage
from tavl.tournament.draws.seeding import Pair
from tavl.tournament.formats.consolation import add_loser, add_play_in, with_changed
from tavl.tournament.formats.single_elimination import open_places
from tavl.tournament.matches.advancement import Flow, Where, flow_of, match_id
from tavl.tournament.preparation.entries import entry_at
from tavl.tournament.registry import STAFF, Chance, Evolver, Handler, HandlerResult, too_long
from tavl.tournament.state import Division, Status, Tournament, put_division


def late_places(tournament: Tournament, id: str) -> tuple[str, ...]:
    """The matches with a bye that somebody can still have who comes after the draw, in the order in which they are
    offered, so that byes stay spread: the next match has neither begun nor been called, since two would be on their way
    to a table; and none where losers drop to."""
    division, standings = tournament.divisions[id], flow_of(tournament).standings
    fed = {stage for stage, _ in drops(division)}
    sends_to = {s.match: p.id for p in division.pairings for s in p.sources if isinstance(s, WinnerOf)}

    def is_free(pairing: str | None) -> bool:
        each = standings.get(match_id(id, pairing)) if pairing else None
        return each is None or (each.match.players is None and each.where is not Where.CALLED)

    byes = [pairing for pairing in division.pairings if Bye() in pairing.sources and pairing.stage not in fed]
    found: list[str] = []
    for stage in dict.fromkeys(pairing.stage for pairing in byes):
        first = [pairing for pairing in division.pairings if pairing.stage == stage and pairing.round == 1]
        draw: list[Pair] = [
            (None if pairing.one == Bye() else pairing.id, None if pairing.two == Bye() else pairing.id)
            for pairing in first
        ]
        closed = {n for n, each in enumerate(first) if not (is_free(each.id) and is_free(sends_to.get(each.id)))}
        found += [match_id(id, first[n].id) for n, _ in open_places(draw, closed)]
    return tuple(found)


def _place_late(tournament: Tournament, action: acts.PlaceLateEntry, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = entry_at(tournament, action.entry, action.seen, Status.APPROVED)
    if isinstance(entry, Refused):
        return entry
    division = tournament.divisions[entry.division]
    if place_of(division, entry.id) is not None:
        return refuse("drawn_already", "T1.4.i")
    pairing = next((p for p in division.pairings if match_id(entry.division, p.id) == action.match), None)
    if pairing is None or action.match not in late_places(tournament, entry.division):
        return refuse("place_not_open", "T1.4.i", number=0 if pairing is None else pairing.number)
    seat = pairing.sources.index(Bye())
    late = replace(pairing, **{("one", "two")[seat]: Entrant(entry.id)})
    losers, play_ins, full = _more_losers(tournament, division, late, action.play_in)
    if full and not action.reason.strip():
        return refuse("no_place_for_loser", "T1.4.i", stage=full)
    reason = action.reason.strip() if full or play_ins else ""
    placed = acts.LateEntryPlaced(entry.id, action.match, seat, losers, full, reason, play_ins)
    return too_long(action.reason) or [placed]


def _more_losers(
    tournament: Tournament, division: Division, pairing: Pairing, play_in: bool
) -> tuple[tuple[Pairing, ...], tuple[str, ...], str]:
    """A bye that becomes a match has a loser, who takes a bye place where those of that match drop to, or plays for a
    place there, and so on: the matches that this changes, those for a place, and the stage that has none for one
    more."""
    flow, id = flow_of(tournament), division.terms.id
    after, match = with_changed(division.pairings, (pairing,)), pairing
    changed: dict[str, Pairing] = {}
    play_ins: list[str] = []
    for stage, rounds in drops(division):
        if match.round > rounds:
            break
        if not any(p.stage == stage for p in after):  # too few have lost so far, and now there may be two
            begins = next_stage(division, after, stage)
            return (*changed.values(), *begins), tuple(play_ins), "" if begins else stage
        settled = [p.id for p in after if p.stage == stage and is_settled(tournament, id, p)]
        placed = add_loser(after, stage, match.id, settled)
        if placed is not None:
            match = next(new for old, new in zip(after, placed, strict=True) if old != new)
            more: tuple[Pairing, ...] = (match,)
        else:
            closed, empty = _taken_places(flow, id, after, stage)
            shared = add_play_in(after, stage, match.id, closed, empty) if play_in else None
            if shared is None:
                return tuple(changed.values()), tuple(play_ins), stage
            match = shared[0]
            more = shared
            play_ins.append(match.id)
        changed |= {each.id: each for each in more}
        after = with_changed(after, more)
    return tuple(changed.values()), tuple(play_ins), ""


def _taken_places(flow: Flow, id: str, pairings: tuple[Pairing, ...], stage: str) -> tuple[set[str], set[Source]]:
    """Matches of a stage that have begun or been called, or whose player stands in one that has; and the losers who
    will not come."""
    closed: set[str] = set()
    empty: set[Source] = set()
    next_of = {source: match_id(id, pairing.id) for pairing in pairings for source in pairing.sources}
    for pairing in pairings:
        each = flow.standings.get(match_id(id, pairing.id))
        if pairing.stage != stage or each is None or pairing.round == PLAY_IN:
            continue
        following = flow.standings.get(next_of.get(WinnerOf(pairing.id), "")) if each.where is Where.NO_MATCH else None
        gone_on = following is not None and (following.match.called or following.match.players)
        if gone_on or each.where not in (Where.WAITS, Where.READY, Where.NO_MATCH):
            closed.add(pairing.id)
        slots = zip(pairing.sources, each.slots, strict=True)
        empty |= {source for source, slot in slots if isinstance(source, LoserOf) and isinstance(slot, Nobody)}
    return closed, empty


HANDLERS: dict[type, Handler] = {acts.PlaceLateEntry: Handler(_place_late, STAFF, "T1.3.i")}


def _evolve_placed(tournament: Tournament, event: acts.LateEntryPlaced, stamp: Stamp) -> Tournament:
    id, _, place = event.match.partition("/")
    division = tournament.divisions[id]
    field = ("one", "two")[event.seat]
    late = [replace(p, **{field: Entrant(event.entry)}) for p in division.pairings if p.id == place]
    pairings = with_changed(division.pairings, (*event.losers, *late))
    draw = replace(division.draws[-1], entries=(*division.draws[-1].entries, event.entry))
    if event.no_place_in:
        draw = replace(draw, no_drop=(*draw.no_drop, (event.entry, event.reason)))
    known = {pairing.id for pairing in division.pairings}
    new = tuple(pairing.id for pairing in event.losers if pairing.id not in known)
    shared = tuple((event.entry, play_in, event.reason) for play_in in event.play_ins)
    draw = replace(draw, pairings=(*draw.pairings, *new), play_ins=(*draw.play_ins, *shared))
    return put_division(tournament, id, pairings=pairings, draws=(*division.draws[:-1], draw))


EVOLVERS: dict[type, Evolver] = {acts.LateEntryPlaced: _evolve_placed}
