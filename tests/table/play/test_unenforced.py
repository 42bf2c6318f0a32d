"""A board that does not enforce the rules: plays accepted as made, early actions, the end of a turn."""

import pytest

from tavl.rules import acts as game
from tavl.rules.game import Phase
from tavl.rules.profile import TurnEnd
from tavl.table import acts, due
from tavl.table.acts import StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DBF_BASIC,
    ENFORCED,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    seen,
    set_to,
)

LEGAL, ILLEGAL = ((8, 5), (6, 5)), ((8, 4), (6, 5))  # of an opening 3-1


def challenge(profile=None, **terms):
    return begun(opened(sitting=CHALLENGE, **({"profile": profile} if profile else {}), **terms))


def last(table):
    assert table.match.game is not None
    return table.match.game.last


def test_a_play_is_taken_as_made():
    table = act(challenge(), game.MakePlay(ONE, ILLEGAL))
    assert last(table).moves == ILLEGAL
    assert not last(table).legal
    assert seen(table, ANNA).position == P("24:2 13:5 8:2 6:4 5:1 4:1", "24:2 13:5 8:3 6:5")
    assert table.match.game.turn == TWO


@pytest.mark.parametrize(
    "moves",
    [(), ((8, 5),), ((6, 8),), ((13, 7), (13, 7)), ((24, 0),), ((8, 5), (5, 8), (8, 5), (6, 5))],
)
def test_checkers_may_be_put_anywhere_a_hand_can_put_them(moves):
    assert kinds(said(challenge(), game.MakePlay(ONE, moves))) == ["Played"]


@pytest.mark.parametrize(
    ("moves", "rule"), [(((6, 1),), "G4.2"), (((7, 3),), "G1.1"), (((6, 25),), "G1.1"), (((1, 0),) * 31, "G4.3")]
)
def test_what_no_board_can_show_is_not_taken(moves, rule):
    assert refused(challenge(), game.MakePlay(ONE, moves), rule)


def test_a_blot_is_hit_by_whatever_lands_on_it():
    table = set_to(challenge(), P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 7:1 6:5"), ONE, D(3, 1))
    after = act(table, game.MakePlay(ONE, ((24, 18),)))  # Bo's 7-point is Anna's 18
    assert seen(after, ANNA).position.opponent_bar == 1


def test_an_arrangement_may_move_any_checker_but_lose_none():
    crossed = P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 7:1 6:5")
    assert kinds(said(challenge(), acts.Arrange(ONE, (), crossed))) == ["Arranged"]
    assert refused(challenge(), acts.Arrange(ONE, (), P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")), "G1.2")


@pytest.mark.rule("G9.2")
def test_until_the_turn_is_ended_the_play_can_be_made_again():
    table = act(challenge(), acts.Arrange(ONE, ILLEGAL), acts.Arrange(ONE, LEGAL))
    assert seen(table, BO).handling.arranged is not None
    table = act(table, acts.EndTurn(ONE))
    assert last(table).moves == LEGAL
    assert last(table).legal


@pytest.mark.rule("G9.2", shows="refused")
def test_once_the_turn_is_ended_the_play_stays():
    table = act(challenge(), acts.Arrange(ONE, LEGAL), acts.EndTurn(ONE))
    assert refused(table, acts.Arrange(ONE, ILLEGAL), "G4.3")
    assert refused(table, acts.EndTurn(ONE), "G4.3")


@pytest.mark.rule("G9.2", "T4.1.vi")
@pytest.mark.parametrize(
    ("profile", "clock", "ends"),
    [
        (None, None, TurnEnd.DICE_LIFTED),
        (None, STANDARD, TurnEnd.OPPONENTS_TIME_STARTED),
        (DBF_BASIC, None, TurnEnd.DICE_LIFTED_OR_TOUCHED),
    ],
)
def test_what_ends_a_turn_is_shown(profile, clock, ends):
    assert seen(challenge(profile, clock=clock)).handling.turn_ends_by is ends


@pytest.mark.rule("T4.1.vi")
@pytest.mark.parametrize("sitting", [ENFORCED, CHALLENGE])
def test_with_a_clock_a_dancing_opponent_still_gets_the_move_and_has_to_press(sitting):
    table = begun(opened(sitting=sitting, clock=STANDARD, claims_flags_itself=False), (3, 1))
    table = set_to(table, P("bar:1 8:3 6:5", "6:2 5:2 4:2 3:2 2:2 1:2"), TWO, D(6, 6))
    assert table.clock.running == TWO
    assert due(table) is None  # nobody passes for him
    assert "make_play" in offered(table, BO)
    after = act(table, game.MakePlay(TWO, ()), at=table.last_at + 5 * SECOND)
    assert after.clock.running == ONE


def test_who_ends_the_turn_without_touching_a_checker_has_played_nothing():
    table = act(challenge(), acts.EndTurn(ONE))
    assert last(table).moves == ()
    assert not last(table).legal


def test_an_enforcing_board_takes_no_arrangement():
    assert refused(begun(opened()), acts.Arrange(ONE, ILLEGAL), "G4.6")
    assert "arrange" not in offered(begun(opened()), ANNA)


@pytest.mark.rule("T4.2.v", shows="next step")
def test_a_table_may_limit_how_often_a_play_is_laid_out():
    table = act(challenge(arrangements_each_turn=2), acts.Arrange(ONE, ILLEGAL), acts.Arrange(ONE, LEGAL))
    assert refused(table, acts.Arrange(ONE, ILLEGAL), "T4.2.v", "arranged_enough", most=2)
    assert "arrange" not in offered(table, ANNA)
    assert last(act(table, acts.EndTurn(ONE))).moves == LEGAL
    assert opened(arrangements_each_turn=0).terms.fault.rule == "T4.2.v"


# too early


@pytest.mark.rule("T4.1.v.a")
def test_an_early_roll_stands_and_the_opponent_finishes_knowing_it():
    table = rolled(challenge(), TWO, 6, 4)
    assert seen(table, ANNA).handling.early_roll == D(6, 4)
    assert table.match.game.turn == ONE
    events = said(table, game.MakePlay(ONE, LEGAL))
    assert kinds(events) == ["Played", "Rolled"]
    assert events[1] == game.Rolled(TWO, D(6, 4))
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert (table.match.game.turn, table.match.game.dice) == (TWO, D(6, 4))


@pytest.mark.rule("T4.1.v.a", shows="refused")
def test_after_an_early_roll_nothing_more_is_done_early():
    table = rolled(challenge(), TWO, 6, 4)
    assert refused(table, game.Roll(TWO), "T4.1.v.a")
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert refused(table, game.Double(TWO), "G10.2")


def test_an_early_roll_accepts_the_play_it_did_not_wait_for():
    table = act(rolled(challenge(), TWO, 6, 4), game.MakePlay(ONE, ILLEGAL))
    assert refused(table, acts.FlagPlay(TWO), "T4.2.iii.a", "play_stands")


@pytest.mark.rule("G9.4")
def test_under_the_basic_rules_the_player_whose_turn_had_not_ended_is_asked():
    table = rolled(challenge(DBF_BASIC), TWO, 6, 4)
    assert "choose_early_roll" in offered(table, ANNA)
    assert "choose_early_roll" not in offered(table, BO)
    assert refused(table, game.MakePlay(ONE, LEGAL), "G9.4")
    tournament = rolled(challenge(), TWO, 6, 4)
    assert "choose_early_roll" not in offered(tournament, ANNA)


@pytest.mark.rule("G9.4", shows="answers")
def test_the_early_roll_stands_or_is_rolled_again():
    table = rolled(challenge(DBF_BASIC), TWO, 6, 4)
    kept = act(table, acts.ChooseEarlyRoll(ONE, True), game.MakePlay(ONE, LEGAL))
    assert kept.match.game.dice == D(6, 4)
    again = act(table, acts.ChooseEarlyRoll(ONE, False), game.MakePlay(ONE, LEGAL))
    assert again.match.game.phase is Phase.TO_ROLL
    assert rolled(again, TWO, 2, 1).match.game.dice == D(2, 1)
    assert refused(table, acts.ChooseEarlyRoll(TWO, True), "G9.4", by=BO)


@pytest.mark.rule("T4.4.v")
@pytest.mark.parametrize("sitting", [CHALLENGE, RECORDED])
def test_an_early_double_stands_and_the_opponent_finishes_knowing_it(sitting):
    table = act(begun(opened(sitting=sitting)), game.MakePlay(ONE, LEGAL))
    table = rolled(table, TWO, 6, 4)
    table = act(table, game.Double(ONE))  # it is Bo's turn still
    assert seen(table, BO).handling.early_double
    events = said(table, game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert kinds(events) == ["Played", "Doubled"]  # in this order
    table = act(table, game.MakePlay(TWO, ((24, 18), (13, 9))), game.Take(TWO))
    assert table.match.game.cube == game.Cube(2, TWO)


@pytest.mark.rule("T4.4.v", shows="refused")
def test_an_early_double_must_otherwise_be_valid():
    table = act(challenge(), game.MakePlay(ONE, LEGAL), game.Double(TWO), game.Take(ONE))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    table = rolled(table, ONE, 5, 3)
    assert refused(table, game.Double(TWO), "G10.2", "cube_is_opponents")  # Anna owns it
    basic = rolled(act(challenge(DBF_BASIC), game.MakePlay(ONE, LEGAL)), TWO, 6, 4)
    assert refused(basic, game.Double(ONE), "G10.2", "not_your_turn")


def test_where_early_rolls_are_enforced_there_are_none():
    table = challenge(DBF_BASIC.vary(early_roll="enforced"))
    assert refused(table, game.Roll(TWO), "G4.3")


# a play that ends the game

ENDING = P("1:2 off:13", "23:2 13:5 8:3 6:5")


def test_a_play_that_ends_the_match_waits_for_the_opponent():
    table = set_to(challenge(length=1), ENDING, ONE, D(6, 1))
    table = act(table, game.MakePlay(ONE, ((1, 0), (1, 0))))
    assert table.match.result is not None
    assert not table.over
    assert offered(table, BO) >= {"accept_play", "flag_play"}
    assert act(table, acts.AcceptPlay(TWO)).over
    coming = due(table)
    assert coming.at == table.last_at + 60_000
    assert act(table, coming.action, by=SYSTEM, at=coming.at).over


def test_who_ended_the_game_cannot_hurry_the_other():
    table = set_to(challenge(), ENDING, ONE, D(6, 1))
    table = act(table, game.MakePlay(ONE, ((1, 0), (1, 0))))
    assert refused(table, game.StartGame(ONE), "T4.2.iii.a", "opponent_may_still_flag")
    assert "start_game" not in offered(table, ANNA)
    assert act(table, game.StartGame(TWO)).match.game.phase is Phase.OPENING
    assert refused(table, acts.AcceptPlay(ONE), "T4.2.iii.a", by=ANNA)


def test_the_next_game_that_is_set_up_by_itself_accepts_too():
    table = set_to(challenge(next_game_after_ms=5000), ENDING, ONE, D(6, 1))
    table = act(table, game.MakePlay(ONE, ((1, 0), (1, 0))))
    ended, coming = table.last_at, due(table)
    assert coming.action == game.StartGame(TWO)
    assert coming.at == ended + 20_000  # time to look at the play that ended the game
    assert due(act(table, acts.AcceptPlay(TWO))).at == ended + 5000  # unless it is accepted
    table = act(table, coming.action, by=SYSTEM, at=coming.at)
    assert refused(table, acts.FlagPlay(TWO), "T4.2.iii.a")


def test_the_clock_stops_when_a_play_ends_the_game():
    table = set_to(challenge(clock=STANDARD), ENDING, ONE, D(6, 1))
    events = said(table, game.MakePlay(ONE, ((1, 0), (1, 0))), at=table.last_at + 3000)
    assert events[-1] == acts.ClockStopped(StopReason.GAME_OVER, (840_000, 840_000))


@pytest.mark.rule("T4.5", shows="refused")
def test_once_the_match_is_decided_nothing_more_is_played_rolled_or_doubled():
    table = after(act(challenge(), acts.Arrange(ONE, LEGAL)), game.MatchDecided(TWO, "time"))
    for action in (game.MakePlay(ONE, LEGAL), game.Roll(TWO), game.Double(TWO)):
        assert refused(table, action, "T4.5", "match_over")
    assert refused(table, acts.EndTurn(ONE), "G1.2", "game_not_begun")


@pytest.mark.rule("G9.4")
def test_an_accepted_resignation_leaves_nothing_to_choose():
    table = act(begun(opened(sitting=CHALLENGE, profile=DBF_BASIC)), game.Roll(TWO), roll=(6, 4))
    table = act(table, game.OfferResignation(ONE, 1), game.AcceptResignation(TWO))
    assert refused(table, acts.ChooseEarlyRoll(ONE, stands=True), "G9.4", "nothing_to_choose")
