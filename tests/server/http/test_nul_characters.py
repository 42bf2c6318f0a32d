"""NUL in a text is refused with the name of its field, on both databases, never a server error."""

from __future__ import annotations

import pytest

from tests.server.harness import Player, Running

NUL = "a\0b"


async def test_a_nul_in_any_text_of_a_request_is_refused_by_its_field(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna, Player(server_on_both.url) as bo:
        him = await bo.me()
        await anna.me()
        asked = [
            ("POST", "/account", "name", {"name": NUL, "password": "correct horse"}),
            ("POST", "/login", "login", {"login": NUL, "password": "x"}),
            ("POST", "/tables", "languages", {"opponent": "friend", "length": 1, "languages": ["en", NUL]}),
            ("POST", "/tables", "vary", {"opponent": "friend", "length": 1, "vary": {NUL: 1}}),
            ("POST", "/tables", "vary.crawford", {"opponent": "friend", "length": 1, "vary": {"crawford": NUL}}),
            ("POST", "/reports", "text", {"person": him, "reason": "other", "text": NUL}),
            ("POST", "/blocks", "person", {"person": NUL}),
        ]
        for method, path, field, body in asked:
            refused = await anna.ask(method, path, 422, **body)
            assert (refused["error"]["code"], refused["error"]["facts"]["field"]) == ("bad_value", field), path


@pytest.mark.parametrize("path", ["/tables/a%00", "/tables/a%00/events", "/players/%00", "/tables/x/events?after=%00"])
async def test_a_nul_in_an_address_is_refused(server_on_both: Running, path: str) -> None:
    async with Player(server_on_both.url) as anna:
        refused = await anna.ask("GET", path, 422)
        assert refused["error"]["code"] == "bad_value"
        assert refused["error"]["facts"]["field"] == ("after" if "?" in path else "path")


async def test_a_nul_in_a_message_of_a_socket_is_refused_and_the_socket_stays(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna:
        table = await anna.open(opponent="friend", length=1)
        async with anna.at(table) as here:
            await here.send(chat={"text": NUL})
            refused = await here.answered("error")
            assert (refused["error"]["code"], refused["error"]["facts"]["field"]) == ("bad_value", "chat.text")
            await here.send(chat={"text": r"this is no NUL: \u0000"})
            assert (await here.answered("chat"))["text"] == r"this is no NUL: \u0000"
