"""Blocking and reporting another player, from their page."""

from __future__ import annotations

from msgspec import Struct

from tavl.server.accounts.blocking_and_reporting import Blocking
from tavl.server.accounts.identity import Identity
from tavl.server.tables import bots


class OtherPlayer(Struct, frozen=True):
    """What can be done about another player."""

    person: str
    name: str
    blocked: bool
    table: str | None = None


async def other_player(blocking: Blocking, who: Identity | None, person: str, name: str) -> OtherPlayer | None:
    """None if there is nothing to do: without an identity, about yourself, or about one of the server's bots."""
    if who is None or who.bot or who.person == person or bots.is_bot_seat(person):
        return None
    return OtherPlayer(person, name, person in await blocking.blocked_by(who.person))
