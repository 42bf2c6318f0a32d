"""What a match at a physical board can be set up with: its length, its clock, and what the phone needs to know of the
rules."""

from __future__ import annotations

from typing import Any

import msgspec

from tavl.i18n import later
from tavl.rules.profile import LONG_MATCH, DeadCube, Profile
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


def device_terms(profile: Profile) -> dict[str, Any]:
    """What the phone needs to know of a profile, so that it knows none by name."""
    return {
        "play": profile.play,
        "choices": sorted(profile.choices),
        "crawford": profile.crawford,
        "crawford_from": profile.crawford_from,
        "gammons": profile.gammons,
        "jacoby": profile.jacoby,
        "beavers": profile.beavers,
        "automatic_doubles": profile.automatic_doubles,
        "dead_cube_barred": profile.dead_cube is DeadCube.CANNOT_DOUBLE,
        "breaks": {**msgspec.to_builtins(profile.breaks), "long_match": LONG_MATCH} if profile.breaks else None,
        "late": msgspec.to_builtins(profile.late),
    }
