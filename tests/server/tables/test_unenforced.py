"""A board that allows illegal plays, over the socket: plays are accepted as made, flagged, replayed, never revealed."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.board import Dice, Position
from tavl.rules.codec import decode_hook, to_json
from tavl.rules.match import Terms
from tavl.rules.profile import profile_named
from tavl.rules.refusal import Refused
from tavl.rules.seat import SEATS, Seat
from tavl.server.errors import RefusedError
from tavl.server.live.visibility import table_state
from tavl.server.messages.tables import EventOut
from tavl.server.tables.hosting import Offered
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.table import actions
from tavl.table.terms import Ruler, Sitting, TableTerms
from tavl.web import create_app as web
from tests.server.harness import AtTable, Player, Running, running

WRONG = [[24, 2]]  # 22 pips with one checker: no roll allows it


async def seated(anna: Player, bo: Player, **terms: Any) -> str:
    table = await anna.open(**{"opponent": "friend", "length": 3, "sitting": "challenge", **terms})
    await bo.join(table)
    return table


async def on_turn(first: AtTable, second: AtTable) -> tuple[AtTable, AtTable]:
    for one in (first, second):
        await one.until(lambda one=one: one.view["phase"] in ("to_play", "to_roll"))
    return (first, second) if first.seat == first.view["turn"] else (second, first)


@pytest.mark.rule("T4.2.iii.b")
async def test_a_wrong_play_is_taken_flagged_and_played_again(server_on_both: Running) -> None:
    async with Player(server_on_both.url) as anna, Player(server_on_both.url) as bo:
        table = await seated(anna, bo)
        async with anna.at(table) as first, bo.at(table) as second:
            mover, other = await on_turn(first, second)
            assert mover.view["tree"] is None
            assert (mover.view["sitting"], mover.state["house"]["spectators"]) == ("challenge", True)
            start = mover.view["position"]
            assert (await mover.act("make_play", moves=WRONG))["type"] == "done"
            await other.until(lambda: other.view["phase"] == "to_roll")
            assert other.view["handling"]["can_be_flagged"]
            assert {"flag_play", "roll"} <= set(other.view["actions"])
            assert (await other.act("flag_play"))["type"] == "done"
            assert (await other.act("roll"))["rule"] == "T5.1"  # everything waits
            await mover.until(lambda: "accept_facts" in mover.view["actions"])
            assert (await mover.act("accept_facts"))["type"] == "done"
            await mover.until(lambda: mover.view["phase"] == "to_play")
            assert mover.view["position"] == start
            kinds = [event["event"]["type"] for event in mover.events]
            assert kinds[-4:] == ["play_flagged", "facts_accepted", "play_reopened", "infraction_recorded"]


@pytest.mark.rule("T4.2.iii.a")
async def test_a_wrong_play_stands_once_the_opponent_has_rolled(server: Running) -> None:
    async with Player(server.url) as anna, Player(server.url) as bo:
        table = await seated(anna, bo)
        async with anna.at(table) as first, bo.at(table) as second:
            mover, other = await on_turn(first, second)
            await mover.act("make_play", moves=WRONG)
            await other.until(lambda: other.view["phase"] == "to_roll")
            await other.act("roll")
            await other.until(lambda: other.view["phase"] == "to_play")
            why = await asked_why(other, "flag_play")
            assert (why["may"], why["code"], why["rule"]) == (False, "play_stands", "T4.2.iii.a")


async def asked_why(here: AtTable, type: str, **fields: Any) -> dict[str, Any]:
    await here.send(id="q", why={"action": {"type": type, "seat": here.seat, **fields}})
    return await here.answered("why", "q")


async def test_anybody_may_ask_why_something_cannot_be_done_now(server: Running) -> None:
    async with Player(server.url, language="da") as anna, Player(server.url) as bo, Player(server.url) as cy:
        table = await seated(anna, bo, sitting="enforced")
        async with anna.at(table) as first, bo.at(table) as second, cy.at(table) as watching:
            mover, other = await on_turn(first, second)
            assert (await asked_why(mover, "abort"))["may"]
            early = await asked_why(mover, "double")
            assert (early["code"], early["rule"]) == ("no_double_before_opening_play", "G3.1")
            assert "G3.1" in early["message"]
            assert (await asked_why(other, "roll"))["code"] == "not_your_turn"
            assert (await asked_why(other, "tell_word", word="x" * 20))["code"] == "word_told_already"
            assert (await asked_why(watching, "roll"))["rule"] == "T1.6.i"
            await watching.send(why={"action": {"type": "suspend", "since": 0}})
            assert (await watching.answered("error"))["error"]["code"] == "bad_message"


async def test_nothing_that_is_sent_tells_that_a_play_was_wrong(sqlite_url: str) -> None:
    """Both players play whatever comes to mind; every byte that reaches them and a spectator is looked at, the pages'
    replay and download and one's own data included."""
    chance = random.Random(5)
    async with (
        running(sqlite_url, make=web) as server,
        Player(server.url) as anna,
        Player(server.url) as bo,
        Player(server.url) as cy,
    ):
        table = await seated(anna, bo, length=1)
        async with anna.at(table) as first, bo.at(table) as second, cy.at(table) as third:
            mover, other = await on_turn(first, second)
            for _ in range(6):
                await wrong_turn(mover, other, chance)
                mover, other = other, mover
            reached = mover.state["version"]
            for here in (first, second, third):
                await here.until(lambda here=here: here.state["version"] >= reached)
                legal = [event["event"].get("legal", True) for event in here.events]
                assert len(legal) > 12
                assert all(legal)
            await cy.me()
            places = (f"/api/v1/tables/{table}/events", f"/t/{table}/replay.json", f"/t/{table}/match.mat")
            for player in (anna, bo, cy):
                for place in (*places, "/api/v1/me/data"):
                    answer = await player.http.get(place)
                    assert answer.status_code == 200, answer.text
                    assert not re.search(r"legal\W+false", answer.text), place
        written = [event.body for event in await server.service.store.read(f"table/{table}")]
        assert any(b'"legal":false' in body for body in written)  # or this test would show nothing


async def wrong_turn(mover: AtTable, other: AtTable, chance: random.Random) -> None:
    """Played without a look at the dice, and rolled upon, so that it stands."""
    await mover.until(lambda: mover.view["phase"] == "to_play")
    moves = [[source, target] for source, target in _hops(mover.view["position"], chance)]
    while (await mover.act("make_play", moves=moves))["type"] != "done":
        moves = moves[:-1]
    version = mover.acknowledged
    await other.until(lambda: other.state["version"] >= version)
    assert (await other.act("roll"))["type"] == "done"
    await other.until(lambda: other.view["phase"] == "to_play")


def _hops(position: str, chance: random.Random) -> list[tuple[int, int]]:
    own = position.partition("|")[0].split()
    places = [25 if part.startswith("bar") else int(part.partition(":")[0]) for part in own if part[0] != "o"]
    return [(place, max(0, place - chance.randint(1, 12))) for place in chance.sample(places, min(2, len(places)))]


# the same for everything that can be sent, over random matches


class Match:
    """A challenge table kept as the server keeps one, without a server."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        profile = profile_named(self.chance.choice(["dbf-tournament", "dbf-basic"]))
        terms = TableTerms(
            match=Terms(profile, self.chance.choice([1, 3])),
            sitting=Sitting.CHALLENGE,
            ruler=self.chance.choice(list(Ruler)),
            conduct=True,
            next_game_after_ms=0,
        )
        self.kept: dict[str, str] = {}
        self.log: list[EventOut] = []
        self.state: State | None = None
        self.happen([acts.Opened(terms), Offered("friend", "anna"), *self._promised()])
        for seat, person in zip(SEATS, ("anna", "bo"), strict=True):
            self.happen([acts.Seated(seat, person), stream_state.promise_for(seat, self._draw, self.kept)])
        self.happen([acts.ObserverAppointed("olaf"), acts.ReaderAppointed(Seat.FIRST, "rolf")])

    def _promised(self) -> list[StreamEvent]:
        from tavl.server.tables.dice.verifiable_dice import SecretPromised, promise

        secret = self._draw()
        self.kept[promise(secret)] = secret
        return [SecretPromised(promise(secret))]

    def _draw(self) -> str:
        return f"{self.chance.getrandbits(256):064x}"

    def happen(self, events: list[StreamEvent]) -> None:
        before = self.state
        for event in events:
            out = EventOut(len(self.log) + 1, 1_000 * len(self.log), event)
            self.log.append(out)
            self.state = stream_state.evolve(self.state, out.event, out.at, out.version)
        assert self.state is not None
        more, drawn = stream_state.follow_up(before or self.state, self.state, self.kept, self._draw)
        self.kept |= drawn
        if more:
            self.happen(more)

    def step(self) -> None:
        assert self.state is not None
        coming = stream_state.due(self.state)
        if coming is not None and self.chance.random() < 0.3:
            self.perform(coming.action, By(Role.SYSTEM), coming.at)
            return
        by = self.state.by(self.chance.choice(["anna", "bo", "anna", "bo", "olaf", "rolf"]))
        open_now = [each for each in actions(self.state.table, by, 0) if not isinstance(each, acts.Abort | acts.Leave)]
        kinds = sorted({type(each).__name__ for each in open_now})
        if not kinds:
            return
        playing = [kind for kind in kinds if kind in ("MakePlay", "Roll", "StartGame", "EndTurn", "FlagPlay")]
        kind = self.chance.choice(playing if playing and self.chance.random() < 0.8 else kinds)
        action = self.chance.choice([each for each in open_now if type(each).__name__ == kind])
        if isinstance(action, game_acts.MakePlay | acts.Arrange):
            hops = tuple((self.chance.randint(1, 24), self.chance.randint(0, 24)) for _ in range(2))
            action = replace(action, moves=hops[: self.chance.randint(0, 2)])
        self.perform(action, by, 0)

    def perform(self, action: Any, by: By, at: int) -> None:
        assert self.state is not None
        events = stream_state.decide(self.state, action, by, max(at, self.state.table.last_at), self.kept)
        if not isinstance(events, Refused):
            self.happen(events)


def told(log: list[EventOut], person: str) -> list[bytes]:
    """Everything that a person is sent while these things happen: states, events, why a flag may not be raised."""
    messages: list[bytes] = []
    state: State | None = None
    for out in log:
        state = stream_state.evolve(state, out.event, out.at, out.version)
        assert state is not None
        by = state.by(person)
        messages.append(to_json(table_state("t", state, by, out.at, {}, (True, True), [out])))
        for seat in SEATS:
            for action in (acts.FlagPlay(seat), game_acts.Roll(seat), game_acts.Double(seat), acts.AcceptPlay(seat)):
                why = stream_state.why_not(state, action, by, out.at)
                messages.append(to_json(RefusedError(why).body("en")) if why else b"may")
    return messages


@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_two_matches_that_differ_in_the_legality_of_their_plays_alone_look_the_same(seed: int) -> None:
    match = Match(seed)
    for _ in range(60):
        match.step()
    twin = [
        replace(out, event=replace(out.event, legal=not out.event.legal))
        if isinstance(out.event, game_acts.Played)
        else out
        for out in match.log
    ]
    for person in ("anna", "bo", "olaf", "rolf", "somebody"):
        assert told(match.log, person) == told(twin, person)
    assert json.loads(told(match.log, "anna")[-9])["view"]["sitting"] == "challenge"


# bots


@pytest.mark.parametrize("level", ["newcomer", "full"])
async def test_a_bot_plays_a_challenge_match_to_its_end_and_only_what_is_legal(server: Running, level: str) -> None:
    async with Player(server.url) as guest:
        table = await guest.open(opponent=f"bot:{level}", length=1, sitting="challenge", accept_after_ms=500)
        async with guest.at(table) as here:
            await play_on(here)
    written = [event.body for event in await server.service.store.read(f"table/{table}")]
    bots = [json.loads(body) for body in written if b'"played"' in body]
    assert all(play["legal"] for play in bots if play["seat"] == 1)


def a_legal_play(view: dict[str, Any]) -> list[list[int]]:
    position = msgspec.convert(view["position"], Position, dec_hook=decode_hook)
    return [[move.source, move.target] for move in position.plays(Dice(*view["dice"]))[0].moves]


async def play_on(here: AtTable) -> None:
    """Somebody who forgets their play half of the time, and is right about it when told."""
    forgets = True
    while not here.over:
        allowed = set(here.view["actions"])
        wanted = ("accept_facts", "accept_play", "take", "accept_resignation", "make_play", "roll")
        chosen = next((kind for kind in wanted if kind in allowed and here.seat in here.view["to_act"]), None)
        if chosen is None:
            await here.hear()
            continue
        fields = {}
        if chosen == "make_play":
            fields = {"moves": [] if forgets else a_legal_play(here.view)}
            forgets = not forgets
        done = await here.act(chosen, **fields)
        reached = done["version"]
        await here.until(lambda reached=reached: here.state["version"] >= reached)


async def test_a_bot_disputes_a_flag_that_is_wrong_and_the_table_does_not_hang(server: Running) -> None:
    async with Player(server.url) as guest:
        table = await guest.open(opponent="bot:full", length=1, sitting="challenge", default_after_ms=300)
        async with guest.at(table) as here:
            while not here.view["handling"]["can_be_flagged"] or here.view["last"]["seat"] == here.seat:
                if "make_play" in here.view["actions"] and here.seat in here.view["to_act"]:
                    await here.act("make_play", moves=a_legal_play(here.view))
                elif "roll" in here.view["actions"] and here.seat in here.view["to_act"]:
                    await here.act("roll")
                else:
                    await here.hear()
            assert (await here.act("flag_play"))["type"] == "done"
            await here.until(lambda: any(e["event"]["type"] == "dispute_settled" for e in here.events))
            kinds = [event["event"]["type"] for event in here.events]
            assert "dispute_raised" in kinds
            settled = next(event["event"] for event in here.events if event["event"]["type"] == "dispute_settled")
            assert (settled["how"], settled["upheld"]) == ("default", False)
            await here.until(lambda: "roll" in here.view["actions"])


async def test_a_bot_catches_a_wrong_play_and_accepts_that_it_was_caught(sqlite_url: str) -> None:
    async with running(sqlite_url) as server, Player(server.url) as guest:
        table = await guest.open(opponent="bot:full", length=1, sitting="challenge")
        async with guest.at(table) as here:
            while "make_play" not in here.view["actions"] or here.seat not in here.view["to_act"]:
                await (here.act("roll") if here.view["to_act"] == [here.seat] else here.hear())
            assert (await here.act("make_play", moves=WRONG))["type"] == "done"
            await here.until(lambda: "accept_facts" in here.view["actions"])
            assert (await here.act("accept_facts"))["type"] == "done"
            await here.until(lambda: here.view["phase"] == "to_play" and here.view["turn"] == here.seat)
            # Now a wrong play that its own player points out: the bot agrees at once.
            assert (await here.act("make_play", moves=WRONG))["type"] == "done"
            await here.until(lambda: "accept_facts" in here.view["actions"])
