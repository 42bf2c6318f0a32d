"""A tournament at a venue, shown on another server: nothing lost, nothing doubled, and nobody acts there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavl.server.service import open_store
from tavl.server.settings import Settings
from tavl.server.tournaments.stream import stream_of
from tavl.server.venue.copy_tokens import new_copy_token
from tavl.web import create_app
from tests.polling import poll_async
from tests.server.harness import PATIENCE, Player, Process, Running, running
from tests.server.tournaments.http_tournament import act, make, matches, see, started
from tests.server.venue.relay import relay

NAMES = ("Anna", "Bo", "Carl", "Dan")


async def token_for(database: str) -> str:
    async with await open_store(Settings(database=database)) as store:
        return await new_copy_token(store, "Club", 1)


async def events_in(database: str, id: str) -> list[Any]:
    async with await open_store(Settings(database=database)) as store:
        events, _ = await store.export_stream(stream_of(id))
    return [(e.version, e.id, e.type, e.at, e.actor, e.action_id, e.ordinal, e.body) for e in events]


async def shown_at(there: Player, id: str, version: int) -> Any:
    """The copy, once it is as far as that."""

    async def copy() -> Any:
        answer = await there.http.get(f"/api/v1/tournaments/{id}")
        return answer.json() if answer.status_code == 200 and answer.json()["version"] >= version else None

    return await poll_async(copy, PATIENCE)


async def play(ida: Player, id: str) -> int:
    """The next match that is called, played at once: the version after it."""
    call = next(item["action"] for item in (await see(ida, id))["desk"]["now"] if item["kind"] == "call")
    await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=call)
    players = matches(await see(ida, id))[call["match"]]["players"]
    told = {"match": call["match"], "players": players, "score": [7, 2], "confirms": True}
    return int((await act(ida, id, "report_result", **told))["version"])


@pytest.mark.postgres
async def test_a_copy_catches_up_after_a_cut_a_lost_answer_and_kill_9(sqlite_url: str, postgres_url: str) -> None:
    token = await token_for(postgres_url)
    async with relay() as line:
        home = Process(
            sqlite_url, copy_to=f"http://127.0.0.1:{line.port}", copy_token=token, public_url="http://club.local"
        )
        async with Process(postgres_url) as away, home, Player(home.url) as ida, Player(away.url) as guest:
            line.to = int(away.url.rpartition(":")[2])
            id, _ = await started(ida, *NAMES)
            version = (await see(ida, id))["version"]
            copy = await shown_at(guest, id, version)
            assert copy["copy"]["home"] == "http://club.local"
            assert set(NAMES) <= set(copy["names"].values())
            line.cut_now()
            version = await play(ida, id)
            home.kill()  # with news that nobody was told
            await home.start()
            ida.url = home.url
            assert (await see(guest, id))["version"] < version
            line.cut, line.loses_answers = False, True
            await asyncio.wait_for(line.lost.wait(), PATIENCE)  # taken there, and not heard of here
            line.loses_answers = False
            version = await play(ida, id)
            copy = await shown_at(guest, id, version)
            mine = await see(ida, id)
            assert matches(copy).keys() == matches(mine).keys()
            assert [m["score"] for m in matches(copy).values()] == [m["score"] for m in matches(mine).values()]
            await guest.me()
            told = await act(guest, id, "make_draw", status=409, division="open")
            assert told["error"]["code"] == "run_elsewhere"
            assert "http://club.local" in told["error"]["message"]
    assert await events_in(sqlite_url, id) == await events_in(postgres_url, id)


def pushed(events: list[Any], after: int = 0, **more: Any) -> dict[str, Any]:
    fields = ("version", "id", "type", "at", "actor", "action_id", "ordinal")
    sent = [{**dict(zip(fields, each[:-1], strict=True)), "schema": 1, "body": each[-1].decode()} for each in events]
    last = {"last": more.pop("last", "")}
    return {"home": "http://club.local", "after": after, "events": sent[after:], **last, **more}


async def test_what_was_taken_is_not_taken_again_and_another_history_is_refused(url: str, tmp_path: Path) -> None:
    venue = f"sqlite:///{tmp_path / 'venue.db'}"
    async with running(venue) as here, Player(here.url) as ida:
        id, people = await started(ida, *NAMES)
        names = [{"id": each["id"], "name": name} for name, each in people.items()]
    events = await events_in(venue, id)
    async with (
        running(url, create_app) as there,
        Player(there.url, token=await there_token(there)) as club,
        Player(there.url) as bo,
    ):
        assert (await club.ask("GET", "/copies", 200)) == {"tournaments": {}}
        first, rest = events[:10], events
        assert await club.ask("POST", f"/copies/{id}", 200, **pushed(first, people=names)) == {"version": 10}
        again = await club.ask("POST", f"/copies/{id}", 409, **pushed(first))
        assert (again["error"]["code"], again["error"]["facts"]) == ("copy_behind", {"version": 10})
        other = await club.ask("POST", f"/copies/{id}", 409, **pushed(rest, after=10, last="another"))
        assert other["error"]["code"] == "copy_differs"
        told = pushed(rest, after=10, last=events[9][1])
        assert await club.ask("POST", f"/copies/{id}", 200, **told) == {"version": len(events)}
        assert (await club.ask("GET", "/copies", 200)) == {"tournaments": {id: len(events)}}
        assert set(NAMES) <= set((await see(bo, id))["names"].values())
        gone = [each for each in names if each["name"] != "Bo"]  # erased at the venue
        kept = {"after": len(events), "last": events[-1][1], "home": "http://club.local", "people": gone}
        await club.ask("POST", f"/copies/{id}", 200, **kept)
        assert "Bo" not in (await see(bo, id))["names"].values()
        # nothing but this can be done with the token, nor this with anything else
        assert (await club.ask("POST", "/tournaments", title="x", invitation={}))["error"]["code"] == "login_needed"
        await bo.me()
        assert (await bo.ask("GET", "/copies", 401))["error"]["code"] == "copy_token_wrong"
        own = await make(bo)
        theirs = await club.ask("POST", f"/copies/{own}", 409, **pushed(events))
        assert theirs["error"]["code"] == "here_already"
        anna = people["Anna"]
        for method, path, asked in (
            ("POST", "seats", {"code": anna["code"]}),
            ("POST", "people", {"names": ["Eva"]}),
            ("POST", "preview", {"action": {"type": "close_tournament"}}),
            ("GET", "log", {}),
        ):
            assert (await bo.ask(method, f"/tournaments/{id}/{path}", 409, **asked))["error"]["code"] == "run_elsewhere"
        # it is marked in the list, and whoever administers removes it for good
        listed = {each["id"]: each["copy"] for each in (await bo.ask("GET", "/tournaments", 200))["others"]}
        assert listed[id]["home"] == "http://club.local"
        assert (await bo.ask("DELETE", f"/admin/copies/{id}", 403))["error"]["code"] == "administrators_only"
        async with Player(there.url) as admin:
            await make_administrator(there, admin)
            (shown,) = (await admin.ask("GET", "/admin/copies", 200))["copies"]
            assert (shown["id"], shown["source"]) == (id, "Club")
            card = (await admin.http.get("/admin")).text.partition('id="copies"')[2].partition("</section>")[0]
            for part in (f'href="/tournaments/{id}"', f'data-remove-copy="{id}"', 'aria-label="Remove ', "Club ·"):
                assert part in card
            assert own not in card
            await admin.ask("DELETE", f"/admin/copies/{own}", 404)  # nobody's own tournament goes this way
            await admin.ask("DELETE", f"/admin/copies/{id}", 204)
            assert (await admin.ask("GET", "/admin/copies", 200))["copies"] == []
            assert 'id="copies"' not in (await admin.http.get("/admin")).text  # nothing to show, no card
            assert (await admin.ask("GET", "/admin/acts", 200))["acts"][0]["act"] == "remove_copy"
        assert id not in {each["id"] for each in (await bo.ask("GET", "/tournaments", 200))["others"]}
        await bo.ask("GET", f"/tournaments/{id}", 404)
        again = await club.ask("POST", f"/copies/{id}", 409, **{**kept, "people": names})
        assert again["error"]["code"] == "copy_removed"
        assert await there.service.tournament_people.names(each["id"] for each in names) == {}


async def there_token(there: Running) -> str:
    return await new_copy_token(there.service.store, "Club", 1)


async def make_administrator(there: Running, player: Player) -> None:
    await player.ask("POST", "/account", 201, password="correct horse", name="Admin")
    await there.service.administration.grant("command", await player.me())
