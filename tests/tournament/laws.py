"""What holds of a tournament that is over, whatever happened in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tavl.tournament.standings.results_table import table
from tavl.tournament.terms import Format
from tests.tournament.desk import Hall


def matchings(people: tuple[str, ...]) -> Iterator[tuple[tuple[str, str | None], ...]]:
    """Every round that these could play; with an odd number somebody has a bye."""
    if len(people) % 2:
        for bye in people:
            rest = tuple(p for p in people if p != bye)
            yield from (((bye, None), *found) for found in matchings(rest))
    elif not people:
        yield ()
    else:
        one, *others = people
        for two in others:
            rest = tuple(p for p in others if p != two)
            yield from (((one, two), *found) for found in matchings(rest))


def best_rounds(desk: Hall) -> None:
    """No round of a Swiss or with lives has a rematch, or a second bye, that another round would not have had.

    The Swiss puts rematches first, and with lives byes come first. From five on the endgame is as it is written."""
    here = desk.state.divisions["open"]
    if here.terms.format not in (Format.SWISS, Format.TRIPLE):
        return
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    for draw in here.draws:
        pairings = [p for p in here.pairings if p.id in draw.pairings]
        pairs = [tuple(getattr(source, "entrant", None) for source in p.sources) for p in pairings]
        people = tuple(sorted(one for pair in pairs for one in pair if one is not None))

        def cost(round: Any, people: tuple[str, ...] = people) -> tuple[int, ...]:
            again = [met[frozenset(pair)] for pair in round if None not in pair]
            rematches = (sum(times > 0 for times in again), sum(times**2 for times in again))
            byes = sum(rested[pair[0]] for pair in round if None in pair)
            return (byes, rematches[0]) if here.terms.format is Format.TRIPLE else (*rematches, byes)

        if here.terms.format is Format.SWISS or len(people) > 5:
            assert cost(pairs) == min(map(cost, matchings(people)))
        for pair in pairs:
            if None not in pair:
                met[frozenset(pair)] += 1
        for entry in desk.state.entries:
            missed = here.terms.format is Format.SWISS and entry not in people
            rested[entry] += missed or any(entry in pair and None in pair for pair in pairs)


def points_add_up(desk: Hall) -> None:
    """A win for every match that somebody won and for every bye, half to each side of a draw."""
    gone = set(desk.state.entries) - {placed.entrant for placed in table(desk.flow, "open")}
    total = 0
    for each in desk.flow.of("open"):
        one, two = (getattr(source, "entrant", None) for source in each.pairing.sources)
        if {one, two} & gone:
            continue
        if two is None:
            total += 1
        elif each.outcome is not None:
            result = each.match.confirmed.result if each.match.confirmed else None
            won = result.winner if result else each.outcome.winner
            total += won is not None or (result is not None and result.how == "drawn")
    assert sum(float(placed.score) for placed in table(desk.flow, "open")) == total
