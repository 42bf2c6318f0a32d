"""The server as it is, but for what it draws for the dice: always the same. `python -m tests.web.table.fixed_dice`.

Only a test can ask for this, by starting the server from here; no setting of tavl does it."""

from __future__ import annotations

import hashlib
import itertools
import sys
from functools import partial

from tavl.server.run import main
from tavl.web.app import create_app

SEED = "by ear 22"


def drawn(number: int) -> bytes:
    """The server's secret is the first, the words of those who sit down are the next."""
    return hashlib.sha256(f"{SEED} {number}".encode()).digest()


if __name__ == "__main__":
    numbers = itertools.count()
    sys.exit(main(partial(create_app, random_bytes=lambda count: drawn(next(numbers))[:count])))
