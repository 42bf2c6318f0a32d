"""A club night: whoever is free is paired with those they have met least, people come and go, and one may have to wait.

The one who has waited least waits. Two who just played each other do not play again at once while somebody else may
still come free. After the last start nothing is paired, and the desk proposes to finish, unless it is told to go on.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Aim, Contender, Pair, pair_round
from tavl.tournament.matches.minutes_per_point import MINUTES_PER_POINT, expected_ms

CLUB_NIGHT_AIMS = (Aim.NAMED, Aim.SECOND_BYE, Aim.MET, Aim.LAST, Aim.FAMILY)
"""What a club night avoids, the most important first."""


class Night(Struct, frozen=True, kw_only=True):
    length: int  # points
    ends_at: int
    minutes_per_point: int = MINUTES_PER_POINT

    @property
    def last_start(self) -> int:
        """The latest instant at which a match can begin and still end in time."""
        return self.ends_at - expected_ms(self.length, self.minutes_per_point)


class Free(Struct, frozen=True, kw_only=True):
    """Somebody who is here and not playing."""

    player: Player
    met: tuple[str, ...] = ()  # tonight's opponents in order, or a season's, as the club likes
    waited: int = 0  # times, before now
    waits: bool = False  # now, since others were paired


class Proposal(Struct, frozen=True, kw_only=True):
    pairs: tuple[Pair, ...] = ()
    waits: tuple[str, ...] = ()  # left over, and counted as waiting
    finish: bool = False  # it is too late for another match


def propose(night: Night, free: Iterable[Free], running: int, at: int, lots: Lots, *, anyway: bool = False) -> Proposal:
    """Whom to pair now. `running` is how many matches are on: with none, nobody has to wait. `anyway`: the
    director was told that it is late, and goes on."""
    free = sorted(free, key=lambda one: one.player.id)
    if at > night.last_start and not anyway:
        return Proposal(waits=tuple(one.player.id for one in free), finish=True)
    found = pair_round([_contender(one) for one in free], lots, CLUB_NIGHT_AIMS)
    last = {one.player.id: one.met[-1] if one.met else None for one in free}
    pairs = tuple(
        pair for pair in found.pairs if not running or pair.two is None or not _just_met(last, pair.one, pair.two)
    )
    paired = {id for pair in pairs for id in pair.players}
    return Proposal(pairs=pairs, waits=tuple(one.player.id for one in free if one.player.id not in paired))


def _contender(one: Free) -> Contender:
    return Contender(player=one.player, met=one.met, byes=one.waited + one.waits)


def _just_met(last: dict[str, str | None], one: str, two: str) -> bool:
    return last[one] == two and last[two] == one
