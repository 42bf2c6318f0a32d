"""Tables that play on from a position, against a bot, and decisions that are taken back there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tavl.notation.ids.xgid import write_xgid
from tavl.notation.situation import situation_of
from tavl.rules import acts as game_acts
from tavl.rules.seat import Seat
from tavl.server.tables import bots
from tavl.server.tables.dice.proof import verify
from tavl.server.tables.hosting import BoardSet, TakeBack
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.table import acts
from tests.server.harness import AtTable, Player, Running
from tests.server.tables.dice.test_proof import by_the_page

BOT = "bot:newcomer"
# White, the first seat, is 2-away with dice 31 against 4-away, and owns the cube.
WITH_DICE = "XGID=-a-a--E-D---dD---d-e----B-:1:1:1:31:3:1:0:5:10"
AS_OGID = "11cccchhhhjjjjj:666668888ddddmo:W1N:13:B::3:1:5:0"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"  # the first seat has doubled
POST_CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:0:5:10"
CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10"
MONEY = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:0:0:3:0:10"  # black rolls and owns the cube; Jacoby and beavers


async def begun(player: Player, **asked: Any) -> AtTable:
    table = await player.open(opponent=BOT, **asked)
    at = AtTable(player, table)
    await at.connect()
    await at.until(lambda: "start_game" in at.view["actions"] or at.view["phase"])
    if not at.view["phase"]:
        await at.act("start_game")
    await at.until(lambda: at.view["phase"])
    return at


@pytest.mark.parametrize("id", [WITH_DICE, AS_OGID])
async def test_a_table_begins_at_a_position_with_its_score_cube_and_dice(server: Running, id: str) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": id})
        assert (at.view["score"], at.view["length"], at.view["dice"]) == ([3, 1], 5, [3, 1])
        assert (at.view["turn"], at.view["phase"], at.view["cube"]) == (0, "to_play", {"value": 2, "owner": 0})
        assert at.state["house"]["start"]["dice"] == [3, 1]
        assert at.view["game_number"] == 1
        state = await server.service.executor.state(at.table)
        assert write_xgid(situation_of(state.table.match)) == WITH_DICE
        await at.disconnect()


async def test_whoever_opens_it_takes_either_seat(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": DOUBLED, "seat": 1})  # the other has doubled
        assert (at.view["viewer"], at.view["phase"], at.view["offered"]) == (0, "doubled", 2)
        assert "take" in at.view["actions"]
        await at.act("take")
        await at.until(lambda: at.view["cube"] == {"value": 2, "owner": 0})
        await at.disconnect()


@pytest.mark.rule("T4.4.iv")
@pytest.mark.parametrize(("start", "crawford", "doubles"), [(CRAWFORD, True, False), (POST_CRAWFORD, False, True)])
async def test_whether_the_crawford_game_has_been_is_known(
    server: Running, start: str, crawford: bool, doubles: bool
) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": start})
        assert (at.view["crawford"], "double" in at.view["actions"]) == (crawford, doubles)
        assert (at.view["games"], at.view["game_number"]) == ([], 1)
        match = (await server.service.executor.state(at.table)).table.match
        assert match.post_crawford is doubles
        await at.disconnect()


async def test_for_money_its_options_go_with_it_and_the_bot_begins(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": MONEY})
        state = await server.service.executor.state(at.table)
        profile = state.table.terms.match.profile
        assert (profile.jacoby, profile.beavers, state.table.match.length) == (True, True, None)
        await at.until(lambda: any(e["event"]["type"] in ("rolled", "doubled") for e in at.events))
        await at.disconnect()


async def test_its_dice_can_be_proven_also_after_decisions_were_taken_back(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": POST_CRAWFORD.replace(":4:2:", ":3:4:")}, tutor=True)
        chance = random.Random(4)
        await at.play_on(chance, 40)
        assert "take_back" in at.view["actions"]
        for _ in range(2):
            await at.act("take_back")
        await at.play_on(chance)
        events = [out.event for out in await server.service.executor.events(at.table, 0)]
        assert [type(e) for e in events].count(BoardSet) == 3
        # The same stream at a table that counts, or without a bot, proves nothing.
        streams = {"real": events, "rated": _rated(events), "two people": _without_bot(events)}
        assert {name: verify(each).proven for name, each in streams.items()} == {
            "real": True,
            "rated": False,
            "two people": False,
        }
        assert {name: proven for name, (_, _, proven) in by_the_page(streams).items()} == {
            "real": True,
            "rated": False,
            "two people": False,
        }
        await at.disconnect()


async def test_a_decision_is_taken_back_to_the_same_dice(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": WITH_DICE}, tutor=True)
        assert "take_back" not in at.view["actions"]
        before = at.view["position"]
        assert (await at.act("take_back"))["code"] == "nothing_to_take_back"
        await at.act("make_play", moves=[[8, 5], [6, 5]])
        await at.until(lambda: at.view["turn"] == 1 or at.view["last"])
        assert (await at.act("take_back"))["type"] == "done"
        await at.until(lambda: at.view["position"] == before)
        assert (at.view["dice"], at.view["phase"], at.view["turn"]) == ([3, 1], "to_play", 0)
        assert at.events[-1]["event"]["type"] != "played"
        await at.disconnect()


async def test_a_drop_that_ended_a_game_is_taken_back_with_its_point(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": DOUBLED, "seat": 1}, tutor=True)
        state = await server.service.executor.state(at.table)
        dropped = _after(state, [game_acts.Dropped(Seat.FIRST)])
        assert dropped.table.match.score == (0, 1)
        taken = stream_state.decide(dropped, TakeBack(Seat.FIRST), dropped.by(state.table.seats[0]), 0, {})
        assert isinstance(taken, list)
        ended = _after(dropped, taken)
        assert (ended.table.match.score, ended.table.match.finished) == ((0, 0), ())
        assert ended.table.match.game is not None
        assert ended.table.match.game.phase == "doubled"
        await at.disconnect()


@pytest.mark.parametrize(
    "asked",
    [
        {"tutor": True, "opponent": "friend"},
        {"tutor": True, "rated": True, "length": 3},
        {"tutor": True, "aids": False},
        {"tutor": True, "clock": {"minutes_per_point": 2.0, "delay_seconds": 12.0}},
        {"start": {"id": MONEY}, "opponent": "anyone"},
        {"start": {"id": "nonsense"}},
        {"start": {"id": "XGID=--------------------------:0:0:1:00:0:0:0:0:10"}},
    ],
)
async def test_what_is_no_table_for_one_person_and_a_bot_is_refused(server: Running, asked: dict[str, Any]) -> None:
    async with Player(server.url) as anna:
        answer = await anna.ask("POST", "/tables", 422, **{"opponent": BOT, **asked})
        assert answer["error"]["code"] in ("bad_value", "game_over"), answer


async def test_without_a_tutor_nothing_is_taken_back(server: Running) -> None:
    async with Player(server.url) as anna:
        at = await begun(anna, start={"id": WITH_DICE})
        assert (await at.act("take_back"))["code"] == "nothing_taken_back_here"
        await at.disconnect()


def _after(state: State, events: Sequence[StreamEvent]) -> State:
    found = stream_state.fold(state, [(event, state.table.last_at, state.version) for event in events])
    assert found is not None
    return found


def _rated(events: list[StreamEvent]) -> list[StreamEvent]:
    opened = events[0]
    assert isinstance(opened, acts.Opened)
    return [replace(opened, terms=replace(opened.terms, rated=True)), *events[1:]]


def _without_bot(events: list[StreamEvent]) -> list[StreamEvent]:
    def other(event: StreamEvent) -> StreamEvent:
        bot = isinstance(event, acts.Seated) and bots.is_bot_seat(event.person)
        return acts.Seated(Seat.SECOND, "bo") if bot else event

    return [other(event) for event in events]
