"""What can be done only soon after logging in: changing how an account logs in, erasing it, an administrator's work."""

from __future__ import annotations

from tavl.server.accounts.identity import Identity
from tavl.server.errors import ApiError
from tavl.server.wall_clock import MINUTE

FRESH = 10 * MINUTE  # how long after logging in passwords, passkeys and tokens can be changed, and an account erased


def need_fresh_login(who: Identity, now: int) -> None:
    """Refuse a login that is not recent: a borrowed or stolen cookie is not enough to change how an account logs in,
    or to erase it."""
    who.need_account()
    if now - who.began > FRESH:
        raise ApiError("proof_needed")
