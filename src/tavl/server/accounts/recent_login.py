"""What can be changed only soon after logging in: how an account logs in, and what administrators do."""

from __future__ import annotations

from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.wall_clock import MINUTE

FRESH = 10 * MINUTE  # how long after logging in passwords, passkeys and tokens can be changed


def need_fresh_login(who: Identity, now: int) -> None:
    """Refuse a login that is not recent: a borrowed or stolen cookie is not enough to change how an account logs in."""
    who.need_account()
    if now - who.began > FRESH:
        raise ApiError("proof_needed")
