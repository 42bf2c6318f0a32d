"""Prizes awarded when everything is played, deals agreed on, and what a corrected result changes. How a fund is
divided, and the unit that prizes are rounded down to: `prize_division`."""

from __future__ import annotations

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.advancement import Flow, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount, MoneyError, parts_of, split
from tavl.tournament.money.house_share import house_share
from tavl.tournament.money.ledger import Kind
from tavl.tournament.money.payments import pool_of
from tavl.tournament.money.prize_division import Deal, awards, by_parts, changed, divide, per_member
from tavl.tournament.registry import RUNNERS, STAFF, SYSTEM, Chance, Evolver, Handler, HandlerResult
from tavl.tournament.standings.results_table import finish, is_finished, stage_finish
from tavl.tournament.state import Tournament, put_division

People = dict[str, Amount]


def _deal(tournament: Tournament, action: acts.AgreeDeal, by: By, at: int, chance: Chance) -> HandlerResult:
    division = tournament.divisions.get(action.division)
    if division is None:
        return refuse("no_such_division", "T1.1", division=action.division)
    if action.winner is not None:
        return refuse("deal_names_winner", "T4.5")
    if division.awarded:
        return refuse("done_already", "T1.1")
    for entry in action.parts:
        if entry not in tournament.entries or tournament.entries[entry].division != action.division:
            return refuse("no_such_entry", "T1.4.i", entry=entry)
    try:
        parts_of(list(action.parts.values()), "parts")
    except MoneyError as error:
        return refuse("bad_value", "T1.1", field=error.field)
    return [acts.DealAgreed(action.division, action.parts, action.stage)]


def why_not_award(tournament: Tournament, id: str) -> Refused | None:
    """Prizes are awarded when everything is played; again only if a correction has changed who won what."""
    division = tournament.divisions.get(id)
    if division is None:
        return refuse("no_such_division", "T1.1", division=id)
    if not division.terms.prizes and not division.terms.pools:
        return refuse("nothing_owed", "T1.1")
    flow = flow_of(tournament)
    if not is_finished(flow, id):
        return refuse("not_finished", "T4.6")
    corrected = any(each.match.corrections for each in flow.of(id))
    if division.awarded and not (corrected and _corrections(tournament, flow, id)):
        return refuse("done_already", "T1.1")
    return None


def _award(tournament: Tournament, action: acts.AwardPrizes, by: By, at: int, chance: Chance) -> HandlerResult:
    if fault := why_not_award(tournament, action.division):
        return fault
    flow = flow_of(tournament)
    events: list[AnyEvent] = []
    try:
        if tournament.divisions[action.division].awarded:
            events = _corrections(tournament, flow, action.division)
        else:
            for currency in ledger.currencies(tournament.book):
                events += _awarded(tournament, flow, action.division, currency)
    except MoneyError as error:
        return refuse("bad_value", "T1.1", field=error.field)
    return [*events, acts.PrizesAwarded(action.division)]


def _awarded(tournament: Tournament, flow: Flow, id: str, currency: str) -> list[AnyEvent]:
    """The prizes of one currency: no currency is turned into another."""
    terms = tournament.divisions[id].terms
    found: list[AnyEvent] = []
    pool = -ledger.balance(tournament.book, pool_of(id), currency)
    house = house_share(pool, ledger.added(tournament.book, pool_of(id), currency), terms.house)
    if house:
        found.append(acts.Booked(ledger.take_share(pool_of(id), house)))
    funds = {pool_of(id): pool - house}
    for side in terms.pools:
        funds[pool_of(id, side.id)] = -ledger.balance(tournament.book, pool_of(id, side.id), currency)
    given = funds_divided(tournament, flow, id, funds)
    return [*found, *(acts.Booked(ledger.award(account, people)) for account, people in given if people)]


def funds_divided(tournament: Tournament, flow: Flow, id: str, funds: dict[str, Amount]) -> list[tuple[str, People]]:
    """Who gets what of each fund, by the places as they are now."""
    terms = tournament.divisions[id].terms
    found: list[tuple[str, People]] = []
    fund = funds[pool_of(id)]
    if fund and terms.prizes:
        stages = split(fund, parts_of([prize.part for prize in terms.prizes], "prizes"), terms.prize_unit).parts
        for prize, money in zip(terms.prizes, stages, strict=True):
            deal = next((parts for stage, parts in tournament.divisions[id].deals if stage == prize.stage), None)
            places = stage_finish(flow, id, prize.stage)
            found.append((pool_of(id), _paid(flow, money, prize.places, places, terms.prize_unit, deal)))
    order = [list(place.entrants) for place in finish(flow, id)]
    for side in terms.pools:
        money = funds[pool_of(id, side.id)]
        joined = [[e for e in group if side.id in tournament.entries[e].pools] for group in order]
        if money:
            paid = _paid(flow, money, side.places, [group for group in joined if group], 1, None)
            found.append((pool_of(id, side.id), paid))
    return found


def _paid(
    flow: Flow,
    money: Amount,
    parts: tuple[str, ...],
    places: list[list[str]],
    prize_unit: int,
    deal: dict[str, str] | None,
) -> People:
    given = awards(by_parts(money, parts, prize_unit), places)
    if deal is not None:
        given = divide(given, Deal(parts=deal))
    people: People = {}
    for each in given:
        for payee in per_member(each.amount, flow.members(each.entrant)):
            if payee.amount:
                people[payee.person] = people.get(payee.person, Amount(0, money.currency)) + payee.amount
    return people


def _corrections(tournament: Tournament, flow: Flow, id: str) -> list[AnyEvent]:
    """After a correction: who has won more than they were awarded, and who less."""
    terms = tournament.divisions[id].terms
    found: list[AnyEvent] = []
    for currency in ledger.currencies(tournament.book):
        accounts = [pool_of(id), *(pool_of(id, side.id) for side in terms.pools)]
        given = {account: _given(tournament, account, currency) for account in accounts}
        funds = {account: sum(people.values(), Amount(0, currency)) for account, (_, people) in given.items()}
        now: dict[str, People] = {account: {} for account in accounts}
        for account, people in funds_divided(tournament, flow, id, funds):
            for person, amount in people.items():
                now[account][person] = now[account].get(person, Amount(0, currency)) + amount
        for account, (number, before) in given.items():
            changes = changed(before, now[account], currency)
            if changes:
                found.append(acts.Booked(ledger.correct_awards(account, changes, number)))
    return found


def _given(tournament: Tournament, account: str, currency: str) -> tuple[int | None, People]:
    """What was awarded from an account, corrections included, and the number of the first award."""
    book = list(enumerate(tournament.book, start=1))
    of = [n for n, t in book if t.kind is Kind.AWARD and any(line.account == account for line in t.postings)]
    people: People = {}
    for number, transaction in book:
        corrects = transaction.kind is Kind.CORRECTION and transaction.corrects in of
        if transaction.currency != currency or not (number in of or corrects):
            continue
        for line in transaction.postings:
            if line.person is not None:
                people[line.person] = people.get(line.person, Amount(0, currency)) - Amount(line.minor, currency)
    return (of[0] if of else None), people


HANDLERS: dict[type, Handler] = {
    acts.AgreeDeal: Handler(_deal, STAFF, "T1.3.i"),
    acts.AwardPrizes: Handler(_award, RUNNERS | SYSTEM, "T1.3.i"),
}


def _evolve_deal(tournament: Tournament, event: acts.DealAgreed, stamp: Stamp) -> Tournament:
    deals = tournament.divisions[event.division].deals
    kept = tuple(deal for deal in deals if deal[0] != event.stage)
    return put_division(tournament, event.division, deals=(*kept, (event.stage, event.parts)))


EVOLVERS: dict[type, Evolver] = {
    acts.DealAgreed: _evolve_deal,
    acts.PrizesAwarded: lambda t, event, stamp: put_division(t, event.division, awarded=True),
}
