"""The content of the public page, the big screen and paper: who is called, who plays, who comes next, results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from tavl.tournament.draws.lots import keeps
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import DECIDED, Where
from tavl.tournament.my_matches_and_cases import MyNext
from tavl.tournament.standings.places import Place
from tavl.tournament.view import DivisionView, DrawView, MatchView
from tavl.web.tournament.bracket_drawing import Drawing, draw
from tavl.web.tournament.bracket_layout import BRACKETS, Bracket, brackets_of, is_bye
from tavl.web.tournament.labels import Display
from tavl.web.tournament.standings import Table, tables_of

MAX_NEXT, MAX_LATEST = 12, 8  # matches and results beside what is being played


class Part(Struct, frozen=True):
    """A stage of a division with its picture."""

    bracket: Bracket
    drawing: Drawing


class Proof(Struct, frozen=True):
    """A draw that anybody can make again. `kept`: whether the seed is the one that was promised."""

    draw: DrawView
    label: str
    kept: bool | None


class PublicPage:
    def __init__(self, display: Display) -> None:
        self.display = display
        self.view = display.view

    @cached_property
    def matches(self) -> list[MatchView]:
        return [match for match in self.display.matches.values() if not is_bye(match)]

    @cached_property
    def called(self) -> list[MatchView]:
        return self._by_table(Where.CALLED)

    @cached_property
    def playing(self) -> list[MatchView]:
        return self._by_table(Where.PLAYING)

    def _by_table(self, where: Where) -> list[MatchView]:
        order = {place.id: n for n, place in enumerate(self.view.places)}
        found = (match for match in self.matches if match.where is where)
        return sorted(found, key=lambda match: (order.get(match.place or "", len(order)), match.id))

    @cached_property
    def on(self) -> list[MatchView]:
        """The matches to comment on: the featured table first."""
        featured = {place.id for place in self.view.places if place.featured}
        return sorted([*self.playing, *self.called], key=lambda match: match.place not in featured)

    def way(self, entry: str, until: MatchView) -> list[MatchView]:
        """The matches that somebody has behind them in this division, the latest first."""
        division = until.id.partition("/")[0]
        found = [
            m for m in self.matches if entry in m.players and m.where in DECIDED and m.id.startswith(f"{division}/")
        ]
        return sorted(found, key=lambda match: -(match.ended_at or 0))

    @cached_property
    def soon(self) -> list[MatchView]:
        """Both players known; what is to be called next."""
        found = [match for match in self.matches if match.where is Where.READY]
        return sorted(found, key=lambda match: (self.display.starts(match) or 0, match.id))

    @property
    def next(self) -> list[MatchView]:
        return self.soon[:MAX_NEXT]

    @cached_property
    def schedule(self) -> list[MatchView]:
        found = [match for match in self.matches if match.where in (Where.READY, Where.WAITS, Where.CALLED)]
        return sorted(found, key=lambda match: (self.display.starts(match) or 0, self.display.numbers[match.id]))

    @cached_property
    def results(self) -> list[MatchView]:
        """The latest first."""
        found = [match for match in self.matches if match.where in DECIDED and match.ended_at is not None]
        return sorted(found, key=lambda match: (-(match.ended_at or 0), match.id))

    @property
    def latest(self) -> list[MatchView]:
        return self.results[:MAX_LATEST]

    def parts(self, division: DivisionView) -> list[Part]:
        return [Part(bracket, draw(bracket, self.display)) for bracket in brackets_of(division)]

    def stages(self, division: DivisionView) -> list[tuple[str, str]]:
        """The parts of a division that are shown one at a time: a title and its place."""
        shown, w = self.display, self.display.w
        found = {
            shown.stage(table.stage) if division.through else w("Standings"): f"{division.id}-{table.stage}-table"
            for table in reversed(self.tables(division))
        }
        found = dict(reversed(found.items()))
        found |= {shown.stage(b.stage): f"{division.id}-{b.stage}" for b in brackets_of(division)}
        if self.places(division):
            found[w("Places")] = f"{division.id}-places"
        if division.draws or division.promise:
            found[w("The draw")] = f"{division.id}-draw"
        return list(found.items())

    def tables(self, division: DivisionView) -> list[Table]:
        return tables_of(division, self.display)

    def rounds(self, division: DivisionView) -> list[tuple[int, list[MatchView]]]:
        """Of a Swiss or a club night: the matches of each round, the latest first."""
        found: dict[int, list[MatchView]] = {}
        for match in division.matches if division.format not in BRACKETS else ():
            found.setdefault(match.round, []).append(match)
        return sorted(found.items(), reverse=True)

    def places(self, division: DivisionView) -> tuple[Place, ...]:
        return division.places if division.format in BRACKETS else ()

    def waiting(self, division: DivisionView) -> list[str]:
        """On a club night: who is here and has nobody to play."""
        if division.format is not Format.CLUB_NIGHT:
            return []
        held = {e for m in division.matches if m.where not in DECIDED for e in m.players}
        here = (entry for entry in self.view.entries if entry.division == division.id and entry.checked_in)
        return [entry.id for entry in here if entry.id not in held and entry.status == "approved"]

    def proofs(self, division: DivisionView) -> Iterator[Proof]:
        for drawn in division.draws:
            kept = keeps(bytes.fromhex(drawn.seed), drawn.promise) if drawn.seed and drawn.promise else None
            yield Proof(drawn, f"draw {division.id} {drawn.round}", kept)

    @cached_property
    def mine(self) -> list[tuple[MyNext, MatchView]]:
        return [
            (next, self.display.matches[next.match]) for next in self.view.mine if next.match in self.display.matches
        ]

    @cached_property
    def people(self) -> int:
        return len({person for entry in self.view.entries if entry.status == "approved" for person in entry.members})

    @cached_property
    def findable(self) -> list[tuple[str, str]]:
        """Everybody in the tournament, by name."""
        known = {player for match in self.matches for player in match.players if player}
        known |= {entry for division in self.view.divisions for entry in division.entries}
        return sorted(((id, self.display.name(id)) for id in known), key=lambda each: each[1].casefold())
