"""A whole tournament directed and played by chance: for trying an invitation out, and for tests.

One person does what the desk's list says, due actions happen automatically, and matches are played by
`simulation`. Chance is a seed: the same one gives the same tournament, event by event.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable

from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction, AnyEvent, By, Office, Stamp
from tavl.tournament.acts.results import BoardResult
from tavl.tournament.draws.lots import Lots
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import MatchStanding, Where, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.ledger import is_till
from tavl.tournament.now_list import now
from tavl.tournament.simulation import Pace, play_match
from tavl.tournament.state import Phase, Tournament
from tavl.tournament.tournament import decide, due, evolve

SYSTEM = By("", Office.SYSTEM)
PRESSED = ("confirm", "clock", "entry", "place_free", "announce", "draw", "prizes", "owes", "is_owed")
"""What is done as soon as it stands on the list, beside calls."""
Watch = Callable[[Tournament, AnyAction, int], None]


class Rehearsal:
    """`watch` sees the tournament after every action."""

    def __init__(
        self,
        tournament: Tournament,
        director: str,
        seed: bytes,
        at: int,
        pace: Pace | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.tournament = tournament
        self.director = By(director)
        self.seed = seed
        self.at = at
        self.pace = pace
        self.watch = watch
        self.log: list[tuple[AnyEvent, Stamp]] = []
        self.ends: list[tuple[int, str, tuple[int, int]]] = []
        self.acts = 0

    def do(self, action: AnyAction, by: By | None = None) -> bool:
        """Whether it was taken."""
        by = by or self.director
        # Every act has a seed of its own; one that was promised before is found again by its division.
        promised = getattr(action, "division", "") if isinstance(action, (acts.PromiseSeed, acts.MakeDraw)) else ""
        division = self.tournament.divisions.get(promised)
        number = len(division.draws) if division else self.acts
        seed = hashlib.sha256(self.seed + f"{promised} {number}".encode()).digest()
        answer = decide(self.tournament, action, by, self.at, seed)
        if isinstance(answer, Refused):
            return False
        self.acts += 1
        stamp = Stamp(self.at, by.person, f"r{self.acts}")
        for event in answer:
            self.log.append((event, stamp))
            self.tournament = evolve(self.tournament, event, stamp)
        if self.watch:
            self.watch(self.tournament, action, self.at)
        return True

    def run(self, until: int | None = None) -> Tournament:
        """To its end, or to an instant."""
        while self.tournament.phase is Phase.OPEN:
            while self._by_itself() or self._desk():
                pass
            if not self.ends:
                break
            if until is not None and self.ends[0][0] > until:
                self.at = until
                return self.tournament
            self._next_end()
        self._close()
        return self.tournament

    def _by_itself(self) -> bool:
        coming = due(self.tournament)
        if coming is None or coming.at > self.at:
            return False
        taken = self.do(coming.action, SYSTEM)
        if taken and isinstance(coming.action, acts.OpenTable):
            self._begin(coming.action.match)
        return taken

    def _desk(self) -> bool:
        """Does everything on the list that needs no judgement; returns whether there was anything."""
        pressed = False
        for item in now(self.tournament, self.at):
            action = item.action
            if item.kind == "call" and isinstance(action, acts.CallMatch):
                if self.do(action):
                    self._begin(action.match)
                    pressed = True
            elif item.kind in PRESSED and action is not None and self.do(action):
                pressed = True
        if pressed or self.tournament.places:
            return pressed
        ready = [m.id for m in flow_of(self.tournament).ready if m.where is Where.READY and not m.match.postponed]
        return sum(self._begin(match) for match in ready) > 0

    def _begin(self, match: str) -> bool:
        standing = flow_of(self.tournament).standings[match]
        if self.tournament.divisions[standing.division].terms.format is Format.LEAGUE:
            self._line_ups(standing)
        if not self.do(acts.BeginMatch(match)):
            return False
        assert standing.players is not None
        ratings = [self.tournament.entries[entry].rating for entry in standing.players]
        played = play_match(ratings, standing.length, Lots(self.seed, f"play {match}"), pace=self.pace)
        score = played.score
        if standing.pairing.best_of > 1:
            wins = standing.pairing.best_of // 2 + 1
            score = (wins, wins - 1) if played.winner == 0 else (wins - 1, wins)
        heapq.heappush(self.ends, (self.at + played.duration, match, score))
        return True

    def _line_ups(self, standing: MatchStanding) -> None:
        boards = self.tournament.divisions[standing.division].terms.boards
        for entry in standing.players or ():
            self.do(acts.NameLineUp(standing.id, entry, self.tournament.entries[entry].members[:boards]))

    def _next_end(self) -> None:
        self.at, match, score = heapq.heappop(self.ends)
        standing = flow_of(self.tournament).standings[match]
        if standing.where is not Where.PLAYING or standing.players is None:
            return
        boards: tuple[BoardResult, ...] = ()
        terms = self.tournament.divisions[standing.division].terms
        if terms.format is Format.LEAGUE:
            lots = [Lots(self.seed, f"{match} board {n}") for n in range(terms.boards)]
            boards = tuple(BoardResult(score=play_match((None, None), standing.length, each).score) for each in lots)
        self.do(acts.ReportResult(match, standing.players, score, boards=boards, confirms=True))

    def _close(self) -> None:
        """Hands over the money that is not the players', and closes the tournament."""
        for line in ledger.open_lines(self.tournament.book):
            if line.person is None and not is_till(line.account) and line.amount.minor < 0:
                self.do(acts.HandOver(line.account, -line.amount))
        if self.tournament.phase is Phase.OPEN:
            self.do(acts.CloseTournament())
