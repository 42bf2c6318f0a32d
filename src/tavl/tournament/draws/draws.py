"""Draws: made by lots from a promised seed or typed in by hand, changed where it must be, and announced."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.draws.eligible_entries import eligible, free_for
from tavl.tournament.draws.graph import Bye, Pairing, Source
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.lots import Lots, keeps, promise
from tavl.tournament.draws.rounds import Wish, drawn_by_hand, drawn_by_lots, why_not_next_round
from tavl.tournament.draws.seeding import Pair
from tavl.tournament.formats.single_elimination import why_not_draw
from tavl.tournament.invitation import BY_ROUNDS, Format
from tavl.tournament.matches.advancement import flow_of, match_id
from tavl.tournament.registry import DIRECTORS, STAFF, Chance, Evolver, Handler, HandlerResult, changed, gives_reason
from tavl.tournament.state import Division, Draw, Tournament, put_division

SEED_BYTES = 16  # at least
ALL_PLAY_ALL = frozenset({Format.ROUND_ROBIN, Format.LEAGUE, Format.GROUPS})
AT_ONCE = frozenset({Format.CLUB_NIGHT, Format.CONTINUOUS})
"""Formats whose pairs are announced with their draw: whoever is free plays."""


def division_at(tournament: Tournament, id: str, seen: int | None) -> Division | Refused:
    division = tournament.divisions.get(id)
    if division is None:
        return refuse("no_such_division", "T1.4.i", division=id)
    return changed(seen, division.version) or division


def _promise(tournament: Tournament, action: acts.PromiseSeed, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, None)
    if isinstance(division, Refused):
        return division
    if division.promise:
        return refuse("done_already", "T1.1")
    return _why_no_seed(chance) or [acts.SeedPromised(action.division, promise(chance or b""))]


def _why_no_seed(chance: Chance) -> Refused | None:
    return refuse("no_seed", "T1.1") if chance is None or len(chance) < SEED_BYTES else None


def _why_not_draw(tournament: Tournament, division: Division) -> Refused | None:
    if tournament.invitation.attended and not tournament.directors:
        return refuse("no_director", "T1.3.i")
    if division.draws and division.terms.format not in BY_ROUNDS:
        return refuse("drawn_already", "T1.1")
    if len(eligible(tournament, division.terms.id)) < 2:
        return refuse("too_few_entries", "T1.1")
    return why_not_next_round(tournament, division) if division.draws else None


def _make(tournament: Tournament, action: acts.MakeDraw, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, action.seen)
    if isinstance(division, Refused):
        return division
    if fault := _why_not_draw(tournament, division) or _why_no_seed(chance):
        return fault
    assert chance is not None
    if division.promise and not keeps(chance, division.promise):
        return refuse("not_the_seed_promised", "T1.1")
    entries = free_for(tournament, division, eligible(tournament, action.division))
    round = len(division.draws) + 1
    lots = Lots(chance, f"draw {action.division} {round}")
    wish = Wish(at=at, anyway=action.anyway, fixed=action.fixed, assumed=action.assumed)
    pairings = drawn_by_lots(tournament, division, entries, lots, wish)
    if isinstance(pairings, Refused):
        return pairings
    if not pairings:
        return refuse("nothing_to_draw", "T1.1")
    ids = tuple(entry.id for entry in entries)
    drawn: list[AnyEvent] = [
        acts.Drawn(
            action.division,
            pairings,
            ids,
            chance.hex(),
            round=round,
            fixed=action.fixed,  # without the requests nobody could repeat the draw
            assumed=action.assumed,
        )
    ]
    if division.terms.format in AT_ONCE:
        drawn.append(acts.DrawAnnounced(action.division, at))
    return drawn


def _by_hand(tournament: Tournament, action: acts.EnterDraw, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, action.seen)
    if isinstance(division, Refused):
        return division
    if fault := _why_not_draw(tournament, division) or gives_reason(action.reason, "T1.1"):
        return fault
    if division.terms.format is Format.CONTINUOUS:
        return refuse("only_by_lots", "T1.1")  # by hand somebody could draw it to fit the results
    pairs: list[Pair] = list(action.pairs)
    fault = why_not_draw(pairs, {entry.id for entry in eligible(tournament, action.division)})
    if fault:
        return fault
    drawn = tuple(entry for pair in pairs for entry in pair if entry is not None)
    pairings = drawn_by_hand(tournament, division, pairs)
    return [
        acts.Drawn(
            division=action.division,
            pairings=pairings,
            entries=drawn,
            by_hand=True,
            reason=action.reason,
            witness=action.witness,
            round=len(division.draws) + 1,
        )
    ]


def _swap(tournament: Tournament, action: acts.SwapEntrants, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, action.seen)
    if isinstance(division, Refused):
        return division
    first = [place_of(division, entry) for entry in (action.one, action.two)]
    if None in first or action.one == action.two:
        return refuse("not_in_the_draw", "T1.1")
    everywhere = division.terms.format in ALL_PLAY_ALL  # numbers are exchanged, and with them all matches
    if everywhere:
        both = {Entrant(action.one), Entrant(action.two)}
        first = [pairing for pairing in division.pairings if both & set(pairing.sources)]
    for pairing in first:
        assert pairing is not None
        if is_settled(tournament, action.division, pairing):
            return refuse("match_begun", "T1.1", match=match_id(action.division, pairing.id))
    fault = gives_reason(action.reason, "T1.1")
    return fault or [acts.EntrantsSwapped(action.division, action.one, action.two, action.reason, everywhere)]


def place_of(division: Division, entry: str) -> Pairing | None:
    """The latest match that the draw has put them into."""
    return next((p for p in reversed(division.pairings) if Entrant(entry) in p.sources), None)


def is_settled(tournament: Tournament, division: str, pairing: Pairing) -> bool:
    """It has begun, or with a bye in it the next match has."""
    flow = flow_of(tournament)
    id = match_id(division, pairing.id)
    concerned = [id, *(flow.followers(id)[:1] if Bye() in pairing.sources else [])]
    return any(match.players is not None for each in concerned if (match := tournament.matches.get(each)))


def _announce(tournament: Tournament, action: acts.AnnounceDraw, by: By, at: int, chance: Chance) -> HandlerResult:
    division = division_at(tournament, action.division, action.seen)
    if isinstance(division, Refused):
        return division
    if not division.draws:
        return refuse("not_drawn", "T2.2.i")
    if division.announced:
        return refuse("done_already", "T2.2.i")
    if action.deadline is not None and action.deadline <= action.starts_at:
        return refuse("bad_value", "T2.2.i", field="deadline")
    return [acts.DrawAnnounced(action.division, action.starts_at, action.deadline)]


HANDLERS: dict[type, Handler] = {
    acts.PromiseSeed: Handler(_promise, STAFF | {acts.Role.SYSTEM, acts.Role.ORGANISER}, "T1.3.i"),
    acts.MakeDraw: Handler(_make, STAFF | {acts.Role.SYSTEM}, "T1.3.i"),
    acts.EnterDraw: Handler(_by_hand, DIRECTORS, "T1.3.i"),
    acts.SwapEntrants: Handler(_swap, DIRECTORS, "T1.3.i"),
    acts.AnnounceDraw: Handler(_announce, STAFF | {acts.Role.SYSTEM}, "T1.3.i"),
}


def _evolve_drawn(tournament: Tournament, event: acts.Drawn, stamp: Stamp) -> Tournament:
    division = tournament.divisions[event.division]
    draw = Draw(
        round=event.round,
        at=stamp.at,
        by=stamp.person,
        entries=event.entries,
        pairings=tuple(pairing.id for pairing in event.pairings),
        seed=event.seed,
        promise=division.promise if event.seed else "",
        by_hand=event.by_hand,
        reason=event.reason,
        witness=event.witness,
        fixed=event.fixed,
        assumed=event.assumed,
    )
    return put_division(
        tournament,
        event.division,
        pairings=division.pairings + event.pairings,
        draws=(*division.draws, draw),
        promise="" if event.seed else division.promise,
    )


def _evolve_swapped(tournament: Tournament, event: acts.EntrantsSwapped, stamp: Stamp) -> Tournament:
    division = tournament.divisions[event.division]
    places = {p.id for p in (place_of(division, event.one), place_of(division, event.two)) if p}
    other: dict[Source, Source] = {Entrant(event.one): Entrant(event.two), Entrant(event.two): Entrant(event.one)}
    pairings = tuple(
        replace(p, one=other.get(p.one, p.one), two=other.get(p.two, p.two))
        if event.everywhere or p.id in places
        else p
        for p in division.pairings
    )
    draw = division.draws[-1]
    draw = replace(draw, swaps=(*draw.swaps, (event.one, event.two, event.reason)))
    return put_division(tournament, event.division, pairings=pairings, draws=(*division.draws[:-1], draw))


def _evolve_announced(tournament: Tournament, event: acts.DrawAnnounced, stamp: Stamp) -> Tournament:
    draws = tournament.divisions[event.division].draws
    told = {"announced_at": stamp.at, "starts_at": event.starts_at, "deadline": event.deadline}
    return put_division(
        tournament,
        event.division,
        draws=tuple(replace(draw, **told) if draw.announced_at is None else draw for draw in draws),
    )


EVOLVERS: dict[type, Evolver] = {
    acts.SeedPromised: lambda t, event, stamp: put_division(t, event.division, promise=event.promise),
    acts.Drawn: _evolve_drawn,
    acts.EntrantsSwapped: _evolve_swapped,
    acts.DrawAnnounced: _evolve_announced,
}
