"""Roles at a table: directors, observers, readers, spectators, by id or by link; rulings over the socket."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.dice.proof import verify
from tavl.server.tables.stream.event_codec import read
from tests.server.harness import PATIENCE, AtTable, Player, Running, promise

START = {"opponent": "friend", "length": 3, "ruled_by": "director"}


async def linked(giver: Player, taker: Player, table: str, role: str, **fields: Any) -> Any:
    """By a link, as people do it."""
    made = await giver.ask("POST", f"/tables/{table}/roles", 201, role=role, **fields)
    return await taker.ask("POST", f"/tables/{table}/role", 200, code=made["code"])


@asynccontextmanager
async def directed(server: Running, **terms: Any) -> AsyncIterator[tuple[str, Player, Player, Player]]:
    """A table that a third person directs."""
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as dora:
        table = await anna.open(**{**START, **terms})
        await linked(anna, dora, table, "director")
        await bo.join(table)
        yield table, anna, bo, dora


def kinds(here: AtTable) -> list[str]:
    return [event["event"]["type"] for event in here.events]


@pytest.mark.rule("T5.1")
async def test_a_director_rules_on_a_dispute_that_froze_everything(server_on_both: Running) -> None:
    async with (
        directed(server_on_both) as (table, anna, bo, dora),
        anna.at(table) as first,
        bo.at(table) as second,
        dora.at(table) as director,
    ):
        assert director.view["role"] == "director"
        assert [line["role"] for line in first.state["house"]["roles"]] == ["director"]
        for here in (first, second):
            await here.until(lambda here=here: here.view["phase"] == "to_play")
        assert (await second.act("raise_dispute", rule="T4.7", statement="the score"))["type"] == "done"
        await first.until(lambda: first.view["dispute"] is not None)
        mover = first if first.seat == first.view["turn"] else second
        assert (await mover.act("make_play", moves=[]))["code"] == "everything_waits"
        assert (await first.act("rule", rule="T4.7", reason="mine"))["code"] == "not_your_role"
        await director.until(lambda: "rule" in director.view["actions"])
        ruled = {"type": "rule", "rule": "T4.7", "reason": "as the cards say", "upholds": True, "score": [1, 0]}
        await director.send(id="r1", action=ruled)
        assert (await director.answered("done", "r1"))["version"] > 0
        await first.until(lambda: first.view["score"] == [1, 0])
        line = first.view["around"]["rulings"][0]
        assert (line["rule"], line["reason"], line["person"]) == ("T4.7", "as the cards say", await dora.me())
        assert first.state["people"][line["person"]]["name"]
        await first.until(lambda: first.view["dispute"] is None)


async def test_whoever_opens_a_table_may_direct_it_and_not_play(server: Running) -> None:
    async with Player(server.url) as dora, Player(server.url) as anna, Player(server.url) as bo:
        table = await dora.open(**START, sits=False)
        await anna.join(table)
        await bo.join(table)
        async with dora.at(table) as director, anna.at(table) as first:
            assert director.view["role"] == "director"
            assert first.view["seats"] == [await anna.me(), await bo.me()]
            await first.until(lambda: first.view["phase"] == "to_play")


async def test_a_link_gives_its_role_once_and_only_what_its_giver_may_give(server: Running) -> None:
    async with directed(server) as (table, anna, bo, dora), Player(server.url) as olaf, Player(server.url) as eve:
        roles = f"/tables/{table}/roles"
        made = await dora.ask("POST", roles, 201, role="observer")
        taken = await olaf.ask("POST", f"/tables/{table}/role", 200, code=made["code"])
        assert taken == {"role": "observer", "person": await olaf.me()}
        again = await eve.ask("POST", f"/tables/{table}/role", 404, code=made["code"])
        assert again["error"]["code"] == "not_found"
        await eve.me()
        for player, role, code in (
            (anna, "director", "not_your_role"),
            (bo, "observer", "not_your_role"),
            (bo, "ruler", "ruler_is_set"),
            (eve, "director", "not_your_role"),
        ):
            refused = await player.ask("POST", roles, 409, role=role)
            assert refused["error"]["code"] == code, role
        party = await dora.ask("POST", roles, 409, role="observer", person=await anna.me())
        assert party["error"]["rule"] == "T5.1"
        nobody = await dora.ask("POST", roles, 404, role="observer", person="nobody-at-all")
        assert nobody["error"]["code"] == "not_found"
        async with olaf.at(table) as watching:
            assert watching.view["role"] == "observer"
            assert (await watching.act("roll"))["rule"] == "T1.6.i"


@pytest.mark.rule("T5.1")
async def test_a_person_named_by_both_rules_and_one_named_by_one_does_not(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as dora:
        table = await anna.open(opponent="friend", length=3, ruled_by="named")
        await bo.join(table)
        await linked(anna, dora, table, "ruler")
        async with bo.at(table) as second, dora.at(table) as director:
            assert director.view["role"] == "spectator"
            [line] = second.state["house"]["roles"]
            assert (line["role"], line["seat"]) == ("ruler", 0)
            assert (await second.act("name_ruler", person=line["person"]))["type"] == "done"
            await director.until(lambda: director.view["role"] == "director")
            assert "rule" in director.view["actions"]


async def test_a_reader_moves_for_a_blind_player_and_for_nobody_else(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as rolf:
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        await linked(anna, rolf, table, "reader")
        async with rolf.at(table) as reading, anna.at(table) as first:
            assert (reading.view["role"], reading.seat) == ("reader", first.seat)
            await reading.until(lambda: reading.view["phase"] == "to_play")
            if reading.view["turn"] == reading.seat:
                assert "make_play" in reading.view["actions"]
                tree = reading.view["tree"]
                assert tree == first.view["tree"] or tree
            await reading.send(id="x", action={"type": "roll", "seat": 1 - reading.seat})
            assert (await reading.answered("refused", "x"))["code"] == "not_your_seat"


async def test_a_link_used_by_many_at_once_gives_one_role(server_on_both: Running) -> None:
    for role, most in (("director", 2), ("spectator", 8)):
        async with Player(server_on_both.url) as anna, contextlib.AsyncExitStack() as stack:
            table = await anna.open(**START, spectators=False)
            code = (await anna.ask("POST", f"/tables/{table}/roles", 201, role=role))["code"]
            others = [await stack.enter_async_context(Player(server_on_both.url)) for _ in range(most)]
            await asyncio.gather(*(other.me() for other in others))
            path = f"/api/v1/tables/{table}/role"
            answers = await asyncio.gather(*(other.http.post(path, json={"code": code}) for other in others))
            assert sorted(answer.status_code for answer in answers) == [200] + [404] * (most - 1)
            async with anna.at(table) as here:
                assert [line["role"] for line in here.state["house"]["roles"]] == [role]


async def test_a_link_that_could_not_be_used_can_still_be(server: Running) -> None:
    """A player cannot rule on a match of their own; the link waits for whom it was meant for."""
    async with Player(server.url) as anna, Player(server.url) as dora:
        table = await anna.open(**START)
        code = (await anna.ask("POST", f"/tables/{table}/roles", 201, role="director"))["code"]
        refused = await anna.ask("POST", f"/tables/{table}/role", 409, code=code)
        assert refused["error"]["code"] == "party_cannot_rule"
        assert (await dora.ask("POST", f"/tables/{table}/role", 200, code=code))["role"] == "director"
        await dora.ask("POST", f"/tables/{table}/role", 404, code=code)


# spectators


@pytest.mark.rule("T1.6.iii")
async def test_a_spectator_is_expelled_before_the_table_is_full_and_everybody_is_answered(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as dora, Player(server.url) as eve:
        table = await anna.open(**START)
        await linked(anna, dora, table, "director")
        person = await eve.me()
        async with dora.at(table) as director, anna.at(table) as first, eve.at(table) as watching:
            await director.send(id="e", action={"type": "expel_spectator", "person": person, "reason": "loud"})
            done = await director.answered("done", "e")
            error = await watching.answered("error")
            assert (error["error"]["code"], error["error"]["rule"]) == ("expelled", "T1.6.iii")
            await asyncio.wait_for(watching.socket.wait_closed(), PATIENCE)
            assert watching.socket.close_code == 4003
            await first.until(lambda: first.state["version"] >= done["version"])
            for here in (director, first):
                await here.send(ping={"sent": 3})
                assert (await here.answered("pong"))["sent"] == 3
        for path in ("", "/events"):
            assert (await eve.ask("GET", f"/tables/{table}{path}", 409))["error"]["code"] == "expelled"


@pytest.mark.rule("T1.6.iii")
async def test_an_expelled_spectator_is_sent_away_and_stays_out(server: Running) -> None:
    async with directed(server) as (table, anna, _, dora), Player(server.url) as eve, Player(server.url) as otto:
        person = await eve.me()
        async with dora.at(table) as director, anna.at(table) as first, eve.at(table) as watching:
            told = await watching.act("tell_director", concern="cheating", text="they talk")
            assert told["type"] == "done"
            await director.until(lambda: "concern_told" in kinds(director))
            await first.until(lambda: first.state["version"] >= told["version"])
            assert "concern_told" not in kinds(first)
            assert "withheld" in kinds(first)
            await director.send(id="e", action={"type": "expel_spectator", "person": person, "reason": "loud"})
            await director.answered("done", "e")
            error = await watching.answered("error")
            assert (error["error"]["code"], error["error"]["rule"]) == ("expelled", "T1.6.iii")
            await asyncio.wait_for(watching.socket.wait_closed(), 20)
            assert watching.socket.close_code == 4003
        assert (await eve.ask("GET", f"/tables/{table}", 409))["error"]["code"] == "expelled"
        assert (await eve.ask("GET", f"/tables/{table}/events", 409))["error"]["code"] == "expelled"
        # A new guest could be the same person; somebody with an account is known.
        await otto.me()
        assert (await otto.ask("GET", f"/tables/{table}", 403))["error"]["code"] == "account_needed"
        await otto.ask("POST", "/account", 201, password="a-long-password", name="Otto")
        await otto.ask("GET", f"/tables/{table}", 200)


async def test_a_table_without_spectators_has_none_but_those_let_in(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as eve:
        table = await anna.open(opponent="friend", length=1, spectators=False)
        await eve.ask("GET", f"/tables/{table}", 200)  # somebody may still sit down
        await bo.join(table)
        assert (await eve.ask("GET", f"/tables/{table}", 403))["error"]["code"] == "no_spectators"
        await linked(bo, eve, table, "spectator")
        async with eve.at(table) as watching:
            assert watching.view["role"] == "spectator"


async def test_a_delay_that_is_set_in_the_middle_of_a_match_holds_from_then_on(server: Running) -> None:
    async with (
        directed(server) as (table, anna, bo, dora),
        Player(server.url) as eve,
        anna.at(table) as first,
        bo.at(table) as second,
        dora.at(table) as director,
        eve.at(table) as watching,
    ):
        await first.until(lambda: first.view["phase"] == "to_play")
        await director.send(id="d", action={"type": "set_spectator_delay", "delay_ms": 600_000})
        set_at = (await director.answered("done", "d"))["version"]
        mover = first if first.seat == first.view["turn"] else second
        await mover.until(lambda: mover.state["version"] >= set_at)
        chosen = mover.something(random.Random(1))
        assert chosen
        assert (await mover.act(chosen[0], **chosen[1]))["type"] == "done"
        late = await eve.ask("GET", f"/tables/{table}/events")
        assert late["version"] < set_at
        await director.send(id="n", action={"type": "set_spectator_delay", "delay_ms": 0})
        reached = (await director.answered("done", "n"))["version"]
        await watching.until(lambda: watching.state["version"] >= reached)
        assert kinds(watching).count("played") == 1


# a match that is opened again


async def test_a_match_opened_again_has_dice_of_a_second_promise_and_all_are_proven(server: Running) -> None:
    words = ("the-first-word-of-anna", "the-second-word-of-anna")
    async with (
        directed(server, length=1, promise=promise(words[0])) as (table, anna, bo, dora),
        anna.at(table) as first,
        bo.at(table) as second,
        dora.at(table) as director,
    ):
        await first.act("tell_word", word=words[0])
        await first.until(lambda: first.view["phase"] == "to_play")
        over = {"type": "rule", "rule": "T1.1", "reason": "left the room", "winner": 1}
        await director.send(id="w", action=over)
        await director.answered("done", "w")
        await first.until(lambda: first.state["dice"]["secret"] is not None)
        old = first.state["dice"]
        await director.send(id="o", action={"type": "rule", "rule": "T1.1", "reason": "came back", "reopens": True})
        await director.answered("done", "o")
        await first.until(lambda: "promise_word" in first.view["actions"])
        new = first.state["dice"]
        assert new["secret"] is None
        assert new["promise"] != old["promise"]
        mover, other = (first, second) if first.seat == first.view["turn"] else (second, first)
        await mover.until(lambda: mover.state["version"] >= first.state["version"])
        chosen = mover.something(random.Random(1))
        assert chosen
        played = await mover.act(chosen[0], **chosen[1])
        assert played["type"] == "done", played
        await other.until(lambda: other.view["phase"] == "to_roll")
        assert (await other.act("roll"))["code"] == "dice_not_ready"
        await first.until(lambda: first.view["phase"] == "to_roll")
        assert (await first.act("promise_word", promise=promise(words[1])))["type"] == "done"
        assert (await first.act("tell_word", word=words[1]))["type"] == "done"
        await other.until(lambda: "roll" in other.view["actions"])
        assert (await other.act("roll"))["type"] == "done"
        await director.send(id="v", action=over)
        await director.answered("done", "v")
        await first.until(lambda: first.state["dice"]["secret"] is not None and first.over)
        assert first.state["dice"]["promise"] == new["promise"]
    events = [read(event) for event in await server.service.store.read(f"table/{table}")]
    verdict = verify(events)
    assert (verdict.proven, verdict.rolls) == (True, len([e for e in events if fair.fell(fair.FairDice(), e)]))


async def test_nobody_holds_up_a_match_opened_again_by_keeping_his_word(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair, "REOPENED_WAITS_FOR_WORDS_MS", 300)
    word = "the-only-word-of-anna"
    async with (
        directed(server, length=1, promise=promise(word)) as (table, anna, _, dora),
        anna.at(table) as first,
        dora.at(table) as director,
    ):
        await first.act("tell_word", word=word)
        await first.until(lambda: first.view["phase"] == "to_play")
        for id, ruling in (("w", {"winner": 1}), ("o", {"reopens": True})):
            await director.send(id=id, action={"type": "rule", "rule": "T1.1", "reason": "so", **ruling})
            await director.answered("done", id)
        await first.until(lambda: "word_overdue" in kinds(first))
        await first.until(lambda: None not in [each and each["word"] for each in first.state["dice"]["words"]])
        assert [each["drawn_by_server"] for each in first.state["dice"]["words"]] == [True, True]
