"""Resolves what a director types: people by three letters, matches by table, times, amounts, scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from tavl.cli.errors import fail
from tavl.cli.tournament.tournament_file import TournamentFile
from tavl.i18n import Words
from tavl.tournament import Tournament
from tavl.tournament.files.archive import folded
from tavl.tournament.matches.advancement import Flow, MatchStanding, Where, flow_of
from tavl.tournament.money.amounts import Amount, MoneyError, amount_of
from tavl.tournament.state import Case, Entry, Status

GOING_ON = (Where.PLAYING, Where.CALLED, Where.DIFFERS, Where.REPORTED, Where.READY)
DAY = timedelta(days=1)
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?")
_SCORE = re.compile(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})")
_AMOUNT = re.compile(r"(-?[\d.,]+)\s*([A-Za-z]{3})?")


class Lookup:
    """Each method finds exactly one thing, or ends the command with a sentence that names what was typed."""

    def __init__(self, w: Words, file: TournamentFile) -> None:
        self.w = w
        self.file = file

    @property
    def state(self) -> Tournament:
        return self.file.state

    @property
    def flow(self) -> Flow:
        return flow_of(self.state)

    # what things are called

    def name(self, person: str) -> str:
        known = self.file.people.get(person)
        return (known.name if known else "") or person

    def names(self, people: Iterable[str]) -> str:
        return ", ".join(self.name(person) for person in people)

    def entrant(self, entry: str) -> str:
        found = self.state.entries.get(entry)
        return " / ".join(self.name(person) for person in found.members) if found else entry

    def short(self, match: str) -> str:
        """A match's id, without the division where there is only one."""
        return match.partition("/")[2] if len(self.state.divisions) == 1 else match

    def sides(self, standing: MatchStanding) -> str:
        return " - ".join(self.entrant(entry) for entry in standing.players) if standing.players else ""

    def called(self, match: str) -> str:
        """`main.1.3 (Anna - Bo)`"""
        standing = self.flow.standings.get(match)
        sides = self.sides(standing) if standing else ""
        return f"{self.short(match)} ({sides})" if sides else self.short(match)

    # what is meant

    def division(self, text: str | None) -> str:
        known = list(self.state.divisions)
        if text is None:
            if len(known) != 1:
                fail(self.w("Say which division: {divisions}.", divisions=", ".join(known)))
            return known[0]
        found = [id for id in known if id == text.casefold()] or [id for id in known if id.startswith(text.casefold())]
        if len(found) != 1:
            fail(self.w.refusal("no_such_division", "T1.4.i", {"division": text[:60]}))
        return found[0]

    def people_called(self, text: str, among: Iterable[str] | None = None) -> list[str]:
        """Who these letters may mean: by the full name, else by whole words of it, else by the beginnings of its
        words."""
        pool = list(self.file.people if among is None else among)
        if text in pool:
            return [text]
        wanted = folded(text)
        whole = [id for id in pool if folded(self.name(id)) == wanted]
        if whole or not wanted.strip():
            return whole
        for test in (str.__eq__, str.startswith):
            found = [id for id in pool if _fits(wanted.split(), folded(self.name(id)).split(), test)]
            if found:
                return found
        return []

    def person(self, text: str, among: Iterable[str] | None = None) -> str:
        found = self.people_called(text, among)
        if not found:
            fail(self.w("Nobody here is called that: {name}.", name=text[:60]))
        return self._only(text, found, [self.name(id) for id in found])

    def _only(self, text: str, found: Sequence[str], names: Sequence[str]) -> str:
        if len(found) > 1:
            shown = ", ".join(
                f"{name} [{id}]" if names.count(name) > 1 else name for id, name in zip(found, names, strict=True)
            )
            fail(self.w("{name} could be any of these: {names}.", name=text[:60], names=shown))
        return found[0]

    def entry(self, text: str, division: str | None = None, *statuses: Status) -> Entry:
        """A person's matches in a division; those still open before those that are over."""
        if text in self.state.entries:
            return self.state.entries[text]
        wanted = None if division is None else self.division(division)
        pool = [e for e in self.state.entries.values() if wanted in (None, e.division)]
        person = self.person(text, dict.fromkeys(p for e in pool for p in e.members))
        theirs = [e for e in pool if person in e.members]
        found = [e for e in theirs if e.status in statuses] or theirs
        if len({e.division for e in found}) > 1:
            fail(self.w("Say which division: {divisions}.", divisions=", ".join(e.division for e in found)))
        return found[-1]

    def match(self, text: str, *wheres: Where) -> MatchStanding:
        """By its id, its table or one of its players; of several the first in the order of `wheres`."""
        flow, wheres = self.flow, wheres or GOING_ON
        by_id = [each for each in flow.standings.values() if text in (each.id, self.short(each.id))]
        by_place = [id for place, id in flow.taken.items() if place.casefold() == text.casefold()]
        if by_id or by_place:
            return by_id[0] if by_id else flow.standings[by_place[0]]
        if any(place.id.casefold() == text.casefold() for place in self.state.places):
            found = [each for each in flow.standings.values() if each.match.place == text and each.where in wheres]
            if not found:
                fail(self.w("No match is at table {place}.", place=text))
            return max(found, key=lambda each: each.match.called_at or 0)
        if re.fullmatch(r"[\w/]+\.\d+\.\d+", text):
            fail(self.w.refusal("no_such_match", "T4.6", {"match": text}))
        person = self.person(text, dict.fromkeys(p for e in self.state.entries.values() for p in e.members))
        theirs = [each for each in flow.standings.values() if person in flow.people(each) and each.where in wheres]
        if not theirs:
            fail(self.w("{name} is not in a match that this could be about.", name=self.name(person)))
        return min(theirs, key=lambda each: (wheres.index(each.where), -(each.match.version), flow.urgency(each)))

    def side(self, standing: MatchStanding, text: str) -> int:
        """Which of the two is meant."""
        players = standing.players or ()
        members = {person: n for n, entry in enumerate(players) for person in self.flow.members(entry)}
        return members[self.person(text, members)]

    def case(self, text: str) -> Case:
        found = self.state.cases.get(text.casefold())
        if found is None:
            fail(self.w.refusal("no_such_case", "T5.1", {"case": text[:60]}))
        return found

    # values

    def score(self, text: str) -> tuple[int, int]:
        found = _SCORE.fullmatch(text.strip())
        if found is None:
            fail(self.w("This is not a score, such as 7-5: {text}.", text=text[:60]))
        return int(found[1]), int(found[2])

    def amount(self, text: str, currency: str) -> Amount:
        found = _AMOUNT.fullmatch(text.strip())
        try:
            if found is None:
                raise MoneyError("bad_amount", "amount", text[:60])
            return amount_of(found[1].replace(",", "."), (found[2] or currency).upper())
        except MoneyError as error:
            fail(self.w.fault(error.code, found=error.found))

    def currency(self) -> str:
        fees = [fee for division in self.state.divisions.values() for fee in division.terms.fees]
        return fees[0].price.currency if fees else "DKK"


def instant(w: Words, text: str, near: int, past: bool = False, ahead: bool = False) -> int:
    """`20:10` is the one nearest to now, with `past` the last one, with `ahead` the next; else ISO 8601."""
    clock = _CLOCK.fullmatch(text.strip())
    here = datetime.fromtimestamp(near / 1000).astimezone()
    try:
        if clock is None:
            found = datetime.fromisoformat(text.strip())
            return _ms(found if found.tzinfo else found.astimezone())
        hour, minute, second = int(clock[1]), int(clock[2]), int(clock[3] or 0)
        today = here.replace(hour=hour, minute=minute, second=second, microsecond=0)
    except ValueError:
        fail(w("This is not a time, such as 20:10: {text}.", text=text[:60]))
    days = [_ms(day) for day in (today - DAY, today, today + DAY)]
    if past:
        return max(day for day in days if day <= near)
    if ahead:
        return min(day for day in days if day >= near)
    return min(days, key=lambda day: abs(day - near))


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000).astimezone()


def _fits(wanted: list[str], words: list[str], test: object) -> bool:
    """Each typed word is, or begins, another word of the name."""
    assert callable(test)
    left = list(words)
    for each in wanted:
        found = next((word for word in left if test(word, each)), None)
        if found is None:
            return False
        left.remove(found)
    return True
