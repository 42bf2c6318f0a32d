"""Random operations in any order: the store against a model of a few lines."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tavl import store
from tavl.store import Append, Appended, Commit, Conflict, InstantFell
from tests.example_counts import times
from tests.store.helpers import AT, fact, read_all
from tests.store.postgres import Postgres

STREAMS = st.sampled_from(["a", "b", "c"])
_runs = count()


class Model(RuleBasedStateMachine):
    url: str

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.log = self.runner.run(store.open(self.url))
        self.run = f"run{next(_runs)}"
        self.streams: dict[str, list[tuple[str, int, str]]] = {"a": [], "b": [], "c": []}  # type, instant, action
        self.done: dict[str, dict[str, list[str]]] = {}  # action -> stream -> types

    def name(self, stream: str) -> str:
        return f"{self.run}:{stream}"

    @rule(
        streams=st.lists(STREAMS, min_size=1, max_size=3, unique=True),
        behind=st.integers(-1, 2),
        types=st.lists(st.sampled_from(["x", "y"]), min_size=1, max_size=3),
        step=st.sampled_from([-1, 0, 0, 5]),
        action=st.integers(0, 12),
    )
    def commit(self, streams: list[str], behind: int, types: list[str], step: int, action: int) -> None:
        """One of the streams may be written at a version that is not its last."""
        last = max((self.streams[stream][-1][1] for stream in streams if self.streams[stream]), default=AT)
        at, action_id = last + step, f"action{action}"
        expected = {stream: len(self.streams[stream]) for stream in streams}
        expected[streams[0]] = max(0, expected[streams[0]] - behind)
        appends = tuple(Append(self.name(s), expected[s], tuple(fact(t) for t in types)) for s in streams)
        try:
            outcome = self.runner.run(self.log.commit(Commit(action_id, "anna", at, appends)))
        except InstantFell:
            assert not any(stream in self.done.get(action_id, {}) for stream in streams)
            assert any(self.streams[s] and at < self.streams[s][-1][1] for s in streams)
            return
        known = [stream for stream in streams if stream in self.done.get(action_id, {})]
        if known:
            assert isinstance(outcome, Appended)
            assert outcome.repeated
            assert [e.type for e in outcome.events] == [t for s in known for t in self.done[action_id][s]]
        elif expected[streams[0]] != len(self.streams[streams[0]]):
            assert outcome == Conflict(self.name(streams[0]), len(self.streams[streams[0]]))
        else:
            assert isinstance(outcome, Appended)
            assert not outcome.repeated
            assert not any(self.streams[s] and at < self.streams[s][-1][1] for s in streams)
            for stream in streams:
                self.streams[stream] += [(t, at, action_id) for t in types]
                self.done.setdefault(action_id, {})[stream] = types

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.log.close())
        self.log = self.runner.run(store.open(self.url))

    @rule(stream=STREAMS, after=st.integers(0, 5))
    def read(self, stream: str, after: int) -> None:
        found = self.runner.run(self.log.read(self.name(stream), after))
        assert [(e.type, e.at, e.action_id) for e in found] == self.streams[stream][after:]
        assert [e.version for e in found] == list(range(after + 1, len(self.streams[stream]) + 1))

    @invariant()
    def versions_are_known(self) -> None:
        for stream, events in self.streams.items():
            assert self.runner.run(self.log.version(self.name(stream))) == len(events)

    def teardown(self) -> None:
        found = [e for e in self.runner.run(read_all(self.log, limit=100_000)) if e.stream.startswith(f"{self.run}:")]
        for stream, events in self.streams.items():
            assert [(e.type, e.at, e.action_id) for e in found if e.stream == self.name(stream)] == events
        self.runner.run(self.log.close())
        self.runner.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def any_url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tavl.db"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        with server.database("tavl_template") as url:
            yield url


def test_the_store_does_as_the_model(any_url: str) -> None:
    class Here(Model):
        url = any_url

    quick = settings(
        max_examples=times(5),
        stateful_step_count=20,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        phases=[Phase.generate],  # explaining traces every line, of the driver too, and takes minutes
    )
    run_state_machine_as_test(Here, settings=quick)
