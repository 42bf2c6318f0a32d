"""What somebody owes or is owed according to the cash book (`ledger`), and what is booked into it."""

from __future__ import annotations

from collections.abc import Callable

from tavl.rules.refusal import Refused, refuse
from tavl.tournament import acts
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount, MoneyError
from tavl.tournament.money.ledger import PERSON, Transaction
from tavl.tournament.registry import HandlerResult
from tavl.tournament.state import Tournament


def balance(tournament: Tournament, person: str, currency: str) -> Amount:
    """What somebody owes; negative if they are owed."""
    return ledger.balance(tournament.book, PERSON, currency, person)


Made = Callable[[], Transaction]


def booked(make: Made, entry: str | None = None, reason: str = "") -> HandlerResult:
    try:
        return [acts.Booked(make(), entry, reason)]
    except MoneyError as error:
        return refuse("bad_value", "T1.1", field=error.field)


def why_not_owed(tournament: Tournament, person: str, amount: Amount) -> Refused | None:
    owed = -balance(tournament, person, amount.currency)
    return refuse("more_than_owed", "T1.1", owed=str(owed)) if owed < amount else None
