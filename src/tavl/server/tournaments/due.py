"""What happens in a tournament by itself, carried out by whichever process comes to it first."""

from __future__ import annotations

from tavl.server.tables.timers import DUE
from tavl.server.tournaments.executor import WEBHOOK, Tournaments
from tavl.server.tournaments.stream import STREAM, id_of
from tavl.server.tournaments.webhooks import Webhooks
from tavl.store import Lease


async def due_in_tournament(tournaments: Tournaments, webhooks: Webhooks, lease: Lease) -> None:
    if not lease.stream.startswith(STREAM):
        return
    if lease.kind == DUE:
        await tournaments.carry_out_due(id_of(lease.stream))
    elif lease.kind == WEBHOOK:
        await webhooks.carry_out(id_of(lease.stream))
