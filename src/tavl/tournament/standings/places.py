"""The full finishing order of an event: everybody has a place, shared if nothing separates them.

Stages are named in the order in which they count. In a knock-out with consolation that is main, consolation, last
chance: who came further in the main bracket is before who did not, whatever happened later; among equals the
consolation decides, then the last chance. In double elimination it is the final, then the losers' bracket.

Within a stage counts the last match in which somebody stood, and whether they won it. A walkover counts as a win and a
loss; of a match that nobody won both are losers. Those who left keep the place that they had reached.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from tavl.tournament.draws.graph import How, Known, Outcome, Pairing, Slots, is_match, leave

CONSOLATION_ORDER = ("main", "consolation", "last_chance")
DOUBLE_ORDER = ("final", "losers", "main")


class Mark(StrEnum):
    """Why somebody's last match was not played to its end."""

    WALKOVER = "walkover"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Place(Struct, frozen=True, kw_only=True):
    """`first` to `last`, shared by as many."""

    first: int
    last: int
    entrants: tuple[str, ...]
    settled: bool = True  # nothing that is still to be played can change it
    marks: dict[str, Mark] = {}  # by entrant


class Reached(Struct, frozen=True, order=True):
    """How far somebody got in one stage."""

    round: int = 0
    won: bool = False


Key = tuple[Reached, ...]
NOWHERE = Reached()
ANYWHERE = Reached(1_000_000, True)


def finishing_order(
    entrants: Sequence[str],
    pairings: Iterable[Pairing],
    outcomes: Mapping[str, Outcome],
    slots: Mapping[str, Slots],
    stages: Sequence[str] = CONSOLATION_ORDER,
    last: Collection[str] = (),
) -> list[Place]:
    """First place first, at any moment; `slots` are the resolved pairings. `last` are put behind everybody else
    (disqualified, where the director says so)."""
    reached: dict[str, dict[str, Reached]] = {entrant: {} for entrant in entrants}
    pending: dict[str, str] = {}  # the stage in which somebody still plays
    marks: dict[str, Mark] = {}
    for pairing in pairings:
        here, outcome = slots[pairing.id], outcomes.get(pairing.id)
        winner, _ = leave(pairing.id, here, outcome)
        for slot in here:
            if not isinstance(slot, Known) or slot.entrant not in reached:
                continue
            mine = reached[slot.entrant]
            stood = Reached(pairing.round, slot == winner)
            mine[pairing.stage] = max(mine.get(pairing.stage, NOWHERE), stood)
            if outcome is None and is_match(here):
                pending[slot.entrant] = pairing.stage
            elif outcome is not None and not stood.won and (mark := _mark(outcome)):
                marks[slot.entrant] = mark
    behind = set(last)
    least: dict[str, Key] = {}
    most: dict[str, Key] = {}
    for entrant, mine in reached.items():
        stays = ANYWHERE if entrant not in behind else NOWHERE
        least[entrant] = most[entrant] = (stays, *(mine.get(stage, NOWHERE) for stage in stages))
        if entrant in pending:
            decided = stages.index(pending[entrant]) if pending[entrant] in stages else len(stages)
            most[entrant] = (*least[entrant][: decided + 1], *[ANYWHERE] * (len(stages) - decided))
    return _share(entrants, least, most, marks)


def _mark(outcome: Outcome) -> Mark | None:
    if outcome.how is How.DISQUALIFIED:
        return Mark.DISQUALIFIED
    if outcome.how is How.WALKOVER:
        return Mark.WALKOVER if outcome.drops else Mark.WITHDRAWN
    return None


def _share(
    entrants: Sequence[str], least: Mapping[str, Key], most: Mapping[str, Key], marks: Mapping[str, Mark]
) -> list[Place]:
    """Equal keys share. A place is settled if everybody else is surely before or surely behind it."""
    unsure = [entrant for entrant in entrants if least[entrant] != most[entrant]]
    order: list[Place] = []
    taken = 0
    for key in sorted(set(least.values()), reverse=True):
        who = tuple(entrant for entrant in entrants if least[entrant] == key)
        order.append(
            Place(
                first=taken + 1,
                last=taken + len(who),
                entrants=who,
                settled=not any(least[other] <= key <= most[other] for other in unsure),
                marks={entrant: marks[entrant] for entrant in who if entrant in marks},
            )
        )
        taken += len(who)
    return order
