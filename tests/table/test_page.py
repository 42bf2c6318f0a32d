"""docs/table.md: the vocabulary is that of the types, and the diagram is what tables do."""

from typing import Any

from msgspec import Struct

from tavl.table import acts
from tavl.table.acts import AnyEvent
from tests.table.driving import Driver
from tests.table.page import ANYWHERE, BEGIN, DECIDED, EDGES, PAGE, PARTS, state_of, written


def test_the_page_is_as_it_would_be_written_now():
    _, begin, below = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    assert begin
    assert below.strip() == written().strip(), "run `python -m tests.table.page`"


def test_the_page_has_every_action_and_event():
    from typing import get_args

    listed = {kind for _, actions, events in PARTS for kind in (*get_args(actions), *get_args(events))}
    assert listed == {*get_args(acts.AnyAction), *get_args(acts.AnyEvent)}
    assert all(issubclass(kind, Struct) for kind in listed)


class Watched(Driver):
    """Notes every way from one state to another."""

    seen: set[tuple[str, str]]

    def happen(self, events: list[AnyEvent]) -> None:
        before = state_of(self.table)
        super().happen(events)
        after = state_of(self.table)
        kinds = {type(event).__name__ for event in events}
        decided = after in ("over", "between games") and kinds & set(DECIDED)
        if before != after and not decided and not any(isinstance(event, ANYWHERE) for event in events):
            self.seen = {*getattr(self, "seen", set()), (before, after)}


def test_the_diagram_has_every_way_that_tables_go():
    found: set[tuple[str, str]] = set()
    for seed in range(60):
        driver: Any = Watched(seed)
        for _ in range(150):
            driver.step()
        found |= getattr(driver, "seen", set())
    assert found <= set(EDGES), found - set(EDGES)
    assert len(found) > 18
