"""Tokens that let a venue's server send its tournaments, and nothing else."""

from __future__ import annotations

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.codes import digest, new_token
from tavl.server.validation.names import usable_name
from tavl.store import Store
from tavl.store.log.events import new_id

PREFIX = "tavlcopy_"


async def new_copy_token(store: Store, name: str, at: int) -> str:
    """A new token under the same name replaces the earlier one."""
    shown, token, t = usable_name(name), PREFIX + new_token(), schema.copy_tokens

    def write(connection: sa.Connection) -> None:
        change = sa.update(t).where(t.c.name == shown).values(token=digest(token), made=at)
        if not connection.execute(change).rowcount:
            values = {"id": new_id(at), "name": shown, "token": digest(token), "made": at}
            connection.execute(sa.insert(t).values(values))

    await store.write_rows(write)
    return token
