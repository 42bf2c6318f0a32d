"""When a process looks into the log for what others may have written without its hearing of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tavl.server.live.process_messages import ALONE_POLL_S, ProcessMessages


def messages(*others: str) -> tuple[ProcessMessages, Any]:
    process: Any = SimpleNamespace(others=frozenset(others))
    unused: list[Any] = [None] * 10
    made = ProcessMessages(*unused, process)
    made._polled = 0.0
    return made, process


def test_with_others_it_looks_each_time_and_once_more_after_they_have_gone() -> None:
    made, process = messages("b")
    assert [made.may_have_missed(now) for now in (2.0, 4.0)] == [True, True]
    process.others = frozenset()
    assert [made.may_have_missed(now) for now in (6.0, 8.0)] == [True, False]


def test_alone_it_looks_now_and_then_and_at_once_when_another_is_known() -> None:
    made, process = messages()
    assert [made.may_have_missed(now) for now in (2.0, ALONE_POLL_S, ALONE_POLL_S + 2)] == [False, True, False]
    process.others = frozenset({"b"})
    assert made.may_have_missed(ALONE_POLL_S + 4)
