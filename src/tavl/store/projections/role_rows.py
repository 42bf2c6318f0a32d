"""Who is involved in a tournament or an organisation, and as what: rows beside the lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from tavl.store.databases.dialect import upsert


class RoleRows:
    """Of one table with the columns stream, person and role."""

    def __init__(self, table: sa.Table) -> None:
        self._table = table
        self._keep = upsert(table, lambda new: {"role": new.role})  # it already exists

    def give(self, connection: sa.Connection, stream: str, role: str, people: Iterable[str]) -> None:
        for person in dict.fromkeys(people):
            values = {"stream": stream, "person": person, "role": role}
            connection.execute(self._keep[connection.dialect.name].values(values))

    def take_away(self, connection: sa.Connection, stream: str, person: str, roles: Sequence[str]) -> None:
        r = self._table.c
        here = sa.and_(r.stream == stream, r.person == person, r.role.in_(roles))
        connection.execute(sa.delete(self._table).where(here))
