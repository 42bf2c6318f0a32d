"""The Gymnasium environment: by Gymnasium's own checker, and by the rules."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from tavl.gym import Backgammon  # noqa: E402
from tavl.rules import Dice, Position  # noqa: E402


def test_gymnasiums_own_checker_has_nothing_to_say() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(Backgammon("newcomer"), skip_render_check=True)
    assert [str(each.message) for each in said] == []


def test_it_is_made_by_name() -> None:
    assert isinstance(gymnasium.make("tavl/Backgammon-v0", opponent=None).unwrapped, Backgammon)


@pytest.mark.parametrize("opponent", [None, "newcomer"])
def test_a_game_by_legal_numbers_ends_with_its_points(opponent: str | None) -> None:
    env = Backgammon(opponent)
    _, info = env.reset(seed=5)
    ended, reward = False, 0.0
    while not ended:
        assert info["action_mask"].sum() == info["plays"] >= 1
        seen, reward, ended, cut, info = env.step(np.int64(info["plays"] - 1))
        assert not cut
        assert env.observation_space.contains(seen)
        assert ended or reward == 0
    assert abs(reward) in (1, 2, 3)


def test_actions_are_the_legal_plays_in_their_order() -> None:
    env = Backgammon(None)
    seen, info = env.reset(seed=1)
    position = Position.from_bytes(bytes(seen["board"]))
    plays = position.plays(Dice(*map(int, seen["dice"])))
    assert position == Position.start()
    assert seen["dice"][0] != seen["dice"][1]  # nobody begins with a double
    assert info["plays"] == len(plays)
    after, *_ = env.step(np.int64(2))
    assert bytes(after["board"]) == bytes(plays[2].result)


def test_a_number_that_is_no_play_loses_the_game() -> None:
    env = Backgammon(None)
    _, info = env.reset(seed=1)
    _, reward, ended, _, info = env.step(np.int64(info["plays"]))
    assert (reward, ended, info["illegal"]) == (-3.0, True, True)


def test_the_same_seed_gives_the_same_game() -> None:
    def dice_of(seed: int) -> list[list[int]]:
        env = Backgammon("newcomer")
        seen, _ = env.reset(seed=seed)
        rolled = [seen["dice"].tolist()]
        for _ in range(5):
            seen, *_ = env.step(np.int64(0))
            rolled.append(seen["dice"].tolist())
        return rolled

    assert dice_of(7) == dice_of(7) != dice_of(8)
