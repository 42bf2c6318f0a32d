"""A round is the best there is by the aims in their order, the only one with its seed, and says why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import (
    Aim,
    Contender,
    PairingError,
    PairReason,
    Round,
    compare,
    pair_round,
)
from tavl.tournament.draws.pairing_costs import Field
from tavl.tournament.formats.club_night import CLUB_NIGHT_AIMS
from tavl.tournament.formats.double_and_triple_elimination import BY_LOSSES
from tavl.tournament.formats.swiss.rounds import SWISS_AIMS

Matching = tuple[tuple[Contender, Contender | None], ...]


def lots(label: str = "round") -> Lots:
    return Lots(b"seed", label)


def named(id: str, score: int = 0, met: str = "", **more: int) -> Contender:
    return Contender(player=Player(id=id), score=score, met=tuple(met), **more)


def matchings(players: list[Contender | None]) -> Iterator[Matching]:
    if not players:
        yield ()
        return
    first, rest = players[0], players[1:]
    for place, other in enumerate(rest):
        pair = (first, other) if first is not None else (other, None)
        for others in matchings(rest[:place] + rest[place + 1 :]):
            assert pair[0] is not None
            yield ((pair[0], pair[1]), *others)


def costs(matching: Matching, all_of_them: list[Contender]) -> tuple[int, ...]:
    """The aims of a Swiss round said once more, without a matrix or a bit."""
    totals = dict.fromkeys(SWISS_AIMS, 0)
    for one, two in matching:
        if two is None:
            totals[Aim.SECOND_BYE] += 8 * one.byes + one.missed
            totals[Aim.LATE_BYE] += one.player.late
            totals[Aim.HIGH_BYE] += one.score - min(c.score for c in all_of_them)
            continue
        met = max(one.met.count(two.id), two.met.count(one.id))
        totals[Aim.REMATCH] += met > 0
        totals[Aim.MET] += met**2
        totals[Aim.FLOAT] += (one.score - two.score) ** 2
        high, low = (one, two) if one.score > two.score else (two, one)
        if high.score > low.score:
            totals[Aim.SECOND_FLOAT] += (high.floated == -1) + (low.floated == 1)
        for kind in one.player.shares(two.player):
            totals[Aim(kind)] += 1
    return tuple(totals.values())


@st.composite
def fields(draw: st.DrawFn) -> list[Contender]:
    ids = [f"p{n}" for n in range(draw(st.integers(2, 7)))]
    name = st.none() | st.sampled_from("xy")
    return [
        Contender(
            player=Player(id=id, family=draw(name), club=draw(name), country=draw(name), late=draw(st.booleans())),
            score=draw(st.integers(0, 3)),
            met=tuple(draw(st.lists(st.sampled_from([other for other in ids if other != id]), max_size=4))),
            byes=draw(st.integers(0, 1)),
            missed=draw(st.integers(0, 1)),
            floated=draw(st.integers(-1, 1)),
        )
        for id in ids
    ]


def all_matchings(field: list[Contender]) -> list[Matching]:
    return list(matchings([*field, None] if len(field) % 2 else [*field]))


def as_sets(round_: Round) -> set[frozenset[str]]:
    pairs = (*round_.pairs, round_.bye) if round_.bye else round_.pairs
    return {frozenset(pair.players) for pair in pairs}


@settings(max_examples=150, deadline=None)
@given(fields())
def test_no_other_round_of_up_to_seven_is_better(field: list[Contender]) -> None:
    found = pair_round(field, lots(), SWISS_AIMS)
    assert tuple(found.costs.values()) == min(costs(matching, field) for matching in all_matchings(field))


@settings(max_examples=100, deadline=None)
@given(fields(), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_given_changes_nothing(field: list[Contender], random: object) -> None:
    shuffled = field[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert pair_round(shuffled, lots(), SWISS_AIMS) == pair_round(field, lots(), SWISS_AIMS)


@settings(max_examples=100, deadline=None)
@given(fields())
def test_one_round_alone_has_the_greatest_weight(field: list[Contender]) -> None:
    engine = Field(field, SWISS_AIMS, ())
    edges = engine.all_edges()
    weights = dict(
        zip(zip(*(side.tolist() for side in edges), strict=True), engine.weights(lots(), edges)[0], strict=True)
    )
    totals = []
    for matching in all_matchings(field):
        pairs = (sorted((engine.index[a.id], engine.nobody if b is None else engine.index[b.id])) for a, b in matching)
        totals.append(sum(weights[a, b] for a, b in pairs))
    assert totals.count(max(totals)) == 1


def test_another_seed_gives_another_first_round() -> None:
    field = [named(c) for c in "abcdefghijkl"]
    assert as_sets(pair_round(field, lots("1"), SWISS_AIMS)) != as_sets(pair_round(field, lots("2"), SWISS_AIMS))


def test_a_rematch_that_could_not_be_avoided_says_whom_they_had_left() -> None:
    field = [named("a", met="bc"), named("b", met="ac"), named("c", met="ab"), named("d")]
    (again,) = (pair for pair in pair_round(field, lots(), SWISS_AIMS).pairs if "d" not in pair.players)
    assert again.reasons == (PairReason("rematch", {"times": 1, "one_not_met": 1, "two_not_met": 1}),)


def test_a_rematch_is_avoided_even_if_everybody_floats_for_it() -> None:
    field = [named("a", 3, met="b"), named("b", 3, met="a"), named("c", 0, met="d"), named("d", 0, met="c")]
    found = pair_round(field, lots(), SWISS_AIMS)
    assert found.costs[Aim.REMATCH] == 0
    assert {reason.facts["why"] for pair in found.pairs for reason in pair.reasons} == {"met_all_of_group"}


def test_a_float_out_of_an_odd_group_says_so_and_who_floats() -> None:
    field = [named("a", 1), named("b", 1, floated=-1), named("c", 1, floated=-1), named("d", 0)]
    found = pair_round(field, lots(), SWISS_AIMS)
    (floated,) = (pair for pair in found.pairs if "d" in pair.players)
    assert floated.one == "a"  # b and c went down in the round before
    assert floated.reasons == (PairReason("float", {"by": 1, "down": "a", "why": "odd_group"}),)


def test_two_small_floats_come_before_a_big_one() -> None:
    field = [named("a", 2), named("b", 1), named("c", 1), named("d", 0)]
    pairs = as_sets(pair_round(field, lots(), SWISS_AIMS))
    assert frozenset("ad") not in pairs


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    field = [named("a", 2), named("b", 1), named("c", 0, byes=1)]
    bye = pair_round(field, lots(), SWISS_AIMS).bye
    assert bye is not None
    assert bye.one == "b"
    assert bye.reasons == (PairReason("lower_had_a_bye", {"score": 1}),)


def test_whoever_missed_a_round_has_no_bye_before_those_who_played_them_all() -> None:
    field = [named("a", 1), named("b", 1), named("c", 0, missed=2)]
    bye = pair_round(field, lots(), SWISS_AIMS).bye
    assert bye is not None
    assert bye.one in "ab"


def test_the_punctual_have_the_bye_before_the_late() -> None:
    late = Contender(player=Player(id="c", late=True))
    bye = pair_round([named("a", 1), named("b", 0), late], lots(), SWISS_AIMS).bye
    assert bye is not None
    assert bye.one == "b"


def test_a_sister_and_brother_whom_the_director_names_are_apart_even_alone_in_their_group() -> None:
    field = [named("s", 5), named("b", 5), named("x", 1), named("y", 1)]
    assert frozenset("sb") in as_sets(pair_round(field, lots(), SWISS_AIMS))
    assert frozenset("sb") not in as_sets(pair_round(field, lots(), SWISS_AIMS, apart=[("b", "s")]))


def test_club_mates_are_apart_where_their_group_allows_it_and_else_it_is_said() -> None:
    def of(club: str, id: str) -> Contender:
        return Contender(player=Player(id=id, club=club))

    found = pair_round([of("x", "a"), of("x", "b"), of("y", "c"), of("y", "d")], lots(), SWISS_AIMS)
    assert found.costs[Aim.CLUB] == 0
    found = pair_round([of("x", "a"), of("x", "b")], lots(), SWISS_AIMS)
    assert found.pairs[0].reasons == (PairReason("same_club", {"club": "x"}),)


def test_on_a_club_night_who_met_least_meet() -> None:
    field = [named("a", met="bbcd"), named("b", met="aacc"), named("c", met="abbdd"), named("d", met="acc")]
    assert as_sets(pair_round(field, lots(), CLUB_NIGHT_AIMS)) == {frozenset("ac"), frozenset("bd")}


def test_a_swap_by_hand_is_shown_beside_what_the_engine_had() -> None:
    field = [named("a", 2, met="c"), named("b", 2), named("c", 1, met="a"), named("d", 1)]
    engine = pair_round(field, lots(), SWISS_AIMS)
    shown = compare(field, engine, [("a", "c"), ("b", "d")], SWISS_AIMS)
    assert {frozenset(pair.players) for pair in shown.only_engine} == {frozenset("ab"), frozenset("cd")}
    assert shown.rounds_differ_in == "rematch"
    assert {change.aim: (change.engine, change.by_hand) for change in shown.changes} == {
        "rematch": (0, 1),
        "float": (0, 2),
        "met": (0, 1),
    }
    assert shown.only_by_hand[0].reasons[0].code == "rematch"
    same = compare(field, engine, [(pair.two or "", pair.one) for pair in engine.pairs], SWISS_AIMS)
    assert (same.only_engine, same.only_by_hand, same.changes) == ((), (), ())


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([("a", "b"), ("a", "c")], "player_twice"),
        ([("a", "a")], "player_twice"),
        ([("a", "x")], "unknown_player"),
        ([(None, None)], "byes_together"),
    ],
)
def test_by_hand_only_what_no_round_can_have_is_refused(pairs: list[tuple[str, str]], code: str) -> None:
    field = [named("a"), named("b"), named("c")]
    with pytest.raises(PairingError) as error:
        compare(field, pair_round(field, lots(), SWISS_AIMS), pairs, SWISS_AIMS)
    assert error.value.code == code


def test_a_player_given_twice_is_refused_and_nobody_makes_an_empty_round() -> None:
    with pytest.raises(PairingError, match="player_twice, player=a"):
        pair_round([named("a"), named("a")], lots(), SWISS_AIMS)
    assert pair_round([], lots(), SWISS_AIMS).pairs == ()
    alone = pair_round([named("a")], lots(), SWISS_AIMS)
    assert (alone.pairs, alone.bye and alone.bye.one) == ((), "a")


def many(n: int = 121) -> list[Contender]:
    return [named(f"p{number:03}", number // 20) for number in range(n)]


def test_the_nearest_are_enough_where_no_aim_could_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    few = pair_round(many(), lots(), SWISS_AIMS, complete_up_to=100)
    monkeypatch.setattr("tavl.tournament.draws.pairing.NEAREST_FIRST", 200)
    everybody = pair_round(many(), lots(), SWISS_AIMS, complete_up_to=200)
    assert few.looked_at < everybody.looked_at == 122 * 121 // 2
    assert few.costs == everybody.costs


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(24, 40), st.sampled_from([SWISS_AIMS, SWISS_AIMS, CLUB_NIGHT_AIMS, BY_LOSSES]))
def test_pairs_that_the_best_round_cannot_have_are_left_out_and_it_is_the_same(
    data: st.DataObject, n: int, aims: tuple[Aim, ...]
) -> None:
    """Whatever scores, byes, clubs and earlier opponents: one among all pairs, one among those that are left."""
    chance = data.draw(st.randoms(use_true_random=False))
    ids = [f"p{number:02}" for number in range(n)]
    most = data.draw(st.sampled_from([0, 0, 3, n - 2]))
    field = [
        Contender(
            player=Player(id=id, club=chance.choice("abc"), late=chance.random() < 0.2),
            score=chance.randrange(4),
            met=tuple(chance.sample([other for other in ids if other != id], chance.choice([0, most]))),
            byes=chance.randrange(2),
        )
        for id in ids
    ]
    among_all = pair_round(field, lots(), aims)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tavl.tournament.draws.pairing.NEAREST_FIRST", 10)
        among_few = pair_round(field, lots(), aims)
    assert (among_few.pairs, among_few.bye, among_few.costs) == (among_all.pairs, among_all.bye, among_all.costs)


def test_where_the_nearest_are_not_the_best_all_are_looked_at() -> None:
    field = many(120)
    ids = tuple(contender.id for contender in field)
    for contenders in (
        [Contender(player=Player(id=id), met=tuple(other for other in ids if other != id)) for id in ids],
        [
            Contender(player=Player(id=id, club="x" if id < "p080" else "y")) for id in ids
        ],  # club mates are bound to meet
        [*field, Contender(player=Player(id="z"), byes=1)],
    ):
        few, everybody = (pair_round(contenders, lots(), SWISS_AIMS, complete_up_to=limit) for limit in (100, 200))
        assert few.costs == everybody.costs


@settings(max_examples=60, deadline=None)
@given(fields())
def test_what_cannot_be_better_is_the_best(field: list[Contender]) -> None:
    engine = Field(field, SWISS_AIMS, ())
    best = min(costs(matching, field) for matching in all_matchings(field))
    for matching in all_matchings(field):
        ids = [(one.id, two and two.id) for one, two in matching]
        if engine.cannot_be_better(engine.checked(ids)):
            assert costs(matching, field) == best


def test_of_very_many_the_nearest_are_taken_unless_they_bring_a_rematch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavl.tournament.draws.pairing.NEAREST_FROM", 100)
    field = [Contender(player=Player(id=f"p{n:03}", club="x" if n < 80 else "y")) for n in range(120)]
    assert pair_round(field, lots(), SWISS_AIMS, complete_up_to=100).looked_at < 120 * 119 // 2
    met_all = tuple(contender.id for contender in field)
    field = [Contender(player=contender.player, met=met_all) for contender in field]
    assert pair_round(field, lots(), SWISS_AIMS, complete_up_to=100).looked_at == 120 * 119 // 2


def test_the_first_round_of_many_is_drawn_among_all_not_among_neighbours_on_the_list() -> None:
    drawn = pair_round([named(f"p{n:03}") for n in range(300)], lots(), SWISS_AIMS, complete_up_to=100)
    apart = [abs(int(pair.one[1:]) - int(str(pair.two)[1:])) for pair in drawn.pairs]
    assert 70 < sum(apart) / len(apart) < 130  # a third of 300 is to be expected


def test_aims_without_room_in_the_weight_are_left_out_from_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavl.tournament.draws.pairing_costs.WEIGHT_BITS", 26)
    field = [named("a", 1, met="b"), named("b", 0, met="a"), named("c", 1), named("d", 0)]
    found = pair_round(field, lots(), SWISS_AIMS)
    assert found.left_out[-1] == Aim.COUNTRY
    assert found.costs[Aim.REMATCH] == 0


def test_a_swiss_would_rather_give_a_second_bye_than_a_rematch_and_a_round_with_lives_the_other_way_round() -> None:
    field = [named("a", met="b", byes=1), named("b", met="a", byes=1), named("c")]
    swiss, by_lives = pair_round(field, lots(), SWISS_AIMS), pair_round(field, lots(), BY_LOSSES)
    assert swiss.bye is not None
    assert swiss.bye.one in "ab"
    assert swiss.costs[Aim.REMATCH] == 0
    assert by_lives.bye is not None
    assert by_lives.bye.one == "c"
