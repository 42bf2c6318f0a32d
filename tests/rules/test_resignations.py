"""G11.4, T4.5: who may concede what, and when; the bounds against a search of whole races."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from msgspec.structs import replace

from tavl.rules import ALL_ROLLS, Outcome, Phase, Position, PositionError, resignation_sizes
from tavl.rules import game as games
from tavl.rules.acts import (
    AcceptResignation,
    Double,
    MakePlay,
    OfferResignation,
    RefuseResignation,
    ResignationOffered,
    Roll,
)
from tavl.rules.resignation_sizes import sizes_still_possible
from tests.rules.helpers import ONE, TWO, D, P, act, decided, game_at, refused_by

START = Position.start()


@pytest.mark.rule("G11.4")
def test_a_resignation_names_its_size_and_is_answered() -> None:
    game = game_at(START, cube=(2, TWO))
    assert decided(game, OfferResignation(ONE, 2)) == [ResignationOffered(ONE, 2)]
    offered = act(game, OfferResignation(ONE, 2))
    assert offered.to_act == (TWO,)
    assert list(games.actions(offered, TWO)) == [AcceptResignation(TWO), RefuseResignation(TWO)]
    assert list(games.actions(offered, ONE)) == []
    accepted = act(offered, AcceptResignation(TWO))
    assert (accepted.phase, accepted.outcome) == (Phase.OVER, Outcome(TWO, 2, 4, "resigned"))
    refused = act(offered, RefuseResignation(TWO))
    assert refused == replace(game, refused=offered.resignation), "play goes on, and it is known what was refused"
    assert act(refused, Roll(refused.turn), roll=(3, 1)).refused is None


@pytest.mark.rule("G11.4")
def test_either_player_may_resign_before_and_after_the_roll() -> None:
    for game in (game_at(START), game_at(START, D(3, 1))):
        for seat in (ONE, TWO):
            ended = act(game, OfferResignation(seat, 1), AcceptResignation(seat.other))
            assert ended.outcome == Outcome(seat.other, 1, 1, "resigned")
            assert [a for a in games.actions(game, seat) if isinstance(a, OfferResignation)] == [
                OfferResignation(seat, size) for size in (1, 2, 3)
            ]


@pytest.mark.rule("G11.4")
def test_while_a_resignation_is_open_nothing_else_is_done() -> None:
    offered = act(game_at(START), OfferResignation(ONE, 3))
    for action in (Roll(ONE), Double(ONE), OfferResignation(ONE, 1), OfferResignation(TWO, 1)):
        assert refused_by(decided(offered, action, (3, 1)), "G11.4", "resignation_pending", size=3)
    playing = act(game_at(START, D(3, 1)), OfferResignation(TWO, 1))
    assert refused_by(decided(playing, MakePlay(ONE, ((8, 5), (6, 5)))), "G11.4", "resignation_pending")
    assert list(games.actions(playing, TWO)) == []


@pytest.mark.rule("G11.4")
def test_what_is_no_resignation_or_no_answer_is_refused() -> None:
    game = game_at(START)
    for size in (0, 4, -1):
        assert refused_by(decided(game, OfferResignation(ONE, size)), "G11.4", "no_such_size", size=size)
    for answer in (AcceptResignation(TWO), RefuseResignation(TWO)):
        assert refused_by(decided(game, answer), "G11.4", "nothing_resigned")
    offered = act(game, OfferResignation(ONE, 1))
    for answer in (AcceptResignation(ONE), RefuseResignation(ONE)):
        assert refused_by(decided(offered, answer), "G11.4", "not_yours_to_answer")


@pytest.mark.rule("T4.5")
def test_a_game_is_not_resigned_before_it_has_begun() -> None:
    assert refused_by(decided(games.Game.start(), OfferResignation(ONE, 1)), "T4.5", "game_not_begun")


@pytest.mark.rule("G11.4", "T4.5")
def test_under_tournament_rules_a_game_with_contact_is_played_out() -> None:
    game = game_at(START, resigning_limited=True)
    for seat in (ONE, TWO):
        for size in (1, 2, 3):
            assert refused_by(decided(game, OfferResignation(seat, size)), "T4.5", "must_be_played_out")
        assert not [a for a in games.actions(game, seat) if isinstance(a, OfferResignation)]


@pytest.mark.rule("G11.4", "T4.5")
def test_under_tournament_rules_a_race_is_conceded_at_a_size_still_possible() -> None:
    race = game_at(P("13:5 8:5 6:5", "6:5 5:5 4:5"), resigning_limited=True)
    assert act(race, OfferResignation(ONE, 1), AcceptResignation(TWO)).outcome == Outcome(TWO, 1, 1, "resigned")
    assert act(race, OfferResignation(ONE, 2)).resignation is not None
    assert refused_by(decided(race, OfferResignation(ONE, 3)), "T4.5", "size_not_possible", size=3)
    off = game_at(P("6:5", "6:5 5:5 4:4"), resigning_limited=True)
    assert refused_by(decided(off, OfferResignation(ONE, 2)), "T4.5", "size_not_possible", size=2)
    assert refused_by(decided(off, OfferResignation(ONE, 3)), "T4.5", "size_not_possible", size=3)


@pytest.mark.rule("T4.5")
def test_a_certain_gammon_is_not_conceded_as_a_single_game() -> None:
    certain = game_at(P("1:2", "13:5 8:5 6:5"), resigning_limited=True)  # off next turn whatever is rolled
    assert refused_by(decided(certain, OfferResignation(TWO, 1)), "T4.5", "size_not_possible")
    assert act(certain, OfferResignation(TWO, 2)).resignation is not None
    backgammon = game_at(P("1:2", "20:1 8:9 6:5"), resigning_limited=True)
    assert sizes_still_possible(backgammon.seen_by(TWO), False, True) == (3,)


@pytest.mark.rule("T4.5")
def test_a_game_that_cannot_be_lost_is_not_conceded() -> None:
    won = game_at(P("1:2", "6:5"), resigning_limited=True)
    assert refused_by(decided(won, OfferResignation(ONE, 1)), "T4.5", "must_be_played_out")
    assert act(won, OfferResignation(TWO, 1)).resignation is not None


@pytest.mark.rule("G11.4", "T4.5")
def test_with_contact_a_certain_end_is_conceded() -> None:
    on_the_bar = P("1:2", "bar:1 6:14")
    assert sizes_still_possible(on_the_bar.mirror(), False, True) == (3,)
    assert sizes_still_possible(on_the_bar.mirror(), True, True) == (2, 3)  # no blot to hit, and it may run with 66
    assert sizes_still_possible(P("bar:1 6:14", "1:3"), False, True) == ()  # a roll like 21 leaves one
    assert sizes_still_possible(P("bar:1 6:14", "2:1 1:1"), False, True) == ()  # so it may after 2/1
    assert sizes_still_possible(P("bar:1 6:4", "3:1"), False, True) == (1,)
    assert sizes_still_possible(P("bar:1 6:4", "3:1"), True, True) == ()  # the loser may hit first
    assert sizes_still_possible(P("bar:1 6:4", "7:1"), False, True) == ()


@pytest.mark.rule("T4.5")
def test_dice_that_lie_make_the_end_certain() -> None:
    position = P("3:2 1:2", "bar:1 6:14")
    undecided = game_at(position, resigning_limited=True)
    assert refused_by(decided(undecided, OfferResignation(TWO, 3)), "T4.5", "must_be_played_out")
    rolled = game_at(position, D(6, 6), resigning_limited=True)
    assert act(rolled, OfferResignation(TWO, 3), AcceptResignation(ONE)).outcome == Outcome(ONE, 3, 3, "resigned")
    outside = game_at(P("7:1 6:1", "bar:1 6:14"), D(6, 6), resigning_limited=True)
    assert act(outside, OfferResignation(TWO, 3)).resignation is not None
    small = game_at(position, D(2, 1), resigning_limited=True)
    assert refused_by(decided(small, OfferResignation(TWO, 3)), "T4.5", "must_be_played_out")


@pytest.mark.rule("T4.5")
def test_dice_that_miss_make_the_end_certain() -> None:
    position = P("bar:1 6:14", "3:1")
    assert sizes_still_possible(position, True, True) == ()
    assert sizes_still_possible(position, True, True, D(3, 1)) == ()  # hits
    assert sizes_still_possible(position, True, True, D(6, 5)) == (2, 3)
    assert sizes_still_possible(position, True, True, D(2, 1)) == ()  # bar/22*
    assert sizes_still_possible(position, True, True, D(4, 4)) == (2, 3)
    assert sizes_still_possible(P("bar:1 6:13 1:1", "3:2"), True, True, D(3, 3)) == ()  # dances, but 21 leaves one


@pytest.mark.rule("T4.5")
def test_a_last_checker_that_can_run_home_with_66_has_not_lost() -> None:
    assert sizes_still_possible(P("24:1", "3:1"), True, True, D(6, 6)) == ()
    assert sizes_still_possible(P("24:1", "3:1"), True, True, D(5, 5)) == (1,)
    assert sizes_still_possible(P("24:1", "3:1"), False, True) == (1,)


@pytest.mark.rule("T4.5", "G8.1")
def test_where_gammons_do_not_count_only_a_single_game_is_conceded() -> None:
    assert sizes_still_possible(P("13:5 8:5 6:5", "6:5 5:5 4:5"), True, False) == (1,)
    assert sizes_still_possible(START, True, False) == ()
    assert sizes_still_possible(P("off:15", "6:1"), True, True) == ()


@pytest.mark.rule("T4.5", "G8.1")
@pytest.mark.parametrize(
    ("loser", "winner", "on_roll", "sizes"),
    [
        ("6:1 1:14", "6:4", True, (1, 2)),  # off at once with a double, before the loser has to bear off
        ("6:1 1:14", "6:5", True, (1,)),  # not even with doubles
        ("6:1 1:14", "7:4", True, (1,)),
        ("6:1 1:14", "1:5", True, (1,)),
        ("12:3 6:12", "1:2", True, (1, 2)),  # three sixes home and one off
        ("12:4 6:11", "1:2", True, (2,)),
        ("13:1 6:14", "1:2", True, (1, 2)),
        ("13:2 6:13", "1:2", True, (2,)),
        ("7:3 6:12", "1:2", True, (1, 2)),
        ("7:4 6:11", "1:2", True, (2,)),
        ("12:11 6:4", "1:5", True, (1, 2)),  # five aces take at most three turns
        ("12:12 6:3", "1:5", True, (2,)),
        ("12:8 6:7", "1:4", True, (2,)),  # four take at most two
        ("12:7 6:8", "1:5", False, (1, 2)),
        ("12:8 6:7", "1:5", False, (2,)),
        ("18:1 6:14", "1:2", False, (2,)),
        ("19:1 6:14", "1:2", False, (3,)),
        ("19:4 6:11", "1:2", True, (2, 3)),  # four sixes out of the winner's home
        ("19:5 6:10", "1:2", True, (3,)),
        ("19:1 1:14", "1:2", True, (1, 2)),  # nothing else can be moved
        ("19:1 4:1 1:13", "1:2", True, (1, 2, 3)),
        ("19:1 3:1 1:13", "1:2", True, (1, 2)),
    ],
)
def test_sizes_still_possible_in_a_race(loser: str, winner: str, on_roll: bool, sizes: tuple[int, ...]) -> None:
    assert sizes_still_possible(P(loser, winner), on_roll, True) == sizes


# The bounds of a race against all there is: in a race the sides do not meet, so each is searched by itself.

Side = tuple[int, ...]
ALONE = tuple(int(place == 1) for place in range(26))


def side(places: tuple[int, ...], off: int) -> Side:
    return tuple(off if place == 0 else places.count(place) for place in range(26))


@cache
def turns(own: Side) -> list[set[Side]]:
    """What the side can look like after no turn, one turn, two..., until it has surely finished."""
    layers = [{own}]
    while unfinished := {board for board in layers[-1] if any(board[1:])}:
        layers.append({after for board in unfinished for after in next_turn(board)})
    return layers


@cache
def next_turn(own: Side) -> set[Side]:
    return {play.result.opponent for dice in ALL_ROLLS for play in Position(own, ALONE).plays(dice)}


def loss(own: Side) -> int:
    return 1 if own[0] else 3 if any(own[19:]) else 2


def searched(loser: Side, winner: Side, loser_on_roll: bool) -> set[int]:
    sizes: set[int] = set()
    for turn, boards in enumerate(turns(winner)):
        if any(not any(board[1:]) for board in boards):
            before = turn if loser_on_roll else turn - 1
            then = turns(loser)[before] if before < len(turns(loser)) else set()
            sizes |= {loss(board) for board in then if any(board[1:])}
    return sizes


def test_the_bounds_of_a_side_are_bounds_and_close() -> None:
    few = [side(places, 0) for n in (1, 2) for places in combinations_with_replacement((1, 2, 5, 7, 13, 19, 23), n)]
    more = [
        side(places, 0) for places in [(1,) * 5, (1,) * 7, (2, 2, 1, 1, 1), (3, 3, 2, 2, 1), (6, 5, 4, 3, 2), (6,) * 5]
    ]
    for own in few + more:
        position, layers = Position(own, ALONE), turns(own)
        last_home = max(turn for turn, boards in enumerate(layers) if any(not board[0] for board in boards))
        last_in = max((turn for turn, boards in enumerate(layers) if any(any(b[19:]) for b in boards)), default=-1)
        for bound, searched_turn, slack in (
            (resignation_sizes._slowest_finish(position), len(layers) - 1, 2),
            (resignation_sizes._slowest_first_off(position), last_home + 1, 1),
            (resignation_sizes._slowest_way_out(position), last_in + 1, 0 if last_in >= 0 else 99),
        ):
            if searched_turn > 0:
                assert searched_turn <= bound <= searched_turn + slack, (position, bound, searched_turn)


@pytest.mark.rule("T4.5")
def test_every_size_that_a_search_of_the_race_finds_may_be_conceded_and_few_others() -> None:
    places = [*combinations_with_replacement((1, 3, 6, 8, 18, 20, 23), 2), *combinations_with_replacement((1, 3, 7), 3)]
    losers = [side(p, off) for p in [*places, (23, 1, 1)] for off in (0, 1)]
    winners = [side(p, 12) for n in (1, 2, 3) for p in combinations_with_replacement(range(1, 7), n)]
    asked = exact = certain = 0
    for loser in losers:
        for winner in winners:
            try:
                position = Position(loser, winner)
            except PositionError:
                continue
            for on_roll in (True, False) if position.race else ():
                possible = searched(loser, winner, on_roll)
                allowed = set(sizes_still_possible(position, on_roll, True))
                assert possible <= allowed, (position, on_roll, possible, allowed)
                asked, exact = asked + 1, exact + (possible == allowed)
                if not on_roll and len(turns(winner)) == 2:  # the winner ends the game now whatever is rolled
                    assert possible == allowed, (position, possible, allowed)
                    certain += 1
    assert certain > 200
    assert exact / asked > 0.97, (exact, asked)
