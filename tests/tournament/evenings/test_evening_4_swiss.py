"""Evening 4: a Swiss of 100 in seven rounds, with whoever comes late, leaves, pauses, and a match that is postponed."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.lots import Lots
from tavl.tournament.formats.swiss.field import swiss_past
from tavl.tournament.formats.swiss.rounds import Participant, contenders
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.money import ledger
from tavl.tournament.preview import preview
from tavl.tournament.standings.results_table import finish, stage_finish, table
from tavl.tournament.standings.tie_breaks import By as Step
from tavl.tournament.view import view
from tests.tournament.desk import MINUTE, Hall, fee, kr

SWISS = DivisionTerms(
    id="open",
    format=Format.SWISS,
    rounds=7,
    stages=(Stage(id="swiss", length=5),),
    fees=(fee(200),),
    prizes=(Prize(stage="swiss", places=("5/11", "3/11", "2/11", "1/11")),),
    share_tied=True,
)


class Weekend(Hall):
    """Of two with the same score lots decide who wins; of two others the one behind, so that few stay in front."""

    def __init__(self) -> None:
        super().__init__(SWISS)
        self.do(acts.SetStandingApproval("open", True))
        self.said_of: dict[str, object] = {}
        for n in range(1, 101):
            self.comes("best" if n == 50 else f"p{n:03}", family="siblings" if n in (1, 2) else None)

    def comes(self, name: str, **facts: str | None) -> None:
        self.enter(name, approve=False, **facts)
        self.do(acts.TakePayment(name, kr(200)), by="kai")
        self.do(acts.CheckIn(self.e(name)), by="kai")

    @property
    def round(self) -> int:
        return len(self.state.divisions["open"].draws)

    def draw(self, **wish: object) -> None:
        draw = acts.MakeDraw("open", **wish)
        self.do(draw, chance=sha256(b"%d" % self.round).digest())

    def announce(self) -> None:
        self.do(acts.AnnounceDraw("open", self.at))

    def scores(self) -> dict[str, int]:
        return {each.entrant: int(each.score) for each in table(self.flow, "open")}

    def play_round(self, but: str | None = None) -> None:
        scores = self.scores()
        for each in [m for m in self.flow.of("open") if m.where is Where.READY and m.id != but]:
            one, two = each.players
            gap = scores.get(one, 0) - scores.get(two, 0)
            behind = one if gap < 0 else two
            winner = behind if gap else (one, two)[Lots(b"who wins", each.id).below(2)]
            winner = self.e("best") if self.e("best") in (one, two) else winner
            self.score(each.id, self.name(winner), 3)
        self.at += 75 * MINUTE

    def leaders(self) -> list[str]:
        return [each.entrant for each in table(self.flow, "open") if each.entrant != self.e("best")]

    def swap(self) -> None:
        """Two of the middle change places, so that nobody meets an old opponent."""
        met = Counter(frozenset(m.players) for m in self.flow.of("open") if m.players)
        drawn = [m.players for m in self.flow.of("open") if m.pairing.round == 6 and m.players]
        one, two = next(
            (a[0], b[0])
            for a, b in pairwise(drawn[20:])
            if not met[frozenset((b[0], a[1]))] and not met[frozenset((a[0], b[1]))]
        )
        self.refused(acts.SwapEntrants("open", one, two, ""), "T1.1", "reason_missing")
        swap = acts.SwapEntrants("open", one, two, "they came in one car and asked for it")
        self.said_of["compared"] = preview(self.state, swap, By("ida"), self.at).compared
        self.said_of["swapped"] = (one, two)
        self.said_of["drawn"] = drawn
        self.do(swap)


@pytest.fixture(scope="module")
def swiss() -> Weekend:
    return weekend()


def weekend() -> Weekend:
    desk = Weekend()
    desk.draw()
    desk.announce()
    desk.play_round()
    desk.comes("late")
    desk.draw()
    desk.announce()
    late = Participant(player=Player(id=desk.e("late")), joined=2)
    first = [match for match in swiss_past(desk.state, desk.state.divisions["open"]) if match.round == 1]
    (entered,) = contenders([late], first, 2, {})
    desk.said_of["late"] = (entered.score, entered.missed)
    desk.play_round()
    desk.draw()
    desk.announce()
    desk.play_round()
    for entry in desk.leaders()[:2]:
        desk.do(acts.WithdrawEntry(entry, "home"), by="kai")
    desk.draw()
    desk.announce()
    postponed = [m for m in desk.flow.of("open") if m.pairing.round == 4][10].id
    desk.refused(acts.PostponeMatch(postponed, ""), "T2.2.i", "reason_missing")
    desk.play_round(but=postponed)
    desk.said_of["open match"] = desk.refused(acts.MakeDraw("open"), "T4.6", "waits_for_match", match=postponed)
    desk.do(acts.PostponeMatch(postponed, "a train is late; to be played before round 6"))
    desk.said_of["postponed"] = postponed
    desk.do(acts.SetUnavailable(desk.leaders()[0], desk.at + 60 * MINUTE))
    one, two = desk.match(postponed).players
    met = {e for m in desk.flow.of("open") if m.players and one in m.players for e in m.players}
    other = next(e for e in desk.leaders()[40:] if e not in met and e != two and e not in desk.flow.out)
    desk.refused(acts.MakeDraw("open", fixed=((one, "e999"),)), "T1.1", "bad_value", field="fixed")
    desk.draw(fixed=((one, other),), assumed=((two, 1),))
    desk.said_of["fixed"] = (one, other)
    desk.announce()
    desk.said_of["round 5"] = desk.state
    desk.play_round()
    desk.draw()
    desk.swap()
    desk.announce()
    desk.play_round()
    desk.draw()
    desk.announce()
    desk.play_round()
    return desk


def test_step_1_seven_rounds_346_matches_and_five_byes_of_five_people(swiss):
    here = swiss.flow.of("open")
    assert sum(m.where is Where.DONE for m in here) == 346
    rounds = Counter(m.pairing.round for m in here if m.where is Where.DONE)
    assert [rounds[n] for n in range(1, 8)] == [50, 50, 50, 49, 49, 49, 49]
    byes = [m.pairing.one.entrant for m in here if m.where is Where.NO_MATCH]
    assert len(byes) == len(set(byes)) == 5
    assert {m.pairing.round for m in here if m.where is Where.NO_MATCH} == {2, 3, 4, 6, 7}


def test_nobody_meets_twice_and_the_siblings_not_at_all(swiss):
    met = Counter(frozenset(m.players) for m in swiss.flow.of("open") if m.players)
    assert max(met.values()) == 1
    assert frozenset({swiss.e("p001"), swiss.e("p002")}) not in met


def test_step_2_who_comes_after_the_first_round_enters_with_0_1(swiss):
    assert swiss.said_of["late"] == (0, 1)


def test_step_3_a_round_is_drawn_from_confirmed_results_unless_a_match_is_postponed(swiss):
    postponed = swiss.said_of["postponed"]
    fifth = swiss.said_of["round 5"]
    drawn = fifth.divisions["open"].draws[4]
    pairs = [p for p in fifth.divisions["open"].pairings if p.id in drawn.pairings]
    fixed = [{s.entrant for s in p.sources} for p in pairs[:1]]
    assert fixed == [set(swiss.said_of["fixed"])]
    assert set(swiss.match(postponed).players) <= {s.entrant for p in pairs for s in p.sources}
    assert fifth.matches[postponed].postponed
    assert swiss.match(postponed).where is Where.DONE


def test_step_4_a_swap_is_shown_beside_what_the_lots_had_and_marked_in_public(swiss):
    one, two = swiss.said_of["swapped"]
    compared = swiss.said_of["compared"]
    assert len(compared.only_engine) == len(compared.only_by_hand) == 2
    assert {frozenset(pair.players) for pair in compared.only_engine} <= {frozenset(p) for p in swiss.said_of["drawn"]}
    assert all({one, two} & set(pair.players) for pair in compared.only_by_hand)
    swiss_then = [d for d in swiss.state.divisions["open"].draws if d.swaps]
    assert [(d.round, d.swaps[0][:2]) for d in swiss_then] == [(6, (one, two))]
    public = view(swiss.state, By("siri"), swiss.at).divisions[0]
    assert (public.swaps, public.by_hand) == ((), False)  # of the last round; the sixth has its mark
    assert [(d.round, d.swaps[0][2]) for d in public.draws if d.swaps] == [(6, "they came in one car and asked for it")]


def test_three_tied_for_second_share_the_money_and_the_trophy_goes_by_tie_break(swiss):
    tied = stage_finish(swiss.flow, "open", "swiss")[1]
    assert len(tied) == 3
    order = finish(swiss.flow, "open")
    assert order[0].entrants == (swiss.e("best"),)
    assert [place.first for place in order[1:4]] == [2, 3, 4]
    second = table(swiss.flow, "open")[1]
    assert {step.step.by for step in second.decisions} <= {Step.SCORE, Step.HEAD_TO_HEAD, Step.BUCHHOLZ}
    assert second.decided_by.among[0] == second.entrant
    shown = view(swiss.state, By("siri"), swiss.at).divisions[0].table
    assert shown[1].decided_by == second.decided_by


def test_rating(swiss):
    match = next(m for m in swiss.flow.of("open") if m.where is Where.DONE)
    winner, loser = swiss.players(match.id)
    if match.outcome.winner:
        winner, loser = loser, winner
    assert swiss.change(match.id, **{winner: 120_433, loser: 118_710}) == (244, -244)


def test_money_closes_and_the_log_replays(swiss):
    swiss.do(acts.AddMoney("open", kr(1800)), by="olga")
    events = swiss.do(acts.AwardPrizes("open"), by="kai")
    awarded = [line for event in events if isinstance(event, acts.Booked) for line in event.transaction.postings]
    assert sorted(-line.minor // 100 for line in awarded if line.person) == [4_000, 4_000, 4_000, 10_000]
    swiss.pay_everybody()
    assert ledger.totals(swiss.state.book, "DKK").left == kr(0)
    swiss.do(acts.CloseTournament())
    swiss.three_checks()
