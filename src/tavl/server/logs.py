"""Logs as one JSON object a line; whatever is logged while an action is carried out names that action."""

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
    """Everything logged inside says that it is about this action, table, person."""
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


def set_up(level: str, as_json: bool = True) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for name in ("tavl", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("tavl", "uvicorn") else []
        logger.propagate = name not in ("tavl", "uvicorn")
        # uvicorn's own details are the headers of every request, with cookies and addresses
        logger.setLevel(level.upper() if name == "tavl" else max(logging.INFO, logging.getLevelName(level.upper())))
    # The access log would repeat what the metrics count; addresses of people are not kept without need.
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
