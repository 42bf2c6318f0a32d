"""What holds for every route, taken from the application itself: a new route is tested at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from starlette.routing import BaseRoute, Route

from tavl import web
from tavl.server import schema
from tavl.server.app import APIS
from tavl.server.settings import Settings
from tavl.store.schema import metadata as stored
from tests.server.harness import PATIENCE, Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")
SAFE = {"GET", "HEAD", "OPTIONS"}
ONE_CLICK = "/notices/stop/{token}"  # posted by mail programs, with a token that nobody else has
# What a bot's token is for.
PLAYING = {
    "POST /session",
    "GET /me",
    "PATCH /me",
    "POST /tables",
    "GET /tables",
    "GET /tables/{id}",
    "POST /tables/{id}/join",
    "GET /tables/{id}/events",
    "POST /tables/{id}/roles",
    "POST /tables/{id}/role",
    "POST /tables/{id}/batch",
}
# What nobody has to be anybody for; ways in ask for a password, a code or a passkey, and a token is none.
PUBLIC = {
    "GET /players",
    "GET /players/{id}",
    "GET /schema",
    "GET /analyses/{id}",  # whoever has the link
    "GET /practice/decks/{id}",  # the same, if it is shared
    "GET /organisations",
    "GET /organisations/{id}",
    "GET /organisations/{id}/files/{kind}",  # the member list asks for a login
    "GET /organisations/{id}/precedents",
    "GET /tournaments",
    "GET /tournaments/{id}",
    "GET /tournaments/{id}/bracket",
    "GET /tournaments/{id}/files/{kind}",  # what is for the staff asks for a login
    "POST /login",
    "POST /recover",
    "POST /passkeys/login/begin",
    "POST /passkeys/login",
}
# For another server, with a token that is good for nothing else.
COPYING = {"GET /copies", "POST /copies/{id}"}
ORIGINS: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Origin": "https://[::1"},
    {"Origin": "http://evil.example:99999999"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('routes') / 'tavl.db'}", web.create_app) as here:
        yield here


def routes_of(routes: Sequence[BaseRoute]) -> set[tuple[str, str]]:
    return {(method, each.path) for each in routes if isinstance(each, Route) for method in each.methods or ()}


APPLICATION = routes_of(web.create_app(Settings()).routes)
CHANGING = sorted((method, path) for method, path in APPLICATION if method not in SAFE)
OF_API = sorted(
    (method.upper(), path.removeprefix("/api/v1"))
    for api in APIS
    for path, operations in api.paths.items()
    for method in operations
)


def filled(path: str) -> str:
    return re.sub(r"\{\w+(:\w+)?\}", "x", path)


async def everything(server: Running) -> dict[str, Any]:
    """All that is kept, except that processes live."""
    tables = [table for table in (*stored.sorted_tables, *schema.ALL) if table.name != "processes"]

    def dump(connection: sa.Connection) -> dict[str, Any]:
        known = set(sa.inspect(connection).get_table_names())
        found = {table.name: connection.execute(sa.select(table)).all() for table in tables if table.name in known}
        return {name: sorted(map(repr, lines)) for name, lines in found.items()}

    return await server.service.store.read_rows(dump)


async def test_the_application_has_many_routes_of_each_kind() -> None:
    assert len(CHANGING) > 35
    assert len(OF_API) > 50
    assert {path for _, path in CHANGING} >= {"/language", ONE_CLICK, "/api/v1/tables", "/api/v1/me"}
    assert {f"{method} {path}" for method, path in OF_API} >= PLAYING | PUBLIC


@pytest.mark.parametrize("headers", ORIGINS, ids=str)
async def test_a_forged_request_changes_nothing_on_any_route(
    server: Running, anna: Player, headers: dict[str, str]
) -> None:
    await anna.ask("POST", "/account", 201, password="correct horse")
    before = await everything(server)
    for method, path in CHANGING:
        if path != ONE_CLICK:
            answer = await anna.http.request(method, filled(path), json={}, headers=headers)
            assert answer.status_code == 403, (method, path, answer.text)
            if path.startswith("/api/"):
                assert answer.json()["error"]["code"] == "bad_origin"
    assert await everything(server) == before


async def test_a_form_of_another_page_cannot_bring_what_a_change_needs(server: Running, anna: Player) -> None:
    """Without the header no route of the API changes anything; a page's own form comes with an origin."""
    await anna.me()
    del anna.http.headers["X-Tavl"]
    before = await everything(server)
    for method, path in CHANGING:
        if path != ONE_CLICK:
            answer = await anna.http.request(method, filled(path), json={})
            assert answer.status_code == 403, (method, path, answer.text)
            if path.startswith("/api/"):
                assert answer.json()["error"]["code"] == "header_missing"
    assert await everything(server) == before


@pytest.mark.parametrize("origin", ["http://[", "https://[::1", "null", "//[", "http://[::1]:x"])
async def test_an_origin_that_is_no_address_is_refused_on_every_page_too(anna: Player, origin: str) -> None:
    await anna.me()
    for path in ("/", "/settings", "/account", "/api/v1/me"):
        answer = await anna.http.get(path, headers={"Origin": origin})
        assert answer.status_code < 400, path
    answer = await anna.http.post("/api/v1/passkeys/login/begin", headers={"Origin": origin})
    assert answer.status_code == 403
    form = {"language": "da", "back": origin}
    back = await anna.http.post("/language", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    assert (back.status_code, back.headers["location"]) == (303, "/")


async def test_a_bots_token_plays_and_does_nothing_else_on_any_route(server: Running, anna: Player) -> None:
    await anna.ask("POST", "/account", 201, password="correct horse")
    token = (await anna.ask("POST", "/tokens", 201, name="Robo"))["token"]
    before = await everything(server)
    async with Player(server.url, token) as robo:
        for method, path in OF_API:
            name = f"{method} {path}"
            if name not in PLAYING | PUBLIC:
                expected = (401, "copy_token_wrong") if name in COPYING else (403, "not_for_bots")
                answer = await robo.http.request(method, f"/api/v1{filled(path)}", json={})
                assert (answer.status_code, answer.json()["error"]["code"]) == expected, (name, answer.text)
        assert await everything(server) == before
        await robo.ask("POST", "/login", 401, login="x", password="correct horse")
        await robo.ask("POST", "/recover", 401, code="x", password="correct horse")


async def test_only_an_administrator_administers_on_any_route(server: Running, anna: Player) -> None:
    await anna.ask("POST", "/account", 201, password="correct horse")
    before = await everything(server)
    tried = 0
    for method, path in OF_API:
        if path.startswith("/admin/"):
            answer = await anna.http.request(method, f"/api/v1{filled(path)}", json={})
            assert answer.json()["error"]["code"] == "administrators_only", (method, path)
            tried += 1
    assert tried >= 9
    assert (await anna.http.get("/admin")).status_code == 404
    assert await everything(server) == before


async def test_nobody_in_particular_changes_nothing_of_anybody(server: Running, anna: Player) -> None:
    """Without a login what is about a person is refused; what is left is to look, to come in, to play as a guest."""
    guests_may = {"POST /session", "POST /account", "POST /tables", "POST /tables/{id}/join", "POST /tables/{id}/role"}
    guests_may |= {"POST /tournaments", "POST /tournaments/{id}/seats", "POST /analyses"}
    guests_may |= {"POST /practice/decks/{id}/import", "POST /tournaments/demonstration"}
    for method, path in OF_API:
        name = f"{method} {path}"
        if name not in PUBLIC | guests_may and not (method == "GET" and path.startswith("/tables")):
            answer = await anna.http.request(method, f"/api/v1{filled(path)}", json={})
            assert answer.status_code == 401, (name, answer.text)
            expected = "copy_token_wrong" if name in COPYING else "login_needed"
            assert answer.json()["error"]["code"] == expected, name


async def test_every_answer_of_every_route_has_the_strict_policy(server: Running, anna: Player) -> None:
    await anna.me()
    for method, path in sorted(APPLICATION):
        answer = await anna.http.request(method, filled(path))
        assert answer.status_code != 500, (method, path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "server" not in answer.headers
        if path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store", (method, path)


async def test_where_people_come_by_tls_cookies_are_for_this_host_alone(server: Running) -> None:
    database = f"{server.service.settings.database}.tls"
    async with running(database, web.create_app, secure_cookies=True) as secure, Player(secure.url) as anna:
        answer = await anna.http.post("/api/v1/account", json={"password": "correct horse"})
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        cookies = answer.headers.get_list("set-cookie")
        assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["__Host-tavl", "__Host-tavl-device"]
        for cookie in cookies:
            parts = {part.strip().lower() for part in cookie.split(";")}
            assert {"secure", "httponly", "path=/"} <= parts
            assert not any(part.startswith("domain=") for part in parts)


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "..%5capp.py", "js/../../app.py", "%00", "."]
)
async def test_nothing_but_the_static_files_is_served_as_one(server: Running, path: str) -> None:
    """Sent as it is: a client would tidy the path up."""
    port = int(server.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /static/{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    await writer.wait_closed()
    assert answer.split()[1] in (b"404", b"400", b"422")
    assert b"create_app" not in answer
    assert b"root:" not in answer
