"""Consents, and what is kept away from the board (T1.7)."""

import pytest

from tavl.rules import acts as game
from tavl.table import By, Role, Ruler, acts, person_at, why_no_aids
from tavl.table.acts import Equipment, Matter
from tavl.table.conduct.consents import RULES, standing
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    ONE,
    READER,
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
    won,
)

ONES_OWN = [Matter.RECORDING, Matter.STREAMING, Matter.HEADPHONES, Matter.PHONE]


def asked(matter, what=""):
    return act(begun(tournament()), acts.AskConsent(ONE, matter, what))


def given(matter, what=""):
    return act(asked(matter, what), acts.GiveConsent(TWO, 1))


@pytest.mark.rule("T1.7.ii")
@pytest.mark.parametrize("matter", [Matter.RECORDING, Matter.STREAMING])
def test_the_opponent_is_asked_each_time_and_for_what(matter):
    table = asked(matter, "from move 30")
    assert around(table).consents[0].what == "from move 30"
    assert offered(table, BO) >= {"give_consent", "refuse_consent"}
    assert refused(table, acts.GiveConsent(ONE, 1), "T1.7.ii", "not_yours_to_answer", by=ANNA)
    assert refused(table, acts.AskConsent(ONE, matter), "T1.7.ii", "opponent_to_agree")
    again = act(given(matter), acts.AskConsent(ONE, matter, "game 2"))
    assert [consent.answer for consent in around(again).consents] == ["given", "open"]


@pytest.mark.rule("T1.7.ii", shows="answers")
@pytest.mark.parametrize("matter", [Matter.RECORDING, Matter.STREAMING])
def test_it_is_given_refused_with_a_reason_or_withdrawn_by_the_director(matter):
    assert standing(given(matter).consents, matter, ONE)
    assert refused(asked(matter), acts.RefuseConsent(TWO, 1, ""), "T1.7.ii", "reason_missing")
    refusal = act(asked(matter), acts.RefuseConsent(TWO, 1, "the lamp blinds me"))
    assert around(refusal).consents[0].why == "the lamp blinds me"
    assert not standing(refusal.consents, matter)
    assert refused(given(matter), acts.WithdrawConsent(1, "", TWO), "T1.7.ii", "director_withdraws")
    withdrawn = act(given(matter), acts.WithdrawConsent(1, "too bright"))
    assert around(withdrawn).consents[0].why == "by_director"
    assert not standing(withdrawn.consents, matter)  # a stream stops
    assert refused(withdrawn, acts.GiveConsent(TWO, 1), "T1.7.ii", "nothing_asked")


@pytest.mark.rule("T1.7.iii", "T1.7.iv")
@pytest.mark.parametrize("matter", [Matter.HEADPHONES, Matter.PHONE])
def test_headphones_and_phones_are_on_record_with_the_consent(matter):
    table = given(matter)
    assert [(c.matter, c.seat, c.answer) for c in around(table).consents] == [(matter, ONE, "given")]
    once_more = act(table, acts.AskConsent(ONE, matter))  # each time
    assert len(around(once_more).consents) == 2


@pytest.mark.rule("T1.7.iii", "T1.7.iv", shows="next step")
@pytest.mark.parametrize(("matter", "rule"), [(Matter.HEADPHONES, "T1.7.iii"), (Matter.PHONE, "T1.7.iv")])
def test_without_it_or_when_the_director_withdraws_it_they_are_a_breach(matter, rule):
    table = act(given(matter), acts.WithdrawConsent(1))
    assert not standing(table.consents, matter)
    table = act(table, acts.RecordInfraction(rule=rule, against=ONE, seat=TWO))
    assert [proposal.rule for proposal in around(table).proposals] == ["T1.7.vi"]


@pytest.mark.rule("T1.7.iv")
@pytest.mark.parametrize("matter", [Matter.PHONE_AS_SCORE_CARD, Matter.PHONE_AS_CLOCK])
def test_a_phone_as_score_card_or_clock_is_agreed_to_by_both_or_announced(matter):
    assert standing(given(matter).consents, matter, TWO) is None
    assert standing(given(matter).consents, matter, ONE)
    announced = act(begun(tournament()), acts.AnnounceAllowed(matter))
    assert standing(announced.consents, matter, ONE)
    assert standing(announced.consents, matter, TWO)
    assert refused(begun(tournament()), acts.AnnounceAllowed(matter), "T1.7.iv", "not_your_role", by=ANNA)


def test_what_the_players_agree_on_is_not_announced():
    for matter in (Matter.ROLLING_LEFT, Matter.SILENT_OBSERVERS):
        assert refused(begun(tournament()), acts.AnnounceAllowed(matter), RULES[matter], "players_agree_on_it")


def test_nothing_is_asked_after_the_end():
    table = won(begun(tournament(1, ENFORCED)), ONE)
    assert refused(table, acts.AskConsent(ONE, Matter.PHONE), "T4.5", "match_over")


@pytest.mark.rule("T3.7.i")
def test_other_equipment_by_agreement_asks_the_opponent():
    table = asked(Matter.OTHER_EQUIPMENT, Equipment.BOARD)
    assert "give_consent" in offered(table, BO)
    assert refused(begun(tournament()), acts.AskConsent(ONE, Matter.OTHER_EQUIPMENT, "a chair"), "T3.7.i", "bad_value")


@pytest.mark.rule("T3.7.i", shows="answers")
def test_equipment_changes_by_agreement_for_a_defect_or_by_the_director_and_else_not():
    agreed = said(asked(Matter.OTHER_EQUIPMENT, Equipment.BOARD), acts.GiveConsent(TWO, 1))
    assert agreed[1] == acts.EquipmentChanged(Equipment.BOARD, "agreement")
    no = act(asked(Matter.OTHER_EQUIPMENT, Equipment.BOARD), acts.RefuseConsent(TWO, 1))
    assert around(no).sheet.changed == ()
    table = begun(tournament())
    defect = said(table, acts.ChangeEquipment(Equipment.PRECISION_DICE, True, ONE))
    assert defect[0].why == "defect"
    assert said(table, acts.ChangeEquipment(Equipment.BOARD))[0].why == "director"
    assert refused(table, acts.ChangeEquipment(Equipment.BOARD, False, ONE), "T3.7.i", "not_defective")


# aids


@pytest.mark.rule("T1.7.i")
def test_in_a_tournament_match_the_score_is_on_and_aids_are_off():
    table = begun(tournament(sitting=ENFORCED, aids=False))
    for by in (ANNA, BO, READER):
        assert seen(table, by).pips is None
        assert seen(table, by).score == (0, 0)
    assert seen(begun(opened()), ANNA).pips == (167, 167)
    assert seen(table, DIRECTOR).pips is not None


@pytest.mark.rule("T1.7.i", shows="refused")
def test_a_player_who_asks_for_an_aid_is_told_why_not():
    table = begun(tournament(sitting=ENFORCED, aids=False))
    assert why_no_aids(table, ANNA).rule == "T1.7.i"
    assert why_no_aids(table, DIRECTOR) is None
    over = won(begun(tournament(1, ENFORCED, aids=False)), ONE)
    assert why_no_aids(over, ANNA) is None


@pytest.mark.rule("T1.6.ii")
def test_spectators_see_a_match_with_the_delay_that_the_director_sets():
    table = act(begun(tournament(sitting=ENFORCED, aids=False)), acts.SetSpectatorDelay(180_000))
    assert table.terms.spectator_delay_ms == 180_000
    assert why_no_aids(begun(opened()), SPECTATOR) is None  # a casual game is open to all


@pytest.mark.rule("T1.6.ii", shows="refused")
def test_hints_of_a_running_tournament_match_are_closed_to_those_who_watch():
    table = begun(tournament(sitting=ENFORCED, aids=False))
    for by in (SPECTATOR, By(Role.OBSERVER, "olaf")):
        assert why_no_aids(table, by).rule == "T1.6.ii"
        assert seen(table, by).pips is None
    rated = begun(opened(rated=True))
    assert why_no_aids(rated, SPECTATOR, hints=True).rule == "T1.6.ii"
    assert why_no_aids(rated, SPECTATOR) is None  # a pip count is no analysis
    assert refused(table, acts.SetSpectatorDelay(-1), "T1.6.ii", "bad_value")
    assert refused(table, acts.SetSpectatorDelay(0), "T1.6.ii", "not_your_role", by=ANNA)


def test_a_reader_moves_for_a_blind_player_and_claims_nothing():
    table = act(begun(tournament()), acts.AppointReader(ONE, "rolf"))
    assert kinds(said(table, game.MakePlay(ONE, ((8, 5), (6, 5))), READER)) == ["Played"]
    assert "make_play" in offered(table, READER)
    assert refused(table, acts.FlagPlay(ONE), "T4.2.iii.a", "not_your_role", by=READER)
    assert refused(table, game.MakePlay(ONE), "T1.3.iii", "not_appointed", by=By(Role.READER, "else", ONE))
    assert refused(table, game.MakePlay(TWO), "T4.2.ii", "not_your_seat", by=READER)
    assert seen(table, READER).position == seen(table, ANNA).position


def test_everybody_has_one_role_at_a_table():
    table = act(begun(tournament()), acts.AppointReader(ONE, "rolf"), acts.AppointObserver("olaf"))
    assert person_at(table, "anna") == ANNA
    assert person_at(table, "anna", directs=True) == ANNA  # who plays in it does not rule on it
    assert person_at(table, "dora", directs=True) == DIRECTOR
    assert person_at(table, "olaf") == By(Role.OBSERVER, "olaf")
    assert person_at(table, "rolf") == READER
    assert person_at(table, "siri") == SPECTATOR
    assert person_at(table, "") == By(Role.SPECTATOR, "")
    named = act(opened(ruler=Ruler.NAMED), acts.NameRuler(ONE, "dora"), acts.NameRuler(TWO, "dora"))
    assert person_at(named, "dora") == DIRECTOR
