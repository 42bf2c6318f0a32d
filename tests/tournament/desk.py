"""A desk for tests: acts on a tournament, keeps its log, and says what is expected."""

from __future__ import annotations

from typing import Any

from tavl.rating import Standing as Rating
from tavl.rating.counted_matches import Member, Members, Rules
from tavl.rating.rating_list import compute
from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused
from tavl.tournament import Item, acts, due, now
from tavl.tournament.acts import AnyAction, AnyEvent, By, Office, Stamp
from tavl.tournament.invitation import DivisionTerms, Invitation, Stage
from tavl.tournament.matches.advancement import Flow, MatchStanding, flow_of
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.fees import Fee
from tavl.tournament.rehearsal import Rehearsal, Watch
from tavl.tournament.report.report import report, to_bytes
from tavl.tournament.standings.results_table import rated
from tavl.tournament.state import Tournament
from tavl.tournament.tournament import decide, evolve, replay

MINUTE = 60_000
SEED = bytes(range(32))
FEDERATION = By("", Office.FEDERATION)
SYSTEM = By("", Office.SYSTEM)


def clock(text: str) -> int:
    """An instant of the day: "10:27:30"."""
    hours, minutes, *seconds = (int(part) for part in text.split(":"))
    return ((hours * 60 + minutes) * 60 + (seconds[0] if seconds else 0)) * 1000


def kr(amount: float) -> Amount:
    return Amount(round(amount * 100), "DKK")


def fee(price: float, registration: float = 0) -> Fee:
    return Fee(price=kr(price), registration=kr(registration))


def knock_out(id: str = "open", length: int = 7, **terms: Any) -> DivisionTerms:
    return DivisionTerms(id=id, stages=(Stage(id="main", length=length),), **terms)


class Desk:
    """Ida and Jens direct, Kai helps, Olga organises."""

    def __init__(
        self, *divisions: DivisionTerms, at: str | int = "08:00", opened: bool = True, **invitation: Any
    ) -> None:
        self.at = at if isinstance(at, int) else clock(at)
        self.log: list[tuple[AnyEvent, Stamp]] = []
        self.tournament: Tournament | None = None
        self.acts = 0
        self.ids: dict[str, str] = {}
        create = acts.CreateTournament(
            "Open", Invitation(divisions=divisions, **invitation), ("ida", "jens"), ("ida", "jens", "lone")
        )
        self.do(create, by="olga")
        self.do(acts.Appoint("kai", acts.Role.HELPER))
        if opened:
            self.do(acts.OpenEntries())

    @property
    def state(self) -> Tournament:
        assert self.tournament is not None
        return self.tournament

    @property
    def flow(self) -> Flow:
        return flow_of(self.state)

    def said(
        self, action: AnyAction, by: str | By = "ida", at: str | int | None = None, chance: bytes | None = None
    ) -> Any:
        if at is not None:
            self.at = at if isinstance(at, int) else clock(at)
        who = by if isinstance(by, By) else By(by)
        return decide(self.tournament, action, who, self.at, chance)

    def do(
        self, action: AnyAction, by: str | By = "ida", at: str | int | None = None, chance: bytes | None = None
    ) -> list[Any]:
        """The events; it must be taken."""
        events = self.said(action, by, at, chance)
        assert not isinstance(events, Refused), f"{action}: {events}"
        self.acts += 1
        stamp = Stamp(self.at, by.person if isinstance(by, By) else by, f"a{self.acts}")
        for event in events:
            self.log.append((event, stamp))
            self.tournament = evolve(self.tournament, event, stamp)
        return events

    def refused(
        self,
        action: AnyAction,
        rule: str,
        code: str | None = None,
        by: str | By = "ida",
        at: str | int | None = None,
        **facts: Any,
    ) -> Refused:
        answer = self.said(action, by, at, SEED)
        assert isinstance(answer, Refused), f"not refused: {answer}"
        assert answer.rule == rule, answer
        assert code is None or answer.code == code, answer
        assert facts.items() <= answer.facts.items(), answer
        return answer

    @property
    def last_act(self) -> str:
        return f"a{self.acts}"

    # entries, by the name of the player

    def enter(
        self, name: str, division: str = "open", by: str | None = None, approve: bool = True, **facts: Any
    ) -> str:
        return self.enter_team((name,), division, by or name, approve, name, **facts)

    def enter_team(
        self,
        members: tuple[str, ...],
        division: str = "open",
        by: str | None = None,
        approve: bool = True,
        name: str = "",
        **facts: Any,
    ) -> str:
        """A pair or a team, under a name; the last entry is what the name stands for."""
        events = self.do(acts.Enter(division, members, **facts), by=by or members[0])
        entered = next(event for event in events if isinstance(event, acts.Entered))
        self.ids[name or members[0]] = entered.entry
        if approve and not any(isinstance(event, acts.EntryApproved) for event in events) and not entered.waits:
            self.do(acts.ApproveEntry(entered.entry))
        return entered.entry

    def change(self, match: str, **ratings: int) -> tuple[int, int]:
        """What this match alone brings the winner and costs the loser, in hundredths, from such ratings."""
        people = {person: Rating(points, 1000, 100) for person, points in ratings.items()}
        (line,) = compute(
            [each for each in rated(self.flow) if each.id == match],
            Members(members=tuple(Member(person=person) for person in people), starting=people),
            Rules(),
        ).lines
        assert line.after is not None
        assert line.before is not None
        changes = [
            (after.rating or 0) - (before.rating or 0) for before, after in zip(line.before, line.after, strict=True)
        ]
        return changes[0], changes[1]

    def e(self, name: str) -> str:
        return self.ids[name]

    def name(self, entry: str) -> str:
        return self.state.entries[entry].members[0]

    def match(self, id: str) -> MatchStanding:
        return self.flow.standings[id]

    def players(self, id: str) -> tuple[str, ...]:
        return tuple(self.name(entry) for entry in self.match(id).players or ())

    def match_of(self, *names: str) -> str:
        """The match that these are in and that is not over; the latest if all are."""
        wanted = {self.e(name) for name in names}
        found = [each for each in self.flow.standings.values() if each.players and wanted <= set(each.players)]
        return next((each.id for each in found if each.match.confirmed is None), found[-1].id if found else "")

    def checked(self) -> None:
        """The log, written down and read again, leads to the same state."""
        assert self.replayed() == self.tournament

    def replayed(self) -> Tournament:
        again = replay([(from_json(to_json(event), AnyEvent), stamp) for event, stamp in self.log])
        assert again is not None
        return again

    def three_checks(self) -> None:
        """With which every evening ends: the log replays to the same state, money closes to 0, and the report made
        twice is the same file."""
        again = self.replayed()
        assert again == self.tournament
        assert ledger.open_lines(self.state.book) == ()
        assert to_bytes(report(again)) == to_bytes(report(self.state))

    def pay_everybody(self) -> None:
        """The cash desk takes what is owed and pays what was won; what is not the players' is handed over."""
        for line in ledger.open_lines(self.state.book):
            if ledger.is_till(line.account):
                continue
            if line.person is None:
                self.do(acts.HandOver(line.account, -line.amount), by="kai")
            elif line.amount.minor < 0:
                self.do(acts.PayPrize(line.person, -line.amount), by="kai")
            else:
                self.do(acts.TakePayment(line.person, line.amount), by="kai")

    def rehearse(self, watch: Watch | None = None, until: int | None = None) -> Rehearsal:
        """Ida directs, and chance plays, to the end or to an instant."""
        played = Rehearsal(self.state, "ida", SEED, self.at, watch=watch)
        self.tournament = played.run(until)
        self.log += played.log
        self.at = played.at
        return played

    def items(self, kind: str) -> list[Item]:
        return [item for item in now(self.state, self.at) if item.kind == kind]

    def run_by_itself(self, until: int | None = None, seed: bytes = SEED) -> list[AnyAction]:
        """What a server does: everything that comes due, up to an instant."""
        done = []
        while (coming := due(self.state)) is not None and coming.at <= (self.at if until is None else until):
            self.at = max(self.at, coming.at)
            self.do(coming.action, by=SYSTEM, chance=seed)
            done.append(coming.action)
        return done


class Hall(Desk):
    """A desk with tables, that plays matches when it is told to."""

    def tables(self, count: int) -> None:
        self.do(acts.SetPlaces(tuple(acts.Place(id=f"t{n}", room="hall") for n in range(1, count + 1))))

    def free_table(self) -> str:
        return next(place.id for place in self.state.places if place.id not in self.flow.taken)

    def call(self, match: str, table: str | None = None, at: str | int | None = None) -> None:
        self.do(acts.CallMatch(match, table or self.free_table()), by="kai", at=at)

    def begin(self, match: str, at: str | int | None = None) -> None:
        if self.match(match).where == "ready" and self.state.places:
            self.call(match, at=at)
        self.do(acts.BeginMatch(match), by="kai", at=at)

    def score(self, match: str, winner: str, loses_with: int, by: str = "ida", confirms: bool = True) -> list[Any]:
        """The result of a match, by the person who won it."""
        standing = self.match(match)
        players = standing.players
        assert players is not None
        won = next(n for n, entry in enumerate(players) if winner in self.state.entries[entry].members)
        points = (standing.length, loses_with) if won == 0 else (loses_with, standing.length)
        return self.do(acts.ReportResult(match, players, points, confirms=confirms), by=by)

    def play(self, match: str, winner: str | None = None, loses_with: int = 2) -> None:
        if self.match(match).match.begun_at is None:
            self.begin(match)
        self.at += 30 * MINUTE // 10
        self.score(match, winner or self.players(match)[0], loses_with)

    def play_on(self, stage: str = "", rounds: int = 99, but: tuple[str, ...] = ()) -> None:
        """Everything that can be played of a stage up to a round."""
        while True:
            ready = [
                each.id
                for each in self.flow.ready
                if stage in ("", each.pairing.stage) and each.pairing.round <= rounds and each.id not in but
            ]
            if not ready:
                return
            for match in ready:
                if self.match(match).where == "ready":
                    self.play(match)
