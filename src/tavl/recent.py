"""A few answers kept for those who ask the same again soon.

An action is folded when it is decided, when its dice are followed up, when its timers are worked out and when the lists
take it in; its events are written down and read back by the same process. Values are immutable, so one answer does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The answers given last; those given longest ago make room. Threads may share it: each step is one of the
    dictionary's own, and a miss only costs time."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._answers: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        return self._answers.get(key)

    def drop(self, unwanted: Callable[[V], bool]) -> None:
        """Those answers are no longer true."""
        for key, answer in tuple(self._answers.items()):
            if unwanted(answer):
                self._answers.pop(key, None)

    def put(self, key: K, answer: V) -> None:
        self._answers.pop(key, None)
        self._answers[key] = answer
        if len(self._answers) > self._room:
            try:
                self._answers.pop(next(iter(self._answers)), None)
            except (RuntimeError, StopIteration):  # another thread was at it
                return
