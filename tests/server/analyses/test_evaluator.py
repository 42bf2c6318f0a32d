"""Who is told what about a position: no route around the one check; no tutor for who sits in a match that counts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import tavl
from tavl.notation.ids.any_id import read_any_id
from tavl.rules import Position
from tavl.server import schema
from tavl.server.errors import RefusedError
from tavl.web.app import create_app
from tests.analysis.matches import ODD
from tests.server.analyses.test_analyses import ask, until
from tests.server.harness import AtTable, Player, Running, running
from tests.server.tables.test_start_positions import WITH_DICE, begun

TO_ROLL = WITH_DICE.replace(":31:", ":00:")


@pytest.fixture
async def pages(sqlite_url: str) -> AsyncIterator[Running]:
    async with running(sqlite_url, create_app) as server:
        yield server


async def post(player: Player, path: str, **body: Any) -> tuple[int, Any]:
    answer = await player.http.post(path, json=body, headers={"Origin": player.url})
    assert answer.status_code < 500, answer.text
    return answer.status_code, answer.json()


def told_to_nobody(server: Running, monkeypatch: pytest.MonkeyPatch, *ids: str) -> None:
    """As if these stood on a board where nobody may have help."""
    found = {position for id in ids for one in [read_any_id(id).position] for position in (one, one.mirror())}

    async def standing() -> frozenset[Position]:
        return frozenset(found)

    monkeypatch.setattr(server.service.live_positions, "standing", standing)


# the position


@pytest.mark.rule("T1.6.ii")
async def test_no_route_tells_of_a_position_that_stands_where_nobody_may_have_help(
    pages: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Player(pages.url) as anna:
        at = await begun(anna, start={"id": WITH_DICE}, tutor=True)
        table, version = at.table, at.state["version"]
        routes: dict[str, tuple[str, str, dict[str, Any]]] = {
            "evaluation": ("POST", "/analysis/position.json", {"id": WITH_DICE}),
            "rolls": ("GET", f"/analysis/rolls.json?id={WITH_DICE}", {}),
            "scores": ("POST", "/analysis/scores.json", {"id": WITH_DICE}),
            "hint": ("POST", f"/t/{table}/tutor/hint", {"version": version, "step": 1}),
            "check": ("POST", f"/t/{table}/tutor/check", {"version": version, "action": "play", "moves": [[8, 5]]}),
            "coach": ("GET", f"/t/{table}/coach.json", {}),
            "a table that begins there": (
                "POST",
                "/api/v1/tables",
                {"opponent": "bot:full", "start": {"id": WITH_DICE}},
            ),
        }

        async def said() -> dict[str, tuple[int, str | None]]:
            found = {}
            for name, (method, path, body) in routes.items():
                headers = {"Origin": anna.url}
                answer = await anna.http.request(method, path, json=body or None, headers=headers)
                error = answer.json().get("error")
                found[name] = (answer.status_code, error and error["rule"])
            return found

        assert {status for status, _ in (await said()).values()} <= {200, 201}
        told_to_nobody(pages, monkeypatch, WITH_DICE)
        assert set((await said()).values()) == {(409, "T1.6.ii")}
        await at.disconnect()


def test_nothing_on_the_server_makes_an_engine_but_where_the_check_is() -> None:
    """The bots play with one; luck is told of finished matches only."""
    known = {"server/analyses/evaluator.py", "server/analyses/worker.py", "server/tables/bots.py", "web/table/luck.py"}
    root = Path(tavl.__file__).parent
    found = {
        path.relative_to(root).as_posix()
        for folder in ("server", "web")
        for path in (root / folder).rglob("*.py")
        if re.search(r"\b(Engine|Analyst)\(", path.read_text().replace("class LiveAnalyst(Analyst)", ""))
    }
    assert found == known


# the person


async def asks_for_a_hint(at: AtTable) -> tuple[int, Any]:
    asked = {"version": at.state["version"], "step": 1}
    return await post(at.player, f"/t/{at.table}/tutor/hint", **asked)


@pytest.mark.rule("T1.7.i")
async def test_a_guest_in_a_rated_match_gets_no_tutor_elsewhere_until_it_is_over(pages: Running) -> None:
    async with Player(pages.url) as anna, Player(pages.url) as bo:
        at = await begun(anna, start={"id": WITH_DICE}, tutor=True)
        assert (await asks_for_a_hint(at))[0] == 200
        counts = await anna.open(opponent="friend", length=1, rated=True)
        assert (await asks_for_a_hint(at))[0] == 200  # nobody has sat down yet
        await bo.join(counts)
        status, said = await asks_for_a_hint(at)
        assert (status, said["error"]["code"], said["error"]["rule"]) == (409, "in_a_match_that_counts", "T1.7.i")
        async with anna.at(counts) as first:
            await first.act("abort")
        assert (await asks_for_a_hint(at))[0] == 200
        await at.disconnect()


@pytest.mark.rule("T1.7.i")
async def test_a_browser_that_has_claimed_a_players_seat_gets_no_tutor_while_that_player_plays(pages: Running) -> None:
    async with Player(pages.url) as anna, Player(pages.url) as bo, Player(pages.url) as holder:
        guest = await holder.me()
        counts = await anna.open(opponent="friend", length=1, aids=False)
        await bo.join(counts)
        live, person = pages.service.live_positions, await anna.me()
        await live.check_not_in_counted_match(guest)
        row = {"stream": "tournament/x", "person": person, "holder": guest, "by_code": True, "added": 0}
        await pages.service.store.write_rows(lambda c: c.execute(sa.insert(schema.tournament_people).values(row)))
        with pytest.raises(RefusedError) as refused:
            await live.check_not_in_counted_match(guest)
        assert refused.value.rule == "T1.7.i"


# what the tutor says


async def test_a_blunder_is_warned_of_before_it_is_made_and_a_good_play_is_not(pages: Running) -> None:
    async with Player(pages.url) as anna:
        at = await begun(anna, start={"id": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"}, tutor=True)
        asked = {"version": at.state["version"], "action": "play"}
        path = f"/t/{at.table}/tutor/check"
        _, good = await post(anna, path, **asked, moves=[[8, 5], [6, 5]])
        assert (good["warns"], good["loss"], good["warning"]) == (False, 0.0, "")
        _, bad = await post(anna, path, **asked, moves=[[6, 3], [6, 5]])
        assert bad["warns"]
        assert bad["loss"] > 0.08
        assert re.fullmatch(r"This loses 0\.\d\d\.", bad["warning"])
        assert bad["reasons"]
        assert (await post(anna, path, **{**asked, "version": 1}, moves=[]))[1]["error"]["code"] == "stale"
        assert (await post(anna, path, **{**asked, "action": "roll"}))[0] == 409
        await at.disconnect()


async def test_hints_come_in_three_steps_each_saying_more(pages: Running) -> None:
    async with Player(pages.url) as anna:
        at = await begun(anna, start={"id": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"}, tutor=True)
        said = []
        for step in (1, 2, 3):
            asked = {"version": at.state["version"], "step": step}
            said.append((await post(anna, f"/t/{at.table}/tutor/hint", **asked))[1])
        assert said[0]["lines"] == ["Look at your home board: you can make a point there."]
        assert said[1]["lines"][-1] == "A checker on the 8-point moves."
        assert (said[1]["source"], said[1]["best"], said[1]["last"]) == (8, None, False)
        assert sorted(said[2]["best"]) == [[6, 5], [8, 5]]
        assert "Points it makes: 5." in said[2]["lines"]
        assert [("From the opening book, rolled out." in each["lines"]) for each in said] == [False, False, True]
        assert said[2]["last"]
        assert said[2]["next_loss"] > 0
        await at.disconnect()


async def test_cube_actions_are_judged_and_hinted_too(pages: Running) -> None:
    # White has borne off all but two and rolls; Black needs many: a double, and a drop.
    won = "XGID=-B----------------------f-:0:0:1:00:0:0:0:7:10"
    async with Player(pages.url) as anna:
        at = await begun(anna, start={"id": won}, tutor=True)
        path, version = f"/t/{at.table}/tutor", at.state["version"]
        _, rolled = await post(anna, f"{path}/check", version=version, action="roll")
        assert rolled["warns"] is False or rolled["warning"].startswith("Rolling without a double")
        _, hinted = await post(anna, f"{path}/hint", version=version, step=3)
        assert hinted["lines"][0].startswith("Double or not?")
        assert hinted["best"] is None
        await at.disconnect()
    async with Player(pages.url) as bo:
        at = await begun(bo, start={"id": won.replace(":00:", ":D:"), "seat": 1}, tutor=True)
        path, version = f"/t/{at.table}/tutor", at.state["version"]
        _, taken = await post(bo, f"{path}/check", version=version, action="take")
        assert taken["warning"].startswith("Taking loses")
        assert taken["warns"]
        _, dropped = await post(bo, f"{path}/check", version=version, action="drop")
        assert dropped["warns"] is False
        _, hinted = await post(bo, f"{path}/hint", version=version, step=3)
        assert hinted["lines"][-1].startswith("Drop: taking loses")
        await at.disconnect()


async def test_only_who_sits_at_a_table_with_a_tutor_is_told_anything(pages: Running) -> None:
    async with Player(pages.url) as anna, Player(pages.url) as bo:
        at = await begun(anna, start={"id": TO_ROLL}, tutor=True)
        await bo.me()
        asked = {"version": at.state["version"], "step": 3}
        assert (await post(bo, f"/t/{at.table}/tutor/hint", **asked))[1]["error"]["code"] == "not_your_table"
        await at.disconnect()
        plain = await begun(anna, start={"id": TO_ROLL})
        assert (await asks_for_a_hint(plain))[1]["error"]["code"] == "no_aids"
        assert (await post(anna, f"/t/{plain.table}/tutor/hint", version=1, step=9))[0] == 400
        await plain.disconnect()


async def test_a_note_is_only_for_who_asked_for_the_analysis(pages: Running) -> None:
    async with Player(pages.url) as anna, Player(pages.url) as bo:
        await anna.me()
        await bo.me()
        id = await ask(anna, ODD)
        await until(anna, id, "done")
        path, written = f"/analysis/{id}/note.json", {"game": 0, "entry": 0, "text": "mine"}
        assert (await post(anna, path, **written)) == (200, {"text": "mine"})
        assert (await post(bo, path, **written))[0] == 404
        assert (await post(anna, path, **{**written, "entry": 999}))[0] == 404
        assert (await post(anna, path, **{**written, "text": "x" * 3000}))[0] == 400
        assert "C[mine]" in (await bo.http.get(f"/analysis/{id}/match.sgf")).text
