"""Why a decision was right or wrong, as far as the board, the race, the chances and the score show it.

Only counts that can be checked: no reason guesses at what somebody thought. A reason is a code with facts, numbers
as integers (per mille, or hundredths of a point); `reason_texts` makes the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from tavl.notation.record import Chances
from tavl.rules.board import ALL_ROLLS, Position
from tavl.rules.refusal import Fact

_CHANCES_APART = 10  # per mille: less is not worth a sentence
_LIKE_MONEY = 10  # hundredths that a gammon's value may be off that of money play


class ReasonCode(StrEnum):
    """Beside each, the facts that come with it. `best` and `played` are the same count after each of two plays."""

    SHOTS = "shots"  # best, played: rolls of 36 with which the opponent can hit
    HITS = "hits"  # best, played: checkers hit
    POINTS_MADE = "points_made"  # points: made by the best play, and not by the other
    POINTS_BROKEN = "points_broken"  # points: broken by the play that was made, and not by the best
    DANCES = "dances"  # best, played: rolls of 36 with which the opponent cannot enter
    PRIME = "prime"  # best, played: points in a row
    BACK_CHECKERS = "back_checkers"  # best, played: checkers still in the opponent's home or on the bar
    BORNE_OFF = "borne_off"  # best, played
    BLOTS = "blots"  # best, played
    WINS = "wins"  # best, played: per mille
    GAMMONS_WON = "gammons_won"  # best, played: per mille
    GAMMONS_LOST = "gammons_lost"  # best, played: per mille
    GAMMON_VALUE = "gammon_value"  # value: in hundredths, of the player who decides; for money it is 50
    OPPONENT_GAMMON_VALUE = "opponent_gammon_value"  # value
    RACE = "race"  # own, opponent: pips of the player who may double, and of the other
    TAKE_POINT = "take_point"  # win, take, live: per mille, of the player who is doubled
    GAMMON_CHANCES = "gammon_chances"  # own, opponent: per mille, of the player who may double
    ON_THE_BAR = "on_the_bar"  # checkers, points: of the doubled player, and how many home points are made against them


class Reason(Struct, frozen=True):
    code: ReasonCode
    facts: dict[str, Fact] = {}


class Stakes(Protocol):
    """What score and cube mean for a player; `PlayerStakes` has it."""

    @property
    def take_point(self) -> float: ...
    @property
    def live_take_point(self) -> float: ...
    @property
    def gammon_value(self) -> float: ...


class PlaySeen(Struct, frozen=True):
    """A play by what it leads to."""

    after: Position  # seen by the player who made it
    chances: Chances


def play_reasons(
    position: Position, best: PlaySeen, played: PlaySeen, own: Stakes, opponent: Stakes
) -> tuple[Reason, ...]:
    """Where the best play is better, and where it is not: facts that differ between the two."""
    found = [*_on_board(position, best.after, played.after), *_in_chances(best.chances, played.chances)]
    codes = {reason.code for reason in found}
    if ReasonCode.GAMMONS_WON in codes:
        found += _gammon_value(ReasonCode.GAMMON_VALUE, own)
    if ReasonCode.GAMMONS_LOST in codes:
        found += _gammon_value(ReasonCode.OPPONENT_GAMMON_VALUE, opponent)
    return tuple(found)


def cube_reasons(position: Position, chances: Chances, doubler: Stakes, taker: Stakes) -> tuple[Reason, ...]:
    """Of a double that can be offered now; the position and the chances are those of the player who may double."""
    found = [_reason(ReasonCode.RACE, own=position.pips, opponent=position.opponent_pips)]
    win, take, live = _per_mille(1 - chances.win), _per_mille(taker.take_point), _per_mille(taker.live_take_point)
    found.append(_reason(ReasonCode.TAKE_POINT, win=win, take=take, live=live))
    if position.opponent_bar:
        made = sum(position.own[point] >= 2 for point in range(1, 7))
        found.append(_reason(ReasonCode.ON_THE_BAR, checkers=position.opponent_bar, points=made))
    gammons = (_per_mille(chances.win_gammon), _per_mille(chances.lose_gammon))
    if max(gammons) >= _CHANCES_APART:
        found.append(_reason(ReasonCode.GAMMON_CHANCES, own=gammons[0], opponent=gammons[1]))
        found += _gammon_value(ReasonCode.GAMMON_VALUE, doubler)
    return tuple(found)


def _reason(code: ReasonCode, **facts: Fact) -> Reason:
    return Reason(code, facts)


def _on_board(before: Position, best: Position, played: Position) -> Iterator[Reason]:
    counts = (
        (ReasonCode.HITS, best.opponent_bar - before.opponent_bar, played.opponent_bar - before.opponent_bar),
        (ReasonCode.SHOTS, shots(best), shots(played)),
        (ReasonCode.DANCES, dances(best), dances(played)),
        (ReasonCode.PRIME, len(best.longest_prime), len(played.longest_prime)),
        (ReasonCode.BACK_CHECKERS, sum(best.own[19:]), sum(played.own[19:])),
        (ReasonCode.BORNE_OFF, best.off, played.off),
        (ReasonCode.BLOTS, blots(best), blots(played)),
    )
    made = set(best.made_points) - set(before.made_points) - set(played.made_points)
    broken = (set(before.made_points) - set(played.made_points)) & set(best.made_points)
    told = set()
    for code, with_best, with_played in counts:
        matters = before.contact or code is ReasonCode.BORNE_OFF
        if code is ReasonCode.BLOTS and ReasonCode.SHOTS in told:
            continue  # shots explain it better
        if code is ReasonCode.PRIME and max(with_best, with_played) < 4:
            continue  # shorter ones hold nobody back
        if with_best != with_played and matters:
            told.add(code)
            yield _reason(code, best=with_best, played=with_played)
    if before.contact:
        for code, points in ((ReasonCode.POINTS_MADE, made), (ReasonCode.POINTS_BROKEN, broken)):
            if points:
                yield _reason(code, points=", ".join(map(str, sorted(points))))


def _in_chances(best: Chances, played: Chances) -> Iterator[Reason]:
    for code, name in (
        (ReasonCode.WINS, "win"),
        (ReasonCode.GAMMONS_WON, "win_gammon"),
        (ReasonCode.GAMMONS_LOST, "lose_gammon"),
    ):
        one, other = _per_mille(getattr(best, name)), _per_mille(getattr(played, name))
        if abs(one - other) >= _CHANCES_APART:
            yield _reason(code, best=one, played=other)


def _gammon_value(code: ReasonCode, stakes: Stakes) -> list[Reason]:
    value = round(100 * stakes.gammon_value)
    return [_reason(code, value=value)] if abs(value - 50) > _LIKE_MONEY else []


def _per_mille(chance: float) -> int:
    return round(1000 * chance)


def shots(after: Position) -> int:
    """Rolls of 36 with which the opponent can hit; `after` is seen by the player who has moved."""
    if not after.contact or not blots(after):
        return 0
    theirs = after.mirror()
    return sum(_ways(roll.double) for roll in ALL_ROLLS if any(play.hits for play in theirs.plays(roll)))


def dances(after: Position) -> int:
    """Rolls of 36 with which the opponent, who is on the bar, cannot enter."""
    if not after.opponent_bar:
        return 0
    theirs = after.mirror()
    return sum(_ways(roll.double) for roll in ALL_ROLLS if theirs.dances(roll))


def blots(position: Position) -> int:
    return sum(position.own[point] == 1 for point in range(1, 25))


def _ways(double: bool) -> int:
    return 1 if double else 2
