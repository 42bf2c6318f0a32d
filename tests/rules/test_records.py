"""What `evolve` accepts beyond what `decide` gives: physical boards, corrections and rulings."""

from __future__ import annotations

import pytest

from tavl.rules import Cube, Game, Match, MatchResult, Outcome, Phase, Position, actions, profile_named, replay
from tavl.rules.acts import (
    AcceptResignation,
    Beavered,
    CubeSet,
    Double,
    DoubleAnnulled,
    Doubled,
    Dropped,
    GameStarted,
    LengthSet,
    MakePlay,
    MatchDecided,
    MatchReopened,
    OfferResignation,
    OpeningRolled,
    OutcomeSet,
    Played,
    PlayReopened,
    PositionSet,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Roll,
    Rolled,
    ScoreSet,
    SessionEnded,
    StartGame,
    Take,
    Taken,
    TurnSet,
)
from tests.rules.helpers import ONE, TWO, D, P, act, after, decided, game_at, in_game, refused_by

START = Position.start()
LAST = P("2:1", "18:15")  # the player on roll is about to win a gammon


def match_at(score: tuple[int, int], length: int = 5, **game: object) -> Match:
    """A match in the middle of a game at this score."""
    match = after(Match.start(length), ScoreSet(score))
    return in_game(act(match, StartGame(ONE)), **{"phase": Phase.TO_ROLL, "turns": 9, **game})


def borne_off(match: Match) -> Match:
    """The player on turn rolls and takes the last checker off."""
    assert match.game is not None
    seat = match.game.turn
    return act(act(match, Roll(seat), roll=(6, 5)), MakePlay(seat, ((2, 0),)))


@pytest.mark.rule("T4.2.iii.a")
def test_an_illegal_play_that_stood_is_what_stands() -> None:
    odd = P("24:2 13:5 8:3 6:5", "24:2 13:4 9:1 8:3 6:5")
    game = after(game_at(START, D(3, 1)), Played(ONE, ((13, 9),), odd, legal=False))
    assert (game.position, game.turn, game.phase, game.dice) == (odd, TWO, Phase.TO_ROLL, None)
    assert game.last is not None
    assert (game.last.legal, game.last.moves, game.last.before) == (False, ((13, 9),), START)


@pytest.mark.rule("T4.2.iii.a", "T4.2.iii.b")
def test_a_reopened_play_has_the_position_and_the_dice_back() -> None:
    before = game_at(START, D(3, 1))
    game = after(act(before, MakePlay(ONE, ((8, 5), (6, 5)))), PlayReopened())
    assert game == before
    assert act(game, MakePlay(ONE, ((24, 20),))).position.opponent[20] == 1
    assert after(game, PlayReopened()) == game  # there is no other to take back
    assert after(game_at(START), PlayReopened()) == game_at(START)


@pytest.mark.rule("T4.2.iii.a")
def test_reopening_the_last_play_of_a_match_takes_its_points_back() -> None:
    match = match_at((1, 4), position=LAST)
    over = borne_off(match)
    assert over.score == (3, 4)
    again = after(over, PlayReopened())
    assert again.score == (1, 4)
    assert again.finished == ()
    assert again.game is not None
    assert (again.game.phase, again.game.dice, again.game.outcome) == (Phase.TO_PLAY, D(6, 5), None)
    assert act(again, MakePlay(ONE, ((2, 0),))) == over


def test_reopening_a_later_game_leaves_the_earlier_ones() -> None:
    first = after(match_at((0, 0), length=9), OutcomeSet(Outcome(TWO, 1, 1, "borne_off")))
    second = after(act(first, StartGame(ONE)), OutcomeSet(Outcome(ONE, 2, 2, "borne_off")))
    assert second.score == (2, 1)
    on = after(second, TurnSet(ONE))
    assert (on.score, on.finished) == (first.score, first.finished)


@pytest.mark.rule("T4.4.iv")
def test_a_game_is_crawford_if_its_start_said_so() -> None:
    said = after(Match.start(5), GameStarted(crawford=True)).game
    assert said is not None
    assert (said.cube, said.terms.crawford) == (None, True)
    unsaid = after(Match.start(5), ScoreSet((4, 0)), GameStarted()).game
    assert unsaid is not None
    assert (unsaid.cube, unsaid.terms.crawford) == (Cube(1, None), False)


def test_reopening_lets_go_of_an_offer_to_resign() -> None:
    played = act(game_at(START, D(3, 1)), MakePlay(ONE, ((8, 5), (6, 5))))
    assert after(played, ResignationOffered(TWO, 1), PlayReopened()).resignation is None


def test_a_play_without_known_dice_cannot_be_taken_back() -> None:
    game = act(game_at(START, D(3, 1)), MakePlay(ONE, ((8, 5), (6, 5))))
    game = after(game, Played(TWO, (), game.position.mirror()))
    assert game.last is None
    assert after(game, PlayReopened()) == game


@pytest.mark.rule("T4.2.iv")
def test_a_position_is_set_right() -> None:
    wrong = P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")
    game = after(game_at(START), PositionSet(wrong))
    assert game.position == wrong
    assert (game.turn, game.phase) == (ONE, Phase.TO_ROLL)
    assert after(game, PositionSet(START)).position == START
    offered = after(game, ResignationOffered(ONE, 1), PositionSet(START))
    assert offered.resignation is None


@pytest.mark.rule("T4.2.iv", "G8.1")
def test_with_14_checkers_and_none_off_a_gammon_is_lost() -> None:
    game = act(game_at(P("1:1", "13:5 8:4 6:5 off:0"), D(6, 5)), MakePlay(ONE, ((1, 0),)))
    assert game.outcome == Outcome(ONE, 2, 2, "borne_off")


@pytest.mark.rule("T4.2.iv")
def test_a_wrong_starting_position_is_seen_by_who_begins() -> None:
    wrong = P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")
    assert after(Game.start(), PositionSet(wrong), OpeningRolled(3, 1)).position == wrong
    assert after(Game.start(), PositionSet(wrong), OpeningRolled(1, 3)).position == wrong.mirror()


def test_a_turn_is_set() -> None:
    game = game_at(P("6:5", "5:5"), D(3, 1))
    other = after(game, TurnSet(TWO))
    assert (other.turn, other.dice, other.phase, other.position) == (TWO, None, Phase.TO_ROLL, P("5:5", "6:5"))
    rolled = after(game, TurnSet(ONE, D(6, 6)))
    assert (rolled.turn, rolled.dice, rolled.phase, rolled.position) == (ONE, D(6, 6), Phase.TO_PLAY, P("6:5", "5:5"))
    assert after(game, ResignationOffered(ONE, 1), TurnSet(ONE)).resignation is None


def test_a_turn_set_in_a_finished_game_goes_on_with_it() -> None:
    over = borne_off(match_at((1, 4), position=LAST))
    on = after(over, TurnSet(TWO))
    assert (on.score, on.finished, on.between_games) == ((1, 4), (), False)
    assert on.game is not None
    assert (on.game.phase, on.game.outcome) == (Phase.TO_ROLL, None)


@pytest.mark.rule("T4.4.i")
def test_the_cube_is_set() -> None:
    game = after(game_at(START), CubeSet(Cube(4, TWO)))
    assert (game.cube, game.phase) == (Cube(4, TWO), Phase.TO_ROLL)
    assert after(game, CubeSet(None)).cube is None
    over = borne_off(match_at((0, 0), position=LAST))
    assert after(over, CubeSet(Cube(2, ONE))).score == over.score


@pytest.mark.rule("T4.4.iv")
def test_a_crawford_double_is_annulled_in_the_running_game() -> None:
    match = match_at((4, 2))
    before = match
    for events in (
        [Doubled(ONE)],
        [Doubled(ONE), Taken(TWO)],
        [Doubled(ONE), Beavered(TWO)],
    ):
        on = after(match, *events, DoubleAnnulled(None))
        assert on == before
    rolled = after(match, Doubled(ONE), Taken(TWO), Rolled(ONE, D(3, 1)), DoubleAnnulled(None))
    assert rolled == after(match, Rolled(ONE, D(3, 1)))
    assert refused_by(decided(rolled, Double(ONE)), "G10.2", "already_rolled")


@pytest.mark.rule("T4.4.iv")
def test_a_crawford_double_is_annulled_between_games() -> None:
    dropped = after(match_at((4, 2)), Doubled(TWO), Dropped(ONE))
    assert dropped.score == (4, 3)
    on = after(dropped, DoubleAnnulled(None))
    assert (on.score, on.finished, on.result) == ((4, 2), (), None)
    assert on.game is not None
    assert (on.game.phase, on.game.turn, on.game.cube, on.game.outcome) == (Phase.TO_ROLL, TWO, None, None)

    taken = borne_off(after(match_at((4, 0), position=LAST.mirror()), Doubled(TWO), Taken(ONE)))
    assert taken.game is not None
    assert (taken.score, taken.game.outcome) == ((4, 4), Outcome(TWO, 2, 4, "borne_off"))
    for annulled in (
        after(taken, DoubleAnnulled(None)),  # what it would have been without the cube
        after(taken, DoubleAnnulled(None, Outcome(TWO, 2, 2, "borne_off"))),
    ):
        assert annulled.score == (4, 2)
        assert annulled.game is not None
        assert (annulled.game.phase, annulled.game.cube) == (Phase.OVER, None)
        assert [game.outcome.points for game in annulled.finished] == [2]
        assert annulled.finished[0].crawford
        assert not annulled.next_is_crawford


@pytest.mark.rule("T4.4.iv")
def test_a_crawford_double_is_annulled_after_the_last_game_and_the_match_resumed() -> None:
    over = borne_off(after(match_at((4, 2), position=LAST.mirror()), Doubled(TWO), Taken(ONE)))
    assert over.result == MatchResult(TWO, "score")
    resumed = after(over, DoubleAnnulled(None))
    assert (resumed.score, resumed.result) == ((4, 4), None)
    assert decided(resumed, StartGame(ONE)) == [GameStarted(crawford=False)]
    dropped = after(match_at((2, 4)), Doubled(TWO), Dropped(ONE))
    assert dropped.result == MatchResult(TWO, "score")
    on = after(dropped, DoubleAnnulled(None))
    assert (on.score, on.result) == ((2, 4), None)
    assert on.game is not None
    assert on.game.to_act == (TWO,)


@pytest.mark.rule("T4.4.vii")
def test_an_annulled_dead_cube_corrects_what_a_resignation_paid() -> None:
    match = match_at((3, 0), length=9, position=P("6:5", "6:5"), cube=Cube(2, ONE))
    resigned = act(after(match, Doubled(ONE), Taken(TWO)), OfferResignation(TWO, 1), AcceptResignation(ONE))
    assert resigned.score == (7, 0)
    assert after(resigned, DoubleAnnulled(Cube(2, ONE))).score == (5, 0)


def test_an_annulled_double_asks_for_a_game() -> None:
    assert after(Match.start(5), DoubleAnnulled(None)) == Match.start(5)


def test_an_outcome_is_set_while_the_game_runs() -> None:
    match = after(match_at((1, 1)), OutcomeSet(Outcome(TWO, 2, 2, "ruling")))
    assert (match.score, match.between_games) == ((1, 3), True)
    assert match.game is not None
    assert match.game.outcome == Outcome(TWO, 2, 2, "ruling")
    assert after(Match.start(5), OutcomeSet(Outcome(ONE, 1, 1, "ruling"))) == Match.start(5)


def test_an_outcome_is_corrected_after_the_game() -> None:
    over = borne_off(match_at((1, 1), position=LAST))
    assert over.score == (3, 1)
    corrected = after(over, OutcomeSet(Outcome(ONE, 1, 1, "borne_off")))
    assert (corrected.score, len(corrected.finished)) == ((2, 1), 1)
    turned = after(over, OutcomeSet(Outcome(TWO, 1, 1, "ruling")))
    assert turned.score == (1, 2)
    lost = after(over, OutcomeSet(Outcome(ONE, 3, 9, "ruling")))
    assert (lost.score, lost.result) == ((5, 1), MatchResult(ONE, "score"))
    assert after(lost, OutcomeSet(Outcome(ONE, 1, 1, "ruling"))).result is None


def test_a_corrected_score_reopens_a_finished_match() -> None:
    over = borne_off(match_at((4, 1), position=LAST))
    assert over.result == MatchResult(ONE, "score")
    assert over.score == (5, 1)
    opened = after(over, ScoreSet((3, 1)))
    assert (opened.score, opened.result) == ((3, 1), None)
    assert act(opened, StartGame(ONE)).game is not None
    assert after(Match.start(5), ScoreSet((0, 5))).result == MatchResult(TWO, "score")
    decided_otherwise = after(Match.start(5), MatchDecided(TWO, "time"), ScoreSet((1, 0)))
    assert decided_otherwise.result is None


@pytest.mark.rule("T4.4.vii")
def test_a_corrected_score_and_length_count_in_the_running_game() -> None:
    match = match_at((0, 0), length=9, cube=Cube(4, ONE))
    assert Double(ONE) in actions(match, ONE)
    nearer = after(match, ScoreSet((5, 0)))
    assert refused_by(decided(nearer, Double(ONE)), "T4.4.vii", "dead_cube")
    shorter = after(match, LengthSet(4))
    assert refused_by(decided(shorter, Double(ONE)), "T4.4.vii", "dead_cube")
    assert shorter.game is not None
    assert shorter.game.terms.needs == (4, 4)
    finished = borne_off(match_at((0, 0), position=LAST))
    assert after(finished, ScoreSet((1, 1))).game == finished.game


def test_another_length_is_another_match() -> None:
    match = after(Match.start(5), ScoreSet((3, 2)), LengthSet(7))
    assert (match.length, match.needs, match.result) == (7, (4, 5), None)
    assert after(match, LengthSet(3)).result == MatchResult(ONE, "score")


def test_a_match_is_decided_by_something_else_and_reopened() -> None:
    match = match_at((2, 1))
    over = after(match, MatchDecided(TWO, "time"))
    assert (over.result, over.score) == (MatchResult(TWO, "time"), (2, 1))
    assert refused_by(decided(over, Roll(ONE), (3, 1)), "T4.5", "match_over")
    assert actions(over, ONE) == []
    assert after(over, MatchReopened()) == match
    session = after(Match.start(None, profile_named("sv-grund")), SessionEnded(ONE))
    assert session.result == MatchResult(None, "session_ended")
    assert after(session, MatchReopened()).result is None


def test_a_match_that_the_score_finished_is_not_reopened_by_itself() -> None:
    over = borne_off(match_at((4, 1), position=LAST))
    assert after(over, MatchReopened()).result == MatchResult(ONE, "score")


def test_a_roll_or_a_double_lets_go_of_an_offer_to_resign() -> None:
    offered = after(game_at(START), ResignationOffered(ONE, 1))
    assert after(offered, Rolled(ONE, D(3, 1))).resignation is None
    assert after(offered, Doubled(ONE)).resignation is None
    rolled = after(game_at(START, D(3, 1)), ResignationOffered(TWO, 1))
    assert after(rolled, Played(ONE, (), START)).resignation is None
    assert after(offered, ResignationAccepted(TWO)).resignation is None


def test_what_was_refused_is_forgotten_once_something_changes() -> None:
    played = act(game_at(START, D(3, 1)), MakePlay(ONE, ((8, 5), (6, 5))))
    refused = after(played, ResignationOffered(TWO, 1), ResignationRefused(ONE))
    assert refused.refused is not None
    for event in (Rolled(TWO, D(3, 1)), Doubled(TWO), TurnSet(ONE), PositionSet(START), PlayReopened()):
        assert after(refused, event).refused is None, event
    rolled = after(played, Rolled(TWO, D(3, 1)), ResignationOffered(ONE, 1), ResignationRefused(TWO))
    assert after(rolled, Played(TWO, (), START)).refused is None


def test_a_roll_or_a_double_out_of_turn_that_stood() -> None:
    game = game_at(P("6:5", "5:5"))
    rolled = after(game, Rolled(TWO, D(3, 1)))
    assert (rolled.turn, rolled.position, rolled.phase) == (TWO, P("5:5", "6:5"), Phase.TO_PLAY)
    doubled = after(game_at(P("6:5", "5:5"), D(3, 1)), Doubled(TWO))
    assert (doubled.turn, doubled.position, doubled.dice, doubled.to_act) == (TWO, P("5:5", "6:5"), None, (ONE,))


def test_a_drop_without_an_offer_costs_the_cube_as_it_stands() -> None:
    assert after(game_at(START), Dropped(TWO)).outcome == Outcome(ONE, 1, 1, "dropped")
    assert after(game_at(START, cube=(4, ONE)), Dropped(TWO)).outcome == Outcome(ONE, 1, 4, "dropped")


def test_an_accepted_resignation_without_an_offer_is_a_single_game() -> None:
    assert after(game_at(START), ResignationAccepted(TWO)).outcome == Outcome(TWO, 1, 1, "resigned")


def test_evolve_takes_any_event_at_any_time() -> None:
    events = [
        OpeningRolled(3, 1),
        OpeningRolled(2, 2),
        Rolled(ONE, D(3, 1)),
        Played(TWO, ((8, 5), (6, 5)), START),
        Played(ONE, (), P("6:5", "off:15")),
        Doubled(TWO),
        Taken(ONE),
        Dropped(ONE),
        Beavered(ONE),
        ResignationOffered(TWO, 2),
        ResignationAccepted(ONE),
        ResignationRefused(ONE),
        PlayReopened(),
        PositionSet(P("6:5", "5:5")),
        TurnSet(ONE),
        TurnSet(TWO, D(6, 6)),
        CubeSet(Cube(2, ONE)),
        CubeSet(None),
        GameStarted(),
        GameStarted(crawford=True),
        SessionEnded(ONE),
        DoubleAnnulled(Cube()),
        OutcomeSet(Outcome(ONE, 1, 1, "ruling")),
        ScoreSet((1, 2)),
        LengthSet(9),
        MatchDecided(ONE, "time"),
        MatchReopened(),
    ]
    for first in events:
        for second in events:
            for third in events:
                match = replay(Match.start(5), [GameStarted(), first, second, third])
                assert min(match.score) >= 0
                assert isinstance(match.game, Game)
    for event in events:
        assert isinstance(after(Match.start(5), event), Match)


def test_replay_folds_the_events() -> None:
    log = [GameStarted(), OpeningRolled(3, 1), Played(ONE, ((8, 5), (6, 5)), START), Doubled(TWO), Dropped(ONE)]
    assert replay(Match.start(5), log).score == (0, 1)
    assert replay(Match.start(5), []) == Match.start(5)
    played = act(act(Match.start(5), StartGame(ONE)), Roll(ONE), roll=(3, 1))
    played = act(played, MakePlay(ONE, ((8, 5), (6, 5))), Double(TWO), Take(ONE))
    assert played.game is not None
    assert played.game.cube == Cube(2, ONE)
