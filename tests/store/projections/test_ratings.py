"""Ratings follow the results, in the order in which matches ended, whatever order they were written in."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from tavl import store
from tavl.rating import NEW, Formula, after
from tavl.rules import Match
from tavl.rules.acts import GameStarted, MatchDecided, MatchReopened
from tavl.rules.seat import Seat
from tavl.store import Appended, Store
from tavl.store.projections import ratings as rated
from tavl.store.projections.table_list import TableList
from tavl.store.schema import ratings, standings
from tests.store.helpers import AT
from tests.store.plain_matches import MatchOpened, MatchReading, match_event

FIBS = Formula()


def projections(formula: Formula = FIBS) -> tuple[TableList]:  # type: ignore[type-arg]
    return (TableList(MatchReading(), formula=formula),)


def everything(connection: sa.Connection) -> list[list[tuple[object, ...]]]:
    return [sorted(tuple(row) for row in connection.execute(sa.select(table))) for table in (ratings, standings)]


async def put(log: Store, stream: str, *events: object, at: int) -> None:
    version = await log.version(stream)
    written = [match_event(event) for event in events]  # type: ignore[arg-type]
    done = await log.append(stream, version, written, actor="anna", action_id=f"a{version}", at=at)
    assert isinstance(done, Appended)


async def open_match(log: Store, stream: str, first: str, second: str, length: int = 3, rated: bool = True) -> None:
    opened = MatchOpened(Match.start(length).terms, (first, second), rated=rated)
    await put(log, stream, opened, GameStarted(), at=AT)


async def win(log: Store, stream: str, seat: Seat = Seat.FIRST, at: int = 0) -> None:
    await put(log, stream, MatchDecided(seat, "score"), at=AT + at)


async def played(log: Store, stream: str, winner: str, loser: str, at: int, length: int = 3) -> None:
    await open_match(log, stream, winner, loser, length)
    await win(log, stream, at=at)


async def rating_of(log: Store, person: str) -> tuple[int, int, int]:
    found = await log.read_rows(lambda c: rated.of_people(c, [person]))
    one = found["people", person]
    return one.rating, one.experience, one.matches


async def test_a_match_moves_both_players(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await played(log, "t:1", "anna", "bo", at=1, length=4)
        assert await rating_of(log, "anna") == (152_000, 4, 1)
        assert await rating_of(log, "bo") == (148_000, 4, 1)
        (row,) = await log.read_rows(lambda c: rated.history(c, "anna", "people", 10))
        assert (row.before, row.rating, row.opponent, row.won, row.at) == (150_000, 152_000, "bo", True, AT + 1)


async def test_matches_that_are_not_rated_count_for_nothing(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await open_match(log, "t:1", "anna", "bo", rated=False)
        await win(log, "t:1", at=1)
        await open_match(log, "t:2", "anna", "anna")  # with oneself
        await win(log, "t:2", at=2)
        await open_match(log, "t:3", "anna", "bo")  # not over
        assert await log.read_rows(everything) == [[], []]


async def test_it_is_the_order_in_which_matches_ended_that_counts(url: str) -> None:
    """The results come in as t:3, t:1, t:2; the ratings are those of t:1, t:2, t:3."""
    async with await store.open(url, projections=projections()) as log:
        await open_match(log, "t:1", "anna", "bo", 1)
        await open_match(log, "t:2", "bo", "cleo", 5)
        await open_match(log, "t:3", "cleo", "anna", 9)
        for stream, at in (("t:3", 30), ("t:1", 10), ("t:2", 20)):
            await win(log, stream, at=at)
        anna, bo = after(NEW, NEW, 1, FIBS)
        bo, cleo = after(bo, NEW, 5, FIBS)
        cleo, anna = after(cleo, anna, 9, FIBS)
        for person, stands in (("anna", anna), ("bo", bo), ("cleo", cleo)):
            assert await rating_of(log, person) == (stands.rating, stands.experience, stands.matches)
        kept = await log.read_rows(everything)
        await log.rebuild("tables")
        assert await log.read_rows(everything) == kept


async def test_a_result_that_is_taken_back_is_taken_out(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await played(log, "t:1", "anna", "bo", at=10)
        await played(log, "t:2", "bo", "cleo", at=20)
        await put(log, "t:1", MatchReopened(), at=AT + 30)
        bo, cleo = after(NEW, NEW, 3, FIBS)
        assert await rating_of(log, "bo") == (bo.rating, 3, 1)
        assert await rating_of(log, "cleo") == (cleo.rating, 3, 1)
        assert await log.read_rows(lambda c: rated.of_people(c, ["anna"])) == {}
        assert [row.person for row in await log.read_rows(lambda c: rated.ranking(c, False, 0, 9))] == ["bo", "cleo"]
        await put(log, "t:1", MatchDecided(Seat.SECOND, "ruling"), at=AT + 40)
        bo, anna = after(bo, NEW, 3, FIBS)
        assert await rating_of(log, "anna") == (anna.rating, 3, 1)
        kept = await log.read_rows(everything)
        await log.rebuild("tables")
        assert await log.read_rows(everything) == kept


async def test_many_matches_that_end_at_once_are_rated_as_a_rebuild_rates_them(url: str) -> None:
    """Every one has anna in it, so that a lost update would show."""
    async with await store.open(url, projections=projections()) as log:
        await asyncio.gather(*(open_match(log, f"t:{n}", "anna", f"p{n % 3}") for n in range(12)))
        await asyncio.gather(*(win(log, f"t:{n}", Seat(n % 2), at=n % 5) for n in range(12)))
        assert (await rating_of(log, "anna"))[1:] == (36, 12)
        kept = await log.read_rows(everything)
        await log.rebuild("tables")
        assert await log.read_rows(everything) == kept


async def test_erasing_a_person_changes_no_rating_and_the_export_has_them(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await log.people.add(AT, "Anna", id="anna")
        await played(log, "t:1", "anna", "bo", at=10)
        kept = await log.read_rows(everything)
        exported = await log.export_person("anna")
        assert [(row["stream"], row["rating"]) for row in exported["ratings"]] == [("t:1", kept[0][0][8])]
        await log.erase_person("anna", AT + 50)
        assert await log.read_rows(everything) == kept
        await log.rebuild("tables")
        assert await log.read_rows(everything) == kept


async def test_the_ranking_lists_those_with_some_experience_best_first(url: str) -> None:
    async with await store.open(url, projections=projections()) as log:
        await played(log, "t:1", "anna", "bo", at=10, length=9)
        await played(log, "t:2", "cleo", "dan", at=20, length=1)
        listed = await log.read_rows(lambda c: rated.ranking(c, False, 5, 10))
        assert [row.person for row in listed] == ["anna", "bo"]
        assert await log.read_rows(lambda c: rated.rank(c, "people", False, listed[1].rating, 5)) == rated.Rank(2, 2)
        assert await log.read_rows(lambda c: rated.ranking(c, True, 0, 10)) == []


async def test_ratings_made_with_other_numbers_are_noticed(sqlite_url: str) -> None:
    async with await store.open(sqlite_url, projections=projections()) as log:
        assert not await log.read_rows(lambda c: rated.made_otherwise(c, Formula(start=1000)))
        await played(log, "t:1", "anna", "bo", at=10)
        assert not await log.read_rows(lambda c: rated.made_otherwise(c, FIBS))
        assert await log.read_rows(lambda c: rated.made_otherwise(c, Formula(start=1000)))
    async with await store.open(sqlite_url, projections=projections(Formula(start=1000, ramp=1.0))) as log:
        await log.rebuild("tables")
        assert (await rating_of(log, "anna"))[0] == 100_346
        assert not await log.read_rows(lambda c: rated.made_otherwise(c, Formula(start=1000, ramp=1.0)))


async def test_a_number_that_the_formula_did_not_have_then_stands_at_its_default(sqlite_url: str) -> None:
    before = '{"listed_from":50,"ramp":5.0,"ramp_length":400,"spread":2000,"start":1500,"step":4.0}'
    async with await store.open(sqlite_url, projections=projections()) as log:
        await played(log, "t:1", "anna", "bo", at=10)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as file, file:
        file.execute("update rating_formula set text = ?", (before,))
    async with await store.open(sqlite_url, projections=projections()) as log:
        assert not await log.read_rows(lambda c: rated.made_otherwise(c, FIBS))
        assert await log.read_rows(lambda c: rated.made_otherwise(c, Formula(stake_exponent=1.0)))


@pytest.mark.postgres
async def test_two_processes_rate_one_after_the_other(postgres_url: str) -> None:
    async with (
        await store.open(postgres_url, projections=projections()) as here,
        await store.open(postgres_url, projections=projections()) as there,
    ):
        for n in range(6):
            await open_match(here, f"t:{n}", "anna", "bo")
        await asyncio.gather(*(win((here, there)[n % 2], f"t:{n}", at=n) for n in range(6)))
        kept = await here.read_rows(everything)
        assert (await rating_of(here, "anna"))[2] == 6
        await there.rebuild("tables")
        assert await here.read_rows(everything) == kept
