"""Swiss by rounds: everybody who is there is paired with somebody of about the same score, nobody twice if that can be
helped. A bye is a win; a round missed, before somebody came or during a pause, is nothing, and counts as a bye when the
next one is given, so that nobody gains by leaving and coming back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.graph import Entry, Pairing, pairing_id
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Aim, Contender, Pair, PairingError, Round, pair_round
from tavl.tournament.formats.swiss.pairing_priorities import SWISS_AIMS

STAGE = "swiss"


class Participant(Struct, frozen=True, kw_only=True):
    player: Player
    joined: int = 1  # the first round they can be paired in
    left: int | None = None  # the last one
    paused: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        return self.player.id

    def present(self, round: int) -> bool:
        return self.joined <= round and (self.left is None or round <= self.left) and round not in self.paused


class Past(Struct, frozen=True, kw_only=True):
    """A match or a bye of a round that was drawn, and how it stands."""

    round: int
    one: str
    two: str | None = None
    winner: int | None = None  # 0, 1, or none: not reported yet, or nobody won
    confirmed: bool = False
    postponed: bool = False  # later rounds do not wait for it
    points: tuple[int, int] = (0, 0)
    played: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def winner_id(self) -> str | None:
        if self.two is None:
            return self.one
        return None if self.winner is None or not self.confirmed else self.players[self.winner]


class SwissDraw(Struct, frozen=True, kw_only=True):
    round: int
    fixed: tuple[Pair, ...]  # as the director said
    drawn: Round

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return (*(pair for pair in self.fixed if pair.two is not None), *self.drawn.pairs)

    @property
    def byes(self) -> tuple[str, ...]:
        fixed = tuple(pair.one for pair in self.fixed if pair.two is None)
        return (*fixed, self.drawn.bye.one) if self.drawn.bye else fixed

    def pairings(self, length: int) -> tuple[Pairing, ...]:
        """As matches of the graph. Byes are not matches."""
        return tuple(
            Pairing(
                id=pairing_id(STAGE, self.round, number),
                stage=STAGE,
                round=self.round,
                number=number,
                one=Entry(pair.one),
                two=Entry(str(pair.two)),
                length=length,
            )
            for number, pair in enumerate(self.pairs, start=1)
        )

    def past(self) -> tuple[Past, ...]:
        """What the next round has to know about this one: matches without a result, and byes."""
        return (
            *(Past(round=self.round, one=pair.one, two=pair.two) for pair in self.pairs),
            *(Past(round=self.round, one=id, confirmed=True) for id in self.byes),
        )


def draw_round(
    participants: Iterable[Participant],
    past: Iterable[Past],
    round: int,
    lots: Lots,
    *,
    apart: Iterable[tuple[str, str]] = (),
    fixed: Iterable[tuple[str, str | None]] = (),
    assumed: Mapping[str, int] | None = None,
    aims: Sequence[Aim] = SWISS_AIMS,
) -> SwissDraw:
    """The next round, from confirmed results only.

    `fixed` are pairs (or byes) that the director has made, and `assumed` the wins that somebody with a postponed match
    is to be paired with beyond those they have. Raises `PairingError` if a result is still missing, or given twice.
    """
    past = checked(past, round)
    field = contenders(participants, past, round, assumed or {})
    set_pairs = _fixed(fixed, {contender.id for contender in field})
    taken = {id for pair in set_pairs for id in pair.players}
    free = [contender for contender in field if contender.id not in taken]
    return SwissDraw(round=round, fixed=set_pairs, drawn=pair_round(free, lots, aims, apart))


def checked(past: Iterable[Past], round: int) -> list[Past]:
    """Refuses results that a round must not be drawn from."""
    past = list(past)
    seen: set[tuple[int, str]] = set()
    for match in past:
        if match.round >= round:
            raise PairingError("round_already_drawn", round=match.round)
        if not match.confirmed and not match.postponed:
            raise PairingError("result_open", round=match.round, one=match.one, two=match.two or "")
        for id in match.players:
            if (match.round, id) in seen:
                raise PairingError("player_twice", round=match.round, player=id)
            seen.add((match.round, id))
    return past


def _fixed(pairs: Iterable[tuple[str, str | None]], present: set[str]) -> tuple[Pair, ...]:
    seen: set[str] = set()
    fixed = []
    for one, two in pairs:
        pair = Pair(one, two)
        for id in pair.players:
            if id not in present:
                raise PairingError("unknown_player", player=id)
            if id in seen:
                raise PairingError("player_twice", player=id)
            seen.add(id)
        fixed.append(pair)
    return tuple(fixed)


def contenders(
    participants: Iterable[Participant], past: Sequence[Past], round: int, assumed: Mapping[str, int]
) -> list[Contender]:
    """The players of this round, with their history."""
    rounds: dict[str, dict[int, Past]] = {}
    won: dict[str, list[int]] = {}  # the rounds that somebody has won
    for match in past:
        for id in match.players:
            rounds.setdefault(id, {})[match.round] = match
        if match.winner_id is not None:
            won.setdefault(match.winner_id, []).append(match.round)
    found = []
    for participant in participants:
        if not participant.present(round):
            continue
        played = rounds.get(participant.id, {})
        found.append(
            Contender(
                player=participant.player,
                score=_wins_before(won, participant.id, round) + assumed.get(participant.id, 0),
                met=tuple(id for _, match in sorted(played.items()) for id in match.players if id != participant.id),
                byes=sum(match.two is None for match in played.values()),
                missed=round - 1 - len(played),
                floated=_floated(participant.id, played.get(round - 1), won),
            )
        )
    return found


def _wins_before(won: Mapping[str, Sequence[int]], id: str, round: int) -> int:
    return sum(each < round for each in won.get(id, ()))


def _floated(id: str, last: Past | None, won: Mapping[str, Sequence[int]]) -> int:
    if last is None or last.two is None:
        return 0
    (other,) = (player for player in last.players if player != id)
    gap = _wins_before(won, other, last.round) - _wins_before(won, id, last.round)
    return (gap > 0) - (gap < 0)
