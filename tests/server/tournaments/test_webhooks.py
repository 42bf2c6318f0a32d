"""Webhooks: signed, told once a version, tried again, and never sent to somebody inside the house."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest

from tavl.server.network.outgoing_requests import NotSent, post, public_address
from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, Running, running
from tests.server.notifications.push_service import push_service
from tests.server.tournaments.http_tournament import act, make, started


async def test_a_change_is_told_signed_and_tried_again(url: str) -> None:
    async with push_service() as other, running(url, webhook_services=(other.origin,)) as here, Player(here.url) as ida:
        id = await make(ida)
        made = await ida.ask("POST", f"/tournaments/{id}/webhooks", 201, url=f"{other.origin}/hook")
        other.answers = [500]
        done = await act(ida, id, "open_entries")
        await until_failed(ida, id)
        assert other.sent == []
        await here.service.webhooks.carry_out(id)  # what a timer does after a while
        ((path, headers, body),) = other.sent
        assert path == "/hook"
        signature = hmac.new(made["secret"].encode(), body, hashlib.sha256).hexdigest()
        assert headers["x-tavl-signature"] == f"sha256={signature}"
        told = json.loads(body)
        assert (told["tournament"], told["version"], told["types"]) == (id, done["version"], ["entries_opened"])
        await here.service.webhooks.carry_out(id)
        assert len(other.sent) == 1  # heard once, not told again
        (listed,) = (await ida.ask("GET", f"/tournaments/{id}/webhooks", 200))["webhooks"]
        assert listed == {"id": made["id"], "url": f"{other.origin}/hook", "failures": 0}
        await ida.ask("DELETE", f"/tournaments/{id}/webhooks/{made['id']}", 204)
        await ida.ask("DELETE", f"/tournaments/{id}/webhooks/{made['id']}", 404)


async def until_failed(ida: Player, id: str) -> None:
    async def failures() -> int:
        return (await ida.ask("GET", f"/tournaments/{id}/webhooks", 200))["webhooks"][0]["failures"]

    await poll_async(failures, PATIENCE)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "10.1.2.3", "169.254.169.254", "0.0.0.0", "::1", "::ffff:10.0.0.1", "fe80::1"]
)
def test_nobody_inside_the_house_is_called(host: str) -> None:
    with pytest.raises(NotSent):
        public_address(host, 443)
    inside = f"[{host}]" if ":" in host else host
    with pytest.raises(NotSent):
        post(f"https://{inside}/", b"{}", {}, public_only=True)


@pytest.mark.parametrize(
    "url",
    ["http://example.com/", "ftp://example.com/", "https://", "https://a@example.com/", "https://x:0/", "//x", "é"],
)
async def test_what_is_no_address_is_refused(server: Running, url: str) -> None:
    async with Player(server.url) as ida:
        id = await make(ida)
        told = await ida.ask("POST", f"/tournaments/{id}/webhooks", 422, url=url)
        assert told["error"]["facts"]["field"] == "url"


async def test_only_the_staff_set_webhooks_up(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, _ = await started(ida, "Anna", "Bo")
        await siri.me()
        for method, path in (("POST", ""), ("GET", ""), ("DELETE", "/x")):
            told = await siri.ask(method, f"/tournaments/{id}/webhooks{path}", 403, url="https://example.com/")
            assert told["error"]["code"] == "staff_only"
