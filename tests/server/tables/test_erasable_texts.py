"""People's texts at a table are outside its stream: everybody reads them, and they are erased with the person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa
from msgspec import Struct

from tavl import store as stores
from tavl.rules.text_kinds import Holds, strings_in, words_of
from tavl.server import schema
from tavl.server.tables.stream.event_codec import read, stream_of, written
from tavl.server.tables.stream.stream_state import StreamEvent
from tavl.store import ERASED
from tavl.store.projections.table_list import TableList
from tavl.store.schema import events, words
from tavl.table import acts
from tavl.table.acts import PenaltyKind
from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, Running, running
from tests.server.tables.test_offline_devices import Device, opening
from tests.server.tables.test_roles import linked

STATEMENT, REASON = "unmistakable: he moved a six", "unmistakable: both saw it"


async def erase(player: Player) -> None:
    me = await player.ask("GET", "/me")
    await player.ask("DELETE", "/me", 204, confirm=me.get("login") or me["name"])


async def kept(server: Running) -> list[bytes]:
    query = sa.select(events.c.body).order_by(events.c.number)
    return await server.service.store.read_rows(lambda c: list(c.execute(query).scalars()))


async def derived(server: Running) -> list[list[tuple[Any, ...]]]:
    names = ("tables", "seats", "results", "ratings", "standings", "dice_counts")
    return await server.service.store.read_rows(
        lambda c: [sorted(map(tuple, c.exec_driver_sql(f"SELECT * FROM {name}")), key=str) for name in names]
    )


@pytest.mark.parametrize("kind", get_args(StreamEvent), ids=lambda kind: kind.__name__)
def test_every_string_of_a_stream_is_declared(kind: type[Struct]) -> None:
    strings = list(strings_in(kind))
    assert [path for path, held in strings if held is None] == []
    assert [path for path, held in strings if held is Holds.WORDS] == [name for name, _ in words_of(kind)]


def test_codes_that_stand_where_words_may_are_not_taken_for_words() -> None:
    late = acts.PenaltyGiven(0, PenaltyKind.POINTS, "T2.2.iv", "late", 1)  # type: ignore[arg-type]
    assert written(late).words == ()
    assert written(acts.PenaltyGiven(0, PenaltyKind.POINTS, "T2.2.iv", "later", 1)).words == ("reason",)  # type: ignore[arg-type]
    assert written(acts.PlaceSet("the hall", "7")).words == ("room", "table")


async def test_a_match_that_lost_its_words_is_the_same_match(server_on_both: Running, tmp_path: Path) -> None:
    server = server_on_both
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as dora:
        for player, name in ((anna, "Anna"), (bo, "Bo")):
            await player.ask("POST", "/account", 201, password="correct horse", name=name)
        table = await anna.open(opponent="friend", length=3, ruled_by="director", rated=True)
        await linked(anna, dora, table, "director")
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second, dora.at(table) as director:
            await first.until(lambda: first.view["phase"] == "to_play")
            await second.until(lambda: second.view["phase"] == "to_play")
            assert (await second.act("raise_dispute", rule="T4.7", statement=STATEMENT))["type"] == "done"
            await director.until(lambda: "rule" in director.view["actions"] and director.view["dispute"])
            assert director.view["dispute"]["statement"] == STATEMENT
            ruled = {"type": "rule", "rule": "T4.7", "reason": REASON, "upholds": True, "winner": 0}
            await director.send(id="r1", action=ruled)
            assert (await director.answered("done", "r1"))["version"] > 0
            await first.until(lambda: first.over)

            raw, lists = await kept(server), await derived(server)
            assert len(lists[2]) == 1  # a result
            assert len(lists[3]) == 2  # and what it did to both ratings
            assert not any(b"nmistakable" in body for body in raw)
            before = await anna.http.get(f"/api/v1/tables/{table}/events")
            page = await anna.http.get(f"/api/v1/tables/{table}")
            proof = [json.dumps(each) for each in before.json()["events"]]
            await erase(bo)
            await erase(dora)

            # nothing in the log has changed, and what is made of it comes out the same
            assert await kept(server) == raw
            assert await derived(server) == lists
            await server.service.store.rebuild(TableList.name)
            assert await derived(server) == lists
            after = await anna.http.get(f"/api/v1/tables/{table}/events")
            sign = json.dumps(ERASED)
            blanked = [line.replace(json.dumps(STATEMENT), sign).replace(json.dumps(REASON), sign) for line in proof]
            assert [json.dumps(each) for each in after.json()["events"]] == blanked
            assert "nmistakable" not in after.text
            seen = (await anna.http.get(f"/api/v1/tables/{table}")).json()["view"]
            was = page.json()["view"]
            assert seen["around"].pop("rulings")[0]["reason"] == ERASED
            was["around"].pop("rulings")
            assert seen["result"] == was["result"]
            assert seen == was
        # who comes later, and whoever else has a copy of the database
        async with Player(server.url) as watcher, watcher.at(table) as here:
            assert here.view["around"]["rulings"][0]["reason"] == ERASED
        await server.service.store.export_log(tmp_path / "backup.jsonl")
        assert b"nmistakable" not in (tmp_path / "backup.jsonl").read_bytes()


async def test_ones_own_words_are_in_ones_own_data_and_in_a_backup(server: Running, tmp_path: Path) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=3)
        await bo.join(table)
        async with anna.at(table) as here:
            await here.until(lambda: here.view["phase"] == "to_play")
            assert (await here.act("raise_dispute", rule="T4.7", statement=STATEMENT))["type"] == "done"
        mine, his = await anna.ask("GET", "/me/data"), await bo.ask("GET", "/me/data")
        assert [row["text"] for row in mine["words"]] == [STATEMENT]
        bodies = [json.loads(event["body"]) for event in mine["events"]]
        assert [body["statement"] for body in bodies if body["type"] == "dispute_raised"] == [STATEMENT]
        assert "nmistakable" not in json.dumps(his)
        log = server.service.store
        await log.export_log(tmp_path / "backup.jsonl")
        await log.export_log(tmp_path / "others.jsonl", people=False)
        assert b"nmistakable" not in (tmp_path / "others.jsonl").read_bytes()
        copy = f"sqlite:///{tmp_path / 'copy.db'}"
        await stores.restore(tmp_path / "backup.jsonl", copy, kept=schema.ALL)
        async with await stores.open(copy, kept=schema.ALL) as restored:
            found = [read(event) for event in await restored.read(stream_of(table))]
        assert [event.statement for event in found if isinstance(event, acts.DisputeRaised)] == [STATEMENT]


async def test_what_a_device_took_down_has_its_words_outside_too(server: Running) -> None:
    async with Player(server.url) as anna:
        table = await anna.open(opponent="beside", opponent_name="Bo", sitting="recorded", length=3)
        phone = Device(anna, table)
        opening(phone)
        phone.note("raise_dispute", seat=1, rule="T4.7", statement=STATEMENT)
        taken = await phone.send()
        assert taken["refused"] == {}
        assert not any(b"nmistakable" in body for body in await kept(server))
        assert (await anna.ask("GET", f"/tables/{table}"))["view"]["dispute"]["statement"] == STATEMENT
        query = sa.select(words.c.person, words.c.text)
        found = await server.service.store.read_rows(lambda c: [tuple(row) for row in c.execute(query)])
        assert found == [(await anna.me(), STATEMENT)]  # who typed it


async def test_those_who_watch_later_do_not_see_what_was_erased(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as siri:
        table = await anna.open(opponent="friend", length=3, spectator_delay_ms=1)
        await bo.join(table)
        async with anna.at(table) as here, siri.at(table) as gallery:
            await here.until(lambda: here.view["phase"] == "to_play")
            assert (await here.act("raise_dispute", rule="T4.7", statement=STATEMENT))["type"] == "done"
            await gallery.until(lambda: bool(gallery.view["dispute"]))
            room = server.service.rooms.rooms[table]
            assert room.gallery is not None
            assert room.gallery.shown.table.disputes.open.statement == STATEMENT
            await erase(anna)
            async with Player(server.url) as late, late.at(table) as there:
                assert there.view["dispute"]["statement"] == ERASED


@pytest.mark.postgres
async def test_other_processes_read_again_what_lost_its_texts(postgres_url: str) -> None:
    async with (
        running(postgres_url) as here,
        running(postgres_url) as there,
        Player(here.url) as anna,
        Player(here.url) as bo,
    ):
        table = await anna.open(opponent="friend", length=3)
        await bo.join(table)
        async with anna.at(table) as at_table:
            await at_table.until(lambda: at_table.view["phase"] == "to_play")
            await at_table.act("raise_dispute", rule="T4.7", statement=STATEMENT)
        executor = there.service.executor
        assert (await executor.state(table)).table.disputes.open.statement == STATEMENT
        await erase(anna)

        async def erased() -> bool:
            return (await executor.state(table)).table.disputes.open.statement == ERASED

        await poll_async(erased, PATIENCE)  # a hint comes


@pytest.mark.parametrize(
    ("action", "field"),
    [
        ({"type": "name_ruler", "person": "Anna cheats"}, "person"),
        ({"type": "name_ruler", "person": "x" * 101}, "person"),
    ],
)
async def test_nothing_but_an_id_is_taken_for_one(server: Running, action: dict[str, Any], field: str) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=3, ruled_by="named")
        await bo.join(table)
        async with anna.at(table) as here:
            answer = await here.act(**action)
            assert (answer["code"], answer["facts"]) == ("bad_value", {"field": field})
        await anna.ask("POST", "/tables", 409, opponent="friend", length=3, languages=["Anna cheats"])
        await anna.ask("POST", "/tables", 422, opponent="friend", length=3, vary={"choices": ["Anna cheats"]})
        assert len([body for body in await kept(server) if b'"type":"opened"' in body]) == 1


async def test_a_device_has_a_name_and_no_words_in_it(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", sitting="recorded", length=5)
        await bo.join(table)
        async with anna.at(table) as here:
            refused = await here.act("report_reading", device="Anna cheats", score=[0, 0])
            assert (refused["code"], refused["facts"]) == ("bad_value", {"field": "device"})
        phone = Device(anna, table)
        phone.note("record_infraction", rule="T1.6.i", seat=0, person="Anna cheats")
        assert (await phone.send(status=409))["error"]["facts"] == {"field": "person"}
