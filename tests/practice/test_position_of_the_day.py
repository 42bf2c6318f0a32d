"""The position of the day."""

from __future__ import annotations

from tavl.practice.decks import shipped_decks
from tavl.practice.position_of_the_day import OF_THE_DAY, card_of_the_day
from tavl.practice.streaks import DAY


def test_the_position_of_the_day_is_another_one_each_day_until_all_have_been() -> None:
    count = sum(len(shipped_decks()[name]) for name in OF_THE_DAY)
    assert len({card_of_the_day(day * DAY).id for day in range(20_000, 20_000 + count)}) == count
    assert card_of_the_day(20_000 * DAY) is card_of_the_day((20_000 + count) * DAY)
