"""Both players keep a card on their phones: handed in after each game, compared, and nothing waits for it (T4.7)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tavl.server.tournaments.score_cards import KeptCard, compare, rewritten
from tests.server.harness import Player, running
from tests.server.tournaments.http_tournament import act, matches, see, started
from tests.web.companion.test_companion_rules import node

pytestmark = pytest.mark.rule("T4.7")


class Board:
    """A match that is played, with both players' phones at it."""

    def __init__(self, url: str, id: str, match: Any, director: Player, phones: tuple[Player, Player]) -> None:
        self.url, self.id, self.match, self.director, self.phones = url, id, match["id"], director, phones
        self.players = match["players"]

    async def hand_in(self, side: int, *scores: tuple[int, int], status: int = 200) -> Any:
        asked = {"match": self.match, "scores": scores}
        return await self.phones[side].ask("PUT", f"/tournaments/{self.id}/cards", status, **asked)

    async def refused(self, side: int, *scores: tuple[int, int], status: int = 409) -> tuple[str, Any]:
        error = (await self.hand_in(side, *scores, status=status))["error"]
        return error["code"], error.get("rule") or error["facts"]

    async def looks(self, side: int, *looks: dict[str, Any]) -> Any:
        """What the phone's own script knows after each."""
        back = {"tournament": self.id, "match": self.match, "players": self.players, "turned": side == 1}
        cookie = f"tavl={self.phones[side].http.cookies['tavl']}"
        given = (self.url, cookie, json.dumps(back), json.dumps(looks))
        return await asyncio.to_thread(node, "score_cards.mjs", *given)


@asynccontextmanager
async def board(database: str, consent: bool = True) -> AsyncIterator[Board]:
    async with running(database) as here, Player(here.url) as ida, Player(here.url) as one, Player(here.url) as two:
        id, people = await started(ida, "Anna", "Bo")
        (match,) = matches(await see(ida, id)).values()
        by_entry = {each["entry"]: each for each in people.values()}
        for phone, entry in zip((one, two), match["players"], strict=True):
            await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=by_entry[entry]["code"])
        await act(ida, id, "call_match", match=match["id"], place="t1")
        if consent:
            for phone, other in ((one, two), (two, one)):
                await act(phone, id, "ask_phone", match=match["id"])
                await act(other, id, "answer_phone", match=match["id"], consents=True)
        yield Board(here.url, id, match, ida, (one, two))


def test_cards_are_compared_as_far_as_both_go_and_who_is_behind_by_both_is_named() -> None:
    agree = compare(KeptCard(((2, 0), (2, 1))), KeptCard(((2, 0),)))
    assert (agree.games, agree.differ, agree.behind) == (1, None, None)
    differ = compare(KeptCard(((2, 0), (3, 0), (3, 4))), KeptCard(((2, 0), (2, 1), (2, 5))))
    assert (differ.games, differ.differ, differ.behind) == (3, 2, 0)  # after the last game that both have
    assert compare(KeptCard(((0, 1),)), KeptCard(((0, 2),))).behind == 0
    assert compare(KeptCard(((1, 0),)), KeptCard(((0, 1),))).behind is None  # each has the other behind
    assert compare(KeptCard(((1, 0), (1, 1))), KeptCard(((1, 0), (1, 2)))).behind is None  # even by one of them
    alone = compare(KeptCard(((1, 0),)), None)
    assert (alone.games, alone.differ, alone.cards) == (0, None, (((1, 0),), None))


def test_what_was_changed_after_both_were_shown_is_marked_and_what_the_other_had_not_seen_is_not() -> None:
    mine, theirs = KeptCard(((2, 0), (2, 1))), KeptCard(((2, 0),))
    assert rewritten(None, ((2, 0),), None).changed == 0
    assert rewritten(mine, ((2, 0), (3, 0)), theirs).changed == 0  # they have no second game yet
    assert rewritten(mine, ((2, 0), (2, 1), (2, 3)), theirs).changed == 0  # one game more
    changed = rewritten(mine, ((1, 0), (1, 1)), theirs)
    assert changed.changed == 1
    assert rewritten(changed, ((2, 0), (2, 1)), theirs).changed == 1  # and stays so
    assert rewritten(mine, (), theirs).changed == 1  # taken back
    assert compare(changed, theirs).changed == (1, None)


async def test_a_card_is_kept_over_a_restart_and_the_last_one_handed_in_counts(url: str) -> None:
    async with board(url) as at:
        assert await at.hand_in(0, (1, 0)) == {
            "cards": [[[1, 0]], None],
            "games": 0,
            "differ": None,
            "behind": None,
            "changed": [None, None],
        }
    async with running(url) as again:
        phones = tuple(Player(again.url) for _ in range(2))
        for phone, before in zip(phones, at.phones, strict=True):
            phone.http.cookies.update(before.http.cookies)
        at.phones = (phones[0], phones[1])
        version = (await see(phones[0], at.id))["version"]
        found = await at.hand_in(1, (1, 0), (1, 2))
        assert (found["cards"], found["games"], found["differ"]) == ([[[1, 0]], [[1, 0], [1, 2]]], 1, None)
        found = await at.hand_in(0, (1, 0), (1, 4))
        assert (found["games"], found["differ"], found["behind"]) == (2, 2, 0)
        found = await at.hand_in(0, (1, 0), (1, 2))  # taken back, and entered again
        assert (found["games"], found["differ"]) == (2, None)
        assert (await see(phones[0], at.id))["version"] == version, "no event: nobody else has to look"
        for phone in phones:
            await phone.http.aclose()


async def test_only_a_player_of_the_match_whose_phone_may_be_there_hands_a_card_in(sqlite_url: str) -> None:
    async with board(sqlite_url, consent=False) as at:
        assert await at.refused(0, (1, 0)) == ("phone_needs_consent", "T1.7.iv")
        await act(at.director, at.id, "provide_device", match=at.match, on=True)
        await at.hand_in(0, (1, 0))
        one, at.phones = at.phones, (at.director, at.phones[1])
        assert await at.refused(0, (1, 0)) == ("not_your_match", "T4.7")
        at.phones = one
        told = {"match": at.match, "players": at.players, "score": [7, 2], "confirms": True}
        await act(at.director, at.id, "report_result", **told)
        assert await at.refused(0, (1, 0)) == ("match_is", "T4.7")


async def test_what_is_no_card_is_refused_by_its_field(sqlite_url: str) -> None:
    async with board(sqlite_url) as at:
        for scores in ([(1, 0), (1, 0)], [(1, 0), (2, 1)], [(2, 0), (1, 1)]):
            code, facts = await at.refused(0, *scores, status=422)
            assert (code, facts["field"]) == ("bad_value", "scores")
        for bad in ([(1, -1)], [(1000, 0)], [(1,)], [(0, n) for n in range(501)]):
            code, facts = await at.refused(0, *bad, status=400)
            assert code == "bad_message"
            assert "$.scores" in facts["problem"]
        asked = {"match": "nothing", "scores": []}
        told = await at.phones[0].ask("PUT", f"/tournaments/{at.id}/cards", 409, **asked)
        assert told["error"]["code"] == "no_such_match"


async def test_a_match_that_begins_again_has_new_cards(sqlite_url: str) -> None:
    """The wrong player was in the final: the other finalist's card was of another match."""
    async with running(sqlite_url) as here, Player(here.url) as ida, Player(here.url) as one, Player(here.url) as two:
        id, people = await started(ida, "Anna", "Bo", "Carl", "Dan")
        by_entry = {each["entry"]: each for each in people.values()}
        first, second, final = sorted(matches(await see(ida, id)).values(), key=lambda match: len(match["waits_for"]))
        for match in (first, second):
            won = {"match": match["id"], "players": match["players"], "score": [7, 0], "confirms": True}
            await act(ida, id, "report_result", **won)
        await one.ask("POST", f"/tournaments/{id}/seats", 200, code=by_entry[second["players"][0]]["code"])
        await two.ask("POST", f"/tournaments/{id}/seats", 200, code=by_entry[first["players"][1]]["code"])

        async def hand_in(phone: Player, *scores: tuple[int, int]) -> Any:
            return await phone.ask("PUT", f"/tournaments/{id}/cards", 200, match=final["id"], scores=scores)

        await act(ida, id, "call_match", match=final["id"], place="t1")
        await act(ida, id, "provide_device", match=final["id"], on=True)
        await act(ida, id, "begin_match", match=final["id"])
        await hand_in(one, (0, 1))
        lost = {"match": first["id"], "players": first["players"], "score": [0, 7], "reason": "the wrong way round"}
        await act(ida, id, "correct_result", **lost, follow="replace")
        await act(ida, id, "call_match", match=final["id"], place="t1")
        assert (await hand_in(two, (2, 0)))["cards"].count(None) == 1


async def test_two_phones_learn_that_their_cards_agree_or_where_they_part(sqlite_url: str) -> None:
    """With the phones' own script: Anna is first in the match, Bo's phone has his own points first."""
    async with board(sqlite_url) as at:
        anna = [[0, 1], [1, 2]]  # she wins one point, he two
        bo = [[1, 1], [0, 2]]
        begun, alone = await at.looks(0, {"games": []}, {"games": anna[:1]})
        assert begun["asked"] == 0, "there is nothing on the card yet"
        assert (alone["asked"], alone["theirs"], alone["differ"]) == (1, None, None)
        first, same, second = await at.looks(1, {"games": bo[:1]}, {"games": bo[:1], "again": True}, {"games": bo})
        assert (first["mine"], first["theirs"], first["games"], first["differ"]) == ([[0, 1]], [[0, 1]], 1, None)
        assert same["asked"] == 0, "they agree: nothing to learn"
        assert (second["mine"], second["games"]) == ([[0, 1], [2, 1]], 1)
        wrong, once, again, right = await at.looks(
            0,
            {"games": [[0, 1], [1, 3]]},
            {"games": [[0, 1], [1, 3]]},
            {"games": [[0, 1], [1, 3]], "again": True},
            {"games": anna},
        )
        assert (wrong["mine"], wrong["theirs"]) == ([[1, 0], [1, 3]], [[1, 0], [1, 2]])
        assert (wrong["games"], wrong["differ"], wrong["behind"]) == (2, 2, 0)
        assert (once["asked"], again["asked"]) == (0, 1), "not at each press of the clock"
        assert (right["differ"], right["games"]) == (None, 2)
        (other,) = await at.looks(1, {"games": [[1, 1], [0, 3]]})
        assert (other["differ"], other["behind"]) == (2, 1), "by his own order it is she who is behind"


async def test_a_card_that_nobody_heard_of_is_handed_in_when_the_server_is_back(sqlite_url: str) -> None:
    async with board(sqlite_url) as at:
        await at.hand_in(1, (1, 0), (1, 1))
        away, still, back, undone = await at.looks(
            0,
            {"games": [[0, 1]], "away": True},
            {"games": [[0, 1], [1, 1]], "away": True},
            {"games": [[0, 1], [1, 1]], "again": True},
            {"games": []},
        )
        assert (away["waits"], still["waits"], back["waits"]) == (True, True, False)
        assert (back["games"], back["differ"]) == (2, None)
        assert (undone["asked"], undone["mine"], undone["games"]) == (1, [], 0), "what was taken back is off the card"
        await act(at.director, at.id, "withdraw_phone", match=at.match, entry=at.players[0], reason="it buzzed")
        refused, again = await at.looks(0, {"games": [[0, 1]]}, {"games": [[0, 1]], "again": True})
        assert (refused["asked"], refused["waits"], again["asked"]) == (1, False, 0)
