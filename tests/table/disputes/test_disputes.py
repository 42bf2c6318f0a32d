"""Disputes freeze everything; rulings, agreements, dice and defaults end them."""

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube, Outcome
from tavl.rules.game import Phase
from tavl.table import By, Role, Ruler, acts, due
from tavl.table.acts import Penalty, PenaltyKind, Settlement
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    OBSERVER,
    ONE,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    around,
    at_score,
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

LEGAL = ((8, 5), (6, 5))
BACK = P("24:1 23:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


def disputed(**terms):
    table = begun(tournament(sitting=ENFORCED, clock=STANDARD, **terms))
    return act(table, acts.RaiseDispute(ONE, "T5.1", "the dice were cocked"), at=5 * SECOND)


def ruled(table, at=None, by=DIRECTOR, **what):
    return act(table, acts.Rule(**{"rule": "T5.1", "reason": "as seen", **what}), by=by, at=at)


@pytest.mark.rule("T5.1")
def test_a_dispute_freezes_clock_dice_cube_and_cards():
    table = disputed()
    assert table.clock.running is None
    frozen = (
        game.MakePlay(ONE, LEGAL),
        game.Roll(TWO),
        game.Double(TWO),
        acts.WriteScore(ONE, (0, 0)),
        acts.ResumeClock(ONE),
        acts.ClaimFlag(ONE),
    )
    for action in frozen:
        assert refused(table, action, "T5.1", "everything_waits", by=BO if action == game.Roll(TWO) else None)
    assert not {"make_play", "roll", "double", "resume_clock", "write_score"} & (
        offered(table, ANNA) | offered(table, BO)
    )
    assert due(table) is None
    assert "rule" in offered(table, DIRECTOR)  # he is asked


@pytest.mark.rule("T5.1", shows="answers")
def test_the_directors_ruling_ends_it_and_the_clock_goes_on():
    table = ruled(disputed(), at=10 * MINUTE)
    assert table.disputes.open is None
    assert table.clock.reads(10 * MINUTE) == ((14 * MINUTE, 14 * MINUTE), 7 * SECOND)
    assert table.clock.running == ONE
    assert around(table).rulings[0].reason == "as seen"


@pytest.mark.rule("T5.1", shows="answers")
@pytest.mark.parametrize("by", [By(Role.DIRECTOR, "anna"), By(Role.DIRECTOR, "bo")])
def test_a_director_who_plays_in_it_cannot_rule_on_it(by):
    ruling = acts.Rule(rule="T5.1", reason="I am right")
    assert refused(disputed(), ruling, "T5.1", "party_cannot_rule", by=by)
    assert "rule" not in offered(disputed(), by)
    other = said(disputed(), ruling, By(Role.DIRECTOR, "dagny"))
    assert other[0].person == "dagny"
    committee = said(
        disputed(), acts.Rule(rule="T5.1", reason="2 to 1", committee=True), By(Role.DIRECTOR, "committee")
    )
    assert committee[0].committee


@pytest.mark.parametrize("by", [ANNA, BO, OBSERVER, SPECTATOR, SYSTEM])
def test_nobody_else_rules(by):
    assert refused(disputed(), acts.Rule(rule="T5.1", reason="x"), "T5.1", "not_your_role", by=by)


def test_only_players_raise_a_dispute():
    table = begun(tournament())
    for by in (DIRECTOR, OBSERVER, SPECTATOR):
        assert refused(table, acts.RaiseDispute(ONE, "T5.1"), "T5.1", "not_your_role", by=by)


@pytest.mark.parametrize(("rule", "reason", "code"), [("T9.9", "x", "no_such_clause"), ("T5.1", " ", "reason_missing")])
def test_a_ruling_names_a_clause_and_a_reason(rule, reason, code):
    answer = said(disputed(), acts.Rule(rule=rule, reason=reason))
    assert answer.code == code


def test_the_director_fills_the_gaps_with_a_free_reason():
    table = ruled(begun(tournament()), rule="T1.1", reason="the lamp fell on the board")
    assert around(table).rulings[0].rule == "T1.1"


def test_a_ruling_sets_everything_that_there_is():
    table = begun(tournament(7, ENFORCED, clock=STANDARD))
    table = ruled(
        table,
        at=MINUTE,
        score=(3, 2),
        length=9,
        position=BACK,
        turn=TWO,
        dice=D(5, 2),
        cube=Cube(4, ONE),
        times=(300_000, 200_000),
        delay_left=4000,
        penalties=(Penalty(ONE, PenaltyKind.POINTS, 1),),
    )
    running = table.match.game
    assert (running.position, running.turn, running.dice, running.cube) == (BACK, TWO, D(5, 2), Cube(4, ONE))
    assert (table.match.score, table.match.length) == ((3, 3), 9)
    assert table.clock.reads(MINUTE)[0] == (300_000, 200_000)
    assert table.clock.running == TWO


def test_a_ruling_takes_the_cube_off_or_decides_game_and_match():
    table = begun(tournament())
    assert ruled(table, no_cube=True).match.game.cube is None
    assert ruled(table, outcome=Outcome(TWO, 2, 2, "ruling")).match.score == (0, 2)
    over = ruled(table, winner=TWO)
    assert over.match.result.winner == TWO
    assert ruled(over, reopens=True).match.result is None


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        ({"cube": Cube(3)}, "T4.4.i"),
        ({"cube": Cube(2), "no_cube": True}, "T4.4.i"),
        ({"outcome": Outcome(ONE, 4, 4, "x")}, "G11.4"),
        ({"times": (1, 1)}, "T3.5.i"),
        ({"upholds": True}, "T5.1"),
        ({"length": 0}, "T4.5"),
        ({"penalties": (Penalty(ONE, PenaltyKind.POINTS, 0),)}, "T1.7.vi"),
        ({"penalties": (Penalty(ONE, PenaltyKind.WARNING, 2),)}, "T1.7.vi"),
        ({"position": P("off:15", "6:1")}, "G2.1"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(what, rule):
    assert refused(begun(tournament()), acts.Rule(rule="T1.1", reason="x", **what), rule)


def test_before_the_first_game_there_is_no_cube_to_set():
    assert refused(tournament(), acts.Rule(rule="T1.1", reason="x", cube=Cube(2)), "G1.2")


# a person named by both


def test_a_person_named_by_both_rules_and_nobody_else():
    table = begun(opened(sitting=RECORDED, ruler=Ruler.NAMED))
    ruling, dagny = acts.Rule(rule="T1.1", reason="x"), By(Role.DIRECTOR, "dagny")
    assert refused(table, acts.NameRuler(ONE, "bo"), "T5.1", "party_cannot_rule")
    table = act(table, acts.NameRuler(ONE, "dagny"))
    assert refused(table, ruling, "T5.1", "not_named_to_rule", by=dagny)
    table = act(table, acts.NameRuler(TWO, "dagny"))
    assert kinds(said(table, ruling, dagny)) == ["Ruled"]
    assert refused(table, ruling, "T5.1", "not_named_to_rule", by=DIRECTOR)
    assert refused(begun(tournament()), acts.NameRuler(ONE, "dagny"), "T5.1", "ruler_is_set")


# nobody


def alone(**terms):
    table = begun(opened(sitting=RECORDED, default_after_ms=5 * MINUTE, **terms))
    return act(table, acts.RaiseDispute(ONE, "T4.8", "we play to 9", acts.RightLength(9)), at=1000)


def test_where_nobody_rules_nobody_rules():
    assert refused(alone(), acts.Rule(rule="T5.1", reason="x"), "T5.1", "nobody_rules")


def test_where_nobody_rules_it_ends_by_agreement():
    conceded = said(alone(), acts.ConcedeDispute(TWO))
    assert conceded[0] == acts.DisputeSettled(1, Settlement.AGREEMENT, True)
    assert act(alone(), acts.ConcedeDispute(TWO)).corrections.length_due == 9
    withdrawn = act(alone(), acts.WithdrawDispute(ONE))
    assert withdrawn.disputes.lost == (1, 0)
    assert refused(alone(), acts.ConcedeDispute(ONE), "T5.1", "not_yours_to_answer")
    assert refused(alone(), acts.WithdrawDispute(TWO), "T5.1", "not_your_claim")


@pytest.mark.parametrize(("dice", "upheld"), [((5, 2), True), ((2, 5), False)])
def test_where_nobody_rules_two_who_agree_to_it_roll(dice, upheld):
    table = act(alone(), acts.RollForDispute(TWO))
    assert refused(table, acts.RollForDispute(TWO), "T5.1", "opponent_to_agree")
    assert seen(table).dispute.roll_wanted == (TWO,)
    events = said(table, acts.RollForDispute(ONE), roll=dice)
    assert events[1:3] == [acts.DisputeRolled(*dice), acts.DisputeSettled(1, Settlement.ROLL, upheld)]
    tie = act(table, acts.RollForDispute(ONE), roll=(3, 3))
    assert tie.disputes.open.roll_wanted == frozenset()
    assert said(table, acts.RollForDispute(ONE)).code == "no_dice"
    assert refused(disputed(), acts.RollForDispute(ONE), "T5.1", "somebody_rules")


def test_where_nobody_rules_the_clauses_default_comes_after_a_while():
    table = alone()
    coming = due(table)
    assert (coming.at, coming.action) == (1000 + 5 * MINUTE, acts.SettleByDefault())
    assert seen(table).dispute.default_at == coming.at
    table = act(table, coming.action, by=SYSTEM, at=coming.at)
    assert table.corrections.length_due is None  # it stays as it stands
    assert refused(disputed(), acts.SettleByDefault(), "T5.1", "somebody_rules", by=SYSTEM)


def test_a_freeze_is_no_weapon():
    table = begun(opened(sitting=RECORDED, disputes_each=1))
    table = act(table, acts.RaiseDispute(ONE, "T1.2", "he hums"), acts.WithdrawDispute(ONE))
    assert refused(table, acts.RaiseDispute(ONE, "T1.2", "he hums"), "T5.1", "disputes_used_up", limit=1)
    assert "raise_dispute" not in offered(table, ANNA)
    assert "raise_dispute" in offered(table, BO)


def test_a_claim_that_cannot_be_granted_is_refused_at_once():
    table = begun(tournament())
    assert refused(table, acts.RaiseDispute(ONE, "T4.8", "", acts.RightLength(7)), "T4.8", "length_is_right")
    assert refused(table, acts.RaiseDispute(ONE, "T9.9"), "T1.1", "no_such_clause")


def test_an_answer_without_a_question_is_refused():
    table = begun(tournament())
    for action in (acts.ConcedeDispute(ONE), acts.WithdrawDispute(ONE), acts.RollForDispute(ONE)):
        assert refused(table, action, "T5.1", "no_dispute")


# T4.4.ix


@pytest.mark.rule("T4.4.ix")
def test_a_disputed_cube_is_presumed_right_and_who_disputes_it_must_show_it():
    table = act(begun(tournament()), acts.ReportCube(TWO, Cube(4, ONE)))
    table = act(table, acts.RaiseDispute(TWO, "T4.4.ix", "it was never turned", acts.CubeRight()))
    form = seen(table, DIRECTOR).dispute
    assert (form.presumption, form.burden) == ("as_it_stands", TWO)
    assert around(table).cube_shown == Cube(4, ONE)


@pytest.mark.rule("T4.4.ix", shows="answers")
def test_shown_the_cube_is_put_right_else_it_stays_as_it_stands():
    table = act(begun(tournament()), acts.ReportCube(TWO, Cube(4, ONE)))
    table = act(table, acts.RaiseDispute(TWO, "T4.4.ix", "", acts.CubeRight()))
    shown = ruled(table, rule="T4.4.ix", upholds=True)
    assert shown.match.game.cube == Cube()
    assert not around(shown).cube_wrong
    not_shown = ruled(table, rule="T4.4.ix", upholds=False)
    assert not_shown.match.game.cube == Cube(4, ONE)
    assert not around(not_shown).cube_wrong


# T4.5: the end


@pytest.mark.rule("T4.5")
def test_a_match_short_of_its_length_is_a_result_only_if_a_ruling_explains_it():
    table = won(begun(tournament(3)), ONE, 2)
    assert refused(table, acts.ReportResult(ONE, (2, 0)), "T4.5", "match_must_be_played_out", length=3)
    table = ruled(table, rule="T1.2", reason="left the hall", winner=ONE)
    assert kinds(said(table, acts.ReportResult(ONE, (2, 0)))) == ["ResultReported"]


def test_a_result_is_reported_by_the_winner_and_confirmed_by_the_director():
    table = won(begun(tournament(3)), ONE, 3)
    assert refused(table, acts.ReportResult(TWO, (3, 0)), "T4.6", "winner_reports")
    assert refused(table, acts.ReportResult(ONE, (3, 1)), "T4.6", "other_score_on_record")
    assert refused(table, acts.ConfirmResult(), "T4.6", "nothing_reported")
    table = act(table, acts.ReportResult(ONE, (3, 0)), acts.ConfirmResult())
    assert around(table).cards.confirmed
    assert refused(table, acts.ReportResult(ONE, (3, 0)), "T4.6", "result_confirmed")
    assert refused(at_score(table, (3, 0)), acts.ConfirmResult(), "T4.6")
    assert table.match.game.phase is Phase.OVER
