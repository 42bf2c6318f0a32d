"""An action whose sender is gone before its answer: it may be written, and then the others must see it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tavl.server.tables.hosting import Given, GiveRole
from tests.server.harness import Player, Running


async def test_what_was_written_for_somebody_who_is_gone_is_read_from_the_log(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=3)
        executor, store = server.service.executor, server.service.store
        before = await executor.state(table)
        commit = store.commit

        async def gone_meanwhile(*given: Any) -> Any:
            await commit(*given)
            raise asyncio.CancelledError

        monkeypatch.setattr(store, "commit", gone_meanwhile)
        action = GiveRole(Given.SPECTATOR, await bo.me())
        with pytest.raises(asyncio.CancelledError):
            await executor.act(table, before.by(await anna.me()), action, "c:1")
        assert executor.known(table) == before
        assert (await executor.state_at_least(table, 0)).version == before.version + 1
