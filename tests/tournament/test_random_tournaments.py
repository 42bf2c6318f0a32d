"""Whole tournaments of every format, with whatever people may do: nothing is ever broken, and each comes to its end."""

from __future__ import annotations

import os
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.rules.refusal import Refused
from tavl.tournament import actions, acts, now, preview
from tavl.tournament.acts import Scope
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.acts.results import BoardResult, Follow
from tavl.tournament.draws.graph import Bye
from tavl.tournament.draws.late_entries import late_places
from tavl.tournament.invitation import BY_ROUNDS, DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.money import ledger
from tavl.tournament.report.closing import open_items
from tavl.tournament.report.report import digest, report
from tavl.tournament.standings.results_table import RANKED, finish
from tavl.tournament.state import CaseState, Phase
from tests.tournament.desk import MINUTE, By, Hall, fee
from tests.tournament.invariants import laws_of_the_format, money_adds_up, points_add_up

STAGES = {
    Format.ELIMINATION: ("main",),
    Format.CONSOLATION: ("main", "consolation", "last_chance"),
    Format.DOUBLE: ("main", "losers", "final"),
    Format.TRIPLE: ("lives",),
    Format.SWISS: ("swiss",),
    Format.ROUND_ROBIN: ("main",),
    Format.GROUPS: ("groups", "main"),
    Format.CONTINUOUS: ("lives",),
    Format.LEAGUE: ("league",),
    Format.CLUB_NIGHT: ("main",),
    Format.JACKPOT: ("main",),
}
PEOPLE = ("ida", "jens", "kai", "olga", "siri", *(f"p{n}" for n in range(9)))
BRACKETS = (Format.ELIMINATION, Format.CONSOLATION, Format.DOUBLE)
numbers = st.integers(0, 10**6)


VARIANTS: dict[str, tuple[Format, dict[str, Any]]] = {
    "doubles": (Format.ELIMINATION, {"members": 2}),
    "best of three": (Format.ELIMINATION, {"stages": (Stage(id="main", length=3, best_of=3),)}),
    "ordinary consolation": (Format.CONSOLATION, {"progressive": False}),
}
"""Formats that are another with other terms."""


def division(format: Format, **more: Any) -> DivisionTerms:
    first = STAGES[format][0]
    terms = DivisionTerms(
        id="open",
        format=format,
        stages=tuple(Stage(id=stage, length=3) for stage in STAGES[format]),
        rounds=3 if format is Format.SWISS else None,
        groups=2 if format is Format.GROUPS else None,
        capacity=4 if format is Format.JACKPOT else None,
        members=2 if format is Format.LEAGUE else 1,
        boards=2,
        take_out=True,
        batch=2,
        fees=(fee(100, 10),),
        prizes=(Prize(stage="main" if format is Format.GROUPS else first, places=("2/3", "1/3")),),
    )
    return replace(terms, **more)


def goal(each: Any) -> int:
    """The winner's points; of several matches, how many of them."""
    best_of: int = each.pairing.best_of
    return each.length if best_of == 1 else (best_of + 1) // 2


class Tournaments(RuleBasedStateMachine):
    """Of one format; see below."""

    desk: Hall
    format = Format.ELIMINATION
    more: ClassVar[dict[str, Any]] = {}

    @initialize(players=st.integers(4, 9))
    def opened(self, players: int) -> None:
        self.desk = Hall(division(self.format, **self.more))
        pairs = self.format is Format.LEAGUE or "members" in self.more
        self.desk.do(acts.SetStandingApproval("open", True))
        for n in range(4 if self.format is Format.JACKPOT else players):
            members = (f"p{n}", f"q{n}") if pairs else (f"p{n}",)
            self.desk.enter_team(members, approve=False)
            self.desk.do(acts.TakePayment(f"p{n}", self.desk.state.divisions["open"].terms.fees[0].price))
            if n:
                self.desk.do(acts.CheckIn(self.desk.e(f"p{n}")))
        self.desk.tables(2)
        if self.format is Format.CLUB_NIGHT:
            self.desk.do(acts.CheckIn(self.desk.e("p0")))
        self.desk.do(acts.MakeDraw("open"), chance=bytes([players]) * 32)
        self.tried(acts.AnnounceDraw("open", self.desk.at))

    def tried(self, action: Any, by: str = "ida", chance: bytes | None = None) -> Any:
        """Taken or refused, and never anything else."""
        answer = self.desk.said(action, by, chance=chance)
        return answer if isinstance(answer, Refused) else self.desk.do(action, by, chance=chance)

    def pick(self, n: int, *wheres: Where) -> Any:
        found = [each for each in self.desk.flow.standings.values() if each.where in wheres and each.players]
        return found[n % len(found)] if found else None

    @rule(n=numbers, who=st.sampled_from(PEOPLE))
    def something_offered(self, n: int, who: str) -> None:
        found = actions(self.desk.state, By(who), self.desk.at)
        if found:
            self.tried(found[n % len(found)], who, bytes([n % 251]) * 32)

    @rule(n=numbers)
    def the_top_of_the_list(self, n: int) -> None:
        found = now(self.desk.state, self.desk.at)
        if found and found[0].action is not None:
            self.tried(found[0].action, "jens", bytes([n % 251]) * 32)

    @rule(n=numbers, loser=st.integers(0, 2), first=st.booleans(), by=st.sampled_from(["ida", "jens", "kai", "winner"]))
    def a_result(self, n: int, loser: int, first: bool, by: str) -> None:
        each = self.pick(n, Where.PLAYING, Where.CALLED, Where.REPORTED, Where.DIFFERS, Where.DONE)
        if each is not None:
            most = goal(each)
            loser = min(loser, most - 1)
            score = (most, loser) if first else (loser, most)
            who = self.desk.name(each.players[0 if first else 1]) if by == "winner" else by
            boards = self.boards(score, second=(loser, most) if n % 2 else score)
            report_ = acts.ReportResult(each.id, each.players, score, boards=boards, confirms=True, seen=n % 7)
            self.tried(report_, who)

    def boards(self, score: tuple[int, int], second: tuple[int, int]) -> tuple[BoardResult, ...]:
        both = (BoardResult(score=score), BoardResult(score=second))
        return both if self.format is Format.LEAGUE else ()

    @rule(n=numbers, follow=st.sampled_from([None, *Follow]), ruled=st.booleans())
    def a_correction(self, n: int, follow: Follow | None, ruled: bool) -> None:
        each = self.pick(n, Where.DONE)
        if each is not None:
            score = tuple(reversed(each.match.confirmed.result.score))
            boards = self.boards((0, each.length), (each.length, 1) if n % 2 else (1, each.length))
            correct = acts.CorrectResult(
                each.id, each.players, score, "wrong", follow=follow, rule="T1.1" if ruled else None, boards=boards
            )
            preview(self.desk.state, correct, By("ida"), self.desk.at)
            self.tried(correct)

    @rule(n=numbers, minutes=st.integers(0, 30))
    def somebody_is_late(self, n: int, minutes: int) -> None:
        self.desk.at += minutes * MINUTE
        each = self.pick(n, Where.CALLED)
        if each is not None:
            entry = each.players[n % 2]
            self.tried(acts.ReportAbsence(each.id, entry), "kai")
            self.tried(acts.ApplyLatePenalty(each.id, entry))

    @rule(n=numbers, minutes=st.integers(1, 90))
    def a_match_is_put_off_or_somebody_pauses(self, n: int, minutes: int) -> None:
        each = self.pick(n, Where.READY, Where.CALLED)
        if each is not None and n % 2:
            self.tried(acts.PostponeMatch(each.id, "a train is late"))
        elif n % 3:
            self.tried(acts.SetUnavailable(self.desk.e(f"p{n % 4}"), self.desk.at + minutes * MINUTE))

    @rule(n=numbers)
    def a_clock_a_break_or_a_line_up(self, n: int) -> None:
        each = self.pick(n, Where.READY, Where.CALLED, Where.PLAYING)
        if each is None:
            return
        person = self.desk.name(each.players[n % 2])
        self.tried(acts.DemandClock(each.id), person)
        self.tried(acts.AskForPace(each.id), person)
        self.tried(acts.NameLineUp(each.id, each.players[0], self.desk.state.entries[each.players[0]].members))
        self.tried(acts.SetBreak(self.desk.at, self.desk.at + n % 10 * MINUTE))

    @rule(n=numbers)
    def somebody_leaves(self, n: int) -> None:
        self.tried(acts.WithdrawEntry(self.desk.e(f"p{n % 4}"), "home"))

    @rule(n=numbers, play_in=st.booleans())
    def somebody_comes_after_the_draw(self, n: int, play_in: bool) -> None:
        """Into a bye's place; where losers find none, two of them play for one, or the director says why not."""
        byes = [m.id for m in self.desk.flow.standings.values() if Bye() in m.pairing.sources]
        state = self.desk.state
        if self.format not in BRACKETS or not byes or "members" in self.more or state.phase is not Phase.OPEN:
            return
        name = f"late{state.entered}"
        self.desk.at += MINUTE
        entry = self.desk.enter_team((name,), approve=False)
        self.tried(acts.TakePayment(name, state.divisions["open"].terms.fees[0].price))
        place = acts.PlaceLateEntry(entry, byes[n % len(byes)], reason="" if n % 3 else "so be it", play_in=play_in)
        preview(self.desk.state, place, By("kai"), self.desk.at)
        offered = place.match in late_places(self.desk.state, "open")
        answer = self.tried(place, "kai")
        code = answer.code if isinstance(answer, Refused) else ""
        assert code != "place_not_open" if offered else code not in ("", "no_place_for_loser")

    @rule(n=numbers, kind=st.sampled_from([PenaltyKind.WARNING, PenaltyKind.POINTS, PenaltyKind.DISQUALIFY]))
    def somebody_is_punished(self, n: int, kind: PenaltyKind) -> None:
        each = self.pick(n, Where.PLAYING)
        if each is not None:
            person = self.desk.name(each.players[n % 2])
            scope = Scope.MATCH if kind is not PenaltyKind.DISQUALIFY else (Scope.MATCH, Scope.TOURNAMENT)[n % 2]
            points = 2 if kind is PenaltyKind.POINTS else 0
            self.tried(acts.Penalise(person, kind, "T1.7.i", "an aid", each.id, scope, points))

    @rule(n=numbers, verdict=st.sampled_from(Verdict))
    def a_dispute_goes_its_way(self, n: int, verdict: Verdict) -> None:
        each = self.pick(n, Where.PLAYING)
        cases = list(self.desk.state.cases.values())
        if not cases or n % 3 == 0:
            if each is not None:
                self.tried(acts.OpenCase("T5.1", "it is not so", each.id), self.desk.name(each.players[0]))
            return
        case = cases[n % len(cases)]
        self.tried(acts.RuleCase(case.id, "T5.1", "it is so", "I saw it"))
        self.tried(acts.Appeal(case.id), case.parties[n % len(case.parties)])
        self.tried(acts.NameCommittee(case.id, ("x", "y", "z")))
        self.tried(acts.Vote(case.id, verdict, "otherwise"), "xyz"[n % 3])

    @rule(who=st.sampled_from(["ida", "jens", "kai", "p1"]), back=st.integers(0, 5))
    def an_undo(self, who: str, back: int) -> None:
        theirs = [act.id for act in reversed(self.desk.state.journal) if act.person == who]
        if back < len(theirs):
            preview(self.desk.state, acts.Undo(theirs[back]), By(who), self.desk.at)
            self.tried(acts.Undo(theirs[back]), who)

    @invariant()
    def nobody_plays_twice_at_once_and_no_table_has_two(self) -> None:
        if not hasattr(self, "desk"):
            return
        flow = self.desk.flow
        held = [each for each in flow.standings.values() if each.where in (Where.CALLED, Where.PLAYING)]
        people = [person for each in held for person in flow.people(each)]
        assert len(people) == len(set(people))
        tables = [each.match.place for each in held if each.match.place]
        assert len(tables) == len(set(tables))

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        self.bring_to_an_end()
        self.desk.checked()
        laws_of_the_format(self.desk)
        money_adds_up(self.desk)
        if self.format in RANKED:
            points_add_up(self.desk)

    def bring_to_an_end(self) -> None:
        """However it went, a director alone can finish it."""
        desk = self.desk
        for _ in range(400):
            self.settle()
            each = self.pick(0, Where.CALLED, Where.PLAYING) or self.pick(0, Where.READY)  # tables become free first
            if each is not None:
                if each.where is Where.READY:
                    desk.call(each.id)
                if each.where is not Where.PLAYING:
                    desk.do(acts.BeginMatch(each.id))
                score = (goal(each), 1)
                boards = self.boards(score, score)
                desk.do(acts.ReportResult(each.id, each.players, score, boards=boards, confirms=True))
                continue
            if desk.state.divisions["open"].terms.format not in BY_ROUNDS:
                break
            if self.format is Format.CLUB_NIGHT and len(desk.state.divisions["open"].draws) > 6:
                break
            desk.at += 60 * MINUTE  # whoever paused is back
            if isinstance(self.tried(acts.MakeDraw("open"), "ida", b"m" * 32), Refused):
                break
            self.tried(acts.AnnounceDraw("open", desk.at))
        self.settle()
        if desk.state.phase is Phase.CLOSED:
            return
        self.tried(acts.AwardPrizes("open"))
        self.pay_everybody()
        left = [item for item in open_items(desk.state) if item.kind not in ("prizes", "money")]
        assert not left, left
        order = finish(desk.flow, "open")
        drawn = {entry for draw in desk.state.divisions["open"].draws for entry in draw.entries}
        assert sum(len(place.entrants) for place in order) == len(drawn)
        assert digest(report(desk.state)) == digest(report(desk.state))

    def settle(self) -> None:
        desk = self.desk
        if desk.state.phase is Phase.CLOSED:
            return
        if not desk.state.divisions["open"].draws:
            desk.do(acts.MakeDraw("open"), chance=b"n" * 32)
        if not desk.state.divisions["open"].announced:
            desk.do(acts.AnnounceDraw("open", desk.at))
        for case in list(desk.state.cases.values()):
            if case.state is CaseState.OPEN:
                desk.do(acts.RuleCase(case.id, "T5.1", "as it stands", "to go on"))
            if case.state is CaseState.APPEALED:
                if not case.committee:
                    desk.do(acts.NameCommittee(case.id, ("x", "y", "z")))
                desk.do(acts.RefuseAppeal(case.id, "too late"))
            if desk.state.cases[case.id].state is CaseState.DECIDED:
                desk.do(acts.GiveReasons(case.id, "we saw it"), by="x")
        for each in list(desk.flow.standings.values()):
            if each.where in (Where.REPORTED, Where.DIFFERS):
                plays = "ida" in desk.flow.people(each)  # then it is for the other director
                desk.do(acts.ConfirmResult(each.id, report=1), by="jens" if plays else "ida")
            for asked in desk.match(each.id).match.asked:
                if asked.granted is None:
                    answer = acts.AnswerRequest(each.id, asked.person, asked.what, granted=False, reason="no")
                    self.tried(answer, "jens")
            if desk.match(each.id).match.correction_asked:
                desk.do(acts.RefuseCorrection(each.id, "too late"))
        for entry in list(desk.state.entries.values()):
            if entry.status == "pending" and desk.state.divisions["open"].awarded:
                desk.do(acts.RefuseEntry(entry.id, "everything is played"))
            elif entry.status == "pending":
                desk.do(acts.ApproveEntry(entry.id))

    def pay_everybody(self) -> None:
        desk = self.desk
        for line in ledger.open_lines(desk.state.book):
            if line.person is not None and line.amount.minor < 0:
                desk.do(acts.PayPrize(line.person, -line.amount))
            elif line.person is not None:
                desk.do(acts.TakePayment(line.person, line.amount))
        owed = [line for line in ledger.open_lines(desk.state.book) if line.person is not None]
        assert owed == []


def machine(format: Format, more: dict[str, Any]) -> type[Tournaments]:
    made = type(f"{format.title().replace('_', '')}s", (Tournaments,), {"format": format, "more": more})
    made.TestCase.settings = settings(
        max_examples=150 if os.environ.get("TAVL_SOAK") else 2,
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        derandomize=True,
    )
    return made


@pytest.mark.parametrize("format", sorted(STAGES))
def test_a_whole_tournament_of_every_format_with_whatever_people_may_do(format: Format) -> None:
    machine(format, {}).TestCase("runTest").runTest()


@pytest.mark.parametrize("variant", VARIANTS)
def test_pairs_best_of_three_and_an_ordinary_consolation_keep_the_same_laws(variant: str) -> None:
    machine(*VARIANTS[variant]).TestCase("runTest").runTest()
