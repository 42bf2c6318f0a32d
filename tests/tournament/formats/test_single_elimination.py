"""Single elimination: places, byes, lengths, hand-made draws, late entrants, swaps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.rules.refusal import Refused, RuleError
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Bye, Entry, Known, is_match, resolve
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.seeding import Pair, draw_by_lots, draw_seeded
from tavl.tournament.formats.single_elimination import Lengths, bracket, open_places, why_not_draw
from tests.tournament.entrants_and_outcomes import first_named_wins, ids, in_order, lay_out, play, players

SEVEN = Lengths(points=7)


def byes_by_part(draw: list[Pair], parts: int) -> list[int]:
    each = len(draw) // parts
    return [sum(None in pair for pair in draw[n * each : (n + 1) * each]) for n in range(parts)]


def test_forty_players_in_64_places_have_six_byes_in_each_quarter_and_none_for_who_is_absent() -> None:
    """Evening 3, step 4."""
    field = [Player(id=player.id, late=player.id == "p017") for player in players(40)]
    for seed in range(20):
        draw = draw_by_lots(field, Lots(b"evening 3", str(seed)).shuffled)
        assert len(draw) == 32
        assert byes_by_part(draw, 4) == [6, 6, 6, 6]
        assert max(byes_by_part(draw, 8)) == min(byes_by_part(draw, 8)) == 3
        assert all(None not in pair for pair in draw if "p017" in pair)
        matches = [p for p in bracket(draw, SEVEN) if is_match(resolve(bracket(draw, SEVEN), {})[p.id])]
        assert [sum(p.round == round for p in matches) for round in range(1, 7)] == [8, 16, 8, 4, 2, 1]


def test_twelve_seeds_as_fibs_league_masters_has_them() -> None:
    """Published: byes for 1 to 4; 5-12, 6-11, 7-10, 8-9."""
    draw = draw_seeded(players(12), 12, in_order)
    by_number = [{int(entrant[1:]) for entrant in pair if entrant} for pair in draw]
    assert {frozenset(pair) for pair in by_number if len(pair) == 1} == {frozenset({n}) for n in (1, 2, 3, 4)}
    assert {frozenset(pair) for pair in by_number if len(pair) == 2} == {
        frozenset({5, 12}),
        frozenset({6, 11}),
        frozenset({7, 10}),
        frozenset({8, 9}),
    }


def test_the_first_two_seeds_can_meet_in_the_final_only() -> None:
    outcomes, slots = play(bracket(draw_seeded(players(16), 16, in_order), SEVEN), first_named_wins)
    assert slots["main.4.1"] == (Known("p001"), Known("p002"))
    assert len(outcomes) == 15


def test_a_late_seed_keeps_the_place_and_not_the_bye() -> None:
    field = [Player(id=player.id, late=player.id == "p002") for player in players(6)]
    draw = draw_seeded(field, 6, in_order)
    assert all(None not in pair for pair in draw if "p002" in pair)
    assert byes_by_part(draw, 2) == [1, 1]
    assert "p002" in draw[2] + draw[3]


def test_the_late_have_byes_when_nobody_else_is_left() -> None:
    field = [Player(id=player.id, late=player.id > "p002") for player in players(5)]
    draw = draw_by_lots(field, in_order)
    byes = [entrant for pair in draw if None in pair for entrant in pair if entrant]
    assert {"p001", "p002"} < set(byes)
    assert len(byes) == 3


def test_n_players_play_n_less_one_matches_from_2_to_256() -> None:
    for n in range(2, 257):
        pairings = bracket(draw_by_lots(players(n), Lots(b"x", "draw").shuffled), SEVEN)
        slots = resolve(pairings, {})
        assert sum(is_match(slots[p.id]) for p in pairings) == n - 1
        entered = [s.entrant for p in pairings for s in p.sources if isinstance(s, Entry)]
        assert sorted(entered) == ids(n)
        assert not any(isinstance(p.one, Bye) and isinstance(p.two, Bye) for p in pairings)


@given(st.integers(2, 128))
def test_byes_are_spread_to_within_one_in_every_part(n: int) -> None:
    draw = lay_out(ids(n))
    parts = 2
    while parts <= len(draw):
        counts = byes_by_part(draw, parts)
        assert max(counts) - min(counts) <= 1
        parts *= 2


def test_lengths_are_counted_from_the_first_round_and_back_from_the_final() -> None:
    lengths = Lengths(points=7, first=(3, 5), last=(9, 8), best_of_last=(3,))
    pairings = bracket(lay_out(ids(32)), lengths)
    by_round = {p.round: (p.length, p.best_of) for p in pairings}
    assert by_round == {1: (3, 1), 2: (5, 1), 3: (7, 1), 4: (8, 1), 5: (9, 3)}


# Made by hand


def test_a_hand_made_draw_is_taken_as_it_fell() -> None:
    """Evening 12, step 4: byes where the bag had them, all in one half."""
    draw: list[Pair] = [("a", None), ("b", None), ("c", "d"), ("e", "f")]
    assert why_not_draw(draw, set("abcdef")) is None
    slots = resolve(bracket(draw, SEVEN), {})
    assert slots["main.2.1"] == (Known("a"), Known("b"))


def test_a_hand_made_draw_may_have_an_odd_number_of_pairs() -> None:
    outcomes, slots = play(bracket([("a", "b"), ("c", "d"), ("e", "f")], SEVEN), first_named_wins)
    assert slots["main.3.1"] == (Known("a"), Known("e"))
    assert len(outcomes) == 5


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        ([("a", "b"), ("c", "a")], "drawn_twice"),
        ([("a", "b"), (None, None)], "draw_two_byes_together"),
        ([("a", "b"), ("c", "x")], "draw_of_a_stranger"),
        ([], "draw_empty"),
    ],
)
def test_only_what_no_draw_may_have_is_refused(draw: list[Pair], code: str) -> None:
    refused = why_not_draw(draw, set("abcd"))
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_one_entrant_is_no_draw() -> None:
    with pytest.raises(RuleError, match="draw_empty"):
        draw_by_lots(players(1), in_order)


# Late entrants


def test_late_entrants_are_offered_bye_places_so_that_byes_stay_spread() -> None:
    draw = lay_out(ids(40))
    for n, late in enumerate(ids(64)[40:]):
        offered = open_places(draw)
        assert len(offered) == 24 - n
        pair, seat = offered[0]
        assert draw[pair][seat] is None
        draw[pair] = (late, draw[pair][1]) if seat == 0 else (draw[pair][0], late)
        for parts in (2, 4, 8, 16):
            assert max(byes_by_part(draw, parts)) - min(byes_by_part(draw, parts)) <= 1
    assert open_places(draw) == []


def test_a_bye_place_is_closed_once_the_next_match_has_begun() -> None:
    draw = lay_out(ids(6))  # byes for p001 and p002
    first, second = open_places(draw)
    assert open_places(draw, closed={first[0]}) == [second]
