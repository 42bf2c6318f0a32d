"""Published and exactly computed results: opening replies, races, bear-offs, the cube at match scores."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from tavl import Dice, Match, Position
from tavl.engine import CubeAction, Engine
from tavl.rules import ALL_ROLLS, PROFILES, Cube, Phase, Seat
from tavl.rules.game import Game

engine = Engine(threads=1)
START = Position.start()


def after(opening: str) -> Position:
    """The position before the reply to an opening play."""
    return next(
        play.result for dice in ALL_ROLLS for play in START.plays(dice) if str(play) == opening and not dice.double
    )


# Replies that no book disputes: a point that is there to be made, a blot on the bar point that is pointed on, and the
# great doubles.
REPLIES = [
    ("24/13", (6, 6), "24/18(2) 13/7(2)"),
    ("24/13", (1, 1), "8/7(2) 6/5(2)"),
    ("13/11 13/8", (6, 6), "24/18(2) 13/7(2)"),
    ("13/11 13/8", (3, 1), "8/5 6/5"),
    ("13/11 13/8", (4, 2), "8/4 6/4"),
    ("13/11 13/8", (6, 1), "13/7 8/7"),
    ("24/18 13/11", (6, 1), "13/7* 8/7*"),
    ("24/18 13/10", (6, 1), "13/7* 8/7*"),
    ("24/18 13/9", (6, 1), "13/7* 8/7*"),
    ("24/23 13/8", (3, 1), "8/5 6/5"),
    ("8/5 6/5", (3, 1), "8/5 6/5"),
    ("13/7 8/7", (3, 1), "8/5 6/5"),
]


@pytest.mark.parametrize(("opening", "dice", "reply"), REPLIES, ids=lambda x: str(x).replace("/", "-"))
def test_replies_that_no_book_disputes(opening: str, dice: tuple[int, int], reply: str) -> None:
    best = str(engine.plays(after(opening), Dice(*dice), ply=1)[0].play)
    assert best.replace("*", "") == reply.replace("*", "")
    assert ("*" in best) == ("*" in reply)


@pytest.mark.parametrize("other", [1, 2, 3, 4, 5, 6])
def test_a_slot_on_the_five_point_is_hit_with_every_four(other: int) -> None:
    best = engine.plays(after("13/11 6/5"), Dice(4, other), ply=1)[0]
    assert "24/20*" in str(best.play)


# Two even races of good distribution; the rule of 8, 9 and 12 per cent says what to do about a lead.
def race(own: int, his: int) -> Position:
    def side(pips: int) -> str:
        counts = {6: 4, 5: 3, 4: 3, 7: 2, 8: 2, 9: 1}
        missing = pips - sum(point * count for point, count in counts.items())
        for point in sorted(counts, reverse=True):  # the rearmost go back as far as it takes
            while missing > 0 and counts[point]:
                step = min(missing, 12 - point)
                counts[point] -= 1
                counts[point + step] = counts.get(point + step, 0) + 1
                missing -= step
        return " ".join(f"{point}:{count}" for point, count in counts.items() if count)

    position = Position.of(side(own), side(his))
    assert (position.pips, position.opponent_pips) == (own, his)
    assert position.race
    return position


@pytest.mark.parametrize(
    ("his", "action"),
    [
        (103, CubeAction.NO_DOUBLE),
        (110, CubeAction.DOUBLE_TAKE),
        (117, CubeAction.DOUBLE_DROP),
    ],
)
def test_a_race_is_doubled_and_dropped_by_the_rule_of_eight_and_twelve_per_cent(his: int, action: CubeAction) -> None:
    assert engine.cube(race(100, his), ply=2).action is action


@cache
def exact(position: Position) -> tuple[float, float, float]:
    """Brute force: money equities of the player on roll, not doubling; the cube in the middle, his, the other's."""
    centred = mine = given = 0.0
    for dice in ALL_ROLLS:
        weight = (1 if dice.double else 2) / 36
        best = [-9.0, -9.0, -9.0]
        for play in position.plays(dice):
            if play.result.over:
                values = [float(play.result.loss)] * 3
            else:
                his_centred, his_mine, his_given = exact(play.result)
                values = [-max(his_centred, min(2 * his_given, 1)), -his_given, -max(his_mine, min(2 * his_given, 1))]
            best = [max(a, b) for a, b in zip(best, values, strict=True)]
        centred, mine, given = centred + weight * best[0], mine + weight * best[1], given + weight * best[2]
    return centred, mine, given


BEAR_OFFS = [
    ("5:1 2:1", "1:1"),
    ("6:1 1:1", "1:2"),
    ("1:4", "1:4"),
    ("1:6", "1:6"),
    ("2:2 1:1", "3:1 1:2"),
    ("6:1 5:1", "6:1 4:1"),
    ("4:2", "5:1 2:1"),
]


@pytest.mark.parametrize(("own", "opponent"), BEAR_OFFS)
def test_short_bear_offs_are_doubled_as_brute_force_doubles_them(own: str, opponent: str) -> None:
    position = Position.of(own, opponent)
    centred, mine, given = exact(position)
    found = engine.cube(position, ply=0)
    assert found.no_double == pytest.approx(centred, abs=1e-3)
    assert found.double_take == pytest.approx(2 * given, abs=2e-3)
    assert found.double == (min(2 * given, 1) > centred) or abs(min(2 * given, 1) - centred) < 1e-3
    owned = engine.cube(position, money(2, Seat.FIRST), ply=0)
    assert owned.no_double == pytest.approx(mine, abs=1e-3), "in points of the cube as it stands"


def money(value: int, owner: Seat | None) -> Match:
    match = Match.start(None, PROFILES["sv-grund"])
    game = Game.start(match.game_terms())
    return replace(match, game=replace(game, turn=Seat.FIRST, phase=Phase.TO_ROLL, turns=1, cube=Cube(value, owner)))


@pytest.mark.parametrize(
    ("rolls", "action"),
    [
        (2, CubeAction.DOUBLE_DROP),
        (3, CubeAction.DOUBLE_DROP),
        (4, CubeAction.DOUBLE_TAKE),
        (5, CubeAction.DOUBLE_TAKE),
    ],
)
def test_positions_of_so_many_rolls_are_answered_as_published(rolls: int, action: CubeAction) -> None:
    """Both sides need so many rolls less what doubles save: three rolls are a drop, four a take."""
    checkers = f"1:{2 * rolls}"
    assert engine.cube(Position.of(checkers, checkers), ply=2).action is action


def at_score(needs: tuple[int, int], length: int = 7) -> Match:
    match = replace(Match.start(length), score=(length - needs[0], length - needs[1]))
    game = Game.start(match.game_terms())
    return replace(match, game=replace(game, turn=Seat.FIRST, phase=Phase.TO_ROLL, turns=1))


def test_a_cube_that_wins_the_match_for_nobody_else_is_dead_and_free() -> None:
    # Two points from the end each, on the last roll of the game: the favourite doubles, for this game decides.
    last_roll = Position.of("5:1 2:1", "1:1")  # 19 of 36
    found = engine.cube(last_roll, at_score((2, 2)), ply=0)
    assert found.action is CubeAction.DOUBLE_TAKE
    # One point from the end the leader has nothing to win by doubling.
    assert engine.cube(last_roll, at_score((1, 3)), ply=0).action in (CubeAction.NOT_AVAILABLE, CubeAction.NO_DOUBLE)
