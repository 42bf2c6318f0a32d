"""Time to pair a round, compared with rustworkx alone: the matching of the same weighted graph."""

from __future__ import annotations

import time
from collections.abc import Callable

import rustworkx as rx

from bench.pairing_positions import Position, positions
from bench.table import Table
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import COMPLETE_UP_TO, NEAREST, NEAREST_FIRST, pair_round
from tavl.tournament.draws.pairing_costs import Field
from tavl.tournament.formats.swiss.rounds import SWISS_AIMS

TIMES = 5
SIZES = (100, 256, 512, 1024)


def alone(position: Position, lots: Lots, looked_at: int) -> Callable[[], object]:
    field = Field(position.contenders(), SWISS_AIMS, ())
    edges = field.all_edges() if field.nobody <= NEAREST_FIRST else field.nearest(lots, NEAREST)
    if looked_at != len(edges[0]):
        drawn = pair_round(position.contenders(), lots, SWISS_AIMS)
        edges = field.promising(field.checked((pair.one, pair.two) for pair in drawn.pairs))
    weights, _ = field.weights(lots, edges)
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * field.size)
    graph.add_edges_from(list(zip(edges[0].tolist(), edges[1].tolist(), weights, strict=True)))
    return lambda: rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def best(*works: Callable[[], object]) -> list[float]:
    """Seconds of processor time: the best of several in turn, because other processes use the machine."""
    least = [float("inf")] * len(works)
    for _ in range(TIMES):
        for place, work in enumerate(works):
            began = time.process_time()
            work()
            least[place] = min(least[place], time.process_time() - began)
    return least


def run() -> Table:
    table = Table(
        "A round of Swiss, ninth of nine",
        ("players", "pairs looked at", "tavl ms", "rustworkx alone ms", "times as long"),
        notes=[
            "With clubs, countries and families to keep apart and floats to remember: all aims in one weight of up to "
            "118 bits. rustworkx alone has the finished graph; tavl starts from the players and ends with reasons. "
            f"Beyond {NEAREST_FIRST} players a round among the 12 nearest of each tells which pairs the best one can "
            f"have, and only those are looked at; beyond {COMPLETE_UP_TO} one among the 40 nearest is taken if no aim "
            "could be better."
        ],
    )
    for size in SIZES:
        position = positions(size, 9, seed=1)[-1]
        lots = Lots(b"bench", "time")
        contenders = position.contenders()
        looked_at = pair_round(contenders, lots, SWISS_AIMS).looked_at
        ours, theirs = best(
            lambda c=contenders, lots=lots: pair_round(c, lots, SWISS_AIMS), alone(position, lots, looked_at)
        )  # type: ignore[misc]
        table.add(size, f"{looked_at:,}", f"{1000 * ours:.0f}", f"{1000 * theirs:.0f}", f"{ours / theirs:.2f}")
    return table
