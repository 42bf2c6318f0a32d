"""What the rules propose after breaches: counted by clause and player, the next step with its arithmetic. What lateness
costs: `rules/late_penalties.py`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tavl.rules.late_penalties import late_points, loses_match
from tavl.rules.refusal import Fact
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import AnyAction, PenaltyKind, Useful
from tavl.table.preparation.breaks_and_lateness import owed
from tavl.table.state import Table

WARNING, POINTS, OUT = PenaltyKind.WARNING, PenaltyKind.POINTS, PenaltyKind.DISQUALIFY
_REPEATS = (None, WARNING, POINTS)  # the first is noted, the second warned of, then it costs points
STEPS: dict[str, tuple[PenaltyKind | None, ...]] = {
    "T1.2": (OUT,),
    "T1.5": (*_REPEATS, OUT),
    "T1.7.i": (WARNING, POINTS, OUT),
    "T1.7.ii": (WARNING, POINTS, OUT),
    "T1.7.iii": (WARNING, POINTS, OUT),
    "T1.7.iv": (WARNING, POINTS, OUT),
    "T1.7.v": (WARNING, POINTS, OUT),
    "T2.2.ii": (POINTS,),
    "T2.3.i": (WARNING, POINTS),
    "T4.1.ii": _REPEATS,
    "T4.2.i": _REPEATS,
    "T4.2.ii": _REPEATS,
    "T4.2.iii.d": _REPEATS,
    "T4.2.v": _REPEATS,
    "T4.3.i": _REPEATS,
    "T4.3.iv": (WARNING, POINTS, OUT),
    "T4.4.iv": (PenaltyKind.LOSE_MATCH,),
    "T4.5": (OUT,),
}
"""What is proposed on the first, second, third breach of a clause; the last is proposed on every later one."""
PENALISED_UNDER = {
    "T1.7.i": "T1.7.vi",
    "T1.7.ii": "T1.7.vi",
    "T1.7.iii": "T1.7.vi",
    "T1.7.iv": "T1.7.vi",
    "T1.7.v": "T1.7.vi",
    "T2.2.ii": "T2.2.iv",
    "T4.1.ii": "T1.1",  # the clause says what is not allowed but not what it costs: the director decides
}
"""Rules whose penalty is in another clause."""
ORDERS = {"T4.1.i": Useful.BAFFLE_BOX, "T4.1.iv.a": Useful.BAFFLE_BOX, "T2.3.i": Useful.CLOCK}
"""Breaches after which the director may order equipment for the rest of the match (T2.3.i, T2.4.i)."""


class Proposal(Struct, frozen=True):
    """A next step, with its arithmetic: `action` is what the director presses, or changes first."""

    rule: str
    action: AnyAction
    facts: dict[str, Fact]


def count(table: Table, rule: str, seat: Seat) -> int:
    return sum(1 for breach in table.conduct.infractions if breach.rule == rule and breach.seat == seat)


def proposals(table: Table, at: int) -> tuple[Proposal, ...]:
    """What the rules suggest now: to the director, or where nobody rules to the opponent."""
    if table.aborted:
        return ()
    found = [*_late(table, at), *_breaches(table), *_spectators(table)]
    return tuple(found) + tuple(_times(table))


def _late(table: Table, at: int) -> Iterator[Proposal]:
    for seat in SEATS:
        points, late_ms = owed(table, seat, at)
        if points and not table.over:
            late = table.terms.match.profile.late
            assert late is not None
            total = table.conduct.points[seat] + points
            facts: dict[str, Fact] = {
                "late_ms": late_ms,
                "every_minutes": late.every_minutes,
                "earned": late_points(late, late_ms),
                "points": points,
                "total": total,
                "loses_match": int(loses_match(table.match.length, total)),
            }
            yield Proposal("T2.2.iv", acts.ApplyLatePenalty(seat), facts)


def _breaches(table: Table) -> Iterator[Proposal]:
    for seat in SEATS:
        for rule in dict.fromkeys(breach.rule for breach in table.conduct.infractions if breach.seat == seat):
            times = count(table, rule, seat)
            under = PENALISED_UNDER.get(rule, rule)
            penalties = [p for p in table.conduct.penalties if p.reason != acts.LATE]
            given = sum(1 for p in penalties if (p.seat, p.rule) == (seat, under))
            steps = STEPS.get(rule, ())
            free = sum(1 for step in steps if step is None)
            step = steps[min(times, len(steps)) - 1] if steps and given < times - free else None
            facts: dict[str, Fact] = {"seat": int(seat), "times": times}
            if step is not None:
                points = 1 if step is POINTS else 0
                penalise = acts.Penalise(against=seat, kind=step, rule=under, reason=rule, points=points)
                yield Proposal(under, penalise, facts)
            what = ORDERS.get(rule)
            if what is not None and not any(use.what is what for use in table.setup.uses) and not table.over:
                ordered = "T2.4.i" if what is Useful.BAFFLE_BOX else "T2.3.i"
                yield Proposal(ordered, acts.OrderUse(what, rule), facts)


def _spectators(table: Table) -> Iterator[Proposal]:
    people = dict.fromkeys(breach.person for breach in table.conduct.infractions if breach.person)
    for person in people:
        if person not in table.requests.expelled:
            breaches = [breach for breach in table.conduct.infractions if breach.person == person]
            yield Proposal("T1.6.iii", acts.ExpelSpectator(person, breaches[-1].rule), {"times": len(breaches)})


def _times(table: Table) -> Iterator[Proposal]:
    """Both wrote down the same times, and the clock shows others (T4.3.ii.b)."""
    noted, other = table.stand.noted
    if table.clock and noted is not None and noted == other and noted != table.clock.remaining:
        set_clock = acts.SetClock(rule="T4.3.ii", reason="noted", times=noted)
        yield Proposal("T4.3.ii", set_clock, {})
