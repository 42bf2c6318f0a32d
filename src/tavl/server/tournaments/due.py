"""What happens in a tournament by itself, carried out by whichever process comes to it first."""

from __future__ import annotations

from tavl.server.tables.timers import DUE
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.stream import STREAM, id_of
from tavl.store import Lease


async def due_in_tournament(tournaments: Tournaments, lease: Lease) -> None:
    if lease.stream.startswith(STREAM) and lease.kind == DUE:
        await tournaments.carry_out_due(id_of(lease.stream))
