"""Standings: an ordered list of tie-breaks, each with its scope, a rule for starting again, and the deciding step.

The first step ranks everybody (wins, or score); the others break its ties in their order. A win is one, a draw a half,
a bye a win. Buchholz and Sonneborn-Berger take a round without an opponent (a bye, a walkover, a round missed) as one
against somebody with the same score as the player's own, as FIDE C.07 does (16.4), but without the caps that it has
since March 2026. What its 16.3 does to the scores of opponents who left, a draw for each round after that, is not done:
a match has a winner or is not played. A cut takes the lowest value whichever round it is from, without its 16.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tavl.tournament.draws.lots import Lots

WIN, DRAW, LOSS = 2, 1, 0  # counted in halves, so that everything but a mean is a whole number
Count = int | Fraction


class By(StrEnum):
    SCORE = "score"
    WINS = "wins"  # played ones and walkovers, without byes
    HEAD_TO_HEAD = "head_to_head"
    POINT_DIFFERENCE = "point_difference"
    POINTS = "points"
    BUCHHOLZ = "buchholz"  # the opponents' scores; with cuts: without the worst or best of them
    SONNEBORN_BERGER = "sonneborn_berger"  # the scores of those beaten, half of those drawn with
    OPPONENTS_WINS = "opponents_wins"  # the mean share of matches that the opponents won
    PROGRESS = "progress"  # the score after each round, added up
    LOTS = "lots"


class Scope(StrEnum):
    TIED = "tied"  # matches among the tied
    ALL = "all"


class Restart(StrEnum):
    NEVER = "never"  # the next step goes on, among those who were tied to begin with
    STILL_TIED = "still_tied"  # those whom a step leaves equal start again at the first step, among themselves
    EACH_PLACE = "each_place"  # a step decides its highest place only; all the others who were tied start again


class TieBreak(Struct, frozen=True):
    by: By
    scope: Scope = Scope.ALL
    cut_lowest: int = 0
    cut_highest: int = 0


HEAD_TO_HEAD = TieBreak(By.HEAD_TO_HEAD, Scope.TIED)
SWISS = (
    TieBreak(By.SCORE),
    HEAD_TO_HEAD,
    TieBreak(By.BUCHHOLZ, cut_lowest=1),
    TieBreak(By.BUCHHOLZ),
    TieBreak(By.SONNEBORN_BERGER),
)
LEAGUE = (  # match points, then boards, then among the tied; a draw is half a win
    TieBreak(By.SCORE),
    TieBreak(By.POINT_DIFFERENCE),
    HEAD_TO_HEAD,
    TieBreak(By.POINT_DIFFERENCE, Scope.TIED),
)
GROUP = (TieBreak(By.SCORE), HEAD_TO_HEAD, TieBreak(By.POINT_DIFFERENCE, Scope.TIED))


class Scored(Struct, frozen=True, kw_only=True):
    """A match, or a bye, as the standings know it."""

    one: str
    two: str | None = None  # none: a bye, which is won
    winner: int | None = None  # 0, 1, or none
    drawn: bool = False  # a team match; without a winner and not drawn, nobody has anything of it
    points: tuple[int, int] = (0, 0)
    round: int = 0
    played: bool = True  # a walkover is not


class Decision(Struct, frozen=True):
    """A step that separated somebody from others: the last one decided the place."""

    step: TieBreak
    among: tuple[str, ...]  # who were tied, the first by this step first
    value: str


class Placed(Struct, frozen=True, kw_only=True):
    entrant: str
    place: int  # the first of those that are shared
    shared: bool
    score: str
    decisions: tuple[Decision, ...]

    @property
    def decided_by(self) -> Decision | None:
        return self.decisions[-1] if self.decisions else None


def rank(
    entrants: Iterable[str],
    matches: Iterable[Scored],
    steps: Sequence[TieBreak],
    restart: Restart = Restart.NEVER,
    lots: Lots | None = None,
    rounds: int | None = None,
) -> tuple[Placed, ...]:
    """Everybody's place. Those whom no step tells apart share it. `rounds` is how many there were."""
    table = Table(entrants, matches, lots, rounds)
    return _Ranking(table, tuple(steps), restart).places()


class Table:
    """Everybody's matches, and what can be counted of them. Scores are in halves."""

    def __init__(
        self, entrants: Iterable[str], matches: Iterable[Scored], lots: Lots | None = None, rounds: int | None = None
    ) -> None:
        self.entrants = sorted(set(entrants))
        self.lots = lots
        self.of: dict[str, list[tuple[str | None, int, int, Scored]]] = {entrant: [] for entrant in self.entrants}
        for match in matches:
            for side, entrant in enumerate((match.one, match.two)):
                if entrant in self.of and entrant is not None:
                    points = match.points[side] - match.points[1 - side]
                    opponent = (match.two, match.one)[side]
                    self.of[entrant].append((opponent, _result(match, side), points, match))
        self.rounds = max((m.round for played in self.of.values() for *_, m in played), default=0)
        if rounds is not None:
            self.rounds = rounds
        self.scores = {entrant: sum(result for _, result, _, _ in self.of[entrant]) for entrant in self.entrants}

    def values(self, step: TieBreak, group: Sequence[str], among: Sequence[str]) -> dict[str, Fraction]:
        counts, unit = self.counts(step, group, among)
        return {entrant: Fraction(count) / unit for entrant, count in counts.items()}

    def counts(self, step: TieBreak, group: Sequence[str], among: Sequence[str]) -> tuple[dict[str, Count], int]:
        """And how many of them make one."""
        if step.by is By.HEAD_TO_HEAD:
            return self._head_to_head(group, among), 2
        count, unit = _COUNTS[step.by]
        tied = frozenset(among)
        return {entrant: count(self, entrant, step, tied) for entrant in group}, unit

    def counted(self, entrant: str, step: TieBreak, among: frozenset[str]) -> list[tuple[int, int, Scored]]:
        matches = self.of[entrant]
        return [(r, p, m) for opponent, r, p, m in matches if step.scope is Scope.ALL or opponent in among]

    def _head_to_head(self, group: Sequence[str], among: Sequence[str]) -> dict[str, Count]:
        """The score among the tied if all met equally often. If not, only who is ahead whatever the matches that were
        not played had brought is put first, as FIDE C.07 has it for a Swiss (6)."""
        tied = set(among)
        met: dict[str, dict[str, int]] = {entrant: {} for entrant in among}
        score: dict[str, int] = dict.fromkeys(among, 0)
        for entrant in among:
            for opponent, result, _, _ in self.of[entrant]:
                if opponent is not None and opponent in tied:
                    score[entrant] += result
                    met[entrant][opponent] = met[entrant].get(opponent, 0) + 1
        most = max((times for theirs in met.values() for times in theirs.values()), default=0)
        missing = {e: most * (len(among) - 1) - sum(met[e].values()) for e in among}  # matches
        if any(missing.values()):
            reach = {entrant: score[entrant] + WIN * missing[entrant] for entrant in among}
            best = sorted(reach.values())[-2:]
            for entrant in group:
                others = best[0] if len(best) > 1 and reach[entrant] == best[1] else best[-1]
                if len(among) == 1 or score[entrant] > others:
                    return {other: WIN * (other == entrant) for other in group}
            return dict.fromkeys(group, 0)
        return {entrant: score[entrant] for entrant in group}

    def opponents(self, entrant: str, step: TieBreak) -> list[tuple[int, int]]:
        """Of each round: the opponent's score and what was won, the worst first and as many cut as the step says."""
        own = self.scores[entrant]
        rounds = [
            (self.scores.get(opponent, own) if opponent is not None and match.played else own, result)
            for opponent, result, _, match in self.of[entrant]
        ]
        rounds += [(own, LOSS)] * (self.rounds - len(rounds))
        rounds.sort()
        return rounds[step.cut_lowest : len(rounds) - step.cut_highest]


def _result(match: Scored, side: int) -> int:
    if match.two is None or match.winner == side:
        return WIN
    return DRAW if match.drawn else LOSS


def _wins(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(result == WIN and m.two is not None for result, _, m in table.counted(entrant, step, among))


def _score(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(result for result, _, _ in table.counted(entrant, step, among))


def _difference(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(points for _, points, _ in table.counted(entrant, step, among))


def _points(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(m.points[m.one != entrant] for _, _, m in table.counted(entrant, step, among))


def _buchholz(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(score for score, _ in table.opponents(entrant, step))


def _sonneborn_berger(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(score * result for score, result in table.opponents(entrant, step))


def _opponents_wins(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> Fraction:
    shares = []
    for opponent, _, _, _ in table.of[entrant]:
        results = [r for o, r, _, m in table.of.get(opponent or "", ()) if o is not None and m.played]
        if results:
            shares.append(Fraction(sum(results), WIN * len(results)))
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def _progress(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    return sum(result * (table.rounds + 1 - match.round) for _, result, _, match in table.of[entrant])


def _lots(table: Table, entrant: str, step: TieBreak, among: frozenset[str]) -> int:
    if table.lots is None:
        raise ValueError("lots need a seed")
    return table.lots.weight(entrant)


_COUNTS: dict[By, tuple[Callable[[Table, str, TieBreak, frozenset[str]], Count], int]] = {
    By.SCORE: (_score, 2),
    By.WINS: (_wins, 1),
    By.POINT_DIFFERENCE: (_difference, 1),
    By.POINTS: (_points, 1),
    By.BUCHHOLZ: (_buchholz, 2),
    By.SONNEBORN_BERGER: (_sonneborn_berger, 4),
    By.OPPONENTS_WINS: (_opponents_wins, 1),
    By.PROGRESS: (_progress, 2),
    By.LOTS: (_lots, 1),
}
"""How each is counted, and how many make one."""


class _Ranking:
    def __init__(self, table: Table, steps: tuple[TieBreak, ...], restart: Restart) -> None:
        self.table = table
        self.steps = steps
        self.restart = restart
        self.decisions: dict[str, tuple[Decision, ...]] = dict.fromkeys(table.entrants, ())

    def places(self) -> tuple[Placed, ...]:
        placed: list[Placed] = []
        for group in self._first():
            place = len(placed) + 1
            placed += [
                Placed(
                    entrant=entrant,
                    place=place,
                    shared=len(group) > 1,
                    score=_in_words(self.table.scores[entrant], 2),
                    decisions=self.decisions[entrant],
                )
                for entrant in group
            ]
        return tuple(placed)

    def _first(self) -> Iterable[list[str]]:
        if not self.steps or not self.table.entrants:
            return [self.table.entrants] if self.table.entrants else []
        parts = self._parts(self.steps[0], self.table.entrants, self.table.entrants)
        return [group for part in parts for group in self._untie(part, 1, part)]

    def _untie(self, group: list[str], step: int, tied: list[str]) -> list[list[str]]:
        """In order, as far as the steps from this one on tell them apart. `tied` is who the matches are among."""
        if len(group) == 1 or step == len(self.steps):
            return [group]
        parts = self._parts(self.steps[step], group, tied)
        if len(parts) == 1:
            return self._untie(group, step + 1, tied)
        if self.restart is Restart.EACH_PLACE:
            parts = [parts[0], [entrant for part in parts[1:] for entrant in part]]
        if self.restart is Restart.NEVER:
            return [found for part in parts for found in self._untie(part, step + 1, tied)]
        return [found for part in parts for found in self._untie(part, 1, part)]

    def _parts(self, step: TieBreak, group: list[str], tied: list[str]) -> list[list[str]]:
        """By this step, best first, and noted where it tells anybody apart."""
        values, unit = self.table.counts(step, group, tied)
        order = sorted(group, key=lambda entrant: (-values[entrant], entrant))
        parts: list[list[str]] = []
        for entrant in order:
            if parts and values[parts[-1][0]] == values[entrant]:
                parts[-1].append(entrant)
            else:
                parts.append([entrant])
        if len(parts) > 1:
            among = tuple(order)
            for entrant in group:
                decision = Decision(step, among, _in_words(values[entrant], unit))
                self.decisions[entrant] = (*self.decisions[entrant], decision)
        return parts


@lru_cache(maxsize=4096)
def _in_words(count: Count, unit: int) -> str:
    return text(Fraction(count) / unit)


def text(value: Fraction) -> str:
    """As people write it: 7, 7.5, 7.75, and other fractions as they are."""
    hundredths = value * 100
    if value.denominator == 1 or hundredths.denominator != 1:
        return str(value)
    sign, whole = "-" if value < 0 else "", abs(int(hundredths))
    return f"{sign}{whole // 100}.{whole % 100:02}".rstrip("0")
