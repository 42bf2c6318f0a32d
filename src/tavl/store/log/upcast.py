"""Upcasts: old events are converted to the current schema when they are read.

The log is never rewritten: a body keeps the schema number it was written with, and the functions registered here
convert it, one number at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tavl.store.errors import UnknownSchema
from tavl.store.log.events import Event

Body = dict[str, Any]
Upcast = Callable[[Body], Body]


class Upcasts:
    def __init__(self) -> None:
        self._steps: dict[tuple[str, int], tuple[str, Upcast]] = {}
        self._current: dict[str, int] = {}

    def upcast(self, type: str, schema: int, becomes: str | None = None) -> Callable[[Upcast], Upcast]:
        """Register how a body of this type and schema becomes one of the next schema; `becomes`: its new type name."""

        def register(step: Upcast) -> Upcast:
            if (type, schema) in self._steps:
                raise ValueError(f"{type} {schema} has an upcast already")
            target = becomes or type
            self._steps[type, schema] = (target, step)
            self._current[target] = max(self._current.get(target, 1), schema + 1)
            return step

        return register

    def current(self, type: str) -> int:
        """The schema number that events of this type are written with now."""
        return self._current.get(type, 1)

    def read(self, event: Event) -> Event:
        if (event.type, event.schema) not in self._steps:
            if event.schema != self.current(event.type):
                raise UnknownSchema(type=event.type, schema=event.schema, known=self.current(event.type))
            return event
        body, type, schema = event.fields(), event.type, event.schema
        try:
            while (type, schema) in self._steps:
                target, step = self._steps[type, schema]
                body = step(body)
                type, schema = target, schema + 1
        except (KeyError, TypeError, ValueError) as error:
            raise UnknownSchema(type=type, schema=schema, id=event.id, problem=repr(error)) from error
        return replace(event, type=type, schema=schema, body=msgspec.json.encode(body))
