"""Reminders of a tournament to its players, by mail and push as they have chosen: of a match that is agreed for an
instant, and of one that has to be played by a day. When: `tournament/matches/reminders.py`.

A timer is set in the commit that writes `reminded` (`tournaments/plans.py`); the rest is as for correspondence
games (`notices.py`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from tavl.i18n import Words
from tavl.server.codes import digest
from tavl.server.messages.accounts import Person
from tavl.server.notifications.notices import Notices
from tavl.server.notifications.preferences import Choice
from tavl.server.notifications.smtp import Mail
from tavl.server.notifications.texts import Reminded, reminder_mail, reminder_push
from tavl.server.tables.timers.table_timers import NoticePayload
from tavl.server.tournaments.stream import Kept, id_of
from tavl.store import Lease
from tavl.tournament.acts.appointments import Reminder
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.matches.appointments import deadline_of


class MatchReminders:
    def __init__(
        self,
        notices: Notices,
        state_of: Callable[[str], Awaitable[Kept]],
        names: Callable[[list[str]], Awaitable[dict[str, Person]]],
        public_url: str,
        clock: Callable[[], int],
    ) -> None:
        self._notices, self._state_of, self._names = notices, state_of, names
        self._public_url, self._clock = public_url, clock

    async def carry_out(self, lease: Lease) -> None:
        payload = msgspec.json.decode(lease.payload, type=NoticePayload)
        await self._notices.attempt(lease, payload, lambda: self._tell(lease))

    async def _tell(self, lease: Lease) -> bool:
        """False: something must be retried. What is no longer true is not sent: the match has begun, or is
        postponed."""
        _, what, match = lease.kind.split(":", 2)
        id = id_of(lease.stream)
        tournament = (await self._state_of(id)).tournament
        flow = flow_of(tournament)
        standing = flow.standings.get(match)
        if standing is None or standing.where is not Where.READY or what not in standing.match.reminded:
            return True
        instant = standing.match.starts_at if what == Reminder.START else deadline_of(tournament, standing)
        if instant is None:
            return True
        done = True
        sides = standing.players or ()
        named = await self._names([person for side in sides for person in flow.members(side)])
        for side, other in zip(sides, reversed(sides), strict=True):
            told = Reminded(
                what=Reminder(what),
                tournament=tournament.title,
                opponents=tuple(named[who].name if who in named else "" for who in flow.members(other)),
                instant=instant,
                page=f"/tournaments/{id}",
            )
            for person in flow.members(side):
                key = f"{lease.stream}:{match}:{what}:{instant}:{person}"
                done &= await self._remind(person, told, key, digest(f"{id} {match}")[:24])
        return done

    async def _remind(self, person: str, told: Reminded, key: str, topic: str) -> bool:
        def mail(w: Words, choice: Choice) -> Mail:
            return reminder_mail(w, self._public_url, told, choice, key, self._clock())

        return await self._notices.deliver(person, key, topic, mail, lambda w: reminder_push(w, told, topic))
