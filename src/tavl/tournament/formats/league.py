"""A team league: at how many boards a team plays, and who goes up and down between two divisions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

DEFAULT_BOARDS = 4  # of a team match, unless the invitation says otherwise


class Movement(Struct, frozen=True, kw_only=True):
    down: tuple[str, ...]
    up: tuple[str, ...]
    play_off: tuple[str, str] | None  # the last who would stay against the next who would come up


def movement(upper: Sequence[str], lower: Sequence[str], places: int = 2, play_off: bool = True) -> Movement:
    """Between two divisions, each in its final order. A team taken out of the table goes down before the last: give it
    as the last of its division."""
    if len(upper) <= places + play_off or len(lower) < places + play_off:
        raise ValueError(f"too few teams for {places} to change places")
    return Movement(
        down=tuple(upper[len(upper) - places :]),
        up=tuple(lower[:places]),
        play_off=(upper[-places - 1], lower[places]) if play_off else None,
    )
