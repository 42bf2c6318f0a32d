"""Nobody waits for a whole round, and telling a result late gains nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Entry, Outcome, Pairing
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.double_and_triple_elimination import still_in
from tavl.tournament.formats.single_elimination import Lengths
from tavl.tournament.formats.swiss.continuous import Continuous, draw_pool, due

LENGTHS = Lengths(points=7)


class Hall:
    """Whoever can be drawn is drawn at once; who wins is settled by the two names alone."""

    def __init__(self, n: int, lives: int = 3, batch: int = 8, late: dict[str, int] | None = None) -> None:
        self.players = [Player(id=f"p{number:02}") for number in range(n)]
        self.setting = Continuous(entrants=n, lives=lives, batch=batch)
        self.late = late or {}
        self.players += [Player(id=id) for id in self.late]
        self.lots = Lots(b"seed", "lives")
        self.pairings: list[Pairing] = []
        self.outcomes: dict[str, Outcome] = {}
        self.draw()

    def draw(self) -> None:
        while pools := due(self.setting, self.players, self.pairings, self.outcomes, self.lots, self.late):
            for pool in pools:
                self.pairings += draw_pool(
                    self.setting, pool, self.players, self.pairings, self.outcomes, self.lots, LENGTHS
                )

    @property
    def running(self) -> list[Pairing]:
        return [p for p in self.pairings if p.id not in self.outcomes and not isinstance(p.two, Bye)]

    def tell(self, pairing: Pairing) -> None:
        self.outcomes[pairing.id] = Outcome(Lots(b"strength", pairing.id + str(pairing.sources)).below(2))
        self.draw()

    @property
    def left(self) -> list[str]:
        standing = still_in([p.id for p in self.players], self.pairings, self.outcomes, self.setting.lives)
        return [s.entrant for s in standing]

    def play_out(self, choose: object = None) -> Hall:
        while running := self.running:
            self.tell(running[0] if choose is None else choose(running))  # type: ignore[operator]
        return self


@pytest.mark.parametrize(("n", "lives"), [(2, 1), (3, 2), (5, 3), (8, 1), (13, 2), (24, 3), (40, 2), (64, 3)])
def test_it_ends_with_one_who_is_left(n: int, lives: int) -> None:
    hall = Hall(n, lives).play_out()
    assert len(hall.left) == 1
    losses = sum(outcome.winner is not None for outcome in hall.outcomes.values())
    assert lives * (n - 1) <= losses <= lives * n - 1  # everybody else lost all lives, the winner maybe some


def test_nobody_plays_twice_at_once_or_twice_in_a_wave() -> None:
    hall = Hall(40)
    while running := hall.running:
        names = [source for p in running for source in p.sources]
        assert len(names) == len(set(names))
        hall.tell(running[len(running) // 2])
    seen = Counter((p.round, source) for p in hall.pairings for source in p.sources if isinstance(source, Entry))
    assert set(seen.values()) == {1}
    assert len({p.id for p in hall.pairings}) == len(hall.pairings)


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([(12, 2), (20, 3), (24, 2)]))
def test_the_order_in_which_results_are_told_changes_no_draw(random: object, size: tuple[int, int]) -> None:
    usual = Hall(*size).play_out()
    other = Hall(*size).play_out(random.choice)  # type: ignore[attr-defined]
    assert {p.id: p for p in other.pairings} == {p.id: p for p in usual.pairings}


def test_one_result_told_late_gains_nothing_and_holds_up_few() -> None:
    """Three lives, 32 players: one match of the first wave is told when nothing else can go on without it."""
    usual = Hall(32).play_out()
    hall = Hall(32)
    held = hall.running[0]
    while others := [p for p in hall.running if p.id != held.id]:
        hall.tell(others[0])
    went_on = {p.id for p in hall.pairings}
    assert sum(p.round == 2 for p in hall.pairings) > 8  # of 16 matches of the second wave
    hall.tell(held)
    hall.play_out()
    assert went_on < {p.id for p in hall.pairings}
    assert {p.id: p for p in hall.pairings} == {p.id: p for p in usual.pairings}


def test_the_first_to_come_free_are_drawn_while_others_of_the_first_wave_still_play() -> None:
    hall = Hall(64)
    first = len(hall.running)
    told = 0
    while all(p.round == 1 for p in hall.pairings):
        hall.tell(hall.running[0])
        told += 1
    assert told < first / 2


def test_equals_in_losses_meet_and_rematches_are_rare() -> None:
    hall = Hall(64).play_out()
    met = Counter(frozenset(p.sources) for p in hall.pairings if not isinstance(p.two, Bye) and p.round <= 6)
    assert max(met.values()) == 1


def test_with_five_left_in_one_pool_the_endgame_is_the_written_one() -> None:
    hall = Hall(5)
    assert [isinstance(p.two, Bye) for p in hall.pairings] == [False, False, True]
    hall.play_out()
    byes = [p.one for p in hall.pairings if isinstance(p.two, Bye)]
    assert len(set(byes[:3])) == len(byes[:3])


def test_who_comes_later_joins_in_their_wave() -> None:
    hall = Hall(16, late={"late": 2}).play_out()
    waves = [p.round for p in hall.pairings if Entry("late") in p.sources]
    assert waves[0] == 2
    assert len(hall.left) == 1


def test_who_withdraws_is_not_drawn_again() -> None:
    hall = Hall(8)
    pools = due(hall.setting, hall.players, [], {}, hall.lots, withdrawn={"p03"})
    assert "p03" not in {id for pool in pools for id in pool.members}
