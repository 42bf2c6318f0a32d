"""Correspondence games: a table with a different clock; the player to move is notified once for each turn."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any

import pytest
import sqlalchemy as sa

from tavl.server import schema
from tavl.server.notifications import retries
from tavl.server.notifications.push_encryption import Key
from tavl.server.tables import correspondence
from tavl.server.tables.timers.table_timers import NOTICE
from tavl.server.wall_clock import now_ms
from tavl.store.schema import seats, tables
from tavl.store.timers import Lease, Timers
from tests.polling import poll_async
from tests.server.harness import PATIENCE, AtTable, Player, Process, Running, a_play, running
from tests.server.notifications.mail_server import MailServer, mail_server, settings_for
from tests.server.notifications.push_service import Browser, push_service, signature_of

DAYS = {"minutes_per_point": 0, "delay_seconds": 3 * 86_400}
CHANCE = random.Random(7)


async def with_address(player: Player, mail: MailServer, name: str, address: str) -> str:
    """Somebody who gets mail: the link that came was opened."""
    await player.ask("POST", "/session", 200)
    await player.ask("PATCH", "/me", 200, name=name)
    before = len(mail.taken)
    chosen = await player.ask("PATCH", "/me/notices", 200, address=address)
    assert (chosen["address"], chosen["unconfirmed"], chosen["mail"]) == (None, address, False)
    message = (await mail.until(before + 1))[-1]
    assert message["To"] == address
    found = re.search(r"/notices/confirm/(\S+)", message.get_content())
    assert found
    return found[1]


@asynccontextmanager
async def at_a_table(anna: Player, bo: Player, **terms: Any) -> AsyncIterator[tuple[AtTable, AtTable]]:
    """Both at the table, whoever is on turn first."""
    table = await anna.open(opponent="friend", length=1, clock=DAYS, **terms)
    await bo.join(table)
    async with anna.at(table) as first, bo.at(table) as second:
        await first.until(lambda: first.view["phase"] == "to_play")
        await second.until(lambda: second.view["phase"] == "to_play")
        pair = (first, second)
        yield (pair[first.view["turn"]], pair[1 - first.view["turn"]])


async def play(here: AtTable, other: AtTable) -> None:
    """A whole turn."""
    if "roll" in here.view["actions"]:
        await here.act("roll")
        await here.until(lambda: here.view["phase"] == "to_play")
    done = await here.act("make_play", moves=a_play(here.view["tree"], CHANCE))
    for each in (here, other):
        await each.until(lambda each=each: each.state["version"] >= done["version"])


async def timers(server: Running) -> list[str]:
    found = [await server.service.store.timers.of_stream(table) for table in await tables_of(server)]
    return sorted(timer.kind for timers in found for timer in timers)


async def tables_of(server: Running) -> list[str]:
    return await server.service.store.read_rows(lambda c: list(c.execute(sa.select(tables.c.stream)).scalars()))


async def nothing_left_to_tell(server: Running) -> None:
    async def told() -> bool:
        return NOTICE not in await timers(server)

    await poll_async(told, PATIENCE)


def subjects(mail: MailServer, address: str) -> list[str]:
    found = [message["Subject"] for message in mail.taken if message["To"] == address]
    return [subject for subject in found if "address" not in subject]


async def test_each_turn_is_told_once_to_whoever_is_waited_for(url: str) -> None:
    async with (
        mail_server() as mail,
        running(url, **settings_for(mail)) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        for player, name in ((anna, "Anna"), (bo, "Bo")):
            code = await with_address(player, mail, name, f"{name.lower()}@example.org")
            assert await server.service.notices.addresses.confirm(code)
        async with at_a_table(anna, bo) as (on_turn, waiting):
            await nothing_left_to_tell(server)
            them = {anna: "anna@example.org", bo: "bo@example.org"}
            names = {anna: "Anna", bo: "Bo"}
            first, second = on_turn.player, waiting.player
            assert subjects(mail, them[second]) == []
            assert len(subjects(mail, them[first])) == 1
            await play(on_turn, waiting)
            await nothing_left_to_tell(server)
            assert subjects(mail, them[second]) == [f"Your move against {names[first]}"]
            await waiting.act("roll")  # it is the same turn: nothing new to tell
            await nothing_left_to_tell(server)
            assert len(subjects(mail, them[second])) == 1
            await waiting.until(lambda: waiting.view["phase"] == "to_play")
            await play(waiting, on_turn)
            await nothing_left_to_tell(server)
            assert len(subjects(mail, them[first])) == 2
            sent = await server.service.store.read_rows(lambda c: c.execute(sa.select(schema.notices_sent)).all())
            assert len(sent) == 3


async def test_a_mail_has_the_game_the_time_the_link_and_a_way_to_end_them(sqlite_url: str) -> None:
    async with (
        mail_server() as mail,
        running(sqlite_url, **settings_for(mail)) as server,
        Player(server.url, language="da") as anna,
        Player(server.url) as bo,
    ):
        await server.service.notices.addresses.confirm(await with_address(anna, mail, "Anna", "anna@example.org"))
        await bo.me()
        await bo.ask("PATCH", "/me", 200, name="Bo Ås")
        async with at_a_table(anna, bo) as (on_turn, waiting):
            if on_turn.player is not anna:
                await play(on_turn, waiting)
            message = (await mail.until(2))[-1]
            text = message.get_content()
            assert "Bo Ås" in message["Subject"]
            assert f"http://tavl.test/t/{on_turn.table}" in text
            assert "UTC" in text
            assert message["Message-ID"].endswith("@tavl.test>")
            assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            stop = message["List-Unsubscribe"].strip(" <>")
            assert stop in text
            choices = server.service.notices.choices
            assert await choices.stop_mail(stop.rpartition("/")[2])
            assert not await choices.stop_mail("somebody-elses")
            assert (await anna.ask("GET", "/me/notices"))["mail"] is False


async def test_nobody_is_told_who_did_not_ask_or_moves_in_time(sqlite_url: str) -> None:
    settings = {**settings_for(mail := MailServer()), "notice_after_s": 600.0, "smtp_port": 1}
    async with running(sqlite_url, **settings) as server, Player(server.url) as anna, Player(server.url) as bo:
        async with at_a_table(anna, bo) as (on_turn, waiting):
            for _ in range(2):
                assert await timers(server) == ["due", "notice"]
                await play(on_turn, waiting)
                on_turn, waiting = waiting, on_turn
        live = await anna.open(opponent="bot:club", length=1)
        assert "notice" not in [t.kind for t in await server.service.store.timers.of_stream(f"table/{live}")]
    assert mail.taken == []


async def test_mail_that_fails_for_now_is_tried_again_and_what_is_refused_is_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "FIRST_RETRY_MS", 50)
    async with (
        mail_server() as mail,
        running(sqlite_url, **settings_for(mail)) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        for player, name in ((anna, "Anna"), (bo, "Bo")):
            code = await with_address(player, mail, name, f"{name.lower()}@example.org")
            await server.service.notices.addresses.confirm(code)
        mail.answers = ["451 later", "421 busy", "250 taken", "550 never"]
        async with at_a_table(anna, bo) as (on_turn, waiting):
            await mail.until(3)
            await nothing_left_to_tell(server)
            await play(on_turn, waiting)
            await nothing_left_to_tell(server)
            assert mail.answers == []
            assert len(mail.taken) == 3


def moves_told(mail: MailServer) -> list[EmailMessage]:
    return [message for message in mail.taken if message["Subject"].startswith("Your move")]


async def test_killed_in_the_middle_of_sending_it_is_sent_by_whoever_comes_next(sqlite_url: str) -> None:
    async with mail_server() as mail:
        settings = {**settings_for(mail), "timer_lease_ms": 600}
        async with Player("") as anna:
            async with running(sqlite_url, **settings) as here:
                anna.url = here.url
                await here.service.notices.addresses.confirm(await with_address(anna, mail, "Anna", "anna@example.org"))
            server = await Process(sqlite_url, **settings).start()
            anna.url = server.url
            mail.begun.clear()
            mail.takes.clear()  # it does not answer
            await anna.open(opponent="bot:newcomer", length=1, clock=DAYS)
            await asyncio.wait_for(mail.begun.wait(), PATIENCE)
            server.kill()
            await mail.cut()
            mail.takes.set()
            await server.start()
            try:
                await mail.until(2)
            finally:
                server.kill()
        assert len(moves_told(mail)) == 1


@pytest.mark.postgres
async def test_of_two_processes_one_sends_however_long_it_takes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time goes on by two thirds of a lease with each renewal and not otherwise: a busy machine loses no lease."""
    now, lease_ms, renewals, long_enough = now_ms(), 300, 0, asyncio.Event()
    renew = Timers.renew

    async def renew_and_let_time_pass(self: Timers, *given: Any) -> Lease | None:
        nonlocal now, renewals
        lease = await renew(self, *given)
        now, renewals = now + 2 * lease_ms // 3, renewals + 1
        if renewals == 7:  # more than four leases
            long_enough.set()
        return lease

    monkeypatch.setattr(Timers, "renew", renew_and_let_time_pass)
    async with mail_server() as mail:
        settings = {**settings_for(mail), "timer_lease_ms": lease_ms}
        async with (
            running(postgres_url, wall=lambda: now, **settings) as here,
            running(postgres_url, wall=lambda: now, **settings),
            Player(here.url) as anna,
        ):
            await here.service.notices.addresses.confirm(await with_address(anna, mail, "Anna", "anna@example.org"))
            mail.takes.clear()
            await anna.open(opponent="bot:newcomer", length=1, clock=DAYS)
            await asyncio.wait_for(long_enough.wait(), PATIENCE)
            mail.takes.set()
            await mail.until(2)
            await nothing_left_to_tell(here)
        assert len(moves_told(mail)) == 1


async def test_a_browser_is_told_by_push_signed_and_sealed(sqlite_url: str) -> None:
    key, browser = Key.new(), Browser()
    async with push_service() as service:
        settings = {"push_key": key, "push_contact": "mailto:tavl@tavl.test", "push_services": (service.origin,)}
        async with running(sqlite_url, notice_after_s=0.0, **settings) as server, Player(server.url) as anna:
            await anna.me()
            chosen = await anna.ask("GET", "/me/notices", 200)
            assert chosen["push_possible"]
            assert chosen["push_key"] == Key(key).public
            given = browser.subscription(f"{service.origin}/anna")
            assert (await anna.ask("POST", "/me/push", 201, **given))["browsers"] == 1
            gone = Browser().subscription(f"{service.origin}/gone")
            await anna.ask("POST", "/me/push", 201, **gone)
            service.answers = [201, 410]
            table = await anna.open(opponent="bot:newcomer", length=1, clock=DAYS)
            await asyncio.wait_for(service.arrived.wait(), PATIENCE)
            path, headers, body = service.sent[0]
            assert path == "/anna"
            assert signature_of(headers["authorization"], Key(key).public)["aud"] == service.origin
            assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "259200")
            assert len(headers["topic"]) == 32
            shown = browser.read(body)
            assert shown["url"] == f"/t/{table}"
            assert shown["title"] == "Your move against tavl newcomer"
            await nothing_left_to_tell(server)
            assert (await anna.ask("GET", "/me/notices"))["browsers"] == 1
            await anna.ask("DELETE", "/me/push", 200, endpoint=given["endpoint"])
            assert (await anna.ask("GET", "/me/notices"))["browsers"] == 0


async def test_what_cannot_be_used_is_refused_and_named(sqlite_url: str) -> None:
    async with push_service() as service, mail_server() as mail:
        push = {"push_key": Key.new(), "push_contact": "mailto:a@b.c", "push_services": (service.origin,)}
        async with running(sqlite_url, **settings_for(mail), **push) as server, Player(server.url) as anna:
            await anna.me()
            good = Browser().subscription(f"{service.origin}/x")
            for wrong, field in (
                ({"endpoint": "https://evil.example/"}, "endpoint"),
                ({"endpoint": "http://127.0.0.1:22/"}, "endpoint"),
                ({"p256dh": "AAAA"}, "p256dh"),
                ({"auth": "AAAA"}, "p256dh"),
            ):
                refused = await anna.ask("POST", "/me/push", 422, **{**good, **wrong})
                assert refused["error"]["facts"]["field"] == field
            for address in ("nobody", "a@b", "a@b.c\r\nBcc: x@y.z", "é@example.org", "x" * 300):
                answer = await anna.http.patch("/api/v1/me/notices", json={"address": address})
                assert answer.status_code in (400, 422)
            assert (await anna.ask("PATCH", "/me/notices", 422, mail=True))["error"]["facts"]["field"] == "mail"
            mail.answers = ["550 no such user"]
            refused = await anna.ask("PATCH", "/me/notices", 422, address="gone@example.org")
            assert refused["error"]["code"] == "address_refused"
    assert service.sent == []


async def test_where_nothing_is_set_up_nothing_is_offered(server: Running) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        chosen = await anna.ask("GET", "/me/notices", 200)
        assert (chosen["mail_possible"], chosen["push_possible"], chosen["push_key"]) == (False, False, None)
        for method, path, body in (
            ("PATCH", "/me/notices", {"address": "a@example.org"}),
            ("POST", "/me/push", {"endpoint": "https://x", "p256dh": "", "auth": ""}),
        ):
            assert (await anna.ask(method, path, 409, **body))["error"]["code"] == "not_set_up"


async def test_time_runs_out_by_correspondence_too_and_the_end_is_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correspondence, "MIN_PACE_MS", 100)
    async with (
        mail_server() as mail,
        running(sqlite_url, **settings_for(mail), flag_grace_ms=0) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
    ):
        await server.service.notices.addresses.confirm(await with_address(anna, mail, "Anna", "anna@example.org"))
        await bo.me()
        table = await anna.open(opponent="friend", length=1, clock={"minutes_per_point": 0, "delay_seconds": 1})
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.over)
            assert here.view["result"]["reason"] == "time"
            won = here.view["result"]["winner"] == 0
        await nothing_left_to_tell(server)
        last = subjects(mail, "anna@example.org")[-1]
        assert last.startswith("You have won against" if won else "You have lost to")


async def test_who_is_waited_for_and_until_when_is_in_the_lists_and_made_anew_the_same(url: str) -> None:
    async with (
        running(url) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
        at_a_table(anna, bo) as (on_turn, waiting),
    ):
        store = server.service.store

        def look(connection: sa.Connection) -> list[Any]:
            asked = sa.select(seats.c.seat, seats.c.asked).order_by(seats.c.seat)
            table = sa.select(tables.c.pace, tables.c.deadline, tables.c.updated)
            return [*map(tuple, connection.execute(asked)), tuple(connection.execute(table).one())]

        for _ in range(3):
            first, second, (pace, deadline, updated) = await store.read_rows(look)
            assert pace == 3 * 86_400_000
            assert [row[1] is not None for row in (first, second)] == [seat == on_turn.seat for seat in (0, 1)]
            assert deadline == updated + pace
            await play(on_turn, waiting)
            on_turn, waiting = waiting, on_turn
        kept = await store.read_rows(look)
        await store.rebuild("tables")
        assert await store.read_rows(look) == kept


async def test_an_erased_person_is_told_nothing_and_leaves_no_address(sqlite_url: str) -> None:
    async with mail_server() as mail, running(sqlite_url, **settings_for(mail)) as server, Player(server.url) as anna:
        me = await anna.me()
        await server.service.notices.addresses.confirm(await with_address(anna, mail, "Anna", "anna@example.org"))
        exported = await server.service.store.export_person(me)
        assert exported["people"][0]["contact"] == "anna@example.org"
        assert exported["notice_choices"][0]["mail"]
        assert "stop" not in exported["notice_choices"][0]
        await server.service.store.erase_person(me, server.service.clock())
        left = await server.service.store.read_rows(lambda c: c.execute(sa.select(schema.notice_choices)).all())
        assert left == []
        assert (await server.service.notices.choices.of(me)).address is None
