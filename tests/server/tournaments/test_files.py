"""Files over HTTP: the report, sheets, calendar, TRF26, and the archive that moves to another server."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tavl.server.accounts.administration import COMMAND
from tavl.tournament.files import trf
from tests.server.harness import Player, Running, running
from tests.server.tournaments.http_tournament import SWISS, act, enter, make, matches, see, started


async def play(ida: Player, id: str, score: tuple[int, int] = (7, 3)) -> None:
    """Everything that can be called now."""
    while (item := (await see(ida, id))["desk"]["now"]) and item[0]["kind"] == "call":
        match = item[0]["id"]
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=item[0]["action"])
        players = matches(await see(ida, id))[match]["players"]
        await act(ida, id, "report_result", match=match, players=players, score=list(score), confirms=True)


async def test_the_report_made_twice_is_the_same_file_and_says_what_is_open(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, _ = await started(ida, "Anna", "Bo")
        told = await ida.ask("GET", f"/tournaments/{id}/report", 200)
        assert told["open"] == [{"kind": "match", "id": "open/main.1.1", "rule": "T4.5"}]
        await play(ida, id)
        told = await ida.ask("GET", f"/tournaments/{id}/report", 200)
        assert told["open"] == []
        assert "Anna" in told["text"]
        one, two = [(await ida.http.get(f"/api/v1/tournaments/{id}/files/report")).content for _ in range(2)]
        assert one == two
        assert hashlib.sha256(one).hexdigest() == told["sha256"]
        closed = (await act(ida, id, "close_tournament"))["events"][0]
        assert closed["report"] == told["sha256"]
        await siri.me()
        assert (await siri.ask("GET", f"/tournaments/{id}/report", 403))["error"]["code"] == "staff_only"
        for kind in ("report", "report_text", "money", "entries", "archive"):
            assert (await siri.http.get(f"/api/v1/tournaments/{id}/files/{kind}")).status_code == 403, kind


async def test_everybody_may_have_results_standings_and_the_schedule(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, _ = await started(ida, "Anna", "Bo", "Carl", "Dan", tables=1)
        item = (await see(ida, id))["desk"]["now"][0]
        await ida.ask("POST", f"/tournaments/{id}/actions", 200, action=item["action"])
        path = f"/api/v1/tournaments/{id}/files"
        schedule = await siri.http.get(f"{path}/calendar")
        assert schedule.headers["content-type"].startswith("text/calendar")
        assert schedule.text.count("BEGIN:VEVENT") == 3  # the final too, whoever comes to it
        await play(ida, id)
        players = matches(await see(ida, id))[item["id"]]["players"]
        await act(ida, id, "report_result", match=item["id"], players=players, score=[7, 6], confirms=True)
        results = (await siri.http.get(f"{path}/results")).text
        assert "7,6" in results
        assert results.splitlines()[0].startswith("match,event,round,length,winner,loser")
        assert {"Anna", "Bo", "Carl", "Dan"} >= {line.split(",")[4] for line in results.splitlines()[1:]}
        assert (await siri.http.get(f"{path}/results?style=excel")).text.startswith("\ufeffmatch;")
        assert len((await siri.http.get(f"{path}/standings")).text.splitlines()) == 5
        assert (await siri.http.get(f"{path}/standings?division=nowhere")).json()["error"]["code"] == "bad_value"
        assert (await siri.http.get(f"{path}/trf")).json()["error"]["code"] == "bad_value"
        assert (await siri.http.get(f"{path}/nothing")).status_code == 404


async def test_a_swiss_goes_out_as_trf26(server: Running) -> None:
    async with Player(server.url) as ida:
        id = await make(ida, SWISS)
        await act(ida, id, "open_entries")
        await enter(ida, id, *"ABCDE")
        await act(ida, id, "set_places", places=[{"id": f"t{n}"} for n in (1, 2)])
        for _ in range(2):
            await act(ida, id, "make_draw", division="open")
            await act(ida, id, "announce_draw", division="open", starts_at=0)
            await play(ida, id)
        read = trf.read((await ida.http.get(f"/api/v1/tournaments/{id}/files/trf")).content)
        assert read.system is trf.System.SWISS
        assert sorted(player.name for player in read.players) == list("ABCDE")
        byes = [p for player in read.players for p in player.rounds if p.result is trf.Result.BYE]
        assert len(byes) == 2
        assert sum(player.tenths for player in read.players) == 60


async def test_a_bracket_for_other_pages_has_names_and_nothing_that_is_not_public(server: Running) -> None:
    async with Player(server.url) as ida, Player(server.url) as siri:
        id, _ = await started(ida, "Anna", "Bo")
        answer = await siri.http.get(f"/api/v1/tournaments/{id}/bracket", headers={"Origin": "https://club.example"})
        assert answer.headers["access-control-allow-origin"] == "*"
        (match,) = answer.json()["divisions"][0]["matches"]
        assert sorted(match["players"]) == ["Anna", "Bo"]
        draft = await make(ida)
        await ida.ask("GET", f"/tournaments/{draft}/bracket", 404)


async def administrator(server: Running, player: Player) -> None:
    made = await player.ask("POST", "/account", 201, password="correct horse")
    await server.service.administration.grant(COMMAND, made["me"]["id"])


async def test_an_archive_moves_to_another_server_whole_or_not_at_all(url: str, tmp_path: Path) -> None:
    async with running(f"sqlite:///{tmp_path / 'from.db'}") as here, Player(here.url) as ida:
        id, found = await started(ida, "Anna", "Bo")
        await act(ida, id, "open_case", rule="T4.7", statement="it was 5-4", match="open/main.1.1")
        data = (await ida.http.get(f"/api/v1/tournaments/{id}/files/archive")).content
        before = await see(ida, id)
    async with running(url) as there, Player(there.url) as olga, Player(there.url) as siri:
        path = "/api/v1/tournaments/import"
        await siri.me()
        assert (await siri.http.post(path, content=data)).json()["error"]["code"] == "administrators_only"
        await administrator(there, olga)
        cut = await olga.http.post(path, content=data[:-300])
        assert cut.json()["error"]["code"] == "bad_value"
        changed = await olga.http.post(path, content=data.replace(b"5-4", b"4-5"))
        assert changed.json()["error"]["facts"]["problem"] == "changed"
        assert (await siri.ask("GET", "/tournaments", 200))["others"] == []
        moved = await olga.http.post(path, content=data)
        assert moved.json() == {"id": id, "version": before["version"]}
        after = await see(siri, id)
        for shown in (before, after):  # when a match is likely to start depends on when one looks
            for match in matches(shown).values():
                del match["expected"]
        assert after["view"]["divisions"] == before["view"]["divisions"]
        assert after["names"][found["Anna"]["id"]] == "Anna"
        kept = (await there.service.tournaments.state(id)).tournament
        assert next(iter(kept.cases.values())).statements[0].text == "it was 5-4"
        assert (await olga.http.post(path, content=data)).json()["error"]["code"] == "here_already"


@pytest.mark.parametrize("data", [b"", b"{}\n", b"not json\n\n\n", b"\xff\xfe\x00"])
async def test_what_is_no_archive_is_refused(server: Running, data: bytes) -> None:
    async with Player(server.url) as olga:
        await administrator(server, olga)
        answer = await olga.http.post("/api/v1/tournaments/import", content=data)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_value")
