"""Analyses over the API: asked for, watched, read, stopped, and gone on with after a restart."""

from __future__ import annotations

import asyncio
import base64
import random
import zlib
from typing import Any

import pytest
import sqlalchemy as sa

from tavl.analysis import Analyst, Depth, analyse, read_analysis
from tavl.analysis.engine.questions import Answer, Question
from tavl.rules import Position
from tavl.rules.codec import to_json
from tavl.server import schema
from tavl.server.analyses import analyses, worker
from tavl.server.errors import RefusedError
from tests.analysis.matches import ODD, PLAYED, match_in, played
from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, Running, running


def sent(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


async def ask(player: Player, text: str, depth: str = "instant") -> str:
    found = await player.ask("POST", "/analyses", 201, file=sent(text), name="a.mat", depth=depth)
    (line,) = found["analyses"]
    return str(line["id"])


async def until(player: Player, id: str, state: str) -> Any:
    async def analysis() -> Any:
        found = await player.ask("GET", f"/analyses/{id}", 200)
        return found if found["line"]["state"] == state else None

    return await poll_async(analysis, PATIENCE)


async def test_a_file_is_analysed_in_the_background(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna:
        await anna.me()
        id = await ask(anna, ODD)
        found = await until(anna, id, "done")
        assert (found["mine"], found["line"]["name"]) == (True, "a.mat")
        assert found["line"]["done"] == found["line"]["of"] > 0
        assert {problem["code"] for problem in found["problems"]} == {"illegal_play"}
        assert read_analysis(to_json(found["result"])) == analyse(match_in(ODD), Depth.INSTANT)
        assert [line["id"] for line in (await anna.ask("GET", "/analyses", 200))["analyses"]] == [id]


async def test_whoever_has_the_id_may_look_and_only_who_asked_may_remove(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        await anna.me()
        await bo.me()
        id = await ask(anna, ODD)
        await until(anna, id, "done")
        assert (await bo.ask("GET", f"/analyses/{id}", 200))["mine"] is False
        await bo.ask("DELETE", f"/analyses/{id}", 404)
        await anna.ask("DELETE", f"/analyses/{id}", 204)
        await anna.ask("GET", f"/analyses/{id}", 404)
        assert (await bo.ask("GET", "/analyses", 200))["analyses"] == []


@pytest.mark.parametrize("data", ["", "hello", "<html>", "RGMHxx", "(;GM[1])"])
async def test_what_is_no_match_file_is_refused(server: Running, data: str) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        answer = await anna.ask("POST", "/analyses", 422, file=sent(data), name="x")
        assert answer["error"]["code"] == "file_refused"


async def test_a_match_that_would_keep_the_worker_for_hours_is_refused(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_QUESTIONS", 5)
    async with Player(server.url) as anna:
        await anna.me()
        answer = await anna.ask("POST", "/analyses", 422, file=sent(ODD))
        assert answer["error"]["facts"] == {"fault": "too_large"}


async def test_one_that_fails_says_so_and_lets_the_next_one_pass(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Analyst, question: Question) -> Answer:
        raise KeyError("x")

    async with Player(server.url) as anna:
        await anna.me()
        with monkeypatch.context() as broken:
            broken.setattr(worker.LiveAnalyst, "answer", fails)
            await until(anna, await ask(anna, ODD), "failed")
        await until(anna, await ask(anna, ODD), "done")


async def test_a_file_or_a_table_is_needed_and_not_both(server: Running) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        for asked in ({}, {"file": sent(ODD), "table": "x"}):
            assert (await anna.ask("POST", "/analyses", 422, **asked))["error"]["code"] == "bad_value"
        await anna.ask("POST", "/analyses", 404, table="nowhere")


async def test_an_upload_that_is_too_large_is_refused_and_elsewhere_the_small_limit_stands(sqlite_url: str) -> None:
    async with running(sqlite_url, max_upload_bytes=200_000) as server, Player(server.url) as anna:
        await anna.me()
        answer = await anna.ask("POST", "/analyses", 413, file="A" * 250_000)
        assert answer["error"]["facts"] == {"most": 200_000}
        assert (await anna.ask("POST", "/analyses", 422, file="AAAA" * 25_000))["error"]["code"] == "file_refused"
        assert (await anna.ask("POST", "/tables", 413, opponent="A" * 100_000))["error"]["facts"] == {"most": 65_536}


async def test_so_many_at_once_and_no_more(sqlite_url: str) -> None:
    async with running(sqlite_url, analyses_each=0) as server, Player(server.url) as anna:
        await anna.me()
        answer = await anna.ask("POST", "/analyses", 409, file=sent(ODD))
        assert answer["error"]["code"] == "enough_of_them"


async def test_players_have_the_names_that_they_have_now_and_who_is_erased_has_none(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        await anna.me()
        await bo.me()
        named = await bo.ask("PATCH", "/me", 200, name="Bo Unmistakable")
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            await asyncio.gather(first.play_on(random.Random(1)), second.play_on(random.Random(2)))
        asked = await anna.ask("POST", "/analyses", 201, table=table, depth="instant")
        id = asked["analyses"][0]["id"]
        assert "Bo Unmistakable" in (await until(anna, id, "done"))["result"]["players"]
        query = sa.select(schema.analyses.c.record, schema.analyses.c.result).where(schema.analyses.c.id == id)
        kept = await server.service.store.read_rows(lambda c: c.execute(query).one())
        assert [b"nmistakable" in zlib.decompress(part) for part in kept] == [False, False]
        await bo.ask("DELETE", "/me", 204, confirm=named["name"])
        assert "" in (await anna.ask("GET", f"/analyses/{id}", 200))["result"]["players"]


async def test_a_finished_table_is_analysed_and_one_that_goes_on_is_not(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        assert (await anna.ask("POST", "/analyses", 409, table=table))["error"]["code"] == "not_finished"
        async with anna.at(table) as first, bo.at(table) as second:
            chance = random.Random(3)
            await asyncio.gather(first.play_on(chance), second.play_on(chance))
        asked = await anna.ask("POST", "/analyses", 201, table=table, depth="instant")
        found = await until(anna, asked["analyses"][0]["id"], "done")
        assert found["line"]["table"] == table
        assert found["result"]["length"] == 1
        assert found["result"]["games"][0]["decisions"]
        assert all(found["result"]["players"])


async def test_a_removed_analysis_stops(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SLICE_S", 0.0)
    async with Player(server.url) as anna:
        await anna.me()
        id = await ask(anna, PLAYED.read_text(), "2-ply")
        await until(anna, id, "running")
        await anna.ask("DELETE", f"/analyses/{id}", 204)
        second = await ask(anna, ODD)
        await until(anna, second, "done")  # the worker is free again
        count = sa.select(sa.func.count()).select_from(schema.analysis_answers)
        assert await server.service.store.read_rows(lambda c: c.execute(count).scalar_one()) == 0


async def test_after_a_restart_it_goes_on_from_where_it_was(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SLICE_S", 0.0)
    monkeypatch.setattr(worker, "LEASE_MS", 0)
    rows = sa.select(schema.analyses.c.done, schema.analyses.c.of)
    async with running(sqlite_url) as server, Player(server.url) as anna:
        await anna.me()
        id = await ask(anna, PLAYED.read_text(), "1-ply")
        store = server.service.store
        async with asyncio.timeout(PATIENCE):
            while True:
                if (await store.read_rows(lambda c: c.execute(rows).one())).done >= 5:
                    break
        cookies = anna.http.cookies
    asked: list[int] = []
    real = worker.AnalysisWorker._answered

    async def answered(self: worker.AnalysisWorker, job: worker.Job) -> Any:
        found = await real(self, job)
        asked.append(len(found))
        return found

    monkeypatch.setattr(worker.AnalysisWorker, "_answered", answered)
    async with running(sqlite_url) as server, Player(server.url) as anna:
        anna.http.cookies = cookies
        found = await until(anna, id, "done")
    assert asked[0] >= 5
    assert read_analysis(to_json(found["result"])) == analyse(played(), Depth.ONE_PLY)


async def test_two_processes_never_take_the_same_one(server: Running) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        service = server.service
        first = service.analysis_worker
        second = worker.AnalysisWorker(
            service.store,
            service.analyses,
            service.live_positions,
            service.process,
            service.clock,
            service.practice.analysed,
        )
        values = {"state": "waiting", "beat": 0}
        id = await ask(anna, ODD)
        await until(anna, id, "done")
        everything = sa.update(schema.analyses).where(schema.analyses.c.id == id)
        await service.store.write_rows(lambda c: c.execute(everything.values(state="other")))
        for task in service._tasks:
            if task.get_name() == "analysis":
                task.cancel()
        await service.store.write_rows(lambda c: c.execute(everything.values(values)))
        claimed = await asyncio.gather(first._claim(), second._claim())
        assert sum(job is not None for job in claimed) == 1


@pytest.mark.rule("T1.6.ii")
async def test_a_position_of_a_match_that_counts_is_told_to_nobody_while_it_stands(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=25, aids=False)
        await bo.join(table)
        live = server.service.live_positions
        assert await live.standing() == frozenset()  # openings are in every book
        async with anna.at(table) as first, bo.at(table) as second:
            chance = random.Random(1)
            game = None
            for upto in range(25, 1_000, 5):  # a game may end early
                await asyncio.gather(first.play_on(chance, upto), second.play_on(chance, upto))
                game = (await server.service.executor.state(table)).table.match.game
                if game is not None and game.turns > 2:
                    break
        assert game is not None
        standing = await live.standing()
        assert {game.position, game.position.mirror()} == standing
        with pytest.raises(RefusedError) as refused:
            await live.check(game.position)
        assert refused.value.rule == "T1.6.ii"
        await live.check(Position.start())
        id = await ask(anna, game.position.xgid())
        found = await until(anna, id, "done")
        assert (found["result"]["skipped"], found["result"]["games"][0]["decisions"]) == (1, [])


async def test_a_friendly_match_keeps_nothing_from_anybody(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=3)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            chance = random.Random(1)
            await asyncio.gather(first.play_on(chance, 25), second.play_on(chance, 25))
        assert await server.service.live_positions.standing() == frozenset()
