"""Administrators: what they can do, that others cannot, and that everything is recorded."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tavl.server import schema
from tavl.server.accounts.recent_login import FRESH
from tests.server.harness import Player, Running, running

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with running(f"sqlite:///{tmp_path_factory.mktemp('admin') / 'tavl.db'}") as here:
        yield here


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def administrator(server: Running) -> AsyncIterator[Player]:
    async with Player(server.url) as player:
        made = await player.ask("POST", "/account", 201, password="correct horse", name="Admin")
        await server.service.administration.grant("command", made["login"])
        yield player


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/admin/people/x"),
        ("POST", "/admin/people/x/recovery-code"),
        ("POST", "/admin/people/x/suspension"),
        ("DELETE", "/admin/people/x/suspension"),
        ("POST", "/admin/people/x/administrator"),
        ("DELETE", "/admin/people/x/administrator"),
        ("GET", "/admin/copies"),
        ("DELETE", "/admin/copies/x"),
        ("GET", "/admin/reports"),
        ("POST", "/admin/reports/x/close"),
        ("GET", "/admin/acts"),
    ],
)
async def test_others_are_not_let_in(anna: Player, method: str, path: str) -> None:
    await anna.ask(method, path, 401)
    await anna.me()
    assert (await anna.ask(method, path, 403))["error"]["code"] == "administrators_only"


async def test_an_issued_code_opens_an_account_once_and_only_for_a_while(
    server: Running, administrator: Player, anna: Player
) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
    path = f"/admin/people/{made['login']}/recovery-code"
    first = await administrator.ask("POST", path, 201)
    second = await administrator.ask("POST", path, 201, hours=2)
    async with Player(server.url) as elsewhere:
        await elsewhere.ask("POST", "/recover", 401, code=first["code"], password="another horse")
        recovered = await elsewhere.ask("POST", "/recover", 200, code=second["code"], password="another horse")
        assert recovered["me"]["id"] == made["me"]["id"]
        await elsewhere.ask("POST", "/recover", 401, code=second["code"], password="a third horse")
        await elsewhere.ask("POST", "/recover", 401, code=made["recovery_code"], password="a third horse")
    await anna.ask("GET", "/me", 401)
    third = await administrator.ask("POST", path, 201, hours=1)
    over = {"until": schema.issued_codes.c.until - 3_600_001}
    await server.service.store.write_rows(lambda c: c.execute(sa.update(schema.issued_codes).values(over)))
    await anna.ask("POST", "/recover", 401, code=third["code"], password="a third horse")


async def test_a_guest_has_nothing_to_recover(administrator: Player, anna: Player) -> None:
    me = await anna.me()
    refused = await administrator.ask("POST", f"/admin/people/{me}/recovery-code", 409)
    assert refused["error"]["code"] == "no_account"
    refused = await administrator.ask("GET", "/admin/people/nobody-here", 404)
    assert refused["error"]["code"] == "no_such_person"


async def test_the_suspended_read_why_and_can_leave_but_not_play(
    server: Running, administrator: Player, anna: Player
) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
    robo = Player(server.url, (await anna.ask("POST", "/tokens", 201, name="Robo"))["token"])
    table = await anna.open(opponent="friend", length=1)
    path = f"/admin/people/{made['me']['id']}/suspension"
    async with robo, anna.at(table) as here:
        known = await administrator.ask("POST", path, 200, reason="Insults, again.", days=3)
        assert known["suspended"] == "Insults, again."
        assert known["suspended_until"] > server.service.clock()
        with pytest.raises(ConnectionClosed):
            await here.until(lambda: False)
        with pytest.raises(InvalidStatus):
            await anna.at(table).__aenter__()
        for ask, fields in (
            ("POST /tables", {"length": 1}),
            ("PATCH /me", {"name": "X"}),
            ("POST /blocks", {"person": "x"}),
        ):
            method, where = ask.split()
            for player in (anna, robo):
                refused = await player.ask(method, where, 403, **fields)
                assert refused["error"]["code"] == "suspended"
                assert "Insults, again." in refused["error"]["message"]
        assert (await anna.ask("GET", "/me", 200))["suspended"] == "Insults, again."
        await anna.ask("GET", "/me/data", 200)
        await administrator.ask("DELETE", path, 200)
        await administrator.ask("DELETE", path, 404)
        assert (await anna.ask("GET", "/me", 200))["suspended"] is None
        await robo.open(opponent="friend", length=1)
        await anna.open(opponent="friend", length=1)


async def test_a_suspension_for_days_ends_by_itself(server: Running, administrator: Player, anna: Player) -> None:
    me = await anna.me()
    await administrator.ask("POST", f"/admin/people/{me}/suspension", 200, reason="Cool down.", days=1)
    assert (await anna.ask("GET", "/me"))["suspended"]
    over = {"until": schema.suspensions.c.until - 86_400_001}
    mine = schema.suspensions.c.person == me
    await server.service.store.write_rows(lambda c: c.execute(sa.update(schema.suspensions).where(mine).values(over)))
    assert (await anna.ask("GET", "/me"))["suspended"] is None
    await server.service.retention.delete_outdated()
    left = await server.service.store.read_rows(lambda c: c.execute(sa.select(schema.suspensions).where(mine)).all())
    assert left == []


async def test_nobody_shuts_himself_out_and_the_reason_is_needed(administrator: Player, anna: Player) -> None:
    me = (await administrator.ask("GET", "/me"))["id"]
    refused = await administrator.ask("POST", f"/admin/people/{me}/suspension", 409, reason="Tired.")
    assert refused["error"]["code"] == "not_yourself"
    await administrator.ask("DELETE", f"/admin/people/{me}/administrator", 409)
    her = await anna.me()
    await administrator.ask("POST", f"/admin/people/{her}/suspension", 422, reason="  ")


async def test_administrators_are_named_by_administrators_and_everything_is_written_down(
    administrator: Player, anna: Player
) -> None:
    admin = (await administrator.ask("GET", "/me"))["id"]
    made = await anna.ask("POST", "/account", 201, password="correct horse", name="Anna")
    her = made["me"]["id"]
    await administrator.ask("POST", f"/admin/people/{made['login']}/administrator", 204)
    assert (await anna.ask("GET", "/me"))["administrator"]
    await anna.ask("GET", "/admin/reports", 200)
    await administrator.ask("POST", f"/admin/people/{her}/recovery-code", 201, hours=5)
    await administrator.ask("POST", f"/admin/people/{her}/suspension", 200, reason="By mistake.")
    await administrator.ask("DELETE", f"/admin/people/{her}/suspension", 200)
    await administrator.ask("DELETE", f"/admin/people/{her}/administrator", 204)
    await administrator.ask("DELETE", f"/admin/people/{her}/administrator", 404)
    await anna.ask("GET", "/admin/reports", 403)
    listed = await administrator.ask("GET", "/admin/acts", 200)
    about_her = [(act["by"], act["act"], act["note"]) for act in listed["acts"] if act["about"] == her]
    assert about_her == [
        (admin, "revoke", None),
        (admin, "lift", None),
        (admin, "suspend", "By mistake."),
        (admin, "issue_code", "5 h"),
        (admin, "grant", None),
    ]
    assert all(act["at"] > 0 for act in listed["acts"])
    assert listed["people"][admin]["name"] == "Admin"


async def test_an_old_login_of_an_administrator_makes_no_way_in_and_no_administrator(
    server: Running, administrator: Player, anna: Player
) -> None:
    made = await anna.ask("POST", "/account", 201, password="correct horse")
    me = (await administrator.ask("GET", "/me"))["id"]
    mine, earlier = schema.logins.c.person == me, {"began": schema.logins.c.began - FRESH - 1}
    await server.service.store.write_rows(lambda c: c.execute(sa.update(schema.logins).where(mine).values(earlier)))
    for path, body in (("recovery-code", {"hours": 1}), ("administrator", {})):
        refused = await administrator.ask("POST", f"/admin/people/{made['login']}/{path}", 403, **body)
        assert refused["error"]["code"] == "proof_needed"
    await administrator.ask("GET", f"/admin/people/{made['login']}", 200)
    login = (await administrator.ask("GET", "/me"))["login"]
    await administrator.ask("POST", "/login", 200, login=login, password="correct horse")
    await administrator.ask("POST", f"/admin/people/{made['login']}/administrator", 204)
