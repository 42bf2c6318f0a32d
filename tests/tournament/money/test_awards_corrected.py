"""A result corrected after the prizes were paid: who has won less owes the difference, and it still closes to zero."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Prize, SidePool, Stage
from tavl.tournament.money import ledger
from tavl.tournament.money.balances import balance
from tavl.tournament.report.closing import open_items
from tests.tournament.desk import SEED, Hall, fee, kr

OPEN = DivisionTerms(
    id="open",
    stages=(Stage(id="main", length=7),),
    fees=(fee(250),),
    prizes=(Prize(places=("70 %", "30 %")),),
    pools=(SidePool(id="side", price=kr(100)),),
)


@pytest.fixture
def hall() -> Hall:
    """The final was typed the wrong way round, and everybody has been paid."""
    made = Hall(OPEN)
    made.tables(2)
    for name in "abcd":
        made.enter(name)
        made.do(acts.TakePayment(name, kr(250)), by="kai")
        made.do(acts.JoinPool(made.e(name), "side"), by="kai")
        made.do(acts.TakePayment(name, kr(100)), by="kai")
    made.do(acts.MakeDraw("open"), chance=SEED)
    made.do(acts.AnnounceDraw("open", made.at))
    made.play_on()
    made.do(acts.AwardPrizes("open"), by="kai")
    made.pay_everybody()
    return made


@pytest.mark.rule("T4.6")
def test_the_difference_is_booked_to_both_and_the_desk_closes_after_it_is_settled(hall):
    final = next(m for m in hall.flow.of("open") if m.pairing.round == 2)
    winner, loser = hall.players(final.id)
    hall.refused(acts.AwardPrizes("open"), "T1.1", "done_already")
    assert open_items(hall.state) == []
    hall.do(acts.CorrectResult(final.id, final.players, (5, 7), "both cards say so"))
    assert [(item.kind, item.id) for item in open_items(hall.state)] == [("prizes", "open")]
    (item,) = hall.items("prizes")
    hall.do(item.action, by="kai")
    # 1,000 in the pool: 700 and 300; 400 in the side pool, all of it to the winner.
    assert (balance(hall.state, winner, "DKK"), balance(hall.state, loser, "DKK")) == (kr(800), kr(-800))
    hall.refused(acts.AwardPrizes("open"), "T1.1", "done_already")
    corrected = [t for t in hall.state.book if t.kind is ledger.Kind.CORRECTION]
    assert [t.corrects is not None for t in corrected] == [True, True]
    hall.pay_everybody()
    hall.do(acts.CloseTournament())
    hall.three_checks()


def test_a_second_correction_puts_it_back(hall):
    final = next(m for m in hall.flow.of("open") if m.pairing.round == 2)
    for score in ((5, 7), (7, 5)):
        hall.do(acts.CorrectResult(final.id, final.players, score, "again"))
        hall.do(acts.AwardPrizes("open"), by="kai")
    assert not ledger.open_lines(hall.state.book)


def test_a_correction_that_changes_no_place_changes_no_money(hall):
    final = next(m for m in hall.flow.of("open") if m.pairing.round == 2)
    hall.do(acts.CorrectResult(final.id, final.players, (7, 6), "one point more"))
    assert hall.items("prizes") == []
    hall.refused(acts.AwardPrizes("open"), "T1.1", "done_already")


@pytest.mark.rule("T1.4.i")
def test_nobody_enters_once_the_prizes_are_awarded(hall):
    hall.refused(acts.Enter("open", ("e",)), "T1.4.i", "entries_not_open", by="e")
    hall.do(acts.CloseTournament())
