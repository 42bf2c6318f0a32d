"""The venue's page: codes and addresses, nothing from outside, and only at a venue."""

from __future__ import annotations

import re

import pytest

from tavl.web import create_app, venue
from tavl.web.shared.qr_codes import wifi_text
from tests.server.harness import Player, running
from tests.server.tournaments.http_tournament import act, make


def test_a_wifi_code_escapes_what_has_a_meaning_in_it() -> None:
    assert wifi_text('Klub;"A"\\,:æ', "a;b") == 'WIFI:T:WPA;S:Klub\\;\\"A\\"\\\\\\,\\:æ;P:a\\;b;;'
    assert wifi_text("Open house", "") == "WIFI:T:nopass;S:Open house;;"


async def test_the_poster_has_the_wifi_the_address_and_what_plain_http_cannot_do(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venue, "lan_addresses", lambda: ["192.168.1.7", "10.42.0.1"])
    async with (
        running(sqlite_url, create_app, venue=True, wifi="Klub<3", wifi_password="hemlig") as here,
        Player(here.url) as ida,
    ):
        id = await make(ida, title="Club night")
        await act(ida, id, "open_entries")
        port = here.url.rpartition(":")[2]
        text = (await ida.http.get("/venue")).text
        assert "Klub&lt;3" in text
        assert "hemlig" in text
        assert f"http://192.168.1.7:{port}" in text
        assert "Club night" in text
        assert "What plain HTTP cannot do" in text
        screen = (await ida.http.get(f"/tournaments/{id}/screen")).text
        assert "/wifi.svg?wifi=Klub%3C3&amp;password=hemlig" in screen  # the projector shows it too
        drawn = venue.code_of(f"http://192.168.1.7:{port}/tournaments/{id}")
        assert drawn.path in text
        other = (await ida.http.get("/venue?address=10.42.0.1")).text
        assert venue.code_of(f"http://10.42.0.1:{port}/tournaments/{id}").path in other
        used = re.findall(r'(?:src|href|action)="([^"]*)"', text)
        assert [each for each in used if not each.startswith(("/", "?", "#"))] == []  # nothing that needs the internet
        async with Player(here.url, language="da") as bo:
            assert "Hvad almindelig HTTP ikke kan" in (await bo.http.get("/venue")).text


async def test_there_is_no_such_page_on_another_server(sqlite_url: str) -> None:
    async with running(sqlite_url, create_app) as here, Player(here.url) as ida:
        for path in ("/venue", "/venue/authority.crt"):
            assert (await ida.http.get(path)).status_code == 404
