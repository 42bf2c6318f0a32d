"""A whole tournament played by chance, through `decide` and `evolve` as a desk would: entries, draw, calls, lateness,
results typed wrong and corrected, people who leave. For planning an evening, and for tests.

Whoever keeps the log is given every act (`Keeper`); chance is an argument, so that the same lots give the same evening.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct

from tavl.rules.penalties import MINUTE
from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction, AnyEvent, By, Stamp
from tavl.tournament.acts.results import Follow
from tavl.tournament.draws.draws import eligible
from tavl.tournament.draws.graph import Bye
from tavl.tournament.matches.corrections import asks
from tavl.tournament.matches.flow import Flow, Standing, Where, flow_of
from tavl.tournament.matches.running import next_calls, why_not_playable
from tavl.tournament.simulation import Chance, Pace, play_match
from tavl.tournament.standings.results_table import finish
from tavl.tournament.state import Status, Tournament
from tavl.tournament.terms import BY_ROUNDS
from tavl.tournament.tournament import decide, evolve

OVER = (Where.DONE, Where.WALKOVER, Where.NO_MATCH)
PER_MILLE = 1000


class Keeper(Protocol):
    """Whoever keeps the log: in memory, in a file."""

    @property
    def state(self) -> Tournament: ...

    def append(self, events: Sequence[AnyEvent], person: str, at: int) -> object: ...


class Memory:
    """A log that is kept nowhere else."""

    def __init__(self) -> None:
        self.log: list[tuple[AnyEvent, Stamp]] = []
        self._state: Tournament | None = None
        self._acts = 0

    @property
    def state(self) -> Tournament:
        assert self._state is not None
        return self._state

    def append(self, events: Sequence[AnyEvent], person: str, at: int) -> None:
        self._acts += 1
        stamp = Stamp(at, person, f"a{self._acts}")
        for event in events:
            self.log.append((event, stamp))
            self._state = evolve(self._state, event, stamp)


class Mishaps(Struct, frozen=True, kw_only=True):
    """How often something goes wrong, of a thousand."""

    late: int = 20  # matches for which somebody is late
    most_late: int = 18  # minutes
    wrong: int = 10  # results that are typed for the wrong player and corrected later
    leaves: int = 5  # players who go home after a match


NONE = Mishaps(late=0, wrong=0, leaves=0)


class Refusal(RuntimeError):
    """Something that a desk has to be able to do was refused: a fault of the core, or of whoever wrote this."""

    def __init__(self, action: AnyAction, why: Refused) -> None:
        super().__init__(f"{action}: {why}")


class Summary(Struct, frozen=True, kw_only=True):
    started_at: int
    ended_at: int
    played: int
    walkovers: int
    void: int
    byes: int
    rematches: int  # matches between two who had met before in the same division
    late: int
    corrected: int
    withdrawn: int
    winners: dict[str, str]  # by division, the entry
    matches_each: tuple[int, int]  # the fewest and the most that anybody played
    longest_wait: int  # milliseconds from the end of a player's match to the call of the next
    tables_used: int


class SimulatedTournament:
    """A director, tables and players. `by` is on the staff."""

    def __init__(
        self,
        keeper: Keeper,
        by: str,
        chance: Chance,
        at: int,
        *,
        mishaps: Mishaps = NONE,
        pace: Pace | None = None,
        seeds: Callable[[str], bytes | None] | None = None,
    ) -> None:
        self.keeper, self.by, self.chance, self.at = keeper, by, chance, at
        self.mishaps, self.pace = mishaps, pace or Pace()
        self.started_at = at
        self._seeds = seeds  # those that were promised, where the keeper has them
        self._coming: list[tuple[int, int, str, tuple[Any, ...]]] = []  # when, in which order, what, about what
        self._order = 0
        self._waits: dict[str, int] = {}  # since when somebody has been free
        self.longest_wait = 0
        self.corrected = 0

    @property
    def state(self) -> Tournament:
        return self.keeper.state

    @property
    def flow(self) -> Flow:
        return flow_of(self.state)

    # acting

    def do(self, action: AnyAction, chance: bytes | None = None) -> None:
        if (why := self.tried(action, chance)) is not None:
            raise Refusal(action, why)

    def tried(self, action: AnyAction, chance: bytes | None = None) -> Refused | None:
        answer = decide(self.state, action, By(self.by), self.at, chance)
        if isinstance(answer, Refused):
            return answer
        self.keeper.append(answer, self.by, self.at)
        return None

    def _happens(self, of_a_thousand: int) -> bool:
        return self.chance.below(PER_MILLE) < of_a_thousand

    def _later(self, at: int, what: str, *about: Any) -> None:
        self._order += 1
        heapq.heappush(self._coming, (at, self._order, what, about))

    # running

    def run(self, until: int | None = None) -> Iterator[tuple[int, int]]:
        """To the end, or to an instant. After each thing that happens: how many matches are over, and of how many."""
        self._draw()
        self._seat()
        while self._coming and (until is None or self._coming[0][0] <= until):
            self.at, _, what, about = heapq.heappop(self._coming)
            getattr(self, f"_{what}")(*about)
            if not self._coming or self._coming[0][0] > self.at:
                self._draw()
                self._seat()
            yield self.progress()
        if until is not None:
            self.at = max(self.at, until)

    def progress(self) -> tuple[int, int]:
        matches = [each for each in self.flow.standings.values() if each.where is not Where.NO_MATCH]
        return sum(each.where in OVER for each in matches), len(matches)

    def _draw(self) -> None:
        for id, division in self.state.divisions.items():
            over = all(each.where in OVER for each in self.flow.of(id))
            first = not division.draws and len(eligible(self.state, id)) >= 2
            left = division.terms.rounds is None or len(division.draws) < division.terms.rounds
            again = bool(division.draws) and division.terms.format in BY_ROUNDS and over and left
            if first or again:
                promised = self._seeds(id) if self._seeds and division.promise else None
                seed = promised or bytes(self.chance.below(256) for _ in range(32))
                why = self.tried(acts.MakeDraw(id), seed)
                if why is not None and first:
                    raise Refusal(acts.MakeDraw(id), why)
            if self.state.divisions[id].draws and not self.state.divisions[id].announced:
                self.do(acts.AnnounceDraw(id, self.at))

    def _seat(self) -> None:
        """Call what can be called; whoever is there begins at once."""
        if not self.state.places:
            for each in self.flow.ready:
                flow = self.flow
                if why_not_playable(self.state, flow, flow.standings[each.id]) is None:
                    self._begin(each.id)
            return
        for call in next_calls(self.state, self.flow):
            if self.tried(acts.CallMatch(call.match, call.place)) is not None:
                continue
            standing = self.flow.standings[call.match]
            for person in self.flow.people(standing):
                self.longest_wait = max(self.longest_wait, self.at - self._waits.get(person, self.at))
            if self._happens(self.mishaps.late) and standing.players is not None:
                entry = standing.players[self.chance.below(2)]
                comes = self.at + (1 + self.chance.below(max(1, self.mishaps.most_late))) * MINUTE
                self._later(min(comes, self.at + 4 * MINUTE), "missed", call.match, entry)
                self._later(comes, "arrives", call.match, entry)
            else:
                self._begin(call.match)

    def _begin(self, match: str) -> None:
        self.do(acts.BeginMatch(match))
        standing = self.flow.standings[match]
        assert standing.players is not None
        ratings = [self.state.entries[entry].rating for entry in standing.players]
        wins, took = [0, 0], 0
        needed = standing.pairing.best_of // 2 + 1
        while max(wins) < needed:
            game = play_match(ratings, standing.length, self.chance, pace=self.pace)
            wins[game.winner] += 1
            took += game.duration
        score = game.score if needed == 1 else (wins[0], wins[1])
        self._later(self.at + took, "ends", match, standing.match.version, score)

    # what happens

    def _missed(self, match: str, entry: str) -> None:
        self.tried(acts.ReportAbsence(match, entry))

    def _arrives(self, match: str, entry: str) -> None:
        """The director gives the points; above half the length the match is lost (T2.2.iv)."""
        standing = self.flow.standings[match]
        if standing.where is not Where.CALLED:
            return
        self.tried(acts.Arrive(match, entry))
        self.tried(acts.ApplyLatePenalty(match, entry))
        if self.flow.standings[match].where is Where.CALLED:
            self._begin(match)

    def _ends(self, match: str, version: int, score: tuple[int, int]) -> None:
        standing = self.flow.standings[match]
        if standing.where is not Where.PLAYING or standing.match.version != version:
            return  # it was stopped meanwhile
        assert standing.players is not None
        wrong = self._happens(self.mishaps.wrong)
        typed = (score[1], score[0]) if wrong else score
        self.do(acts.ReportResult(match, standing.players, typed, confirms=True))
        if wrong:
            self._later(self.at + (5 + self.chance.below(25)) * MINUTE, "noticed", match, score)
        for person in self.flow.people(standing):
            self._waits[person] = self.at
        if self._happens(self.mishaps.leaves):
            self.tried(acts.WithdrawEntry(standing.players[self.chance.below(2)]))

    def _noticed(self, match: str, score: tuple[int, int]) -> None:
        """A wrong result: what has begun since is stopped and replaced, unless something is finished already."""
        standing = self.flow.standings[match]
        if standing.match.confirmed is None or standing.players is None:
            return
        correct = acts.CorrectResult(match, standing.players, score, "the score card says so")
        meets = asks(self.state, correct)
        finished = any(self.state.matches[id].confirmed is not None for id in meets)
        follow = None if not meets else Follow.STAND if finished else Follow.REPLACE
        correct = acts.CorrectResult(match, standing.players, score, "the score card says so", follow=follow)
        if self.tried(correct) is None:
            self.corrected += 1

    # what came out

    def summary(self) -> Summary:
        flow, state = self.flow, self.state
        done = [each for each in flow.standings.values() if each.where is Where.DONE]
        played = Counter(entry for each in done for entry in each.players or ())
        ends = [each.match.confirmed.ended_at for each in done if each.match.confirmed]
        drawn = {entry for division in state.divisions.values() for draw in division.draws for entry in draw.entries}
        counts = [played[entry] for entry in drawn] or [0]
        winners = {}
        for id, division in state.divisions.items():
            order = finish(flow, id) if division.draws else []
            if order and order[0].settled and len(order[0].entrants) == 1:
                winners[id] = order[0].entrants[0]
        return Summary(
            started_at=self.started_at,
            ended_at=max(ends, default=self.at),
            played=len(done),
            walkovers=sum(each.where is Where.WALKOVER for each in flow.standings.values()),
            void=sum(len(each.match.voids) for each in flow.standings.values()),
            byes=sum(
                Bye() in pairing.sources for division in state.divisions.values() for pairing in division.pairings
            ),
            rematches=_rematches(done),
            late=sum(penalty.late_ms is not None for penalty in state.penalties.values()),
            corrected=self.corrected,
            withdrawn=sum(entry.status is Status.WITHDRAWN for entry in state.entries.values()),
            winners=winners,
            matches_each=(min(counts), max(counts)),
            longest_wait=self.longest_wait,
            tables_used=len({each.match.place for each in done if each.match.place}),
        )


def _rematches(done: Sequence[Standing]) -> int:
    met = Counter((each.division, frozenset(each.players or ())) for each in done)
    return sum(times - 1 for times in met.values())


def prepared(
    keeper: Keeper,
    create: acts.CreateTournament,
    entrants: Sequence[tuple[str, str, int | None]],
    places: Sequence[acts.Place],
    at: int,
) -> None:
    """A tournament with everybody entered and there: `entrants` are person, division and rating."""
    by = create.directors[0]

    def do(action: AnyAction, state: Tournament | None) -> None:
        answer = decide(state, action, By(by), at)
        if isinstance(answer, Refused):
            raise Refusal(action, answer)
        keeper.append(answer, by, at)

    do(create, None)
    if places:
        do(acts.SetPlaces(tuple(places)), keeper.state)
    for id in keeper.state.divisions:
        do(acts.SetStandingApproval(id, True), keeper.state)
    do(acts.OpenEntries(), keeper.state)
    for person, division, rating in entrants:
        do(acts.Enter(division, (person,), rating=rating), keeper.state)
        do(acts.CheckIn(f"e{keeper.state.entered}"), keeper.state)
