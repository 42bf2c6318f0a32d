"""The example bot in docs/ plays a match."""

from __future__ import annotations

import asyncio
import random
import sys

from tests.server.harness import ROOT, START_PATIENCE, Player, Running

EXAMPLE = ROOT / "docs" / "examples" / "bot.py"


async def test_the_example_bot_plays_a_match_against_a_person(server: Running) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 60
    async with Player(server.url) as anna:
        await anna.ask("POST", "/account", 201, password="correct horse")
        made = await anna.ask("POST", "/tokens", 201, name="Robo")
        table = await anna.open(opponent="friend", length=3)
        command = (sys.executable, "-W", "error", str(EXAMPLE), server.url, made["token"], table)
        bot = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        async with anna.at(table) as here:
            await here.play_on(random.Random(1))
            said, _ = await asyncio.wait_for(bot.communicate(), START_PATIENCE)
            assert bot.returncode == 0
            first, second = here.view["score"]
            assert said.decode().strip() == f"{second} to {first}"
            assert here.state["people"][made["person"]] == {"name": "Robo", "bot": True}
