"""Refunds: charges that are waived, above all of whoever withdraws, and money that is paid back."""

from __future__ import annotations

from collections.abc import Collection

from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts import AnyEvent, By
from tavl.tournament.money import ledger
from tavl.tournament.money.balances import booked, why_not_owed
from tavl.tournament.money.ledger import Kind
from tavl.tournament.registry import RUNNERS, Chance, Evolver, Handler, HandlerResult, gives_reason
from tavl.tournament.state import Tournament


def waivers(tournament: Tournament, entry: str, keep: Collection[str] = ()) -> list[AnyEvent]:
    """What an entry has been charged and owes no longer: its fee and its side pools, but for those accounts to keep."""
    mended = {transaction.corrects for transaction in tournament.book}
    found = enumerate(zip(tournament.book, tournament.booked_for, strict=True), start=1)
    return [
        acts.Booked(ledger.waive(transaction, number), entry)
        for number, (transaction, whose) in found
        if whose == entry and transaction.kind is Kind.CHARGE and number not in mended
        if not any(posting.account in keep for posting in transaction.postings)
    ]


def waived_on_withdrawal(tournament: Tournament, entry: str, drawn: bool) -> list[AnyEvent]:
    """Before the draw what the entry was charged is waived, and what was paid is owed back; afterwards it stands."""
    return [] if drawn else waivers(tournament, entry)


def _refund(tournament: Tournament, action: acts.PayRefund, by: By, at: int, chance: Chance) -> HandlerResult:
    fault = why_not_owed(tournament, action.person, action.amount)
    return fault or booked(lambda: ledger.refund(action.person, action.amount))


def _waive(tournament: Tournament, action: acts.WaiveCharge, by: By, at: int, chance: Chance) -> HandlerResult:
    number = action.transaction
    if not 1 <= number <= len(tournament.book) or any(each.corrects == number for each in tournament.book):
        return refuse("bad_value", "T1.1", field="transaction")
    fault = gives_reason(action.reason)
    charged, entry = tournament.book[number - 1], tournament.booked_for[number - 1]
    return fault or booked(lambda: ledger.waive(charged, number), entry, action.reason)


HANDLERS: dict[type, Handler] = {
    acts.PayRefund: Handler(_refund, RUNNERS, "T1.3.i"),
    acts.WaiveCharge: Handler(_waive, RUNNERS, "T1.3.i"),
}
EVOLVERS: dict[type, Evolver] = {}  # what is booked: `payments`
