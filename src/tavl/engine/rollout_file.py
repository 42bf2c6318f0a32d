"""A saved rollout, as a small JSON file: what was asked, and the sums so far."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from tavl._native import RolloutSums
from tavl.engine.cubes import cube_of
from tavl.engine.rollout import RolloutResult, result_of
from tavl.rules import Match


class RolloutFileError(ValueError):
    """A file that cannot be continued: `field` is the setting that differs, or empty where it is not such a file."""

    def __init__(self, problem: str, field: str = "") -> None:
        self.field = field
        super().__init__(problem)


class RolloutSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that the numbers depend on. How many games, and on how many threads, they do not."""

    id: str  # position and match as a GNU ID
    cubeful: bool = False
    truncate: int = 0
    ply: int = 0
    seed: int = 1
    network: str = ""  # and what tells other searches and cubes apart: `engine_name`


class _Saved(Struct, forbid_unknown_fields=True, kw_only=True):
    tavl_rollout: int  # version of this form
    settings: RolloutSettings
    games: int
    sum: list[float]
    squares: list[float]
    utility: list[float]
    utility_squares: list[float]


def write_rollout(path: Path, settings: RolloutSettings, sums: RolloutSums) -> None:
    saved = _Saved(
        tavl_rollout=1,
        settings=settings,
        games=sums.games,
        sum=list(sums.sum),
        squares=list(sums.squares),
        utility=list(sums.utility),
        utility_squares=list(sums.utility_squares),
    )
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(saved)) + b"\n")
    beside.replace(path)  # whole or not at all


def read_rollout(path: Path, settings: RolloutSettings) -> RolloutSums:
    """The sums of a rollout that was made with these settings; raises RolloutFileError for any other."""
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=_Saved)
    except msgspec.DecodeError as error:
        raise RolloutFileError(str(error)) from None
    for field in settings.__struct_fields__:
        if getattr(saved.settings, field) != getattr(settings, field):
            raise RolloutFileError(f"{getattr(saved.settings, field)} != {getattr(settings, field)}", field)
    whole = saved.tavl_rollout == 1 and len(saved.sum) == len(saved.squares) == 6 and saved.games >= 0
    if not whole or len(saved.utility) != len(saved.utility_squares) or len(saved.utility) > 2:
        raise RolloutFileError("the sums are not those of a rollout")
    sums = RolloutSums.__new__(RolloutSums)
    state = (saved.games, saved.sum, saved.squares, saved.utility, saved.utility_squares)
    sums.__setstate__(state)
    return sums


def result_so_far(sums: RolloutSums, match: Match | None) -> RolloutResult | None:
    """The result of a rollout so far; nothing before its first game."""
    return result_of(sums, cube_of(match)) if sums.games else None
