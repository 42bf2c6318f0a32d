"""Requests and answers with our own types: decoded, encoded and described for OpenAPI by msgspec."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tavl.rules.codec import to_json
from tavl.server.clients import language
from tavl.server.errors import ApiError, ErrorAnswer
from tavl.server.http.json_schema import reference
from tavl.server.messages.decoding import decoded

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


def error_answer(connection: HTTPConnection, error: ApiError) -> Response:
    response = answer(ErrorAnswer(error.body(language(connection))), error.status)
    if error.status == 429:
        response.headers["Retry-After"] = "5"
    return response


async def body(request: Request, kind: type[T]) -> T:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError("not_json")
    return decoded(await request.body() or b"{}", kind)


class Api:
    """Routes below /api/v1 that say what they take and give."""

    def __init__(self) -> None:
        self.router = APIRouter(prefix="/api/v1")

    def route(
        self, method: str, path: str, *, takes: Any = None, gives: Any = None, status: int = 200
    ) -> Callable[[Handler], Handler]:
        extra: dict[str, Any] = {}
        if takes is not None:
            extra["requestBody"] = {"required": True, "content": _content(takes)}
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
        if parameters:
            extra["parameters"] = parameters
        extra["responses"] = {
            str(status): {"description": "Done", **({"content": _content(gives)} if gives is not None else {})},
            "default": {"description": "Refused", "content": _content(ErrorAnswer)},
        }

        def register(handler: Handler) -> Handler:
            self.router.add_api_route(
                path,
                handler,
                methods=[method],
                openapi_extra=extra,
                response_class=Response,
                status_code=status,
                operation_id=handler.__name__,
                summary=(handler.__doc__ or handler.__name__).strip().splitlines()[0],
            )
            return handler

        return register


def _content(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": reference(kind)}}
