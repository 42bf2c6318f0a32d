"""A tournament in the reader's words: names of people, stages, rounds and matches, and what a match is at."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property

from tavl.i18n import Words, later
from tavl.server.wall_clock import DAY
from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import PLAY_IN, Bye, LoserOf, PlaceIn, Source, WinnerOf
from tavl.tournament.matches.advancement import AT_BOARD, DECIDED, Where
from tavl.tournament.standings.places import Mark
from tavl.tournament.standings.tie_breaks import By, Scope, TieBreak
from tavl.tournament.view import DivisionView, EntryView, MatchView, StandingView, View
from tavl.web.tournament.bracket_layout import by_pairing, had_bye, is_bye, origin, pairing_of

STAGES = {
    "main": later("Main"),
    "consolation": later("Consolation"),
    "last_chance": later("Last chance"),
    "losers": later("Losers’ bracket"),
    "final": later("Final"),
    "lives": later("Rounds"),
    "league": later("League"),
}
FROM_THE_END = (later("Final"), later("Semi-finals"), later("Quarter-finals"), later("Last 16"), later("Last 32"))
TIE_BREAKS = {
    By.SCORE: later("score"),
    By.WINS: later("wins"),
    By.HEAD_TO_HEAD: later("head to head"),
    By.POINT_DIFFERENCE: later("point difference"),
    By.POINTS: later("points"),
    By.BUCHHOLZ: later("Buchholz"),
    By.SONNEBORN_BERGER: later("Sonneborn-Berger"),
    By.OPPONENTS_WINS: later("opponents’ wins"),
    By.PROGRESS: later("progress"),
    By.LOTS: later("lots"),
}
MARKS = {
    Mark.WALKOVER: later("walkover"),
    Mark.WITHDRAWN: later("withdrawn"),
    Mark.DISQUALIFIED: later("disqualified"),
}
ENDINGS = {
    Ended.SHORT: later("ended early"),
    Ended.PENALTY: later("by penalty points"),
    Ended.FORFEIT: later("given up"),
    Ended.DISQUALIFIED: later("disqualified"),
    Ended.WALKOVER: later("walkover"),
    Ended.NOBODY: later("nobody won"),
}
MAX_SHOWN_MS = DAY  # of a match that began longer ago nobody is told how long it has been going on


class Display:
    """What the templates ask. `names` are people's; `version` is the log's."""

    def __init__(self, id: str, view: View, names: Mapping[str, str], w: Words, version: int = 0, at: int = 0) -> None:
        self.id, self.view, self.names, self.w, self.version, self.at = id, view, names, w, version, at

    @cached_property
    def entries(self) -> dict[str, EntryView]:
        return {entry.id: entry for entry in self.view.entries}

    @cached_property
    def divisions(self) -> dict[str, DivisionView]:
        return {division.id: division for division in self.view.divisions}

    @cached_property
    def matches(self) -> dict[str, MatchView]:
        return {match.id: match for division in self.view.divisions for match in division.matches}

    @cached_property
    def _known(self) -> dict[str, dict[str, MatchView]]:
        return {division.id: by_pairing(division.matches) for division in self.view.divisions}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """A number for each match that is played, by which people speak of it: in the draw's order."""
        found: dict[str, int] = {}
        for division in self.view.divisions:
            played = (match for match in division.matches if not is_bye(match))
            found |= {match.id: number for number, match in enumerate(played, start=1)}
        return found

    # People

    def name(self, entry: str | None) -> str:
        """Of a player, a pair or a team."""
        found = self.entries.get(entry or "")
        return self.people(found.members) if found else self.w("Somebody")

    def people(self, members: tuple[str, ...]) -> str:
        return " / ".join(self.names.get(person) or self.w("Somebody") for person in members)

    def seat(self, match: MatchView, seat: int) -> str:
        """Who sits there, or who will."""
        entry = match.players[seat]
        if entry is not None:
            return self.name(entry)
        return self.source_text(match, seat)

    def source(self, match: MatchView, seat: int) -> Source:
        sources = match.sources or (Bye(), Bye())
        return origin(sources[seat], self._known[division_of(match)])

    def had_bye(self, match: MatchView, seat: int) -> bool:
        return match.sources is not None and had_bye(match.sources[seat], self._known[division_of(match)])

    def source_text(self, match: MatchView, seat: int) -> str:
        w, source = self.w, self.source(match, seat)
        if isinstance(source, PlaceIn):
            return w("{place} in {group}", place=self.ordinal(source.place), group=self.stage(source.group))
        if not isinstance(source, WinnerOf | LoserOf):
            return w("nobody")
        before = self._known[division_of(match)].get(source.match)
        if before is None or match.where is Where.NO_MATCH:
            return w("nobody")
        number = self.numbers.get(before.id, 0)
        if before.where in AT_BOARD and before.place:
            table = table_of(before.place)
            if isinstance(source, WinnerOf):
                return w("Winner, table {table}", table=table)
            return w("Loser, table {table}", table=table)
        if isinstance(source, WinnerOf):
            return w("Winner of {number}", number=number)
        return w("Loser of {number}", number=number)

    # What things are called

    def division(self, id: str) -> str:
        return title_of(id)

    def stage(self, id: str) -> str:
        kind, _, rest = id.partition("-")
        if kind == "group" and rest:
            return self.w("Group {letter}", letter=rest)
        if kind == "sheet" and rest:
            return self.w("Sheet {number}", number=rest)
        return self.w(STAGES[id]) if id in STAGES else title_of(id)

    def round(self, division: str, stage: str, round: int) -> str:
        if round == PLAY_IN:
            return self.w("Play-in")
        last = self.divisions[division].last_rounds.get(stage)
        if last is not None and last - round < len(FROM_THE_END):
            return self.w(FROM_THE_END[last - round])
        return self.w("Round {n}", n=round)

    def play_in(self, division: DivisionView, pairing: str) -> str:
        """A match for a place: Consolation, Loser of 3 against Loser of 7."""
        match = self.matches[f"{division.id}/{pairing}"]
        one, two = self.seat(match, 0), self.seat(match, 1)
        return f"{self.stage(match.stage)}: {self.w('{one} against {two}', one=one, two=two)}"

    def where(self, match: MatchView) -> str:
        """Open · Consolation · Last 16"""
        division = division_of(match)
        named = [self.division(division)] if len(self.view.divisions) > 1 else []
        stages = {each.stage for each in self.divisions[division].matches}
        if len(stages) > 1:
            named.append(self.stage(match.stage))
        if self.divisions[division].format.value != "club_night":
            named.append(self.round(division, match.stage, match.round))
        return " · ".join(named)

    def table(self, place: str | None) -> str:
        return self.w("Table {table}", table=table_of(place)) if place else ""

    def table_number(self, place: str | None) -> str:
        return table_of(place)

    def ordinal(self, n: int) -> str:
        return f"{n}." if self.w.language != "en" else f"{n}{_suffix(n)}"

    # What a match is at

    def score(self, match: MatchView, seat: int) -> str:
        if match.score is not None and match.how != Ended.WALKOVER:
            return str(match.score[seat])
        if match.where in DECIDED and match.winner == seat:
            return self.w.sense("score of a walkover", "w/o")
        return ""

    def state(self, match: MatchView) -> str:
        """In a few words: table 7, walkover, about 15:20."""
        w = self.w
        if match.where in AT_BOARD:
            if match.place is None:
                return w("being played") if match.where is Where.PLAYING else w("called")
            return self.table(match.place)
        if match.where is Where.DIFFERS or match.where is Where.REPORTED:
            return w("result to be confirmed")
        if match.where in DECIDED:
            how = ENDINGS.get(Ended(match.how)) if match.how else ENDINGS[Ended.WALKOVER]
            told = [w(how)] if how else []
            return ", ".join([*told, *([w("corrected")] if match.corrected else [])])
        if match.where is Where.NO_MATCH:
            return w("no match")
        return ""

    def starts(self, match: MatchView) -> int | None:
        """When it starts: as announced, else as expected."""
        if match.where not in (Where.READY, Where.WAITS, Where.CALLED):
            return None
        return match.expected if match.expected is not None else match.starts_at

    def sentence(self, match: MatchView) -> str:
        """The match for ears: who beat whom, or who plays whom and where."""
        w = self.w
        one, two = self.seat(match, 0), self.seat(match, 1)
        if match.where in DECIDED and match.winner is not None:
            winner, loser = (one, two) if match.winner == 0 else (two, one)
            if match.score is not None and match.how != Ended.WALKOVER:
                high, low = match.score[match.winner], match.score[1 - match.winner]
                return w("{winner} beat {loser} {high}–{low}", winner=winner, loser=loser, high=high, low=low)
            return w("{winner} had a walkover against {loser}", winner=winner, loser=loser)
        if match.where is Where.NO_MATCH:
            here = next((self.name(player) for player in match.players if player), w("nobody"))
            return w("{name} has no opponent", name=here)
        return w("{one} against {two}", one=one, two=two)

    def minutes(self, match: MatchView) -> int | None:
        if match.begun_at is None or self.at - match.begun_at > MAX_SHOWN_MS:
            return None
        return max(0, self.at - match.begun_at) // 60_000

    # Standings

    def tie_break(self, line: StandingView) -> str:
        step = line.decided_by
        return "" if step is None else f"{self.step(step)} {line.value}"

    def step(self, step: TieBreak) -> str:
        w = self.w
        text = w(TIE_BREAKS[step.by])
        if step.cut_lowest and step.cut_highest:
            return w("{step} without the best and the worst", step=text)
        if step.cut_lowest:
            return w("{step} without the worst", step=text)
        if step.scope is Scope.TIED and step.by is not By.HEAD_TO_HEAD:
            return w("{step} among the tied", step=text)
        return text

    def mark(self, mark: Mark) -> str:
        return self.w(MARKS[mark])

    def clock(self, at: int | None) -> str:
        """Hour and minute where the server stands; the page's script says it where the reader is."""
        return "" if at is None else f"{datetime.fromtimestamp(at / 1000).astimezone():%H:%M}"

    def iso(self, at: int) -> str:
        return datetime.fromtimestamp(at / 1000).astimezone().isoformat(timespec="seconds")


def division_of(match: MatchView) -> str:
    return match.id.partition("/")[0]


def title_of(id: str) -> str:
    return id.replace("-", " ").replace("_", " ").strip().capitalize()


def table_of(place: str | None) -> str:
    """A table as people call it: of "t7" the 7."""
    place = place or ""
    return place[1:] if place[:1] == "t" and place[1:].isdecimal() else place


def _suffix(n: int) -> str:
    return {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"


__all__ = ["Display", "division_of", "pairing_of", "table_of", "title_of"]
