"""The cache of recent values: the oldest are dropped first."""

from __future__ import annotations

from tavl.recent import Recent


def test_what_was_given_longest_ago_is_forgotten_first() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    recent.put("a", 1)
    recent.put("c", 3)
    assert (recent.get("a"), recent.get("b"), recent.get("c")) == (1, None, 3)


def test_what_is_no_longer_true_is_dropped() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    recent.drop(lambda answer: answer == 1)
    assert (recent.get("a"), recent.get("b")) == (None, 2)
