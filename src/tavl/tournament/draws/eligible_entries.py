"""Who can be drawn."""

from __future__ import annotations

from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import OVER, flow_of
from tavl.tournament.state import Division, Entry, Status, Tournament


def eligible(tournament: Tournament, division: str) -> list[Entry]:
    """Who would be drawn: approved entries that have not left."""
    out = flow_of(tournament).out
    found = (e for e in tournament.entries.values() if e.division == division and e.status is Status.APPROVED)
    return [entry for entry in found if entry.id not in out]


def free_for(tournament: Tournament, division: Division, entries: list[Entry]) -> list[Entry]:
    """Who is in a draw: everybody; on a club night those who are here and not playing."""
    if division.terms.format is not Format.CLUB_NIGHT:
        return entries
    running = (each for each in flow_of(tournament).of(division.terms.id) if each.where not in OVER)
    held = {entry for each in running for entry in each.players or ()}
    return [entry for entry in entries if entry.checked_in and entry.id not in held]
