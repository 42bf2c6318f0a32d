"""One round as a maximum-weight matching: aims in strict order, and why each pair came about.

What a pair costs in each aim is in `pairing_costs`; here the best round is found, explained, and compared with one made
by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tavl.extras import needed_for
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing_costs import (
    Aim,
    Contender,
    Costs,
    Field,
    PairingError,
)

__all__ = [
    "Aim",
    "Change",
    "Comparison",
    "Contender",
    "Pair",
    "PairReason",
    "PairingError",
    "Round",
    "assign",
    "compare",
    "pair_round",
]

NEAREST = 40  # opponents considered for each player if not all are
NEAREST_TO_NARROW = 12  # enough to learn which pairs the best round can have
NEAREST_FIRST = 100  # players; beyond, a round among the nearest tells which pairs the best one can have
COMPLETE_UP_TO = 512  # beyond, that round is taken if no aim could be better
NEAREST_FROM = 640  # and from here on it is taken unless it has a rematch: all pairs would take seconds


class PairReason(Struct, frozen=True):
    """Why a pair was made: a code with facts; the sentences are elsewhere."""

    code: str
    facts: dict[str, int | str] = {}


class Pair(Struct, frozen=True):
    one: str
    two: str | None  # none: a bye
    reasons: tuple[PairReason, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return (self.one,) if self.two is None else (self.one, self.two)


class Round(Struct, frozen=True, kw_only=True):
    pairs: tuple[Pair, ...]  # highest score first; without the bye
    bye: Pair | None
    costs: dict[str, int]  # of the whole round, by aim; with fewer than 640 players nothing less is possible
    left_out: tuple[str, ...] = ()  # aims that did not fit into the weight (with thousands of players)
    looked_at: int = 0  # pairs among which was chosen


class Change(Struct, frozen=True):
    aim: str
    engine: int
    by_hand: int


class Comparison(Struct, frozen=True, kw_only=True):
    """A round by hand compared with the engine's: who has another opponent, and what that costs."""

    only_engine: tuple[Pair, ...]
    only_by_hand: tuple[Pair, ...]
    changes: tuple[Change, ...]  # the aims in which they differ, first aim first
    rounds_differ_in: str | None  # the first of them: what the engine would have preferred


def pair_round(
    contenders: Iterable[Contender],
    lots: Lots,
    aims: Sequence[Aim],
    apart: Iterable[tuple[str, str]] = (),
    complete_up_to: int = COMPLETE_UP_TO,
) -> Round:
    """The best round of these players. An odd number leaves one bye."""
    field = Field(contenders, aims, apart)
    if not field.contenders:
        return Round(pairs=(), bye=None, costs=dict.fromkeys(map(str, aims), 0))
    matching: list[tuple[int, int]] | None = None
    left_out: tuple[str, ...] = ()
    looked_at = 0
    if field.nobody > min(NEAREST_FIRST, complete_up_to):
        narrows = field.nobody <= complete_up_to  # it is not taken itself, and few of the nearest tell as much
        for count in (NEAREST_TO_NARROW, NEAREST) if narrows else (NEAREST,):
            edges = field.nearest(lots, count)
            matching, left_out = _match(field, lots, edges)
            looked_at = len(edges[0])
            if matching is not None:
                break
    if matching is None or field.nobody <= complete_up_to or not _good_enough(field, matching):
        edges = field.all_edges() if matching is None else field.promising(matching)
        matching, left_out = _match(field, lots, edges)
        looked_at = len(edges[0])
    assert matching is not None  # of a complete graph on an even number
    pairs = _pairs(field, matching)
    byes = [pair for pair in pairs if pair.two is None]
    return Round(
        pairs=tuple(pair for pair in pairs if pair.two is not None),
        bye=byes[0] if byes else None,
        costs={str(aim): total for aim, total in field.totals(matching).items()},
        left_out=left_out,
        looked_at=looked_at,
    )


def compare(
    contenders: Iterable[Contender],
    engine: Round,
    by_hand: Iterable[tuple[str, str | None]],
    aims: Sequence[Aim],
    apart: Iterable[tuple[str, str]] = (),
) -> Comparison:
    """What a round made or changed by hand does differently. Raises `PairingError` for an impossible round."""
    field = Field(contenders, aims, apart)
    chosen = field.checked(by_hand)
    ours = [(pair.one, pair.two) for pair in (*engine.pairs, *((engine.bye,) if engine.bye else ()))]
    before, after = field.totals(field.checked(ours)), field.totals(chosen)
    changes = tuple(Change(str(aim), before[aim], after[aim]) for aim in aims if before[aim] != after[aim])
    pairs = {frozenset(pair.players): pair for pair in _pairs(field, chosen)}
    others = {frozenset(pair.players): pair for pair in (*engine.pairs, *((engine.bye,) if engine.bye else ()))}
    return Comparison(
        only_engine=tuple(pair for key, pair in others.items() if key not in pairs),
        only_by_hand=tuple(pair for key, pair in pairs.items() if key not in others),
        changes=changes,
        rounds_differ_in=changes[0].aim if changes else None,
    )


def _good_enough(field: Field, matching: Sequence[tuple[int, int]]) -> bool:
    """Whether a round among the nearest will do: no aim could be better with all pairs; with very many players, no
    rematch."""
    if field.nobody < NEAREST_FROM:
        return field.cannot_be_better(matching)
    totals = field.totals(matching)
    return not any(totals.get(aim) for aim in (Aim.NAMED, Aim.REMATCH))


def _match(
    field: Field, lots: Lots, edges: tuple[Costs, Costs]
) -> tuple[list[tuple[int, int]] | None, tuple[str, ...]]:
    """The pairs of the best perfect matching, highest scores first; none where there is no perfect one."""
    weights, left_out = field.weights(lots, edges)
    found = _heaviest(field.size, list(zip(edges[0].tolist(), edges[1].tolist(), weights, strict=True)))
    if 2 * len(found) < field.size:
        return None, left_out
    return sorted(((min(pair), max(pair)) for pair in found), key=field.rank), left_out


def _heaviest(nodes: int, edges: list[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """The matching of as many as can be matched that weighs most."""
    with needed_for("pairing"):
        import rustworkx as rx  # only needed for drawing: it comes with an extra
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(edges)
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _pairs(field: Field, matching: Sequence[tuple[int, int]]) -> list[Pair]:
    """The higher score of a pair first, with reasons for whatever an aim would rather avoid."""
    costs = {aim: cost.tolist() for aim, cost in field.costs(matching).items()}
    return [_pair(field, a, b, {aim: costs[aim][place] for aim in costs}) for place, (a, b) in enumerate(matching)]


def _pair(field: Field, a: int, b: int, costs: Mapping[Aim, int]) -> Pair:
    one = field.contenders[a]
    if b == field.nobody:
        return Pair(one.id, None, _bye_reasons(field, a))
    two = field.contenders[b]
    if (two.score, one.id) > (one.score, two.id):
        a, b, one, two = b, a, two, one
    return Pair(one.id, two.id, tuple(_reasons(field, a, b, costs)) if any(costs.values()) else ())


def _reasons(field: Field, a: int, b: int, costs: Mapping[Aim, int]) -> Iterable[PairReason]:
    one, two = field.contenders[a], field.contenders[b]
    if costs.get(Aim.NAMED):
        yield PairReason("kept_apart_in_vain")
    if costs.get(Aim.REMATCH):
        yield PairReason("rematch", {"times": int(field.met[a, b]), **_left(field, a, "one"), **_left(field, b, "two")})
    if costs.get(Aim.FLOAT):
        yield PairReason("float", {"by": one.score - two.score, "down": one.id, "why": _why_float(field, a)})
    if costs.get(Aim.SECOND_FLOAT):
        again = [c.id for c, way in ((one, -1), (two, 1)) if c.floated == way]
        yield PairReason("float_again", {"player": ", ".join(again)})
    for kind in one.player.shares(two.player):
        if kind in field.aims:
            yield PairReason("same_" + kind, {kind: str(getattr(one.player, kind))})
    if Aim.REMATCH not in field.aims and field.met[a, b]:
        yield PairReason("met_before", {"times": int(field.met[a, b])})


def _left(field: Field, a: int, who: str) -> dict[str, int | str]:
    """How many opponents this player has not met: "none" is the shortest answer to "why again?"."""
    return {f"{who}_not_met": field.nobody - 1 - int((field.met[a] > 0).sum())}


def _why_float(field: Field, a: int) -> str:
    group = [b for b, c in enumerate(field.contenders) if c.score == field.contenders[a].score]
    if len(group) % 2:
        return "odd_group"
    if all(field.met[a, b] for b in group if b != a):
        return "met_all_of_group"
    if all(field.met[a, b] or field.named[a, b] for b in group if b != a):
        return "kept_apart_from_group"
    return "others_could_not_be_paired"


def _bye_reasons(field: Field, a: int) -> tuple[PairReason, ...]:
    one = field.contenders[a]
    reasons = []
    lowest = min(c.score for c in field.contenders)
    if one.byes or one.missed:
        reasons.append(PairReason("all_had_a_bye", {"byes": one.byes, "missed": one.missed}))
    if one.score > lowest:
        had = all(c.byes + c.missed for c in field.contenders if c.score < one.score)
        reasons.append(PairReason("lower_had_a_bye" if had else "else_a_rematch", {"score": one.score}))
    return tuple(reasons) or (PairReason("lowest_without_a_bye", {"score": one.score}),)


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """A column for every row, none twice, so that the sum of the costs is the least there is."""
    rows, columns = len(costs), max((len(row) for row in costs), default=0)
    worst = max((cost for row in costs for cost in row), default=0) + 1
    edges = [(i, rows + j, worst - cost) for i, row in enumerate(costs) for j, cost in enumerate(row)]
    found = _heaviest(rows + columns, edges)
    column = {min(pair): max(pair) - rows for pair in found}
    return [column[row] for row in range(rows)]
