"""A fair-play sheet: how a player's decisions compare with the engine's, with their own history and with the field.

It is evidence, not a verdict. Every number has an interval of 95 %, and a sheet never says that somebody cheated. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import median

from msgspec import Struct

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.match_analysis import AnalysedDecision, MatchAnalysis
from tavl.engine.named_depths import Depth
from tavl.notation.record import GameRecord, MatchRecord, Turn
from tavl.rules.seat import SEATS, Seat

Z = 1.96  # of 95 %
HARD = 0.04  # the best play leads the next by less than this
MIN_DECISIONS = 20  # with fewer decisions nothing is compared
MAX_THINKING_MS = 15 * 60_000  # more between two entries was a break


class Sample(Struct, frozen=True, kw_only=True):
    """A number from this many decisions, with its 95 % interval."""

    n: int
    value: float
    low: float
    high: float


class Times(Struct, frozen=True, kw_only=True):
    """Median seconds per play, if the record has times."""

    easy: float | None  # forced, or clear
    hard: float | None  # the two best within HARD
    n_easy: int
    n_hard: int


class Analysed(Struct, frozen=True, kw_only=True):
    """A match, at each depth that it was analysed."""

    name: str
    record: MatchRecord
    by_depth: dict[Depth, MatchAnalysis]

    @property
    def deepest(self) -> MatchAnalysis:
        return self.by_depth[max(self.by_depth, key=list(Depth).index)]


class PlayerSheet(Struct, frozen=True, kw_only=True):
    player: str  # a name as the files have it, or an id: by this their other matches are known
    matches: int
    rating: Sample | None  # PR; none where nothing was decided
    agreement: dict[Depth, Sample]  # share of plays with a choice that are the engine's first
    times: Times
    history: Sample | None = None  # PR in the player's other matches
    field: Sample | None = None  # PR of everybody else

    @property
    def beside_history(self) -> Comparison:
        return compare(self.rating, self.history)

    @property
    def beside_field(self) -> Comparison:
        return compare(self.rating, self.field)


class Comparison(Struct, frozen=True):
    """`None`: too few decisions on one side to compare."""

    difference: float | None = None
    low: float = 0.0
    high: float = 0.0

    @property
    def apart(self) -> bool:
        """The difference is more than chance would explain, nineteen times in twenty."""
        return self.difference is not None and (self.low > 0 or self.high < 0)


def sheets_of(match: Analysed, others: Sequence[Analysed]) -> tuple[PlayerSheet, PlayerSheet]:
    """Of the two players of a match; `others` are all matches that are known."""
    first, second = (
        _sheet(match.deepest.players[seat], [(match, seat)], _all(each for each in others if each is not match))
        for seat in SEATS
    )
    return first, second


def sheet_of_player(player: str, matches: Sequence[Analysed]) -> PlayerSheet:
    """Over all of their matches; then there is no other history to compare with."""
    played = _all(matches)
    own = [(match, seat) for match, seat in played if match.deepest.players[seat] == player]
    return _sheet(player, own, [each for each in played if each not in own])


_Side = tuple[Analysed, Seat]


def _all(matches: Iterable[Analysed]) -> list[_Side]:
    return [(match, seat) for match in matches for seat in SEATS]


def _sheet(player: str, own: list[_Side], others: list[_Side]) -> PlayerSheet:
    known = [(match, seat) for match, seat in others if player and match.deepest.players[seat] == player]
    field = [(match, seat) for match, seat in others if match.deepest.players[seat] != player]
    depths = [depth for depth in Depth if own and all(depth in match.by_depth for match, _ in own)]
    return PlayerSheet(
        player=player,
        matches=len(own),
        rating=_rating(own),
        agreement={depth: found for depth in depths if (found := _agreement(own, depth))},
        times=_times(own),
        history=_rating(known),
        field=_rating(field),
    )


def _counted(sides: Iterable[_Side], depth: Depth | None = None) -> list[AnalysedDecision]:
    return [
        decision
        for match, seat in sides
        for decision in (match.by_depth[depth] if depth else match.deepest).decisions
        if decision.seat == seat and decision.counts
    ]


def _rating(sides: list[_Side]) -> Sample | None:
    """PR is 500 times a mean: its interval is that of the mean."""
    errors = [decision.error for decision in _counted(sides)]
    n = len(errors)
    if not n:
        return None
    mean = sum(errors) / n
    spread = sqrt(sum((error - mean) ** 2 for error in errors) / (n - 1)) if n > 1 else 0.0
    half = 500 * Z * spread / sqrt(n)
    return Sample(n=n, value=500 * mean, low=max(0.0, 500 * mean - half), high=500 * mean + half)


def _agreement(sides: list[_Side], depth: Depth) -> Sample | None:
    plays = [each for each in _counted(sides, depth) if each.kind is DecisionKind.PLAY and each.played is not None]
    return share(sum(each.error == 0 for each in plays), len(plays))


def share(hits: int, n: int) -> Sample | None:
    """With Wilson's interval, which stays within 0 and 1."""
    if not n:
        return None
    p, z2 = hits / n, Z * Z
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Sample(n=n, value=p, low=max(0.0, middle - half), high=min(1.0, middle + half))


def compare(one: Sample | None, other: Sample | None) -> Comparison:
    if one is None or other is None or min(one.n, other.n) < MIN_DECISIONS:
        return Comparison()
    difference = one.value - other.value
    half = sqrt((one.high - one.value) ** 2 + (other.high - other.value) ** 2)
    return Comparison(difference, difference - half, difference + half)


def _times(sides: list[_Side]) -> Times:
    easy: list[float] = []
    hard: list[float] = []
    for match, seat in sides:
        spent = [_spent(game) for game in match.record.games]
        for decision in match.deepest.decisions:
            if decision.seat != seat or decision.kind is not DecisionKind.PLAY:
                continue
            seconds = spent[decision.game].get(decision.entry)
            if seconds is not None:
                (hard if _is_hard(decision) else easy).append(seconds)
    return Times(
        easy=median(easy) if easy else None,
        hard=median(hard) if hard else None,
        n_easy=len(easy),
        n_hard=len(hard),
    )


def _is_hard(decision: AnalysedDecision) -> bool:
    return decision.counts and len(decision.plays) > 1 and decision.plays[1].loss < HARD


def _spent(game: GameRecord) -> dict[int, float]:
    """Seconds by entry: as the record says, or since the entry before it."""
    found: dict[int, float] = {}
    before: int | None = None
    for number, entry in enumerate(game.entries):
        timing = entry.timing
        if timing is None:
            continue
        spent = timing.spent
        if spent is None and timing.at is not None and before is not None:
            spent = timing.at - before
        before = timing.at if timing.at is not None else before
        if isinstance(entry, Turn) and spent is not None and 0 <= spent <= MAX_THINKING_MS:
            found[number] = spent / 1000
    return found
