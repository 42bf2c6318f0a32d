"""G2.1, G3, G4.3, G8: how a game begins, whose turn it is, and how it ends by bearing off."""

from __future__ import annotations

import pytest

from tavl.rules import Cube, Game, GameTerms, Match, Outcome, Phase, Position, profile_named
from tavl.rules.acts import (
    AcceptResignation,
    Double,
    Drop,
    MakePlay,
    OfferResignation,
    OpeningRolled,
    Played,
    RefuseResignation,
    Roll,
    Rolled,
    StartGame,
    Take,
)
from tavl.rules.game import LastPlay
from tests.rules.helpers import ONE, TWO, D, P, act, after, decided, game_at, refused_by

SV = profile_named("sv-grund")


@pytest.mark.rule("G1.2", "G10.1")
def test_a_new_game() -> None:
    game = Game.start()
    assert game.position == Position.start()
    assert (game.cube, game.cube_value, game.stake, game.phase) == (Cube(1, None), 1, 1, Phase.OPENING)
    assert game.to_act == (ONE, TWO)


@pytest.mark.rule("G1.2")
def test_nothing_is_done_before_the_board_is_set_up() -> None:
    match = Match.start(5)
    for action in (Roll(ONE), Double(ONE), MakePlay(TWO), OfferResignation(ONE, 1)):
        assert refused_by(decided(match, action, (3, 1)), "G1.2", "game_not_begun")
    assert act(match, StartGame(TWO)).game == Game.start(match.game_terms())


@pytest.mark.rule("G3.1")
def test_the_higher_die_begins_and_plays_both_dice() -> None:
    game = act(Game.start(), Roll(TWO), roll=(3, 1))
    assert (game.turn, game.dice, game.phase, game.to_act) == (ONE, D(3, 1), Phase.TO_PLAY, (ONE,))
    game = act(Game.start(), Roll(ONE), roll=(2, 5))
    assert (game.turn, game.dice, game.phase) == (TWO, D(5, 2), Phase.TO_PLAY)


@pytest.mark.rule("G3.1")
def test_equal_opening_dice_are_rolled_again() -> None:
    game = act(Game.start(), Roll(ONE), Roll(TWO), roll=(4, 4))
    assert (game.phase, game.ties, game.stake, game.dice) == (Phase.OPENING, 2, 1, None)
    assert game.to_act == (ONE, TWO)
    assert act(game, Roll(ONE), roll=(6, 4)).turn == ONE


@pytest.mark.rule("G3.1")
def test_the_starter_cannot_double_before_the_opening_play() -> None:
    game = Game.start()
    assert refused_by(decided(game, Double(ONE)), "G3.1", "no_double_before_opening_play")
    game = act(game, Roll(ONE), roll=(3, 1))
    assert refused_by(decided(game, Double(ONE)), "G3.1", "no_double_before_opening_play")
    assert refused_by(decided(game, Double(TWO)), "G3.1", "no_double_before_opening_play")
    game = act(game, MakePlay(ONE, ((8, 5), (6, 5))))
    assert act(game, Double(TWO)).phase is Phase.DOUBLED


@pytest.mark.rule("G3.2")
def test_an_opening_tie_doubles_the_stake_and_leaves_the_cube() -> None:
    terms = GameTerms(automatic_doubles=True, jacoby=True)
    game = act(Game.start(terms), Roll(ONE), Roll(ONE), roll=(2, 2))
    assert (game.stake, game.cube, game.ties) == (4, Cube(1, None), 2)
    assert not game.counts_gammons  # Jacoby sleeps on
    assert (game.worth(1), game.worth(2)) == (4, 4)
    game = act(game, Roll(ONE), roll=(3, 1))
    game = act(game, MakePlay(ONE, ((8, 5), (6, 5))), Double(TWO), Take(ONE))
    assert game.cube == Cube(2, ONE)
    assert (game.worth(1), game.worth(2)) == (8, 16)


@pytest.mark.rule("G3.2")
@pytest.mark.parametrize(("limit", "stakes"), [(None, [2, 4, 8]), (1, [2, 2, 2]), (2, [2, 4, 4])])
def test_repeats_of_the_automatic_double_may_be_limited(limit: int | None, stakes: list[int]) -> None:
    game = Game.start(GameTerms(automatic_doubles=True, automatic_doubles_limit=limit))
    for stake in stakes:
        game = act(game, Roll(ONE), roll=(6, 6))
        assert game.stake == stake
    assert game.ties == 3


@pytest.mark.rule("G3.2")
def test_a_drop_after_an_automatic_double_pays_the_stake() -> None:
    game = act(Game.start(GameTerms(automatic_doubles=True)), Roll(ONE), roll=(5, 5))
    game = act(act(game, Roll(ONE), roll=(3, 1)), MakePlay(ONE, ((8, 5), (6, 5))), Double(TWO), Drop(ONE))
    assert game.outcome == Outcome(TWO, 1, 2, "dropped")


@pytest.mark.rule("G4.3")
def test_turns_go_round() -> None:
    game = act(Game.start(), Roll(ONE), roll=(3, 1))
    game = act(game, MakePlay(ONE, ((8, 5), (6, 5))))
    assert (game.turn, game.phase, game.dice, game.turns, game.to_act) == (TWO, Phase.TO_ROLL, None, 1, (TWO,))
    assert game.position == P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2")
    assert game.last == LastPlay(ONE, D(3, 1), ((8, 5), (6, 5)), Position.start(), True)
    assert game.seen_by(ONE) == game.position.mirror()
    game = act(game, Roll(TWO), roll=(6, 6))
    assert (game.turn, game.phase, game.dice, game.to_act) == (TWO, Phase.TO_PLAY, D(6, 6), (TWO,))
    game = act(game, MakePlay(TWO, ((24, 18), (24, 18), (13, 7), (13, 7))))
    assert (game.turn, game.turns) == (ONE, 2)
    assert game.position.opponent[18] == 2


@pytest.mark.rule("G4.3")
def test_what_is_not_ones_turn_is_refused() -> None:
    to_roll = game_at(Position.start())
    assert refused_by(decided(to_roll, Roll(TWO), (3, 1)), "G4.3", "not_your_turn")
    assert refused_by(decided(to_roll, MakePlay(ONE)), "G4.3", "roll_first")
    to_play = game_at(Position.start(), D(3, 1))
    assert refused_by(decided(to_play, Roll(ONE), (3, 1)), "G4.3", "already_rolled", dice="31")
    assert refused_by(decided(to_play, Roll(TWO), (3, 1)), "G4.3", "not_your_turn")
    assert refused_by(decided(to_play, MakePlay(TWO)), "G4.3", "not_your_turn")
    assert refused_by(decided(to_play, MakePlay(ONE, ((8, 5),))), "G4.6", "die_left_unplayed")


def test_dice_are_an_argument() -> None:
    game = game_at(Position.start())
    assert refused_by(decided(game, Roll(ONE)), "T4.1.i", "no_dice")
    for bad in ((0, 1), (1, 0), (7, 1), (1, 7)):
        assert refused_by(decided(game, Roll(ONE), bad), "T4.1.i", "no_such_dice", first=bad[0], second=bad[1])
        assert refused_by(decided(Game.start(), Roll(ONE), bad), "T4.1.i", "no_such_dice")
    assert decided(game, Roll(ONE), (1, 6)) == [Rolled(ONE, D(6, 1))]
    assert decided(game, Roll(ONE), (6, 1)) == [Rolled(ONE, D(6, 1))]
    assert decided(Game.start(), Roll(TWO), (1, 6)) == [OpeningRolled(1, 6)]


@pytest.mark.rule("G5.2", "G5.3")
def test_a_dance_is_a_play_without_moves() -> None:
    game = game_at(P("bar:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2"), D(6, 5))
    assert decided(game, MakePlay(ONE)) == [Played(ONE, (), game.position.mirror())]
    after_it = act(game, MakePlay(ONE))
    assert (after_it.turn, after_it.phase, after_it.position) == (TWO, Phase.TO_ROLL, game.position.mirror())
    assert refused_by(decided(game, MakePlay(ONE, ((6, 1),))), "G5.2", "bar_first")


@pytest.mark.rule("G2.1")
def test_the_game_ends_on_the_last_checker_in_the_middle_of_a_doubles_roll() -> None:
    game = act(game_at(P("2:1 1:1", "6:3"), D(3, 3)), MakePlay(ONE, ((2, 0), (1, 0))))
    assert game.phase is Phase.OVER
    assert game.outcome == Outcome(ONE, 1, 1, "borne_off")
    assert game.to_act == ()


@pytest.mark.rule("G2.1")
def test_nothing_is_done_in_a_game_that_is_over() -> None:
    game = act(game_at(P("1:1", "6:3"), D(3, 2)), MakePlay(ONE, ((1, 0),)))
    for action in (Roll(TWO), Double(TWO), MakePlay(TWO), Take(ONE), OfferResignation(TWO, 1)):
        assert refused_by(decided(game, action, (1, 2)), "G2.1", "game_over")
    for action in (AcceptResignation(ONE), RefuseResignation(ONE)):
        assert refused_by(decided(game, action), "G2.1", "game_over")


@pytest.mark.rule("G2.1")
def test_a_running_game_is_not_left_for_another() -> None:
    match = act(Match.start(5), StartGame(ONE))
    assert refused_by(decided(match, StartGame(TWO)), "G2.1", "game_running")


@pytest.mark.rule("G8.1")
@pytest.mark.parametrize(
    ("loser", "size"),
    [
        ("6:5 5:4 off:6", 1),  # diagram 5: the loser has borne off
        ("bar:1 off:14", 1),  # also with a checker on the bar
        ("24:1 off:14", 1),
        ("18:5 7:5 6:5", 2),  # diagram 6: none off
        ("18:1 off:0", 2),
        ("19:1 6:14", 3),  # diagram 7: none off, one in the winner's inner home
        ("24:2 6:13", 3),
        ("bar:1 6:14", 3),  # or on the bar
    ],
)
def test_single_game_gammon_and_backgammon(loser: str, size: int) -> None:
    winner = "5:1" if loser.startswith(("24", "19")) else "1:1"
    game = act(game_at(P(winner, loser), D(6, 5)), MakePlay(ONE, ((int(winner[0]), 0),)))
    assert game.outcome == Outcome(ONE, size, size, "borne_off")
    assert game.position.loss == size


@pytest.mark.rule("G8.1")
def test_the_norwegian_rules_know_only_the_single_game() -> None:
    game = game_at(P("1:1", "18:5 7:5 6:5"), D(6, 5), gammons=False, cube=(4, TWO))
    assert act(game, MakePlay(ONE, ((1, 0),))).outcome == Outcome(ONE, 1, 4, "borne_off")
    assert refused_by(decided(game, OfferResignation(TWO, 2)), "G8.1", "size_not_possible", size=2)


@pytest.mark.rule("G8.1")
def test_who_has_borne_off_cannot_resign_a_gammon() -> None:
    game = game_at(P("6:5", "6:5"))
    assert refused_by(decided(game, OfferResignation(ONE, 2)), "G8.1", "size_not_possible", size=2)
    assert act(game, OfferResignation(ONE, 1)).resignation is not None


@pytest.mark.rule("G8.2")
@pytest.mark.parametrize(("cube", "points"), [((), 2), ((2, ONE), 4), ((4, TWO), 8), (None, 2)])
def test_a_gammon_pays_twice_the_cube(cube: tuple[object, ...] | None, points: int) -> None:
    game = game_at(P("1:1", "18:5 7:5 6:5"), D(6, 5), cube=cube)
    assert act(game, MakePlay(ONE, ((1, 0),))).outcome == Outcome(ONE, 2, points, "borne_off")


@pytest.mark.rule("G8.2")
def test_stake_times_cube_times_size() -> None:
    game = game_at(P("5:1", "24:2 6:13"), cube=(4, TWO))
    tied = after(Game.start(GameTerms(automatic_doubles=True)), OpeningRolled(3, 3))
    assert tied.worth(3, 4) == 2 * 4 * 3
    assert (game.worth(1), game.worth(2), game.worth(3)) == (4, 8, 12)


def test_a_loser_may_bear_the_last_checker_off_in_a_recorded_play() -> None:
    """What stands on the board is what counts, even if the one who moved has not won by it."""
    game = after(game_at(P("6:1", "6:1"), D(1, 2)), Played(ONE, (), P("off:15", "6:1"), legal=False))
    assert game.outcome == Outcome(TWO, 1, 1, "borne_off")


def test_the_words_of_the_phases() -> None:
    """They are written in files and on the wire, so they do not change."""
    assert [phase.value for phase in Phase] == ["opening", "to_roll", "to_play", "doubled", "beavered", "over"]
