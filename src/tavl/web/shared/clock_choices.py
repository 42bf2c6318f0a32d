"""The clocks to choose from: for a game on this server, and for the companion of a physical board."""

from __future__ import annotations

from tavl.i18n import later
from tavl.rules.profile import ClockSetting

_RULES = ClockSetting()  # what the tournament rules say
TOURNAMENT, FAST = (_RULES.minutes_per_point, _RULES.delay_seconds), (1, 8)  # minutes a point, seconds of delay
MAX_MINUTES, MAX_DELAY = 60, 120

# Name, minutes a point, seconds of delay. Days a move is a clock without minutes and with a long delay.
TABLE_CLOCKS = (
    ("none", later("No clock"), None, None),
    ("normal", later("Tournament: {minutes} min a point, {seconds} s a turn"), *TOURNAMENT),
    ("fast", later("Fast: {minutes} min a point, {seconds} s a turn"), *FAST),
    ("day", later("By correspondence: 1 day a move"), 0, 86_400),
    ("two-days", later("By correspondence: 2 days a move"), 0, 172_800),
    ("days", later("By correspondence: 3 days a move"), 0, 259_200),
    ("week", later("By correspondence: 7 days a move"), 0, 604_800),
)
COMPANION_CLOCKS = (
    ("tournament", later("Tournament"), *TOURNAMENT),
    ("fast", later("Fast"), *FAST),
    ("none", later("No clock"), None, None),
    ("own", later("Own"), None, None),
)
