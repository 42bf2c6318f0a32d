"""Retention: deletes unused logins, expired codes, links and ceremonies, addresses for mail that nobody confirmed, old
notices, ended suspensions. How long logins and
analyses are kept: `server/settings.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import sqlalchemy as sa

from tavl.server import schema
from tavl.server.settings import Settings
from tavl.server.wall_clock import DAY, HOUR
from tavl.store import Store

ATTEMPTS_KEPT = DAY  # to log in
NOTICES_KEPT = 30 * DAY
EVERY = HOUR


class Retention:
    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._clock = store, settings, clock

    async def delete_outdated(self) -> None:
        """Delete logins that were unused for long, and everything that has expired."""
        now = self._clock()
        over = (
            sa.delete(schema.logins).where(schema.logins.c.used < now - self._settings.session_days * DAY),
            sa.delete(schema.ceremonies).where(schema.ceremonies.c.until < now),
            sa.delete(schema.issued_codes).where(schema.issued_codes.c.until < now),
            sa.delete(schema.login_tries).where(schema.login_tries.c.at < now - ATTEMPTS_KEPT),
            sa.delete(schema.notices_sent).where(schema.notices_sent.c.at < now - NOTICES_KEPT),
            sa.delete(schema.analyses).where(schema.analyses.c.made < now - self._settings.analysis_days * DAY),
            sa.delete(schema.analysis_answers).where(
                schema.analysis_answers.c.analysis.not_in(sa.select(schema.analyses.c.id))
            ),
            sa.delete(schema.suspensions).where(schema.suspensions.c.until < now),
            sa.delete(schema.invites).where(schema.invites.c.until < now),
            sa.update(schema.notice_choices)
            .where(schema.notice_choices.c.until < now)
            .values(wanted=None, code=None, until=None),
        )

        def delete(connection: sa.Connection) -> None:
            for statement in (*over, *_of_lost_guests()):
                connection.execute(statement)

        await self._store.write_rows(delete)

    async def delete_periodically(self) -> None:
        await self.delete_outdated()
        await asyncio.sleep(EVERY / 1000)


def _of_lost_guests() -> Iterator[sa.Delete]:
    """What guests practised whose last login has ended: nobody can return to it."""
    ways_in = (schema.logins.c.person, schema.accounts.c.person, schema.tokens.c.person)
    for table in (schema.practice_cards, schema.practice_answers, schema.practice_decks, schema.practice_matches):
        yield sa.delete(table).where(*(table.c.person.not_in(sa.select(way)) for way in ways_in))
