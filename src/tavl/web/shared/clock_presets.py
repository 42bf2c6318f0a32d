"""The clocks that are offered by name, for a game on this server and for a physical board: minutes a point, seconds of
delay. The tournament's are numbers of the rules: `ClockSetting` in `rules/profile.py`.
Which are offered where: `home/new_table_choices.py` for a new table, `companion/match_setup.py` on the companion.
"""

from __future__ import annotations

from tavl.rules.profile import ClockSetting

_RULES = ClockSetting()
TOURNAMENT = (_RULES.minutes_per_point, _RULES.delay_seconds)
FAST = (1, 8)
