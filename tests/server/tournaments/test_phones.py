"""What a hall full of phones asks for: each only its own matches, at once only where it is concerned."""

from __future__ import annotations

import asyncio
import json

import pytest

from tavl.server import rate_limits
from tests.server.harness import Player, running
from tests.server.tournaments.http_tournament import SWISS, act, make, matches, people, see, started, watching
from tests.web.companion.test_companion_rules import node

NAMES = [f"Player {letter}" for letter in "ABCDEFGH"]


async def test_a_phone_gets_its_own_matches_and_hears_whom_a_change_concerns(sqlite_url: str) -> None:
    async with running(sqlite_url) as here, Player(here.url) as ida, Player(here.url) as phone:
        id, people = await started(ida, *NAMES)
        first, second, *_ = sorted(matches(await see(ida, id)).values(), key=lambda match: match["id"])
        mine = next(each for each in people.values() if each["entry"] == first["players"][0])
        await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=mine["code"])
        whole = await see(phone, id)
        own = await phone.ask("GET", f"/tournaments/{id}?only=mine", 200)
        assert own["view"]["mine"] == whole["view"]["mine"]
        assert own["view"]["divisions"][0]["last_rounds"] == {"main": 3}  # a phone names the quarter-finals too
        seen_by_both = [matches(seen)[first["id"]] for seen in (own, whole)]
        for match in seen_by_both:
            assert match.pop("expected")  # the forecast goes on with the clock, from one look to the next
        assert seen_by_both[0] == seen_by_both[1]
        assert second["id"] not in matches(own)
        entries = {entry["id"] for entry in own["view"]["entries"]}
        assert set(first["players"]) <= entries
        assert not entries & set(second["players"])
        assert 2 * len(json.dumps(own["view"])) < len(json.dumps(whole["view"]))
        async with watching(phone, id) as hears:
            await hears.hear("changed")
            await act(ida, id, "call_match", match=second["id"], place="t2")
            told = await hears.hear("changed")
            theirs = {each["id"] for each in people.values() if each["entry"] in second["players"]}
            assert theirs <= set(told["about"])
            assert mine["id"] not in told["about"]
            await act(ida, id, "set_places", places=[{"id": "t1"}, {"id": "t2"}])
            assert (await hears.hear("changed"))["about"] is None  # everybody


async def test_a_hall_behind_one_address_claims_its_seats_and_looks_at_them(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody in a hall comes from one address. Whoever is known is counted for themselves; guesses at codes are
    counted for the address, and so is whoever brings nothing along."""
    few = {"request": (12, 0.0), "guest": (2, 0.0), "seat": (2, 0.0), "socket": (2, 0.0), "newcomer": (40, 0.0)}
    for what, rate in few.items():
        monkeypatch.setitem(rate_limits.RATES, what, rate)
    async with running(sqlite_url, rates=True) as here, Player(here.url) as ida:
        id = await make(ida)
        await act(ida, id, "open_entries")
        hall = await people(ida, id, *NAMES)
        phones = [Player(here.url) for _ in NAMES]
        try:
            for phone, name in zip(phones, NAMES, strict=True):
                await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=hall[name]["code"])
            for phone in phones:
                for _ in range(4):
                    await phone.ask("GET", f"/tournaments/{id}?only=mine", 200)
                async with watching(phone, id) as hears:
                    await hears.hear("changed")
            busy = [await status(phones[0], id) for _ in range(20)]
            assert busy[-1] == 429, "one phone that never stops"
            assert await status(phones[1], id) == 200, "does not stop the others"
            async with Player(here.url) as stranger:
                assert await status(stranger, id) == 429, "who brings nothing along is one of all at the address"
            for _ in range(2):
                await phones[1].ask("POST", f"/tournaments/{id}/seats", 403, code="wrong code")
            await phones[1].ask("POST", f"/tournaments/{id}/seats", 429, code=hall[NAMES[1]]["code"])
        finally:
            for phone in phones:
                await phone.http.aclose()


async def test_forty_new_phones_behind_one_address_are_let_in_by_the_tournament_they_come_to(sqlite_url: str) -> None:
    """With the limits as they are. Elsewhere the address stays limited, and a tournament that is not there lets
    nobody in."""
    async with running(sqlite_url, rates=True) as here, Player(here.url) as ida:
        id = await make(ida)
        await act(ida, id, "open_entries")
        phones = [Player(here.url) for _ in range(40)]
        try:
            told = [(await phone.http.post("/api/v1/session", json={"tournament": id})).status_code for phone in phones]
            assert told == [200] * 40
            async with Player(here.url) as stranger:
                assert (await stranger.http.post("/api/v1/session")).status_code == 429
                missing = {"tournament": "nothing-here"}
                assert (await stranger.http.post("/api/v1/session", json=missing)).status_code == 404
        finally:
            for phone in phones:
                await phone.http.aclose()


async def status(phone: Player, id: str) -> int:
    return (await phone.http.get(f"/api/v1/tournaments/{id}")).status_code


async def test_a_seat_that_is_claimed_is_told_to_those_whose_it_is_and_not_to_the_hall(sqlite_url: str) -> None:
    async with (
        running(sqlite_url) as here,
        Player(here.url) as ida,
        Player(here.url) as phone,
        Player(here.url) as other,
        Player(here.url) as third,
    ):
        id, hall = await started(ida, *NAMES)
        one, two, three = (hall[name]["code"] for name in NAMES[:3])
        await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=one)
        await third.ask("POST", f"/tournaments/{id}/seats", 200, code=three)
        async with watching(phone, id) as mine, watching(third, id) as theirs:
            await mine.hear("changed")
            await theirs.hear("changed")
            await other.ask("POST", f"/tournaments/{id}/seats", 200, code=two)
            await other.ask("POST", f"/tournaments/{id}/seats", 200, code=one)
            assert (await mine.hear("changed"))["about"] is None  # it has lost the seat
            assert (await phone.ask("GET", f"/tournaments/{id}?only=mine", 200))["seat"] is False
            await act(ida, id, "set_places", places=[{"id": "t1"}])
            version = (await see(ida, id))["version"]
            assert (await theirs.hear("changed"))["version"] == version, "the first thing that this one hears"


async def test_what_everybody_sees_is_packed_once_and_the_same(sqlite_url: str) -> None:
    async with running(sqlite_url) as here, Player(here.url) as ida, Player(here.url) as guest:
        id, _ = await started(ida, *NAMES, division=SWISS)
        path = f"/api/v1/tournaments/{id}"
        packed = await guest.http.get(path, headers={"Accept-Encoding": "gzip"})
        plain = await guest.http.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert (packed.json(), packed.headers["etag"]) == (plain.json(), plain.headers["etag"])


@pytest.mark.rule("T1.7.iv")
async def test_a_score_card_at_the_board_learns_that_its_consent_was_taken_back(sqlite_url: str) -> None:
    """With the phone's own script: it asks as long as the match is on."""
    async with (
        running(sqlite_url) as here,
        Player(here.url) as ida,
        Player(here.url) as one,
        Player(here.url) as other,
    ):
        id, people = await started(ida, "Anna", "Bo")
        (match,) = matches(await see(ida, id)).values()
        by_entry = {each["entry"]: each for each in people.values()}
        for phone, entry in zip((one, other), match["players"], strict=True):
            await phone.ask("POST", f"/tournaments/{id}/seats", 200, code=by_entry[entry]["code"])
        await act(ida, id, "call_match", match=match["id"], place="t1")
        cookie = f"tavl={one.http.cookies['tavl']}"

        async def may_lie(turned: bool = False) -> bool:
            back = {"tournament": id, "match": match["id"], "players": match["players"], "turned": turned}
            answer = await asyncio.to_thread(node, "consent.mjs", here.url, cookie, json.dumps(back))
            return bool(answer)

        assert not await may_lie()  # nobody has agreed to it yet
        await act(one, id, "ask_phone", match=match["id"])
        await act(other, id, "answer_phone", match=match["id"], consents=True)
        assert await may_lie()
        assert not await may_lie(turned=True)  # that is the other's phone, for which nobody has asked
        await act(ida, id, "withdraw_phone", match=match["id"], entry=match["players"][0], reason="it buzzed")
        assert not await may_lie()
        await act(ida, id, "provide_device", match=match["id"], on=True)
        assert await may_lie()
        await act(ida, id, "provide_device", match=match["id"], on=False)
        told = {"match": match["id"], "players": match["players"], "score": [7, 2], "confirms": True}
        await act(ida, id, "report_result", **told)
        assert await may_lie()  # the match is over: its result may still go back
