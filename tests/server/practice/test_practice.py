"""Practice over the API: an analysis becomes cards, they are answered, taken back, searched, shared and exported."""

from __future__ import annotations

import asyncio
import io
import random
import zipfile
from typing import Any

import pytest
import sqlalchemy as sa

from tavl.rules import Dice, parse_position
from tavl.server import schema
from tavl.server.wall_clock import DAY, MINUTE, now_ms
from tests.analysis.matches import PLAYED
from tests.server.analyses.test_analyses import ask, until
from tests.server.harness import Player, Running, running


class Clock:
    """Goes on by itself, and can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


async def with_cards(player: Player, seat: int = 0) -> str:
    """A guest has a match analysed, and says which side was theirs."""
    await player.me()
    id = await ask(player, PLAYED.read_text())
    await until(player, id, "done")
    await player.ask("POST", "/practice/matches", 201, analysis=id, seat=seat)
    return id


def attempts(state: dict[str, Any]) -> dict[str, Any]:
    """The best answer to a card."""
    decision = state["decision"]
    if decision["kind"] == "play":
        return {"moves": decision["plays"][0]["moves"]}
    cube = decision["cube"]
    doubled = min(cube["double_take"], cube["double_drop"])
    if decision["kind"] == "double":
        return {"action": "double" if doubled > cube["no_double"] else "roll"}
    return {"action": "take" if cube["double_take"] < cube["double_drop"] else "drop"}


async def answer(player: Player, state: dict[str, Any], status: int = 201, **attempt: Any) -> Any:
    card = state["card"]
    asked = attempt or attempts(state)
    return await player.ask("POST", f"/practice/cards/{card['id']}/answers", status, answers=card["answers"], **asked)


async def test_cards_are_answered_and_come_again_later_or_at_once_and_an_answer_is_taken_back(
    server_on_both: Running,
) -> None:
    async with Player(server_on_both.url) as anna:
        await anna.me()
        await anna.ask("GET", "/practice/cards/next", 404)
        await with_cards(anna)
        before = await anna.ask("GET", "/practice", 200)
        assert (before["due"], before["streak"], before["answered_today"]) == (min(20, before["cards"]), 0, 0)
        state = await anna.ask("GET", "/practice/cards/next", 200)
        worst = (await anna.ask("GET", "/practice/cards", 200))["cards"][0]
        assert state["card"]["id"] == worst["id"]  # the worst error first

        good = await answer(anna, state)
        assert (good["grade"], good["lost"], good["card"]["answers"]) == ("good", 0, 1)
        assert good["card"]["due"] > now_ms() + DAY
        assert (await answer(anna, state, 409))["error"]["code"] == "answered_already"
        after = await anna.ask("GET", "/practice", 200)
        assert (after["streak"], after["answered_today"], after["new"]) == (1, 1, before["new"] - 1)

        guessed = await anna.ask("POST", "/practice/answers/last/stricter", 200)
        assert guessed["card"]["due"] < good["card"]["due"]
        undone = await anna.ask("DELETE", "/practice/answers/last", 200)
        assert undone["card"] == state["card"]
        assert await anna.ask("GET", "/practice", 200) == before
        await anna.ask("DELETE", "/practice/answers/last", 404)
        await anna.ask("POST", "/practice/answers/last/stricter", 404)


async def test_a_play_that_was_left_out_is_judged_and_what_is_no_answer_is_refused(server: Running) -> None:
    async with Player(server.url) as anna:
        await with_cards(anna)
        lines = (await anna.ask("GET", "/practice/cards?kinds=play", 200))["cards"]
        states = [await anna.ask("GET", f"/practice/cards/{line['id']}", 200) for line in lines]
        state = max(states, key=lambda each: each["decision"]["legal_plays"])
        card, decision = state["card"], state["decision"]
        assert (await answer(anna, state, 422, action="double"))["error"]["facts"]["field"] == "moves"
        refused = await answer(anna, state, 409, moves=[[24, 1]])
        assert refused["error"]["rule"]
        position, dice = parse_position(decision["situation"]["position"]), Dice(*decision["situation"]["dice"])
        known = {position.played(dice, tuple(map(tuple, play["moves"]))) for play in decision["plays"]}
        left_out = next(play for play in position.plays(dice) if play.result not in known)
        found = await answer(anna, state, 201, moves=[[move.source, move.target] for move in left_out.moves])
        assert found["answered"] == len(decision["plays"])
        assert found["lost"] == found["decision"]["plays"][-1]["loss"] >= decision["plays"][-2]["loss"]
        assert found["grade"] == "again"
        assert card["id"] == found["card"]["id"]


async def test_a_match_played_here_becomes_cards_by_itself_and_an_erased_opponent_has_no_name(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await anna.open(opponent="friend", length=1)
        await bo.join(table)
        async with anna.at(table) as first, bo.at(table) as second:
            chance = random.Random(3)
            await asyncio.gather(first.play_on(chance), second.play_on(chance))
        asked = await anna.ask("POST", "/analyses", 201, table=table, depth="instant")
        id = asked["analyses"][0]["id"]
        await until(anna, id, "done")
        all_cards = await anna.ask("GET", "/practice/cards", 200)
        name = (await bo.ask("GET", "/me", 200))["name"]
        assert {card["opponent"] for card in all_cards["cards"]} == {name}
        from_there = await anna.ask("GET", f"/practice/cards?opponent={name}&source={id}", 200)
        assert from_there["found"] == all_cards["found"] > 0
        taken = await anna.ask("POST", "/practice/matches", 422, analysis=id, seat=1)
        assert taken["error"]["facts"]["field"] == "seat"
        await bo.ask("DELETE", "/me", 204, confirm=name)
        kept = (await anna.ask("GET", "/practice/cards", 200))["cards"]
        assert {card["opponent"] for card in kept} == {""}
        progress = await anna.ask("GET", "/practice/progress", 200)
        assert [point["match"]["opponent"] for point in progress["points"]] == [""]


async def test_whose_side_it_was_is_said_once_for_all_files_with_that_name(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        first = await with_cards(anna, 1)
        again = await ask(anna, PLAYED.read_text())
        await until(anna, again, "done")
        assert len((await anna.ask("GET", "/practice/progress", 200))["points"]) == 2
        cards = await anna.ask("GET", "/practice/cards", 200)
        assert {card["source"] for card in cards["cards"]} == {first}  # the same questions are the same cards
        await bo.me()
        await bo.ask("POST", "/practice/matches", 404, analysis=first, seat=1)  # it is Anna's


async def test_a_saved_search_is_a_deck_that_can_be_shared_and_taken_over(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        await with_cards(anna)
        deck = await anna.ask("POST", "/practice/decks", 201, name=" Plays ", search={"kinds": ["play"]})
        assert (deck["name"], deck["shared"], deck["cards"] > 0) == ("Plays", False, True)
        mine = f"/practice/decks/{deck['id']}"
        await bo.ask("GET", mine, 404)
        await anna.ask("PATCH", mine, 200, shared=True)
        seen = await bo.ask("GET", mine, 200)
        assert (seen["name"], seen["mine"], seen["cards"]) == ("Plays", False, deck["cards"])
        assert all(id.startswith("XGID=") for id in seen["first"])
        taken = await bo.ask("POST", f"{mine}/import", 201)  # a new visitor becomes a guest
        assert taken == {"new": deck["cards"], "known": 0, "left_out": 0}
        assert (await bo.ask("POST", f"{mine}/import", 201))["known"] == deck["cards"]
        (theirs,) = (await bo.ask("GET", "/practice/decks", 200))["decks"]
        assert (theirs["name"], theirs["cards"]) == ("Plays", deck["cards"])
        card = (await bo.ask("GET", f"/practice/cards/next?deck={theirs['id']}", 200))["decision"]
        assert (card["error"], card.get("played"), card["decided"]) == (0, None, False)  # not how Anna played it
        await anna.ask("POST", f"{mine}/import", 409)
        await anna.ask("PATCH", mine, 200, shared=False, name="Mine")
        await bo.ask("GET", mine, 404)
        await bo.ask("DELETE", mine, 404)
        await anna.ask("DELETE", mine, 204)
        assert (await anna.ask("GET", "/practice", 200))["cards"] > 0  # its cards stay
        assert (await bo.ask("GET", "/practice/decks/openings", 200))["cards"] == 15
        assert (await bo.ask("POST", "/practice/decks/openings/import", 201))["new"] == 15


@pytest.mark.parametrize(
    "query", ["themes=chess", "dice=77", "least_error=much", "away=0", "colour=red", "since=yesterday", "cube=lost"]
)
async def test_a_search_for_what_is_not_there_is_refused_by_name(server: Running, query: str) -> None:
    async with Player(server.url) as anna:
        await anna.me()
        refused = await anna.ask("GET", f"/practice/cards?{query}", 422)
        assert refused["error"]["code"] == "bad_value"


async def test_a_deck_becomes_a_package_for_anki(server: Running) -> None:
    async with Player(server.url) as anna:
        await with_cards(anna)
        got = await anna.http.get("/api/v1/practice/anki?kinds=play&name=Plays")
        assert got.headers["content-disposition"] == 'attachment; filename="tavl.apkg"'
        found = (await anna.ask("GET", "/practice/cards?kinds=play", 200))["found"]
        with zipfile.ZipFile(io.BytesIO(got.content)) as archive:
            assert len(archive.namelist()) == found + 2


async def test_there_is_a_most_of_cards_and_decks(sqlite_url: str) -> None:
    async with running(sqlite_url, cards_each=2, decks_each=1) as server, Player(server.url) as anna:
        await with_cards(anna)
        taken = await anna.ask("POST", "/practice/decks/openings/import", 201)
        assert taken == {"new": 0, "known": 0, "left_out": 15}
        refused = await anna.ask("POST", "/practice/decks", 409, name="More", search={})
        assert refused["error"]["facts"] == {"most": 1}
        (card, _) = (await anna.ask("GET", "/practice/cards", 200))["cards"]
        await anna.ask("DELETE", f"/practice/cards/{card['id']}", 204)
        assert (await anna.ask("GET", "/practice/cards", 200))["found"] == 1


async def test_all_of_it_is_exported_and_erased_with_the_person(server: Running) -> None:
    async with Player(server.url) as anna:
        await with_cards(anna)
        await answer(anna, await anna.ask("GET", "/practice/cards/next", 200))
        await anna.ask("POST", "/practice/decks", 201, name="All", search={})
        kept = await anna.ask("GET", "/me/data", 200)
        names = ("practice_cards", "practice_answers", "practice_decks", "practice_matches")
        assert all(kept[name] for name in names)
        person = kept["person"]
        await anna.ask("DELETE", "/me", 204, confirm=(await anna.ask("GET", "/me", 200))["name"])
        for name in names:
            table = schema.metadata.tables[name]
            count = sa.select(sa.func.count()).where(table.c.person == person)
            assert await server.service.store.read_rows(lambda c, q=count: c.execute(q).scalar_one()) == 0


async def test_a_day_has_twenty_new_cards_and_days_of_practice_are_counted(sqlite_url: str) -> None:
    clock = Clock()
    async with running(sqlite_url, wall=clock) as server, Player(server.url) as anna:
        await anna.ask("POST", "/practice/decks/replies/import", 201)
        for day in range(2):
            due = (await anna.ask("GET", "/practice", 200))["due"]
            assert due >= 20
            for _ in range(3):
                await answer(anna, await anna.ask("GET", "/practice/cards/next", 200))
            found = await anna.ask("GET", "/practice", 200)
            assert (found["streak"], found["answered_today"], found["due"]) == (day + 1, 3, due - 3)
            clock.ahead += DAY
        state = await anna.ask("GET", "/practice/cards/next?ahead=1", 200)
        wrong = await answer(anna, state, moves=state["decision"]["plays"][-1]["moves"])
        assert wrong["grade"] == "again"
        assert wrong["card"]["due"] - (now_ms() + clock.ahead) <= 10 * MINUTE


async def test_a_guests_cards_go_when_nobody_can_come_back_to_them_and_an_accounts_stay(sqlite_url: str) -> None:
    clock = Clock()
    async with (
        running(sqlite_url, wall=clock) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
        Player(server.url) as cy,
    ):
        await with_cards(anna)
        await with_cards(bo)
        await with_cards(cy)
        await bo.ask("POST", "/account", 201, password="correct horse", name="Bo")
        await cy.ask("DELETE", "/me", 204, confirm=(await cy.ask("GET", "/me", 200))["name"])

        async def owners() -> dict[str, set[str]]:
            tables = (schema.practice_cards, schema.practice_matches)
            return {
                table.name: set(
                    await server.service.store.read_rows(
                        lambda c, t=table: list(c.execute(sa.select(t.c.person)).scalars())  # type: ignore[misc]
                    )
                )
                for table in tables
            }

        people = {await anna.me(), await bo.me()}
        await server.service.retention.delete_outdated()
        assert list((await owners()).values()) == [people, people]  # erased with whoever asked for it
        clock.ahead = 181 * DAY
        await server.service.retention.delete_outdated()
        assert len((await owners())["practice_cards"]) == 1
        assert len((await owners())["practice_matches"]) == 1
