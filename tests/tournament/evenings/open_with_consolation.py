"""The third evening: a DBF open of 40 players, with consolation and last chance, as it happened."""

from __future__ import annotations

from typing import Any

from tavl.rules.penalty_kinds import PenaltyKind
from tavl.tournament import acts
from tavl.tournament.acts import Scope
from tavl.tournament.acts.cases import Verdict
from tavl.tournament.acts.results import Follow
from tavl.tournament.draws.lots import promise
from tavl.tournament.invitation import DivisionTerms, Format, Prize, SidePool, Stage
from tavl.tournament.money.balances import balance
from tavl.tournament.preview import Preview, preview
from tavl.tournament.state import Tournament
from tests.tournament.desk import SEED, By, Hall, clock, fee, knock_out, kr

OPEN = DivisionTerms(
    id="open",
    level=2,
    format=Format.CONSOLATION,
    stages=(
        Stage(id="main", length=7, final=9),
        Stage(id="consolation", length=5),
        Stage(id="last_chance", length=3),
    ),
    progressive=False,
    fees=(fee(500, 50),),
    prizes=(
        Prize(stage="main", part="60 %", places=("50 %", "25 %", "12.5 %", "12.5 %")),
        Prize(stage="consolation", part="25 %", places=("60 %", "40 %")),
        Prize(stage="last_chance", part="15 %", places=("2/3", "1/3")),
    ),
    pools=(SidePool(id="side", price=kr(100), places=("75 %", "25 %")),),
)


class Evening(Hall):
    """Each step is a method; `then` keeps the tournament as it was after a step."""

    def __init__(self) -> None:
        super().__init__(OPEN, knock_out("intermediate", level=1), observer_fee=kr(200))
        self.then: dict[str, Tournament] = {}
        self.said_of: dict[str, Any] = {}
        self.who: dict[str, str] = {}
        self.tables(16)

    def keep(self, step: str) -> None:
        self.then[step] = self.state

    def pay(self, person: str, amount: float) -> None:
        self.do(acts.TakePayment(person, kr(amount)), by="kai")

    def entries(self) -> None:
        for n in range(1, 39):
            name = "per" if n == 7 else f"p{n}"
            self.pay_in(name)
            if name != "per":
                self.do(acts.CheckIn(self.e(name)), by="kai")
        rasmus = self.enter("rasmus", approve=False)
        self.said_of["refusal"] = self.refused(acts.RefuseEntry(rasmus, ""), "T1.4.i", "explanation_missing")
        self.do(acts.RefuseEntry(rasmus, "You were asked to stay away this year.", "threatened staff in 2025"))
        mia = self.enter("mia", "intermediate", approve=False)
        self.do(acts.OfferHigher(mia, "open", "won Intermediate twice"))
        self.keep("offered")
        self.do(acts.AnswerOffer(mia, True), by="mia")
        self.pay("mia", 500)
        self.do(acts.CheckIn(mia), by="kai")
        self.pay_in("eva")
        self.pay_in("ole2")
        self.do(acts.CheckIn(self.e("ole2")), by="kai")
        self.do(acts.WithdrawEntry(self.e("eva")), by="eva")
        self.do(acts.PayRefund("eva", kr(500)), by="kai")
        for n in range(8, 20):
            self.do(acts.JoinPool(self.e(f"p{n}"), "side"), by="kai")
            self.pay(f"p{n}", 100)
        self.keep("entered")

    def pay_in(self, name: str) -> None:
        self.enter(name)
        self.pay(name, 500)

    def draw(self) -> None:
        self.do(acts.PromiseSeed("open"), by="olga", at="09:00", chance=SEED)
        assert self.state.divisions["open"].promise == promise(SEED)
        self.do(acts.MakeDraw("open"), at="09:55", chance=SEED)
        self.do(acts.AnnounceDraw("open", clock("10:15")), at="10:00")
        self.keep("drawn")

    def lateness(self) -> None:
        match = self.match_of("per")
        ole = next(name for name in self.players(match) if name != "per")
        self.who["ole"] = ole
        first = [each.id for each in self.flow.ready if each.id != match]
        self.call(match, "t1")
        taken = first[0]
        self.said_of["taken"] = self.refused(acts.CallMatch(taken, "t1"), "T2.1", "place_taken", by="kai")
        for each in first[1:]:
            self.call(each)
        self.refused(acts.ReportAbsence(match, self.e("per")), "T2.2.iv", "nobody_is_late", by=ole, at="10:14")
        for each in first[1:]:
            self.begin(each, at="10:15")
        self.do(acts.ReportAbsence(match, self.e("per")), by=ole, at="10:24")
        self.keep("absent")
        self.do(acts.Arrive(match, self.e("per")), by="kai", at="10:27:30")
        self.do(acts.ApplyLatePenalty(match, self.e("per")))
        self.do(acts.BeginMatch(match), by=ole)
        self.keep("late")
        self.who["late match"] = match
        self.call(taken, at="10:31")
        self.who["taken"] = taken
        self.do(acts.ReportAbsence(taken, self.match(taken).players[0]), by="kai", at="10:35")  # type: ignore[index]
        self.keep("taken")
        self.do(acts.Arrive(taken, self.match(taken).players[0]), by="kai", at="10:35:30")  # type: ignore[index]
        self.begin(taken)
        self.at = clock("11:00")
        self.score(match, ole, 4)
        for each in first:
            self.at += 60_000
            self.score(each, self.players(each)[0], 5)
        self.play_on("main", 2)
        self.keep("two rounds")

    def wrong_result(self) -> None:
        """Of a second-round match whose loser has somebody to meet in the consolation."""
        for wrong in [
            each for each in self.flow.of("open") if each.pairing.stage == "main" and each.pairing.round == 2
        ]:
            bo, anna = self.players(wrong.id)
            loser = [m for m in self.flow.ready if self.e(anna) in (m.players or ()) and m.pairing.stage != "main"]
            winner = [m for m in self.flow.ready if self.e(bo) in (m.players or ())]
            if loser and winner:
                break
        (low,), (high,) = loser, winner
        carl = next(name for name in self.players(high.id) if name != bo)
        dan = next(name for name in self.players(low.id) if name != anna)
        self.who |= {"anna": anna, "bo": bo, "carl": carl, "dan": dan}
        self.who |= {"wrong": wrong.id, "bo-carl": high.id, "anna-dan": low.id}
        self.begin(high.id, at="12:20")
        players = wrong.players
        assert players is not None
        correct = acts.CorrectResult(wrong.id, players, (5, 7), "Anna won; both cards say so")
        self.at = clock("12:40")
        self.said_of["unanswered"] = self.said(correct)
        asked: Preview = preview(self.state, correct, By("ida"), self.at)
        self.said_of["preview"] = asked
        self.keep("wrong")
        stop = acts.CorrectResult(
            wrong.id,
            players,
            (5, 7),
            "Anna won; both cards say so",
            follow=Follow.REPLACE,
            starts_at=clock("12:55"),
            stopped_at=(2, 1) if self.players(high.id)[0] == bo else (1, 2),
        )
        self.said_of["events"] = self.do(stop)
        self.keep("corrected")
        self.at = clock("12:55")
        self.play_on("main", 3)

    def dispute(self) -> None:
        self.play_on("consolation", 2)
        quarters = [each for each in self.flow.ready if each.pairing.stage == "main"]
        match = quarters[0].id
        freja, gert = self.players(match)
        self.who |= {"freja": freja, "gert": gert, "quarter": match}
        for each in quarters:
            self.begin(each.id)
        events = self.do(acts.OpenCase("T4.4.ix", "the cube shows 2", match), by=freja)
        case = events[0].case
        self.do(acts.GiveStatement(case, "the cube shows 4"), by=gert)
        self.refused(acts.GiveStatement(case, "I saw it"), "T5.3", "not_asked", by="siri")
        self.do(
            acts.RuleCase(
                case, "T4.4.ix", "the cube stands at 4", "presumed right as it stands; nothing shows otherwise"
            )
        )
        self.do(acts.Appeal(case, "gert turned it between games"), by=freja)
        semi = next(m.id for m in self.flow.standings.values() if match in m.waits_for and m.pairing.stage == "main")
        self.said_of["semi"] = self.refused(acts.CallMatch(semi, "t16"), "T4.6", "waits_for_match")
        meets = {each.id for each in self.flow.of("open") if each.id in self.match(semi).waits_for} - {match}
        grete = self.players(meets.pop())[0]
        two = [p for p in ("siri", "tove", "ulla") if p != freja][:2]
        members = (grete, *two)
        self.said_of["kai"] = self.refused(acts.NameCommittee(case, ("kai", *two)), "T1.3.ii", "staff_cannot_sit")
        self.said_of["warnings"] = preview(self.state, acts.NameCommittee(case, members), By("ida"), self.at).warnings
        self.who["grete"] = grete
        self.do(acts.NameCommittee(case, members))
        self.do(acts.Vote(case, Verdict.REPLACE, "the cube goes back to 2"), by=grete)
        self.do(acts.Vote(case, Verdict.UPHOLD), by=two[0])
        self.do(acts.Vote(case, Verdict.REPLACE, "the cube goes back to 2"), by=two[1])
        self.said_of["again"] = self.refused(acts.Appeal(case), "T5.2", "appealed_already", by=gert)
        self.who["case"] = case
        self.do(acts.AskObserver(match, "I want somebody at the board"), by=freja)
        self.do(acts.AppointObserver(match, "ulla", (freja,)))
        self.pay(freja, 200)
        self.keep("dispute")
        self.at += 60_000 * 30
        for each in quarters:
            self.score(each.id, self.players(each.id)[0], 4)

    def out(self) -> None:
        self.play_on("consolation", 4)
        self.play_on("last_chance", 2)
        semis = [m for m in self.flow.ready if m.pairing.stage == "consolation"]
        lars_match, nils_match = (m.id for m in semis)
        lars, stays = self.players(lars_match)
        nils = self.players(nils_match)[0]
        self.who |= {"lars": lars, "lars match": lars_match, "nils": nils, "nils match": nils_match, "stays": stays}
        self.begin(lars_match)
        found = acts.Penalise(
            lars,
            PenaltyKind.DISQUALIFY,
            "T1.7.i",
            "an engine ran on his phone",
            lars_match,
            Scope.TOURNAMENT,
            score=(2, 4),
        )
        self.do(found)
        self.do(acts.WithdrawEntry(self.e(nils), "had to leave"), by=nils)
        self.keep("out")

    def final(self) -> None:
        self.play_on("consolation")
        self.play_on("last_chance")
        freja = self.who["freja"]
        self.play_on("main", 5)
        (final,) = self.flow.ready
        hans = next(name for name in self.players(final.id) if name != freja)
        self.who |= {"hans": hans, "final": final.id}
        self.begin(final.id)
        self.at += 60 * 60_000
        self.score(final.id, freja, 3, by="jens", confirms=False)
        self.said_of["unconfirmed"] = self.refused(acts.CloseTournament(), "T4.6", "not_ready_to_close", kind="result")
        self.do(acts.ConfirmResult(final.id))
        self.keep("final")

    def money(self) -> None:
        case = self.who["case"]
        self.said_of["no reason"] = self.refused(acts.CloseTournament(), "T5.5.i", "not_ready_to_close", kind="reason")
        self.do(acts.GiveReasons(case, "two of us saw the cube turned"), by=self.who["grete"])
        self.do(acts.AwardPrizes("open"), by="kai")
        self.keep("awarded")
        self.said_of["unpaid"] = self.refused(acts.CloseTournament(), "T1.1", "not_ready_to_close", kind="money")
        for person in sorted({p for e in self.state.entries.values() for p in e.members}):
            owed = -self.owes(person)
            if owed > 0:
                self.do(acts.PayPrize(person, kr(owed / 100)), by="kai")
        self.do(acts.HandOver("registration", kr(2000)), by="kai")
        self.do(acts.HandOver("observers", kr(200)), by="kai")
        self.keep("paid")
        self.do(acts.CloseTournament())

    def owes(self, person: str) -> int:
        return balance(self.state, person, "DKK").minor


def evening() -> Evening:
    found = Evening()
    steps = (found.entries, found.draw, found.lateness, found.wrong_result, found.dispute, found.out, found.final)
    for step in (*steps, found.money):
        step()
    return found
