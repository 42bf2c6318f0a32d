"""Evening 2: an eight-player jackpot. The eighth name draws the sheet, the ninth opens the next."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, due
from tavl.tournament.draws.lots import promise
from tavl.tournament.invitation import DivisionTerms, Format, Prize, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.money import ledger
from tests.tournament.desk import SEED, Hall, clock, fee, knock_out, kr

JACKPOT = DivisionTerms(
    id="jackpot",
    format=Format.JACKPOT,
    stages=(Stage(id="main", length=5),),
    capacity=8,
    fees=(fee(200),),
    house="10 %",
    prizes=(Prize(places=("75 %", "25 %")),),
    priority=2,
)
NAMES = tuple("abcdefgh")
OTHER = bytes(range(50, 82))


class Afternoon(Hall):
    def __init__(self) -> None:
        super().__init__(knock_out("open", priority=0), JACKPOT, at="15:00")
        self.tables(8)
        self.do(acts.SetStandingApproval("jackpot", True))

    def writes(self, name: str, by: str | None = None, seed: bytes = SEED) -> str:
        entry = self.enter(name, "jackpot", by=by, approve=False)
        self.do(acts.TakePayment(name, kr(200)), by="kai")
        self.run_by_itself(seed=seed)
        return self.state.entries[entry].division

    def main_event(self) -> None:
        """Two of the eight are still in it."""
        for name in ("a", "b"):
            self.enter(name)
        self.do(acts.MakeDraw("open"), chance=SEED)
        self.do(acts.AnnounceDraw("open", clock("16:10")))

    def sheet(self, id: str) -> list[str]:
        return [each.id for each in self.flow.of(id)]


@pytest.fixture
def desk() -> Afternoon:
    made = Afternoon()
    made.main_event()
    made.run_by_itself()
    return made


@pytest.fixture
def drawn(desk: Afternoon) -> Afternoon:
    for number, name in enumerate(NAMES):
        assert desk.writes(name, by=None if number % 2 else "kai") == "jackpot"
    return desk


def test_step_1_the_seed_is_promised_when_the_sheet_is_opened(desk):
    assert desk.state.divisions["jackpot"].promise == promise(SEED)
    assert not any(isinstance(event, acts.Drawn) and event.division == "jackpot" for event, _ in desk.log)


def test_step_1_the_eighth_name_closes_the_sheet_and_draws_it_in_the_same_second(desk):
    for name in NAMES[:7]:
        desk.writes(name)
    assert not desk.state.divisions["jackpot"].draws
    desk.at = clock("15:31:07")
    desk.writes("h")
    division = desk.state.divisions["jackpot"]
    assert division.draws[0].at == desk.at
    assert division.announced
    assert (division.draws[0].promise, division.draws[0].seed) == (promise(SEED), SEED.hex())
    assert len([m for m in desk.flow.of("jackpot") if m.pairing.round == 1 and m.players]) == 4


def test_step_1_nobody_draws_it_before_it_is_full(desk):
    for name in NAMES[:7]:
        desk.writes(name)
    desk.refused(acts.MakeDraw("jackpot"), "T1.4.i", "sheet_not_full", entered=7)


def test_step_2_who_is_called_in_the_main_event_plays_there_first_and_nobody_is_late(drawn):
    (main,) = drawn.sheet("open")
    drawn.call(main, at="16:10")
    for name in ("a", "b"):
        waits = next(m for m in drawn.flow.of("jackpot") if drawn.e(name) in (m.players or ()) and m.players)
        assert waits.id not in [item.id for item in drawn.items("call")]
        drawn.refused(acts.CallMatch(waits.id, "t8"), "T2.2.i", "plays_elsewhere", match=main)
        drawn.refused(acts.ReportAbsence(waits.id, drawn.e(name)), "T2.2.iv", "nobody_is_late", at="16:40")
    drawn.play(main)
    assert all(m.id in [item.id for item in drawn.items("call")] for m in drawn.flow.of("jackpot") if m.players)


def test_step_3_the_ninth_name_opens_the_second_sheet_with_a_seed_of_its_own(drawn):
    assert drawn.writes("i", seed=OTHER) == "jackpot-2"
    second = drawn.state.divisions["jackpot-2"]
    assert (second.promise, second.terms.sheet_of, second.terms.capacity) == (promise(OTHER), "jackpot", 8)
    assert second.standing_approval
    assert drawn.writes("j", seed=OTHER) == "jackpot-2"
    assert due(drawn.state) is None


def played_first_round(desk: Afternoon) -> tuple[str, str]:
    """The winner and the loser of a match without those of the main event."""
    for match in [m.id for m in desk.flow.of("jackpot") if m.players]:
        if not {"a", "b"} & set(desk.players(match)):
            winner, loser = desk.players(match)
            desk.play(match, winner)
            return winner, loser
    raise AssertionError


def test_step_3_who_lost_in_the_first_round_meets_that_winner_in_the_final_at_the_earliest(drawn):
    winner, loser = played_first_round(drawn)
    others = ("i", "j", "k", "l", "m", "n")
    for name in (loser, *others, winner):
        assert drawn.writes(name, seed=OTHER) == "jackpot-2"
    first = [m for m in drawn.flow.of("jackpot-2") if m.pairing.round == 1]
    half = {entry: m.pairing.number > 2 for m in first for entry in m.players}
    assert half[drawn.e(winner)] != half[drawn.e(loser)]


def to_the_final(desk: Afternoon) -> str:
    desk.play(desk.sheet("open")[0])
    desk.play_on("main", 2)
    return next(m.id for m in desk.flow.of("jackpot") if m.pairing.round == 3)


@pytest.mark.rule("T4.5")
def test_step_4_finalists_share_the_money_and_still_play_the_final(drawn):
    final = to_the_final(drawn)
    one, two = drawn.match(final).players
    named = acts.AgreeDeal("jackpot", {one: "1/2", two: "1/2"}, winner=one)
    drawn.refused(named, "T4.5", "deal_names_winner")
    drawn.do(acts.AgreeDeal("jackpot", {one: "1/2", two: "1/2"}))
    assert drawn.match(final).where is Where.READY
    drawn.refused(acts.AwardPrizes("jackpot"), "T4.6", "not_finished")
    drawn.play(final, loses_with=4)
    assert won(drawn) == [72_000, 72_000]
    closed(drawn)


def won(desk: Afternoon) -> list[int]:
    events = desk.do(acts.AwardPrizes("jackpot"), by="kai")
    awards = [event.transaction for event in events if isinstance(event, acts.Booked)]
    house = [t for t in awards if t.kind is ledger.Kind.HOUSE_SHARE]
    assert [abs(line.minor) for t in house for line in t.postings] == [16_000, 16_000]
    people = [line for t in awards if t.kind is ledger.Kind.AWARD for line in t.postings if line.person]
    return sorted((-line.minor for line in people), reverse=True)


def closed(desk: Afternoon) -> None:
    desk.pay_everybody()
    totals = ledger.totals(desk.state.book, "DKK")
    assert (totals.paid_in, totals.left) == (kr(1600), kr(0))
    desk.do(acts.CloseTournament())
    desk.three_checks()


def test_seven_matches_and_without_a_deal_1080_and_360(drawn):
    final = to_the_final(drawn)
    drawn.play(final, loses_with=4)
    assert sum(m.where is Where.DONE for m in drawn.flow.of("jackpot")) == 7
    winner, loser = drawn.players(final)
    assert drawn.change(final, **{winner: 110_000, loser: 100_000}) == (218, -218)
    assert won(drawn) == [108_000, 36_000]
    closed(drawn)
