"""What a match at a physical board can be set up with: its length, and what the phone needs to know of the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from tavl.rules.profile import DeadCube, Profile

LENGTHS = (1, 3, 5, 7, 9, 11, 15)
DEFAULT_LENGTH = 7  # until somebody chooses: then it is what was chosen last


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
        "breaks": msgspec.to_builtins(profile.breaks),
    }
