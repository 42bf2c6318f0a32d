"""Opening a store sees whether its tables are as described. Tests open thousands of copies: each kind is seen once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import sqlalchemy as sa

from tavl.store.migrations import upgrade

# All that the check looks at: two databases that answer alike are alike.
WRITTEN_DOWN = {
    "sqlite": "SELECT name, sql FROM sqlite_master ORDER BY name",
    "postgresql": """
        SELECT table_name, column_name, data_type, is_nullable, column_default
          FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT tablename, indexname, indexdef, NULL, NULL FROM pg_indexes WHERE schemaname = 'public'
        ORDER BY 1, 2, 3""",
}


@pytest.fixture(scope="session", autouse=True)
def like_schemas_are_checked_once() -> Iterator[None]:
    check, good = upgrade.require_as_described, set[tuple[object, ...]]()

    def check_once(connection: sa.Connection, tables: Sequence[sa.Table]) -> None:
        written = connection.execute(sa.text(WRITTEN_DOWN[connection.dialect.name]))
        found = (*(table.name for table in tables), *map(tuple, written))
        if found not in good:
            check(connection, tables)
            good.add(found)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(upgrade, "require_as_described", check_once)
        yield
