"""A small cache of recently computed values.

The same action is folded when it is decided, when its dice are followed up, when its timers are planned and when the
lists are updated; the same process writes its events and reads them back. Values are immutable, so they can be shared.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The most recent values; the oldest are dropped first. Threads may share it: each step is a single atomic
    operation of a dictionary, and a miss only costs time. A plain dictionary would step over all places that have
    become free to find its first key."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._answers: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        return self._answers.get(key)

    def drop(self, unwanted: Callable[[V], bool]) -> None:
        """Forget values that are no longer true."""
        for key, answer in tuple(self._answers.items()):
            if unwanted(answer):
                self._answers.pop(key, None)

    def forget(self, key: K) -> None:
        self._answers.pop(key, None)

    def put(self, key: K, answer: V) -> None:
        self._answers.pop(key, None)
        self._answers[key] = answer
        if len(self._answers) > self._room:
            with suppress(KeyError):  # another thread has emptied it
                self._answers.popitem(last=False)
