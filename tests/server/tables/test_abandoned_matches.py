"""Without a clock, a player whose opponent left can end the match after a wait."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.board import Dice
from tavl.rules.match import Terms
from tavl.rules.profile import ClockSetting, profile_named
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat
from tavl.server.tables import hosting_actions
from tavl.server.tables.hosting import ClaimWin, CloseAbandoned, HouseTerms, LineBack, LineLost, Offered
from tavl.server.tables.hosting_view import house_view
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.table import acts
from tavl.table.acts import By, Role
from tavl.table.terms import Ruler, Sitting, TableTerms
from tests.server.harness import AtTable, Player, running

ONE, TWO = Seat.FIRST, Seat.SECOND
MINUTE, DAY = 60_000, 86_400_000
OPENING = (game_acts.GameStarted(), game_acts.OpeningRolled(3, 6))  # the second seat begins, at 0:00


def table_where(
    *events: StreamEvent | tuple[StreamEvent, int],
    length: int | None = 5,
    seats: tuple[str, str] = ("anna", "bo"),
    wait: int | None = 5 * MINUTE,
    **terms: Any,
) -> State:
    """A table of two people where the second seat is waited for, and what has happened since, each with its instant."""
    profile = profile_named("dbf-tournament" if length else "sv-grund")
    opened = acts.Opened(TableTerms(match=Terms(profile, length), **terms))
    sits = (acts.Seated(ONE, seats[0]), acts.Seated(TWO, seats[1]))
    begun: list[tuple[StreamEvent, int]] = [
        (event, 0) for event in (opened, Offered("friend", "anna", HouseTerms(gone_wait_ms=wait)), *sits, *OPENING)
    ]
    dated = begun + [event if isinstance(event, tuple) else (event, 0) for event in events]
    state = stream_state.fold(None, ((event, at, n) for n, (event, at) in enumerate(dated, 1)))
    assert state is not None
    return state


def answer(state: State, action: ClaimWin | CloseAbandoned, at: int, by: By | None = None) -> Any:
    by = by or By(Role.PLAYER, "anna", ONE)
    said = hosting_actions.decide(state.house, state.table, action, by, at)
    return (said.code, said.rule) if isinstance(said, Refused) else said


GONE = (LineLost(TWO, 1 * MINUTE), 1 * MINUTE)


@pytest.mark.rule("T2.2.iv")
def test_after_five_minutes_without_the_one_who_is_waited_for_the_win_can_be_claimed_or_the_table_closed() -> None:
    state = table_where(GONE)
    assert answer(state, ClaimWin(ONE), 6 * MINUTE - 1) == ("opponent_may_return", "T2.2.iv")
    assert answer(state, ClaimWin(ONE), 6 * MINUTE) == [game_acts.MatchDecided(ONE, "abandoned")]
    assert answer(state, CloseAbandoned(ONE), 6 * MINUTE) == [acts.Aborted(ONE)]
    shown = house_view(state.house, state.table)
    assert (shown.gone, shown.claim_from) == (TWO, 6 * MINUTE)


def test_what_is_offered_is_what_would_be_accepted() -> None:
    rolled = game_acts.Played(TWO, ((24, 18), (13, 10)), table_where().table.match.game.position.mirror())  # type: ignore[union-attr]
    ways = {"claim_win": ClaimWin, "close_abandoned": CloseAbandoned}
    for state in (table_where(), table_where(GONE), table_where((rolled, 0), GONE), table_where(GONE, length=None)):
        for at in (0, 6 * MINUTE - 1, 6 * MINUTE, DAY, 2 * DAY):
            for seat, person in ((ONE, "anna"), (TWO, "bo")):
                by = By(Role.PLAYER, person, seat)
                taken = {name for name, way in ways.items() if isinstance(answer(state, way(seat), at, by), list)}
                assert {*stream_state.open_types(state, by, at, ())} & ways.keys() == taken


def test_who_comes_back_in_time_plays_on_and_the_wait_begins_again() -> None:
    back = table_where(GONE, (LineBack(TWO), 5 * MINUTE))
    assert answer(back, ClaimWin(ONE), 60 * MINUTE) == ("opponent_is_here", "T2.2.iv")
    again = table_where(GONE, (LineBack(TWO), 5 * MINUTE), (LineLost(TWO, 6 * MINUTE), 6 * MINUTE))
    assert answer(again, ClaimWin(ONE), 10 * MINUTE) == ("opponent_may_return", "T2.2.iv")


def test_the_wait_is_counted_from_ones_own_move_and_nobody_waits_for_whoever_is_not_asked() -> None:
    rolled = game_acts.Played(TWO, ((24, 18), (13, 10)), table_where().table.match.game.position.mirror())  # type: ignore[union-attr]
    mine = table_where((rolled, 0), GONE)
    assert answer(mine, ClaimWin(ONE), DAY) == ("opponent_not_waited_for", "T2.2.iv")
    moved = game_acts.Played(ONE, (), rolled.result.mirror())
    theirs = table_where((rolled, 0), GONE, (game_acts.Rolled(ONE, Dice(2, 1)), 9 * MINUTE), (moved, 9 * MINUTE))
    assert answer(theirs, ClaimWin(ONE), 13 * MINUTE) == ("opponent_may_return", "T2.2.iv")
    assert answer(theirs, ClaimWin(ONE), 14 * MINUTE) == [game_acts.MatchDecided(ONE, "abandoned")]


def test_a_day_without_a_move_is_enough_even_if_the_page_is_still_open() -> None:
    assert answer(table_where(), CloseAbandoned(ONE), DAY - 1) == ("opponent_is_here", "T2.2.iv")
    assert answer(table_where(), CloseAbandoned(ONE), DAY) == [acts.Aborted(ONE)]


@pytest.mark.parametrize(
    "terms",
    [
        {"ruler": Ruler.DIRECTOR},
        {"ruler": Ruler.NAMED},
        {"sitting": Sitting.RECORDED},
        {"clock": ClockSetting(2, 12)},
        {"wait": None},
    ],
    ids=["directed", "somebody named", "a physical board", "a clock", "opened before there was such a wait"],
)
def test_nobody_claims_where_a_clock_or_a_person_brings_the_match_to_its_end(terms: dict[str, Any]) -> None:
    for action in (ClaimWin(ONE), CloseAbandoned(ONE)):
        assert answer(table_where(GONE, **terms), action, 9 * DAY) == ("no_claim_here", "T4.5")
    assert house_view(table_where(GONE, **terms).house, table_where(GONE, **terms).table).claim_from is None


@pytest.mark.parametrize("by", [By(Role.PLAYER, "bo", TWO), By(Role.SPECTATOR, "eve"), By(Role.SYSTEM)])
def test_only_the_player_who_stayed_claims(by: By) -> None:
    assert answer(table_where(GONE), ClaimWin(ONE), 9 * MINUTE, by) == ("not_your_seat", "T4.2.ii")
    if by.seat is not None:
        assert answer(table_where(GONE), ClaimWin(TWO), DAY, by) == ("opponent_not_waited_for", "T2.2.iv")


def test_for_money_there_is_no_match_to_win_and_finished_games_stand() -> None:
    first = table_where(GONE, length=None)
    assert answer(first, ClaimWin(ONE), DAY) == ("no_claim_here", "T4.5")
    assert answer(first, CloseAbandoned(ONE), DAY) == [acts.Aborted(ONE)]
    over = game_acts.OutcomeSet(game_acts.Outcome(ONE, 1, 1, "ruling"))
    second = table_where(over, *OPENING, GONE, length=None)
    assert answer(second, CloseAbandoned(ONE), DAY) == [game_acts.SessionEnded(ONE)]


def test_what_is_over_or_disputed_is_not_claimed() -> None:
    over = table_where(game_acts.MatchDecided(TWO, "time"), GONE)
    assert answer(over, ClaimWin(ONE), DAY) == ("match_over", "T4.5")
    waits = table_where(GONE)
    frozen = replace(waits, table=replace(waits.table, suspended=True))
    assert answer(frozen, ClaimWin(ONE), DAY) == ("opponent_not_waited_for", "T2.2.iv")


# over the wire


async def two(anna: Player, bo: Player, **terms: Any) -> tuple[AtTable, AtTable]:
    """The one who waits, and the one who is waited for."""
    table = await anna.open(opponent="friend", length=3, **terms)
    await bo.join(table)
    here, there = AtTable(anna, table), AtTable(bo, table)
    for each in (here, there):
        await each.connect()
        await each.until(lambda each=each: each.view["phase"] == "to_play")
    return (there, here) if here.seat == here.view["turn"] else (here, there)


async def test_a_claim_is_offered_and_ends_the_match_for_both(url: str) -> None:
    async with running(url, gone_wait_ms=0) as server, Player(server.url) as a, Player(server.url) as b:
        waits, gone = await two(a, b)
        assert "claim_win" not in waits.view["actions"]
        refused = await waits.act("claim_win")
        assert (refused["code"], refused["rule"]) == ("opponent_is_here", "T2.2.iv")
        gone.drop()
        await waits.until(lambda: waits.state["house"]["lost"][gone.seat] is not None)
        assert {"claim_win", "close_abandoned"} <= set(waits.view["actions"])
        assert (await waits.act("claim_win"))["type"] == "done"
        await waits.until(lambda: waits.over)
        assert waits.view["result"] == {"winner": waits.seat, "reason": "abandoned"}
        await gone.connect()
        assert gone.view["result"]["reason"] == "abandoned"
        for each in (waits, gone):
            await each.disconnect()


async def test_whoever_is_back_is_seen_to_be_back_and_a_directed_table_knows_no_claim(sqlite_url: str) -> None:
    async with running(sqlite_url, gone_wait_ms=0) as server, Player(server.url) as a, Player(server.url) as b:
        waits, gone = await two(a, b)
        gone.drop()
        await waits.until(lambda: waits.state["house"]["lost"][gone.seat] is not None)
        await gone.connect()
        await waits.until(lambda: waits.state["house"]["lost"] == [None, None])
        assert "close_abandoned" not in waits.view["actions"]
        for each in (waits, gone):
            await each.disconnect()
        directed, away = await two(a, b, ruled_by="director")
        assert directed.state["house"]["gone_wait_ms"] is None
        assert (await directed.act("close_abandoned"))["code"] == "no_claim_here"
        for each in (directed, away):
            await each.disconnect()
