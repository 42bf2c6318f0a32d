"""How somebody plays over time: error rates by match and over the last ones, by phase, by kind of error, and luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Final, TypeVar

from msgspec import Struct

from tavl.analysis.decisions.error_classes import ErrorClass
from tavl.analysis.match_analysis import ErrorKind, MatchAnalysis
from tavl.analysis.reasons.phases import GamePhase
from tavl.rules.seat import Seat

K = TypeVar("K")
ROLLING: Final = 10
"""Matches that the rolling rate is taken over."""


class Part(Struct, frozen=True):
    """Decisions that count, and what all of them lost; of an error's kind, how often and how much."""

    count: int = 0
    error: float = 0.0

    @property
    def rate(self) -> float | None:
        """PR: 500 times the error of a decision."""
        return 500 * self.error / self.count if self.count else None


class MatchNumbers(Struct, frozen=True, kw_only=True):
    """What is kept of a match that somebody played and had analysed."""

    at: int
    opponent: str
    length: int  # 0: money play
    won: bool | None
    all: Part
    luck: float = 0.0  # in points of a money game
    mistakes: int = 0
    blunders: int = 0
    phases: dict[GamePhase, Part] = {}
    kinds: dict[ErrorKind, Part] = {}


def match_numbers(analysis: MatchAnalysis, seat: Seat, at: int) -> MatchNumbers:
    totals = analysis.totals[seat]
    wrong = [
        each
        for each in analysis.decisions
        if each.seat == seat and each.mistake and each.error_class in (ErrorClass.MISTAKE, ErrorClass.BLUNDER)
    ]
    kinds = {kind: [each.error for each in wrong if each.mistake is kind] for kind in ErrorKind}
    return MatchNumbers(
        at=at,
        opponent=analysis.players[seat.other],
        length=analysis.length,
        won=None if analysis.winner is None else analysis.winner == seat,
        all=Part(totals.errors.decisions, totals.errors.error),
        luck=totals.luck,
        mistakes=totals.errors.mistakes,
        blunders=totals.errors.blunders,
        phases={
            phase: Part(both[seat].errors.decisions, both[seat].errors.error)
            for phase, both in analysis.phases.items()
            if both[seat].errors.decisions
        },
        kinds={kind: Part(len(errors), fsum(errors)) for kind, errors in kinds.items() if errors},
    )


class ProgressPoint(Struct, frozen=True, kw_only=True):
    """A match, and the rate over it and the ones before it."""

    match: MatchNumbers
    rate: float | None
    rolling: float | None


class Progress(Struct, frozen=True, kw_only=True):
    points: tuple[ProgressPoint, ...]  # the oldest first
    all: Part
    luck: float
    mistakes: int
    blunders: int
    phases: dict[GamePhase, Part]
    kinds: dict[ErrorKind, Part]


def progress_of(matches: Sequence[MatchNumbers]) -> Progress:
    ordered = sorted(matches, key=lambda each: each.at)
    points = tuple(
        ProgressPoint(
            match=match,
            rate=match.all.rate,
            rolling=together(each.all for each in ordered[max(0, number + 1 - ROLLING) : number + 1]).rate,
        )
        for number, match in enumerate(ordered)
    )
    return Progress(
        points=points,
        all=together(match.all for match in ordered),
        luck=fsum(match.luck for match in ordered),
        mistakes=sum(match.mistakes for match in ordered),
        blunders=sum(match.blunders for match in ordered),
        phases=_merged(GamePhase, [match.phases for match in ordered]),
        kinds=_merged(ErrorKind, [match.kinds for match in ordered]),
    )


def together(parts: Iterable[Part]) -> Part:
    each = list(parts)
    return Part(sum(part.count for part in each), fsum(part.error for part in each))


def _merged(kinds: Iterable[K], found: Sequence[Mapping[K, Part]]) -> dict[K, Part]:
    sums = {kind: together(each[kind] for each in found if kind in each) for kind in kinds}
    return {kind: part for kind, part in sums.items() if part.count}
