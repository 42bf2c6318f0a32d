"""What runs automatically: sheets that are drawn when they are full, and sit-and-goes from the first name to the
last prize. Everything is an action of the system's own, with the same rules and the same log as anybody's."""

from __future__ import annotations

from collections.abc import Iterator

from tavl.tournament import acts
from tavl.tournament.acts import AnyAction
from tavl.tournament.draws.eligible_entries import eligible
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.awards import why_not_award
from tavl.tournament.money.ledger import PERSON
from tavl.tournament.report.closing import open_items
from tavl.tournament.state import Division, Due, Tournament


def coming(tournament: Tournament) -> Iterator[Due]:
    """At once, in this order."""
    for action in _actions(tournament):
        yield Due(tournament.last_at, action)


def _actions(tournament: Tournament) -> Iterator[AnyAction]:
    divisions = tournament.divisions.values()
    for division in divisions:
        if division.terms.fills:
            yield from _of_sheet(tournament, division)
        if division.terms.by_itself and division.announced:
            yield from _of_play(tournament, division)
    if not tournament.invitation.attended and divisions and all(each.terms.by_itself for each in divisions):
        yield from _end(tournament)


def _of_sheet(tournament: Tournament, division: Division) -> Iterator[AnyAction]:
    id = division.terms.id
    if division.draws:
        if not division.announced:
            yield acts.AnnounceDraw(id, tournament.last_at)
    elif not division.promise:
        yield acts.PromiseSeed(id)
    elif len(eligible(tournament, id)) == division.terms.capacity:
        yield acts.MakeDraw(id)


def _of_play(tournament: Tournament, division: Division) -> Iterator[AnyAction]:
    flow = flow_of(tournament)
    for each in flow.of(division.terms.id):
        people = flow.people(each)
        kept = any(person in flow.busy or person in flow.held for person in people)
        if each.where is Where.READY and not kept:
            yield acts.OpenTable(each.id)
    if why_not_award(tournament, division.terms.id) is None:
        yield acts.AwardPrizes(division.terms.id)


def _end(tournament: Tournament) -> Iterator[AnyAction]:
    """There is no cash desk: prizes are paid, and the tournament closes when nothing is open."""
    if not all(division.draws for division in tournament.divisions.values()):
        return
    items = open_items(tournament)
    if all(item.kind == "money" for item in items):
        for line in ledger.open_lines(tournament.book):
            if line.amount.minor < 0 and line.account == PERSON and line.person:
                yield acts.PayPrize(line.person, -line.amount)
            elif line.amount.minor < 0:
                yield acts.HandOver(line.account, -line.amount)
    if not items:
        yield acts.CloseTournament()
