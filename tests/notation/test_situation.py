"""From a match to what an ID can say of it, and on from there."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from tavl import Dice, Match, Position
from tavl.notation import Offer, Situation, Stage, match_from, read_gnu_id, read_xgid, situation_of
from tavl.rules import Cube, Outcome, Phase, RuleError, Seat, actions, decide, evolve, replay
from tavl.rules.acts import Beavered, Doubled, Dropped, GameStarted, OpeningRolled, OutcomeSet, Played, ScoreSet
from tavl.rules.game import Resignation
from tavl.rules.profile import DBF_TOURNAMENT, NO_HJEMME, SV_GRUND
from tests.notation.hypothesis_settings import law
from tests.notation.random_matches import matches

START = Position.start()
FIRST, SECOND = Seat.FIRST, Seat.SECOND


def opened(match: Match) -> Match:
    """The first seat has played 31 and the second is on roll."""
    played = next(play for play in START.plays(Dice(3, 1)) if str(play) == "8/5 6/5")
    moves = tuple((move.source, move.target) for move in played.moves)
    return replay(match, [GameStarted(), OpeningRolled(3, 1), Played(FIRST, moves, played.result)])


@law
@given(matches)
def test_play_goes_on_from_a_situation_as_from_the_match(match: Match) -> None:
    situation = situation_of(match)
    if situation.stage not in (Stage.BEFORE, Stage.PLAYING) or match.result:
        return
    resumed = match_from(situation, match.terms.profile)
    assert situation_of(resumed) == situation
    assert resumed.next_is_crawford == match.next_is_crawford or match.length == 1
    assert resumed.needs == match.needs
    if match.game and match.game.phase is not Phase.OPENING and resumed.game:
        # No ID tells of an offer to resign that was refused.
        unrefused = replace(match, game=replace(match.game, refused=None))
        for seat in Seat:
            assert set(actions(resumed, seat)) == set(actions(unrefused, seat))
        assert resumed.game.worth(1) == match.game.worth(1)
        assert resumed.game.counts_gammons == match.game.counts_gammons


@law
@given(matches)
def test_after_a_game_the_next_can_begin(match: Match) -> None:
    situation = situation_of(match)
    if situation.stage in (Stage.BEFORE, Stage.PLAYING) or match.decided:
        return
    resumed = match_from(situation, match.terms.profile)
    assert resumed.between_games
    assert resumed.score == match.score
    assert (resumed.result is None) == (match.result is None)


@law
@given(matches)
def test_players_exchange_seats_and_come_back(match: Match) -> None:
    situation = situation_of(match)
    assert situation.exchanged().exchanged() == situation
    assert situation.exchanged().turn != situation.turn


def test_a_game_that_is_still_to_begin() -> None:
    match = Match.start(7)
    assert situation_of(match) == Situation(position=START, stage=Stage.BEFORE, length=7)
    game = match_from(situation_of(match), DBF_TOURNAMENT).game
    assert game is not None
    assert game.phase is Phase.OPENING


def test_a_double_and_its_drop() -> None:
    doubled = evolve(opened(Match.start(7)), Doubled(SECOND))
    assert situation_of(doubled).offer is Offer.DOUBLED
    assert situation_of(doubled).turn is SECOND
    dropped = evolve(doubled, Dropped(FIRST))
    assert situation_of(dropped).stage is Stage.DROPPED
    assert situation_of(dropped).score == (0, 1)


@pytest.mark.rule("G11.3")
def test_a_beaver_waits_for_its_answer() -> None:
    profile = SV_GRUND.vary(beavers=True)
    beavered = replay(opened(Match.start(None, profile)), [Doubled(SECOND), Beavered(FIRST)])
    situation = situation_of(beavered)
    assert (situation.offer, situation.cube) == (Offer.BEAVERED, Cube())
    game = match_from(replace(situation, beavers=None), SV_GRUND).game
    assert game is not None
    assert (game.phase, game.terms.beavers) == (Phase.BEAVERED, True)


@pytest.mark.rule("G3.2")
def test_automatic_doubles_stand_in_the_middle() -> None:
    profile = SV_GRUND.vary(automatic_doubles=True, jacoby=True)
    match = replay(Match.start(None, profile), [GameStarted(), OpeningRolled(4, 4), OpeningRolled(3, 1)])
    situation = situation_of(match)
    assert situation.cube == Cube(2)
    game = match_from(situation, profile).game
    assert game is not None
    assert (game.stake, game.cube, game.counts_gammons) == (2, Cube(), False)


@pytest.mark.rule("G10.1")
def test_without_a_stake_there_is_no_cube() -> None:
    match = opened(Match.start(None, NO_HJEMME, stake=0))
    assert situation_of(match).max_cube == 1
    resumed = match_from(situation_of(match), NO_HJEMME)
    assert resumed.game is not None
    assert resumed.game.cube is None
    assert resumed.terms.stake == 0


def test_how_a_game_ended() -> None:
    resigned = evolve(opened(Match.start(7)), OutcomeSet(Outcome(SECOND, 2, 2, "resigned")))
    assert situation_of(resigned).stage is Stage.RESIGNED
    assert situation_of(resigned).resignation == Resignation(FIRST, 2)
    ruled = evolve(opened(Match.start(7)), OutcomeSet(Outcome(SECOND, 1, 1, "ruling")))
    assert situation_of(ruled).stage is Stage.BORNE_OFF


class TestCrawford:
    """The one game without a cube (G11.1), of which an ID says only whether this is it."""

    pytestmark = pytest.mark.rule("G11.1")

    def test_this_is_it(self) -> None:
        match = match_from(read_xgid("-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10"), DBF_TOURNAMENT)
        assert match.game is not None
        assert match.game.cube is None
        assert not match.post_crawford

    def test_it_has_been(self) -> None:
        match = match_from(read_xgid("-b----E-C---eE---c-e----B-:1:-1:-1:00:6:3:0:7:10"), DBF_TOURNAMENT)
        assert match.game is not None
        assert match.game.cube == Cube(2, SECOND)
        assert match.post_crawford
        after = evolve(match, OutcomeSet(Outcome(SECOND, 1, 2, "borne_off")))
        assert after.score == (6, 5)
        assert not after.next_is_crawford

    def test_it_is_still_to_come_after_a_game(self) -> None:
        before = replay(opened(Match.start(7)), [ScoreSet((5, 3)), OutcomeSet(Outcome(FIRST, 1, 1, "borne_off"))])
        assert match_from(situation_of(before), DBF_TOURNAMENT).next_is_crawford

    def test_it_has_been_when_it_is_over(self) -> None:
        situation = Situation(position=START, stage=Stage.DROPPED, score=(6, 4), length=7, crawford=True)
        assert not match_from(situation, DBF_TOURNAMENT).next_is_crawford

    def test_it_has_been_when_both_need_one(self) -> None:
        situation = Situation(position=START, stage=Stage.BORNE_OFF, score=(6, 6), length=7)
        assert not match_from(situation, DBF_TOURNAMENT).next_is_crawford

    def test_a_match_to_one_point_has_no_cube_and_does_not_say_so(self) -> None:
        match = match_from(read_gnu_id("4HPwATDgc/ABMA:cAklAAAAAAAE"), DBF_TOURNAMENT)
        assert match.game is not None
        assert match.game.cube is None
        assert not situation_of(match).crawford

    def test_what_the_text_says_goes_before_the_profile(self) -> None:
        situation = Situation(position=START, score=(6, 4), length=7, crawford=True)
        assert match_from(situation, NO_HJEMME).terms.profile.crawford


@pytest.mark.parametrize(
    ("fields", "code", "rule"),
    [
        ({"length": 7, "score": (7, 2)}, "match_over", "T4.5"),
        ({"length": 7, "position": Position.of("off:15", "24:2")}, "game_over", "G2.1"),
        ({"offer": Offer.RACCOONED}, "already_beavered", "G11.3"),
        ({"offer": Offer.DOUBLED, "resignation": Resignation(FIRST, 1)}, "double_not_answered", "G10.3"),
        ({"offer": Offer.DOUBLED, "length": 7, "score": (6, 0), "crawford": True}, "crawford_game", "G11.1"),
        ({"length": 2000}, "bad_length", "T4.5"),
    ],
)
def test_where_play_cannot_go_on_a_clause_says_why(fields: dict[str, object], code: str, rule: str) -> None:
    with pytest.raises(RuleError) as raised:
        match_from(replace(Situation(position=START), **fields), SV_GRUND)
    assert (raised.value.refused.code, raised.value.refused.rule) == (code, rule)


@pytest.mark.rule("T1.1")
def test_a_profile_without_money_play_takes_no_money_id() -> None:
    with pytest.raises(RuleError) as raised:
        match_from(Situation(position=START), DBF_TOURNAMENT)
    assert raised.value.refused.rule == "T1.1"


def test_an_id_pasted_in_is_played_to_the_end() -> None:
    match = match_from(read_gnu_id("0HPkAyDgc8MRIA:AQF7ARAAAAAE"), DBF_TOURNAMENT)
    assert match.game is not None
    assert (match.game.turn, match.game.dice, match.game.cube) == (FIRST, Dice(6, 6), Cube(2, FIRST))
    for step in range(400):
        if match.game.phase is Phase.OVER:
            break
        possible = actions(match, match.game.to_act[0])
        events = decide(match, possible[0], (1 + step % 6, 1 + step // 6 % 6))
        assert isinstance(events, list)
        match = replay(match, events)
        assert match.game is not None
    assert match.score != (1, 0)
