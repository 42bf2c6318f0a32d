"""Evening 10: a power cut, as far as the tournament itself is concerned."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.tournament import acts
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.rounds import Wish, drawn_by_lots
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.lateness import owed
from tavl.tournament.standings.results_table import rated
from tests.tournament.desk import SEED, SYSTEM, Hall, clock, knock_out

SWISS = DivisionTerms(id="open", format=Format.SWISS, rounds=5, stages=(Stage(id="swiss", length=7),))


class Cut(Hall):
    """Round 4 of 40 players is on at 15:42:10; a side event's draw is made and not announced."""

    def __init__(self) -> None:
        super().__init__(SWISS, knock_out("side"))
        self.tables(22)
        for n in range(40):
            self.do(acts.CheckIn(self.enter(f"p{n:02}")))
        for name in ("anna", "bo", "carl", "dan"):
            self.do(acts.CheckIn(self.enter(name, "side")))
        self.do(acts.SetStandingConfirmation(True))
        for number in range(3):
            self.next_round(number)
            self.play_on()
        self.at = clock("15:00")
        self.next_round(3)
        for match in [m.id for m in self.flow.ready][:19]:
            self.begin(match)
        self.called = self.flow.ready[0].id
        self.call(self.called, at="15:40")
        self.do(acts.ReportAbsence(self.called, self.match(self.called).players[1]), by="kai", at="15:41")
        self.do(acts.MakeDraw("side"), at="15:42:10", chance=SEED)
        self.before = self.state

    def next_round(self, number: int) -> None:
        self.do(acts.MakeDraw("open"), chance=bytes([number]) * 32)
        self.do(acts.AnnounceDraw("open", self.at))

    def comes_back(self) -> None:
        """At 15:48: from the log, and from nothing else."""
        self.tournament = self.replayed()
        self.at = clock("15:48")
        self.do(acts.StateOutage(clock("15:42:10"), clock("15:48"), "power cut"), by=SYSTEM)

    def playing(self) -> list[str]:
        return [m.id for m in self.flow.of("open") if m.where is Where.PLAYING]


@pytest.fixture
def cut() -> Cut:
    made = Cut()
    made.comes_back()
    return made


def test_nothing_is_lost_and_the_draw_is_the_same(cut):
    assert len(cut.playing()) == 19
    assert cut.state.divisions == cut.before.divisions
    side = cut.state.divisions["side"]
    assert not side.announced
    entries = [cut.state.entries[id] for id in side.draws[0].entries]
    told = Lots(bytes.fromhex(side.draws[0].seed), "draw side 1")
    assert drawn_by_lots(cut.state, side, entries, told, Wish()) == side.pairings
    cut.do(acts.AnnounceDraw("side", clock("16:00")))
    assert cut.state.divisions["side"].announced


@pytest.mark.rule("T2.2.iv")
def test_nobody_is_late_for_the_minutes_of_the_cut(cut):
    absent = cut.match(cut.called).players[1]

    def late(at: str) -> int:
        return owed(cut.state, cut.flow, cut.match(cut.called), absent, clock(at))[1]

    assert late("15:48") == late("15:42:10") == 130_000
    assert late("15:49") == 190_000


def test_three_results_from_phones_and_two_from_paper_with_their_own_times(cut):
    phones, paper = cut.playing()[:3], cut.playing()[3:5]
    for number, match in enumerate(phones):
        result = acts.ReportResult(match, cut.match(match).players, (7, number), ended_at=clock(f"15:4{3 + number}:30"))
        one, two = cut.players(match)
        cut.do(result, by=one)  # the phone hands in what it has; the other player only agrees, now
        cut.do(replace(result, ended_at=None), by=two)
        assert cut.match(match).where is Where.DONE
    for match, at in zip(paper, ("15:45", "15:47"), strict=True):
        cut.do(acts.ReportResult(match, cut.match(match).players, (3, 7), confirms=True, ended_at=clock(at)), by="kai")
    ended = [(m.id, m.ended) for m in rated(cut.flow) if m.ended >= clock("15:42:10")]
    assert ended == [
        (phones[0], clock("15:43:30")),
        (phones[1], clock("15:44:30")),
        (paper[0], clock("15:45")),
        (phones[2], clock("15:45:30")),
        (paper[1], clock("15:47")),
    ]
    late = acts.ReportResult(cut.playing()[0], cut.match(cut.playing()[0]).players, (7, 1), ended_at=clock("23:00"))
    (reported,) = cut.do(late, by="kai")
    assert reported.ended_at == cut.at  # nothing ends in the future


def test_the_evening_closes(cut):
    cut.do(acts.AnnounceDraw("side", clock("16:00")))
    cut.begin(cut.called)
    for match in cut.playing():
        cut.score(match, cut.players(match)[0], 2)
    cut.play_on()
    cut.next_round(4)
    cut.play_on()
    cut.do(acts.CloseTournament())
    cut.three_checks()
