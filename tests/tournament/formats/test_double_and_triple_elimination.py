"""Double elimination as one graph; triple elimination by rounds with its endgame for five and for three."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.rules.refusal import Refused
from tavl.tournament.draws.graph import Bye, Entry, How, Known, Nobody, Outcome, Pairing, Source, is_match, resolve
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.double_and_triple_elimination import double_elimination, next_round, still_in
from tavl.tournament.formats.single_elimination import Lengths, make_pairing
from tests.tournament.entrants_and_outcomes import first_named_wins, ids, lay_out, play, players

FIVE = Lengths(points=5)


def counts(pairings: list[Pairing], stage: str) -> list[int]:
    slots = resolve(pairings, {})
    of = [p for p in pairings if p.stage == stage and is_match(slots[p.id])]
    return [sum(p.round == round for p in of) for round in range(1, max(p.round for p in of) + 1)]


def test_the_losers_bracket_of_16_has_two_rounds_for_each_round_of_the_main_bracket() -> None:
    pairings = double_elimination(lay_out(ids(16)), FIVE)
    assert counts(pairings, "main") == [8, 4, 2, 1]
    assert counts(pairings, "losers") == [4, 4, 2, 2, 1, 1]
    assert counts(pairings, "final") == [1, 1]


def test_the_loser_of_the_main_final_enters_the_last_match_of_the_losers_bracket() -> None:
    pairings = double_elimination(lay_out(ids(16)), FIVE)
    last = next(p for p in pairings if p.id == "losers.6.1")
    assert "main.4.1" in [getattr(source, "match", None) for source in last.sources]


def test_a_second_final_is_played_if_the_unbeaten_player_loses_the_first() -> None:
    pairings = double_elimination(lay_out(ids(8)), FIVE)
    outcomes, slots = play(pairings, first_named_wins)
    assert slots["final.2.1"] == (Known("p001"), Nobody())
    assert "final.2.1" not in outcomes
    beaten = {**outcomes, "final.1.1": Outcome(1)}
    assert slots["final.1.1"] == (Known("p001"), Known("p002"))
    assert resolve(pairings, beaten)["final.2.1"] == (Known("p002"), Known("p001"))


def test_without_a_second_final_one_match_decides() -> None:
    pairings = double_elimination(lay_out(ids(8)), FIVE, Lengths(points=3), Lengths(points=9), second_final=False)
    assert [(p.id, p.length) for p in pairings if p.stage == "final"] == [("final.1.1", 9)]
    assert {p.length for p in pairings if p.stage == "losers"} == {3}


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_in_double_elimination_all_but_the_winner_lose_twice(n: int, chance: Random) -> None:
    pairings = double_elimination(lay_out(ids(n)), FIVE)
    outcomes, slots = play(pairings, lambda *_: Outcome(chance.randrange(2)))
    losses = dict.fromkeys(ids(n), 0)
    for id, outcome in outcomes.items():
        assert outcome.winner is not None
        loser = slots[id][1 - outcome.winner]
        assert isinstance(loser, Known)
        losses[loser.entrant] += 1
    assert sorted(losses.values())[1:] == [2] * (n - 1)
    assert len(outcomes) in (2 * n - 2, 2 * n - 1)


# By rounds, with lives


def played(n: int, chance: Random, lives: int = 3) -> tuple[list[Pairing], dict[str, Outcome]]:
    pairings: list[Pairing] = []
    outcomes: dict[str, Outcome] = {}
    for round in range(1, 100):
        drawn = next_round(players(n), pairings, outcomes, Lots(b"lives", f"round {round}"), FIVE, lives)
        assert not isinstance(drawn, Refused)
        if not drawn:
            return pairings, outcomes
        pairings += drawn
        outcomes |= {p.id: Outcome(chance.randrange(2)) for p in drawn if not isinstance(p.two, Bye)}
    raise AssertionError("does not end")


def names(pairing: Pairing) -> list[str]:
    return [source.entrant for source in pairing.sources if isinstance(source, Entry)]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 24), st.integers(1, 4), st.randoms(use_true_random=False))
def test_with_lives_all_but_one_lose_them_all_and_everybody_left_is_in_every_round(
    n: int, lives: int, chance: Random
) -> None:
    pairings, outcomes = played(n, chance, lives)
    [left] = still_in(ids(n), pairings, outcomes, lives)
    assert left.losses < lives
    assert len(outcomes) == (n - 1) * lives + left.losses
    for round in range(1, max(p.round for p in pairings) + 1):
        before = [p for p in pairings if p.round < round]
        standing = [s.entrant for s in still_in(ids(n), before, outcomes, lives)]
        assert sorted(name for p in pairings if p.round == round for name in names(p)) == sorted(standing)


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 24), st.randoms(use_true_random=False))
def test_nobody_has_a_second_bye_in_a_round_in_which_somebody_has_none(n: int, chance: Random) -> None:
    pairings, outcomes = played(n, chance)
    for p in pairings:
        before = still_in(ids(n), [q for q in pairings if q.round < p.round], outcomes, 3)
        if isinstance(p.two, Bye) and len(before) > 5:
            had = {s.entrant: s.byes for s in before}
            assert had[names(p)[0]] == min(had.values())


def match(round: int, number: int, one: str, two: str | None) -> Pairing:
    sources: tuple[Source, Source] = (Entry(one), Bye() if two is None else Entry(two))
    return make_pairing("lives", round, number, sources, FIVE, 9)


def bye(pairings: list[Pairing], outcomes: dict[str, Outcome], n: int) -> str:
    drawn = next_round(players(n), pairings, outcomes, Lots(b"end", "x"), FIVE)
    assert not isinstance(drawn, Refused)
    [resting] = [p for p in drawn if isinstance(p.two, Bye)]
    return names(resting)[0]


def test_of_three_the_leader_sits_out_first_then_each_of_the_others() -> None:
    """p001 has lost nothing, p002 once, p003 once."""
    pairings = [match(1, 1, "p002", "p003"), match(2, 1, "p003", "p002")]  # p001 not there yet: came with no loss
    outcomes = {"lives.1.1": Outcome(0), "lives.2.1": Outcome(0)}
    assert bye(pairings, outcomes, 3) == "p001"
    pairings += [match(3, 1, "p002", "p003"), match(3, 2, "p001", None)]
    outcomes["lives.3.1"] = Outcome(0)  # now 0, 1 and 2 losses
    assert bye(pairings, outcomes, 3) == "p002"
    pairings += [match(4, 1, "p001", "p003"), match(4, 2, "p002", None)]
    outcomes["lives.4.1"] = Outcome(1)  # 1, 1, 2
    assert bye(pairings, outcomes, 3) == "p003"
    pairings += [match(5, 1, "p001", "p002"), match(5, 2, "p003", None)]
    outcomes["lives.5.1"] = Outcome(0)  # 1, 2, 2: all sat out once, the leader again
    assert bye(pairings, outcomes, 3) == "p001"


def test_of_five_one_sits_out_and_those_who_met_least_play() -> None:
    pairings = [match(1, 1, "p001", "p002"), match(1, 2, "p003", "p004"), match(1, 3, "p005", None)]
    outcomes = {"lives.1.1": Outcome(0), "lives.1.2": Outcome(0)}
    drawn = next_round(players(5), pairings, outcomes, Lots(b"five", "x"), FIVE)
    assert not isinstance(drawn, Refused)
    assert len(drawn) == 3
    resting = names(drawn[2])
    assert resting in (["p001"], ["p003"])  # no loss, and not p005, who had the bye
    met = [{"p001", "p002"}, {"p003", "p004"}]
    assert all(set(names(p)) not in met for p in drawn[:2])


def test_of_two_the_one_with_fewer_losses_may_lose_more() -> None:
    pairings = [match(round, 1, "p001", "p002") for round in (1, 2, 3)]
    outcomes = {"lives.1.1": Outcome(0), "lives.2.1": Outcome(0), "lives.3.1": Outcome(1)}
    drawn = next_round(players(2), pairings, outcomes, Lots(b"two", "x"), FIVE)
    assert not isinstance(drawn, Refused)
    assert [sorted(names(p)) for p in drawn] == [["p001", "p002"]]
    outcomes["lives.4.1"] = Outcome(0)
    over = next_round(players(2), [*pairings, match(4, 1, "p001", "p002")], outcomes, Lots(b"two", "y"), FIVE)
    assert over == []


def test_who_leaves_or_is_disqualified_is_out_at_once() -> None:
    pairings = [match(1, 1, "p001", "p002"), match(1, 2, "p003", "p004")]
    outcomes = {"lives.1.1": Outcome(0, How.DISQUALIFIED, drops=False), "lives.1.2": Outcome(0)}
    drawn = next_round(players(4), pairings, outcomes, Lots(b"out", "x"), FIVE, withdrawn={"p003"})
    assert not isinstance(drawn, Refused)
    assert [sorted(names(p)) for p in drawn] == [["p001", "p004"]]


@pytest.mark.rule("T4.5")
def test_a_match_that_nobody_wins_costs_both_a_life() -> None:
    standing = still_in(ids(2), [match(1, 1, "p001", "p002")], {"lives.1.1": Outcome(None)}, 3)
    assert [s.losses for s in standing] == [1, 1]


def test_no_round_is_drawn_before_the_last_one_is_finished() -> None:
    refused = next_round(players(2), [match(1, 1, "p001", "p002")], {}, Lots(b"", "x"), FIVE)
    assert isinstance(refused, Refused)
    assert refused.code == "round_not_finished"
