"""Random Swiss tournaments for the pairing benchmarks: the situation before every round."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import Contender, pair_round
from tavl.tournament.formats.swiss.rounds import SWISS_AIMS, Participant, Past, contenders

Pairs = list[tuple[str, str | None]]


@dataclass
class Position:
    """Before a round: the players present, and the matches so far. The first of each is white, for chess engines."""

    people: list[Participant]
    past: list[Past]
    round: int

    @property
    def ids(self) -> list[str]:
        return [person.id for person in self.people]

    def contenders(self) -> list[Contender]:
        return contenders(self.people, self.past, self.round, {})


def field(size: int) -> list[Participant]:
    return [
        Participant(
            player=Player(
                id=f"p{n:04}",
                club=f"club {n % (size // 8)}",
                country=f"country {n % 5}",
                family=f"family {n // 40}" if n % 40 < 2 else None,
            )
        )
        for n in range(size)
    ]


def paired_by_us(position: Position) -> Pairs:
    found = pair_round(position.contenders(), Lots(b"bench", f"round {position.round}"), SWISS_AIMS)
    return [(pair.one, pair.two) for pair in (*found.pairs, *((found.bye,) if found.bye else ()))]


def positions(size: int, rounds: int, seed: int, paired: Callable[[Position], Pairs] = paired_by_us) -> list[Position]:
    """The better player, by number, wins a little more often."""
    chance = random.Random(seed)
    people, past = field(size), []
    found = []
    for round in range(1, rounds + 1):
        position = Position(people, list(past), round)
        found.append(position)
        if round == rounds:
            break
        for one, two in paired(position):
            winner = int(chance.random() > (0.6 if two is not None and one < two else 0.4))
            past.append(Past(round=round, one=one, two=two, winner=winner if two else None, confirmed=True))
    return found
