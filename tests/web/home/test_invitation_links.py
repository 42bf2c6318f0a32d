"""A link for a friend: one that can be followed, or a word that it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavl.server.network import own_addresses as addresses
from tavl.web import create_app
from tests.server.harness import Player, running

HINT = 'id="only-here"'


async def table_page(database: Path, **settings: str) -> tuple[str, str, str]:
    """A waiting table's page, where it was opened, and the settings page; from the very machine."""
    async with running(f"sqlite:///{database}", make=create_app, **settings) as server, Player(server.url) as anna:
        table = await anna.open(opponent="friend", length=3)
        page = await anna.http.get(f"/t/{table}")
        code = await anna.http.get(f"/t/{table}/code.svg")
        assert (page.status_code, code.status_code) == (200, 200)
        return page.text, f"{server.url}/t/{table}", (await anna.http.get("/settings")).text


async def test_a_link_that_opens_here_only_says_so(tmp_path: Path) -> None:
    page, here, settings = await table_page(tmp_path / "tavl.db")
    assert f'value="{here}"' in page
    assert HINT in page
    assert "tavl --lan" in page
    assert 'id="passkeys-elsewhere"' in settings, "a passkey needs a name in the address"


async def test_a_link_where_the_network_is_listened_to_is_for_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    monkeypatch.setattr(addresses, "EVERYWHERE", ("127.0.0.1",))  # as if: a test opens no port to others
    page, here, _ = await table_page(tmp_path / "tavl.db")
    port = here.split("/t/")[0].rpartition(":")[2]
    assert f'value="http://192.168.1.7:{port}/t/' in page
    assert HINT not in page


async def test_a_link_where_people_come_by_a_name_has_that_name(tmp_path: Path) -> None:
    page, _, _ = await table_page(tmp_path / "tavl.db", public_url="https://play.example")
    assert 'value="https://play.example/t/' in page
    assert HINT not in page
