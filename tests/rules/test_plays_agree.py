"""The native plays against brute force, the bulk call, the tree and a table of 500 positions."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tavl.rules import ALL_ROLLS, Dice, Position, legal_results
from tests.rules.referee import legal_boards, one_move, reached
from tests.strategies import position_and_roll_pairs

PERFT = Path(__file__).parents[1] / "data" / "perft.tsv"


def pairs(seed: int, count: int) -> Iterable[tuple[Position, Dice]]:
    return islice(position_and_roll_pairs(Random(seed)), count)


def disagreement(position: Position, dice: Dice, seen: Counter[str]) -> str | None:
    board = bytes(position)
    expected = legal_boards(board, dice.high, dice.low)
    plays = position.plays(dice)
    found = [bytes(play.result.mirror()) for play in plays]
    if len(set(found)) != len(found) or set(found) != expected:
        return f"{position!r} {dice}: {len(found)} plays, {len(expected)} expected"
    _notice(position, dice, len(plays[0]), len(plays), seen)
    return None


def _notice(position: Position, dice: Dice, length: int, plays: int, seen: Counter[str]) -> None:
    """What kind of case it was, so that the test can say that it met them all."""
    seen["hundreds of plays"] += plays > 300
    seen["several on the bar"] += position.bar > 1
    seen["fourteen"] += position.checkers == 14 or position.opponent_checkers == 14
    home = not any(position.own[7:])
    seen["gap in the bear-off"] += home and 0 in position.own[1 : max(i for i in range(26) if position.own[i])]
    seen["contact in the bear-off"] += home and position.contact
    seen["dance"] += length == 0
    if dice.double:
        seen["not all four"] += 0 < length < 4
        return
    ways = [reached({bytes(position)}, die) for die in dice]
    seen["higher die"] += length == 1 and all(ways)
    seen["lower die only"] += length == 1 and not ways[0]
    if length == 2:
        dead_end = any(not any(one_move(b, dice.low)) for b in ways[0]) or any(
            not any(one_move(b, dice.high)) for b in ways[1]
        )
        seen["both dice, one order"] += dead_end


@pytest.mark.rule("G4.2", "G4.3", "G4.4", "G4.5", "G4.6", "G5.1", "G5.2", "G7.1", "G7.2")
def test_plays_agree_with_referee() -> None:
    seen: Counter[str] = Counter()
    faults = [fault for pair in pairs(20_26, 6_000) if (fault := disagreement(*pair, seen))]
    assert faults[:5] == []
    assert len(seen) == 10
    assert min(seen.values()) >= 20, seen


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_plays_agree_with_referee_on_a_million() -> None:
    seen: Counter[str] = Counter()
    faults = [fault for pair in pairs(1_000_000, 1_000_000) if (fault := disagreement(*pair, seen))]
    assert faults[:5] == []


def test_each_play_tells_how_it_is_made() -> None:
    for position, dice in pairs(3, 4_000):
        plays = position.plays(dice)
        assert len({str(play) for play in plays}) == len(plays), (position, dice)
        for play in plays:
            here, hits = position, 0
            for move in play.moves:
                assert not here.bar or move.source == 25
                after = here.moved(move.source, move.target)
                assert move.hit == (after.opponent_bar > here.opponent_bar)
                here, hits = after, hits + move.hit
            assert here.mirror() == play.result
            assert hits == play.hits


@pytest.mark.parametrize("threads", [1, 2])
def test_bulk_call_gives_what_single_calls_give(threads: int) -> None:
    sample = list(pairs(4, 6_000))
    boards = np.array([list(bytes(position)) for position, _ in sample], dtype=np.int8)
    dice = np.array([list(roll) for _, roll in sample], dtype=np.int8)
    dice[::2] = dice[::2, ::-1]  # which die was first makes no difference
    offsets, results = legal_results(boards, dice, threads)
    assert len(offsets) == len(sample) + 1
    for number, (position, roll) in enumerate(sample):
        bulk = [row.tobytes() for row in results[offsets[number] : offsets[number + 1]]]
        assert bulk == [bytes(play.result) for play in position.plays(roll)]


def test_bulk_call_takes_nothing_and_refuses_nonsense() -> None:
    def call(boards: object, dice: object) -> object:
        return legal_results(np.array(boards, np.int8), np.array(dice, np.int8))

    start = list(bytes(Position.start()))
    offsets, results = legal_results(np.zeros((0, 52), np.int8), np.zeros((0, 2), np.int8))
    assert offsets.tolist() == [0]
    assert results.shape == (0, 52)
    for boards, dice in [
        ([start], [[0, 1]]),
        ([start], [[1, 7]]),
        ([start, start], [[1, 2]]),
        ([start[:50]], [[1, 2]]),
    ]:
        with pytest.raises(ValueError):
            call(boards, dice)
    with pytest.raises(ValueError, match="16 checkers"):
        call([[1, *start[1:]]], [[1, 2]])


@pytest.mark.rule("G4.3", "G4.6")
def test_every_way_through_the_tree_is_a_legal_play_and_every_legal_play_has_one() -> None:
    for position, dice in pairs(5, 800):
        tree = position.play_tree(dice)
        results = {play.result for play in position.plays(dice)}
        length = len(position.plays(dice)[0])
        ends = set()
        todo, been = [(0, (dice.high,) * 4 if dice.double else tuple(dice), 0)], set()
        assert tree.position(0) == position
        while todo:
            node, left, depth = todo.pop()
            if (node, left) in been:
                continue
            been.add((node, left))
            here, steps = tree.position(node), tree.steps(node)
            if not steps:
                assert depth == length
                ends.add(here.mirror())
            for move, die, following in steps:
                rest = list(left)
                rest.remove(die)
                after = here.moved(move.source, move.target)
                assert move.target == max(move.source - die, 0)
                assert bytes(after) in set(one_move(bytes(here), die))
                assert move.hit == (after.opponent_bar > here.opponent_bar)
                assert tree.position(following) == after
                todo.append((following, tuple(rest), depth + 1))
        assert ends == results, (position, dice)
        assert {node for node, _ in been} == set(range(len(tree)))


def test_tree_has_no_other_nodes() -> None:
    tree = Position.start().play_tree(Dice(3, 1))
    for ask in (tree.steps, tree.position):
        with pytest.raises(IndexError):
            ask(len(tree))


def test_counts_of_500_positions() -> None:
    with PERFT.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 500
    for row in rows:
        position = Position.from_gnu_id(row["positionID"])
        assert position.gnu_id == row["positionID"]
        counts = {f"{roll.low}{roll.high}": len(position.plays(roll)) for roll in ALL_ROLLS}
        assert counts == {roll: int(row[roll]) for roll in counts}
        dances = {roll for roll in counts if position.dances(Dice(*map(int, roll)))}
        assert dances == set(row["dance_rolls"].replace(",", " ").split())
