"""What happens in a tournament automatically, carried out by whichever process comes to it first.

What is due and when is `due` in `tournament/tournament.py`; how early players are reminded:
`tournament/matches/reminders.py`, and how they are told: `server/notifications/reminder_delivery.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tavl.server.tables.timers.table_timers import DUE, is_notice
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.pairing_tables import PairingTables
from tavl.server.tournaments.plans import WEBHOOK
from tavl.server.tournaments.stream import STREAM, id_of
from tavl.server.tournaments.webhooks import Webhooks
from tavl.store import Lease
from tavl.store.log.events import SYSTEM
from tavl.tournament import By, Office, acts


async def due_in_tournament(
    tournaments: Tournaments,
    tables: PairingTables,
    webhooks: Webhooks,
    remind: Callable[[Lease], Awaitable[None]],
    clock: Callable[[], int],
    lease: Lease,
) -> None:
    if not lease.stream.startswith(STREAM):
        return
    id = id_of(lease.stream)
    if lease.kind == DUE:
        done = await tournaments.carry_out_due(id)
        if isinstance(done, acts.OpenTable):  # online: its time has come
            await tables.open(id, By("", Office.SYSTEM), SYSTEM, done.match, True, clock())
    elif lease.kind == WEBHOOK:
        await webhooks.carry_out(id)
    elif is_notice(lease.kind):
        await remind(lease)
