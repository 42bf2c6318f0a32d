"""How long a dispute may stay open, and how many a player may lose, if the terms of a table say nothing else
(`default_after_ms` and `disputes_each` in `table/terms.py`)."""

from __future__ import annotations

from typing import Final

DEFAULT_AFTER_MS: Final = 300_000
"""A dispute that nobody rules on ends by the clause's default after so long."""
LOST_EACH: Final = 3
"""So many disputes may each player lose in a match where nobody rules."""
