"""`tavl organisation` on its own database."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from typer.testing import CliRunner

from tavl.cli.app import app
from tests.server.harness import Player, running
from tests.server.organisations.federation import MEMBERS, account
from tests.server.tournaments import http_tournament


def tavl(database: str, *words: str, code: int = 0) -> str:
    done = CliRunner(env={"TAVL_DATABASE": database, "LANG": "C.UTF-8"}).invoke(app, ["organisation", *words])
    assert done.exit_code == code, done.output
    return done.output


async def prepared(database: str) -> tuple[str, bytes]:
    """An account, and a tournament's file."""
    async with running(database) as server, Player(server.url) as lone:
        person = await account(lone, "Lone")
        tournament, _ = await http_tournament.started(lone, "Anna", "Bo")
        return person, (await lone.http.get(f"/api/v1/tournaments/{tournament}/files/submission")).content


def test_a_federation_from_the_terminal(tmp_path: Path) -> None:
    database = str(tmp_path / "tavl.db")
    lone, sent = asyncio.run(prepared(f"sqlite:///{database}"))
    members, report, bad = (tmp_path / name for name in ("members.csv", "report.json", "bad.csv"))
    members.write_text(MEMBERS)
    report.write_bytes(sent)
    bad.write_text("number,name,rating\n1,Anna,many\n")
    id = tavl(database, "new", "Forbundet", "--chair", lone, "--federation").strip()
    assert f"{id}  Forbundet" in tavl(database, "list")
    assert "3 lines, 3 new people, 3 lines" in tavl(database, "import", id, str(members), "--try")
    tavl(database, "import", "Forbundet", str(members))
    assert json.loads(tavl(database, "import", id, str(members), "--json"))["changed"] == 0
    told = tavl(database, "import", id, str(bad), code=2)
    assert "line 2, rating: bad_number many" in told
    assert "Nothing was imported from this file." in told
    assert "Done." in tavl(database, "licence", id, "7", "--until", "2099-12-31")
    assert "Done." in tavl(database, "suspend", id, "8", "--rule", "T1.7.i", "--reason", "an engine")
    assert "(T1.2)" in tavl(database, "suspend", id, "9", "--rule", "T1.2", "--reason", "threats", code=2)
    assert "Not a day" in tavl(database, "licence", id, "7", "--until", "tomorrow", code=2)
    assert "The inbox is empty." in tavl(database, "inbox", id)
    assert "Done." in tavl(database, "receive", id, str(report))
    assert "Nothing has changed." in tavl(database, "receive", id, str(report))
    (waiting,) = json.loads(tavl(database, "inbox", id, "--json"))["reports"]
    assert f"received  {waiting['tournament']}  Open" in tavl(database, "inbox", id)
    assert "Done." in tavl(database, "accept", id, waiting["tournament"])
    assert "accepted" in tavl(database, "inbox", id)
    tavl(database, "receive", id, str(bad), code=2)
    assert json.loads(tavl(database, "ratings", id, "--json")) == []
    assert "no such series" in tavl(database, "series", id, "cup", code=2)
    assert tavl(database, "series", id) == ""
    tavl(database, "inbox", "nobody", code=2)
