"""Who withdraws before the draw owes nothing: neither the fee nor a side pool."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Prize, SidePool, Stage
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.balances import balance
from tavl.tournament.money.fees import Fee
from tests.tournament.desk import SEED, Hall, fee, kr

EURO = Fee(price=Amount(2_000, "EUR"), registration=Amount(0, "EUR"))
OPEN = DivisionTerms(
    id="open",
    stages=(Stage(id="main", length=7),),
    fees=(fee(250), EURO),
    prizes=(Prize(places=("70 %", "30 %")),),
    pools=(SidePool(id="side", price=kr(100)),),
)


@pytest.fixture
def hall() -> Hall:
    made = Hall(OPEN)
    made.tables(2)
    for name in "abcd":
        made.enter(name)
    made.do(acts.JoinPool(made.e("a"), "side"), by="kai")
    made.do(acts.TakePayment("a", kr(350)), by="kai")
    return made


def test_before_the_draw_the_fee_and_the_side_pool_are_waived_and_what_was_paid_is_owed_back(hall: Hall) -> None:
    hall.do(acts.WithdrawEntry(hall.e("a")), by="a")
    assert balance(hall.state, "a", "DKK") == kr(-350)
    hall.do(acts.PayRefund("a", kr(350)), by="kai")
    assert balance(hall.state, "a", "DKK") == kr(0)


def test_after_the_draw_both_stand(hall: Hall) -> None:
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.WithdrawEntry(hall.e("a")), by="a")
    assert balance(hall.state, "a", "DKK") == kr(0)


def test_another_currency_for_the_fee_leaves_the_side_pool_as_it_is(hall: Hall) -> None:
    hall.do(acts.ChooseCurrency(hall.e("a"), "EUR"), by="kai")
    assert balance(hall.state, "a", "EUR").minor == 2_000
    assert balance(hall.state, "a", "DKK") == kr(-250)  # 350 paid, 100 of it for the side pool
