"""What a newcomer and a venue see: the demonstration, its desk, the fair-play sheet, the poster with its codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import expect

from tavl.i18n import LANGUAGES
from tests.web.axe import violations_light_and_dark
from tests.web.conftest import Somebody
from tests.web.page_measurements import sideways
from tests.web.server_and_player import Player, Server


def demonstration(player: Player) -> str:
    """The path of the desk."""
    player.go("/tournaments/demo").page.get_by_role("button", name="Begin").click()
    player.page.wait_for_url("**/desk")
    expect(player.page.locator("#now-items > li").first).to_be_visible()
    return player.page.url.removeprefix(player.url)


def wide_at_320_pixels(player: Player, languages: Iterable[str], paths: Iterable[str]) -> dict[str, list[str]]:
    player.page.set_viewport_size({"width": 320, "height": 640})
    wide = {}
    for language in languages:
        player.page.evaluate("language => { document.cookie = `tavl_language=${language}; path=/` }", language)
        for path in paths:
            player.go(path)
            if "/desk" in path:
                expect(player.page.locator("#now-items > li").first).to_be_visible()
            wide[f"{language} {path}"] = sideways(player)
    return {where: found for where, found in wide.items() if found}


def test_axe_finds_nothing_on_a_fair_play_sheet_and_a_desk_fits_a_small_phone_in_swedish(somebody: Somebody) -> None:
    ida = somebody(width=1366, height=768, color_scheme="light")
    desk = demonstration(ida)
    assert violations_light_and_dark(ida.go(desk.replace("/desk", "/fairplay"))) == []
    assert wide_at_320_pixels(ida, ("sv",), (desk, f"{desk}#entries", f"{desk}#money", f"{desk}#report")) == {}


@pytest.mark.soak
def test_axe_finds_nothing_at_a_venue_and_nothing_is_wider_than_320_pixels_in_any_language(
    somebody: Somebody, own_server: Callable[..., Server]
) -> None:
    here = own_server(venue="true", wifi="Klubben", wifi_password="hemmelig")
    ida = somebody(at=here, width=1366, height=768, color_scheme="light")
    desk = demonstration(ida)
    found = {"desk": violations_light_and_dark(ida)}
    sheet = desk.replace("/desk", "/fairplay")
    for path in ("/tournaments/demo", "/venue", sheet):
        found[path] = violations_light_and_dark(ida.go(path))
    assert {path: problems for path, problems in found.items() if problems} == {}
    paths = ("/tournaments/demo", "/venue", sheet, desk, f"{desk}#entries", f"{desk}#money", f"{desk}#report")
    assert wide_at_320_pixels(ida, LANGUAGES, paths) == {}


@pytest.mark.soak
def test_the_poster_with_a_certificate_says_how_phones_trust_it_and_axe_finds_nothing(
    somebody: Somebody, own_server: Callable[..., Server]
) -> None:
    here = own_server(venue="true", certificate="true", https_port=0, secure_cookies="true")
    ida = somebody(at=here, color_scheme="light", ignore_https_errors=True).go("/venue")
    expect(ida.page.get_by_role("link", name="Download the certificate")).to_be_visible()
    expect(ida.page.locator(".fingerprint")).to_have_text(re.compile(r"([0-9A-F]{2}:){31}[0-9A-F]{2}"))
    assert violations_light_and_dark(ida) == []
    assert wide_at_320_pixels(ida, ("da",), ("/venue",)) == {}
