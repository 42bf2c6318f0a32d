"""Consents and requests: boundaries, and what is left alone."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.profile import DBF_TOURNAMENT, Side
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import Charged, Equipment, InvalidRoll, Matter, Request, Useful, Way
from tavl.table.state_parts import Reply
from tests.table.helpers import (
    ANNA,
    DIRECTOR,
    MINUTE,
    ONE,
    RECORDED,
    SPECTATOR,
    STANDARD,
    TWO,
    D,
    act,
    after,
    around,
    begun,
    kinds,
    opened,
    rolled,
    said,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, between, to_roll, wood

BOX, CLOCK = Useful.BAFFLE_BOX, Useful.CLOCK


# consents and requests


def test_each_consent_is_answered_by_its_number():
    table = act(wood(), acts.AskConsent(ONE, Matter.PHONE, "a call"), acts.AskConsent(TWO, Matter.RECORDING, "camera"))
    assert [(c.id, c.seat, c.what, c.answer) for c in table.consents] == [
        (1, ONE, "a call", Reply.OPEN),
        (2, TWO, "camera", Reply.OPEN),
    ]
    table = act(table, acts.GiveConsent(ONE, 2), acts.RefuseConsent(TWO, 1, "not now"))
    assert [(c.answer, c.why) for c in table.consents] == [(Reply.REFUSED, "not now"), (Reply.GIVEN, "")]
    ended = act(table, acts.WithdrawConsent(2, "the flash"))
    assert [(c.answer, c.why) for c in ended.consents][1] == (Reply.ENDED, "by_director")
    assert said(table, acts.WithdrawConsent(2, "the flash")) == [acts.ConsentEnded(2, "by_director", "the flash")]
    again = said(ended, acts.AskConsent(ONE, Matter.PHONE))
    assert again == [acts.ConsentAsked(3, ONE, Matter.PHONE)]  # each time
    both = act(wood(), acts.AskConsent(ONE, Matter.PHONE), acts.AskConsent(TWO, Matter.PHONE))
    assert len(both.consents) == 2


@pytest.mark.rule("T4.1.iv.a")
def test_leave_to_roll_left_ends_with_the_game_and_nothing_else_does():
    table = act(wood(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    table = act(table, acts.AskConsent(ONE, Matter.PHONE), acts.GiveConsent(TWO, 2))
    table = act(table, acts.AskConsent(TWO, Matter.ROLLING_LEFT), acts.RefuseConsent(ONE, 3))
    ended = won(table, ONE)
    assert [(c.answer, c.why) for c in ended.consents] == [
        (Reply.ENDED, "game_over"),
        (Reply.GIVEN, ""),
        (Reply.REFUSED, ""),
    ]
    before = act(between(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    assert after(before, game.ScoreSet((2, 0))).consents[0].answer is Reply.GIVEN  # for the game to come
    withdrawn = said(table, acts.WithdrawConsent(1, "", TWO))
    assert withdrawn == [acts.ConsentEnded(1, "withdrawn")]
    observers = act(wood(), acts.AskConsent(ONE, Matter.SILENT_OBSERVERS), acts.GiveConsent(TWO, 1))
    assert said(observers, acts.WithdrawConsent(1, "", ONE)) == [acts.ConsentEnded(1, "withdrawn")]  # either of them


@pytest.mark.rule("T4.1.iv.a")
def test_a_roll_on_the_left_counts_by_leave_or_from_the_box():
    left = acts.RecordRoll(TWO, D(6, 4), Side.LEFT)
    assert said(to_roll(), left) == [acts.RollInvalid(TWO, InvalidRoll.WRONG_SIDE)]
    leave = act(to_roll(), acts.AskConsent(TWO, Matter.ROLLING_LEFT), acts.GiveConsent(ONE, 1))
    assert kinds(said(leave, left)) == ["Rolled"]
    assert said(leave, acts.RecordRoll(TWO, D(6, 4)))[0] == acts.ConsentEnded(1, "rolled_right")
    others = act(to_roll(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    assert kinds(said(others, left)) == ["RollInvalid"]  # it is hers
    boxed = opened(7, RECORDED, DBF_TOURNAMENT.vary(baffle_box="requirement"))
    boxed = act(begun(boxed), game.MakePlay(ONE, LEGAL))
    assert kinds(said(boxed, left)) == ["Rolled"]


def test_invalid_rolls_are_counted_in_the_turn():
    table = act(to_roll(), *(acts.RecordInvalidRoll(TWO, InvalidRoll.TOUCHED) for _ in range(2)))
    assert table.handling.invalid_rolls == 2
    assert table.handling.open_play  # under the tournament's rules only a valid roll lets the play stand
    assert rolled(table, TWO, 6, 4).handling.invalid_rolls == 0
    basic = act(begun(opened(7, RECORDED, profile_named("dbf-basic"))), game.MakePlay(ONE, LEGAL))
    assert not act(basic, acts.RecordInvalidRoll(TWO, InvalidRoll.TOUCHED)).handling.open_play
    opening = act(tournament(), game.StartGame(ONE))
    assert kinds(said(opening, acts.RecordInvalidRoll(ONE, InvalidRoll.NOT_FLAT))) == ["RollInvalid"]
    doubled = act(to_roll(), game.Double(TWO))
    assert said(doubled, acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT)).rule == "G10.3"
    assert said(doubled, acts.RecordInvalidRoll(ONE, InvalidRoll.NOT_FLAT)).rule == "G4.3"


def test_an_approval_answers_its_own_request_and_no_other():
    table = act(tournament(clock=STANDARD), acts.AskDirector(ONE, Request.COME), acts.AskApproval(TWO, CLOCK))
    assert [(line.id, line.what) for line in table.requests.lines] == [(1, Request.COME), (2, Request.APPROVE_CLOCK)]
    events = said(table, acts.Approve(CLOCK, True))
    assert events == [acts.ApprovalGiven(CLOCK, True), acts.Answered(2, True)]
    given = act(table, acts.Approve(CLOCK, True))
    again = act(given, acts.AskApproval(ONE, CLOCK))
    assert said(again, acts.Approve(CLOCK, False, "it stops"))[1] == acts.Answered(3, False, "it stops")
    refused_it = act(again, acts.Approve(CLOCK, False, "it stops"))
    assert (refused_it.clock, refused_it.setup.uses, refused_it.setup.awaiting) == (None, (), ())
    assert given.clock is not None


def test_requests_are_answered_by_their_number():
    table = act(wood(equipment=frozenset(Equipment)), acts.AskDirector(ONE, Request.CLOCK, "he is slow"))
    table = act(table, acts.AskDirector(TWO, Request.BAFFLE_BOX), acts.AskDirector(ONE, Request.COME))
    granted = said(table, acts.AnswerRequest(1, True, "yes"))
    assert granted[0] == acts.Answered(1, True, "yes")
    assert granted[1] == acts.UseSet(CLOCK, Way.PENALTY, 1, "T2.3.ii")
    assert said(table, acts.AnswerRequest(2, True))[1] == acts.UseSet(BOX, Way.PENALTY, 1, "T2.4.ii")
    assert said(table, acts.AnswerRequest(3, True)) == [acts.Answered(3, True)]
    answered = act(table, acts.AnswerRequest(3, False, "later"))
    assert [(line.granted, line.answer) for line in answered.requests.lines] == [
        (None, ""),
        (None, ""),
        (False, "later"),
    ]
    again = act(answered, acts.AskDirector(ONE, Request.COME), acts.AskDirector(TWO, Request.COME))
    assert again.requests.asked == 5
    boxed = act(answered, acts.AnswerRequest(2, True))
    assert (
        said(act(boxed, acts.AskDirector(ONE, Request.BAFFLE_BOX)), acts.AnswerRequest(4, True)).code == "not_at_hand"
    )


@pytest.mark.rule("T1.3.iii", shows="answers")
def test_an_observers_fee_falls_on_whom_the_director_says():
    asked = act(wood(), acts.AskDirector(TWO, Request.OBSERVER))
    for charged, fee, pays in ((Charged.ASKER, 50, (TWO,)), (Charged.ALL, 50, (ONE, TWO)), (Charged.NOBODY, 0, ())):
        events = said(asked, acts.AnswerRequest(1, True, "", "olaf", 50, charged))
        assert events[1] == acts.ObserverAppointed("olaf", fee, pays)
    assert act(asked, acts.AnswerRequest(1, True, "", "olaf", 50)).requests.fees == ()
    assert act(asked, acts.AnswerRequest(1, True, "", "olaf", 0, Charged.ALL)).requests.fees == ()
    expel = act(wood(), acts.AskDirector(ONE, Request.EXPEL_SPECTATORS, "they talk"))
    assert said(expel, acts.AnswerRequest(1, True, "", "siri"))[1] == acts.SpectatorExpelled("siri", "T1.6.iv")
    own = acts.AnswerRequest(1, True, "x" * (MAX_TEXT + 1), "siri")  # never one's words under another's name
    assert said(expel, own)[1] == acts.SpectatorExpelled("siri", "x" * MAX_TEXT)


def test_a_reader_and_a_delay_are_kept():
    table = act(wood(), acts.AppointReader(TWO, "rolf"), acts.AppointReader(ONE, "rita"))
    assert table.requests.readers == ("rita", "rolf")
    for delay in (0, 24 * 60 * MINUTE):
        assert act(wood(), acts.SetSpectatorDelay(delay)).terms.spectator_delay_ms == delay
    assert said(wood(), acts.ExpelSpectator("siri", "loud", True)) == [acts.SpectatorExpelled("siri", "loud", True)]


@pytest.mark.parametrize(
    ("action", "by"),
    [
        (acts.RecordInfraction(rule="T4.2.i", against=ONE, note="x" * 2000), DIRECTOR),
        (acts.AskConsent(ONE, Matter.PHONE, "x" * 2000), ANNA),
        (acts.AskDirector(ONE, Request.COME, "x" * 2000), ANNA),
        (acts.TellDirector(acts.Concern.OTHER, "x" * 2000), SPECTATOR),
        (acts.SetPlace("x" * 2000, "x" * 2000), DIRECTOR),
        (acts.OrderFeatured("x" * 2000), DIRECTOR),
        (acts.RaiseDispute(ONE, "T5.1", "x" * 2000), ANNA),
    ],
)
def test_two_thousand_characters_are_not_too_many(action, by):
    assert len(said(wood(), action, by)) == 1


def test_longer_reasons_are_cut_where_they_are_only_kept():
    long = "x" * 3000
    asked = act(wood(), acts.AskConsent(ONE, Matter.PHONE))
    assert said(asked, acts.RefuseConsent(TWO, 1, long)) == [acts.ConsentRefused(1, "x" * 2000)]
    given = act(asked, acts.GiveConsent(TWO, 1))
    assert said(given, acts.WithdrawConsent(1, long)) == [acts.ConsentEnded(1, "by_director", "x" * 2000)]
    announced = said(wood(), acts.AnnounceAllowed(Matter.SCORE_BOARD, long))
    assert announced == [acts.AllowanceAnnounced(1, Matter.SCORE_BOARD, "x" * 2000)]
    come = act(wood(), acts.AskDirector(ONE, Request.COME))
    assert said(come, acts.AnswerRequest(1, True, long)) == [acts.Answered(1, True, "x" * 2000)]


def test_an_announcement_has_the_next_number():
    asked = act(wood(), acts.AskConsent(ONE, Matter.PHONE))
    assert said(asked, acts.AnnounceAllowed(Matter.SCORE_BOARD)) == [acts.AllowanceAnnounced(2, Matter.SCORE_BOARD)]


def test_an_order_is_proposed_under_its_clause():
    slow = act(wood(equipment=frozenset({"clock"})), acts.RecordInfraction(rule="T2.3.i", against=ONE))
    assert [(p.rule, p.action) for p in around(slow).proposals][1] == ("T2.3.i", acts.OrderUse(CLOCK, "T2.3.i"))
