"""Jackpots: a sheet for so many names, drawn as soon as it is full. The next name opens the next sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavl.rules.refusal import Refused, refuse
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.kept_apart import clashes_of, keep_apart
from tavl.tournament.draws.seeding import Pair, Shuffled

PLACES = 8
BEATEN = 8  # the bit above family, club and country: who lost to whom on an earlier sheet


def draw_sheet(
    players: Sequence[Player], shuffled: Shuffled[Player], beaten: Iterable[tuple[str, str]] = ()
) -> list[Pair] | Refused:
    """By lots. `beaten` are (loser, winner) of earlier sheets: they are kept apart as long as can be, before anything
    else; then family, club and country."""
    places = len(players)
    if places < 2 or places & (places - 1):
        return refuse("sheet_not_full", "T1.4.i", entered=places)
    line = shuffled(players)
    at = {player.id: n for n, player in enumerate(line)}
    clashes = clashes_of(line)
    for loser, winner in beaten:
        if loser in at and winner in at and loser != winner:
            one, two = at[loser], at[winner]
            clashes[one][two] = clashes[two][one] = clashes[one].get(two, 0) | BEATEN
    leaves = keep_apart(range(places), [0] * places, clashes, places.bit_length() - 1, tries=20)
    drawn = sorted(range(places), key=lambda n: leaves[n])
    ids = [line[n].id for n in drawn]
    return list(zip(ids[::2], ids[1::2], strict=True))
