"""State is a fold over the log; what is remembered of it only saves time."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.store import Event, Fold, Store
from tavl.store import fold as folds
from tavl.store.fold import Recent
from tavl.store.schema import snapshots
from tests.store.helpers import AT, say


class Counting:
    """A fold that counts its own steps."""

    def __init__(self, version: int = 1) -> None:
        self.steps = 0
        self.fold: Fold[tuple[str, ...]] = Fold(
            "types",
            start=tuple,
            step=self._step,
            version=version,
            encode=lambda state: " ".join(state).encode(),
            decode=lambda data: tuple(data.decode().split()),
        )

    def _step(self, state: tuple[str, ...], event: Event) -> tuple[str, ...]:
        self.steps += 1
        return (*state, event.type)


async def test_a_state_has_its_version_and_its_last_instant(log: Store) -> None:
    fold = Counting().fold
    empty = await log.load_state("t:1", fold)
    assert (empty.state, empty.version, empty.at) == ((), 0, 0)
    await say(log, "t:1", 0, "a", "b", at=AT)
    await say(log, "t:1", 2, "c", at=AT + 5)
    loaded = await log.load_state("t:1", fold)
    assert (loaded.state, loaded.version, loaded.at) == (("a", "b", "c"), 3, AT + 5)


async def test_only_new_events_are_folded_again(log: Store) -> None:
    counting = Counting()
    await say(log, "t:1", 0, "a", "b")
    await log.load_state("t:1", counting.fold)
    await log.load_state("t:1", counting.fold)
    await say(log, "t:1", 2, "c")
    loaded = await log.load_state("t:1", counting.fold)
    assert loaded.state == ("a", "b", "c")
    assert counting.steps == 3


async def test_what_is_remembered_of_another_log_is_not_used(log: Store) -> None:
    counting = Counting()
    await say(log, "t:1", 0, "a")
    loaded = await log.load_state("t:1", counting.fold)
    log._states.put(("types", "t:1"), folds.Loaded(("wrong",), 1, AT, "another id"))
    assert await log.load_state("t:1", counting.fold) == loaded
    log._states.put(("types", "t:1"), folds.Loaded(("wrong",), 9, AT, "from a future that never came"))
    assert await log.load_state("t:1", counting.fold) == loaded


@pytest.fixture
def every_five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "SNAPSHOT_EVERY", 5)


@pytest.mark.usefixtures("every_five")
async def test_a_snapshot_saves_folding_in_the_next_process(url: str) -> None:
    async with await store.open(url) as log:
        await say(log, "t:1", 0, *"abcdefg")
        await log.load_state("t:1", Counting().fold)
        await say(log, "t:1", 7, "h")
    async with await store.open(url) as log:
        counting = Counting()
        assert (await log.load_state("t:1", counting.fold)).state == tuple("abcdefgh")
        assert counting.steps == 1
        another = Counting(version=2)
        log._states.clear()
        assert (await log.load_state("t:1", another.fold)).state == tuple("abcdefgh")
        assert another.steps == 8


@pytest.mark.usefixtures("every_five")
async def test_snapshots_may_be_emptied_at_any_time(log: Store) -> None:
    await say(log, "t:1", 0, *"abcdefg")
    await log.load_state("t:1", Counting().fold)
    await log.write_rows(lambda c: c.execute(sa.delete(snapshots)))
    log._states.clear()
    assert (await log.load_state("t:1", Counting().fold)).state == tuple("abcdefg")


@pytest.mark.usefixtures("every_five")
async def test_even_the_table_of_snapshots_may_be_dropped(sqlite_url: str) -> None:
    async with await store.open(sqlite_url) as log:
        await say(log, "t:1", 0, *"abcdefg")
        await log.write_rows(lambda c: c.exec_driver_sql("DROP TABLE snapshots"))
        assert (await log.load_state("t:1", Counting().fold)).state == tuple("abcdefg")


def test_what_was_used_longest_ago_is_forgotten_first() -> None:
    recent: Recent[int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert (recent.get("a"), recent.get("b"), recent.get("c"), len(recent)) == (1, None, 3, 2)
