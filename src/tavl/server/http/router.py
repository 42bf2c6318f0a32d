"""Requests and answers with our own types: decoded, encoded and described for OpenAPI by msgspec."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tavl.rules.codec import to_json
from tavl.server.errors import ApiError, ErrorAnswer
from tavl.server.http.json_schema import reference
from tavl.server.messages.decoding import decoded

PREFIX = "/api/v1"
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


async def body(request: Request, kind: type[T]) -> T:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError("not_json")
    return decoded(await request.body() or b"{}", kind)


class Api:
    """Routes below /api/v1 that say what they take and give; `paths` describes them as OpenAPI does."""

    def __init__(self) -> None:
        self.routes: list[Route] = []
        self._operations: list[tuple[str, str, Callable[[], dict[str, Any]]]] = []

    @cached_property
    def paths(self) -> dict[str, dict[str, Any]]:
        """Built on first use: describing every type takes longer than the rest of the start."""
        paths: dict[str, dict[str, Any]] = {}
        for path, method, described in self._operations:
            paths.setdefault(path, {})[method] = described()
        return paths

    def route(
        self, method: str, path: str, *, takes: Any = None, gives: Any = None, status: int = 200
    ) -> Callable[[Handler], Handler]:
        # a parameter that may contain slashes in Starlette is a plain name in OpenAPI
        shown = path.replace(":path}", "}")

        def register(handler: Handler) -> Handler:
            described = partial(_described, handler, shown, takes, gives, status)
            self._operations.append((PREFIX + shown, method.lower(), described))
            self.routes.append(Route(PREFIX + path, handler, methods=[method]))
            return handler

        return register


def _described(handler: Handler, path: str, takes: Any, gives: Any, status: int) -> dict[str, Any]:
    """An operation as OpenAPI has it."""
    said = inspect.getdoc(handler) or handler.__name__
    described: dict[str, Any] = {
        "summary": said.splitlines()[0],
        "description": said,
        "operationId": handler.__name__,
    }
    if takes is not None:
        described["requestBody"] = {"required": True, "content": _content(takes)}
    placed = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    if placed:
        string = {"type": "string"}
        described["parameters"] = [{"name": name, "in": "path", "required": True, "schema": string} for name in placed]
    described["responses"] = {
        str(status): {"description": "Done", **({"content": _content(gives)} if gives is not None else {})},
        "default": {"description": "Refused", "content": _content(ErrorAnswer)},
    }
    return described


def _content(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": reference(kind)}}
