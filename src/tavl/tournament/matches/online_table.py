"""The table that a match is played at, where it has one on the server: as the invitation and the pairing say."""

from __future__ import annotations

from tavl.rules.match import Terms
from tavl.rules.profile import Use
from tavl.table.terms import Ruler, Sitting, TableTerms
from tavl.tournament.matches.advancement import flow_of
from tavl.tournament.matches.calls import starts_at
from tavl.tournament.state import Tournament


def table_terms(tournament: Tournament, match: str, sitting: Sitting = Sitting.ENFORCED) -> TableTerms:
    """Length, profile and clock of the pairing; the tournament's staff rules."""
    invitation = tournament.invitation
    standing = flow_of(tournament).standings[match]
    terms = tournament.divisions[standing.division].terms
    clock = standing.match.clock or invitation.profile.clock_use is Use.REQUIREMENT
    return TableTerms(
        match=Terms(profile=invitation.profile, length=standing.length),
        sitting=sitting,
        clock=invitation.profile.clock if clock else None,
        ruler=Ruler.DIRECTOR if invitation.attended else Ruler.NOBODY,
        aids=False,
        rated=terms.rated and terms.members == 1,
        late_penalties_by_themselves=invitation.late_by_itself,
        starts_at=starts_at(tournament, standing),
        best_of_three=standing.pairing.best_of > 1,
        languages=invitation.languages,
        teams=terms.members > 1,
    )
