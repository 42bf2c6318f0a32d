"""A weekend of four divisions, directed and played by chance from a fixed seed: of 64 players, and in soak of 256."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tavl.rating.counted_matches import Members, Rules
from tavl.rating.rating_list import compute
from tavl.tournament import acts
from tavl.tournament.draws.graph import Bye
from tavl.tournament.draws.lots import Lots
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.simulation import field
from tavl.tournament.standings.results_table import finish, rated
from tavl.tournament.state import Phase, Tournament
from tests.tournament.desk import Hall, fee, kr

HALF = Prize(stage="main", part="70 %", places=("50 %", "25 %", "12.5 %", "12.5 %"))
GROUPS_OF_SIX = DivisionTerms(
    id="beginners",
    level=2,
    format=Format.GROUPS,
    stages=(Stage(id="groups", length=5), Stage(id="main", length=5)),
    fees=(fee(200, 20),),
    prizes=(Prize(places=("60 %", "40 %")),),
)
DIVISIONS = (
    DivisionTerms(
        id="championship",
        level=4,
        format=Format.CONSOLATION,
        stages=(
            Stage(id="main", length=9, final=13),
            Stage(id="consolation", length=5),
            Stage(id="last_chance", length=3),
        ),
        fees=(fee(1000, 100),),
        prizes=(
            HALF,
            Prize(stage="consolation", part="20 %", places=("60 %", "40 %")),
            Prize(stage="last_chance", part="10 %", places=("2/3", "1/3")),
        ),
    ),
    DivisionTerms(
        id="intermediate",
        level=3,
        format=Format.SWISS,
        rounds=7,
        stages=(Stage(id="swiss", length=7),),
        fees=(fee(600, 60),),
        prizes=(Prize(stage="swiss", places=("50 %", "30 %", "20 %")),),
        share_tied=True,
    ),
    DivisionTerms(
        id="masters",
        level=5,
        format=Format.DOUBLE,
        stages=(Stage(id="main", length=11), Stage(id="losers", length=9), Stage(id="final", length=13)),
        fees=(fee(2000, 200),),
        prizes=(Prize(stage="final", places=("2/3", "1/3")),),
    ),
)
SIZES = {"championship": 96, "intermediate": 80, "beginners": 48, "masters": 32}


class Watch:
    """Holds after every action: nobody plays twice at once, and no table has two."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, tournament: Tournament, action: Any, at: int) -> None:
        self.seen += 1
        if not isinstance(action, acts.CallMatch):
            return
        flow = flow_of(tournament)
        held = [m for m in flow.standings.values() if m.where in (Where.CALLED, Where.PLAYING)]
        people = [person for m in held for person in flow.people(m)]
        assert len(people) == len(set(people))
        tables = [m.match.place for m in held]
        assert len(tables) == len(set(tables))


@pytest.fixture(scope="module", params=[4, pytest.param(1, marks=pytest.mark.soak)], ids=["a quarter", "whole"])
def part(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(scope="module")
def sizes(part: int) -> dict[str, int]:
    return {division: size // part for division, size in SIZES.items()}


@pytest.fixture(scope="module")
def weekend(sizes: dict[str, int]) -> Hall:
    desk = Hall(*DIVISIONS, replace(GROUPS_OF_SIX, groups=sizes["beginners"] // 6))
    desk.tables(sum(sizes.values()) // 4)
    ratings = iter(field(sum(sizes.values()), Lots(b"weekend", "ratings")))
    for division, size in sizes.items():
        desk.do(acts.SetStandingApproval(division, True))
        for n in range(size):
            desk.enter(f"{division}-{n}", division, approve=False, rating=next(ratings), club=f"club-{n % 11}")
            desk.do(acts.CheckIn(desk.e(f"{division}-{n}")), by="kai")
    watch = Watch()
    desk.rehearse(watch=watch)
    assert watch.seen > 8 * sum(sizes.values())
    return desk


def test_it_comes_to_its_end_with_every_place_settled(weekend, sizes, part):
    assert sum(sizes.values()) == 256 // part
    assert weekend.state.phase is Phase.CLOSED
    for division, size in sizes.items():
        order = finish(weekend.flow, division)
        assert sum(len(place.entrants) for place in order) == size
        assert all(place.settled for place in order)


def test_matches_add_up(weekend, sizes):
    played = Counter(m.division for m in weekend.flow.standings.values() if m.where is Where.DONE)
    assert played["intermediate"] == 7 * sizes["intermediate"] // 2
    groups = sizes["beginners"] // 6
    assert played["beginners"] == groups * 15 + 2 * groups - 1
    out = sizes["masters"] - 1  # each with two losses; the winner has one, if the last final was needed
    assert played["masters"] in (2 * out, 2 * out + 1)
    main = [m for m in weekend.flow.of("championship") if m.pairing.stage == "main" and m.where is Where.DONE]
    assert len(main) == sizes["championship"] - 1


def test_nobody_meets_twice_in_the_swiss_and_nobody_has_two_byes(weekend):
    here = weekend.flow.of("intermediate")
    met = Counter(frozenset(m.players) for m in here if m.players)
    assert max(met.values()) == 1
    assert not any(isinstance(m.pairing.two, Bye) for m in here)


def test_money_closes_and_ratings_are_conserved(weekend, sizes):
    totals = ledger.totals(weekend.state.book, "DKK")
    fees = {"championship": 1000, "intermediate": 600, "beginners": 200, "masters": 2000}
    assert totals.paid_in == kr(sum(fees[id] * size for id, size in sizes.items()))
    assert totals.left == kr(0)
    made = compute(rated(weekend.flow), Members(), Rules(members_only=False))
    assert all(line.counts for line in made.lines)
    changed = sum(line.after[n].rating - line.before[n].rating for line in made.lines for n in (0, 1))
    assert changed == 0


def test_the_log_replays_to_the_same_weekend(weekend):
    weekend.three_checks()
