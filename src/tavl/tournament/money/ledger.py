"""The cash book of a tournament, by double entry: every transaction moves money between accounts and adds up to zero.

A till is where the money lies (a cash box, a bank account). A person's account is what they owe, or below zero what
they are owed. Pools, the registration, the house and the fees of observers are owed to those whom they will be paid to,
so they stand below zero until then. The tournament can close when every account of every currency reads zero: what
came in has gone out, everybody has paid and is paid. Nothing is ever deleted: a correction is a transaction too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from tavl.rules.text_kinds import Code, Person
from tavl.tournament.money.amounts import Amount, MoneyError

PERSON = "person"
HOUSE = "house"
REGISTRATION = "registration"
TILL = "till"


class Kind(StrEnum):
    CHARGE = "charge"  # somebody owes an entry or a fee
    PAYMENT = "payment"  # and pays it
    WAIVER = "waiver"  # or owes it no longer: withdrawn, refused, let off
    REFUND = "refund"  # and is paid back
    ADDED = "added"  # a sponsor's or the club's money for a pool
    HOUSE_SHARE = "house_share"  # from a pool to the house
    AWARD = "award"  # from a pool to a person
    PAYOUT = "payout"  # and paid
    HANDED_OVER = "handed_over"  # registration, house share, observer's fee: to those they belong to
    CORRECTION = "correction"


class Posting(Struct, frozen=True):
    """One line: the amount added to an account (negative: taken off). Only a person's account has a person."""

    account: Code
    minor: int
    person: Person | None = None


class Transaction(Struct, frozen=True, kw_only=True):
    kind: Kind
    currency: Code
    postings: tuple[Posting, ...]
    corrects: int | None = None  # the number of the transaction that this one corrects, counted from 1

    def __post_init__(self) -> None:
        if len(self.postings) < 2 or any(posting.minor == 0 for posting in self.postings):
            raise MoneyError("nothing_moves", "postings")
        if sum(posting.minor for posting in self.postings) != 0:
            raise MoneyError("does_not_balance", "postings", sum(posting.minor for posting in self.postings))
        for posting in self.postings:
            if (posting.account == PERSON) != (posting.person is not None):
                raise MoneyError("person_missing", "postings", posting.account)
        if all(is_till(posting.account) for posting in self.postings):
            raise MoneyError("bad_account", "postings", self.postings[0].account)


class Line(Struct, frozen=True):
    """An account that is not empty. A person with a positive balance owes, with a negative one is owed."""

    account: Code
    person: Person | None
    amount: Amount


class Totals(Struct, frozen=True):
    """Of all tills, in one currency."""

    paid_in: Amount
    paid_out: Amount

    @property
    def left(self) -> Amount:
        return self.paid_in - self.paid_out


def is_till(account: str) -> bool:
    return account == TILL or account.startswith(TILL + ".")


# Transactions


def charge(person: str, parts: Mapping[str, Amount]) -> Transaction:
    """Somebody owes this: an entry's parts for pool and registration, an observer's fee."""
    currency, lines = _credited(parts)
    return Transaction(
        kind=Kind.CHARGE,
        currency=currency,
        postings=(Posting(PERSON, -sum(line.minor for line in lines), person), *lines),
    )


def waive(charged: Transaction, number: int) -> Transaction:
    """The person owes it no longer; what they have paid is then to be refunded."""
    if charged.kind is not Kind.CHARGE:
        raise MoneyError("not_a_charge", "transaction", number)
    return Transaction(kind=Kind.WAIVER, currency=charged.currency, postings=_turned(charged.postings), corrects=number)


def pay(person: str, amount: Amount, till: str = TILL) -> Transaction:
    return _moved(Kind.PAYMENT, _positive(amount), Posting(PERSON, -amount.minor, person), till, inward=True)


def refund(person: str, amount: Amount, till: str = TILL) -> Transaction:
    return _moved(Kind.REFUND, _positive(amount), Posting(PERSON, amount.minor, person), till, inward=False)


def add(account: str, amount: Amount, till: str = TILL) -> Transaction:
    """Money that is given to a pool."""
    return _moved(Kind.ADDED, _positive(amount), Posting(account, -amount.minor), till, inward=True)


def take_share(account: str, amount: Amount) -> Transaction:
    """The house's share of a pool."""
    minor = _positive(amount).minor
    postings = (Posting(account, minor), Posting(HOUSE, -minor))
    return Transaction(kind=Kind.HOUSE_SHARE, currency=amount.currency, postings=postings)


def award(account: str, prizes: Mapping[str, Amount]) -> Transaction:
    """From a pool to people, by person. It is theirs now, and is still to be paid."""
    if not prizes:
        raise MoneyError("nothing_moves", "prizes")
    currency = next(iter(prizes.values())).currency
    people = [Posting(PERSON, -_positive(prizes[one]).minor, one) for one in sorted(prizes)]
    for amount in prizes.values():
        Amount(0, currency).same(amount)
    taken = Posting(account, -sum(posting.minor for posting in people))
    return Transaction(kind=Kind.AWARD, currency=currency, postings=(taken, *people))


def pay_out(person: str, amount: Amount, till: str = TILL) -> Transaction:
    return _moved(Kind.PAYOUT, _positive(amount), Posting(PERSON, amount.minor, person), till, inward=False)


def hand_over(account: str, amount: Amount, till: str = TILL) -> Transaction:
    """To those whom the account belongs to: the organiser, the house, the observer."""
    if account == PERSON or is_till(account):
        raise MoneyError("bad_account", "account", account)
    return _moved(Kind.HANDED_OVER, _positive(amount), Posting(account, amount.minor), till, inward=False)


def correct_awards(account: str, changes: Mapping[str, Amount], corrects: int | None = None) -> Transaction:
    """After a result was corrected: some have won more than they were awarded, and some less.

    Who had been paid the old prize now owes the difference, which stays open until it is paid back or let off.
    """
    people = [Posting(PERSON, -amount.minor, one) for one, amount in sorted(changes.items()) if amount]
    if not people:
        raise MoneyError("nothing_moves", "changes")
    currency = next(iter(changes.values())).currency
    for amount in changes.values():
        Amount(0, currency).same(amount)
    left = -sum(posting.minor for posting in people)
    pool = (Posting(account, left),) if left else ()
    return Transaction(kind=Kind.CORRECTION, currency=currency, postings=(*pool, *people), corrects=corrects)


def reverse(transaction: Transaction, number: int) -> Transaction:
    """The opposite of a transaction that should not have been entered."""
    return Transaction(
        kind=Kind.CORRECTION,
        currency=transaction.currency,
        postings=_turned(transaction.postings),
        corrects=number,
    )


def _positive(amount: Amount) -> Amount:
    if amount.minor <= 0:
        raise MoneyError("not_above_zero", "amount", amount)
    return amount


def _credited(parts: Mapping[str, Amount]) -> tuple[str, list[Posting]]:
    amounts = [amount for amount in parts.values() if amount]
    if not amounts:
        raise MoneyError("nothing_moves", "parts")
    lines = []
    for account, amount in parts.items():
        if account == PERSON or is_till(account):
            raise MoneyError("bad_account", "account", account)
        if amounts[0].same(amount):
            lines.append(Posting(account, -_positive(amount).minor))
    return amounts[0].currency, lines


def _moved(kind: Kind, amount: Amount, line: Posting, till: str, *, inward: bool) -> Transaction:
    if not is_till(till):
        raise MoneyError("bad_account", "till", till)
    tilled = Posting(till, amount.minor if inward else -amount.minor)
    return Transaction(kind=kind, currency=amount.currency, postings=(tilled, line))


def _turned(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    return tuple(Posting(posting.account, -posting.minor, posting.person) for posting in postings)


# Questions


def currencies(book: Sequence[Transaction]) -> tuple[str, ...]:
    return tuple(sorted({transaction.currency for transaction in book}))


def balance(book: Sequence[Transaction], account: str, currency: str, person: str | None = None) -> Amount:
    minor = sum(
        posting.minor
        for transaction in book
        if transaction.currency == currency
        for posting in transaction.postings
        if posting.account == account and posting.person == person
    )
    return Amount(minor, currency)


def added(book: Sequence[Transaction], account: str, currency: str) -> Amount:
    """What a sponsor or the club gave to an account, without what was taken back."""
    given = {number for number, each in enumerate(book, start=1) if each.kind is Kind.ADDED}
    of = [each for number, each in enumerate(book, start=1) if number in given or each.corrects in given]
    return -balance(of, account, currency)


def open_lines(book: Sequence[Transaction]) -> tuple[Line, ...]:
    """Every account that does not read zero: what prevents closing."""
    found: dict[tuple[str, str, str], int] = {}
    for transaction in book:
        for posting in transaction.postings:
            key = (transaction.currency, posting.account, posting.person or "")
            found[key] = found.get(key, 0) + posting.minor
    return tuple(
        Line(account, person or None, Amount(minor, currency))
        for (currency, account, person), minor in sorted(found.items())
        if minor
    )


def totals(book: Sequence[Transaction], currency: str) -> Totals:
    """In and out over the desk. Money put back to where it came from by a correction counts on neither side."""
    came = gone = 0
    for _, transaction, posting in _tilled(book):
        if transaction.currency == currency:
            wrong = transaction.kind is Kind.CORRECTION
            came += posting.minor if (posting.minor > 0) != wrong else 0
            gone -= posting.minor if (posting.minor < 0) != wrong else 0
    return Totals(Amount(came, currency), Amount(gone, currency))


def by_account(book: Sequence[Transaction], currency: str) -> dict[tuple[Kind, str], Amount]:
    """What went over the desk, by kind and by the account on the other side: the statement's lines."""
    found: dict[tuple[Kind, str], int] = {}
    for _, transaction, posting in _tilled(book):
        if transaction.currency == currency:
            key = (transaction.kind, _other_side(transaction).account)
            found[key] = found.get(key, 0) + posting.minor
    return {key: Amount(minor, currency) for key, minor in sorted(found.items())}


def _tilled(book: Sequence[Transaction]) -> Iterator[tuple[int, Transaction, Posting]]:
    for place, transaction in enumerate(book, start=1):
        for posting in transaction.postings:
            if is_till(posting.account):
                yield place, transaction, posting


def _other_side(transaction: Transaction) -> Posting:
    return next(posting for posting in transaction.postings if not is_till(posting.account))
