"""Erasable texts in events: outside the streams, read as if they were in them, and erased with the person."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.store import ERASED, Appended, BadAppend, Event, NewEvent, Store
from tavl.store.log.events import SYSTEM
from tavl.store.people import people as people_rows
from tavl.store.projections.table_list import TableList
from tavl.store.schema import events, words
from tests.store.helpers import AT, read_all
from tests.store.people.test_people import in_a_file
from tests.store.plain_matches import MatchReading

BODY = b'{"type":"said","seat":1,"reason":"Un\\u00e4s \\"unmistakable\\"","note":"","rest":[1,2.5,null]}'
CANONICAL = '{"type":"said","seat":1,"reason":"Unäs \\"unmistakable\\"","note":"","rest":[1,2.5,null]}'.encode()
GONE = f'{{"type":"said","seat":1,"reason":"{ERASED}","note":"","rest":[1,2.5,null]}}'.encode()
SAID = NewEvent("said", BODY, words=("reason", "note", "absent"))


async def said(log: Store, stream: str = "t:1", actor: str = "anna", after: int = 0) -> tuple[Event, ...]:
    done = await log.append(stream, after, [SAID, SAID], actor=actor, action_id=f"{actor}@{after}", at=AT)
    assert isinstance(done, Appended)
    return done.events


async def kept(log: Store) -> list[bytes]:
    return await log.read_rows(lambda c: list(c.execute(sa.select(events.c.body).order_by(events.c.number)).scalars()))


async def rows(log: Store) -> list[tuple[str, str, str]]:
    query = sa.select(words.c.stream, words.c.person, words.c.text).order_by(words.c.id)
    return await log.read_rows(lambda c: [tuple(row) for row in c.execute(query)])


async def test_the_stream_holds_a_reference_and_every_reader_gets_the_words(log: Store) -> None:
    written = await said(log)
    assert [event.body for event in written] == [CANONICAL, CANONICAL]
    assert await rows(log) == [("t:1", "anna", 'Unäs "unmistakable"')] * 2
    assert all(b"nmistakable" not in body and b'"reason":{"$words":"' in body for body in await kept(log))
    assert all(b'"note":"","rest":[1,2.5,null]' in body for body in await kept(log))  # nothing else has changed
    for read in (await log.read("t:1"), await read_all(log), await log.read_action("t:1", "anna@0")):
        assert read == list(written)
    again = await log.append("t:1", 0, [SAID, SAID], actor="anna", action_id="anna@0", at=AT + 1)
    assert again == Appended(written, repeated=True)
    assert len(await rows(log)) == 2


async def test_what_nobody_wrote_stays_in_the_stream(log: Store) -> None:
    assert [event.body for event in await said(log, actor=SYSTEM)] == [BODY, BODY]
    done = await log.append("t:2", 0, [NewEvent("said", BODY)], actor="anna", action_id="x", at=AT)
    assert isinstance(done, Appended)
    assert (await kept(log), await rows(log)) == ([BODY] * 3, [])
    assert (await log.read("t:2"))[0].body == BODY  # as streams were written before there were references


async def test_erasing_somebody_leaves_a_sign_and_changes_nothing_in_the_log(log: Store) -> None:
    for person in ("anna", "bo"):
        await log.people.add(AT, id=person)
    await said(log)
    await said(log, actor="bo", after=2)
    before = await kept(log)
    assert await log.erase_person("bo", AT) == ["t:1"]
    assert await kept(log) == before
    assert [event.body for event in await log.read("t:1")] == [CANONICAL, CANONICAL, GONE, GONE]
    assert [event.body for event in await read_all(log)] == [CANONICAL, CANONICAL, GONE, GONE]
    assert await rows(log) == [("t:1", "anna", 'Unäs "unmistakable"')] * 2
    assert await log.erase_person("bo", AT) == []


async def test_what_somebody_says_who_is_being_erased_is_gone_from_the_beginning(log: Store) -> None:
    await log.people.add(AT, id="anna")
    await log.erase_person("anna", AT)
    assert [event.body for event in await said(log)] == [CANONICAL, CANONICAL]  # it was said; nobody keeps it
    assert await rows(log) == []
    assert [event.body for event in await log.read("t:1")] == [GONE, GONE]


async def test_erased_words_are_in_no_file(sqlite_url: str, tmp_path: Path) -> None:
    async with await store.open(sqlite_url) as log:
        await log.people.add(AT, id="anna")
        await said(log)
        assert in_a_file(tmp_path, b"nmistakable")
        await log.erase_person("anna", AT)
        assert not in_a_file(tmp_path, b"nmistakable")


async def test_ones_own_data_have_ones_words_in_their_events(log: Store) -> None:
    await log.people.add(AT, id="anna")
    await said(log)
    await said(log, actor="bo", after=2)
    found = await log.export_person("anna")
    assert [event["body"] for event in found["events"]] == [CANONICAL.decode()] * 2
    assert [row["text"] for row in found["words"]] == ['Unäs "unmistakable"'] * 2
    await log.erase_person("anna", AT)
    found = await log.export_person("anna")
    assert ([event["body"] for event in found["events"]], found["words"]) == ([GONE.decode()] * 2, [])


async def test_a_backup_has_the_words_and_an_export_for_others_has_not(
    log: Store, tmp_path: Path, another_postgres_url: str
) -> None:
    await said(log)
    await log.export_log(tmp_path / "all.jsonl")
    await log.export_log(tmp_path / "others.jsonl", people=False)
    assert b"nmistakable" not in (tmp_path / "others.jsonl").read_bytes()
    await store.restore(tmp_path / "all.jsonl", another_postgres_url)
    await store.restore(tmp_path / "others.jsonl", f"sqlite:///{tmp_path / 'others.db'}")
    for address, body in ((another_postgres_url, CANONICAL), (f"sqlite:///{tmp_path / 'others.db'}", GONE)):
        async with await store.open(address) as other:
            assert [event.body for event in await other.read("t:1")] == [body, body]
            assert await kept(other) == await kept(log)


async def test_a_projection_is_made_anew_with_the_words_in_the_events(sqlite_url: str) -> None:
    taken: list[bytes] = []

    class Noting(TableList):
        def apply(self, connection: sa.Connection, events: object) -> None:
            taken.extend(event.body for event in events)  # type: ignore[attr-defined]

    async with await store.open(sqlite_url, projections=(Noting(MatchReading()),)) as log:
        await said(log)
        assert taken == [CANONICAL] * 2
        taken.clear()
        await log.rebuild(TableList.name)
        assert taken == [CANONICAL] * 2


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (NewEvent("said", b'{"reason":1}', words=("reason",)), "words"),
        (NewEvent("said", b'{"reason":{"$words":"00000000000000000000000000"}}'), "body"),
    ],
)
async def test_what_is_no_text_is_not_taken_for_words(log: Store, event: NewEvent, field: str) -> None:
    with pytest.raises(BadAppend) as error:
        await log.append("t:1", 0, [event], actor="anna", action_id="a", at=AT)
    assert error.value.facts["field"] == field
    assert await kept(log) == []


async def test_somebody_may_write_what_a_reference_looks_like(log: Store) -> None:
    body = b'{"reason":"{\\"$words\\":\\"00000000000000000000000000\\"}"}'
    done = await log.append("t:1", 0, [NewEvent("said", body)], actor="anna", action_id="a", at=AT)
    assert isinstance(done, Appended)
    assert (await log.read("t:1"))[0].body == body


def test_everything_that_is_about_a_person_is_erased_with_the_person() -> None:
    assert {table.table.name for table in people_rows.OWN} == {"people", "writings", "words"}
