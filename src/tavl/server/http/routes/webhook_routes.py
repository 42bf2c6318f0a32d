"""The HTTP of webhooks: other servers that are told when a tournament changes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tavl.server.http.dependencies import limit_both, service_of, who_asks
from tavl.server.http.router import Api, answer, body
from tavl.server.messages.webhooks import AddWebhook, Webhook, WebhookList, WebhookMade

api = Api()


@api.route("POST", "/tournaments/{id}/webhooks", takes=AddWebhook, gives=WebhookMade, status=201)
async def add_webhook(request: Request) -> Response:
    """For the staff: another server is told when the tournament changes. The secret is shown once."""
    who = await who_asks(request)
    asked = await body(request, AddWebhook)
    limit_both(request, "table", who.person)
    return answer(WebhookMade(*await service_of(request).webhooks.add(request.path_params["id"], who, asked.url)), 201)


@api.route("GET", "/tournaments/{id}/webhooks", gives=WebhookList)
async def list_webhooks(request: Request) -> Response:
    """For the staff: who is told."""
    who = await who_asks(request)
    rows = await service_of(request).webhooks.listed(request.path_params["id"], who)
    return answer(WebhookList(tuple(Webhook(row.id, row.url, row.failures) for row in rows)))


@api.route("DELETE", "/tournaments/{id}/webhooks/{hook}", status=204)
async def remove_webhook(request: Request) -> Response:
    """For the staff: no longer."""
    who = await who_asks(request)
    await service_of(request).webhooks.remove(request.path_params["id"], who, request.path_params["hook"])
    return Response(status_code=204)
