"""The diagram in docs/table.md: every transition is taken here, by its events; random tables take no other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tavl.rules import Position, Refused, Terms, profile_named
from tavl.rules import acts as game
from tavl.table import Detail, Ruler, Table, TableTerms, acts, decide, evolve
from tavl.table.acts import AnyEvent
from tests.table.docs_page import ANYWHERE, DECIDED, EDGES, diagram, state_of
from tests.table.helpers import (
    CHALLENGE,
    ENFORCED,
    ONE,
    RECORDED,
    TWO,
    D,
    P,
    act,
    at_score,
    begun,
    by_of,
    opened,
    set_to,
)
from tests.table.random_tables import Driver

LEGAL, ILLEGAL = ((8, 5), (6, 5)), ((8, 4), (6, 5))
LAST = P("1:2 off:13", "13:7 8:3 6:5")  # two checkers from the end, with 6-5
RACE = P("6:3 off:12", "6:3 off:12")


def money() -> Table:
    profile = profile_named("sv-grund").vary(beavers=True)
    table = Table.open(TableTerms(match=Terms(profile, None), ruler=Ruler.NOBODY))
    table = evolve(evolve(table, acts.Seated(ONE, "anna"), 0), acts.Seated(TWO, "bo"), 0)
    return set_to(act(begun(table), game.MakePlay(ONE, LEGAL)), Position.start(), ONE)


def at_end(length: int, sitting: Any) -> Table:
    return set_to(begun(opened(length, sitting)), LAST, ONE, D(6, 5))


def racing(dice: Any = None, length: int = 7, sitting: Any = ENFORCED) -> Table:
    return set_to(begun(opened(length, sitting)), RACE, ONE, dice)


def empty() -> Table:
    table = Table.open(TableTerms(match=Terms(length=7)))
    return evolve(table, acts.Seated(ONE, "anna"), 0)


OFF = game.MakePlay(ONE, ((1, 0), (1, 0)))
WALKS: list[tuple[Table, list[Any]]] = [
    (empty(), [acts.Sit(TWO, "bo"), game.StartGame(ONE), game.Roll(ONE), game.MakePlay(ONE, LEGAL), game.Roll(TWO)]),
    (opened(sitting=RECORDED, detail=Detail.CUBE), [game.StartGame(ONE), game.Double(TWO), game.Take(ONE)]),
    (begun(opened(sitting=RECORDED)), [game.MakePlay(ONE, LEGAL), game.Double(TWO), game.Drop(ONE)]),
    (at_score(begun(opened(3)), (0, 2)), [game.MakePlay(ONE, LEGAL), game.Double(TWO), game.Drop(ONE)]),
    (
        act(begun(opened(sitting=CHALLENGE)), game.MakePlay(ONE, LEGAL)),
        [game.Roll(TWO), game.Double(ONE), game.MakePlay(TWO, ((13, 10), (6, 5)))],
    ),
    (at_end(7, ENFORCED), [OFF]),
    (at_end(1, ENFORCED), [OFF]),
    (at_end(1, CHALLENGE), [OFF, acts.FlagPlay(TWO), acts.WithdrawClaim(TWO), acts.AcceptPlay(TWO)]),
    (at_end(7, CHALLENGE), [OFF, acts.FlagPlay(TWO), acts.WithdrawClaim(TWO)]),
    (money(), [game.Double(ONE), game.Beaver(TWO), game.Take(ONE)]),
    (money(), [game.Double(ONE), game.Beaver(TWO), game.Drop(ONE)]),
    (racing(), [game.OfferResignation(ONE, 1), game.RefuseResignation(TWO)]),
    (racing(D(2, 1)), [game.OfferResignation(ONE, 1), game.RefuseResignation(TWO)]),
    (racing(), [game.OfferResignation(ONE, 1), game.AcceptResignation(TWO)]),
    (racing(length=1), [game.OfferResignation(ONE, 1), game.AcceptResignation(TWO)]),
    (
        racing(D(2, 1), sitting=CHALLENGE),
        [
            game.MakePlay(ONE, ((6, 4), (6, 5))),
            acts.FlagPlay(TWO),
            acts.WithdrawClaim(TWO),
            game.OfferResignation(TWO, 1),
            acts.FlagPlay(TWO),
            acts.WithdrawClaim(TWO),
        ],
    ),
    (begun(opened(sitting=CHALLENGE)), [game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO), acts.AcceptFacts(ONE)]),
]


def walked() -> dict[tuple[str, str], set[str]]:
    """The ways gone, each with the types of the events that led there."""
    found: dict[tuple[str, str], set[str]] = {}
    for table, actions in WALKS:
        for action in actions:
            before = state_of(table)
            answer = decide(table, action, by_of(action), 0, (3, 1))
            assert not isinstance(answer, Refused), (action, answer)
            for event in answer:
                table = evolve(table, event, 0)
            if before != state_of(table):
                found.setdefault((before, state_of(table)), set()).update(type(event).__name__ for event in answer)
    return found


def test_every_way_in_the_diagram_is_gone_by_the_events_it_names() -> None:
    found = walked()
    assert set(found) == set(EDGES)
    for edge, label in EDGES.items():
        named = set(re.findall(r"[A-Z]\w+", re.sub(r"\(.*?\)", "", label)))
        assert named <= found[edge], edge


def test_the_diagram_is_drawn_from_these_ways() -> None:
    drawn = set(re.findall(r"(\w+) --> (\w+):", diagram()))
    assert drawn == {(a.replace(" ", "_"), b.replace(" ", "_")) for a, b in EDGES}
    assert "[*] --> waiting" in diagram()


class Watched(Driver):
    """Notes every way from one state to another."""

    seen: set[tuple[str, str]]

    def happen(self, events: list[AnyEvent]) -> None:
        before = state_of(self.table)
        super().happen(events)
        after = state_of(self.table)
        kinds = {type(event).__name__ for event in events}
        decided = after in ("over", "between games") and kinds & set(DECIDED)
        if before != after and not decided and not any(isinstance(event, ANYWHERE) for event in events):
            self.seen = {*getattr(self, "seen", set()), (before, after)}


@pytest.mark.parametrize("seeds", [range(30), range(30, 60)])
def test_random_tables_go_no_other_way(seeds: range) -> None:
    for seed in seeds:
        driver: Any = Watched(seed)
        for _ in range(150):
            driver.step()
        assert getattr(driver, "seen", set()) <= set(EDGES)
