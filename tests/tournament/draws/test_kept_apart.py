"""Family, club and country kept apart in a bracket as long as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.kept_apart import Clashes, clashes_of, keep_apart, meeting
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.seeding import by_rating, draw_by_lots, draw_seeded, seed_order
from tests.tournament.entrants_and_outcomes import in_order


def early_meetings(leaves: Sequence[int], clashes: Clashes, bit: int, depth: int) -> list[int]:
    """How many pairs that clash can meet first in round 1, 2, ...: what is to be small, the first round first."""
    counts = [0] * depth
    for i, others in enumerate(clashes):
        for j, mask in others.items():
            if j < i and mask & bit:
                counts[meeting(leaves[i], leaves[j]) - 1] += 1
    return counts


def halves(members: Sequence[int]) -> Iterator[list[int]]:
    """Every way to stand on the line that is not the same bracket turned round."""
    if len(members) == 1:
        yield list(members)
        return
    first, rest = members[0], members[1:]
    for chosen in combinations(rest, len(members) // 2 - 1):
        top = [first, *chosen]
        bottom = [member for member in rest if member not in chosen]
        for left in halves(top):
            for right in halves(bottom):
                yield left + right


def test_all_brackets_of_eight_are_315() -> None:
    assert sum(1 for _ in halves(range(8))) == 315


def meetings(field: Sequence[Player], leaves: Sequence[int], depth: int) -> list[list[int]]:
    clashes = clashes_of(field)
    return [early_meetings(leaves, clashes, bit, depth) for bit in (4, 2, 1)]  # family, club, country


clubs = st.lists(st.sampled_from(["north", "south", "east", None]), min_size=8, max_size=8)


@settings(max_examples=60)
@given(clubs)
def test_with_one_kind_no_bracket_of_eight_is_better(club: list[str | None]) -> None:
    field = [Player(id=str(n), club=club[n]) for n in range(8)]
    found = keep_apart(range(8), [0] * 8, clashes_of(field), 3)
    best = min(meetings(field, [line.index(n) for n in range(8)], 3) for line in halves(range(8)))
    assert meetings(field, found, 3) == best


@settings(max_examples=40)
@given(clubs, st.lists(st.sampled_from(["dk", "se"]), min_size=8, max_size=8))
def test_with_two_kinds_a_few_tries_find_the_best_bracket_of_eight(club: list[str | None], country: list[str]) -> None:
    field = [Player(id=str(n), club=club[n], country=country[n]) for n in range(8)]
    found = keep_apart(range(8), [0] * 8, clashes_of(field), 3, tries=20)
    best = min(meetings(field, [line.index(n) for n in range(8)], 3) for line in halves(range(8)))
    assert meetings(field, found, 3) == best


def least_meetings(sizes: Sequence[int], depth: int) -> list[int]:
    """No bracket can have fewer: every club spread evenly over every part."""
    within = []  # pairs that can meet up to round r, in blocks of 2**r
    for round in range(depth + 1):
        blocks = 1 << depth - round
        pairs = 0
        for size in sizes:
            each, more = divmod(size, blocks)
            pairs += more * (each + 1) * each // 2 + (blocks - more) * each * (each - 1) // 2
        within.append(pairs)
    return [later - earlier for earlier, later in pairwise(within)]


def test_128_players_of_nine_clubs_are_spread_as_well_as_can_be() -> None:
    sizes = [40, 25, 17, 13, 11, 9, 7, 4, 2]
    club = [name for name, size in enumerate(sizes) for _ in range(size)]
    field = [Player(id=f"{n:03}", club=str(club[n])) for n in range(128)]
    for seed in ("a", "b"):
        drawn = Lots(b"clubs", seed).shuffled(field)
        found = keep_apart(range(128), [0] * 128, clashes_of(drawn), 7)
        assert early_meetings(found, clashes_of(drawn), 2, 7) == least_meetings(sizes, 7)


def test_brother_and_sister_are_put_into_different_halves_even_with_one_club_for_all() -> None:
    field = [Player(id=f"{n:02}", club="only", family="f" if n < 2 else None) for n in range(16)]
    for seed in range(10):
        draw = draw_by_lots(field, Lots(b"family", str(seed)).shuffled)
        where = {entrant: n for n, pair in enumerate(draw) for entrant in pair}
        assert meeting(where["00"], where["01"]) == 3  # of the four pairs of each half: the final


def test_lots_decide_where_nobody_has_to_be_kept_apart() -> None:
    field = [Player(id=f"{n:02}") for n in range(8)]
    seen = Counter(draw_by_lots(field, Lots(b"lots", str(seed)).shuffled)[0][0] for seed in range(200))
    assert len(seen) == 8


def test_seeds_stay_in_their_bands() -> None:
    field = [Player(id=f"{n:02}", rating=2000 - n, club="a" if n in (0, 3, 4) else str(n)) for n in range(8)]
    draw = draw_seeded(by_rating(field, in_order), 8, in_order)
    order = seed_order(8)
    at = {entrant: order[2 * n + seat] for n, pair in enumerate(draw) for seat, entrant in enumerate(pair)}
    assert (at["00"], at["01"]) == (1, 2)
    assert {at["02"], at["03"]} == {3, 4}
    where = {entrant: n for n, pair in enumerate(draw) for entrant in pair}
    assert meeting(where["00"], where["03"]) == 2  # 4th seed moved to the other half


def test_by_rating_puts_who_has_none_last_and_lots_decide_between_equals() -> None:
    field = [
        Player(id="a"),
        Player(id="b", rating=150000),
        Player(id="c", rating=150000),
        Player(id="d", rating=160000),
    ]
    assert [p.id for p in by_rating(field, in_order)] == ["d", "b", "c", "a"]
    assert [p.id for p in by_rating(field, lambda line: list(reversed(line)))] == ["d", "c", "b", "a"]


def test_no_club_mates_meet_in_the_first_round_of_a_large_field_from_two_countries() -> None:
    field = [Player(id=f"{n:03}", country="dk" if n % 4 else "se", club=str(n % 11)) for n in range(128)]
    draw = draw_by_lots(field, Lots(b"large", "x").shuffled)
    clubs = {player.id: player.club for player in field}
    assert all(clubs[one] != clubs[two] for one, two in draw if one and two)
