"""Correspondence games: the player to move is notified once for each turn, by mail and push as they have chosen. How
long after it began: `notice_after_s` in `server/settings.py`; the lease below: `timer_lease_ms` there. What a
tournament reminds of: `server/notifications/reminder_delivery.py`.

A timer is set in the commit that starts a turn. The holder of its lease sends the messages, records each under its key
(table, version at which the turn began, person, channel), and only then completes the timer. After a crash the lease
runs out, and another process sends what is not recorded, so nothing is lost. A message that is sent twice, because of a
crash before it was recorded, has the same Message-ID, or topic and tag, so that mailboxes and browsers show it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from tavl.i18n import Words, language_of, words
from tavl.server import schema
from tavl.server.codes import digest
from tavl.server.logs import log
from tavl.server.messages.accounts import Person
from tavl.server.metrics import Metrics
from tavl.server.notifications.mail_addresses import MailAddresses
from tavl.server.notifications.preferences import Choice, NoticeChoices
from tavl.server.notifications.push import Gone, Pusher, PushSubscriptions
from tavl.server.notifications.push_encryption import Subscription
from tavl.server.notifications.retries import wait_after
from tavl.server.notifications.smtp import Mail, Mailer, NotSent
from tavl.server.notifications.texts import Told, confirmation_mail, turn_mail, turn_push
from tavl.server.settings import Settings
from tavl.server.tables.correspondence import asked
from tavl.server.tables.stream.event_codec import table_of
from tavl.server.tables.stream.stream_state import State
from tavl.server.tables.timers.table_timers import NoticePayload
from tavl.store import Lease, Store

AT_ONCE = 8
MAX_HELD = 100  # timers; those that cannot be started soon are left for other processes or later
LATER_MS = 5_000

Names = Callable[[list[str]], Awaitable[dict[str, Person]]]


def to_tell(state: State, by: str) -> list[Told]:
    """The players to act now; when the match is over, the player who did not end it."""
    here = state.table
    result = here.match.result
    seats = [seat for seat in (0, 1) if here.seats[seat] != by] if here.over else [int(seat) for seat in asked(state)]
    if here.over and (result is None or here.aborted):
        return []
    told = []
    for seat in seats:
        person, opponent = here.seats[seat], here.seats[1 - seat]
        if person and opponent:
            won = None if result is None or result.winner is None else result.winner == seat
            points = here.match.score
            told.append(
                Told(
                    person=person, opponent=opponent, own=points[seat], others=points[1 - seat], over=here.over, won=won
                )
            )
    return told


class Notices:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        clock: Callable[[], int],
        state_of: Callable[[str], Awaitable[State]],
        names: Names,
    ) -> None:
        self._store, self._settings, self._metrics, self._clock = store, settings, metrics, clock
        self._state_of, self._names = state_of, names
        self.choices = NoticeChoices(store)
        self.addresses = MailAddresses(store, clock, self.choices)
        self.browsers = PushSubscriptions(store, clock, self.choices)
        self.mailer, self.pusher = Mailer(settings), Pusher(settings)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._held = 0

    def close(self) -> None:
        self.mailer.close()
        self.pusher.close()

    @property
    def set_up(self) -> bool:
        return self.mailer.set_up or self.pusher.set_up

    async def carry_out(self, lease: Lease) -> None:
        """Carry out a due timer: send the messages, then complete it, or retry later what could not be sent."""
        payload = msgspec.json.decode(lease.payload, type=NoticePayload)

        async def tell() -> bool:
            state = await self._state_of(table_of(lease.stream))
            done = True
            for told in to_tell(state, payload.by):
                done &= await self._tell(table_of(lease.stream), state, told, payload.version)
            return done

        await self.attempt(lease, payload, tell)

    async def attempt(self, lease: Lease, payload: NoticePayload, tell: Callable[[], Awaitable[bool]]) -> None:
        """Send what a timer is about, while its lease is held; then complete the timer, or retry later."""
        if self._held >= MAX_HELD:
            await self._store.timers.postpone(lease, self._clock() + LATER_MS, lease.payload)
            return
        async with self._holding(lease), self._room:
            done = await tell() if self.set_up else True
        if done:
            await self._store.timers.complete(lease)
        elif (wait := wait_after(payload.tries)) is not None:
            again = replace(payload, tries=payload.tries + 1)
            await self._store.timers.postpone(lease, self._clock() + wait, msgspec.json.encode(again))
        else:
            log.warning("gave up notifying somebody")
            await self._store.timers.complete(lease)

    @asynccontextmanager
    async def _holding(self, lease: Lease) -> AsyncIterator[None]:
        """Keep renewing the lease, however long a mail server takes."""
        lease_ms = self._settings.timer_lease_ms

        async def renew() -> None:
            while True:
                await asyncio.sleep(lease_ms / 3000)
                await self._store.timers.renew(lease, self._clock(), lease_ms)

        renewing = asyncio.create_task(renew())
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            renewing.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await renewing

    # each message

    async def _tell(self, table: str, state: State, told: Told, version: int) -> bool:
        """False: something must be retried."""
        named = (await self._names([told.opponent])).get(told.opponent)
        key = f"{table}@{version}:{told.person}"

        def mail(w: Words, choice: Choice) -> Mail:
            return turn_mail(w, self._settings.public_url, table, state, told, name(w), choice, key, self._clock())

        def name(w: Words) -> str:
            return (named.name if named else "") or w("somebody")

        return await self.deliver(told.person, key, table, mail, lambda w: turn_push(w, table, state, told, name(w)))

    async def deliver(
        self,
        person: str,
        key: str,
        topic: str,
        mail: Callable[[Words, Choice], Mail],
        push: Callable[[Words], bytes],
    ) -> bool:
        """By mail and push, as they have chosen and in their language. False: something must be retried."""
        choice = await self.choices.of(person)
        w = words(language_of(choice.language or "") or "en")
        done = True
        if choice.mail and choice.address and self.mailer.set_up:
            made = mail(w, choice)
            done &= await self._once(f"{key}:mail", person, lambda: self.mailer.send(made))
        if choice.push and self.pusher.set_up:
            shown = push(w)
            for browser in await self.browsers.of(person):
                way = f"{key}:push:{digest(browser.endpoint)[:16]}"
                done &= await self._once(way, person, self._pushing(browser, shown, topic))
        return done

    def _pushing(self, browser: Subscription, shown: bytes, topic: str) -> Callable[[], Awaitable[None]]:
        async def push() -> None:
            try:
                await self.pusher.send(browser, shown, topic, self._clock() // 1000)
            except Gone:
                await self.browsers.forget(browser.endpoint)

        return push

    async def _once(self, key: str, person: str, send: Callable[[], Awaitable[None]]) -> bool:
        sent = schema.notices_sent
        known = sa.select(sent.c.key).where(sent.c.key == key)
        if await self._store.read_rows(lambda c: c.execute(known).first()):
            return True
        try:
            await send()
        except NotSent as error:
            self._metrics.count("notices", outcome="later" if error.later else "refused")
            log.warning("notification not sent: %s", error)
            return not error.later
        self._metrics.count("notices", outcome="sent")
        note = sa.insert(sent).values(key=key, person=person, at=self._clock())
        await self._store.write_rows(lambda c: c.execute(note))
        return True

    async def ask_to_confirm(self, address: str, code: str, language: str) -> None:
        """Raises NotSent."""
        mail = confirmation_mail(words(language), self._settings.public_url, address, code, self._clock())
        await self.mailer.send(mail)
