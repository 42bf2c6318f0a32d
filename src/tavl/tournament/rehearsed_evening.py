"""A rehearsed evening with the usual mishaps: players who are late, results typed for the wrong player, people
who go home. And its outcome: how long it took, byes, rematches, who won. For planning, and for tests."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tavl.rules.late_penalties import MINUTE
from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction, AnyEvent, By, Stamp
from tavl.tournament.acts.results import Follow
from tavl.tournament.draws.graph import Bye
from tavl.tournament.draws.lots import Lots
from tavl.tournament.matches.advancement import OVER, MatchStanding, Where, flow_of
from tavl.tournament.matches.corrections import asks
from tavl.tournament.rehearsal import Rehearsal, Watch
from tavl.tournament.simulation import Pace
from tavl.tournament.standings.results_table import finish
from tavl.tournament.state import Status, Tournament
from tavl.tournament.tournament import decide, evolve

PER_MILLE = 1000


class Mishaps(Struct, frozen=True, kw_only=True):
    """How often something goes wrong, in a thousand."""

    late: int = 20  # matches for which somebody is late
    max_late_minutes: int = 18
    wrong: int = 10  # results that are typed for the wrong player and corrected later
    leaves: int = 5  # matches after which somebody goes home


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


class RehearsedEvening(Rehearsal):
    """Beside the ends of matches, `ends` has what else will happen: "missed", "arrives" or "noticed" and a match."""

    def __init__(
        self,
        tournament: Tournament,
        director: str,
        seed: bytes,
        at: int,
        *,
        mishaps: Mishaps,
        pace: Pace | None = None,
        watch: Watch | None = None,
    ) -> None:
        super().__init__(tournament, director, seed, at, pace, watch)
        self.mishaps = mishaps
        self.started_at = at
        self.longest_wait = 0
        self._lots = Lots(seed, "mishaps")
        self._free_since: dict[str, int] = {}

    def _happens(self, of_a_thousand: int) -> bool:
        return self._lots.below(PER_MILLE) < of_a_thousand

    def _later(self, minutes: int, what: str, match: str, about: tuple[int, int]) -> None:
        heapq.heappush(self.ends, (self.at + minutes * MINUTE, f"{what} {match}", about))

    def _begin(self, match: str) -> bool:
        """Somebody who was called may not be there."""
        flow = flow_of(self.tournament)
        standing = flow.standings[match]
        if standing.where is Where.CALLED and not standing.match.absences:
            for person in flow.people(standing):
                self.longest_wait = max(self.longest_wait, self.at - self._free_since.get(person, self.at))
            if self._happens(self.mishaps.late):
                side, late = self._lots.below(2), 1 + self._lots.below(max(1, self.mishaps.max_late_minutes))
                self._later(min(late, 4), "missed", match, (side, 0))
                self._later(late, "arrives", match, (side, 0))
                return True
        return super()._begin(match)

    def _next_end(self) -> None:
        what, _, match = self.ends[0][1].rpartition(" ")
        if not what:
            self._match_ends(match)
            return
        self.at, _, about = heapq.heappop(self.ends)
        standing = flow_of(self.tournament).standings[match]
        if what == "noticed":
            self._corrected(standing, about)
        elif standing.where is Where.CALLED and standing.players is not None:
            entry = standing.players[about[0]]
            if what == "missed":
                self.do(acts.ReportAbsence(match, entry))
            else:
                self._arrived(match, entry)

    def _arrived(self, match: str, entry: str) -> None:
        """The director gives the points; above half the length the match is lost (T2.2.iv)."""
        self.do(acts.Arrive(match, entry))
        self.do(acts.ApplyLatePenalty(match, entry))
        if flow_of(self.tournament).standings[match].where is Where.CALLED:
            super()._begin(match)

    def _match_ends(self, match: str) -> None:
        at, _, score = self.ends[0]
        standing = flow_of(self.tournament).standings[match]
        wrong = self._happens(self.mishaps.wrong)
        if wrong:
            heapq.heapreplace(self.ends, (at, match, (score[1], score[0])))
        super()._next_end()
        if wrong:
            self._later(5 + self._lots.below(25), "noticed", match, score)
        flow = flow_of(self.tournament)
        for person in flow.people(standing):
            self._free_since[person] = self.at
        if self._happens(self.mishaps.leaves) and standing.players is not None:
            self.do(acts.WithdrawEntry(standing.players[self._lots.below(2)]))

    def _corrected(self, standing: MatchStanding, score: tuple[int, int]) -> None:
        """What has begun since is stopped and replaced, unless something is finished already."""
        if standing.match.confirmed is None or standing.players is None:
            return
        correct = acts.CorrectResult(standing.id, standing.players, score, "the score card says so")
        meets = asks(self.tournament, correct)
        if meets:
            finished = any(self.tournament.matches[id].confirmed is not None for id in meets)
            follow = Follow.STAND if finished else Follow.REPLACE
            correct = acts.CorrectResult(standing.id, standing.players, score, correct.reason, follow=follow)
        if self.do(correct) and meets:
            running = flow_of(self.tournament).standings
            self.ends = [each for each in self.ends if running[each[1].rpartition(" ")[2]].where is not Where.READY]
            heapq.heapify(self.ends)

    def summary(self) -> Summary:
        flow, state = flow_of(self.tournament), self.tournament
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
            byes=sum(Bye() in p.sources for division in state.divisions.values() for p in division.pairings),
            rematches=_rematches(done),
            late=sum(penalty.late_ms is not None for penalty in state.penalties.values()),
            corrected=sum(len(match.corrections) for match in state.matches.values()),
            withdrawn=sum(entry.status is Status.WITHDRAWN for entry in state.entries.values()),
            winners=winners,
            matches_each=(min(counts), max(counts)),
            longest_wait=self.longest_wait,
        )


def progress(tournament: Tournament) -> tuple[int, int]:
    """How many matches are over, and of how many."""
    matches = [each for each in flow_of(tournament).standings.values() if each.where is not Where.NO_MATCH]
    return sum(each.where in OVER for each in matches), len(matches)


def _rematches(done: Sequence[MatchStanding]) -> int:
    met = Counter((each.division, frozenset(each.players or ())) for each in done)
    return sum(times - 1 for times in met.values())


def prepared(
    create: acts.CreateTournament,
    entrants: Sequence[tuple[str, str, int | None]],
    places: Sequence[acts.Place],
    at: int,
) -> tuple[Tournament, list[tuple[AnyEvent, Stamp]]] | Refused:
    """A tournament with everybody entered and there: `entrants` are person, division and rating. And its log."""
    by = create.directors[0]
    log: list[tuple[AnyEvent, Stamp]] = []
    state: Tournament | None = None

    def do(action: AnyAction) -> Refused | None:
        nonlocal state
        answer = decide(state, action, By(by), at)
        if isinstance(answer, Refused):
            return answer
        stamp = Stamp(at, by, f"p{len(log) + 1}")
        for event in answer:
            log.append((event, stamp))
            state = evolve(state, event, stamp)
        return None

    first: list[AnyAction] = [create]
    first += [acts.SetPlaces(tuple(places))] if places else []
    first += [acts.SetStandingApproval(terms.id, True) for terms in create.invitation.divisions]
    for action in (*first, acts.OpenEntries()):
        if (fault := do(action)) is not None:
            return fault
    for number, (person, division, rating) in enumerate(entrants, start=1):
        for action in (acts.Enter(division, (person,), rating=rating), acts.CheckIn(f"e{number}")):
            if (fault := do(action)) is not None:
                return fault
    assert state is not None
    return state, log
