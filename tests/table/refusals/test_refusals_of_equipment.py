"""Why something with equipment, cards or devices is not possible: code, clause and facts."""

from __future__ import annotations

from tavl.rules.acts import StartGame
from tavl.rules.profile import DBF_TOURNAMENT
from tavl.table import Ruler, acts
from tavl.table.acts import Equipment, Topic
from tavl.table.device_batches import Batch, Sent, take
from tests.table.helpers import (
    ANNA,
    ENFORCED,
    ONE,
    RECORDED,
    STANDARD,
    TWO,
    act,
    at_score,
    begun,
    opened,
    tournament,
)
from tests.table.refusals.rows import BOX, CLOCK, LONG, answer, between, clocked, confirmed, free, over, rows, wood

EVERYTHING = frozenset(Equipment)


def required(**uses):
    return opened(7, RECORDED, DBF_TOURNAMENT.vary(**uses), ruler=Ruler.DIRECTOR)


@rows(
    [
        ("match_begun T3.6", lambda: (wood(), acts.Wish(ONE, Topic.DICE, "mine"))),
        ("bad_value T3.6 field=value", lambda: (tournament(), acts.Wish(ONE, Topic.DICE, " "))),
        ("bad_value T3.6 field=value", lambda: (tournament(), acts.Wish(ONE, Topic.DICE, LONG))),
        ("settled_by_roll T3.6", lambda: (settled(), acts.Wish(ONE, Topic.DICE, "his"))),
        ("nothing_to_settle T3.6", lambda: (tournament(), acts.RollForWish(ONE, Topic.DICE))),
        ("nothing_to_settle T3.6", lambda: (settled(), acts.RollForWish(ONE, Topic.DICE))),
        ("in_use_already T3.5.i", lambda: (tournament(clock=STANDARD), acts.AskUse(ONE, CLOCK))),
        ("game_running T3.5.i", lambda: (wood(), acts.AskUse(ONE, CLOCK))),
        ("match_over T3.4.i", lambda: (over(), acts.AskUse(ONE, BOX))),
        ("not_used_here T3.4.i", lambda: (required(baffle_box="none"), acts.AskUse(ONE, BOX))),
        ("not_used_here T3.5.i", lambda: (required(clock_use="none"), acts.AskUse(ONE, CLOCK))),
        ("not_at_hand T3.4.i", lambda: (required(baffle_box="preference"), acts.AskUse(ONE, BOX))),
        ("not_at_hand T3.5.i", lambda: (required(clock_use="preference"), acts.AskUse(ONE, CLOCK))),
        ("match_over T4.5", lambda: (over(), acts.OrderUse(CLOCK, "slow"))),
        ("in_use_already T3.5.i", lambda: (clocked(), acts.OrderUse(CLOCK, "slow"))),
        ("only_as_penalty T3.4.i", lambda: (wood(), acts.OrderUse(BOX, "x", penalty=False))),
        ("not_at_hand T3.4.i", lambda: (wood(), acts.OrderUse(BOX, "x"))),
        ("not_at_hand T3.5.i", lambda: (wood(), acts.OrderUse(CLOCK, "x"))),
        ("bad_value T3.5.vi field=minutes", lambda: (equipped(), acts.OrderUse(CLOCK, "x", minutes=0))),
        ("bad_value T3.5.vi field=minutes", lambda: (equipped(), acts.OrderUse(CLOCK, "x", minutes=100_000))),
        ("reason_missing T5.1", lambda: (equipped(), acts.OrderUse(CLOCK, " "))),
        ("nothing_to_exempt T3.5.ii", lambda: (wood(), acts.ExemptUse(CLOCK, "x"))),
        ("nothing_to_exempt T3.4.ii", lambda: (wood(), acts.ExemptUse(BOX, "x"))),
        ("nothing_to_exempt T3.4.ii", lambda: (act(boxed(), acts.ExemptUse(BOX, "x")), acts.ExemptUse(BOX, "x"))),
        ("reason_missing T5.1", lambda: (boxed(), acts.ExemptUse(BOX, ""))),
        # approval
        ("nobody_rules T5.1", lambda: (free(clock=STANDARD), acts.AskApproval(ONE, CLOCK))),
        ("match_over T4.5", lambda: (over(), acts.AskApproval(ONE, CLOCK))),
        ("not_in_use T3.4.iii", lambda: (wood(), acts.AskApproval(ONE, BOX))),
        ("not_in_use T3.5.iii", lambda: (tournament(), acts.AskApproval(ONE, CLOCK))),
        ("match_begun T3.5.iii", lambda: (clocked(), acts.AskApproval(ONE, CLOCK))),
        ("asked_already T3.4.iii", lambda: (act(boxed(), acts.AskApproval(ONE, BOX)), acts.AskApproval(TWO, BOX))),
        ("nothing_asked T3.4.iii", lambda: (boxed(), acts.Approve(BOX, True))),
        ("nothing_asked T3.5.iii", lambda: (tournament(clock=STANDARD), acts.Approve(CLOCK, True))),
        ("reason_missing T5.1", lambda: (act(boxed(), acts.AskApproval(ONE, BOX)), acts.Approve(BOX, False))),
        # equipment
        ("not_by_demand T3.7.i", lambda: (equipped(), acts.DemandEquipment(ONE, Equipment.CLOCK))),
        ("match_over T4.5", lambda: (over(equipment=EVERYTHING), acts.DemandEquipment(ONE, Equipment.LIPPED_CUPS))),
        ("not_at_hand T3.1", lambda: (between(), acts.DemandEquipment(ONE, Equipment.BOARD, (50, 60)))),
        ("not_at_hand T3.2", lambda: (wood(), acts.DemandEquipment(ONE, Equipment.LIPPED_CUPS))),
        ("not_at_hand T3.3", lambda: (wood(), acts.DemandEquipment(ONE, Equipment.PRECISION_DICE))),
        ("board_size T3.1", lambda: (between(equipment=EVERYTHING), demand(43, 55))),
        ("board_size T3.1", lambda: (between(equipment=EVERYTHING), demand(44, 54))),
        ("board_size T3.1", lambda: (between(equipment=EVERYTHING), demand(67, 88))),
        ("board_size T3.1", lambda: (between(equipment=EVERYTHING), demand(66, 89))),
        ("board_size T3.1", lambda: (between(equipment=EVERYTHING), acts.DemandEquipment(ONE, Equipment.BOARD))),
        ("game_running T3.1", lambda: (equipped(), demand(50, 60))),
        ("not_defective T3.7.i", lambda: (wood(), acts.ChangeEquipment(Equipment.BOARD, False, ONE))),
        ("at_hand_already T3.1", lambda: (equipped(), acts.BringEquipment(Equipment.BOARD))),
        ("dice_fall_by_themselves T4.1.i", lambda: (tournament(sitting=ENFORCED), acts.MixDice(ONE))),
        ("game_running T4.1.iii", lambda: (wood(), acts.MixDice(ONE))),
        ("match_over T4.1.iii", lambda: (over(), acts.MixDice(ONE))),
        ("dice_being_mixed T4.1.iii", lambda: (mixed(), acts.MixDice(TWO))),
        ("dice_being_mixed T4.1.iii", lambda: (mixed(), StartGame(TWO))),
        ("nothing_to_choose T4.1.iii", lambda: (tournament(), acts.PickDie(TWO, 1))),
        ("other_picks_first T4.1.iii", lambda: (mixed(), acts.PickDie(ONE, 1))),
        ("die_taken T4.1.iii die=0", lambda: (mixed(), acts.PickDie(TWO, 0))),
        ("die_taken T4.1.iii die=5", lambda: (mixed(), acts.PickDie(TWO, 5))),
        ("die_taken T4.1.iii die=1", lambda: (act(mixed(), acts.PickDie(TWO, 1)), acts.PickDie(ONE, 1))),
        ("reason_missing T5.1", lambda: (wood(), acts.OrderFeatured(" "))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.SetPlace(LONG, ""))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.SetPlace("", LONG))),
        # cards and devices
        ("cards_differ T4.7", lambda: (cards((1, 0), (0, 1)), StartGame(ONE))),
        ("crawford_not_announced T4.7", lambda: (at_score(tournament(3), (2, 0)), StartGame(ONE))),
        ("bad_value T4.7 field=score", lambda: (wood(), acts.WriteScore(ONE, (8, 0)))),
        ("bad_value T4.7 field=score", lambda: (wood(), acts.WriteScore(ONE, (0, -1000)))),
        ("next_is_not_crawford T4.7", lambda: (between(), acts.AnnounceCrawford(ONE))),
        ("next_is_not_crawford T4.7", lambda: (crawford(), acts.AnnounceCrawford(ONE))),
        ("next_is_not_crawford T4.7", lambda: (over(), acts.AnnounceCrawford(ONE))),
        ("match_must_be_played_out T4.5 length=7", lambda: (between(), acts.ReportResult(ONE, (1, 0)))),
        ("winner_reports T4.6", lambda: (over(), acts.ReportResult(TWO, (3, 0)))),
        ("other_score_on_record T4.6", lambda: (over(), acts.ReportResult(ONE, (3, 1)))),
        ("result_confirmed T4.6", lambda: (confirmed(), acts.ReportResult(ONE, (3, 0)))),
        ("nothing_reported T4.6", lambda: (over(), acts.ConfirmResult())),
        ("nothing_reported T4.6", lambda: (confirmed(), acts.ConfirmResult())),
        ("no_devices_here T4.7", lambda: (begun(free()), reading("a"))),
        ("bad_value T4.7 field=device", lambda: (wood(), reading(""))),
        ("bad_value T4.7 field=device", lambda: (wood(), reading("x" * 65))),
        ("too_many_devices T4.7 most=16", lambda: (act(wood(), *map(reading, "abcdefghijklmnop")), reading("q"))),
    ]
)
def test_with_equipment_cards_and_devices(says, tried):
    assert answer(tried()) == says


def settled():
    table = act(tournament(), acts.Wish(ONE, Topic.DICE, "mine"), acts.Wish(TWO, Topic.DICE, "his"))
    return act(table, acts.RollForWish(ONE, Topic.DICE), roll=(6, 1))


def boxed():
    return required(baffle_box="requirement")


def equipped():
    return wood(equipment=EVERYTHING)


def demand(*size):
    return acts.DemandEquipment(ONE, Equipment.BOARD, size)


def mixed():
    return act(tournament(), acts.MixDice(ONE))


def cards(first, second):
    return act(between(), acts.WriteScore(ONE, first), acts.WriteScore(TWO, second))


def crawford():
    return begun(act(at_score(tournament(3), (2, 0)), acts.AnnounceCrawford(ONE)))


def reading(device):
    return acts.ReportReading(device=device, score=(0, 0), seat=ONE)


def test_of_the_dice_for_a_wish():
    table = act(tournament(), acts.Wish(ONE, Topic.DICE, "mine"), acts.Wish(TWO, Topic.DICE, "his"))
    assert answer((table, acts.RollForWish(ONE, Topic.DICE)), roll=None) == "no_dice T4.1.i"
    assert answer((table, acts.RollForWish(ONE, Topic.DICE)), roll=(6, 7)) == "no_such_dice T4.1.i first=6 second=7"


def test_of_a_batch():
    batch = Batch("phone", 10, (Sent(2, 5, ANNA, acts.PressClock(ONE)),))
    gap = take(clocked(), batch, 20)
    assert (gap.code, gap.rule, gap.facts) == ("device_gap", "T4.7", {"sequence": 1})
    digital = take(begun(opened()), batch, 20)
    assert (digital.code, digital.rule) == ("no_devices_here", "T4.7")
