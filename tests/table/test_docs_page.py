"""docs/table.md: terms, values and vocabulary agree with the types; test_diagram.py checks the diagram."""

from typing import get_args

from msgspec import Struct

from tavl.table import acts
from tests.table.docs_page import BEGIN, PAGE, PARTS, written


def test_the_page_is_as_it_would_be_written_now():
    _, begin, below = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    assert begin
    assert below.strip() == written().strip(), "run `python -m tests.table.docs_page`"


def test_the_page_has_every_action_and_event():
    listed = {kind for _, actions, events in PARTS for kind in (*get_args(actions), *get_args(events))}
    assert listed == {*get_args(acts.AnyAction), *get_args(acts.AnyEvent)}
    assert all(issubclass(kind, Struct) for kind in listed)
