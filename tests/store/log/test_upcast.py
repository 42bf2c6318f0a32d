"""Old schemas are upcast when read; the golden streams of every release must always replay."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tavl import store
from tavl.rules import position_text
from tavl.store import NewEvent, Store, UnknownSchema, Upcasts
from tests.store.helpers import AT, fact, read_all
from tests.store.plain_matches import MatchReading, OpenMatch

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("match-*.jsonl"))


def three_schemas() -> Upcasts:
    """A roll was a text, then a list, then it got its seat and a better name."""
    upcasts = Upcasts()

    @upcasts.upcast("dice", 1)
    def to_list(body: dict) -> dict:
        return {"dice": [int(n) for n in body["dice"].split("-")]}

    @upcasts.upcast("dice", 2, becomes="roll")
    def with_seat(body: dict) -> dict:
        return {**body, "seat": 0}

    return upcasts


async def test_an_old_event_is_read_as_if_written_today_and_kept_as_it_was(url: str) -> None:
    async with await store.open(url) as log:
        await log.append("t:1", 0, [fact("dice", dice="6-1")], actor="a", action_id="x", at=AT)
    async with await store.open(url, upcasts=three_schemas()) as log:
        old = NewEvent("dice", b'{"dice":[3,3]}', schema=2)
        await log.append("t:1", 1, [old, fact("roll", dice=[5, 2], seat=1)], actor="a", action_id="y", at=AT)
        for read in (await log.read("t:1"), await read_all(log)):
            assert [(event.type, event.schema) for event in read] == [("roll", 3)] * 3
            assert [event.fields() for event in read] == [
                {"dice": [6, 1], "seat": 0},
                {"dice": [3, 3], "seat": 0},
                {"dice": [5, 2], "seat": 1},
            ]
        kept = await log.read_rows(lambda c: c.exec_driver_sql("SELECT type, schema FROM events ORDER BY number").all())
        assert [tuple(row) for row in kept] == [("dice", 1), ("dice", 2), ("roll", 3)]


async def test_a_schema_of_a_later_release_is_refused(log: Store) -> None:
    await log.append("t:1", 0, [NewEvent("a", schema=1)], actor="a", action_id="x", at=AT)
    with pytest.raises(UnknownSchema):
        await log.append("t:1", 1, [NewEvent("a", schema=2)], actor="a", action_id="y", at=AT)
    assert await log.version("t:1") == 1


async def test_a_body_that_its_upcast_cannot_take_is_named(url: str) -> None:
    async with await store.open(url) as log:
        await log.append("t:1", 0, [fact("dice", wrong=1)], actor="a", action_id="x", at=AT)
    async with await store.open(url, upcasts=three_schemas()) as log:
        with pytest.raises(UnknownSchema) as error:
            await log.read("t:1")
        assert error.value.facts["type"] == "dice"


def test_one_step_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="already"):
        three_schemas().upcast("dice", 1)(lambda body: body)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
async def test_a_golden_stream_replays(path: Path, url: str) -> None:
    expected = msgspec.json.decode(path.with_suffix(".state.json").read_bytes())
    async with await store.open(url) as log:
        await log.import_log(path)
        assert await replayed(log) == expected


def test_there_is_a_golden_stream() -> None:
    assert GOLDEN


async def replayed(log: Store) -> dict:
    """What the streams of a golden file fold to, in words that outlive our types."""
    reading = MatchReading()
    states: dict[str, OpenMatch | None] = {}
    for event in await read_all(log, limit=100_000):
        before = states.get(event.stream)
        states[event.stream] = reading.start(event) if before is None else reading.step(before, event)
    found = {}
    for stream, state in sorted(states.items()):
        assert state is not None
        match = state.match
        assert match.game is not None
        found[stream] = {
            "players": list(state.opened.players),
            "score": list(match.score),
            "winner": match.result.winner.value if match.result and match.result.winner is not None else None,
            "games": [[game.outcome.winner.value, game.outcome.points] for game in match.finished],
            "crawford": [game.crawford for game in match.finished],
            "position": position_text(match.game.position),
        }
    return found
