"""What a match at a physical board can be set up with: its length, its clock, and what the phone needs to know of the
rules."""

from __future__ import annotations

from msgspec import Struct, structs

from tavl.i18n import later
from tavl.rules.late_penalties import Late
from tavl.rules.profile import LONG_MATCH, DeadCube, PlayFor, Profile
from tavl.web.shared.clock_presets import FAST, TOURNAMENT

LENGTHS = (1, 3, 5, 7, 9, 11, 15)
DEFAULT_LENGTH = 7  # until somebody chooses: then it is what was chosen last
# Name, minutes a point, seconds of delay.
COMPANION_CLOCKS = (
    ("tournament", later("Tournament"), *TOURNAMENT),
    ("fast", later("Fast"), *FAST),
    ("none", later("No clock"), None, None),
    ("own", later("Own"), None, None),
)


class DeviceBreaks(Struct, frozen=True):
    minutes: int
    up_to_15_points: int
    over_15_points: int
    long_match: int


class DeviceTerms(Struct, frozen=True, kw_only=True):
    """What the phone needs to know of a profile, so that it knows none by name."""

    play: PlayFor
    choices: tuple[str, ...]
    crawford: bool
    crawford_from: int
    gammons: bool
    jacoby: bool
    beavers: bool
    automatic_doubles: bool
    dead_cube_barred: bool
    breaks: DeviceBreaks | None
    late: Late | None


def device_terms(profile: Profile) -> DeviceTerms:
    breaks = profile.breaks
    return DeviceTerms(
        play=profile.play,
        choices=tuple(sorted(profile.choices)),
        crawford=profile.crawford,
        crawford_from=profile.crawford_from,
        gammons=profile.gammons,
        jacoby=profile.jacoby,
        beavers=profile.beavers,
        automatic_doubles=profile.automatic_doubles,
        dead_cube_barred=profile.dead_cube is DeadCube.CANNOT_DOUBLE,
        breaks=DeviceBreaks(**structs.asdict(breaks), long_match=LONG_MATCH) if breaks else None,
        late=profile.late,
    )
