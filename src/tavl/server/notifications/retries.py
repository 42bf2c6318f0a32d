"""When a message that could not be sent, by mail or push, is tried again, and how often."""

from __future__ import annotations

FIRST_RETRY_MS = 30_000  # then at longer intervals
MAX_TRIES = 9  # over about two hours


def wait_after(tries: int) -> int | None:
    """How long until the next try, in ms, when the last one failed after `tries` others; None: give up."""
    return FIRST_RETRY_MS * 2**tries if tries + 1 < MAX_TRIES else None
