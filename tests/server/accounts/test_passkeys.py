"""Passkeys: made, named, listed, removed; logging in with one; and every kind of wrong answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from webauthn.helpers import bytes_to_base64url

from tavl.server import schema
from tavl.server.accounts import passkeys
from tavl.server.accounts.recent_login import FRESH
from tests.server.accounts.authenticator import Authenticator
from tests.server.harness import Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")
ORIGIN = "http://localhost:8000"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    database = f"sqlite:///{tmp_path_factory.mktemp('passkeys') / 'tavl.db'}"
    async with running(database, origins=(ORIGIN, "http://elsewhere.example")) as here:
        yield here


@pytest_asyncio.fixture(loop_scope="module")
async def anna(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        player.http.headers["Origin"] = ORIGIN
        yield player


@pytest_asyncio.fixture(loop_scope="module")
async def bo(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        player.http.headers["Origin"] = ORIGIN
        yield player


async def add(player: Player, key: Authenticator, status: int = 201, **more: Any) -> Any:
    begun = await player.ask("POST", "/passkeys/begin", 200)
    credential = key.make(begun["options"])
    return await player.ask("POST", "/passkeys", status, ceremony=begun["ceremony"], credential=credential, **more)


async def log_in(player: Player, key: Authenticator, status: int = 200, **changes: Any) -> Any:
    begun = await player.ask("POST", "/passkeys/login/begin", 200)
    credential = key.answer(begun["options"], **changes)
    return await player.ask("POST", "/passkeys/login", status, ceremony=begun["ceremony"], credential=credential)


async def make_login_old(server: Running, person: str) -> None:
    mine = schema.logins.c.person == person
    longer_ago = {"began": schema.logins.c.began - FRESH - 1}
    await server.service.store.write_rows(lambda c: c.execute(sa.update(schema.logins).where(mine).values(longer_ago)))


async def test_a_guest_makes_an_account_by_a_passkey_and_comes_back_by_it(anna: Player, bo: Player) -> None:
    me = await anna.me()
    await anna.ask("PATCH", "/me", 200, name="Anna Ås")
    table = await anna.open(opponent="friend", length=3)
    key = Authenticator(ORIGIN)
    made = await add(anna, key, name="Anna's telephone")
    assert made["passkey"]["name"] == "Anna's telephone"
    assert made["account"]["login"].startswith("anna-as-")
    assert made["account"]["me"]["id"] == me
    back = await log_in(bo, key)
    assert (back["id"], back["guest"]) == (me, False)
    assert [line["id"] for line in (await bo.ask("GET", "/tables"))["mine"]] == [table]
    (kept,) = await bo.ask("GET", "/passkeys", 200)
    assert kept["used"] is not None
    for password in ("", "a guess or two"):  # there is none that would fit
        await bo.ask("POST", "/login", 401, login=made["account"]["login"], password=password)


async def test_what_is_asked_of_the_browser(anna: Player) -> None:
    me = await anna.me()
    options = (await anna.ask("POST", "/passkeys/begin", 200))["options"]
    assert options["rp"] == {"id": "localhost", "name": "tavl"}
    assert options["user"]["id"] == bytes_to_base64url(me.encode())
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    asked = (await anna.ask("POST", "/passkeys/login/begin", 200))["options"]
    assert asked["allowCredentials"] == []
    assert asked["challenge"] != options["challenge"]


async def test_an_account_has_several_passkeys_that_are_named_and_removed(anna: Player, bo: Player) -> None:
    await anna.me()
    first, second = Authenticator(ORIGIN), Authenticator(ORIGIN)
    await add(anna, first)
    begun = await anna.ask("POST", "/passkeys/begin", 200)
    assert [each["id"] for each in begun["options"]["excludeCredentials"]] == [bytes_to_base64url(first.id)]
    await add(anna, second, name="Key on a ring")
    listed = await anna.ask("GET", "/passkeys", 200)
    assert sorted(each["name"] for each in listed) == ["Key on a ring", "Passkey"]
    id = bytes_to_base64url(first.id)
    assert (await anna.ask("PATCH", f"/passkeys/{id}", 200, name="Laptop"))["name"] == "Laptop"
    await bo.me()
    await bo.ask("PATCH", f"/passkeys/{id}", 404, name="Mine now")
    await bo.ask("DELETE", f"/passkeys/{id}", 403)
    await anna.ask("DELETE", f"/passkeys/{id}", 204)
    await anna.ask("DELETE", f"/passkeys/{id}", 404)
    refused = await log_in(bo, first, 401)
    assert refused["error"]["code"] == "passkey_failed"
    await log_in(bo, second)


async def test_the_last_way_in_is_not_removed(anna: Player) -> None:
    await anna.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    id = bytes_to_base64url(key.id)
    refused = await anna.ask("DELETE", f"/passkeys/{id}", 409)
    assert refused["error"]["code"] == "last_way_in"
    await anna.ask("POST", "/account/password", 204, password="correct horse")
    await anna.ask("DELETE", f"/passkeys/{id}", 204)


async def test_a_ceremony_is_finished_once(anna: Player, bo: Player) -> None:
    await anna.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    begun = await bo.ask("POST", "/passkeys/login/begin", 200)
    answer = {"ceremony": begun["ceremony"], "credential": key.answer(begun["options"])}
    await bo.ask("POST", "/passkeys/login", 200, **answer)
    replayed = await bo.ask("POST", "/passkeys/login", 409, **answer)
    assert replayed["error"]["code"] == "ceremony_over"


async def test_a_ceremony_that_went_wrong_is_over_too(anna: Player, bo: Player) -> None:
    await anna.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    begun = await bo.ask("POST", "/passkeys/login/begin", 200)
    right = key.answer(begun["options"])
    wrong = {**right, "response": {**right["response"], "signature": "AAAA"}}
    await bo.ask("POST", "/passkeys/login", 401, ceremony=begun["ceremony"], credential=wrong)
    await bo.ask("POST", "/passkeys/login", 409, ceremony=begun["ceremony"], credential=right)


async def test_a_ceremony_is_not_kept_for_long(server: Running, anna: Player) -> None:
    await anna.me()
    begun = await anna.ask("POST", "/passkeys/begin", 200)
    earlier = {"until": schema.ceremonies.c.until - passkeys.CEREMONY - 1}
    await server.service.store.write_rows(lambda c: c.execute(sa.update(schema.ceremonies).values(earlier)))
    made = Authenticator(ORIGIN).make(begun["options"])
    refused = await anna.ask("POST", "/passkeys", 409, ceremony=begun["ceremony"], credential=made)
    assert refused["error"]["code"] == "ceremony_over"


async def test_a_ceremony_belongs_to_whoever_began_it_and_to_its_kind(anna: Player, bo: Player) -> None:
    await anna.me()
    await bo.me()
    key = Authenticator(ORIGIN)
    begun = await anna.ask("POST", "/passkeys/begin", 200)
    made = key.make(begun["options"])
    await bo.ask("POST", "/passkeys", 409, ceremony=begun["ceremony"], credential=made)
    begun = await anna.ask("POST", "/passkeys/login/begin", 200)
    await anna.ask("POST", "/passkeys", 409, ceremony=begun["ceremony"], credential=made)


@pytest.mark.parametrize(
    "wrong",
    ["origin", "domain", "unverified", "counter", "challenge", "handle", "stranger"],
)
async def test_a_wrong_answer_lets_nobody_in(anna: Player, bo: Player, wrong: str) -> None:
    await anna.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    await log_in(bo, key)
    await bo.ask("DELETE", "/session", 204)
    changes: dict[str, Any] = {}
    if wrong == "origin":
        key.origin = "http://localhost:9999"
    elif wrong == "domain":
        key.domain = "evil.example"
    elif wrong == "unverified":
        key.verified = False
    elif wrong == "counter":
        key.counter = 1  # a copy that does not know of the login before
    elif wrong == "challenge":
        elsewhere = await anna.ask("POST", "/passkeys/login/begin", 200)
        changes = key.answer(elsewhere["options"])["response"]
    elif wrong == "handle":
        changes = {"userHandle": bytes_to_base64url(b"somebody else")}
    else:
        key.id = b"nobody knows me."
    refused = await log_in(bo, key, 401, **changes)
    assert refused["error"]["code"] == "passkey_failed"
    await bo.ask("GET", "/me", 401)


@pytest.mark.parametrize("wrong", ["origin", "domain", "unverified"])
async def test_a_passkey_made_wrongly_is_not_taken(anna: Player, wrong: str) -> None:
    await anna.me()
    key = Authenticator(ORIGIN)
    key.origin = "https://evil.example" if wrong == "origin" else key.origin
    key.domain = "evil.example" if wrong == "domain" else key.domain
    key.verified = wrong != "unverified"
    refused = await add(anna, key, 401)
    assert refused["error"]["code"] == "passkey_failed"
    assert (await anna.ask("GET", "/me", 200))["guest"]
    assert await anna.ask("GET", "/passkeys", 200) == []


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 7},
        {"id": "x", "rawId": "x", "type": "public-key", "response": "no"},
        {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}},
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {"clientDataJSON": "é", "attestationObject": 1},
        },
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "oWNmbXTf", "authenticatorData": "AA"},
        },
    ],
)
async def test_a_malformed_answer_is_refused_and_nothing_breaks(anna: Player, credential: dict[str, Any]) -> None:
    await anna.me()
    for path in ("/passkeys", "/passkeys/login"):
        begun = await anna.ask("POST", f"{path}/begin", 200)
        refused = await anna.ask("POST", path, 401, ceremony=begun["ceremony"], credential=credential)
        assert refused["error"]["code"] == "passkey_failed"


async def test_somebody_elses_passkey_is_not_taken_over(anna: Player, bo: Player) -> None:
    await anna.me()
    await bo.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    await add(bo, key, 401)
    assert (await bo.ask("GET", "/me", 200))["guest"]


async def test_passkeys_are_offered_on_their_own_domain_alone(anna: Player) -> None:
    await anna.me()
    for origin in ("http://elsewhere.example", anna.url):  # a further origin of ours, and the address in numbers
        for path in ("/passkeys/begin", "/passkeys/login/begin"):
            answer = await anna.http.post(f"/api/v1{path}", json={}, headers={"Origin": origin})
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "passkeys_elsewhere"
            assert "localhost" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("host", "offered"),
    [
        ("play.example", True),
        ("play.example:8443", True),
        ("www.play.example", True),
        ("play.example.evil.example", False),
        ("evilplay.example", False),
        ("127.0.0.1:8000", False),
        ("", False),
    ],
)
async def test_a_domain_is_a_whole_name(server: Running, host: str, offered: bool) -> None:
    settings = type(server.service.settings)(passkey_domain="play.example")
    known = passkeys.Passkeys(server.service.store, settings, server.service.clock)
    assert known.offered_at(host) is offered


async def test_ways_in_are_changed_by_somebody_who_has_just_logged_in(
    server: Running, anna: Player, bo: Player
) -> None:
    """A cookie that was left behind somewhere opens no lasting way in."""
    me = await anna.me()
    key = Authenticator(ORIGIN)
    await add(anna, key)
    await make_login_old(server, me)
    for path, body in (
        ("/passkeys/begin", {}),
        ("/account/password", {"password": "correct horse"}),
        ("/account/recovery-code", {}),
    ):
        refused = await anna.ask("POST", path, 403, **body)
        assert refused["error"]["code"] == "proof_needed"
    (passkey,) = await anna.ask("GET", "/passkeys")
    assert (await anna.ask("DELETE", f"/passkeys/{passkey['id']}", 403))["error"]["code"] == "proof_needed"
    assert (await anna.ask("POST", "/tokens", 403, name="Robo"))["error"]["code"] == "proof_needed"
    assert await anna.ask("GET", "/tokens") == []
    login = (await anna.ask("GET", "/me"))["login"]
    assert (await anna.ask("DELETE", "/me", 403, confirm=login))["error"]["code"] == "proof_needed"
    await log_in(anna, key)  # instead of the old one, not beside it
    assert len(await anna.ask("GET", "/logins")) == 1
    await anna.ask("POST", "/account/password", 204, password="correct horse")
    await bo.ask("POST", "/login", 200, login=login, password="correct horse")


async def test_a_bot_has_no_passkeys(server: Running, anna: Player) -> None:
    await anna.ask("POST", "/account", 201, password="correct horse")
    made = await anna.ask("POST", "/tokens", 201, name="Robo")
    async with Player(server.url, made["token"]) as robo:
        await robo.ask("POST", "/passkeys/begin", 403)
        await robo.ask("POST", "/account/password", 403, password="correct horse")
        await robo.ask("DELETE", "/me", 403, confirm="Robo")
        await robo.ask("GET", "/me/data", 403)
