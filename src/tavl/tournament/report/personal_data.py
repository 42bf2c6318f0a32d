"""What a tournament stores about one person, with an account or without, for whoever asks for it (GDPR, article 15).

What others said in a case, how a committee voted and a draw that is not announced are left out, as everywhere. The
store erases: events hold ids, and people's own words are kept beside them. What is left
afterwards is the result of a match between somebody and an id that names nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.tournament.acts import By, Role
from tavl.tournament.matches.advancement import Flow, Where, flow_of
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.money.ledger import Kind
from tavl.tournament.my_matches_and_cases import MyCase, my_cases
from tavl.tournament.registry import roles_of
from tavl.tournament.standings.results_table import finish
from tavl.tournament.state import Asked, Breach, Entry, Penalty, Statement, Tournament


class MatchLine(Struct, frozen=True):
    match: str
    against: tuple[str, ...]
    score: tuple[int, int] | None  # their own first
    won: bool | None
    ended_at: int | None


class MoneyLine(Struct, frozen=True):
    """On their account: above zero they owe so much more, below zero they are owed it, in hundredths."""

    kind: Kind
    currency: str
    minor: int
    at: int


class Personal(Struct, frozen=True, kw_only=True):
    person: str
    roles: tuple[Role, ...]
    served: bool  # have been a director or a helper at any time
    entries: tuple[Entry, ...]
    matches: tuple[MatchLine, ...]
    places: tuple[tuple[str, int, int], ...]  # division, first and last of those that are shared
    money: tuple[MoneyLine, ...]
    cases: tuple[MyCase, ...]  # as a party, or asked about it
    statements: tuple[tuple[str, Statement], ...]  # in the case of this id
    penalties: tuple[Penalty, ...]
    breaches: tuple[Breach, ...]
    suspended: bool
    smoke_free: bool
    prefers_clock: bool
    prefers: tuple[str, ...] = ()  # equipment that they demand in all their matches
    asked: tuple[tuple[str, Asked], ...] = ()  # of the director, in the match of this id
    observed: tuple[str, ...] = ()  # matches


def data_of(tournament: Tournament, person: str) -> Personal:
    """Everything of theirs, including what is not public: a refusal, a demand, a note."""
    flow, by = flow_of(tournament), By(person)
    mine = {id: entry for id, entry in tournament.entries.items() if person in entry.members}
    shown = [id for id, division in tournament.divisions.items() if len(division.hidden) < len(division.pairings)]
    places = [
        (id, place.first, place.last) for id in shown for place in finish(flow, id) if set(place.entrants) & set(mine)
    ]
    cases = tournament.cases.values()
    return Personal(
        person=person,
        roles=tuple(role for role in Role if role in roles_of(tournament, by) and role is not Role.SPECTATOR),
        served=person in tournament.served,
        entries=tuple(mine.values()),
        matches=tuple(_matches(flow, set(mine))),
        places=tuple(places),
        money=tuple(_money(tournament, person)),
        cases=my_cases(tournament, by),
        statements=tuple((case.id, said) for case in cases for said in case.statements if said.person == person),
        penalties=tuple(penalty for penalty in tournament.penalties.values() if penalty.person == person),
        breaches=tuple(breach for breach in tournament.breaches if breach.person == person),
        suspended=person in tournament.suspended,
        smoke_free=person in tournament.smoke_free,
        prefers_clock=person in tournament.prefers_clock,
        prefers=tuple(sorted(kind for who, kind in tournament.prefers if who == person)),
        asked=tuple((id, each) for id, m in tournament.matches.items() for each in m.asked if each.person == person),
        observed=tuple(id for id, match in tournament.matches.items() if person in match.observers),
    )


def _matches(flow: Flow, mine: set[str]) -> Iterator[MatchLine]:
    for each in flow.standings.values():
        entry = next((entry for entry in each.players or () if entry in mine), None)
        if entry is None or each.players is None or each.where is Where.NO_MATCH:
            continue
        if not is_announced(flow.tournament, each):
            continue
        side = each.players.index(entry)
        confirmed = each.match.confirmed if not each.match.differs else None
        score = confirmed.result.score if confirmed else None
        won = each.outcome.winner == side if each.outcome else None
        own = None if score is None else (score[side], score[1 - side])
        against = flow.members(each.players[1 - side])
        yield MatchLine(each.id, against, own, won, confirmed.ended_at if confirmed else None)


def _money(tournament: Tournament, person: str) -> Iterator[MoneyLine]:
    for booked, at in zip(tournament.book, tournament.booked_at, strict=True):
        for line in booked.postings:
            if line.person == person:
                yield MoneyLine(booked.kind, booked.currency, line.minor, at)
