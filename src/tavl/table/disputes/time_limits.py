"""How long a dispute may stay open."""

from __future__ import annotations

from typing import Final

DEFAULT_AFTER_MS: Final = 300_000
"""A dispute that nobody rules on ends by the clause's default after so long, if the terms name no other time."""
