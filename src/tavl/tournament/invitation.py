"""What is announced before anybody enters: the invitation and its divisions.

A default that is a number of some subject stands with that subject: `prize_division`, `minutes_per_point`, a format.
"""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct, structs

from tavl.rules.match import MAX_LENGTH
from tavl.rules.profile import DBF_TOURNAMENT, Profile, Use, fault_of
from tavl.rules.refusal import Refused, refuse
from tavl.rules.text_kinds import Code
from tavl.tournament.formats.double_and_triple_elimination import DEFAULT_LIVES
from tavl.tournament.formats.groups import DEFAULT_THROUGH
from tavl.tournament.formats.league import DEFAULT_BOARDS
from tavl.tournament.formats.swiss.continuous import DEFAULT_BATCH
from tavl.tournament.matches.minutes_per_point import MINUTES_PER_POINT
from tavl.tournament.money.amounts import Amount, MoneyError, part_of, parts_of
from tavl.tournament.money.fees import Fee
from tavl.tournament.money.prize_division import PRIZE_UNIT
from tavl.tournament.standings.tie_breaks import Restart, TieBreak

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
MAX_DIVISIONS = 64
SHEETS = (2, 4, 8, 16, 32)
"""How many names fill the sheet of a jackpot, or of a tournament that runs automatically."""
RULEBOOK = "2026-11"
"""The version of the rulebook that a new tournament is played by; its stream keeps it."""

LEFT_OPEN = frozenset({"clock_use", "clock", "baffle_box", "breaks", "penalty_points_go_to"})
"""What a sanctioned tournament may set (T1.1): T3.5.i, T3.5.v, T3.4.i, T2.2.iii, and where the rules are silent. What
two players may agree on in any tournament, a clock or a box (T3.4.i.a, T3.5.i.a), is not restricted."""


class Format(StrEnum):
    ELIMINATION = "elimination"
    CONSOLATION = "consolation"  # a knock-out with consolation, and last chance where it has a length
    DOUBLE = "double"
    TRIPLE = "triple"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"
    JACKPOT = "jackpot"
    CLUB_NIGHT = "club_night"
    CONTINUOUS = "continuous"  # a Swiss with lives, in small pools that wait for nobody else
    LEAGUE = "league"  # of teams


BY_ROUNDS = frozenset({Format.SWISS, Format.TRIPLE, Format.CLUB_NIGHT, Format.CONTINUOUS})
"""Formats whose next pairings are drawn when results are there."""


class Stage(Struct, frozen=True, kw_only=True):
    id: Code  # "main", "consolation", "last_chance"
    length: int
    final: int | None = None  # the length of its final, if it is another
    best_of: int = 1


class Prize(Struct, frozen=True, kw_only=True):
    """What part of the fund a stage gets, and how it is divided among its places."""

    stage: Code = "main"
    part: Code = "1"  # an exact part: "60 %", "2/3"
    places: tuple[Code, ...] = ("1",)


class SidePool(Struct, frozen=True, kw_only=True):
    """Something that entrants may pay into beside their entry; it follows the places of its division."""

    id: Code
    price: Amount
    places: tuple[Code, ...] = ("1",)


class DivisionTerms(Struct, frozen=True, kw_only=True, rename={"prize_unit": "unit"}):
    id: Code
    level: int = 0  # a higher division has a higher one (T1.4.ii)
    format: Format = Format.ELIMINATION
    stages: tuple[Stage, ...] = (Stage(id="main", length=7),)
    rounds: int | None = None  # of a Swiss
    groups: int | None = None
    progressive: bool = True  # who loses later comes into the consolation later
    capacity: int | None = None
    members: int = 1  # of an entrant: 2 is doubles; more is a team
    fees: tuple[Fee, ...] = ()  # one for each currency that is taken
    house: Code = "0"  # its part of the pool
    prizes: tuple[Prize, ...] = ()
    prize_unit: int = PRIZE_UNIT  # prizes are rounded down to so many of the smallest unit; written `unit`
    pools: tuple[SidePool, ...] = ()
    rated: bool = True
    priority: int = 0  # whose matches come first for a player wanted in several: the lowest
    minutes_per_point: int = MINUTES_PER_POINT
    re_entries: int = 0
    tie_breaks: tuple[TieBreak, ...] = ()  # none: the format's own
    restart: Restart = Restart.STILL_TIED
    through: int = DEFAULT_THROUGH  # so many go on from each group
    lives: int = DEFAULT_LIVES
    ends_at: int | None = None  # of a club night
    seeded: bool = False  # by rating; otherwise by lot
    share_tied: bool = False  # those with the same score share the money, whatever the tie-breaks say
    cycles: int = 1  # of a round robin or a league: 2 is home and away
    boards: int = DEFAULT_BOARDS  # of a team match
    reserves: int = 0  # that a team may have beside its members
    take_out: bool = False  # of both: who withdraws before half their matches leaves the table with them
    batch: int = DEFAULT_BATCH  # players to a pool of a continuous Swiss, or more
    deadlines: tuple[int, ...] = ()  # of the rounds, where they have days
    by_itself: bool = False  # drawn when it is full, played, and its prizes awarded without a director
    sheet_of: Code | None = None  # the jackpot whose next sheet this is

    @property
    def fills(self) -> bool:
        """Drawn in the same second in which its last place is taken."""
        return self.capacity is not None and (self.by_itself or self.format is Format.JACKPOT)

    @property
    def fault(self) -> Refused | None:
        if not ID.fullmatch(self.id):
            return refuse("bad_value", "T1.1", field="divisions.id")
        if not self.stages or len({stage.id for stage in self.stages}) != len(self.stages):
            return refuse("bad_value", "T1.1", field="divisions.stages")
        for stage in self.stages:
            lengths = [stage.length, *([] if stage.final is None else [stage.final])]
            for length in lengths:
                if not 1 <= length <= MAX_LENGTH:
                    return refuse("bad_length", "T4.5", length=length, most=MAX_LENGTH)
            if stage.best_of < 1 or stage.best_of % 2 == 0:
                return refuse("bad_value", "T2.2.ii", field="divisions.best_of")
        numbers = (
            self.through,
            self.lives,
            self.groups or 1,
            self.members,
            self.minutes_per_point,
            self.prize_unit,
            self.capacity or 1,
            self.rounds or 1,
            self.cycles,
            self.boards,
            self.batch,
        )
        if min(numbers) < 1 or self.re_entries < 0 or self.reserves < 0:
            return refuse("bad_value", "T1.1", field="divisions")
        if self.fills and self.capacity not in SHEETS:
            return refuse("bad_value", "T1.1", field="divisions.capacity")
        if list(self.deadlines) != sorted(self.deadlines):
            return refuse("bad_value", "T2.2.i", field="divisions.deadlines")
        currencies = [fee.price.currency for fee in self.fees]
        if len(set(currencies)) != len(currencies):
            return refuse("bad_value", "T1.1", field="divisions.fees")
        try:
            part_of(self.house, "house")
            if self.prizes:
                parts_of([prize.part for prize in self.prizes], "prizes")
            for places in (*(prize.places for prize in self.prizes), *(pool.places for pool in self.pools)):
                parts_of(places, "prizes")
        except MoneyError as error:
            return refuse("bad_value", "T1.1", field=f"divisions.{error.field}")
        return None

    def stage(self, id: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.id == id), None)


class Invitation(Struct, frozen=True, kw_only=True):
    profile: Profile = DBF_TOURNAMENT
    sanctioned: bool = True
    rulebook: Code = RULEBOOK
    starts_at: int = 0
    ends_at: int | None = None
    languages: tuple[Code, ...] = ("en", "da")
    divisions: tuple[DivisionTerms, ...] = ()
    observer_fee: Amount | None = None  # T1.3.iii
    late_by_itself: bool = False  # points for lateness that was reported are counted without a press (T2.2.iv)
    score_boards: bool = False  # required (T4.7)
    analysed: bool = False  # matches played on the server's boards are analysed as they end, for fair-play sheets
    attended: bool = True  # a director runs it; without one it can only be unsanctioned
    demonstration: bool = False  # to play director in: nobody plays, and it is on no list of other people's
    organisation: Code = ""  # whose it is: its report goes there
    sanctioned_class: Code = ""  # of the organisation's classes, where it is sanctioned

    @property
    def departures(self) -> tuple[str, ...]:
        """Fields of the profile that no clause leaves open: with any of them it is not the federation's (T1.1)."""
        theirs, ours = structs.asdict(DBF_TOURNAMENT), structs.asdict(self.profile)
        for each in (theirs, ours):
            each.pop("name"), each.pop("sources"), each.pop("choices")
            each["valid_roll"] = structs.replace(each["valid_roll"], dice_on_checkers=False)  # T4.1.iv.c
        forbidden = [name for name in ("clock_use", "baffle_box") if ours[name] is Use.NONE]  # both may agree on one
        return tuple(
            name for name in ours if name in forbidden or (name not in LEFT_OPEN and ours[name] != theirs[name])
        )

    def why_not_add(self, terms: DivisionTerms) -> Refused | None:
        return structs.replace(self, divisions=(*self.divisions, terms)).fault

    @property
    def fault(self) -> Refused | None:
        if self.profile.money_options:
            return refuse("money_option_in_match_play", "T4.4.viii", option=self.profile.money_options[0])
        if (fault := fault_of(self.profile)) is not None:
            return fault
        if self.sanctioned and self.departures:
            return refuse("departs_from_rules", "T1.1", field=self.departures[0])
        if self.sanctioned and not self.attended:
            return refuse("no_director", "T1.3.i")
        if self.sanctioned and self.demonstration:
            return refuse("bad_value", "T1.1", field="demonstration")
        if self.ends_at is not None and self.ends_at < self.starts_at:
            return refuse("bad_value", "T2.2.i", field="ends_at")
        if self.observer_fee is not None and self.observer_fee.minor < 0:
            return refuse("bad_value", "T1.3.iii", field="observer_fee")
        ids = [terms.id for terms in self.divisions]
        if len(set(ids)) != len(ids) or len(ids) > MAX_DIVISIONS:
            return refuse("bad_value", "T1.1", field="divisions")
        return next((fault for terms in self.divisions if (fault := terms.fault)), None)
