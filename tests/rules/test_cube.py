"""G10, G11.2, G11.3, T4.4.vii: offering, answering, owning and losing the cube."""

from __future__ import annotations

import pytest

from tavl.rules import Cube, Dice, Game, GameTerms, Match, Outcome, Phase, Position, profile_named
from tavl.rules import game as games
from tavl.rules.acts import (
    Beaver,
    Beavered,
    Double,
    Doubled,
    Drop,
    MakePlay,
    OfferResignation,
    Roll,
    StartGame,
    Take,
)
from tests.rules.helpers import ONE, TWO, D, P, act, decided, game_at, refused_by

START = Position.start()
SV = profile_named("sv-grund")


@pytest.mark.rule("G10.1")
def test_the_cube_begins_centred_and_nobodys() -> None:
    for match in (Match.start(5), Match.start(None, SV), Match.start(None, profile_named("no-hjemme"))):
        game = act(match, StartGame(ONE)).game
        assert game is not None
        assert game.cube == Cube(1, None)
        assert (game.stake, game.cube_value, game.offered_value) == (1, 1, 1)


@pytest.mark.rule("G10.1")
def test_without_points_or_stake_there_is_no_cube() -> None:
    match = act(Match.start(None, profile_named("no-hjemme"), stake=0), StartGame(ONE))
    assert match.game is not None
    assert match.game.cube is None
    game = game_at(START, cube=None)
    assert refused_by(decided(game, Double(ONE)), "G10.1", "no_cube")
    assert Double(ONE) not in list(games.actions(game, ONE))
    for_a_stake = act(Match.start(None, profile_named("no-hjemme"), stake=1), StartGame(ONE)).game
    assert for_a_stake is not None
    assert for_a_stake.cube == Cube(1, None)
    for_points = act(Match.start(3, profile_named("no-hjemme"), stake=0), StartGame(ONE)).game
    assert for_points is not None
    assert for_points.cube == Cube(1, None)


@pytest.mark.rule("G10.2")
def test_the_player_about_to_roll_may_double_a_centred_cube() -> None:
    game = game_at(START)
    assert decided(game, Double(ONE)) == [Doubled(ONE)]
    doubled = act(game, Double(ONE))
    assert (doubled.phase, doubled.to_act, doubled.turn) == (Phase.DOUBLED, (TWO,), ONE)
    assert (doubled.cube_value, doubled.offered_value) == (1, 2)


@pytest.mark.rule("G10.2")
def test_a_double_out_of_turn_after_the_dice_or_with_the_opponents_cube_is_refused() -> None:
    assert refused_by(decided(game_at(START), Double(TWO)), "G10.2", "not_your_turn")
    assert refused_by(decided(game_at(START, D(3, 1)), Double(ONE)), "G10.2", "already_rolled", dice="31")
    held = game_at(START, cube=(2, TWO))
    assert refused_by(decided(held, Double(ONE)), "G10.2", "cube_is_opponents", value=2)
    assert Double(ONE) not in list(games.actions(held, ONE))
    assert act(game_at(START, cube=(2, ONE)), Double(ONE)).offered_value == 4


@pytest.mark.rule("G10.2")
def test_an_offer_cannot_be_taken_back() -> None:
    doubled = act(game_at(START), Double(ONE))
    assert refused_by(decided(doubled, Roll(ONE), (3, 1)), "G10.3", "double_not_answered")
    assert refused_by(decided(doubled, Double(ONE)), "G10.3", "double_not_answered")
    assert refused_by(decided(doubled, OfferResignation(ONE, 1)), "G10.3", "double_not_answered")
    assert list(games.actions(doubled, ONE)) == []
    assert list(games.actions(doubled, TWO)) == [Take(TWO), Drop(TWO)]


@pytest.mark.rule("G10.3")
def test_a_take_gives_the_cube_to_the_taker() -> None:
    taken = act(game_at(START), Double(ONE), Take(TWO))
    assert (taken.cube, taken.phase, taken.turn, taken.to_act) == (Cube(2, TWO), Phase.TO_ROLL, ONE, (ONE,))
    assert refused_by(decided(taken, Double(ONE)), "G10.2", "cube_is_opponents")
    assert act(taken, Roll(ONE), roll=(3, 1)).phase is Phase.TO_PLAY


@pytest.mark.rule("G10.3")
def test_only_the_taker_may_redouble() -> None:
    game = act(game_at(START), Double(ONE), Take(TWO))
    game = act(act(game, Roll(ONE), roll=(3, 1)), MakePlay(ONE, ((8, 5), (6, 5))))
    redoubled = act(game, Double(TWO))
    assert (redoubled.offered_value, redoubled.to_act) == (4, (ONE,))
    assert act(redoubled, Take(ONE)).cube == Cube(4, ONE)
    assert act(redoubled, Drop(ONE)).outcome == Outcome(TWO, 1, 2, "dropped")


@pytest.mark.rule("G10.3")
def test_dropping_the_first_double_loses_one() -> None:
    dropped = act(game_at(START), Double(ONE), Drop(TWO))
    assert (dropped.phase, dropped.outcome) == (Phase.OVER, Outcome(ONE, 1, 1, "dropped"))


@pytest.mark.rule("G10.3")
def test_a_drop_never_pays_a_gammon() -> None:
    game = game_at(P("2:2", "bar:1 6:14"), turn=TWO, cube=(8, TWO))
    assert act(game, Double(TWO), Drop(ONE)).outcome == Outcome(TWO, 1, 8, "dropped")


@pytest.mark.rule("G10.3")
def test_only_an_offer_is_answered_and_only_by_whom_it_was_made_to() -> None:
    game = game_at(START)
    for answer in (Take(TWO), Drop(TWO), Take(ONE), Drop(ONE)):
        assert refused_by(decided(game, answer), "G10.3", "nothing_offered")
    doubled = act(game, Double(ONE))
    for answer in (Take(ONE), Drop(ONE)):
        assert refused_by(decided(doubled, answer), "G10.3", "not_yours_to_answer")
    assert refused_by(decided(doubled, Roll(TWO), (3, 1)), "G4.3", "not_your_turn")


@pytest.mark.rule("G10.4")
def test_the_cube_goes_beyond_64_and_pays_out() -> None:
    game = game_at(P("1:1 6:1", "18:15"), cube=(64, ONE))
    game = act(game, Double(ONE), Take(TWO))
    assert game.cube == Cube(128, TWO)
    ended = act(act(game, Roll(ONE), roll=(6, 1)), MakePlay(ONE, ((6, 0), (1, 0))))
    assert ended.outcome == Outcome(ONE, 2, 256, "borne_off")
    assert act(game_at(START, cube=(128, ONE)), Double(ONE), Take(TWO)).cube == Cube(256, TWO)


@pytest.mark.rule("G10.4")
def test_a_money_game_reaches_128_and_the_score_shows_it() -> None:
    match = act(Match.start(None, SV), StartGame(ONE))
    match = act(match, Roll(ONE), roll=(3, 1))
    match = act(match, MakePlay(ONE, ((8, 5), (6, 5))))
    turn = TWO
    for value in (2, 4, 8, 16, 32, 64, 128):
        match = act(match, Double(turn), Take(turn.other))
        assert match.game is not None
        assert match.game.cube == Cube(value, turn.other)
        match = act(match, Roll(turn), roll=(6, 1))
        assert match.game is not None
        play = match.game.position.plays(Dice(6, 1))[0]
        match = act(match, MakePlay(turn, tuple((m.source, m.target) for m in play.moves)))
        turn = turn.other
    match = act(match, Double(turn), Drop(turn.other))
    assert match.score[turn] == 128
    assert match.score[turn.other] == 0


@pytest.mark.rule("G11.2")
def test_with_jacoby_an_undoubled_gammon_pays_one_and_a_doubled_one_four() -> None:
    last = P("1:1", "18:5 7:5 6:5")
    undoubled = act(game_at(last, D(6, 5), jacoby=True), MakePlay(ONE, ((1, 0),)))
    assert undoubled.outcome == Outcome(ONE, 1, 1, "borne_off")
    doubled = act(game_at(last, D(6, 5), jacoby=True, cube=(2, TWO)), MakePlay(ONE, ((1, 0),)))
    assert doubled.outcome == Outcome(ONE, 2, 4, "borne_off")
    backgammon = act(game_at(P("1:1", "19:1 6:14"), D(6, 5), jacoby=True), MakePlay(ONE, ((1, 0),)))
    assert backgammon.outcome == Outcome(ONE, 1, 1, "borne_off")


@pytest.mark.rule("G11.2")
def test_with_jacoby_no_undoubled_gammon_is_resigned() -> None:
    game = game_at(P("24:2 6:13", "6:15"), jacoby=True)
    assert refused_by(decided(game, OfferResignation(ONE, 2)), "G11.2", "size_not_possible", size=2)
    assert act(game, OfferResignation(ONE, 1)).resignation is not None
    doubled = game_at(P("24:2 6:13", "6:15"), jacoby=True, cube=(2, ONE))
    assert act(doubled, OfferResignation(ONE, 3)).resignation is not None


@pytest.mark.rule("G11.3")
def test_a_beaver_makes_2_into_4_and_the_beaver_owns_it() -> None:
    doubled = act(game_at(START, beavers=True), Double(ONE))
    assert list(games.actions(doubled, TWO)) == [Take(TWO), Drop(TWO), Beaver(TWO)]
    assert decided(doubled, Beaver(TWO)) == [Beavered(TWO)]
    beavered = act(doubled, Beaver(TWO))
    assert (beavered.phase, beavered.to_act, beavered.offered_value) == (Phase.BEAVERED, (ONE,), 4)
    assert list(games.actions(beavered, ONE)) == [Take(ONE), Drop(ONE)]
    assert list(games.actions(beavered, TWO)) == []
    taken = act(beavered, Take(ONE))
    assert (taken.cube, taken.phase, taken.turn) == (Cube(4, TWO), Phase.TO_ROLL, ONE)


@pytest.mark.rule("G11.3")
def test_the_doubler_is_free_to_drop_a_beaver_and_loses_the_doubled_stake() -> None:
    beavered = act(game_at(START, beavers=True), Double(ONE), Beaver(TWO))
    assert act(beavered, Drop(ONE)).outcome == Outcome(TWO, 1, 2, "dropped")
    redouble = act(game_at(START, beavers=True, cube=(2, ONE)), Double(ONE), Beaver(TWO))
    assert act(redouble, Drop(ONE)).outcome == Outcome(TWO, 1, 4, "dropped")


@pytest.mark.rule("G11.3")
def test_a_beaver_answers_a_double_once_and_only_where_agreed() -> None:
    assert refused_by(decided(act(game_at(START), Double(ONE)), Beaver(TWO)), "G11.3", "no_beavers")
    doubled = act(game_at(START, beavers=True), Double(ONE))
    assert refused_by(decided(doubled, Beaver(ONE)), "G10.3", "not_yours_to_answer")
    assert refused_by(decided(game_at(START, beavers=True), Beaver(TWO)), "G10.3", "nothing_offered")
    beavered = act(doubled, Beaver(TWO))
    assert refused_by(decided(beavered, Beaver(ONE)), "G11.3", "already_beavered")
    assert refused_by(decided(beavered, Take(TWO)), "G10.3", "not_yours_to_answer")
    assert refused_by(decided(beavered, Roll(ONE), (3, 1)), "G4.3", "answer_first")
    assert refused_by(decided(beavered, Double(ONE)), "G10.3", "double_not_answered")
    assert refused_by(decided(beavered, OfferResignation(ONE, 1)), "G10.3", "double_not_answered")


@pytest.mark.rule("G11.3", "T4.4.viii")
def test_no_beaver_in_a_match() -> None:
    doubled = act(game_at(START, needs=(3, 3)), Double(ONE))
    assert refused_by(decided(doubled, Beaver(TWO)), "T4.4.viii", "no_beavers")


@pytest.mark.rule("T4.4.vii")
def test_a_held_cube_that_already_wins_the_match_is_not_turned() -> None:
    def holding_four(needs: int, **terms: object) -> Game:
        return game_at(START, cube=(4, ONE), needs=(needs, 9), dead_cube_barred=True, **terms)

    for needs in (4, 3, 1):
        assert refused_by(decided(holding_four(needs), Double(ONE)), "T4.4.vii", "dead_cube", value=4)
        assert Double(ONE) not in list(games.actions(holding_four(needs), ONE))
    assert act(holding_four(5), Double(ONE)).offered_value == 8
    assert Double(ONE) in list(games.actions(holding_four(5), ONE))


@pytest.mark.rule("T4.4.vii")
def test_a_cube_that_is_not_held_or_not_barred_may_be_turned() -> None:
    assert act(game_at(START, needs=(1, 9), dead_cube_barred=True), Double(ONE)).phase is Phase.DOUBLED
    assert act(game_at(START, cube=(4, ONE), needs=(3, 9)), Double(ONE)).phase is Phase.DOUBLED
    assert act(game_at(START, cube=(4, ONE), dead_cube_barred=True), Double(ONE)).phase is Phase.DOUBLED
    second = game_at(START, turn=TWO, cube=(2, TWO), needs=(9, 2), dead_cube_barred=True)
    assert refused_by(decided(second, Double(TWO)), "T4.4.vii", "dead_cube")


@pytest.mark.rule("G11.1")
def test_the_cube_is_off_the_board_in_the_crawford_game() -> None:
    game = Game.start(GameTerms(crawford=True))
    assert game.cube is None
    running = game_at(START, cube=None, crawford=True)
    assert refused_by(decided(running, Double(ONE)), "G11.1", "crawford_game")
    assert running.cube_value == 1
    assert running.counts_gammons
    assert Game.start(GameTerms(cube=False)).cube is None
