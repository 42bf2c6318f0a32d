"""Errors as pages. The server answers with JSON; a browser that asked for a page is shown the same thing as one."""

from __future__ import annotations

import json
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavl.i18n import words
from tavl.server.error_texts import TEXTS
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import Pages


class ErrorPages:
    def __init__(self, app: ASGIApp, pages: Pages) -> None:
        self.app, self.pages = app, pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _wants_a_page(scope):
            await self.app(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def read(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                is_error = message["status"] >= 400 and headers.get("content-type", "").startswith("application/json")
                if is_error:
                    start = message
                    return
            elif start is not None:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    await self._send_page(scope, start, body, send)
                return
            await send(message)

        await self.app(scope, receive, read)

    async def _send_page(self, scope: Scope, start: Message, body: bytes, send: Send) -> None:
        request = Request(scope)
        error: dict[str, Any] | None = json.loads(body).get("error")
        if error is None:  # an answer of another kind, from /readyz say
            await send(start)
            await send({"type": "http.response.body", "body": body})
            return
        w = words(language_for(request, None))
        known = error["code"] in TEXTS and "rule" not in error
        message = w(TEXTS[error["code"]][1], **error["facts"]) if known else error["message"]
        text = self.pages.text(
            request, "shared/error.html", None, status=start["status"], message=message, rule=error.get("rule")
        )
        page = text.encode()
        headers = MutableHeaders(raw=start["headers"])
        headers["content-type"] = "text/html; charset=utf-8"
        headers["content-length"] = str(len(page))
        headers["cache-control"] = "no-store"
        await send({**start, "headers": headers.raw})
        await send({"type": "http.response.body", "body": page})


def _wants_a_page(scope: Scope) -> bool:
    accepts = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    return not scope["path"].startswith("/api/") and b"text/html" in accepts
