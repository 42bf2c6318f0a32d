"""Who changes places between two divisions of a league."""

from __future__ import annotations

import pytest

from tavl.tournament.formats.league import movement


def test_places_11_and_12_go_down_two_come_up_and_10th_plays_off_against_the_others_3rd() -> None:
    elite = [f"e{place}" for place in range(1, 13)]
    first = [f"f{place}" for place in range(1, 13)]
    found = movement(elite, first)
    assert found.down == ("e11", "e12")
    assert found.up == ("f1", "f2")
    assert found.play_off == ("e10", "f3")
    assert movement(elite, first, places=1, play_off=False).down == ("e12",)
    with pytest.raises(ValueError, match="too few teams"):
        movement(elite[:3], first)
