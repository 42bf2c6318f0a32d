"""How much is tried: as much as fits into `make test`, and twenty times that in `make soak`."""

from __future__ import annotations

import os


def times(usual: int) -> int:
    return 20 * usual if os.environ.get("TAVL_SOAK") else usual
