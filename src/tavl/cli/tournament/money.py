"""Money over the desk: payments, refunds, prizes, and what is handed over. It closes at zero."""

from __future__ import annotations

from typing import Annotated

import typer

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import MONEY, Desk, DivisionArgument, DivisionOption, Why, command
from tavl.tournament import acts
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.balances import balance
from tavl.tournament.money.ledger import PERSON
from tavl.tournament.state import Status

Name = Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))]
Sum = Annotated[
    str | None, typer.Argument(metavar="[AMOUNT]", help=_("Such as 500 or 100 EUR; without it, all of it."))
]


def _owed(desk: Desk, person: str, sign: int) -> Amount | None:
    """What a person owes (1), or is owed (-1), in the first currency in which there is something."""
    for currency in ledger.currencies(desk.state.book):
        found = balance(desk.state, person, currency)
        if found.minor * sign > 0:
            return found if sign > 0 else -found
    return None


def _owed_to(desk: Desk, person: str, amount: str | None) -> Amount:
    """What is to be paid to somebody: this amount, or all that they are owed."""
    owed = _owed(desk, person, -1)
    if amount is not None:
        return desk.amount(amount, owed.currency if owed else desk.currency())
    if owed is None:
        fail(desk.w("{name} is owed nothing.", name=desk.name(person)))
    return owed


def take_payment(desk: Desk, person: str, amount: str | None) -> None:
    owed = _owed(desk, person, 1)
    if amount is None and owed is None:
        fail(desk.w("{name} owes nothing.", name=desk.name(person)))
    currency = owed.currency if owed else desk.currency()
    paid = desk.amount(amount, currency) if amount is not None else owed
    assert paid is not None
    desk.do(acts.TakePayment(person, paid))


@command("pay", _("A player pays; without an amount, what they owe."), MONEY)
def pay(desk: Desk, name: Name, amount: Sum = None) -> None:
    take_payment(desk, desk.person(name), amount)


@command("refund", _("Pay back what a player is owed."), MONEY)
def refund(desk: Desk, name: Name, amount: Sum = None) -> None:
    person = desk.person(name)
    desk.do(acts.PayRefund(person, _owed_to(desk, person, amount)))


@command("award", _("Award the prizes of a division that is finished."), MONEY)
def award(desk: Desk, division: DivisionArgument = None) -> None:
    desk.do(acts.AwardPrizes(desk.division(division)))


@command("pay-out", _("Pay prizes: to one player, or to everybody who is owed something."), MONEY)
def pay_out(
    desk: Desk,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help=_("A name, or three letters of it."))] = None,
    amount: Sum = None,
) -> None:
    if name is not None:
        person = desk.person(name)
        desk.do(acts.PayPrize(person, _owed_to(desk, person, amount)))
        return
    lines = [line for line in ledger.open_lines(desk.state.book) if line.account == PERSON and line.amount.minor < 0]
    if not lines:
        fail(desk.w("Nobody is owed anything."))
    for line in lines:
        assert line.person is not None
        desk.do(acts.PayPrize(line.person, -line.amount))


@command(
    "hand-over",
    _("Hand over the registration, the house's share or observers' fees; without an account, all of them."),
    MONEY,
)
def hand_over(
    desk: Desk,
    account: Annotated[
        str | None, typer.Argument(metavar="[ACCOUNT]", help=_("registration, house, observers."))
    ] = None,
    amount: Sum = None,
) -> None:
    kept = [
        line
        for line in ledger.open_lines(desk.state.book)
        if line.account in (account,) or (account is None and line.account in ("registration", "house", "observers"))
    ]
    if not kept:
        fail(desk.w("There is nothing to hand over."))
    for line in kept:
        given = desk.amount(amount, line.amount.currency) if amount is not None else -line.amount
        desk.do(acts.HandOver(line.account, given))


@command("join", _("A player joins a side pool."), MONEY)
def join(
    desk: Desk,
    name: Name,
    pool: Annotated[str, typer.Argument(metavar="POOL", help=_("The side pool."))],
    division: DivisionOption = None,
    paid: Annotated[bool, typer.Option("--paid", help=_("They have paid the fee."))] = False,
) -> None:
    entry = desk.entry(name, division, Status.APPROVED)
    desk.do(acts.JoinPool(entry.id, pool))
    if paid:
        take_payment(desk, entry.members[0], None)


@command("currency", _("A player pays in another currency that the division takes."), MONEY)
def currency(
    desk: Desk,
    name: Name,
    code: Annotated[str, typer.Argument(metavar="CODE", help="EUR")],
    division: DivisionOption = None,
) -> None:
    desk.do(acts.ChooseCurrency(desk.entry(name, division).id, code.upper()))


@command("add-money", _("A sponsor or the club adds to a division's fund."), MONEY)
def add_money(
    desk: Desk,
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help=_("Such as 500 or 100 EUR."))],
    division: DivisionArgument = None,
) -> None:
    desk.do(acts.AddMoney(desk.division(division), desk.amount(amount, desk.currency())))


@command("deal", _("Players divide what they win by agreement; it decides no match (T4.5): Anna=1/2 Bo=1/2."), MONEY)
def deal(
    desk: Desk,
    parts: Annotated[list[str], typer.Argument(metavar="NAME=PART...", help=_("Parts that make up the whole."))],
    division: DivisionOption = None,
    stage: Annotated[str, typer.Option(metavar="STAGE", help=_("main, consolation, last_chance."))] = "main",
) -> None:
    id = desk.division(division)
    agreed: dict[str, str] = {}
    for text in parts:
        name, equals, part = text.partition("=")
        if not equals:
            fail(desk.w("This is not a part, such as Anna=1/2: {text}.", text=text[:60]))
        agreed[desk.entry(name, id, Status.APPROVED).id] = part.strip()
    desk.do(acts.AgreeDeal(id, agreed, stage=stage))


@command("waive", _("Let a player off a charge, by its number in `show FILE money`."), MONEY)
def waive(
    desk: Desk, number: Annotated[int, typer.Argument(metavar="NUMBER", help=_("Of the transaction."))], why: Why = ""
) -> None:
    desk.do(acts.WaiveCharge(number, why))
