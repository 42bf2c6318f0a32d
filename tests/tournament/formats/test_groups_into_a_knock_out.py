"""Evening 5 with its numbers: four groups of four, two go on, and nobody meets their own group before the final."""

from __future__ import annotations

from itertools import product

import pytest

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Known, Outcome, Pairing, PlaceIn, is_match, resolve
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.groups import draw_groups, group_pairings, knock_out, name, places
from tavl.tournament.formats.single_elimination import Lengths
from tavl.tournament.standings.tie_breaks import GROUP, Restart, Scored, rank

LENGTHS = Lengths(points=7)


def lots() -> Lots:
    return Lots(b"seed", "groups")


def through(groups: int, of_each: int) -> tuple[tuple[Pairing, ...], dict[tuple[str, int], str]]:
    names = [name(n) for n in range(groups)]
    found = {(group, place): f"{group[6:]}{place}" for group in names for place in range(1, of_each + 1)}
    return knock_out(names, of_each, LENGTHS), found


def first_meetings(pairings: tuple[Pairing, ...]) -> dict[tuple[str, str], int]:
    """The round in which two places can meet first: where the matches that they can reach begin to be the same."""
    reach: dict[str, list[set[str]]] = {}
    sources: dict[str, set[str]] = {}
    for pairing in pairings:
        sides = []
        for source in pairing.sources:
            if isinstance(source, PlaceIn):
                sides.append({f"{source.group[6:]}{source.place}"})
            else:
                sides.append(sources.get(getattr(source, "match", ""), set()))
        reach[pairing.id] = sides
        sources[pairing.id] = sides[0] | sides[1]
    return {
        (one, two): pairing.round
        for pairing in reversed(pairings)
        for a, b in [reach[pairing.id]]
        for one, two in [*product(a, b), *product(b, a)]
    }


def test_evening_5_has_24_and_7_matches() -> None:
    players = [Player(id=f"p{n:02}", rating=100_000 + n) for n in range(16)]
    groups = draw_groups(players, 4, lots())
    in_groups = group_pairings(groups, 7)
    bracket = knock_out(list(groups), 2, LENGTHS)
    assert (len(in_groups), len(bracket)) == (24, 7)
    assert sorted(id for members in groups.values() for id in members) == [p.id for p in players]


def test_evening_5_winners_meet_seconds_of_other_groups_and_nobody_their_own_before_the_final() -> None:
    pairings, _ = through(4, 2)
    first = [p.sources for p in pairings if p.round == 1]
    for one, two in first:
        assert isinstance(one, PlaceIn)
        assert isinstance(two, PlaceIn)
        assert {one.place, two.place} == {1, 2}
        assert one.group != two.group
    meetings = first_meetings(pairings)
    assert {meetings[f"{group}1", f"{group}2"] for group in "ABCD"} == {3}


@pytest.mark.parametrize("groups", [1, 2, 3, 4, 5, 6, 8, 16])
def test_two_of_any_number_of_groups_meet_again_in_the_final_only(groups: int) -> None:
    pairings, found = through(groups, 2)
    meetings = first_meetings(pairings)
    last = max(p.round for p in pairings)
    assert all(
        meetings[one, two] == last
        for one, two in product(found.values(), found.values())
        if one[:-1] == two[:-1] and one != two
    )
    slots = resolve(pairings, {}, found)
    assert sum(is_match(slot) for slot in slots.values()) == 2 * groups - 1
    byes = [slot for p in pairings if p.round == 1 and not is_match(slots[p.id]) for slot in slots[p.id]]
    places = [int(slot.entrant[-1]) for slot in byes if isinstance(slot, Known)]
    assert places.count(2) == max(0, len(places) - groups)  # only where there are more byes than winners


def test_four_of_each_group_are_in_four_quarters() -> None:
    pairings, _ = through(4, 4)
    meetings = first_meetings(pairings)
    last = max(p.round for p in pairings)
    for group in "ABCD":
        assert meetings[f"{group}1", f"{group}2"] == last
        assert all(meetings[f"{group}{a}", f"{group}{b}"] >= last - 1 for a in range(1, 5) for b in range(1, a))
    for p in pairings:
        if p.round == 1:
            assert sorted(source.place for source in p.sources if isinstance(source, PlaceIn)) in ([1, 4], [2, 3])


def test_one_of_each_group_is_a_plain_bracket() -> None:
    pairings, found = through(3, 1)
    assert sum(is_match(slot) for slot in resolve(pairings, {}, found).values()) == 2
    with pytest.raises(ValueError, match="at least two"):
        knock_out(["group-A"], 1, LENGTHS)


def test_evening_5_b_and_c_go_on_from_group_a_and_the_bracket_is_played_out() -> None:
    played = "AB75 BC72 CA76 AD73 BD76 CD70"
    matches = [Scored(one=m[0], two=m[1], winner=0, points=(int(m[2]), int(m[3]))) for m in played.split()]
    standings = {"group-A": rank("ABCD", matches, GROUP, Restart.EACH_PLACE)}
    taken = places(standings)
    assert [taken["group-A", place] for place in (1, 2, 3, 4)] == ["B", "C", "A", "D"]
    pairings, found = through(4, 2)
    found.update(taken)
    outcomes: dict[str, Outcome] = {}
    for pairing in pairings:
        slots = resolve(pairings, outcomes, found)[pairing.id]
        assert all(isinstance(slot, Known) for slot in slots)
        outcomes[pairing.id] = Outcome(0)
    assert len(outcomes) == 7


def test_a_place_that_is_shared_is_nobodys() -> None:
    assert places({"group-A": rank("AB", [], GROUP)}) == {}


def test_ratings_are_spread_and_clubs_kept_apart() -> None:
    players = [Player(id=f"p{n:02}", rating=10_000 * (16 - n), club=f"c{n % 4}") for n in range(16)]
    groups = draw_groups(players, 4, lots())
    clubs = {player.id: player.club for player in players}
    for members in groups.values():
        assert [int(id[1:]) // 4 for id in members] == [0, 1, 2, 3]
        assert len({clubs[id] for id in members}) == 4
    assert draw_groups(players[::-1], 4, lots()) == groups


def test_groups_of_uneven_size_differ_by_one() -> None:
    players = [Player(id=f"p{n:02}") for n in range(18)]
    assert sorted(len(members) for members in draw_groups(players, 4, lots()).values()) == [4, 4, 5, 5]
    with pytest.raises(ValueError, match="no 4 groups of 3"):
        draw_groups(players[:3], 4, lots())


def test_groups_beyond_the_alphabet_have_names() -> None:
    assert [name(n) for n in (0, 25, 26, 27)] == ["group-A", "group-Z", "group-AA", "group-AB"]
