"""What the house keeps: a part of what the entrants paid, and nothing of what a sponsor or the club added."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Prize, Stage
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount, MoneyError
from tavl.tournament.money.house_share import house_share
from tests.tournament.desk import SEED, Hall, fee, kr

OPEN = DivisionTerms(
    id="open",
    stages=(Stage(id="main", length=7),),
    fees=(fee(100),),
    house="10 %",
    prizes=(Prize(places=("100 %",)),),
)


def test_added_money_is_not_shared_with_the_house() -> None:
    hall = played(acts.AddMoney("open", kr(500)))
    assert -ledger.balance(hall.state.book, "house", "DKK") == kr(40)  # of 4 x 100
    assert prizes(hall) == [kr(860)]


def test_without_added_money_the_house_has_its_part_of_the_pool() -> None:
    hall = played()
    assert -ledger.balance(hall.state.book, "house", "DKK") == kr(40)
    assert prizes(hall) == [kr(360)]


def test_added_money_that_was_taken_back_is_not_added() -> None:
    book = [ledger.charge("anna", {"pool": kr(100)}), ledger.add("pool", kr(500)), ledger.add("side", kr(70))]
    assert ledger.added(book, "pool", "DKK") == kr(500)
    assert ledger.added([*book, ledger.reverse(book[1], 2)], "pool", "DKK") == kr(0)
    assert ledger.added(book, "pool", "EUR").minor == 0


def test_a_share_is_rounded_down() -> None:
    assert house_share(Amount(999, "DKK"), Amount(0, "DKK"), "10 %") == Amount(99, "DKK")


def test_there_is_no_share_of_what_is_below_zero() -> None:
    with pytest.raises(MoneyError, match="below_zero"):
        house_share(Amount(0, "DKK"), Amount(1, "DKK"), "50 %")


def played(*before: acts.AddMoney) -> Hall:
    hall = Hall(OPEN)
    hall.tables(2)
    for name in "abcd":
        hall.enter(name)
        hall.do(acts.TakePayment(name, kr(100)), by="kai")
    for action in before:
        hall.do(action, by="olga")
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", hall.at))
    hall.play_on()
    hall.do(acts.AwardPrizes("open"), by="kai")
    return hall


def prizes(hall: Hall) -> list[object]:
    awarded = [each for each in hall.state.book if each.kind is ledger.Kind.AWARD]
    return [kr(-line.minor // 100) for each in awarded for line in each.postings if line.person]
