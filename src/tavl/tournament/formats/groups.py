"""Groups, everybody against everybody, whose best go on to a seeded knock-out.

The bracket is known before the groups are played: its places are "first of group A", "second of group B". Each half
takes one of two, each quarter one of four who come out of a group, so that two of one group meet as late as can be, and
in the first round the best of the groups meet the last who came through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tavl.tournament.draws.entrants import KINDS, Player
from tavl.tournament.draws.graph import Entry, Pairing, PlaceIn, Source
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.pairing import assign
from tavl.tournament.draws.seeding import Pair, by_rating, seed_order
from tavl.tournament.formats import round_robin
from tavl.tournament.formats.single_elimination import MAIN, Lengths, bracket
from tavl.tournament.standings.tie_breaks import Placed

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOT_BITS = 40
DEFAULT_THROUGH = 2  # who go on from each group, unless the invitation says otherwise


def name(number: int) -> str:
    """group-A, group-B, ..., group-Z, group-AA, ..."""
    rest, last = divmod(number, len(LETTERS))
    return f"group-{LETTERS[rest - 1] if rest else ''}{LETTERS[last]}"


def draw_groups(players: Sequence[Player], groups: int, lots: Lots) -> dict[str, tuple[str, ...]]:
    """As many strong players in one group as in the other: the highest ratings one to a group, then the next, and so
    on; which goes where is by lots, but family, club and country are kept apart where that can be."""
    if not 0 < groups <= len(players):
        raise ValueError(f"no {groups} groups of {len(players)} players")
    ranking = by_rating(sorted(players, key=lambda player: player.id), lots.shuffled)
    made: list[list[Player]] = [[] for _ in range(groups)]
    for start in range(0, len(ranking), groups):
        pot = ranking[start : start + groups]
        costs = [[_cost(player, made[group], lots, group) for group in range(groups)] for player in pot]
        for player, group in zip(pot, assign(costs), strict=True):
            made[group].append(player)
    return {name(number): tuple(player.id for player in members) for number, members in enumerate(made)}


def _cost(player: Player, members: Sequence[Player], lots: Lots, group: int) -> int:
    clashes = [sum(kind in player.shares(member) for member in members) for kind in KINDS]
    cost = 0
    for clash in clashes:
        cost = (cost << 12) + clash
    return (cost << _LOT_BITS) + (lots.weight(f"{player.id} {group}") >> (128 - _LOT_BITS + 8))


def group_pairings(groups: Mapping[str, Sequence[str]], length: int, cycles: int = 1) -> tuple[Pairing, ...]:
    return tuple(
        pairing for group, members in groups.items() for pairing in round_robin.pairings(members, length, group, cycles)
    )


def knock_out(groups: Sequence[str], through: int, lengths: Lengths, stage: str = MAIN) -> tuple[Pairing, ...]:
    """The bracket for so many of each group, best first. Byes, where there are any, go to the winners of groups."""
    if through < 1 or len(groups) * through < 2:
        raise ValueError("a bracket has at least two entrants")
    parts = 1 << (through - 1).bit_length()
    spread = [place - 1 for place in seed_order(parts)]
    section = [spread.index(place) for place in range(parts)]  # of the best, the second, ...: as far away as can be
    members: list[list[PlaceIn]] = [[] for _ in range(parts)]
    for place in range(through):
        for number, group in enumerate(groups):
            members[section[place] ^ section[number % parts]].append(PlaceIn(group, place + 1))
    size = 1 << (max(map(len, members)) - 1).bit_length()
    line = [part[seed - 1] if seed <= len(part) else None for part in members for seed in seed_order(size)]
    tokens = {f"{source.place} {source.group}": source for part in members for source in part}
    ids = [None if source is None else f"{source.place} {source.group}" for source in line]
    draw: list[Pair] = list(zip(ids[::2], ids[1::2], strict=True))

    def placed(source: Source) -> Source:
        return tokens[source.entrant] if isinstance(source, Entry) else source

    return tuple(
        replace(pairing, one=placed(pairing.one), two=placed(pairing.two)) for pairing in bracket(draw, lengths, stage)
    )


def places(standings: Mapping[str, Sequence[Placed]]) -> dict[tuple[str, int], str]:
    """Who takes which place of the groups that are over, for the graph. A place that is shared is nobody's yet: a
    play-off or lots decide it."""
    return {
        (group, placed.place): placed.entrant
        for group, found in standings.items()
        for placed in found
        if not placed.shared
    }
