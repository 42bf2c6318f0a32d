"""Idea 5: an action is committed before anybody hears of it, done once however often it is sent, and collides in the
open."""

from __future__ import annotations

import asyncio

import pytest

from tavl.store import (
    SYSTEM,
    ActionIdTaken,
    Append,
    Appended,
    BadAppend,
    Commit,
    Conflict,
    InstantFell,
    NewEvent,
    Store,
    StoreFault,
    new_id,
)
from tavl.store.schema import people
from tests.store.helpers import AT, fact, read_all, say, versions


async def test_what_is_appended_is_read_back_as_it_was(log: Store) -> None:
    done = await log.append("t:1", 0, [fact("a", x=1), fact("b", y="ø")], actor="anna", action_id="first", at=AT)
    assert isinstance(done, Appended)
    assert not done.repeated
    read = await log.read("t:1")
    assert read == list(done.events)
    first, second = read
    assert (first.version, first.type, first.schema, first.at, first.actor) == (1, "a", 1, AT, "anna")
    assert (second.version, second.action_id, second.ordinal, second.body) == (2, "first", 1, b'{"y":"\xc3\xb8"}')
    assert first.id != second.id


async def test_a_stream_begins_at_version_one_and_has_no_gaps(log: Store) -> None:
    assert await log.version("t:1") == 0
    await say(log, "t:1", 0, "a", "b")
    await say(log, "t:1", 2, "c")
    assert versions(await log.read("t:1")) == [1, 2, 3]
    assert await log.version("t:1") == 3
    assert versions(await log.read("t:1", after_version=1)) == [2, 3]
    assert versions(await log.read("t:1", after_version=1, limit=1)) == [2]


async def test_who_has_not_seen_the_last_event_is_told_the_version_and_writes_nothing(log: Store) -> None:
    await say(log, "t:1", 0, "a")
    assert await say(log, "t:1", 0, "b", action="other") == Conflict("t:1", 1)
    assert await say(log, "t:1", 7, "b", action="other") == Conflict("t:1", 1)
    assert await log.version("t:1") == 1


async def test_of_many_that_write_at_once_exactly_one_wins(log: Store) -> None:
    outcomes = await asyncio.gather(*(say(log, "t:1", 0, "a", action=f"a{n}") for n in range(20)))
    assert sum(isinstance(outcome, Appended) for outcome in outcomes) == 1
    assert all(outcome == Conflict("t:1", 1) for outcome in outcomes if isinstance(outcome, Conflict))
    assert await log.version("t:1") == 1


async def test_an_action_sent_twice_is_answered_twice_and_done_once(log: Store) -> None:
    first = await say(log, "t:1", 0, "a", "b", action="x")
    await say(log, "t:1", 2, "c", action="y")
    assert isinstance(first, Appended)
    again = await say(log, "t:1", 0, "a", "b", action="x")
    assert again == Appended(first.events, repeated=True)
    assert await log.version("t:1") == 3
    assert await log.read_action("t:1", "x") == list(first.events)
    assert await log.read_action("t:1", "z") == []


async def test_an_action_sent_many_times_at_once_is_done_once(log: Store) -> None:
    outcomes = await asyncio.gather(*(say(log, "t:1", 0, "a", "b", action="x") for _ in range(20)))
    assert {versions(outcome.events) == [1, 2] for outcome in outcomes if isinstance(outcome, Appended)} == {True}
    assert sum(not outcome.repeated for outcome in outcomes if isinstance(outcome, Appended)) == 1
    assert await log.version("t:1") == 2


async def test_the_same_action_id_is_another_action_in_another_stream(log: Store) -> None:
    await say(log, "t:1", 0, "a", action="x")
    done = await say(log, "t:2", 0, "a", action="x")
    assert isinstance(done, Appended)
    assert not done.repeated


async def test_somebody_elses_action_id_gives_nothing_away(log: Store) -> None:
    await say(log, "t:1", 0, "a", action="x", actor="anna")
    with pytest.raises(ActionIdTaken) as error:
        await say(log, "t:1", 1, "a", action="x", actor="bo")
    assert error.value.facts == {"stream": "t:1", "action_id": "x"}


async def test_what_touches_two_streams_is_written_whole_or_not_at_all(log: Store) -> None:
    await say(log, "match", 0, "a")
    both = (Append("tournament", 0, (fact("result"),)), Append("match", 0, (fact("over"),)))
    assert await log.commit(Commit("r", SYSTEM, AT, both)) == Conflict("match", 1)
    assert await log.version("tournament") == 0
    both = (Append("tournament", 0, (fact("result"),)), Append("match", 1, (fact("over"),)))
    done = await log.commit(Commit("r", SYSTEM, AT, both))
    assert isinstance(done, Appended)
    assert [(event.stream, event.version) for event in done.events] == [("tournament", 1), ("match", 2)]
    again = await log.commit(Commit("r", SYSTEM, AT, both))
    assert isinstance(again, Appended)
    assert again.repeated
    assert sorted(event.id for event in again.events) == sorted(event.id for event in done.events)


async def test_a_known_action_is_answered_even_with_an_instant_that_fell_in_another_stream(log: Store) -> None:
    await say(log, "a", 0, "x", at=AT + 10)
    known = await say(log, "b", 0, "x", action="known", at=AT)
    assert isinstance(known, Appended)
    late = Commit("known", "anna", AT, (Append("a", 1, (fact(),)), Append("b", 1, (fact(),))))
    assert await log.commit(late) == Appended(known.events, repeated=True)


async def test_two_that_write_to_the_same_streams_crosswise_both_get_an_answer(log: Store) -> None:
    def cross(number: int) -> Commit:
        streams = ("a", "b") if number % 2 else ("b", "a")
        return Commit(f"c{number}", "anna", AT, tuple(Append(stream, 0, (fact(),)) for stream in streams))

    outcomes = await asyncio.gather(*(log.commit(cross(number)) for number in range(10)))
    assert sum(isinstance(outcome, Appended) for outcome in outcomes) == 1
    assert (await log.version("a"), await log.version("b")) == (1, 1)


async def test_an_instant_may_stand_still_and_not_fall(log: Store) -> None:
    await say(log, "t:1", 0, "a", at=AT)
    await say(log, "t:1", 1, "b", at=AT)
    with pytest.raises(InstantFell) as error:
        await say(log, "t:1", 2, "c", at=AT - 1)
    assert error.value.facts == {"stream": "t:1", "at": AT - 1, "last": AT}
    assert await log.version("t:1") == 2
    await say(log, "t:2", 0, "a", at=AT - 1)


async def test_what_fails_beside_the_events_takes_them_along(log: Store) -> None:
    class Stop(Exception):
        pass

    def fail(connection: object, events: object) -> None:
        raise Stop

    with pytest.raises(Stop):
        await log.append("t:1", 0, [fact()], actor="anna", action_id="x", at=AT, also=fail)
    assert await log.version("t:1") == 0


async def test_what_is_written_beside_the_events_is_there_with_them(log: Store) -> None:
    def also(connection, events) -> None:
        connection.execute(people.insert().values(id=events[0].id, created=events[0].at))

    done = await log.append("t:1", 0, [fact()], actor="anna", action_id="x", at=AT, also=also)
    assert isinstance(done, Appended)
    assert done.events[0].id in await log.people.find(done.events[0].id)
    await log.append("t:1", 1, [fact()], actor="anna", action_id="x", at=AT, also=also)  # known: not done again


async def test_one_failure_in_a_group_leaves_the_others_alone(log: Store) -> None:
    def fail(connection: object, events: object) -> None:
        raise RuntimeError("only this one")

    good = [say(log, f"t:{n}", 0, "a") for n in range(10)]
    bad = log.append("bad", 0, [fact()], actor="anna", action_id="x", at=AT, also=fail)
    *outcomes, failed = await asyncio.gather(*good, bad, return_exceptions=True)
    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    assert isinstance(failed, RuntimeError)
    assert await log.version("bad") == 0


@pytest.mark.parametrize("statement", ["UPDATE events SET type = 'x'", "DELETE FROM events"])
async def test_the_database_itself_keeps_the_log_from_being_rewritten(log: Store, statement: str) -> None:
    await say(log, "t:1", 0, "a")
    with pytest.raises(Exception, match="append-only"):
        await log.write_rows(lambda c: c.exec_driver_sql(statement))
    assert [event.type for event in await log.read("t:1")] == ["a"]


async def test_a_wrong_statement_is_a_fault_of_ours_and_not_a_drivers_error(log: Store) -> None:
    with pytest.raises(StoreFault):
        await log.read_rows(lambda c: c.exec_driver_sql("SELECT 1 / 'x' FROM nowhere_at_all"))


BAD = [
    ("stream", {"stream": ""}),
    ("stream", {"stream": "a b"}),
    ("stream", {"stream": "x" * 201}),
    ("actor", {"actor": "a\0b"}),
    ("action_id", {"action_id": ""}),
    ("at", {"at": -1}),
    ("at", {"at": 1.5}),
    ("at", {"at": True}),
    ("expected_version", {"expected_version": -1}),
    ("events", {"events": []}),
    ("type", {"events": [NewEvent("Not A Name")]}),
    ("schema", {"events": [NewEvent("a", schema=0)]}),
    ("body", {"events": [NewEvent("a", b"{")]}),
    ("body", {"events": [NewEvent("a", b"[1]")]}),
    ("body", {"events": [NewEvent("a", b'{"a":\n1}')]}),
    ("body", {"events": [NewEvent("a", b'{"a":"\xff"}')]}),
    ("body", {"events": [NewEvent("a", b'{"a":"' + b"x" * (1 << 20) + b'"}')]}),
]


@pytest.mark.parametrize(("field", "wrong"), BAD)
async def test_a_senseless_append_is_refused_by_its_field(sqlite_url: str, field: str, wrong: dict) -> None:
    from tavl import store

    async with await store.open(sqlite_url) as log:
        given = {"stream": "t:1", "expected_version": 0, "events": [fact()], "actor": "a", "action_id": "x", "at": AT}
        with pytest.raises(BadAppend) as error:
            await log.append(**{**given, **wrong})
        assert error.value.facts["field"] == field
        assert await read_all(log) == []


async def test_a_commit_to_one_stream_twice_is_refused(log: Store) -> None:
    twice = (Append("a", 0, (fact(),)), Append("a", 1, (fact(),)))
    with pytest.raises(BadAppend):
        await log.commit(Commit("x", "anna", AT, twice))


def test_ids_sort_by_their_instant_and_never_repeat() -> None:
    ids = [new_id(AT + n // 100) for n in range(1000)]
    assert len(set(ids)) == 1000
    assert [i[:10] for i in ids] == sorted(i[:10] for i in ids)
    assert {len(i) for i in ids} == {26}
