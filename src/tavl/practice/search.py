"""A search for cards. A search with a name is a deck."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.match_analysis import ErrorKind
from tavl.analysis.reasons.phases import GamePhase
from tavl.practice.search_facts import CubeAt, Facts
from tavl.practice.themes import Theme

Count = Annotated[int, Meta(ge=0, le=999)]
MAX_POINTS = 99  # that somebody needs
Points = Annotated[int, Meta(ge=1, le=MAX_POINTS)]
Size = Annotated[float, Meta(ge=0, le=10)]
Instant = Annotated[int, Meta(ge=0)]
Text = Annotated[str, Meta(max_length=100)]
Roll = Annotated[str, Meta(pattern=r"^[1-6]{0,2}$")]


class Found(Struct, frozen=True, kw_only=True):
    """A card as a search sees it."""

    facts: Facts
    opponent: str = ""
    source: str = ""  # an analysis, or the deck that it came with
    at: int = 0  # when it was played


class Search(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every given field must match; of a list, any value."""

    kinds: tuple[DecisionKind, ...] = ()
    mistakes: tuple[ErrorKind, ...] = ()
    phases: tuple[GamePhase, ...] = ()
    themes: tuple[Theme, ...] = ()
    dice: Roll = ""  # "31", or one die of the two
    money: bool | None = None
    away: Points | None = None
    opponent_away: Points | None = None
    cube: tuple[CubeAt, ...] = ()
    cube_value: Annotated[int, Meta(ge=1, le=1024)] | None = None
    least_error: Size = 0.0
    most_error: Size | None = None
    least_prime: Count = 0
    least_opponent_prime: Count = 0
    least_anchors: Count = 0
    least_blots: Count = 0
    least_opponent_blots: Count = 0
    least_back: Count = 0
    most_back: Count | None = None
    least_opponent_back: Count = 0
    least_home_points: Count = 0
    on_bar: bool | None = None
    opponent_on_bar: bool | None = None
    opponent: Text = ""  # part of the name
    since: Instant | None = None
    until: Instant | None = None
    source: Text = ""

    def fits(self, found: Found) -> bool:
        facts = found.facts
        return all(
            (
                not self.kinds or facts.kind in self.kinds,
                not self.mistakes or facts.mistake in self.mistakes,
                not self.phases or facts.phase in self.phases,
                not self.themes or facts.theme in self.themes,
                not self.dice or _has_dice(facts, self.dice),
                self.money is None or self.money == (facts.away is None),
                self.away is None or (facts.away is not None and facts.away[0] == self.away),
                self.opponent_away is None or (facts.away is not None and facts.away[1] == self.opponent_away),
                not self.cube or facts.cube in self.cube,
                self.cube_value is None or facts.cube_value == self.cube_value,
                facts.error >= self.least_error,
                self.most_error is None or facts.error <= self.most_error,
                facts.prime >= self.least_prime,
                facts.opponent_prime >= self.least_opponent_prime,
                facts.anchors >= self.least_anchors,
                facts.blots >= self.least_blots,
                facts.opponent_blots >= self.least_opponent_blots,
                facts.back >= self.least_back,
                self.most_back is None or facts.back <= self.most_back,
                facts.opponent_back >= self.least_opponent_back,
                facts.home_points >= self.least_home_points,
                self.on_bar is None or self.on_bar == (facts.bar > 0),
                self.opponent_on_bar is None or self.opponent_on_bar == (facts.opponent_bar > 0),
                self.opponent.casefold() in found.opponent.casefold(),
                self.since is None or found.at >= self.since,
                self.until is None or found.at <= self.until,
                not self.source or found.source == self.source,
            )
        )


def _has_dice(facts: Facts, wanted: str) -> bool:
    if facts.dice is None:
        return False
    faces = sorted(map(int, wanted), reverse=True)
    return tuple(faces) == facts.dice if len(faces) == 2 else faces[0] in facts.dice
