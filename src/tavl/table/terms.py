"""What was agreed or ordered before a table is opened."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

from tavl.rules.match import Terms
from tavl.rules.profile import ClockSetting, IllegalPlay
from tavl.rules.refusal import Refused, refuse
from tavl.rules.text_kinds import Code

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class Sitting(StrEnum):
    ENFORCED = "enforced"  # the board allows only what is legal
    CHALLENGE = "challenge"  # people can play wrongly, and be caught
    RECORDED = "recorded"  # a physical board with devices beside it


class Ruler(StrEnum):
    """Who rules on a dispute."""

    DIRECTOR = "director"
    NAMED = "named"
    NOBODY = "nobody"


class Detail(StrEnum):
    """How much of a game at a physical board is recorded."""

    PLAYS = "plays"  # every roll and play
    CUBE = "cube"  # clock, cube and results


class TableTerms(Struct, frozen=True, kw_only=True):
    match: Terms
    sitting: Sitting = Sitting.ENFORCED
    clock: ClockSetting | None = None
    claims_flags_itself: bool = True  # online the server may claim for the players (T4.3.iii, our addition)
    flag_grace_ms: int = 0
    ruler: Ruler = Ruler.NOBODY
    appeals_wait: bool = False  # a committee hears appeals, and everything waits for it (T5.2)
    aids: bool = True  # pip count and similar aids; never in a tournament match (T1.7.i)
    rated: bool = False
    spectator_delay_ms: int = 0
    next_game_after_ms: int | None = None  # the next game is set up by itself after so long
    conduct: bool = False  # consents, breaks, requests and so on are kept, although nobody rules
    detail: Detail = Detail.PLAYS  # of a recorded table
    accept_after_ms: int = 60_000  # a play that ends a challenge match stands after so long
    default_after_ms: int = 300_000  # a dispute that nobody rules on ends by the clause's default after so long
    disputes_each: int = 3  # that a player may lose in a match where nobody rules
    late_penalties_by_themselves: bool = False  # as the director chose (T2.2.iv)
    starts_at: int | None = None
    best_of_three: bool = False  # breaks only between matches (T2.2.ii)
    delays_ms: tuple[int, int] | None = None  # of each player, where one has a delay of their own (T2.2.iii)
    equipment: frozenset[Code] = frozenset()  # what the venue has (T3.1 to T3.5): names of `Equipment`
    languages: tuple[Code, ...] = ("en",)  # official ones (T1.5)
    teams: bool = False
    arrangements_each_turn: int | None = None  # how often a play may be laid out before the turn ends (T4.2.v)

    @property
    def keeps_conduct(self) -> bool:
        """Where somebody rules, at a physical board, or where it was asked for."""
        return self.conduct or self.ruler is not Ruler.NOBODY or self.sitting is Sitting.RECORDED

    @property
    def fault(self) -> Refused | None:
        if self.match.fault:
            return self.match.fault
        if self.sitting is Sitting.CHALLENGE and self.match.profile.illegal_play is IllegalPlay.ENFORCED:
            return refuse("profile_enforces", "G4.6", profile=self.match.profile.name)
        if self.clock and (self.clock.minutes_per_point < 0 or self.clock.delay_seconds < 0):
            return refuse("bad_value", "T3.5.v", field="clock")
        if self.delays_ms and min(self.delays_ms) < 0:
            return refuse("bad_value", "T3.5.v", field="delays_ms")
        if min(self.flag_grace_ms, self.spectator_delay_ms, self.next_game_after_ms or 0) < 0:
            return refuse("bad_value", "T2.2.iii", field="times")
        if not all(_LANGUAGE.fullmatch(language) for language in self.languages):
            return refuse("bad_value", "T1.5", field="languages")
        if self.arrangements_each_turn is not None and self.arrangements_each_turn < 1:
            return refuse("bad_value", "T4.2.v", field="arrangements_each_turn")
        if min(self.accept_after_ms, self.default_after_ms, self.disputes_each) < 0:
            return refuse("bad_value", "T5.1", field="disputes")
        return None
