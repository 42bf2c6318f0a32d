"""Requests to the director and their answers; observers and spectators."""

import pytest

from tavl.rules import acts as game
from tavl.rules.refusal import RuleError
from tavl.table import By, Role, acts, view
from tavl.table.acts import Charged, Concern, Request, Useful
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    MINUTE,
    OBSERVER,
    ONE,
    SPECTATOR,
    TWO,
    act,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    seen,
    tournament,
)

BOTH = frozenset({"clock", "baffle_box"})


def asked(what, reason="please", **terms):
    return act(begun(tournament(**terms)), acts.AskDirector(ONE, what, reason))


@pytest.mark.rule("T1.3.iii", "T1.7.vii", "T2.3.ii", "T2.4.ii", "T1.6.iv")
@pytest.mark.parametrize("what", [Request.OBSERVER, Request.CLOCK, Request.BAFFLE_BOX, Request.EXPEL_SPECTATORS])
def test_a_request_is_on_the_directors_list_until_answered(what):
    table = asked(what, "he is slow")
    (line,) = around(table, DIRECTOR).requests
    assert (line.what, line.reason, line.granted) == (what, "he is slow", None)
    assert around(table, BO).requests == ()
    assert "answer_request" in offered(table, DIRECTOR)
    table = act(table, acts.AnswerRequest(1, False, "no need"))
    assert around(table, ANNA).requests[0].answer == "no need"  # and reaches the asker
    assert refused(table, acts.AnswerRequest(1, True), "T2.3.ii", "nothing_asked")


def test_a_request_is_made_once_and_refused_with_a_reason():
    table = asked(Request.CLOCK)
    assert refused(table, acts.AskDirector(ONE, Request.CLOCK), "T2.3.ii", "asked_already")
    assert kinds(said(table, acts.AskDirector(TWO, Request.CLOCK))) == ["Asked"]
    assert refused(table, acts.AnswerRequest(1, False), "T5.1", "reason_missing")
    assert refused(table, acts.AnswerRequest(1, True), "T2.3.ii", "not_your_role", by=BO)
    assert refused(begun(opened(conduct=True)), acts.AskDirector(ONE, Request.CLOCK), "T5.1", "nobody_rules")
    assert refused(begun(tournament()), acts.AskDirector(ONE, Request.APPROVE_CLOCK), "T3.5.iii", "ask_for_approval")


@pytest.mark.rule("T1.3.iii", "T1.7.vii", shows="answers")
@pytest.mark.parametrize(
    ("charged", "pays"), [(Charged.NOBODY, ()), (Charged.ASKER, (ONE,)), (Charged.ALL, (ONE, TWO))]
)
def test_the_director_appoints_an_observer_who_can_flag_and_the_fee_is_noted(charged, pays):
    table = act(asked(Request.OBSERVER), acts.AnswerRequest(1, True, "", "olaf", 200, charged))
    assert around(table).observers == ("olaf",)
    assert [(fee.amount, fee.charged) for fee in around(table).fees] == ([(200, pays)] if pays else [])
    table = act(table, game.MakePlay(ONE, ((8, 5), (6, 4))))
    assert "flag_play" in offered(table, OBSERVER)
    assert around(act(begun(tournament()), acts.AppointObserver("olaf"))).observers == ("olaf",)  # unasked too


def test_an_observer_is_somebody_else():
    for person in ("", "anna"):
        assert refused(asked(Request.OBSERVER), acts.AnswerRequest(1, True, "", person), "T1.3.iii", "bad_value")
    assert refused(begun(tournament()), acts.AppointObserver("olaf", 5, Charged.ASKER), "T1.3.iii", "bad_value")
    assert refused(begun(tournament()), acts.AppointReader(ONE, "bo"), "T1.3.iii", "bad_value")


@pytest.mark.rule("T2.3.ii", "T2.4.ii", shows="answers")
@pytest.mark.parametrize(("what", "useful"), [(Request.CLOCK, Useful.CLOCK), (Request.BAFFLE_BOX, Useful.BAFFLE_BOX)])
def test_a_clock_or_a_baffle_box_for_the_rest_of_the_match(what, useful):
    table = act(asked(what, equipment=BOTH), acts.AnswerRequest(1, True))
    assert [use.what for use in around(table).sheet.uses] == [useful]
    assert (table.clock is not None) is (useful is Useful.CLOCK)
    if table.clock:
        assert table.clock.remaining == (14 * MINUTE, 14 * MINUTE)
    rule = "T3.5.i" if useful is Useful.CLOCK else "T3.4.i"
    assert refused(asked(what), acts.AnswerRequest(1, True), rule, "not_at_hand")
    observer = act(asked(Request.OBSERVER), acts.AnswerRequest(1, True, "", "olaf"))  # or an observer instead
    assert around(observer).observers == ("olaf",)


@pytest.mark.rule("T1.6.iv", shows="answers")
def test_expelling_spectators_needs_a_reason_and_the_decision_reaches_the_player():
    assert refused(begun(tournament()), acts.AskDirector(ONE, Request.EXPEL_SPECTATORS), "T1.6.iv", "reason_missing")
    table = act(asked(Request.EXPEL_SPECTATORS, "she nods"), acts.AnswerRequest(1, True, "", "siri"))
    assert around(table, ANNA).requests[0].granted is True
    assert table.requests.expelled == ("siri",)
    assert refused(asked(Request.EXPEL_SPECTATORS), acts.AnswerRequest(1, True), "T1.6.iv", "bad_value")


@pytest.mark.rule("T1.6.iii")
def test_a_spectators_breach_asks_the_director():
    table = act(begun(tournament()), acts.RecordInfraction(rule="T1.6.i", person="siri", note="asked the score"))
    (proposal,) = around(table).proposals
    assert (proposal.rule, proposal.action) == ("T1.6.iii", acts.ExpelSpectator("siri", "T1.6.i"))
    assert refused(table, proposal.action, "T1.6.iii", "not_your_role", by=ANNA)


@pytest.mark.rule("T1.6.iii", shows="answers")
def test_an_expelled_spectator_can_no_longer_watch():
    table = begun(tournament())
    assert seen(table, SPECTATOR).score == (0, 0)
    events = said(table, acts.ExpelSpectator("siri", "signals", from_later=True))
    assert events == [acts.SpectatorExpelled("siri", "signals", from_later=True)]
    table = act(table, acts.ExpelSpectator("siri", "signals"))
    with pytest.raises(RuleError) as error:
        view(table, SPECTATOR, 0)
    assert error.value.refused.rule == "T1.6.iii"
    assert refused(table, acts.TellDirector(Concern.OTHER), "T1.6.iii", "expelled", by=SPECTATOR)
    assert seen(table, By(Role.SPECTATOR, "ulla")).score == (0, 0)
    assert refused(table, acts.ExpelSpectator("anna", "x"), "T1.6.iii", "bad_value")


@pytest.mark.rule("T1.6.i")
@pytest.mark.parametrize("concern", list(Concern))
def test_spectators_have_a_private_line_to_the_director(concern):
    table = act(begun(tournament()), acts.TellDirector(concern, "look at the clock"), by=SPECTATOR)
    assert [(c.concern, c.text) for c in around(table, DIRECTOR).concerns] == [(concern, "look at the clock")]
    assert around(table, ANNA).concerns == ()
    assert offered(table, SPECTATOR) == {"tell_director"}


@pytest.mark.rule("T1.6.i", shows="refused")
def test_spectators_can_do_nothing_at_the_players_table():
    table = act(begun(tournament()), game.MakePlay(ONE, ((8, 5), (6, 5))))
    for action in (game.Roll(TWO), game.Double(TWO), acts.PressClock(TWO), acts.Arrange(TWO)):
        assert refused(table, action, "T1.6.i", "not_your_role", by=SPECTATOR)
    assert refused(table, acts.TellDirector(Concern.OTHER), "T1.6.i", "not_your_role", by=ANNA)
    casual = By(Role.SPECTATOR, "siri")
    assert offered(begun(opened()), casual) == set()
    assert said(begun(opened(conduct=True)), acts.TellDirector(Concern.OTHER), SPECTATOR).code == "nobody_rules"
    long = acts.TellDirector(Concern.OTHER, "x" * 2001)
    assert refused(table, long, "T5.1", "text_too_long", by=SPECTATOR)
