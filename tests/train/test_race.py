"""The race network learns from the rolls that follow, and its integers say what the learner meant."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from train import race  # noqa: E402


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    return race.build()


def side(**counts: int) -> race.Sides:
    """``p7=1`` is a checker on the 7 point; the others are off."""
    one = np.zeros(race.PLACES, np.int8)
    for place, count in counts.items():
        one[int(place[1:])] = count
    one[0] = 15 - one.sum()
    return one


def test_the_integers_say_what_the_learner_says(library: ctypes.CDLL, tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = race.RaceNet()
    net.write(tmp_path / "tavl.race")
    sides = race.begin(library, 300, 200, seed=4)
    rows, first = race.rows_of(library, sides)
    with torch.no_grad():
        meant = net(torch.from_numpy(rows.astype(np.int32)), torch.from_numpy(first)).exp().numpy()
    said = race.Teacher(library, tmp_path / "tavl.race").says(sides)
    asked = race.asked_of(sides)
    assert np.abs(said - meant)[asked].max() < 0.02
    assert np.allclose(said[asked].sum(1), 1, atol=1e-4)


def test_what_follows_from_the_rolls_is_exact_where_every_play_ends_at_home(
    library: ctypes.CDLL, tmp_path: Path
) -> None:
    race.RaceNet().write(tmp_path / "tavl.race")
    teacher = race.Teacher(library, tmp_path / "tavl.race")
    sides = np.stack([side(p7=1), side(p7=1, p1=1)])
    _, first = race.rows_of(library, sides)
    bins = teacher.follow(sides.copy(), np.zeros(2, np.int32), seed=1)
    chances = [dict(enumerate(row[0], start=int(begin))) for row, begin in zip(bins, first[:, 0], strict=True)]
    # From the 7 point alone: whoever has not rolled 7 pips needs one more.
    at_once = sum(1 for a in range(1, 7) for b in range(1, 7) if (4 * a if a == b else a + b) >= 7) / 36
    assert chances[0][1] == pytest.approx(at_once, abs=1e-4)
    assert chances[0][2] == pytest.approx(1 - at_once, abs=1e-2)
    # With another on the 1 point: 3-3 and the higher doubles.
    assert chances[1][1] == pytest.approx(4 / 36, abs=1e-4)


def test_sides_that_are_learned_from_come_nearer(library: ctypes.CDLL, tmp_path: Path) -> None:
    torch.manual_seed(1)
    learner = race.Learner(library, tmp_path / "tavl.race")
    learner.gather(6)
    losses = [learner.learn(2e-3) for _ in range(4)]
    assert losses[-1] < losses[0] * 0.7
    learner.hand_over()
    race.measure(library, tmp_path / "tavl.race", games=20)


def test_what_the_later_rolls_found_out_is_handed_back_a_roll_later() -> None:
    heads = np.zeros(2, np.int32)

    def step(begun: list[bool], first: int, follows: int, says: int) -> race.Step:
        """All the chance on one bin, by the roll and by the network; the same for both games."""
        bins = np.zeros((2, 2, race.HEADS, race.BINS), np.float32)
        bins[0, :, 0, follows] = bins[1, :, 0, says] = 1
        firsts = np.full((2, race.HEADS), first, np.int32)
        rows = np.zeros((2, race.ACTIVE), np.int16)
        return race.Step(np.array(begun), rows, firsts, heads, *bins)

    # The second game was begun again in between, so that what it says later is of another side.
    before, after = step([True, True], 3, 10, 10), step([False, True], 2, 12, 11)
    earlier, later = race.targets([before, after])
    assert later.argmax(1).tolist() == [12, 12]
    # With the 14th roll from there (2 + 12), not the 13th: the 15th from here, in bin 12 after 3.
    assert earlier[0].nonzero()[0].tolist() == [10, 11, 12]
    assert earlier[0, [10, 11, 12]].tolist() == [1, -1, 1]
    assert earlier[1].nonzero()[0].tolist() == [10]


def test_a_network_that_is_read_back_says_the_same(library: ctypes.CDLL, tmp_path: Path) -> None:
    torch.manual_seed(5)
    race.RaceNet().write(tmp_path / "one.race")
    race.RaceNet.read(tmp_path / "one.race").write(tmp_path / "two.race")
    assert (tmp_path / "one.race").read_bytes() == (tmp_path / "two.race").read_bytes()
