"""Money: what entries cost and who has paid. The cash book closes to zero. Who gets money back: `refunds`; who
has won what: `prize_division`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By, Stamp
from tavl.tournament.invitation import DivisionTerms, SidePool
from tavl.tournament.money import ledger
from tavl.tournament.money.balances import booked, why_not_owed
from tavl.tournament.money.fees import Fee
from tavl.tournament.money.ledger import REGISTRATION
from tavl.tournament.money.refunds import waivers
from tavl.tournament.registry import PLAYERS, RUNNERS, SYSTEM, Chance, Evolver, Handler, HandlerResult
from tavl.tournament.state import Entry, Status, Tournament, put_entry


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


def _take(tournament: Tournament, action: acts.TakePayment, by: By, at: int, chance: Chance) -> HandlerResult:
    return booked(lambda: ledger.pay(action.person, action.amount))


def _pay_prize(tournament: Tournament, action: acts.PayPrize, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = why_not_owed(tournament, action.person, action.amount)
    return fault or booked(lambda: ledger.pay_out(action.person, action.amount))


def _hand_over(tournament: Tournament, action: acts.HandOver, by: By, at: int, chance: Chance) -> HandlerResult:
    there = -ledger.balance(tournament.book, action.account, action.amount.currency)
    if there < action.amount:
        return refuse("more_than_owed", "T1.1", owed=str(there))
    return booked(lambda: ledger.hand_over(action.account, action.amount))


def _add(tournament: Tournament, action: acts.AddMoney, by: By, at: int, chance: Chance) -> HandlerResult:
    if action.division not in tournament.divisions:
        return refuse("no_such_division", "T1.1", division=action.division)
    return booked(lambda: ledger.add(pool_of(action.division), action.amount))


def _currency(tournament: Tournament, action: acts.ChooseCurrency, by: By, at: int, chance: Chance) -> HandlerResult:
    entry = tournament.entries.get(action.entry)
    if entry is None:
        return refuse("no_such_entry", "T1.4.i", entry=action.entry)
    fees = tournament.divisions[entry.division].terms.fees
    if action.currency not in [fee.price.currency for fee in fees]:
        return refuse("bad_value", "T1.1", field="currency")
    chosen: list[AnyEvent] = [acts.CurrencyChosen(entry.id, action.currency)]
    if entry.status is not Status.APPROVED:
        return chosen
    pools = [pool_of(entry.division, pool) for pool in entry.pools]
    return [
        *waivers(tournament, entry.id, keep=pools),
        *chosen,
        *charges(tournament.divisions[entry.division].terms, replace(entry, currency=action.currency)),
    ]


def _join(tournament: Tournament, action: acts.JoinPool, by: By, at: int, chance: Chance) -> HandlerResult:
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
    return [acts.PoolJoined(entry.id, pool.id), acts.Booked(charge, entry.id)]


HANDLERS: dict[type, Handler] = {
    acts.TakePayment: Handler(_take, RUNNERS, "T1.3.i"),
    acts.PayPrize: Handler(_pay_prize, RUNNERS | SYSTEM, "T1.3.i"),
    acts.HandOver: Handler(_hand_over, RUNNERS | SYSTEM, "T1.3.i"),
    acts.AddMoney: Handler(_add, RUNNERS, "T1.3.i"),
    acts.ChooseCurrency: Handler(_currency, RUNNERS | PLAYERS, "T1.3.i"),
    acts.JoinPool: Handler(_join, RUNNERS | PLAYERS, "T1.3.i"),
}


def _evolve_booked(tournament: Tournament, event: acts.Booked, stamp: Stamp) -> Tournament:
    return replace(
        tournament,
        book=(*tournament.book, event.transaction),
        booked_for=(*tournament.booked_for, event.entry),
        booked_at=(*tournament.booked_at, stamp.at),
    )


def _evolve_joined(tournament: Tournament, event: acts.PoolJoined, stamp: Stamp) -> Tournament:
    return put_entry(tournament, event.entry, pools=(*tournament.entries[event.entry].pools, event.pool))


EVOLVERS: dict[type, Evolver] = {
    acts.Booked: _evolve_booked,
    acts.CurrencyChosen: lambda t, event, stamp: put_entry(t, event.entry, currency=event.currency),
    acts.PoolJoined: _evolve_joined,
}
