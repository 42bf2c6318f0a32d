"""Blocking keeps people apart, and reports reach the administrators."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.server.harness import Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('blocking') / 'tavl.db'}") as here:
        yield here


@pytest_asyncio.fixture(loop_scope="module")
async def administrator(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        made = await player.ask("POST", "/account", 201, password="correct horse", name="Admin")
        await server.service.administration.grant("command", made["login"])
        yield player


async def test_the_blocked_are_listed_and_unblocked(anna: Player, bo: Player) -> None:
    await anna.me()
    him = await bo.me()
    await bo.ask("PATCH", "/me", 200, name="Bo the Loud")
    for _ in range(2):  # twice is once
        await anna.ask("POST", "/blocks", 204, person=him)
    (blocked,) = await anna.ask("GET", "/blocks", 200)
    assert (blocked["person"], blocked["name"]) == (him, "Bo the Loud")
    assert await bo.ask("GET", "/blocks", 200) == []  # nobody is told
    await anna.ask("DELETE", f"/blocks/{him}", 204)
    await anna.ask("DELETE", f"/blocks/{him}", 404)
    assert await anna.ask("GET", "/blocks", 200) == []


async def test_what_cannot_be_blocked(anna: Player) -> None:
    me = await anna.me()
    assert (await anna.ask("POST", "/blocks", 409, person=me))["error"]["code"] == "not_yourself"
    for nobody in ("nobody", "bot.club"):
        assert (await anna.ask("POST", "/blocks", 404, person=nobody))["error"]["code"] == "not_found"


@pytest.mark.parametrize("who_blocks", ["the one who waits", "the one who comes"])
async def test_the_two_are_not_seated_together(anna: Player, bo: Player, who_blocks: str) -> None:
    her, him = await anna.me(), await bo.me()
    if who_blocks == "the one who waits":
        await anna.ask("POST", "/blocks", 204, person=him)
    else:
        await bo.ask("POST", "/blocks", 204, person=her)
    waiting = await anna.open(opponent="anyone", length=9)
    assert waiting not in [line["id"] for line in (await bo.ask("GET", "/tables"))["open"]]
    own = await bo.open(opponent="anyone", length=9)
    assert own != waiting
    by_link = await anna.open(opponent="friend", length=9)
    for table in (waiting, by_link):
        refused = await bo.ask("POST", f"/tables/{table}/join", 403)
        assert refused["error"]["code"] == "kept_apart"
    await (anna if who_blocks == "the one who waits" else bo).ask(
        "DELETE", f"/blocks/{him if who_blocks == 'the one who waits' else her}", 204
    )
    assert waiting in [line["id"] for line in (await bo.ask("GET", "/tables"))["open"]]
    await bo.join(waiting)
    for player, table in ((bo, own), (anna, by_link)):
        async with player.at(table) as here:
            await here.act("abort")


async def test_no_word_of_the_blocked_is_heard_not_even_at_a_table_that_goes_on(anna: Player, bo: Player) -> None:
    await anna.me()
    him = await bo.me()
    table = await anna.open(opponent="friend", length=3)
    await bo.join(table)
    async with anna.at(table) as here, bo.at(table) as there:
        await there.send(chat={"text": "first"})
        await here.answered("chat")
        await anna.ask("POST", "/blocks", 204, person=him)
        await there.send(chat={"text": "second"})
        await there.answered("chat")
        await there.answered("chat")  # it was said, to himself
        await here.send(chat={"text": "and she can still speak"})
        assert (await here.answered("chat"))["text"] == "and she can still speak"
    async with anna.at(table) as again, bo.at(table) as there:  # from another device too
        await there.send(chat={"text": "third"})
        await there.answered("chat")
        await again.send(ping={})
        await again.answered("pong")
        assert [line for line in again.heard if line.get("person") == him] == []
    await bo.join(table)  # they sit there already: nothing changes


async def test_a_report_reaches_the_administrators_with_its_table(
    server: Running, anna: Player, bo: Player, administrator: Player
) -> None:
    her, him = await anna.me(), await bo.me()
    table = await anna.open(opponent="friend", length=3)
    await bo.join(table)
    made = await anna.ask("POST", "/reports", 201, person=him, table=table, reason="words", text=" He swears. ")
    listed = await administrator.ask("GET", "/admin/reports", 200)
    report = next(each for each in listed["reports"] if each["id"] == made["id"])
    assert (report["by"], report["about"], report["table"]) == (her, him, table)
    assert (report["reason"], report["text"], report["closed"]) == ("words", "He swears.", None)
    assert set(listed["people"]) >= {her, him}
    assert (await administrator.ask("GET", f"/admin/people/{him}", 200))["reports"] == 1
    await administrator.ask("POST", f"/admin/reports/{made['id']}/close", 204, outcome="Warned him.")
    await administrator.ask("POST", f"/admin/reports/{made['id']}/close", 404)
    open_now = await administrator.ask("GET", "/admin/reports", 200)
    assert made["id"] not in [each["id"] for each in open_now["reports"]]
    all_of_them = await administrator.ask("GET", "/admin/reports?closed=1", 200)
    closed = next(each for each in all_of_them["reports"] if each["id"] == made["id"])
    assert closed["outcome"] == "Warned him."


async def test_a_report_must_make_sense(anna: Player, bo: Player) -> None:
    me, him = await anna.me(), await bo.me()
    elsewhere = await anna.open(opponent="friend", length=3)
    for fields, status in (
        ({"person": me, "reason": "words"}, 409),
        ({"person": "nobody", "reason": "words"}, 404),
        ({"person": him, "reason": "words", "table": elsewhere}, 404),  # where he never sat
        ({"person": him, "reason": "bored"}, 400),
        ({"person": him, "reason": "words", "text": "x" * 1001}, 400),
    ):
        await anna.ask("POST", "/reports", status, **fields)


async def test_reports_are_not_made_in_floods(sqlite_url: str) -> None:
    async with running(sqlite_url, rates=True) as server, Player(server.url) as anna, Player(server.url) as bo:
        await anna.me()
        him = await bo.me()
        answers = [await anna.ask("POST", "/reports", person=him, reason="other") for _ in range(6)]
        assert [answer.get("error", {}).get("code") for answer in answers] == [None] * 5 + ["too_many"]
