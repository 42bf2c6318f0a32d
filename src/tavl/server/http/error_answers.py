"""An error as an HTTP response. Its shape: `server/errors.py`; its texts: `server/error_texts.py`."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tavl.server.errors import ApiError, ErrorAnswer
from tavl.server.http.router import answer
from tavl.server.network.clients import language
from tavl.server.rate_limits import RETRY_AFTER_S


def error_answer(connection: HTTPConnection, error: ApiError) -> Response:
    response = answer(ErrorAnswer(error.body(language(connection))), error.status)
    if error.status == 429:
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response
