"""The names of opponents: those of a file as it has them, those of people here as they are called now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tavl.server.accounts.accounts import Accounts
from tavl.server.practice.card_rows import AT


class Played(Protocol):
    @property
    def opponent(self) -> str: ...


class Opponents:
    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def names(self, rows: Iterable[Played]) -> dict[str, str]:
        """By what is stored. Erased people have no name."""
        people = {row.opponent for row in rows if row.opponent.startswith(AT)}
        if not people:
            return {}
        known = await self._accounts.names(each.removeprefix(AT) for each in people)
        found = {AT + id: person.name for id, person in known.items()}
        return {each: found.get(each, "") for each in people}
