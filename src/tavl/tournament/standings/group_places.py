"""Standings within a group, a Swiss or a round robin, from confirmed results.

Where nothing else tells who goes on from a group, lots do, from the seed of its draw.
"""

from __future__ import annotations

from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import Bye, Entry, PlaceIn
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.groups import places
from tavl.tournament.standings.tie_breaks import GROUP, By, Placed, Scored, TieBreak, rank
from tavl.tournament.state import Tournament


def scored(tournament: Tournament, division: str, out: frozenset[str], stage: str | None = None) -> list[Scored]:
    """The matches of a stage that are over. Who is out loses what was not played."""
    found = []
    for pairing in tournament.divisions[division].pairings:
        one, two = pairing.sources
        if stage not in (None, pairing.stage) or not isinstance(one, Entry):
            continue
        if isinstance(two, Bye):
            found.append(Scored(one=one.entrant, round=pairing.round, played=False))
            continue
        if not isinstance(two, Entry):
            continue
        match = tournament.matches.get(f"{division}/{pairing.id}")
        confirmed = match.confirmed if match is not None and not match.differs else None
        if confirmed is not None:
            result = confirmed.result
            played = result.how is not Ended.WALKOVER
            found.append(
                Scored(
                    one=one.entrant,
                    two=two.entrant,
                    winner=result.winner,
                    drawn=result.how is Ended.DRAWN,
                    points=result.score,
                    round=pairing.round,
                    played=played,
                )
            )
        elif {one.entrant, two.entrant} & out:
            gone = (one.entrant in out, two.entrant in out)
            winner = None if all(gone) else gone.index(False)
            found.append(Scored(one=one.entrant, two=two.entrant, winner=winner, round=pairing.round, played=False))
    return found


def group_standings(tournament: Tournament, division: str, out: frozenset[str], group: str) -> tuple[Placed, ...]:
    here = [pairing for pairing in tournament.divisions[division].pairings if pairing.stage == group]
    members = [source.entrant for p in here for source in p.sources if isinstance(source, Entry)]
    terms = tournament.divisions[division].terms
    matches = scored(tournament, division, out, group)
    steps = (*(terms.tie_breaks or GROUP), TieBreak(By.LOTS))  # somebody has to go on
    seed = next((draw.seed for draw in tournament.divisions[division].draws if draw.seed), "00")
    return rank(dict.fromkeys(members), matches, steps, terms.restart, Lots(bytes.fromhex(seed), f"ties {group}"))


def places_of(tournament: Tournament, division: str, out: frozenset[str]) -> dict[tuple[str, int], str | None]:
    """Who takes which place of the groups that are over, for the bracket that follows."""
    pairings = tournament.divisions[division].pairings
    wanted = {s.group for pairing in pairings for s in pairing.sources if isinstance(s, PlaceIn)}
    over: dict[str, tuple[Placed, ...]] = {}
    for group in sorted(wanted):
        total = sum(pairing.stage == group for pairing in pairings)
        if len(scored(tournament, division, out, group)) == total:
            over[group] = group_standings(tournament, division, out, group)
    return dict(places(over))
