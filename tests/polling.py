"""Asking again until it is so, for what nobody announces: the state of another process, a database or a page.

Wherever there is something to wait for, tests wait for that: a message, an event, a line of output, the end of a
process. Where there is nothing, they ask here, and nowhere else. Nothing depends on how long the pauses are: they only
leave the machine to whoever is asked, and grow because asking is work for them too.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
FIRST_PAUSE_S, LONGEST_PAUSE_S, GROWTH = 0.01, 0.12, 1.4


def pauses() -> Iterator[float]:
    pause = FIRST_PAUSE_S
    while True:
        yield pause
        pause = min(GROWTH * pause, LONGEST_PAUSE_S)


def poll(
    ask: Callable[[], T],
    within_s: float,
    problem: Callable[[], object] = lambda: "",
    sleep: Callable[[float], object] = time.sleep,
) -> T:
    """The first answer that counts as true. `problem` is said if none comes; `sleep` is the page's own for a page."""
    deadline = time.monotonic() + within_s
    for pause in pauses():
        if answer := ask():
            return answer
        if time.monotonic() >= deadline:
            break
        sleep(pause)
    raise TimeoutError(f"not within {within_s} s: {problem() or inspect.getsource(ask).strip()}")


async def poll_async(ask: Callable[[], T | Awaitable[T]], within_s: float) -> T:
    """The same beside an event loop; what is asked may be awaited."""
    async with asyncio.timeout(within_s):
        for pause in pauses():
            answer: Any = ask()
            if inspect.isawaitable(answer):
                answer = await answer
            if answer:
                return answer
            await asyncio.sleep(pause)
    raise AssertionError("the pauses have no end")


async def stays_so(ask: Callable[[], object], times: int) -> bool:
    """Whether it is true as often as it is asked. That nothing changes any more is announced least of all."""
    for pause in itertools.islice(pauses(), times):
        if not ask():
            return False
        await asyncio.sleep(pause)
    return True
