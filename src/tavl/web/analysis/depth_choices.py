"""How deep a match can be analysed on the page. A rollout of a match takes hours, so it is not offered."""

from __future__ import annotations

DEPTHS = ("instant", "1-ply", "2-ply")
