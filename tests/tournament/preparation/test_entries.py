"""Entries: approved, refused, moved up, put on a waiting list, withdrawn (T1.4)."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.fees import Fee
from tavl.tournament.state import Status
from tests.tournament.desk import FEDERATION, SEED, Desk, fee, knock_out, kr


def two_rows() -> Desk:
    return Desk(knock_out("open", level=2), knock_out("intermediate", level=1))


@pytest.mark.rule("T1.4.i")
def test_an_entry_is_pending_until_a_director_approves_it():
    desk = Desk(knock_out())
    entry = desk.enter("anna", approve=False)
    assert desk.state.entries[entry].status is Status.PENDING
    desk.refused(acts.ApproveEntry(entry), "T1.4.i", by="anna")
    desk.refused(acts.ApproveEntry(entry), "T1.4.i", by="kai")  # a helper does not decide who plays
    desk.do(acts.ApproveEntry(entry))
    assert desk.state.entries[entry].status is Status.APPROVED


@pytest.mark.rule("T1.4.i", shows="answers")
def test_a_refusal_needs_an_explanation():
    desk = Desk(knock_out())
    entry = desk.enter("rasmus", approve=False)
    desk.refused(acts.RefuseEntry(entry, " "), "T1.4.i", "explanation_missing")
    desk.do(acts.RefuseEntry(entry, "You owe the club from last year.", "unpaid entry of 2025"))
    refused = desk.state.entries[entry]
    assert (refused.status, refused.explanation) == (Status.REFUSED, "You owe the club from last year.")
    assert refused.reason == "unpaid entry of 2025"  # the federation is told another text
    desk.refused(acts.Enter("open", ("rasmus",)), "T1.4.i", "refused_before", by="rasmus")


@pytest.mark.rule("T1.4.i", shows="answers")
def test_a_standing_approval_is_an_act_and_approves_each_entry_as_it_comes():
    desk = Desk(knock_out())
    early = desk.enter("anna", approve=False)
    desk.refused(acts.SetStandingApproval("open", True), "T1.4.i", by="kai")
    events = desk.do(acts.SetStandingApproval("open", True))
    assert [event.entry for event in events[1:]] == [early]
    desk.enter("bo", approve=False)
    assert desk.state.entries[desk.e("bo")].status is Status.APPROVED
    assert desk.log[-1][0] == acts.EntryApproved(desk.e("bo"), standing=True)


@pytest.mark.rule("T1.4.ii", shows=("asked", "answers"))
def test_who_is_offered_a_higher_division_is_in_neither_until_they_accept():
    desk = two_rows()
    mia = desk.enter("mia", "intermediate", approve=False)
    desk.refused(acts.OfferHigher(mia, "open", ""), "T1.4.ii", "reason_missing")
    desk.do(acts.OfferHigher(mia, "open", "won Intermediate three times"))
    assert desk.state.entries[mia].status is Status.OFFERED
    desk.refused(acts.AnswerOffer(mia, True), "T1.4.ii", by="ida")  # it is for Mia to say
    desk.do(acts.AnswerOffer(mia, True), by="mia")
    entry = desk.state.entries[mia]
    assert (entry.division, entry.status, entry.came_from) == ("open", Status.APPROVED, "intermediate")


@pytest.mark.rule("T1.4.ii", shows="answers")
def test_declining_leaves_them_out_of_the_lower_division():
    desk = two_rows()
    mia = desk.enter("mia", "intermediate", approve=False)
    desk.do(acts.OfferHigher(mia, "open", "too strong"))
    desk.do(acts.AnswerOffer(mia, False), by="mia")
    assert desk.state.entries[mia].status is Status.DECLINED
    desk.refused(acts.Enter("intermediate", ("mia",)), "T1.4.ii", "refused_before", by="mia")


@pytest.mark.rule("T1.4.ii")
def test_nobody_is_moved_down():
    desk = two_rows()
    anna = desk.enter("anna", "open", approve=False)
    desk.refused(acts.OfferHigher(anna, "intermediate", "weak"), "T1.4.ii", "not_a_higher_division")


def test_one_person_is_entered_once_in_a_division():
    desk = two_rows()
    desk.enter("anna")
    desk.refused(acts.Enter("open", ("anna",)), "T1.4.i", "entered_already", by="anna", person="anna")
    desk.enter("anna", "intermediate")  # another division is another matter
    desk.refused(acts.Enter("open", ("bo",)), "T1.4.i", "not_your_entry", by="anna")
    desk.refused(acts.Enter("nowhere", ("bo",)), "T1.4.i", "no_such_division", by="bo")


@pytest.mark.rule("T1.1")
def test_teams_enter_where_players_do_with_all_their_members():
    desk = Desk(knock_out("doubles", members=2))
    desk.refused(acts.Enter("doubles", ("anna",)), "T1.1", "wrong_members", by="anna", members=2)
    desk.refused(acts.Enter("doubles", ("anna", "anna")), "T1.1", "wrong_members", by="anna")
    desk.do(acts.Enter("doubles", ("anna", "bo")), by="anna")
    desk.refused(acts.Enter("doubles", ("bo", "carl")), "T1.4.i", "entered_already", by="carl", person="bo")


def test_a_full_division_has_a_waiting_list():
    desk = Desk(knock_out(capacity=2))
    desk.enter("anna")
    desk.enter("bo")
    waiting = desk.enter("carl")
    assert desk.state.entries[waiting].status is Status.WAITING
    desk.refused(acts.AdmitEntry(waiting), "T1.4.i", "division_full")
    desk.do(acts.WithdrawEntry(desk.e("bo")), by="bo")
    desk.do(acts.AdmitEntry(waiting), by="kai")
    assert desk.state.entries[waiting].status is Status.PENDING  # and still to be approved


def test_check_in_is_by_the_player_or_the_desk():
    desk = Desk(knock_out())
    anna, bo = desk.enter("anna"), desk.enter("bo")
    desk.refused(acts.CheckIn(bo), "T1.3.i", "not_your_entry", by="anna")
    desk.do(acts.CheckIn(anna), by="anna")
    desk.do(acts.CheckIn(bo), by="kai")
    assert all(entry.checked_in for entry in desk.state.entries.values())


def test_who_looked_at_an_older_entry_is_told_that_it_changed():
    desk = Desk(knock_out())
    anna = desk.enter("anna", approve=False)
    desk.do(acts.ApproveEntry(anna, seen=1))
    desk.refused(acts.RefuseEntry(anna, "no", seen=1), "T4.6", "changed_meanwhile", by="jens", seen=1, now=2)


@pytest.mark.rule("T1.2")
def test_who_is_suspended_does_not_enter_until_it_is_over():
    desk = Desk(knock_out(), at="08:00")
    desk.do(acts.StateSuspension("lars", desk.at + 1), by=FEDERATION)
    desk.refused(acts.Enter("open", ("lars",)), "T1.2", "suspended_person", by="lars")
    desk.do(acts.Enter("open", ("lars",)), by="lars", at="08:01")
    desk.do(acts.StateSuspension("mads", None), by=FEDERATION)
    desk.refused(acts.Enter("open", ("mads",)), "T1.2", "suspended_person", by="mads", at="23:00")


def test_a_reserve_takes_a_partners_place_between_matches():
    desk = Desk(knock_out("doubles", members=2))
    (entered,) = desk.do(acts.Enter("doubles", ("anna", "bo")), by="anna")
    desk.do(acts.ApproveEntry(entered.entry))
    desk.refused(acts.ReplaceMember(entered.entry, "bo", "carl", ""), "T5.1", "reason_missing")
    desk.do(acts.ReplaceMember(entered.entry, "bo", "carl", "bo is ill"))
    assert desk.state.entries[entered.entry].members == ("anna", "carl")


def test_a_late_entry_takes_a_byes_place_without_another_draw():
    desk = Desk(knock_out())
    for name in ("anna", "bo", "carl"):
        desk.do(acts.CheckIn(desk.enter(name)))
    desk.do(acts.MakeDraw("open"), chance=SEED)
    late = desk.enter("dan")
    (free,) = [m.id for m in desk.flow.standings.values() if m.pairing.round == 1 and m.where == "no_match"]
    before = desk.state.divisions["open"].pairings
    desk.do(acts.PlaceLateEntry(late, free), by="kai")
    assert "dan" in desk.players(free)
    assert sum(a != b for a, b in zip(before, desk.state.divisions["open"].pairings, strict=True)) == 1
    desk.refused(acts.PlaceLateEntry(desk.enter("eva"), free), "T1.4.i", "place_not_open")
    desk.checked()


def test_who_withdraws_before_the_draw_is_owed_a_refund_and_not_a_prize():
    hall = Desk(knock_out(fees=(fee(100),)))
    hall.enter("eva")
    hall.do(acts.TakePayment("eva", kr(100)), by="kai")
    hall.do(acts.WithdrawEntry(hall.e("eva")), by="eva")
    (item,) = hall.items("is_owed")
    assert item.action == acts.PayRefund("eva", kr(100))


def test_who_changes_the_currency_twice_and_goes_home_owes_nothing():
    euros = Fee(price=Amount(10_000, "EUR"), registration=Amount(1_000, "EUR"))
    desk = Desk(knock_out(fees=(fee(750, 75), euros)))
    entry = desk.enter("anna")
    for currency in ("EUR", "DKK", "EUR"):
        desk.do(acts.ChooseCurrency(entry, currency), by="anna")
    owed = [(line.account, str(line.amount)) for line in ledger.open_lines(desk.state.book) if line.person]
    assert owed == [("person", "100.00 EUR")]
    desk.do(acts.WithdrawEntry(entry, "ill"), by="anna")
    assert ledger.open_lines(desk.state.book) == ()
