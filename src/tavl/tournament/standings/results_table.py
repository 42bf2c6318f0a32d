"""What came out: places, and the matches as a rating list wants them."""

from __future__ import annotations

from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import Known
from tavl.tournament.matches.flow import Flow, Standing, Where
from tavl.tournament.standings.group_places import scored
from tavl.tournament.standings.places import DOUBLE_ORDER, Place, finishing_order
from tavl.tournament.standings.rating_list import Ending
from tavl.tournament.standings.rating_list import Match as RatedMatch
from tavl.tournament.standings.tie_breaks import GROUP, SWISS, Placed, rank
from tavl.tournament.terms import Format

ENDINGS = {
    Ended.WALKOVER: Ending.WALKOVER,
    Ended.DISQUALIFIED: Ending.DISQUALIFIED,
    Ended.FORFEIT: Ending.FORFEITED,
    Ended.PENALTY: Ending.FORFEITED,
}


RANKED = frozenset({Format.SWISS, Format.ROUND_ROBIN, Format.CLUB_NIGHT})
OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)


def finish(flow: Flow, division: str) -> list[Place]:
    """The full finishing order of a division."""
    terms = flow.tournament.divisions[division].terms
    if terms.format in RANKED:
        return ranked(flow, division)
    stages = [stage.id for stage in terms.stages]
    if terms.format is Format.DOUBLE:
        stages = list(DOUBLE_ORDER)
    return _order(flow, division, stages, None)


def ranked(flow: Flow, division: str) -> list[Place]:
    """Of a Swiss or a round robin: by score and tie-breaks."""
    tournament = flow.tournament
    terms = tournament.divisions[division].terms
    settled = all(each.where in OVER for each in flow.of(division))
    settled = settled and (terms.rounds is None or len(tournament.divisions[division].draws) >= terms.rounds)
    found: dict[int, list[str]] = {}
    for each in ranking(flow, division):
        found.setdefault(each.place, []).append(each.entrant)
    return [
        Place(first=first, last=first + len(group) - 1, entrants=tuple(group), settled=settled)
        for first, group in sorted(found.items())
    ]


def ranking(flow: Flow, division: str) -> tuple[Placed, ...]:
    """The table of a division that is ranked, each line with what decided it."""
    terms = flow.tournament.divisions[division].terms
    entries = [e for draw in flow.tournament.divisions[division].draws for e in draw.entries]
    steps = terms.tie_breaks or (SWISS if terms.format is Format.SWISS else GROUP)
    return rank(dict.fromkeys(entries), scored(flow.tournament, division, flow.out), steps, terms.restart)


def stage_finish(flow: Flow, division: str, stage: str) -> list[list[str]]:
    """The places of one bracket, for its prizes: only those who stood in it."""
    if flow.tournament.divisions[division].terms.format in RANKED:
        return [list(place.entrants) for place in ranked(flow, division)]
    return [list(place.entrants) for place in _order(flow, division, [stage], stage)]


def _order(flow: Flow, division: str, stages: list[str], only: str | None) -> list[Place]:
    here = [each for each in flow.of(division) if only is None or each.pairing.stage == only]
    known = (slot.entrant for each in here for slot in each.slots if isinstance(slot, Known))
    entrants = list(dict.fromkeys(known))
    if not entrants:
        return []
    outcomes = {each.pairing.id: each.outcome for each in here if each.outcome is not None}
    slots = {each.pairing.id: each.slots for each in here}
    return finishing_order(entrants, [each.pairing for each in here], outcomes, slots, stages)


def results(flow: Flow, division: str | None = None) -> list[Standing]:
    """Matches that are over, walkovers included, in the order in which they ended."""
    over = (Where.DONE, Where.WALKOVER)
    found = [m for m in flow.standings.values() if m.where in over and division in (None, m.division)]
    return sorted(found, key=lambda m: (m.match.confirmed.ended_at if m.match.confirmed else 0, m.id))


def rated(flow: Flow) -> list[RatedMatch]:
    """All matches for a rating list, each with what decides whether it counts. A match that was stopped because a
    player was wrong in it is void."""
    tournament = flow.tournament
    found: list[RatedMatch] = []
    for each in results(flow):
        confirmed = each.match.confirmed
        terms = tournament.divisions[each.division].terms
        for number, void in enumerate(each.match.voids, start=1):
            one, two = (flow.members(entry) for entry in void.players)
            found.append(
                RatedMatch(
                    id=f"{each.id}.void{number}", ended=void.at, winners=one, losers=two, length=each.length, void=True
                )
            )
        if confirmed is None or confirmed.result.winner is None:
            continue
        result = confirmed.result
        assert result.winner is not None
        played = each.match.begun_at is not None or result.how in (Ended.PLAYED, Ended.SHORT)
        found.append(
            RatedMatch(
                id=each.id,
                ended=confirmed.ended_at,
                winners=flow.members(result.players[result.winner]),
                losers=flow.members(result.players[1 - result.winner]),
                length=each.length,
                ending=ENDINGS.get(result.how, Ending.PLAYED),
                begun=played,
                sanctioned=tournament.invitation.sanctioned,
                rated=terms.rated,
            )
        )
    return found
