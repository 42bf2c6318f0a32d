"""Logs as one JSON object a line, or as plain lines on a terminal. What is logged during an action names it."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_about: ContextVar[dict[str, str]] = ContextVar("about", default={})  # noqa: B039 - never changed in place
log = logging.getLogger("tavl")


@contextmanager
def about(**fields: str | None) -> Iterator[None]:
    """Everything logged inside carries these fields: action, table, person."""
    token = _about.set({**_about.get(), **{name: value for name, value in fields.items() if value}})
    try:
        yield
    finally:
        _about.reset(token)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        line |= {"message": record.getMessage(), **_about.get(), **getattr(record, "fields", {})}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """For a terminal: `20:15:03 warning: the service was away (tables=2)`."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone()
        facts = {**_about.get(), **getattr(record, "fields", {})}
        told = ", ".join(f"{name}={value}" for name, value in facts.items())
        line = f"{at:%H:%M:%S} {record.levelname.lower()}: {record.getMessage()}{f' ({told})' if told else ''}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(level: str, as_json: bool = True) -> None:
    """On a terminal always plain lines, even if JSON is configured."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json and not sys.stderr.isatty() else PlainLines())
    for name in ("tavl", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.disabled = False
        logger.handlers = [handler] if name in ("tavl", "uvicorn") else []
        logger.propagate = name not in ("tavl", "uvicorn")
        # uvicorn's debug lines contain the headers of every request, with cookies and addresses
        logger.setLevel(level.upper() if name == "tavl" else max(logging.INFO, logging.getLevelName(level.upper())))
    # The access log would repeat what the metrics count, and contains people's addresses.
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
