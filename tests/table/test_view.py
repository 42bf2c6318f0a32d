"""What each person sees of a table, and who is waited for."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.rules.game import Phase
from tavl.rules.profile import DBF_TOURNAMENT, TurnEnd
from tavl.rules.refusal import RuleError
from tavl.table import By, Role, Ruler, acts, redact, view, why_no_aids
from tavl.table.acts import Concern, Request, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    OBSERVER,
    ONE,
    READER,
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
    opened,
    seen,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, claimed, disputed, resigned, to_roll, wood

AFTER_31 = P("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 6:5")  # as Anna sees it


def test_before_the_first_game_the_cube_lies_ready():
    found = seen(tournament(5))
    assert (found.phase, found.turn, found.dice, found.cube) == (None, None, None, Cube())
    assert (found.score, found.length, found.game_number, found.crawford, found.stake) == ((0, 0), 5, 0, False, 1)
    assert (found.last, found.resignation, found.outcome, found.result, found.aborted) == (
        None,
        None,
        None,
        None,
        False,
    )
    assert (found.tree, found.clock, found.resign_sizes) == (None, None, ())
    assert seen(at_score(opened(3), (2, 0))).crawford
    assert seen(at_score(opened(3), (2, 0))).cube is None


def test_each_sees_the_board_from_the_own_side_and_others_from_the_first():
    table = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert seen(table, ANNA).position == AFTER_31
    assert seen(table, BO).position == AFTER_31.mirror()
    assert seen(table, SPECTATOR).position == AFTER_31
    assert (seen(table, BO).viewer, seen(table, SPECTATOR).viewer, seen(table, BO).role) == (TWO, ONE, Role.PLAYER)
    last = seen(table).last
    assert (last.seat, last.dice, last.moves) == (ONE, D(3, 1), LEGAL)
    assert seen(table).seats == ("anna", "bo")
    assert (seen(table, BO).actions, seen(table).sitting) == (("abort", "double", "roll"), ENFORCED)
    assert seen(wood()).sitting is RECORDED
    for nobody in (By(Role.SPECTATOR, "siri", ONE), By(Role.PLAYER, "anna")):
        assert seen(begun(opened()), nobody).actions == ()


def test_whose_turn_it_is_shows_after_the_opening():
    table = act(opened(), game.StartGame(ONE))
    assert (seen(table).phase, seen(table).turn) == (Phase.OPENING, None)
    table = begun(opened())
    assert (seen(table).turn, seen(table).dice) == (ONE, D(3, 1))


def test_only_who_is_to_play_is_given_the_legal_plays_and_only_where_they_are_enforced():
    table = begun(opened())
    assert seen(table, ANNA).tree is not None
    assert seen(table, BO).tree is None
    assert seen(act(table, game.MakePlay(ONE, LEGAL)), BO).tree is None  # not rolled yet
    assert seen(begun(opened(sitting=CHALLENGE)), ANNA).tree is None
    steps = seen(table, ANNA).tree[0]
    assert (24, 21, 3, False) in {step[:4] for step in steps}


def test_an_offered_cube_is_shown_until_it_is_answered():
    table = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert seen(table).offered is None
    doubled = act(table, game.Double(TWO))
    assert (seen(doubled).offered, seen(doubled).cube) == (2, Cube())
    assert seen(act(doubled, game.Take(ONE))).offered is None


def test_resignations_and_results_are_shown():
    table = resigned(ENFORCED)
    assert (seen(table).resignation.seat, seen(table).resignation.size) == (ONE, 1)
    over = act(table, game.AcceptResignation(TWO))
    assert (seen(over).outcome.winner, seen(over).outcome.points, seen(over).game_number) == (TWO, 1, 1)
    assert seen(act(over, game.StartGame(ONE))).game_number == 2
    race = set_to(begun(opened()), P("6:3 off:12", "6:3 off:12"), ONE)
    assert seen(race, ANNA).resign_sizes == (1,)


def test_the_clock_is_shown_as_it_stands_at_the_instant():
    clock = seen(begun(opened(clock=STANDARD)), at=15 * SECOND).clock
    assert (clock.at, clock.remaining, clock.delay_left) == (15_000, (837_000, 840_000), 0)
    assert (clock.running, clock.delay) == (ONE, (12_000, 12_000))


@pytest.mark.rule("T1.7.i")
def test_pips_are_shown_where_aids_are_open():
    table = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert seen(table, ANNA).pips == (163, 167)
    assert seen(table, BO).pips == (167, 163)
    closed = act(begun(opened(aids=False)), game.MakePlay(ONE, LEGAL))
    assert seen(closed, ANNA).pips is None
    assert seen(closed, DIRECTOR).pips == (163, 167)
    assert why_no_aids(closed, READER).rule == "T1.7.i"
    rated = begun(opened(rated=True))
    assert why_no_aids(rated, ANNA) is None
    assert why_no_aids(rated, ANNA, hints=True).rule == "T1.7.i"
    assert why_no_aids(rated, SPECTATOR, hints=True).rule == "T1.6.ii"
    assert why_no_aids(won(begun(opened(3, aids=False)), ONE, 3), ANNA) is None  # it is over
    assert why_no_aids(begun(opened()), ANNA, hints=True) is None


@pytest.mark.rule("T1.6.iii", shows="answers")
def test_who_is_expelled_sees_nothing_more():
    table = act(wood(), acts.ExpelSpectator("siri", "loud", True))
    with pytest.raises(RuleError) as error:
        view(table, SPECTATOR, 0)
    assert error.value.refused.code == "expelled"
    assert view(table, By(Role.SPECTATOR, "other"), 0).role is Role.SPECTATOR
    assert view(table, By(Role.SPECTATOR), 0).role is Role.SPECTATOR
    assert table.requests.expelled == ("siri",)


# the board in hand


def test_what_lies_there_is_seen_from_both_sides():
    table = act(begun(opened(sitting=CHALLENGE)), acts.Arrange(ONE, LEGAL))
    assert seen(table, ANNA).handling.arranged == AFTER_31
    assert seen(table, BO).handling.arranged == AFTER_31.mirror()
    assert seen(begun(opened(sitting=CHALLENGE))).handling.arranged is None
    assert seen(begun(opened())).handling is None


def test_a_play_can_be_flagged_until_it_is():
    table = act(begun(opened(sitting=CHALLENGE)), game.MakePlay(ONE, LEGAL))
    hand = seen(table).handling
    assert (hand.can_be_flagged, hand.claimed_by, hand.claim_asked) == (True, None, None)
    hand = seen(claimed()).handling
    assert (hand.can_be_flagged, hand.claimed_by, hand.claim_asked) == (False, Role.PLAYER, ONE)
    hand = seen(begun(opened(sitting=CHALLENGE))).handling
    assert (hand.can_be_flagged, hand.early_roll, hand.early_double, hand.invalid_rolls) == (False, None, False, 0)
    early = act(begun(opened(sitting=CHALLENGE)), game.Roll(TWO), roll=(6, 4))
    assert seen(early).handling.early_roll == D(6, 4)
    invalid = act(to_roll(), acts.RecordInvalidRoll(TWO, acts.InvalidRoll.NOT_FLAT))
    assert seen(invalid).handling.invalid_rolls == 1


@pytest.mark.rule("G9.2", "T4.1.vi")
def test_how_a_turn_ends_is_shown():
    assert seen(wood(clock=STANDARD)).handling.turn_ends_by is TurnEnd.OPPONENTS_TIME_STARTED
    assert seen(wood()).handling.turn_ends_by is TurnEnd.DICE_LIFTED


# the form of a dispute


def test_a_dispute_is_shown_with_its_claim_and_its_default():
    table = act(begun(opened()), acts.RaiseDispute(TWO, "T4.8", "to 9", acts.RightLength(9)), at=1000)
    form = seen(table).dispute
    assert (form.id, form.rule, form.seat, form.statement) == (1, "T4.8", TWO, "to 9")
    assert (form.claim, form.burden, form.presumption) == (acts.RightLength(9), TWO, "as_it_stands")
    assert (form.ruler, form.ruler_person, form.roll_wanted, form.default_at) == (Ruler.NOBODY, None, (), 301_000)
    assert seen(disputed()).dispute.default_at is None
    score = act(wood(), acts.RaiseDispute(ONE, "T4.7", "", acts.RightScore((1, 0))))
    assert seen(score).dispute.presumption == "card_of_the_player_behind"
    assert seen(wood()).dispute is None
    named = act(begun(opened(ruler=Ruler.NAMED)), acts.NameRuler(ONE, "dagny"), acts.NameRuler(TWO, "dagny"))
    assert seen(act(named, acts.RaiseDispute(ONE, "T5.1"))).dispute.ruler_person == "dagny"


# around the board


def test_the_set_up_sheet():
    table = tournament(starts_at=7, languages=("en", "da"))
    table = act(table, acts.SetPlace("hall", "9"), acts.WishSmokeFree(TWO), acts.WishSmokeFree(ONE))
    sheet = around(table).sheet
    assert (sheet.room, sheet.table, sheet.starts_at, sheet.smoke_free) == ("hall", "9", 7, (ONE, TWO))
    assert (sheet.languages, sheet.profile, sheet.uses) == (("en", "da"), "dbf-tournament", ())
    assert (sheet.dice_rule, sheet.dice_in_play) == ("T4.1.iv.a", 4)
    assert (sheet.baffle_box_stands, sheet.clock_stands) == ("opposite_the_inner_homes", "at_the_inner_homes")
    box = opened(7, RECORDED, DBF_TOURNAMENT.vary(baffle_box="requirement"), clock=STANDARD)
    assert (around(box).sheet.dice_rule, around(box).sheet.dice_in_play) == ("T4.1.iv.b", 2)


def test_requests_fees_and_concerns_are_seen_by_whom_they_concern():
    table = act(wood(), acts.AskDirector(ONE, Request.COME), acts.AppointObserver("olaf", 50, acts.Charged.ALL))
    table = act(table, acts.TellDirector(Concern.CHEATING, "look"), by=SPECTATOR)
    assert [len(around(table, by).requests) for by in (DIRECTOR, ANNA, BO, SPECTATOR)] == [1, 1, 0, 0]
    assert [len(around(table, by).fees) for by in (DIRECTOR, ANNA, BO, SPECTATOR)] == [1, 1, 1, 0]
    assert [len(around(table, by).concerns) for by in (DIRECTOR, ANNA, SPECTATOR)] == [1, 0, 0]
    assert around(table).observers == ("olaf",)
    fee = around(table).fees[0]
    assert (fee.person, fee.amount, fee.charged) == ("olaf", 50, (ONE, TWO))


def test_proposals_are_for_who_rules_and_where_nobody_does_for_both():
    breach = acts.RecordInfraction(rule="T1.7.iv", against=ONE, seat=TWO)
    table = act(wood(), breach, by=BO)
    assert [len(around(table, by).proposals) for by in (DIRECTOR, ANNA, BO)] == [1, 0, 0]
    table = act(begun(opened(conduct=True)), breach, by=BO)
    assert [len(around(table, by).proposals) for by in (ANNA, BO)] == [1, 1]
    assert seen(begun(opened())).around is None


def test_what_stands_still_and_why():
    table = act(wood(clock=STANDARD), acts.PressClock(TWO), at=0)
    lifted = act(table, acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE))
    assert (around(lifted).stopped_for, around(lifted).delay_loss_asked) == (StopReason.DICE_LIFTED_EARLY, TWO)
    noted = act(lifted, acts.NoteTimes(TWO, (5, 6)))
    assert around(noted).times_noted == (None, (5, 6))
    asked = act(wood(), acts.ReportCube(ONE, Cube(2)), acts.Correct(acts.CubeRight(), ONE))
    assert around(asked).correction_asked == acts.CorrectionAsked(acts.CubeRight(), ONE)
    assert around(wood()).correction_asked is None


def test_cards_side_by_side():
    table = act(won(wood(), ONE), acts.WriteScore(ONE, (1, 0)))
    assert (around(table).cards.differ, around(table).cards.proof) == (False, None)
    table = act(table, acts.WriteScore(TWO, (0, 0)))
    found = around(table).cards
    assert (found.differ, found.cards[0].score, found.cards[1].score) == (True, (1, 0), (0, 0))
    assert [around(at_score(each, (2, 0))).cards.crawford_next for each in (tournament(3), begun(tournament(3)))] == [
        True,
        False,
    ]
    over = act(won(begun(tournament(3)), ONE, 3), acts.ReportResult(ONE, (3, 0)))
    assert (around(over).cards.reported, around(over).cards.confirmed) == ((3, 0), False)
    assert not around(over).cards.crawford_next


# what somebody hears


def test_a_play_is_told_without_a_word_about_its_legality():
    event = game.Played(ONE, LEGAL, AFTER_31.mirror(), legal=False)
    assert redact(event, DIRECTOR, 0) == redact(event, SYSTEM, 0) == event
    for by in (ANNA, BO, OBSERVER, READER, SPECTATOR):
        assert redact(event, by, 0).legal


def test_a_private_line_is_heard_by_its_two_ends():
    told = acts.ConcernTold("siri", Concern.CHEATING)
    assert [redact(told, by, 0) is not None for by in (SPECTATOR, DIRECTOR, ANNA)] == [True, True, False]
    assert redact(told, By(Role.SPECTATOR, "other"), 0) is None
    assert redact(told, By(Role.OBSERVER, "siri"), 0) is None
    asked = acts.Asked(1, ONE, Request.COME)
    assert [redact(asked, by, 0) is not None for by in (ANNA, BO, DIRECTOR, SPECTATOR)] == [True, False, True, False]
    answered = acts.Answered(1, True)
    assert [redact(answered, by, 0) is not None for by in (ANNA, BO, SPECTATOR)] == [True, True, False]
    assert redact(acts.SmokeFreeWished(ONE), SPECTATOR, 0) == acts.SmokeFreeWished(ONE)


@pytest.mark.rule("T5.1")
def test_after_a_ruling_on_the_position_no_play_is_the_last():
    table = act(begun(tournament(sitting=ENFORCED)), game.MakePlay(ONE, LEGAL))
    last = view(table, ANNA, 0).last
    assert (last.seat, last.moves) == (ONE, LEGAL)
    turned = act(table, acts.Rule(rule="T5.1", reason="seen", turn=TWO))
    assert view(turned, ANNA, 0).last == last  # the board is as that play left it
    ruled = act(table, acts.Rule(rule="T5.1", reason="seen", position=P("6:15", "6:15")))
    for by in (ANNA, BO, SPECTATOR):
        assert view(ruled, by, 0).last is None
