"""Accounts, logins, tokens, and their protection."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import sqlalchemy as sa
from argon2 import PasswordHasher
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tavl.server import schema
from tavl.server.accounts import password_hashing
from tavl.server.accounts.password_hashing import PasswordHashing
from tests.server.harness import Player, Running, running, socket_url

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('people') / 'tavl.db'}", max_body_bytes=4000) as here:
        yield here


@pytest.mark.parametrize(
    ("name", "code"),
    [(bad, "name_unusable") for bad in ("", " ", "a\u202eb", "x" * 41)] + [("a\x00b", "bad_value")],
)
async def test_a_name_must_be_showable(anna: Player, name: str, code: str) -> None:
    await anna.me()
    refused = await anna.ask("PATCH", "/me", 422, name=name)
    assert refused["error"]["code"] == code


async def test_a_guest_keeps_games_when_making_an_account(anna: Player, bo: Player) -> None:
    me = await anna.me()
    table = await anna.open(opponent="friend", length=3)
    made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna Å")
    assert made["me"]["id"] == me
    assert made["login"].startswith("anna-a-")
    back = await bo.ask("POST", "/login", 200, login=made["login"], password="correct horse")
    assert back["id"] == me
    assert [line["id"] for line in (await bo.ask("GET", "/tables"))["mine"]] == [table]
    twice = await bo.ask("POST", "/account", 409, password="correct horse")
    assert twice["error"]["code"] == "has_account"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"password": "short", "name": "Mallory"}, "password_too_weak"),
        ({"password": "correct horse", "name": "x" * 41}, "name_unusable"),
        ({"password": "correct horse", "name": "a\u202eb"}, "name_unusable"),
        ({"name": "Mallory"}, "bad_message"),
    ],
)
async def test_an_account_that_is_refused_changes_no_name_and_makes_no_guest(
    server: Running, anna: Player, bo: Player, body: dict[str, str], code: str
) -> None:
    await anna.me()
    await anna.ask("PATCH", "/me", 200, name="Anna")
    assert (await anna.ask("POST", "/account", **body))["error"]["code"] == code
    assert (await anna.ask("GET", "/me"))["name"] == "Anna"
    refused = await bo.http.post("/api/v1/account", json=body)
    assert refused.json()["error"]["code"] == code
    assert "set-cookie" not in refused.headers
    await anna.ask("POST", "/account", 201, password="correct horse")
    again = await anna.ask("POST", "/account", 409, password="correct horse", name="Mallory")
    assert again["error"]["code"] == "has_account"
    assert (await anna.ask("GET", "/me"))["name"] == "Anna"


async def test_the_token_is_drawn_by_the_server_and_changes_with_the_account(server: Running, anna: Player) -> None:
    """No fixation: a planted cookie is never taken over, and an old one ends when it would come to mean more."""
    planted = {"Cookie": "tavl=planted-by-somebody-else"}
    token = (await anna.http.post("/api/v1/session", headers=planted)).cookies["tavl"]
    assert token != "planted-by-somebody-else"
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    async with Player(server.url) as thief:
        thief.http.cookies.set("tavl", token)
        await thief.ask("GET", "/me", 401)
    assert made["me"]["guest"] is False


async def test_cookies_cannot_be_read_by_scripts_or_sent_across_sites(server: Running, anna: Player) -> None:
    answer = await anna.http.post("/api/v1/session")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    token = anna.http.cookies["tavl"]
    stored = await server.service.store.read_rows(lambda c: c.execute(sa.select(schema.logins.c.token)).scalars().all())
    assert stored
    assert token not in stored


async def test_a_wrong_name_and_a_wrong_password_are_answered_alike(
    anna: Player, bo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    checked: list[list[str]] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, hashed: str, password: str) -> bool:
        checked[-1].append(hashed)
        return bool(verify(self, hashed, password))

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    answers = []
    for login in (made["login"], "nobody-here"):
        checked.append([])
        answers.append(await bo.http.post("/api/v1/login", json={"login": login, "password": "wrong horse"}))
    assert answers[0].status_code == answers[1].status_code == 401
    assert answers[0].content == answers[1].content
    assert all(checked), "each against a hash"
    assert len({hashed.rpartition("$")[0].rpartition("$")[0] for each in checked for hashed in each}) == 1, (
        "of one cost"
    )
    for code in ("aaaaa-bbbbb", "2" * 29):
        refused = await bo.ask("POST", "/recover", 401, code=code, password="another horse")
        assert refused["error"]["code"] == "recovery_failed"


async def test_two_accounts_of_one_name_tell_nothing_of_each_other(anna: Player, bo: Player) -> None:
    first = await anna.ask("POST", "/account", 201, password="correct horse", name="Same")
    second = await bo.ask("POST", "/account", 201, password="correct horse", name="Same")
    assert first["login"] != second["login"]
    assert len(first["login"]) == len(second["login"])


async def test_a_recovery_code_works_once_and_ends_all_logins(anna: Player, bo: Player) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    code = made["recovery_code"].upper().replace("-", " ")
    recovered = await bo.ask("POST", "/recover", 200, code=code, password="another horse")
    assert recovered["login"] == made["login"]
    await anna.ask("GET", "/me", 401)
    await bo.ask("POST", "/recover", 401, code=code, password="a third horse")
    await bo.ask("POST", "/login", 401, login=made["login"], password="correct horse")
    await bo.ask("POST", "/login", 200, login=made["login"], password="another horse")


async def test_a_password_is_changed_by_somebody_who_knows_the_old_one(
    server: Running, anna: Player, bo: Player
) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    await bo.ask("POST", "/login", 200, login=made["login"], password="correct horse")
    for old in ({}, {"old": "wrong horse"}):
        refused = await anna.ask("POST", "/account/password", 403, password="another horse", **old)
        assert refused["error"]["code"] == "password_wrong"
    await anna.ask("POST", "/account/password", 422, password="short", old="correct horse")
    await anna.ask("POST", "/account/password", 204, password="another horse", old="correct horse")
    await bo.ask("GET", "/me", 200)  # other logins stay, unless they are to end
    await anna.ask("POST", "/account/password", 204, password="a third horse", old="another horse", end_others=True)
    await bo.ask("GET", "/me", 401)
    await anna.ask("GET", "/me", 200)
    await bo.ask("POST", "/login", 401, login=made["login"], password="another horse")
    await bo.ask("POST", "/login", 200, login=made["login"], password="a third horse")


async def test_a_new_recovery_code_replaces_the_one_before(anna: Player, bo: Player) -> None:
    await anna.me()
    await anna.ask("POST", "/account/recovery-code", 403)
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    code = (await anna.ask("POST", "/account/recovery-code", 200))["recovery_code"]
    await bo.ask("POST", "/recover", 401, code=made["recovery_code"], password="another horse")
    await bo.ask("POST", "/recover", 200, code=code, password="another horse")


async def test_logging_in_again_replaces_the_login(anna: Player) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    before = anna.http.cookies["tavl"]
    await anna.ask("POST", "/login", 200, login=made["login"], password="correct horse")
    assert anna.http.cookies["tavl"] != before
    assert len(await anna.ask("GET", "/logins")) == 1


async def test_a_weak_password_is_refused(anna: Player) -> None:
    refused = await anna.ask("POST", "/account", 422, password="short")
    assert refused["error"]["facts"] == {"least": 8}


async def test_logins_are_listed_and_ended_with_their_sockets(server: Running, anna: Player, bo: Player) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    await bo.ask("POST", "/login", 200, login=made["login"], password="correct horse")
    logins = await anna.ask("GET", "/logins", 200)
    assert len(logins) == 2
    other = next(login["id"] for login in logins if not login["current"])
    table = await bo.open(opponent="friend", length=1)
    async with bo.at(table) as there:
        await anna.ask("DELETE", f"/logins/{other}", 204)
        with pytest.raises(ConnectionClosed) as closed:
            await there.until(lambda: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4001
    await bo.ask("GET", "/me", 401)
    await anna.ask("DELETE", "/logins/somebody-elses", 404)
    await anna.ask("DELETE", "/session", 204)
    await anna.ask("GET", "/me", 401)


async def test_a_bots_token_is_labelled_and_can_be_ended(server: Running, anna: Player) -> None:
    await anna.me()
    await anna.ask("POST", "/tokens", 403, name="Robo")
    await anna.ask("POST", "/account", 201, password="correct horse")
    made = await anna.ask("POST", "/tokens", 201, name="Robo")
    async with Player(server.url, made["token"]) as robo:
        me = await robo.ask("GET", "/me", 200)
        assert (me["name"], me["bot"], me["id"]) == ("Robo", True, made["person"])
        table = await robo.open(opponent="friend", length=1)
        await anna.join(table)
        async with robo.at(table) as there, anna.at(table) as here:
            assert here.state["people"][made["person"]] == {"name": "Robo", "bot": True}
            assert there.seat == 0
        await robo.ask("POST", "/tokens", 403, name="Robo's robo")
        assert [token["id"] for token in await anna.ask("GET", "/tokens")] == [made["id"]]
        await anna.ask("DELETE", f"/tokens/{made['id']}", 204)
        await robo.ask("GET", "/me", 401)
    async with anna.at(table) as here:
        assert here.state["people"][made["person"]]["bot"]


async def test_an_erased_person_is_gone_and_the_table_stays(server: Running, anna: Player, bo: Player) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
    await anna.ask("POST", "/tokens", 201, name="Robo")
    table = await anna.open(opponent="friend", length=3)
    await bo.join(table)
    before = await bo.ask("GET", f"/tables/{table}/events")
    await server.service.store.erase_person(made["me"]["id"], server.service.clock())
    await anna.ask("GET", "/me", 401)
    await anna.ask("POST", "/login", 401, login=made["login"], password="correct horse")
    after = await bo.ask("GET", f"/tables/{table}/events")
    assert after["events"][: before["version"]] == before["events"]
    assert (await bo.ask("GET", f"/tables/{table}"))["people"][made["me"]["id"]]["name"] == ""


# forgery and wrong origins


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Origin": "https://evil.example"}, "bad_origin"),
        ({"Origin": "null"}, "bad_origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "bad_origin"),
        ({"Sec-Fetch-Site": "same-site"}, "bad_origin"),
        ({"X-Tavl": None}, "header_missing"),
    ],
)
async def test_a_forged_request_changes_nothing(anna: Player, headers: dict[str, str | None], code: str) -> None:
    await anna.me()
    request = anna.http.build_request("POST", "/api/v1/tables", json={"opponent": "friend", "length": 1})
    for name, value in headers.items():
        if value is None:
            del request.headers[name]
        else:
            request.headers[name] = value
    answer = await anna.http.send(request)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == code
    assert (await anna.ask("GET", "/tables"))["mine"] == []


async def test_the_own_origin_is_let_through(server: Running, anna: Player) -> None:
    answer = await anna.http.post("/api/v1/session", headers={"Origin": server.url, "Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
async def test_a_socket_from_another_page_is_refused(server: Running, anna: Player, origin: str | None) -> None:
    table = await anna.open(opponent="friend", length=1)
    headers = {name: value for name, value in anna.socket_headers().items() if name != "Origin"}
    if origin is not None:
        headers["Origin"] = origin
    with pytest.raises(InvalidStatus) as refused:
        await connect(socket_url(server.url, table), subprotocols=["tavl.v1"], additional_headers=headers)  # type: ignore[list-item]
    assert refused.value.response.status_code == 403


async def test_a_socket_without_the_subprotocol_or_a_table_is_refused(server: Running, anna: Player) -> None:
    table = await anna.open(opponent="friend", length=1)
    with pytest.raises(InvalidStatus):
        await connect(socket_url(server.url, table), additional_headers=anna.socket_headers())
    with pytest.raises(InvalidStatus):
        await connect(
            socket_url(server.url, "no-such-table"),
            subprotocols=["tavl.v1"],  # type: ignore[list-item]
            additional_headers=anna.socket_headers(),
        )


# answers


@pytest.mark.parametrize("path", ["/api/v1/me", "/nothing/here", "/healthz", "/metrics", "/api/v1/schema"])
async def test_every_answer_has_the_strict_policy(anna: Player, path: str) -> None:
    answer = await anna.http.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/tables/none", 404, "not_found"),
        ("POST", "/tables/none/join", 404, "not_found"),
        ("GET", "/tables/none/events?after=-1", 422, "bad_value"),
        ("PUT", "/me", 405, "method_not_allowed"),
        ("GET", "/me", 401, "login_needed"),
    ],
)
async def test_every_error_has_one_shape(anna: Player, method: str, path: str, status: int, code: str) -> None:
    answer = await anna.http.request(method, f"/api/v1{path}", json={})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code)
    assert set(error) <= {"code", "rule", "facts", "message"}
    assert error["message"]


async def test_a_rule_is_cited_in_the_askers_language(server: Running) -> None:
    said = {}
    for language in ("en", "da"):
        async with Player(server.url, language=language) as player:
            refused = await player.ask("POST", "/tables", 409, length=3, vary={"jacoby": True})
            said[language] = refused["error"]
    assert said["en"]["rule"] == "T4.4.viii"
    assert said["en"]["code"] == "money_option_in_match_play"
    assert "T4.4.viii" in said["da"]["message"]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b"{", "truncated"),
        (b"[]", "object"),
        (b'{"length": "three"}', "length"),
        (b'{"length": 0}', "length"),
        (b'{"lenght": 3}', "lenght"),
        (b'{"promise": "abc"}', "promise"),
        (b'{"clock": {"minutes_per_point": "x"}}', "clock"),
        (b"\xff\xfe", ""),
        (b"[" * 3000, ""),
    ],
)
async def test_a_malformed_request_is_told_what_is_wrong(anna: Player, body: bytes, names: str) -> None:
    answer = await anna.http.post("/api/v1/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "bad_message"
    assert names in error["message"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"opponent": "bot:godlike"}, "unknown_level"),
        ({"opponent": "dragon"}, "bad_value"),
        ({"profile": "chess"}, "no_such_profile"),
        ({"length": 3, "vary": {"colour": 1}}, "no_such_field"),
        ({"length": 3, "vary": {"crawford": 7}}, "bad_value"),
        ({"length": 3, "vary": {"name": "mine"}}, "bad_value"),
        ({"profile": "dbf-tournament"}, "match_play_only"),
        ({"length": 3, "clock": {"minutes_per_point": 1e9}}, "bad_value"),
        ({"length": 3, "clock": {"minutes_per_point": -1}}, "bad_value"),
    ],
)
async def test_terms_that_make_no_sense_are_refused(anna: Player, fields: dict[str, object], code: str) -> None:
    answer = await anna.http.post("/api/v1/tables", json=fields)
    assert answer.status_code in (409, 422)
    assert answer.json()["error"]["code"] == code


async def test_what_is_too_large_is_not_read(anna: Player) -> None:
    told = await anna.http.post("/api/v1/login", json={"login": "x" * 5000, "password": "y"})
    assert told.status_code == 413

    async def untold() -> AsyncIterator[bytes]:
        for _ in range(50):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    streamed = await anna.http.post("/api/v1/login", content=untold(), headers=headers)
    assert streamed.status_code == 413
    assert streamed.json()["error"]["code"] == "body_too_large"


@pytest.mark.parametrize("text", ["'; DROP TABLE logins; --", '" OR 1=1 --', "%", "\\", "<script>"])
async def test_what_looks_like_a_statement_is_only_text(anna: Player, text: str) -> None:
    await anna.me()
    assert (await anna.ask("PATCH", "/me", 200, name=text))["name"] == text
    await anna.ask("POST", "/login", 401, login=text, password=text + "12345678")
    await anna.ask("GET", "/me", 200)
    answer = await anna.http.get("/api/v1/tables/" + "%27%3B--")
    assert answer.status_code == 404


async def test_a_form_is_not_json(anna: Player) -> None:
    answer = await anna.http.post("/api/v1/tables", data={"length": "3"})
    assert answer.status_code == 415


async def test_a_login_name_of_ones_own_and_the_name_that_others_see_both_log_in(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as eve:
        made = await anna.ask("POST", "/account", 201, password="correct horse", name="Åse Kern", login=" Anna.K ")
        assert made["login"] == "anna.k"
        taken = await bo.ask("POST", "/account", 409, password="correct horse", login="ANNA.K")
        assert taken["error"]["code"] == "login_taken"
        for unusable in ("ab", "-anna", "an na", "åse", "x" * 31, ""):
            refused = await bo.ask("POST", "/account", 422, password="correct horse", login=unusable)
            assert refused["error"]["code"] == "login_unusable"
        for name in ("anna.k", "Anna.K", "Åse Kern"):
            assert (await eve.ask("POST", "/login", 200, login=name, password="correct horse"))["name"] == "Åse Kern"
        await bo.ask("POST", "/account", 201, password="another horse", name="Åse Kern", login="aase")
        both = await eve.ask("POST", "/login", 401, login="Åse Kern", password="another horse")
        assert both["error"]["code"] == "login_failed"  # two are called so: neither logs in by it
        assert (await eve.ask("POST", "/login", 200, login="aase", password="another horse"))["login"] == "aase"


async def test_a_login_name_that_is_how_another_is_shown_shuts_nobody_out(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo, Player(server.url) as eve:
        await anna.ask("POST", "/account", 201, password="correct horse", name="Freja", login="one-of-them")
        await bo.ask("POST", "/account", 201, password="another horse", name="Bo", login="freja")
        assert (await eve.ask("POST", "/login", 200, login="Freja", password="correct horse"))["login"] == "one-of-them"
        assert (await eve.ask("POST", "/login", 200, login="Freja", password="another horse"))["login"] == "freja"


async def test_a_password_is_kept_at_the_full_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others here make it cheap."""
    monkeypatch.setattr(password_hashing, "PasswordHasher", PasswordHasher)
    assert (await PasswordHashing().hashed("correct horse")).startswith("$argon2id$v=19$m=65536,t=3,p=4$")
