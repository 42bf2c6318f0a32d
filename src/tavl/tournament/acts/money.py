"""Money over the desk, and undo."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.ledger import Transaction


class TakePayment(TournamentAction, frozen=True):
    person: Person
    amount: Amount


class PayRefund(TournamentAction, frozen=True):
    person: Person
    amount: Amount


class ChooseCurrency(TournamentAction, frozen=True):
    """Of an entry whose division takes several, before anything is paid; otherwise the first named."""

    entry: Code
    currency: Code


class JoinPool(TournamentAction, frozen=True):
    """A side pool of the entry's division."""

    entry: Code
    pool: Code


class AddMoney(TournamentAction, frozen=True):
    """A sponsor's or the club's, to a division's pool."""

    division: Code
    amount: Amount


class AgreeDeal(TournamentAction, frozen=True):
    """How some divide what they have won together; it decides no match (T4.5)."""

    division: Code
    parts: dict[Code, Code]  # entry: part
    winner: Code | None = None  # refused if anybody is named
    stage: Code = "main"


class AwardPrizes(TournamentAction, frozen=True):
    division: Code


class PayPrize(TournamentAction, frozen=True):
    person: Person
    amount: Amount


class HandOver(TournamentAction, frozen=True):
    """Registration, the house's share, an observer's fee: to those whom it belongs to."""

    account: Code
    amount: Amount


class WaiveCharge(TournamentAction, frozen=True):
    transaction: int
    reason: Words


class Undo(TournamentAction, frozen=True):
    """Take back a whole act of one's own."""

    act: Code


class Booked(TournamentEvent, frozen=True):
    transaction: Transaction
    entry: Code | None = None
    reason: Words = ""


class CurrencyChosen(TournamentEvent, frozen=True):
    entry: Code
    currency: Code


class PoolJoined(TournamentEvent, frozen=True):
    entry: Code
    pool: Code


class DealAgreed(TournamentEvent, frozen=True):
    division: Code
    parts: dict[Code, Code]
    stage: Code = "main"


class PrizesAwarded(TournamentEvent, frozen=True):
    division: Code


class Undone(TournamentEvent, frozen=True):
    act: Code


AccountAction = (
    TakePayment
    | PayRefund
    | ChooseCurrency
    | JoinPool
    | AddMoney
    | AgreeDeal
    | AwardPrizes
    | PayPrize
    | HandOver
    | WaiveCharge
    | Undo
)
AccountEvent = Booked | CurrencyChosen | PoolJoined | DealAgreed | PrizesAwarded | Undone
