"""Rule profiles: how the sources differ, every field typed. A table is played under one of them, or a combination."""

from __future__ import annotations

from enum import StrEnum
from math import inf
from typing import Any

import msgspec
from msgspec import Struct

from tavl.i18n import later
from tavl.i18n.refusals import name_values
from tavl.rules.late_penalties import Late
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.text_kinds import Clause, Code


class PlayFor(StrEnum):
    MATCH = "match"
    MATCH_OR_MONEY = "match_or_money"
    POINTS_OR_STAKE = "points_or_stake"  # without either, no cube (G10.1)


class TurnEnd(StrEnum):
    DICE_LIFTED = "dice_lifted"
    DICE_LIFTED_OR_TOUCHED = "dice_lifted_or_touched_to_lift"
    OPPONENTS_TIME_STARTED = "opponents_time_started"


class IllegalPlay(StrEnum):
    ENFORCED = "enforced"  # cannot be made
    MUST_BE_CORRECTED = "must_be_corrected_until_next_valid_roll_or_double"  # T4.2.iii.a
    OPPONENT_CHOOSES = "opponent_accepts_or_has_it_replayed"  # G9.3


class EarlyAction(StrEnum):
    ENFORCED = "enforced"
    STANDS = "stands"  # T4.1.v.a, T4.4.v
    WAITING_PLAYER_CHOOSES = "waiting_player_chooses"  # G9.4


class DeadCube(StrEnum):
    CANNOT_DOUBLE = "cannot_double"  # T4.4.vii
    MAY_DOUBLE = "may_double"


class Resigning(StrEnum):
    BY_AGREEMENT = "by_agreement"
    LIMITED = "only_without_contact_or_when_certain"  # T4.5


class Use(StrEnum):
    """How a clock or a baffle box comes to a table (T3.4.i, T3.5.i)."""

    NONE = "none"
    OPTION = "option"
    PREFERENCE = "preference"
    REQUIREMENT = "requirement"


class Side(StrEnum):
    RIGHT = "right"
    LEFT = "left"


class TurnEnds(Struct, frozen=True):
    without_clock: TurnEnd = TurnEnd.DICE_LIFTED
    with_clock: TurnEnd = TurnEnd.OPPONENTS_TIME_STARTED


class ValidRoll(Struct, frozen=True):
    side: Side = Side.RIGHT
    left_by_leave: bool = False
    dice_on_checkers: bool = False  # only where the director announced it (T4.1.iv.c)


class ClockSetting(Struct, frozen=True):
    """Simple delay (T3.5.v)."""

    minutes_per_point: float = 2
    delay_seconds: float = 12


LONG_MATCH = 15  # points; above it there are more breaks


class Breaks(Struct, frozen=True):
    minutes: int = 5
    up_to_15_points: int = 1
    over_15_points: int = 2


class PenaltyPointsTo(StrEnum):
    OPPONENT = "opponent"  # added to the opponent's score
    OFFENDER = "offender"  # taken from the offender's


class HomeSides(Struct, frozen=True):
    dark: Side
    light: Side


class Profile(Struct, frozen=True, kw_only=True):
    name: Code
    sources: tuple[Clause, ...]
    play: PlayFor
    crawford: bool
    crawford_from: int = 1  # points of the shortest match in which it holds
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: bool = False
    automatic_doubles_limit: int | None = None
    gammons: bool = True
    turn_ends: TurnEnds = TurnEnds()
    illegal_play: IllegalPlay = IllegalPlay.ENFORCED
    early_roll: EarlyAction = EarlyAction.ENFORCED
    early_double: EarlyAction = EarlyAction.ENFORCED
    dead_cube: DeadCube = DeadCube.MAY_DOUBLE
    valid_roll: ValidRoll = ValidRoll()
    resign: Resigning = Resigning.BY_AGREEMENT
    clock_use: Use = Use.NONE
    clock: ClockSetting = ClockSetting()
    baffle_box: Use = Use.NONE
    breaks: Breaks | None = None
    late: Late | None = None
    penalty_points_go_to: PenaltyPointsTo = PenaltyPointsTo.OPPONENT
    home_sides: HomeSides | None = None
    choices: frozenset[Code] = frozenset()
    """Fields that the source leaves to the players ("optional", "normally")."""

    def vary(self, **fields: Any) -> Profile:
        """This profile with other fields; a combination that makes no sense raises RuleError with its clause."""
        unknown = sorted(set(fields) - set(self.__struct_fields__))
        if unknown:
            raise RuleError(refuse("no_such_field", "T1.1", field=unknown[0]))
        try:  # typed like everything that comes from outside
            varied = msgspec.convert({**msgspec.to_builtins(self), **msgspec.to_builtins(fields)}, Profile, strict=True)
        except (msgspec.ValidationError, TypeError) as error:
            raise RuleError(refuse("bad_value", "T1.1", field=", ".join(fields), problem=str(error))) from None
        fault = fault_of(varied)
        if fault:
            raise RuleError(fault)
        return varied

    @property
    def money_options(self) -> tuple[str, ...]:
        return tuple(name for name in ("jacoby", "beavers", "automatic_doubles") if getattr(self, name))


def fault_of(profile: Profile) -> Refused | None:
    """Why these fields do not go together, if they do not."""
    if profile.play is PlayFor.MATCH and profile.money_options:
        return refuse("money_option_in_match_play", "T4.4.viii", option=profile.money_options[0])
    if profile.crawford_from < 1:
        return refuse("bad_value", "G11.1", field="crawford_from")
    if profile.jacoby and not profile.gammons:
        return refuse("jacoby_without_gammons", "G11.2")
    if profile.automatic_doubles_limit is not None:
        if not profile.automatic_doubles:
            return refuse("limit_without_automatic_doubles", "G3.2")
        if profile.automatic_doubles_limit < 1:
            return refuse("bad_value", "G3.2", field="automatic_doubles_limit")
    if not (0 < profile.clock.minutes_per_point < inf and 0 <= profile.clock.delay_seconds < inf):
        return refuse("bad_value", "T3.5.v", field="clock")
    if profile.turn_ends.without_clock is TurnEnd.OPPONENTS_TIME_STARTED:
        return refuse("turn_end_needs_clock", "T4.1.vi")
    if (
        profile.breaks
        and min(profile.breaks.minutes, profile.breaks.up_to_15_points, profile.breaks.over_15_points) < 0
    ):
        return refuse("bad_value", "T2.2.ii", field="breaks")
    if profile.late and min(profile.late.every_minutes, profile.late.points) < 1:
        return refuse("bad_value", "T2.2.iv", field="late")
    if profile.home_sides and profile.home_sides.dark is profile.home_sides.light:
        return refuse("bad_value", "G1.3", field="home_sides")  # one player's left is the other's right
    return None


DBF_TOURNAMENT = Profile(
    name="dbf-tournament",
    sources=("004",),
    play=PlayFor.MATCH,
    crawford=True,
    illegal_play=IllegalPlay.MUST_BE_CORRECTED,
    early_roll=EarlyAction.STANDS,
    early_double=EarlyAction.STANDS,
    dead_cube=DeadCube.CANNOT_DOUBLE,
    valid_roll=ValidRoll(left_by_leave=True),
    resign=Resigning.LIMITED,
    clock_use=Use.OPTION,
    baffle_box=Use.OPTION,
    breaks=Breaks(),
    late=Late(),
)
DBF_BASIC = Profile(
    name="dbf-basic",
    sources=("000", "003"),
    play=PlayFor.MATCH,
    crawford=True,
    turn_ends=TurnEnds(without_clock=TurnEnd.DICE_LIFTED_OR_TOUCHED),
    illegal_play=IllegalPlay.OPPONENT_CHOOSES,
    early_roll=EarlyAction.WAITING_PLAYER_CHOOSES,
)
SV_GRUND = Profile(
    name="sv-grund",
    sources=("001",),
    play=PlayFor.MATCH_OR_MONEY,
    crawford=True,
    crawford_from=2,  # "matcher till fler än en poäng"
    choices=frozenset({"crawford", "jacoby", "automatic_doubles"}),
)
NO_HJEMME = Profile(
    name="no-hjemme",
    sources=("002",),
    play=PlayFor.POINTS_OR_STAKE,
    crawford=False,
    gammons=False,
    home_sides=HomeSides(dark=Side.LEFT, light=Side.RIGHT),
)
_TITLED = (
    (DBF_TOURNAMENT, later("Danish tournament rules")),
    (DBF_BASIC, later("Danish basic rules")),
    (SV_GRUND, later("Swedish basic rules")),
    (NO_HJEMME, later("Norwegian home rules")),
)
PROFILES = {profile.name: profile for profile, _ in _TITLED}
PROFILE_TITLES = {profile.name: title for profile, title in _TITLED}
name_values("profile", PROFILE_TITLES)  # a refusal says the title


def usual_profile(length: int | None) -> Profile:
    """Where nobody has chosen: the tournament's for a match; for money the Swedish, since the tournament knows none."""
    return SV_GRUND if length is None else DBF_TOURNAMENT


def profile_named(name: str) -> Profile:
    try:
        return PROFILES[name]
    except KeyError:
        known = ", ".join(PROFILES)
        raise RuleError(refuse("no_such_profile", "T1.1", name=name, known=known)) from None
