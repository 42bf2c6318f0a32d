"""Matches that players agree on by themselves: they are reminded by mail of what was agreed, and of the deadline."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, Running, running
from tests.server.notifications.mail_server import MailServer, mail_server, settings_for
from tests.server.tables.test_correspondence import with_address
from tests.server.tournaments.http_tournament import act, make, matches, see

HOUR = 3_600_000
DAY = 24 * HOUR
NOW = int(datetime(2026, 3, 24, 12, 0, tzinfo=UTC).timestamp() * 1000)
AGREED = int(datetime(2026, 3, 28, 18, 0, tzinfo=UTC).timestamp() * 1000)
DEADLINE = int(datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC).timestamp() * 1000)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


class League:
    """Anna and Bo with a match to play by a Sunday, without a director's call."""

    def __init__(self, here: Running, mail: MailServer, clock: Clock) -> None:
        self.here, self.mail, self.clock = here, mail, clock
        self.id = self.match = ""
        self.entries: dict[str, str] = {}

    async def begin(self, anna: Player, bo: Player) -> None:
        division = {"id": "open", "stages": [{"id": "main", "length": 7}], "deadlines": [DEADLINE]}
        self.id = await make(anna, division, title="Winter league", attended=False)
        await act(anna, self.id, "open_entries")
        for player, name in ((anna, "Anna"), (bo, "Bo")):
            code = await with_address(player, self.mail, name, f"{name.lower()}@example.org")
            assert await self.here.service.notices.addresses.confirm(code)
            entered = await act(player, self.id, "enter", division="open", members=[await player.me()])
            self.entries[name] = entered["events"][0]["entry"]
        for entry in self.entries.values():
            await act(anna, self.id, "approve_entry", entry=entry)
        await act(anna, self.id, "make_draw", division="open")
        await act(anna, self.id, "announce_draw", division="open", starts_at=NOW)
        (self.match,) = matches(await see(anna, self.id))

    async def told(self, count: int) -> dict[str, list[str]]:
        """What both have been told, once it is so many messages each."""
        await self.mail.until_so(lambda: all(len(each) >= count for each in self.subjects().values()))
        return self.subjects()

    def subjects(self) -> dict[str, list[str]]:
        """Of all mails but those that ask whether an address is somebody's own."""
        found: dict[str, list[str]] = {"anna": [], "bo": []}
        for message in self.mail.taken:
            if "adress" not in message["Subject"] and "address" not in message["Subject"]:
                found[message["To"].partition("@")[0]].append(message["Subject"])
        return found

    async def nothing_left(self) -> None:
        async def nothing() -> bool:
            timers = await self.here.service.store.timers.of_stream(f"tournament/{self.id}")
            return all(timer.due > self.clock.now and not timer.kind.startswith("notice") for timer in timers)

        await poll_async(nothing, PATIENCE)


async def test_a_time_that_was_agreed_is_told_a_day_before_to_both(url: str) -> None:
    clock = Clock()
    async with AsyncExitStack() as doors:
        mail = await doors.enter_async_context(mail_server())
        settings: dict[str, Any] = settings_for(mail)
        here = await doors.enter_async_context(running(url, wall=clock, away_after_ms=100 * DAY, **settings))
        anna = await doors.enter_async_context(Player(here.url))
        bo = await doors.enter_async_context(Player(here.url, language="da"))
        league = League(here, mail, clock)
        await league.begin(anna, bo)
        await act(anna, league.id, "offer_times", match=league.match, entry=league.entries["Anna"], times=[AGREED])
        await act(bo, league.id, "accept_time", match=league.match, starts_at=AGREED)
        clock.now = AGREED - DAY - 1000
        await league.nothing_left()
        assert league.subjects() == {"anna": [], "bo": []}
        clock.now = AGREED - DAY
        assert await league.told(1) == {
            "anna": ["Your match against Bo begins soon"],
            "bo": ["Din kamp mod Anna begynder snart"],
        }
        (text,) = [each.get_content() for each in mail.taken if each["Subject"] == "Your match against Bo begins soon"]
        assert "28 March 2026" in text
        assert "18:00 (UTC)" in text
        assert "Winter league" in text
        assert f"http://tavl.test/tournaments/{league.id}" in text
        await league.nothing_left()
        assert league.subjects()["anna"] == ["Your match against Bo begins soon"], "once"


async def test_a_deadline_is_told_a_day_before_and_when_it_has_passed(sqlite_url: str) -> None:
    clock = Clock()
    async with AsyncExitStack() as doors:
        mail = await doors.enter_async_context(mail_server())
        settings: dict[str, Any] = settings_for(mail)
        here = await doors.enter_async_context(running(sqlite_url, wall=clock, away_after_ms=100 * DAY, **settings))
        anna, bo = [await doors.enter_async_context(Player(here.url)) for _ in range(2)]
        league = League(here, mail, clock)
        await league.begin(anna, bo)
        clock.now = DEADLINE - DAY
        assert (await league.told(1))["anna"] == ["Your match against Bo has to be played soon"]
        clock.now = DEADLINE + 1
        assert (await league.told(2))["bo"][1] == "The time for your match against Anna is over"


@pytest.mark.parametrize("how", ["put off", "not asked for"])
async def test_what_is_no_longer_so_or_not_asked_for_is_not_told(sqlite_url: str, how: str) -> None:
    clock = Clock()
    async with AsyncExitStack() as doors:
        mail = await doors.enter_async_context(mail_server())
        settings: dict[str, Any] = settings_for(mail)
        here = await doors.enter_async_context(running(sqlite_url, wall=clock, away_after_ms=100 * DAY, **settings))
        anna, bo = [await doors.enter_async_context(Player(here.url)) for _ in range(2)]
        league = League(here, mail, clock)
        await league.begin(anna, bo)
        if how == "put off":
            later = DEADLINE + 7 * DAY
            await act(anna, league.id, "postpone_match", match=league.match, reason="a cold", until=later)
        else:
            await anna.ask("PATCH", "/me/notices", 200, mail=False)
        clock.now = DEADLINE - DAY
        await league.nothing_left()
        told = league.subjects()
        assert told["anna"] == []
        assert told["bo"] == ([] if how == "put off" else ["Your match against Anna has to be played soon"])
