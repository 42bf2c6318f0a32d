"""Requests and answers with our own types: decoded, encoded and described for OpenAPI by msgspec."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tavl.i18n import from_accept_language, language_of
from tavl.rules.codec import from_json, to_json
from tavl.server.errors import ApiError, ErrorAnswer
from tavl.server.http.json_schema import reference

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
_NUL = rb"\u0000"  # JSON has no other way to write it


def language(connection: HTTPConnection) -> str:
    """The account's language where one is known, else the browser's."""
    chosen = getattr(connection.state, "language", None)
    return language_of(chosen or "") or from_accept_language(connection.headers.get("accept-language"))


def answer(value: Any, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


def error_answer(connection: HTTPConnection, error: ApiError) -> Response:
    response = answer(ErrorAnswer(error.body(language(connection))), error.status)
    if error.status == 429:
        response.headers["Retry-After"] = "5"
    return response


def decoded(data: bytes | str, kind: type[T]) -> T:
    try:
        value: T = from_json(data, kind)
        if _NUL in (data.encode() if isinstance(data, str) else data):
            refuse_nul(msgspec.json.decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError("bad_message", problem=str(error)[:200]) from None
    return value


def refuse_nul(value: Any, field: str = "") -> None:
    """PostgreSQL keeps no text with a NUL in it, and nobody means one."""
    if isinstance(value, str) and "\0" in value:
        raise ApiError("bad_value", field=field.replace("\0", "") or "text", problem="NUL is no character of a text")
    if isinstance(value, dict):
        for name, each in value.items():
            refuse_nul(name, field)
            refuse_nul(each, f"{field}.{name}" if field else name)
    elif isinstance(value, list):
        for each in value:
            refuse_nul(each, field)


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
