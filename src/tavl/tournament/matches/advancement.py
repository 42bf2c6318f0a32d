"""Who is where: derived from the draw, the results and who is out. Nothing of it is stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused, refuse
from tavl.tournament.acts.cases import Scope
from tavl.tournament.acts.results import Ended
from tavl.tournament.draws.graph import (
    How,
    Known,
    Nobody,
    Outcome,
    Pairing,
    Slots,
    Waits,
    WinnerOf,
    conflicts,
    feeders,
    ordered,
    resolve,
)
from tavl.tournament.formats.consolation import loser_drops
from tavl.tournament.registry import changed
from tavl.tournament.standings.group_places import places_of
from tavl.tournament.state import Division, Match, Status, Tournament

HOW = {Ended.WALKOVER: How.WALKOVER, Ended.DISQUALIFIED: How.DISQUALIFIED}
OUT = frozenset({PenaltyKind.DISQUALIFY, PenaltyKind.EXPEL, PenaltyKind.EXCLUDE})


class Where(StrEnum):
    """What a match is at."""

    WAITS = "waits"  # for other matches
    READY = "ready"
    CALLED = "called"
    PLAYING = "playing"
    REPORTED = "reported"  # not confirmed
    DIFFERS = "differs"
    DONE = "done"
    WALKOVER = "walkover"
    NO_MATCH = "no_match"  # a bye, or nobody comes


AT_BOARD = (Where.CALLED, Where.PLAYING)
DECIDED = (Where.DONE, Where.WALKOVER)
OVER = (*DECIDED, Where.NO_MATCH)


class MatchStanding(Struct, frozen=True, kw_only=True):
    """The state of a match."""

    id: str
    division: str
    pairing: Pairing
    slots: Slots
    match: Match
    where: Where
    length: int
    outcome: Outcome | None
    waits_for: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, str] | None:
        """Both entries, where they are known."""
        if self.match.players is not None:
            return self.match.players
        one, two = self.slots
        return (one.entrant, two.entrant) if isinstance(one, Known) and isinstance(two, Known) else None


def match_id(division: str, pairing: str) -> str:
    return f"{division}/{pairing}"


class Flow:
    """All that follows from one state, worked out when it is asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._of: dict[str, tuple[MatchStanding, ...]] = {}

    @cached_property
    def out(self) -> frozenset[str]:
        """Entries that have left or have been put out."""
        tournament = self.tournament
        gone = {id for id, entry in tournament.entries.items() if entry.status is Status.WITHDRAWN}
        for penalty in tournament.penalties.values():
            if penalty.spectator or penalty.kind not in OUT or penalty.scope is Scope.MATCH:
                continue
            where = penalty.match.partition("/")[0] if penalty.match and penalty.scope is Scope.DIVISION else None
            gone |= {
                id
                for id, entry in tournament.entries.items()
                if penalty.person in entry.members and where in (None, entry.division)
            }
        return frozenset(gone)

    @cached_property
    def standings(self) -> dict[str, MatchStanding]:
        """Every match of every division, by id."""
        return {each.id: each for id in self.tournament.divisions for each in self.of(id)}

    def of(self, division: str) -> tuple[MatchStanding, ...]:
        """The matches of one division. Worked out once for as long as nothing in it has changed."""
        if division not in self._of:
            self._of[division] = self._worked_out(division)
        return self._of[division]

    def _worked_out(self, division: str) -> tuple[MatchStanding, ...]:
        here = self.tournament.divisions[division]
        kept = self.tournament.matches
        out = frozenset(e for e in self.out if self.tournament.entries[e].division == division)
        matches = tuple([kept.get(match_id(division, pairing.id)) for pairing in here.pairings])
        last: _Known | None = None
        for known in reversed(tuple(_WORKED_OUT)):
            if known.division is here and known.out == out and known.matches == matches:
                return known.standings
            if last is None and known.division.terms.id == division:
                last = known
        before = {each.pairing.id: each for each in last.standings} if last else {}
        found = tuple(self._standings(division, here, before))
        _WORKED_OUT.append(_Known(here, out, matches, found))
        return found

    def _standings(self, id: str, division: Division, before: dict[str, MatchStanding]) -> Iterator[MatchStanding]:
        """Unchanged parts are reused: most of it, most of the time."""
        outcomes, slots = outcomes_and_slots(self.tournament, id, division, self.out)
        for pairing in division.pairings:
            kept = self.tournament.matches.get(match_id(id, pairing.id))
            outcome, here = outcomes.get(pairing.id), slots[pairing.id]
            old = before.get(pairing.id)
            same = old is not None and (old.match is kept or (kept is None and old.match.version == 0))
            if old is not None and same and (old.slots, old.outcome, old.pairing) == (here, outcome, pairing):
                yield old
                continue
            match = kept or Match(id=match_id(id, pairing.id))
            waits = tuple(on for slot in here if isinstance(slot, Waits) for on in slot.on)
            yield MatchStanding(
                id=match_id(id, pairing.id),
                division=id,
                pairing=pairing,
                slots=here,
                match=match,
                where=_where(match, here, outcome, waits),
                length=match.length or pairing.length,
                outcome=outcome,
                waits_for=tuple(match_id(id, on) for on in waits),
            )

    @cached_property
    def by_entry(self) -> dict[str, list[MatchStanding]]:
        """The matches in which each entry stands."""
        found: dict[str, list[MatchStanding]] = {}
        for each in self.standings.values():
            for slot in each.slots:
                if isinstance(slot, Known):
                    found.setdefault(slot.entrant, []).append(each)
        return found

    @cached_property
    def entries_of(self) -> dict[str, list[str]]:
        """By person."""
        found: dict[str, list[str]] = {}
        for id, entry in self.tournament.entries.items():
            for person in entry.members:
                found.setdefault(person, []).append(id)
        return found

    def members(self, entry: str) -> tuple[str, ...]:
        found = self.tournament.entries.get(entry)
        return found.members if found else ()

    def people(self, standing: MatchStanding) -> tuple[str, ...]:
        return tuple(person for entry in standing.players or () for person in self.members(entry))

    @cached_property
    def busy(self) -> dict[str, str]:
        """People in a match that is called or being played: its id by person."""
        return {
            person: each.id
            for each in self.standings.values()
            if each.where in AT_BOARD
            for person in self.people(each)
        }

    @cached_property
    def held(self) -> dict[str, str]:
        """Parties of a case that is open: what they play next waits for it (T5.2)."""
        return {person: case.id for case in self.tournament.cases.values() if case.is_open for person in case.parties}

    @cached_property
    def ready(self) -> list[MatchStanding]:
        """Matches that can be called but for a table, in the order in which they should be."""
        found = [each for each in self.standings.values() if each.where is Where.READY]
        return sorted(found, key=self.urgency)

    def urgency(self, standing: MatchStanding) -> tuple[int, int, int, str]:
        terms = self.tournament.divisions[standing.division].terms
        return terms.priority, standing.pairing.round, standing.pairing.number, standing.id

    @cached_property
    def queue(self) -> dict[str, list[str]]:
        """For each person the matches that wait for them, the first one first: one queue across all divisions."""
        found: dict[str, list[str]] = {}
        for each in self.ready:
            for person in self.people(each):
                found.setdefault(person, []).append(each.id)
        return found

    def kept_by(self, standing: MatchStanding) -> str | None:
        """What keeps a ready match from being called: a match or a case of one of its players."""
        for person in self.people(standing):
            if (held := self.held.get(person)) is not None:
                return held
            if (busy := self.busy.get(person)) is not None and busy != standing.id:
                return busy
            first = self.queue.get(person, [standing.id])[0]
            if first != standing.id and self.urgency(self.standings[first])[0] < self.urgency(standing)[0]:
                return first
        return None

    @cached_property
    def taken(self) -> dict[str, str]:
        """Tables that a match holds."""
        return {m.match.place: m.id for m in self.standings.values() if m.match.place and m.where in AT_BOARD}

    def conflicts(self, division: str) -> dict[str, Slots]:
        """Begun matches whose sources send somebody else by now."""
        return conflicts_of(self.tournament, division, self.out)

    def followers(self, id: str) -> list[str]:
        """Matches into which the winner or the loser of this one comes, at once or later."""
        division, _, pairing = id.partition("/")
        found: list[str] = []
        wanted = {pairing}
        for each in ordered(self.tournament.divisions[division].pairings):
            if wanted & set(feeders(each)):
                wanted.add(each.id)
                found.append(match_id(division, each.id))
        return found


def standing_at(flow: Flow, id: str, seen: int | None = None) -> MatchStanding | Refused:
    standing = flow.standings.get(id)
    if standing is None:
        return refuse("no_such_match", "T4.6", match=id)
    return changed(seen, standing.match.version) or standing


def plays_in(flow: Flow, standing: MatchStanding, person: str) -> str | None:
    """The entry for which somebody plays in this match."""
    return next((entry for entry in standing.players or () if person in flow.members(entry)), None)


class _Known(NamedTuple):
    division: Division
    out: frozenset[str]
    matches: tuple[Match | None, ...]
    standings: tuple[MatchStanding, ...]


_WORKED_OUT: deque[_Known] = deque(maxlen=64)
"""The last result. Structs are immutable, so the same ones have the same result."""
_FLOWS: deque[Flow] = deque(maxlen=8)


def flow_of(tournament: Tournament) -> Flow:
    """What follows from this state."""
    for flow in tuple(_FLOWS):  # another thread may add one at the same time
        if flow.tournament is tournament:
            return flow
    flow = Flow(tournament)
    _FLOWS.append(flow)
    return flow


def _where(match: Match, slots: Slots, outcome: Outcome | None, waits: tuple[str, ...]) -> Where:
    if match.differs:
        return Where.DIFFERS
    if match.confirmed is not None:
        return Where.DONE
    if any(isinstance(slot, Nobody) for slot in slots) and match.players is None:
        return Where.NO_MATCH
    if outcome is not None:
        return Where.WALKOVER
    if match.reports:
        return Where.REPORTED
    if match.begun_at is not None:
        return Where.PLAYING
    if waits:
        return Where.WAITS
    one, two = slots
    called = match.called is not None and isinstance(one, Known) and isinstance(two, Known)
    here = called and match.called == (one.entrant, two.entrant)  # type: ignore[union-attr]
    return Where.CALLED if here else Where.READY


def given_outcomes(tournament: Tournament, id: str, division: Division, out: frozenset[str]) -> dict[str, Outcome]:
    """Of confirmed results. Who drops into a consolation: `formats.consolation`."""
    found: dict[str, Outcome] = {}
    for pairing in division.pairings:
        match = tournament.matches.get(match_id(id, pairing.id))
        confirmed = match.confirmed if match is not None and not match.differs else None
        if confirmed is None:
            continue
        result = confirmed.result
        winner = result.winner if confirmed.advances is None else confirmed.advances
        is_out = winner is not None and result.players[1 - winner] in out
        drops = loser_drops(is_out=is_out, played=result.how is Ended.PLAYED)
        found[pairing.id] = Outcome(winner, HOW.get(result.how, How.PLAYED), drops)
    return found


def pins_of(tournament: Tournament, id: str, division: Division) -> dict[str, tuple[str, str]]:
    found = {}
    for pairing in division.pairings:
        match = tournament.matches.get(match_id(id, pairing.id))
        if match is not None and match.players is not None:
            found[pairing.id] = match.players
    return found


def outcomes_and_slots(
    tournament: Tournament, id: str, division: Division, out: frozenset[str]
) -> tuple[dict[str, Outcome], dict[str, Slots]]:
    """Outcomes with the walkovers that follow from who is out, and who stands in each match."""
    outcomes = given_outcomes(tournament, id, division, out)
    pins = pins_of(tournament, id, division)
    while True:
        slots = resolve(division.pairings, outcomes, places_of(tournament, id, out), pins)
        more: dict[str, Outcome] = {}
        for pairing in division.pairings:
            one, two = slots[pairing.id]
            if pairing.id in outcomes or not (isinstance(one, Known) and isinstance(two, Known)):
                continue
            gone = (one.entrant in out, two.entrant in out)
            if all(gone):
                winner = _went_on(division, pins, pairing.id, (one.entrant, two.entrant))
                more[pairing.id] = Outcome(winner, How.WALKOVER, drops=winner is None)
            elif any(gone):
                drops = loser_drops(is_out=True, played=False)
                more[pairing.id] = Outcome(0 if gone[1] else 1, How.WALKOVER, drops)
        if not more:
            return outcomes, slots
        outcomes |= more


def _went_on(division: Division, pins: dict[str, tuple[str, str]], pairing: str, pair: tuple[str, str]) -> int | None:
    """Which of two who are out had won by walkover first: the one who has begun the next match. Else nobody wins."""
    for later in division.pairings:
        if later.id in pins and any(isinstance(s, WinnerOf) and s.match == pairing for s in later.sources):
            return next((seat for seat, one in enumerate(pair) if one in pins[later.id]), None)
    return None


def conflicts_of(tournament: Tournament, id: str, out: frozenset[str]) -> dict[str, Slots]:
    division = tournament.divisions[id]
    outcomes, _ = outcomes_and_slots(tournament, id, division, out)
    found = conflicts(division.pairings, outcomes, places_of(tournament, id, out), pins_of(tournament, id, division))
    return {match_id(id, pairing): slots for pairing, slots in found.items()}
