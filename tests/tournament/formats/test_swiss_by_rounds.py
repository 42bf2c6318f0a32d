"""Evening 4 with its numbers, and what other programs got wrong."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Entry
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import PairingError, compare
from tavl.tournament.formats.swiss.rounds import (
    SWISS_AIMS,
    Participant,
    Past,
    SwissDraw,
    contenders,
    draw_round,
)
from tavl.tournament.standings import tie_breaks
from tavl.tournament.standings.tie_breaks import Scored, rank

LENGTH = 5


def lots(label: object) -> Lots:
    return Lots(b"seed", f"swiss {label}")


def people(n: int) -> list[Participant]:
    return [Participant(player=Player(id=f"p{number:03}")) for number in range(n)]


def played(draw: SwissDraw) -> list[Past]:
    """Every match told and confirmed, its winner by lot."""
    results = lots(f"results {draw.round}")
    return [m if m.two is None else replace(m, winner=results.below(2), confirmed=True) for m in draw.past()]


def no_rematch(past: list[Past]) -> bool:
    return max(Counter(frozenset(m.players) for m in past if m.two).values()) == 1


class Evening4:
    """100 players, 7 rounds; one comes after the first, two leave after the third, one may pause the fifth."""

    def __init__(self, pause: bool) -> None:
        here = people(100)
        late = Participant(player=Player(id="late"), joined=2)
        leaving = {"p010", "p020"}
        self.people = [replace(p, left=3) if p.id in leaving else p for p in [*here, late]]
        if pause:
            self.people = [replace(p, paused=(5,)) if p.id == "p030" else p for p in self.people]
        self.past: list[Past] = []
        self.matches: list[int] = []
        self.byes: list[str] = []
        for round in range(1, 8):
            draw = draw_round(self.people, self.past, round, lots(round), apart=[("p001", "p002")])
            self.matches.append(len(draw.pairs))
            self.byes += draw.byes
            self.past += played(draw)


@pytest.fixture(scope="module")
def evening() -> Evening4:
    return Evening4(pause=False)


def test_without_the_pause_there_are_346_matches_and_6_byes_of_six_people(evening: Evening4) -> None:
    assert evening.matches == [50, 50, 50, 49, 49, 49, 49]
    assert sum(evening.matches) == 346
    assert len(evening.byes) == len(set(evening.byes)) == 6
    assert no_rematch(evening.past)


def test_with_the_pause_there_are_346_matches_and_5_byes() -> None:
    evening = Evening4(pause=True)
    assert (sum(evening.matches), len(set(evening.byes)), len(evening.byes)) == (346, 5, 5)
    assert no_rematch(evening.past)
    assert [m.round for m in evening.past if "p030" in m.players] == [1, 2, 3, 4, 6, 7]


def test_sister_and_brother_never_meet(evening: Evening4) -> None:
    assert not any(set(m.players) == {"p001", "p002"} for m in evening.past)


def test_who_comes_after_the_first_round_enters_with_0_1(evening: Evening4) -> None:
    (late,) = (p for p in evening.people if p.id == "late")
    (entered,) = contenders([late], [m for m in evening.past if m.round == 1], 2, {})
    assert (entered.score, entered.missed) == (0, 1)
    (after,) = contenders([late], evening.past, 8, {})
    assert (len(after.met) + after.byes, after.missed) == (6, 1)


def test_after_seven_rounds_everybody_has_a_place(evening: Evening4) -> None:
    steps = (*tie_breaks.SWISS, tie_breaks.TieBreak(tie_breaks.By.LOTS))
    matches = [
        Scored(one=m.one, two=m.two, winner=m.winner, round=m.round, played=m.two is not None) for m in evening.past
    ]
    found = rank([each.id for each in evening.people], matches, steps, lots=lots("places"), rounds=7)
    assert [placed.place for placed in found] == list(range(1, 102))


def test_floats_are_small_and_say_why(evening: Evening4) -> None:
    past = [m for m in evening.past if m.round < 7]
    draw = draw_round(evening.people, past, 7, lots(7))
    floats = [r for pair in draw.pairs for r in pair.reasons if r.code == "float"]
    assert {r.facts["by"] for r in floats} == {1}
    assert len(floats) <= 7  # scores 0 to 6 can be odd groups


def test_the_matches_of_a_round_are_matches_of_the_graph() -> None:
    draw = draw_round(people(4), [], 1, lots(1))
    pairings = draw.pairings(LENGTH)
    assert [p.id for p in pairings] == ["swiss.1.1", "swiss.1.2"]
    assert {source for p in pairings for source in p.sources} == {Entry(p.id) for p in people(4)}


def test_a_round_is_drawn_from_confirmed_results_only() -> None:
    """Tabbycat #72: a draw was made from unconfirmed results."""
    first = draw_round(people(4), [], 1, lots(1)).past()
    told = [replace(m, winner=0) for m in first]
    with pytest.raises(PairingError) as error:
        draw_round(people(4), told, 2, lots(2))
    assert (error.value.code, error.value.facts["round"]) == ("result_open", 1)


def test_two_confirmed_results_for_one_match_are_refused() -> None:
    """Tabbycat #1705."""
    past = played(draw_round(people(4), [], 1, lots(1)))
    twice = [*past, replace(past[0], winner=1 - (past[0].winner or 0))]
    with pytest.raises(PairingError, match="player_twice"):
        draw_round(people(4), twice, 2, lots(2))


def test_nobody_is_paired_twice_in_a_round() -> None:
    """lila #12147."""
    everybody = people(31)
    past: list[Past] = []
    for round in range(1, 8):
        draw = draw_round(everybody, past, round, lots(round))
        assert sorted([*(id for pair in draw.pairs for id in pair.players), *draw.byes]) == [p.id for p in everybody]
        past += played(draw)
    with pytest.raises(PairingError, match="round_already_drawn"):
        draw_round(everybody, past, 7, lots(7))
    with pytest.raises(PairingError, match="player_twice"):
        draw_round(everybody, past, 8, lots(8), fixed=[("p001", "p002"), ("p002", "p003")])


def test_when_all_have_met_the_rounds_go_on_with_rematches_that_say_so() -> None:
    """lila #6689: an event ended early because all pairings were played."""
    past: list[Past] = []
    for round in range(1, 7):
        draw = draw_round(people(4), past, round, lots(round))
        assert len(draw.pairs) == 2
        again = [r for pair in draw.pairs for r in pair.reasons if r.code == "rematch"]
        assert len(again) == (2 if round > 3 else 0)
        past += played(draw)
    assert set(Counter(frozenset(m.players) for m in past).values()) == {2}


def test_leaving_and_coming_back_brings_no_bye_after_bye() -> None:
    """lila #12497: whoever left and rejoined had full-point byes without end."""
    here = people(7)
    restless = replace(here[0], paused=(2, 4, 6))
    past: list[Past] = []
    for round in range(1, 8):
        past += played(draw_round([restless, *here[1:]], past, round, lots(round)))
    byes = Counter(m.one for m in past if m.two is None)
    assert byes[restless.id] <= 1
    assert max(byes.values()) == 1
    (back,) = contenders([restless], past, 8, {})
    assert back.score == sum(m.winner_id == restless.id for m in past)


def test_a_postponed_match_does_not_hold_up_the_next_round() -> None:
    everybody = people(8)
    past = played(draw_round(everybody, [], 1, lots(1)))
    put_off = replace(past[0], winner=None, confirmed=False, postponed=True)
    past = [put_off, *past[1:]]
    second = draw_round(everybody, past, 2, lots(2))
    assert len(second.pairs) == 4
    assert set(put_off.players) not in [set(pair.players) for pair in second.pairs]  # they have met all the same
    one, two = put_off.players
    (participant,) = (p for p in everybody if p.id == one)
    (waiting,) = contenders([participant], past, 2, {})
    assert (waiting.score, waiting.missed) == (0, 0)

    as_won = draw_round(everybody, past, 2, lots(2), assumed={one: 1, two: 1})
    winners = {m.winner_id for m in past} | {one, two}
    for pair in as_won.pairs:
        assert len(winners & set(pair.players)) != 1 or any(r.code == "float" for r in pair.reasons)

    by_hand = draw_round(everybody, past, 2, lots(2), fixed=[(one, "p007" if one != "p007" else "p006")])
    assert by_hand.pairs[0].one == one
    assert len(by_hand.pairs) == 4

    told = [replace(put_off, winner=0, confirmed=True, postponed=False), *past[1:], *played(second)]
    (told_of,) = contenders([participant], told, 3, {})
    assert told_of.score >= 1


def test_a_swap_in_round_6_is_shown_beside_what_the_engine_had(evening: Evening4) -> None:
    past = [m for m in evening.past if m.round < 6]
    draw = draw_round(evening.people, past, 6, lots(6))
    (a, b), (c, d) = (pair.players for pair in draw.pairs[:2])
    swapped = [(a, c), (b, d), *((pair.one, pair.two) for pair in draw.pairs[2:]), *((id, None) for id in draw.byes)]
    shown = compare(contenders(evening.people, past, 6, {}), draw.drawn, swapped, SWISS_AIMS)
    assert [pair.players for pair in shown.only_engine] == [(a, b), (c, d)]
    assert {frozenset(pair.players) for pair in shown.only_by_hand} == {frozenset((a, c)), frozenset((b, d))}


def test_the_same_round_comes_out_of_players_and_results_in_any_order(evening: Evening4) -> None:
    past = [m for m in evening.past if m.round < 5]
    forwards = draw_round(evening.people, past, 5, lots(5))
    assert draw_round(evening.people[::-1], past[::-1], 5, lots(5)) == forwards


def test_who_came_after_the_first_round_has_rested_and_is_not_given_the_bye_before_the_others() -> None:
    field = [Participant(player=Player(id=id)) for id in "abcd"]
    field.append(Participant(player=Player(id="e"), joined=2))
    past = [Past(round=1, one=one, two=two, winner=0, confirmed=True) for one, two in ("ab", "cd")]
    for seed in range(12):
        (bye,) = draw_round(field, past, 2, lots(seed)).byes
        assert bye in "bd"
