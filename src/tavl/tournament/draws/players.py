"""Entries and stages as the formats know them."""

from __future__ import annotations

from tavl.tournament.draws.entrants import Player
from tavl.tournament.formats.single_elimination import Lengths
from tavl.tournament.invitation import Stage
from tavl.tournament.state import Entry


def player(entry: Entry) -> Player:
    return Player(
        id=entry.id,
        rating=entry.rating,
        family=entry.family,
        club=entry.club,
        country=entry.country,
        late=not entry.checked_in,
    )


def lengths(stage: Stage) -> Lengths:
    last = () if stage.final is None else (stage.final,)
    return Lengths(points=stage.length, last=last, best_of=stage.best_of)
