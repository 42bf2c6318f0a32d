"""Statements that the two databases spell differently."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Columns = sa.ColumnCollection[str, Any] | Any


def upsert(table: sa.Table, change: Callable[[Columns], dict[str, Any]]) -> dict[str, sa.Insert]:
    """Insert a row, or change the one with its primary key; by dialect. `change` gets the row's new values."""
    key = list(table.primary_key.columns)
    for_sqlite, for_postgres = sqlite.insert(table), postgresql.insert(table)
    return {
        "sqlite": for_sqlite.on_conflict_do_update(index_elements=key, set_=change(for_sqlite.excluded)),
        "postgresql": for_postgres.on_conflict_do_update(index_elements=key, set_=change(for_postgres.excluded)),
    }
