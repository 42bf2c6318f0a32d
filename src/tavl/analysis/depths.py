"""How deep a match is analysed. Definitions: docs/analysis.md."""

from __future__ import annotations

from typing import Final

from tavl.engine.depths import Depth as Depth

POLICY: Final = 2
"""Counted up when a limit of the engine's depths or the order of looks changes: kept answers of another policy are not
used."""

LISTED: Final = 8
"""Plays that an answer lists, and the one that was made."""
