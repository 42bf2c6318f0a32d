"""Notifications: the two links that come by mail, and the worker that shows pushed ones."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from tavl.server.errors import ApiError
from tavl.server.http.dependencies import service_of
from tavl.web.shared.rendering import pages_of
from tavl.web.shared.static_files import FOLDER


async def stop_mail(request: Request) -> Response:
    """The link in a mail: its reader presses a button here; a mail program that supports RFC 8058 posts by itself."""
    choices = service_of(request).notices.choices
    done = request.method == "POST" and await choices.stop_mail(request.path_params["token"])
    if request.method == "POST" and not done:
        raise ApiError("not_found")
    return await pages_of(request).page(request, "notifications/notice.html", what="stop", done=done)


async def confirm_address(request: Request) -> Response:
    """Opening the link confirms nothing: programs that guard mailboxes open all of them."""
    addresses = service_of(request).notices.addresses
    code = request.path_params["token"]
    done = request.method == "POST" and await addresses.confirm(code)
    if not done and not await addresses.knows(code):
        raise ApiError("not_found")
    return await pages_of(request).page(request, "notifications/notice.html", what="confirm", done=done)


async def push_worker(request: Request) -> Response:
    """Served from the root, so that it may handle notifications; it touches no page."""
    answer = FileResponse(FOLDER / "notifications" / "push-worker.js", media_type="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


GET, BOTH = ("GET",), ("GET", "POST")
ROUTES = (
    ("/notices/stop/{token}", stop_mail, BOTH),
    ("/notices/confirm/{token}", confirm_address, BOTH),
    ("/push-worker.js", push_worker, GET),
)
