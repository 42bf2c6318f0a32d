"""What was agreed or ordered before a table is opened."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.match import Terms
from tavl.rules.profile import ClockSetting
from tavl.rules.refusal import Refused, refuse


class Sitting(StrEnum):
    ENFORCED = "enforced"  # the board allows only what is legal
    CHALLENGE = "challenge"  # people can play wrongly, and be caught
    RECORDED = "recorded"  # a wooden board with devices beside it


class Ruler(StrEnum):
    """Who rules on a dispute."""

    DIRECTOR = "director"
    NAMED = "named"
    NOBODY = "nobody"


class TableTerms(Struct, frozen=True, kw_only=True):
    match: Terms
    sitting: Sitting = Sitting.ENFORCED
    clock: ClockSetting | None = None
    claims_flags_itself: bool = True  # online the server may claim for the players (T4.3.iii, our addition)
    flag_grace_ms: int = 0
    ruler: Ruler = Ruler.NOBODY
    aids: bool = True  # pip count and the like; never in a tournament match (T1.7.i)
    rated: bool = False
    spectator_delay_ms: int = 0
    next_game_after_ms: int | None = None  # the next game is set up by itself after so long

    @property
    def fault(self) -> Refused | None:
        if self.match.fault:
            return self.match.fault
        if self.clock and (self.clock.minutes_per_point < 0 or self.clock.delay_seconds < 0):
            return refuse("bad_value", "T3.5.v", field="clock")
        if min(self.flag_grace_ms, self.spectator_delay_ms, self.next_game_after_ms or 0) < 0:
            return refuse("bad_value", "T2.2.iii", field="times")
        return None
