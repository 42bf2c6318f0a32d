"""The table on the server that a match is played or recorded at: its terms, as the invitation and the pairing say."""

from __future__ import annotations

from tavl.rules.match import Terms
from tavl.rules.profile import Use
from tavl.table.terms import Detail, Ruler, Sitting, TableTerms
from tavl.tournament.matches.advancement import MatchStanding
from tavl.tournament.matches.inventory import at_board
from tavl.tournament.state import Tournament


def table_terms(tournament: Tournament, standing: MatchStanding, *, online: bool = True) -> TableTerms:
    """Played on the server, or at a physical board that devices record. Pauses are the server's to add."""
    invitation, division = tournament.invitation, tournament.divisions[standing.division].terms
    return TableTerms(
        match=Terms(invitation.profile, standing.length),
        sitting=Sitting.ENFORCED if online else Sitting.RECORDED,
        clock=invitation.profile.clock if invitation.profile.clock_use is not Use.NONE else None,
        claims_flags_itself=online,  # a device may be alone, and its clock may stand
        ruler=Ruler.DIRECTOR,
        appeals_wait=True,
        aids=False,  # nobody seated at a live match gets hints (T1.7.i)
        rated=False,  # the tournament's own lists count it
        detail=Detail.PLAYS if online else Detail.CUBE,
        best_of_three=standing.pairing.best_of > 1,
        languages=invitation.languages,
        teams=division.members > 1,
        equipment=frozenset() if online else frozenset(map(str, at_board(tournament, standing))),
    )
