"""A sit-and-go: it fills, draws, opens tables, pays and closes, and nobody directs it."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, due
from tavl.tournament.invitation import DivisionTerms, Invitation, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.money import ledger
from tavl.tournament.state import Phase
from tavl.tournament.tournament import decide
from tests.tournament.desk import SYSTEM, By, Desk, fee, kr


def sit_and_go(players: int, **terms: object) -> DivisionTerms:
    return DivisionTerms(id="go", stages=(Stage(id="main", length=5),), capacity=players, by_itself=True, **terms)


class Server(Desk):
    """Nobody is on the staff; the server does what is due."""

    def __init__(self, *divisions: DivisionTerms) -> None:
        self.at, self.log, self.tournament, self.acts, self.ids = 0, [], None, 0, {}
        invitation = Invitation(divisions=divisions, sanctioned=False, attended=False)
        self.do(acts.CreateTournament("Sit and go", invitation), by="olga")
        self.do(acts.OpenEntries(), by="olga")
        self.run_by_itself()

    def play(self) -> None:
        while playing := [m.id for m in self.flow.of("go") if m.where is Where.CALLED]:
            for match in playing:
                self.at += 1000
                self.do(acts.BeginMatch(match), by=SYSTEM)
                self.do(acts.ReportResult(match, self.match(match).players, (5, 2)), by=SYSTEM)
                self.run_by_itself()


@pytest.mark.parametrize("players", [4, 8, 16])
def test_it_runs_from_the_first_name_to_its_end_by_itself(players):
    server = Server(sit_and_go(players))
    for n in range(players):
        assert not server.state.divisions["go"].draws
        server.enter(f"p{n}", "go", approve=False)
        server.run_by_itself()
    assert sum(m.where is Where.CALLED for m in server.flow.of("go")) == players // 2
    server.play()
    assert sum(m.where is Where.DONE for m in server.flow.of("go")) == players - 1
    assert server.state.phase is Phase.CLOSED
    assert due(server.state) is None
    server.three_checks()


def test_prizes_are_awarded_and_paid_by_itself():
    server = Server(sit_and_go(4, fees=(fee(100, 10),), prizes=(Prize(places=("75 %", "25 %")),)))
    for n in range(4):
        server.enter(f"p{n}", "go", approve=False)
        server.do(acts.TakePayment(f"p{n}", kr(100)), by="olga")
        server.run_by_itself()
    server.play()
    assert server.state.phase is Phase.CLOSED
    paid = [t for t in server.state.book if t.kind is ledger.Kind.PAYOUT]
    assert sorted(abs(t.postings[0].minor) for t in paid) == [9_000, 27_000]
    server.three_checks()


@pytest.mark.parametrize("capacity", [3, 6, 7, 12])
def test_only_full_brackets_run_by_themselves(capacity):
    answer = decide(None, acts.CreateTournament("x", Invitation(divisions=(sit_and_go(capacity),))), By("olga"), 0)
    assert (answer.code, answer.facts) == ("bad_value", {"field": "divisions.capacity"})


def test_the_system_does_not_close_what_a_director_runs():
    desk = Desk(DivisionTerms(id="open"))
    desk.refused(acts.CloseTournament(), "T1.3.i", "not_your_role", by=SYSTEM)
