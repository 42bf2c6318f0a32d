"""A person's data: exported completely, erased for good, with every game unchanged; and what backups contain."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import sqlalchemy as sa

from tavl import store as stores
from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.accounts.privacy import PERSONAL
from tests.server.harness import ROOT, Player, Running

PAGE = (ROOT / "docs" / "privacy.md").read_text()


async def secret_of(server: Running, table: str) -> str:
    """The server's own, which no player told: the dice to come hang on it."""
    c = schema.dice_secrets.c
    promise = (await server.service.executor.state(table)).dice.promise
    query = sa.select(c.text).where(c.stream == f"table/{table}", c.promise == promise)
    return str(await server.service.store.read_rows(lambda connection: connection.execute(query).scalar_one()))


async def test_nobody_is_in_dumps_who_has_not_agreed_and_agreement_is_taken_back_or_erased(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as nobody:
        me, him = await anna.me(), await bo.me()
        assert await anna.ask("GET", "/me/dumps") == {"allowed": False, "since": None}
        chosen = await anna.ask("PATCH", "/me/dumps", allowed=True)
        assert chosen == {"allowed": True, "since": (await anna.ask("GET", "/me/data"))["people"][0]["dump_consent"]}
        assert await anna.ask("PATCH", "/me/dumps", allowed=True) == chosen  # since the first time
        await bo.ask("PATCH", "/me/dumps", allowed=True)
        people = server.service.store.people
        assert await people.dump_consents() == {me, him}
        assert await anna.ask("PATCH", "/me/dumps", allowed=False) == {"allowed": False, "since": None}
        name = (await bo.ask("GET", "/me"))["name"]
        await bo.ask("DELETE", "/me", 204, confirm=name)
        assert await people.dump_consents() == set()
        assert (await people.find(him))[him].dump_consent is None
        await nobody.ask("PATCH", "/me/dumps", 401, allowed=True)
        refused = await anna.ask("PATCH", "/me/dumps", 400, allowed="perhaps")
        assert "allowed" in str(refused)


async def test_everything_about_me_is_a_file(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna Unmistakable")
        me, him = made["me"]["id"], await bo.me()
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        async with anna.at(table) as here:
            await here.send(chat={"text": "good luck"})
            await here.answered("chat")
        await anna.ask("POST", "/tokens", 201, name="Robo")
        await anna.ask("POST", "/blocks", 204, person=him)
        await anna.ask("POST", "/reports", 201, person=him, reason="stalling", text="slow")
        await bo.ask("POST", "/reports", 201, person=me, reason="words", text="written by somebody else")
        await bo.ask("POST", "/blocks", 204, person=me)
        answer = await anna.http.get("/api/v1/me/data")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
        data = answer.json()
        assert data["people"][0]["display_name"] == "Anna Unmistakable"
        assert [each["text"] for each in data["writings"]] == ["good luck"]
        assert data["accounts"] == [{"person": me, "login": made["login"], "made": data["accounts"][0]["made"]}]
        assert [each["blocked"] for each in data["blocks"]] == [him]
        assert [each["reason"] for each in data["reports"]] == ["stalling"]
        assert len(data["tokens"]) == len(data["logins"]) == 1
        assert {each["stream"] for each in data["seats"]} == {f"table/{table}"}
        assert {each["actor"] for each in data["events"]} == {me}
        # nothing that opens a door, nothing that somebody else said in confidence, and no dice of a match that goes on
        assert "argon2" not in answer.text
        assert "somebody else" not in answer.text
        assert data["reports_by_others"] == data["blocked_by_others"] == []
        assert await secret_of(server, table) not in answer.text
        async with Player(server.url) as nobody:
            await nobody.ask("GET", "/me/data", 401)


async def test_an_export_tells_neither_who_reported_nor_when_one_was_blocked(server: Running) -> None:
    """An instant, or the table, would tell as well as a name: the export is the same before and after."""
    async with Player(server.url) as anna, Player(server.url) as bo:
        me = (await anna.ask("POST", "/account", 201, password="correct horse"))["me"]["id"]
        him = await bo.me()
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        before = await anna.ask("GET", "/me/data", 200)
        sent = await bo.ask("POST", "/reports", 201, person=me, reason="words", text="rude", table=table)
        await bo.ask("POST", "/blocks", 204, person=me)
        administration = server.service.administration
        await administration.close_report("command", sent["id"], f"{him} was right")
        after = await anna.ask("GET", "/me/data", 200)
        told = sorted(set(after) - {"exported"})
        assert [after[name] for name in told] == [before[name] for name in told]
        await administration.suspend("command", me, "Insults", 3)
        last = await anna.ask("GET", "/me/data", 200)
        assert [act["act"] for act in last["administrative_acts"]] == ["suspend"]  # that is told anyway


async def test_erased_is_erased_and_every_replay_stays_the_same(server: Running, tmp_path: Path) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna Unmistakable")
        me, him = made["me"]["id"], await bo.me()
        played = await anna.open(opponent="bot:newcomer", length=1)
        async with anna.at(played) as here:
            await here.play_on(random.Random(3), 25)
        waiting = await anna.open(opponent="anyone", length=5)
        robo = await anna.ask("POST", "/tokens", 201, name="Robo Unmistakable")
        await anna.ask("POST", "/reports", 201, person=him, reason="other", text="unmistakable words")
        await bo.ask("POST", "/reports", 201, person=me, reason="other", text="unmistakable words")
        await server.service.administration.suspend("command", me, "Unmistakable reason", None)
        before = await bo.ask("GET", f"/tables/{played}/events")
        refused = await anna.ask("DELETE", "/me", 422, confirm="Anna Unmistakable")
        assert refused["error"]["code"] == "confirm_wrong"
        answer = await anna.http.request("DELETE", "/api/v1/me", json={"confirm": made["login"]})
        assert answer.status_code == 204
        assert 'tavl=""' in answer.headers["set-cookie"]
        after = await bo.ask("GET", f"/tables/{played}/events")
        assert after["events"][: len(before["events"])] == before["events"]
        people = (await bo.ask("GET", f"/tables/{played}"))["people"]
        assert people[me]["name"] == ""
        assert (await bo.ask("GET", f"/tables/{waiting}"))["view"]["aborted"]  # nobody sits down with a ghost
        names = await server.service.accounts.names([robo["person"]])
        assert names[robo["person"]].name == ""
        assert names[robo["person"]].bot
        await anna.ask("GET", "/me", 401)
        await bo.ask("POST", "/login", 401, login=made["login"], password="correct horse")
        left = [each["text"] for each in (await self_reports(server))]
        assert left == [None]  # who reported, and in which words, is gone; that he was reported stays
        await server.service.store.backup(tmp_path / "after.db")
        assert b"nmistakable" not in (tmp_path / "after.db").read_bytes()


async def self_reports(server: Running) -> list[dict[str, object]]:
    found = await server.service.store.read_rows(lambda c: c.execute(sa.select(schema.reports)).mappings().all())
    return [dict(row) for row in found]


async def test_a_name_given_to_somebody_beside_the_board_is_exported_and_erased_with_whoever_gave_it(
    server_on_both: Running, tmp_path: Path
) -> None:
    server = server_on_both
    async with Player(server.url) as anna, Player(server.url) as bo:
        me = await anna.ask("POST", "/session", 200)
        await bo.me()
        wood = {"opponent": "beside", "sitting": "recorded", "length": 3}
        table = await anna.open(**wood, opponent_name="Uncle Unmistakable")
        other = await bo.open(**wood, opponent_name="Aunt Someone")
        data = (await anna.http.get("/api/v1/me/data")).json()
        assert data["people_beside"] == [{"id": f"beside.{table}", "display_name": "Uncle Unmistakable"}]
        await anna.ask("DELETE", "/me", 204, confirm=me["name"])
        assert (await bo.ask("GET", f"/tables/{table}"))["people"][f"beside.{table}"]["name"] == ""
        assert (await bo.ask("GET", f"/tables/{other}"))["people"][f"beside.{other}"]["name"] == "Aunt Someone"
        await server.service.store.backup(tmp_path / "after")
        assert b"nmistakable" not in (tmp_path / "after").read_bytes()


async def test_a_guest_is_erased_by_name(server: Running) -> None:
    async with Player(server.url) as anna:
        me = await anna.ask("POST", "/session", 200)
        await anna.ask("DELETE", "/me", 422, confirm="somebody")
        await anna.ask("DELETE", "/me", 204, confirm=me["name"])
        await anna.ask("GET", "/me", 401)


async def test_a_backup_holds_the_secrets_of_unfinished_matches_and_an_export_for_others_does_not(
    server: Running, tmp_path: Path
) -> None:
    """A restored server must go on with the dice it promised; whoever else reads the log must not know them."""
    async with Player(server.url) as anna:
        me = await anna.me()
        table = await anna.open(opponent="bot:newcomer", length=5)
        async with anna.at(table) as here:
            await here.play_on(random.Random(5), 30)
            assert not here.over
        secret = await secret_of(server, table)
        log = server.service.store
        await log.export_log(tmp_path / "for-others.jsonl", people=False)
        await log.export_log(tmp_path / "backup.jsonl")
        others = (tmp_path / "for-others.jsonl").read_text()
        assert f"table/{table}" in others
        assert secret not in others
        assert secret in (tmp_path / "backup.jsonl").read_text()
        assert oct((tmp_path / "backup.jsonl").stat().st_mode)[-3:] == "600"
        copy = f"sqlite:///{tmp_path / 'copy.db'}"
        await stores.restore(tmp_path / "backup.jsonl", copy, kept=schema.ALL)
        async with await stores.open(copy, kept=schema.ALL, personal=PERSONAL) as restored:
            query = sa.select(schema.dice_secrets.c.text).where(schema.dice_secrets.c.stream == f"table/{table}")
            assert secret in await restored.read_rows(lambda c: c.execute(query).scalars().all())
            assert (await restored.people.find(me))[me].display_name


async def test_what_is_over_is_not_kept(server: Running) -> None:
    async with Player(server.url) as anna:
        me = await anna.me()
        mine = schema.logins.c.person == me
        long_ago = {"used": 1}
        store = server.service.store
        await store.write_rows(lambda c: c.execute(sa.update(schema.logins).where(mine).values(long_ago)))
        await server.service.retention.delete_outdated()
        assert await store.read_rows(lambda c: c.execute(sa.select(schema.logins).where(mine)).all()) == []


async def test_a_link_that_nobody_used_and_an_address_that_nobody_confirmed_are_not_kept(server: Running) -> None:
    store, retention = server.service.store, server.service.retention
    n, i = schema.notice_choices.c, schema.invites.c

    async def kept() -> tuple[list[object], list[object]]:
        wanted = sa.select(n.wanted).where(n.wanted.is_not(None))
        return await store.read_rows(
            lambda c: (list(c.execute(wanted).scalars()), list(c.execute(sa.select(i.role)).scalars()))
        )

    async with Player(server.url) as anna:
        me, table = await anna.me(), await anna.open(opponent="friend", ruled_by="director", sits=False)
        who = Identity(person=me, name="")
        await server.service.notices.addresses.want(who, "anna@example.org")
        await anna.ask("POST", f"/tables/{table}/roles", 201, role="observer")
        await retention.delete_outdated()
        assert await kept() == (["anna@example.org"], ["observer"])
        for over in (sa.update(schema.notice_choices).values(until=1), sa.update(schema.invites).values(until=1)):
            await store.write_rows(lambda c, over=over: c.execute(over))
        await retention.delete_outdated()
        assert await kept() == ([], [])


@pytest.mark.parametrize("table", [table.name for table in schema.ALL])
def test_every_table_of_the_server_has_its_line_in_the_privacy_page(table: str) -> None:
    assert f"`{table}`" in PAGE


def test_every_table_about_people_is_erased_with_them() -> None:
    """A new table with a person in it must say what becomes of its rows."""
    # no person in them, or only while connected
    without = {
        "login_tries",
        "dice_secrets",
        "matchmaking",
        "presence",
        "processes",
        "place_codes",
        "pairing_tables",
        "score_cards",
        "analysis_answers",
        "copies",
        "copy_tokens",
        "organisation_papers",  # ids and reasons: what a federation has received stays as it was (T5.5)
    }
    assert {table.name for table in schema.ALL} - {each.table.name for each in PERSONAL} <= without
