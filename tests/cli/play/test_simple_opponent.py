"""The simple opponent: sensible, legal and deterministic."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tavl.cli.play.session import Session, begin, open_actions, perform
from tavl.rules import Dice, Game, Match, Phase, Position, Seat, actions, acts
from tavl.rules.game import Resignation
from tests.cli.play.simple_opponent import SimpleOpponent, chance, rolls_that_hit, worth


def in_game(match: Match, **fields: object) -> Match:
    return replace(match, game=replace(Game.start(match.game_terms()), turns=1, **fields))


def choice(match: Match, seat: Seat) -> acts.MatchAction:
    return SimpleOpponent().choose(match, seat, actions(match, seat))


def test_it_makes_the_points_that_every_player_makes() -> None:
    for dice, play in ((Dice(3, 1), ((8, 5), (6, 5))), (Dice(4, 2), ((8, 4), (6, 4))), (Dice(6, 1), ((13, 7), (8, 7)))):
        match = in_game(Match.start(7), position=Position.start(), phase=Phase.TO_PLAY, dice=dice)
        assert set(choice(match, Seat.FIRST).moves) == set(play)


def test_it_bears_off_rather_than_moving_up() -> None:
    match = in_game(Match.start(7), position=Position.of("6:2 5:2", "6:2"), phase=Phase.TO_PLAY, dice=Dice(6, 5))
    assert choice(match, Seat.FIRST).moves == ((6, 0), (5, 0))


@pytest.mark.parametrize(
    ("opponent", "point", "rolls"),
    [
        ("24:1 6:14", 7, 17),  # six away: 11 with a six, 51, 42, 33, 22
        ("24:1 6:14", 2, 11),  # one away
        ("24:1 6:14", 13, 3),  # twelve away: 66, 44, 33
        ("4:15", 20, 0),  # all past it
    ],
)
def test_shots_are_counted(opponent: str, point: int, rolls: int) -> None:
    assert rolls_that_hit(Position.of(f"{point}:1", opponent), point) == rolls


def test_a_held_point_on_the_way_takes_shots_away() -> None:
    """Six away with the 1-, 3- and 5-away points held: only 42 by way of 4 or 2, 22, and the sixes are left."""
    assert rolls_that_hit(Position.of("7:1 6:2 4:2 2:2", "24:1 13:14"), 7) == 11 + 2 + 1


def test_it_doubles_a_race_that_it_leads_and_drops_one_that_is_lost() -> None:
    race = Position.of("6:5 5:5 4:5", "6:5 5:5 4:5")
    lead = in_game(Match.start(7), position=Position.of("6:3 5:6 4:6", "8:3 7:4 6:4 5:4"), phase=Phase.TO_ROLL)
    assert chance(lead.game.position) > 0.7
    assert isinstance(choice(lead, Seat.FIRST), acts.Double)
    level = in_game(Match.start(7), position=race, phase=Phase.TO_ROLL)
    assert isinstance(choice(level, Seat.FIRST), acts.Roll)
    lost = in_game(Match.start(7), position=Position.of("6:1 5:2", "8:3 7:4 6:4 5:4"), phase=Phase.DOUBLED)
    assert isinstance(choice(lost, Seat.SECOND), acts.Drop)
    even = in_game(Match.start(7), position=race, phase=Phase.DOUBLED)
    assert isinstance(choice(even, Seat.SECOND), acts.Take)


def test_it_never_drops_where_that_loses_the_match() -> None:
    match = replace(Match.start(3), score=(2, 0))
    lost = in_game(match, position=Position.of("6:1 5:2", "8:3 7:4 6:4 5:4"), phase=Phase.DOUBLED)
    assert isinstance(choice(lost, Seat.SECOND), acts.Take)


def test_a_resignation_that_may_be_worth_more_is_refused() -> None:
    """Fifteen checkers far from home against three to bear off: a gammon at least."""
    far = Position.of("24:2 13:13", "3:3")
    match = in_game(Match.start(7), position=far, phase=Phase.TO_ROLL, resignation=Resignation(Seat.FIRST, 1))
    assert isinstance(choice(match, Seat.SECOND), acts.RefuseResignation)
    near = Position.of("1:2", "3:3")
    match = in_game(Match.start(7), position=near, phase=Phase.TO_ROLL, resignation=Resignation(Seat.FIRST, 1))
    assert isinstance(choice(match, Seat.SECOND), acts.AcceptResignation)


def test_a_won_game_is_worth_most() -> None:
    assert worth(Position.of("", "6:15")) > worth(Position.of("1:1", "6:15"))


def test_it_beats_chance_soundly() -> None:
    """Twenty games against somebody who plays anything legal: it wins nearly all."""
    rng, wins = random.Random(20), 0
    for _ in range(20):
        session = begin(Session(match=Match.start(1), names=("bot", "chance"), level="club"))
        while session.match.result is None:
            options = open_actions(session)
            if session.acting == Seat.FIRST:
                action = SimpleOpponent().choose(session.match, Seat.FIRST, options)
            else:
                action = rng.choice([o for o in options if not isinstance(o, acts.OfferResignation)])
            after = perform(session, action, (rng.randint(1, 6), rng.randint(1, 6)))
            assert isinstance(after, Session)
            session = after
        wins += session.match.result.winner == Seat.FIRST
    assert wins >= 18
