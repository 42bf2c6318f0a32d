"""What came out: places, and the matches as a rating list wants them."""

from __future__ import annotations

from tavl.tournament.acts.results import Ended
from tavl.tournament.flow import Flow, Standing, Where
from tavl.tournament.graph import Known
from tavl.tournament.places import Place, finishing_order
from tavl.tournament.rating_list import Ending
from tavl.tournament.rating_list import Match as RatedMatch

ENDINGS = {
    Ended.WALKOVER: Ending.WALKOVER,
    Ended.DISQUALIFIED: Ending.DISQUALIFIED,
    Ended.FORFEIT: Ending.FORFEITED,
    Ended.PENALTY: Ending.FORFEITED,
}


def finish(flow: Flow, division: str) -> list[Place]:
    """The full finishing order of a division."""
    stages = [stage.id for stage in flow.tournament.divisions[division].terms.stages]
    return _order(flow, division, stages, None)


def stage_finish(flow: Flow, division: str, stage: str) -> list[list[str]]:
    """The places of one bracket, for its prizes: only those who stood in it."""
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
