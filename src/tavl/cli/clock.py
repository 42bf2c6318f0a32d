"""The clock of a command: the machine's, unless whoever invokes the command hands over another, as tests do."""

from __future__ import annotations

from collections.abc import Callable

import typer

from tavl.server.wall_clock import now_ms


def clock_of(context: typer.Context) -> Callable[[], int]:
    """In UTC milliseconds."""
    given: Callable[[], int] | None = context.obj
    return given or now_ms
