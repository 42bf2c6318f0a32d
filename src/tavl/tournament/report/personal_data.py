"""What a tournament stores about one person, with an account or without, for whoever asks for it (GDPR, article 15).

The store erases: events hold ids, and people's own words are kept beside them. What is left afterwards is the
result of a match between somebody and an id that names nobody.
"""

from __future__ import annotations

from msgspec import Struct

from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.money.ledger import Transaction
from tavl.tournament.standings.results_table import finish
from tavl.tournament.state import Asked, Breach, Case, Entry, Penalty, Statement, Tournament


class MatchLine(Struct, frozen=True):
    match: str
    against: tuple[str, ...]
    score: tuple[int, int] | None  # their own first
    won: bool | None
    ended_at: int | None


class Personal(Struct, frozen=True, kw_only=True):
    person: str
    roles: tuple[str, ...]  # that they have had on the staff
    entries: tuple[Entry, ...]
    matches: tuple[MatchLine, ...]
    places: tuple[tuple[str, int, int], ...]  # division, first and last of those that are shared
    money: tuple[Transaction, ...]
    cases: tuple[Case, ...]  # as a party
    statements: tuple[tuple[str, Statement], ...]  # in the case of this id
    penalties: tuple[Penalty, ...]
    breaches: tuple[Breach, ...]
    suspended: bool
    smoke_free: bool
    prefers_clock: bool
    prefers: tuple[str, ...] = ()  # equipment that they demand in all their matches
    asked: tuple[tuple[str, Asked], ...] = ()  # of the director, in the match of this id


def data_of(tournament: Tournament, person: str) -> Personal:
    """Everything, including what is not public: a refusal, a demand, a note."""
    flow = flow_of(tournament)
    mine = {id: entry for id, entry in tournament.entries.items() if person in entry.members}
    matches = []
    for each in flow.standings.values():
        entry = next((entry for entry in each.players or () if entry in mine), None)
        if entry is None or each.players is None or each.where is Where.NO_MATCH:
            continue
        side = each.players.index(entry)
        confirmed = each.match.confirmed
        score = confirmed.result.score if confirmed else None
        won = each.outcome.winner == side if each.outcome else None
        own = None if score is None else (score[side], score[1 - side])
        against = flow.members(each.players[1 - side])
        matches.append(MatchLine(each.id, against, own, won, confirmed.ended_at if confirmed else None))
    drawn = [id for id, division in tournament.divisions.items() if division.draws]
    places = [
        (id, place.first, place.last) for id in drawn for place in finish(flow, id) if set(place.entrants) & set(mine)
    ]
    cases = tournament.cases.values()
    return Personal(
        person=person,
        roles=("director or helper",) if person in tournament.served else (),
        entries=tuple(mine.values()),
        matches=tuple(matches),
        places=tuple(places),
        money=tuple(t for t in tournament.book if any(line.person == person for line in t.postings)),
        cases=tuple(case for case in cases if person in case.parties),
        statements=tuple((case.id, said) for case in cases for said in case.statements if said.person == person),
        penalties=tuple(penalty for penalty in tournament.penalties.values() if penalty.person == person),
        breaches=tuple(breach for breach in tournament.breaches if breach.person == person),
        suspended=person in tournament.suspended,
        smoke_free=person in tournament.smoke_free,
        prefers_clock=person in tournament.prefers_clock,
        prefers=tuple(sorted(kind for who, kind in tournament.prefers if who == person)),
        asked=tuple((id, each) for id, m in tournament.matches.items() for each in m.asked if each.person == person),
    )
