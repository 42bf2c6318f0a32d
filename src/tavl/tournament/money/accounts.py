"""Money: what entries cost, who has paid, who has won what. The cash book closes to zero."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.matches.flow import Flow, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.ledger import PERSON, REGISTRATION, Kind, Transaction
from tavl.tournament.money.money import Amount, MoneyError, part_of, parts_of, share, split
from tavl.tournament.money.payouts import Deal, Fee, awards, by_parts, changed, divide, per_member
from tavl.tournament.registry import PLAYERS, RUNNERS, STAFF, SYSTEM, Answer, Chance, Evolver, Handler, gives_reason
from tavl.tournament.standings.results_table import finish, is_finished, stage_finish
from tavl.tournament.state import Entry, Status, Tournament, put_division, put_entry
from tavl.tournament.terms import DivisionTerms, SidePool


def pool_of(division: str, pool: str = "") -> str:
    return f"pool.{division}.{pool}" if pool else f"pool.{division}"


def fee_of(terms: DivisionTerms, entry: Entry) -> Fee | None:
    chosen = [fee for fee in terms.fees if fee.price.currency == entry.currency]
    return next(iter(chosen or terms.fees), None)


def charges(terms: DivisionTerms, entry: Entry) -> list[AnyEvent]:
    """What an entry owes once it is approved."""
    fee = fee_of(terms, entry)
    if fee is None or not fee.price:
        return []
    parts = {pool_of(entry.division): fee.pool, REGISTRATION: fee.registration}
    charge = ledger.charge(entry.members[0], {account: amount for account, amount in parts.items() if amount})
    return [acts.Booked(charge, entry.id)]


def waivers(tournament: Tournament, entry: str) -> list[AnyEvent]:
    """What an entry has been charged and owes no longer."""
    mended = {transaction.corrects for transaction in tournament.book}
    found = enumerate(zip(tournament.book, tournament.booked_for, strict=True), start=1)
    return [
        acts.Booked(ledger.waive(transaction, number), entry)
        for number, (transaction, whose) in found
        if whose == entry and transaction.kind is Kind.CHARGE and number not in mended
    ]


def balance(tournament: Tournament, person: str, currency: str) -> Amount:
    """What somebody owes; below zero what they are owed."""
    return ledger.balance(tournament.book, PERSON, currency, person)


Made = Callable[[], Transaction]


def _booked(make: Made, entry: str | None = None, reason: str = "") -> Answer:
    try:
        return [acts.Booked(make(), entry, reason)]
    except MoneyError as error:
        return refuse("bad_value", "T1.1", field=error.field)


def _take(tournament: Tournament, action: acts.TakePayment, by: By, at: int, chance: Chance) -> Answer:
    return _booked(lambda: ledger.pay(action.person, action.amount))


def _owed_to(tournament: Tournament, person: str, amount: Amount) -> Refused | None:
    owed = -balance(tournament, person, amount.currency)
    return refuse("more_than_owed", "T1.1", owed=str(owed)) if owed < amount else None


def _refund(tournament: Tournament, action: acts.PayRefund, by: By, at: int, chance: Chance) -> Answer:
    fault = _owed_to(tournament, action.person, action.amount)
    return fault or _booked(lambda: ledger.refund(action.person, action.amount))


def _pay_prize(tournament: Tournament, action: acts.PayPrize, by: By, at: int, chance: Chance) -> Answer:
    fault = _owed_to(tournament, action.person, action.amount)
    return fault or _booked(lambda: ledger.pay_out(action.person, action.amount))


def _hand_over(tournament: Tournament, action: acts.HandOver, by: By, at: int, chance: Chance) -> Answer:
    there = -ledger.balance(tournament.book, action.account, action.amount.currency)
    if there < action.amount:
        return refuse("more_than_owed", "T1.1", owed=str(there))
    return _booked(lambda: ledger.hand_over(action.account, action.amount))


def _add(tournament: Tournament, action: acts.AddMoney, by: By, at: int, chance: Chance) -> Answer:
    if action.division not in tournament.divisions:
        return refuse("no_such_division", "T1.1", division=action.division)
    return _booked(lambda: ledger.add(pool_of(action.division), action.amount))


def _waive(tournament: Tournament, action: acts.WaiveCharge, by: By, at: int, chance: Chance) -> Answer:
    number = action.transaction
    if not 1 <= number <= len(tournament.book) or any(each.corrects == number for each in tournament.book):
        return refuse("bad_value", "T1.1", field="transaction")
    fault = gives_reason(action.reason)
    charged, entry = tournament.book[number - 1], tournament.booked_for[number - 1]
    return fault or _booked(lambda: ledger.waive(charged, number), entry, action.reason)


def _currency(tournament: Tournament, action: acts.ChooseCurrency, by: By, at: int, chance: Chance) -> Answer:
    entry = tournament.entries.get(action.entry)
    if entry is None:
        return refuse("no_such_entry", "T1.4.i", entry=action.entry)
    fees = tournament.divisions[entry.division].terms.fees
    if action.currency not in [fee.price.currency for fee in fees]:
        return refuse("bad_value", "T1.1", field="currency")
    chosen: list[AnyEvent] = [acts.CurrencyChosen(entry.id, action.currency)]
    if entry.status is not Status.APPROVED:
        return chosen
    return [
        *waivers(tournament, entry.id),
        *chosen,
        *charges(tournament.divisions[entry.division].terms, replace(entry, currency=action.currency)),
    ]


def _join(tournament: Tournament, action: acts.JoinPool, by: By, at: int, chance: Chance) -> Answer:
    entry = tournament.entries.get(action.entry)
    if entry is None or entry.status is not Status.APPROVED:
        return refuse("no_such_entry", "T1.4.i", entry=action.entry)
    pools: tuple[SidePool, ...] = tournament.divisions[entry.division].terms.pools
    pool = next((pool for pool in pools if pool.id == action.pool), None)
    if pool is None or pool.id in entry.pools:
        return refuse("bad_value", "T1.1", field="pool")
    if tournament.divisions[entry.division].awarded:
        return refuse("done_already", "T1.1")
    charge = ledger.charge(entry.members[0], {pool_of(entry.division, pool.id): pool.price})
    return [acts.PoolJoined(entry.id, pool.id), acts.Booked(charge)]


def _deal(tournament: Tournament, action: acts.AgreeDeal, by: By, at: int, chance: Chance) -> Answer:
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


def _award(tournament: Tournament, action: acts.AwardPrizes, by: By, at: int, chance: Chance) -> Answer:
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


People = dict[str, Amount]


def _awarded(tournament: Tournament, flow: Flow, id: str, currency: str) -> list[AnyEvent]:
    """The prizes of one currency: no currency is turned into another."""
    terms = tournament.divisions[id].terms
    found: list[AnyEvent] = []
    pool = -ledger.balance(tournament.book, pool_of(id), currency)
    house = share(pool, part_of(terms.house, "house"))
    if house:
        found.append(acts.Booked(ledger.take_share(pool_of(id), house)))
    funds = {pool_of(id): pool - house}
    for side in terms.pools:
        funds[pool_of(id, side.id)] = -ledger.balance(tournament.book, pool_of(id, side.id), currency)
    given = _divided(tournament, flow, id, funds)
    return [*found, *(acts.Booked(ledger.award(account, people)) for account, people in given if people)]


def _divided(tournament: Tournament, flow: Flow, id: str, funds: dict[str, Amount]) -> list[tuple[str, People]]:
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
    """After a result was corrected: who has won more than they were awarded, and who less."""
    terms = tournament.divisions[id].terms
    found: list[AnyEvent] = []
    for currency in ledger.currencies(tournament.book):
        accounts = [pool_of(id), *(pool_of(id, side.id) for side in terms.pools)]
        given = {account: _given(tournament, account, currency) for account in accounts}
        funds = {account: sum(people.values(), Amount(0, currency)) for account, (_, people) in given.items()}
        now: dict[str, People] = {account: {} for account in accounts}
        for account, people in _divided(tournament, flow, id, funds):
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
    acts.TakePayment: Handler(_take, RUNNERS, "T1.3.i"),
    acts.PayRefund: Handler(_refund, RUNNERS, "T1.3.i"),
    acts.PayPrize: Handler(_pay_prize, RUNNERS | SYSTEM, "T1.3.i"),
    acts.HandOver: Handler(_hand_over, RUNNERS | SYSTEM, "T1.3.i"),
    acts.AddMoney: Handler(_add, RUNNERS, "T1.3.i"),
    acts.WaiveCharge: Handler(_waive, RUNNERS, "T1.3.i"),
    acts.ChooseCurrency: Handler(_currency, RUNNERS | PLAYERS, "T1.3.i"),
    acts.JoinPool: Handler(_join, RUNNERS | PLAYERS, "T1.3.i"),
    acts.AgreeDeal: Handler(_deal, STAFF, "T1.3.i"),
    acts.AwardPrizes: Handler(_award, RUNNERS | SYSTEM, "T1.3.i"),
}


def _evolve_booked(tournament: Tournament, event: acts.Booked, stamp: Stamp) -> Tournament:
    return replace(
        tournament,
        book=(*tournament.book, event.transaction),
        booked_for=(*tournament.booked_for, event.entry),
    )


def _evolve_deal(tournament: Tournament, event: acts.DealAgreed, stamp: Stamp) -> Tournament:
    deals = tournament.divisions[event.division].deals
    kept = tuple(deal for deal in deals if deal[0] != event.stage)
    return put_division(tournament, event.division, deals=(*kept, (event.stage, event.parts)))


def _evolve_joined(tournament: Tournament, event: acts.PoolJoined, stamp: Stamp) -> Tournament:
    return put_entry(tournament, event.entry, pools=(*tournament.entries[event.entry].pools, event.pool))


EVOLVERS: dict[type, Evolver] = {
    acts.Booked: _evolve_booked,
    acts.CurrencyChosen: lambda t, event, stamp: put_entry(t, event.entry, currency=event.currency),
    acts.PoolJoined: _evolve_joined,
    acts.DealAgreed: _evolve_deal,
    acts.PrizesAwarded: lambda t, event, stamp: put_division(t, event.division, awarded=True),
}
