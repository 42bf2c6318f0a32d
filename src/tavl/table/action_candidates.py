"""What each person might do now: candidates that `actions` then puts to `decide`.

If something has to be filled in (a reason, a name, a score), the candidate is an example that would be accepted.

Most actions are impossible at any moment: those are not even put to
`decide`. Each such condition is given to `tries`, and may only leave out what `decide` would refuse: a test passes one
that leaves nothing out, and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tavl.rules import acts as game_acts
from tavl.rules import match as matches
from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position
from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import (
    AnyAction,
    By,
    Equipment,
    InvalidRoll,
    Matter,
    PenaltyKind,
    Request,
    Role,
    StopReason,
    Topic,
    Useful,
)
from tavl.table.conduct.proposed_penalties import proposals
from tavl.table.disputes.score_cards import proof
from tavl.table.preparation.equipment import DEMANDED
from tavl.table.state import Table
from tavl.table.state_parts import Reply
from tavl.table.terms import Detail, Ruler, Sitting

Tries = Callable[[object], bool]
TO_FILL_IN = "…"
MID_BOARD = (50, 60)


def game_offers(table: Table, seat: Seat, every_play: bool = True) -> Iterator[AnyAction]:
    """Those of the game itself; without `every_play` one legal play stands for all. On a board that does not enforce, a
    play is whatever the mover will make of it: the legal ones are not shown."""
    sitting, game = table.terms.sitting, table.match.game
    if sitting is Sitting.ENFORCED or game is None or game.phase is Phase.OVER:
        yield from matches.actions(table.match, seat, every_play)
        return
    for action in matches.actions(table.match, seat, every_play=False):
        if not isinstance(action, game_acts.MakePlay | game_acts.Roll | game_acts.Double):
            yield action
    yield from (game_acts.MakePlay(seat), acts.Arrange(seat), acts.EndTurn(seat), game_acts.Double(seat))
    if sitting is Sitting.CHALLENGE:
        yield game_acts.Roll(seat)
        return
    yield acts.RecordOpening(seat, 3, 1)
    yield acts.RecordRoll(seat, Dice(3, 1))
    yield acts.RecordInvalidRoll(seat, InvalidRoll.NOT_FLAT)
    yield from (acts.RecordDouble(seat), acts.PressClock(seat), acts.RestartDelay(seat))
    if table.terms.detail is Detail.CUBE:
        yield from (acts.RecordResult(seat, winner, 1) for winner in SEATS)
    if not table.corrections.second_turn_begun:
        yield acts.ReportSetUp(seat, _WRONG_START)
    yield acts.ReportCube(seat, Cube(2 * game.cube_value, None))


_WRONG_START = Position.of("24:2 13:5 8:4 6:4", "24:2 13:5 8:3 6:5")


def player_offers(table: Table, by: By, seat: Seat, tries: Tries = bool) -> Iterator[AnyAction]:
    terms, hand = table.terms, table.handling
    yield acts.Abort(seat)
    if tries(not table.begun):
        yield acts.Leave(seat)
    if tries(table.clock):
        yield acts.ClaimFlag(seat.other)
    if tries(hand.early_roll_asked):
        yield from (acts.ChooseEarlyRoll(seat, True), acts.ChooseEarlyRoll(seat, False))
    if tries(hand.open_play):
        yield from (acts.AcceptPlay(seat), acts.FlagPlay(seat))
    if tries(hand.claim):
        yield from (acts.AcceptFacts(seat), acts.DisputeFacts(seat), acts.WithdrawClaim(seat))
    if table.clock is not None:
        if tries(table.clock.is_running and (terms.sitting is Sitting.RECORDED or terms.ruler is not Ruler.NOBODY)):
            yield from (acts.StopClock(reason, seat) for reason in StopReason)
        if tries(not table.clock.is_running):
            yield acts.ResumeClock(seat)
        if tries(table.stand.asked is not None):
            yield from (acts.AnswerDelayLoss(seat, True), acts.AnswerDelayLoss(seat, False))
        if tries(terms.keeps_conduct):
            yield acts.NoteTimes(seat, table.clock.remaining)
    if tries(table.disputes.open):
        yield from (acts.ConcedeDispute(seat), acts.WithdrawDispute(seat), acts.RollForDispute(seat))
    if table.disputes.open:
        yield from (acts.SettleTimes(seat, winner) for winner in (*SEATS, None))
    if tries(terms.ruler is Ruler.NAMED):
        yield acts.NameRuler(seat, TO_FILL_IN)
    if terms.keeps_conduct or terms.sitting is not Sitting.ENFORCED:
        yield acts.RaiseDispute(seat, "T5.1", TO_FILL_IN)
    if not terms.keeps_conduct:
        return
    yield from (acts.Correct(what, seat) for what in _corrections(table))
    if tries(table.corrections.asked):
        yield from (acts.AgreeToCorrection(seat), acts.DisputeCorrection(seat))
    yield acts.TakeBreak(seat)
    if tries(table.conduct.on_break):
        yield acts.ReturnFromBreak(seat)
    if tries(table.conduct.absent[seat]):
        yield acts.Arrive(seat)
    yield from (acts.ReportAbsence(seat.other, seat), acts.ApplyLatePenalty(seat.other, seat))
    yield acts.RecordInfraction(rule="T4.2.i", against=seat.other, seat=seat)
    yield from (acts.AskConsent(seat, matter, _what(matter)) for matter in Matter)
    for consent in table.consents:
        if consent.answer is Reply.OPEN:
            yield acts.GiveConsent(seat, consent.id)
            yield acts.RefuseConsent(seat, consent.id, TO_FILL_IN)
        if consent.answer is Reply.GIVEN:
            yield acts.WithdrawConsent(consent.id, "", seat)
    if tries(terms.ruler is not Ruler.NOBODY):
        yield from (acts.AskDirector(seat, what, TO_FILL_IN) for what in Request)
    yield from _preparing(table, seat, tries)
    yield acts.WriteScore(seat, table.match.score)
    yield from (acts.AnnounceCrawford(seat), acts.ReportResult(seat, table.match.score))
    yield from (acts.Appeal(seat, line.id) for line in table.disputes.rulings)
    yield acts.ReportReading(device=TO_FILL_IN, score=table.match.score, seat=seat)


def _preparing(table: Table, seat: Seat, tries: Tries) -> Iterator[AnyAction]:
    for topic in Topic if tries(not table.begun) else ():
        yield acts.Wish(seat, topic, TO_FILL_IN)
        yield acts.RollForWish(seat, topic)
    for what in Useful:
        yield acts.AskUse(seat, what)
        if tries(table.terms.ruler is not Ruler.NOBODY):
            yield acts.AskApproval(seat, what)
    for kind in Equipment:
        if tries(kind in DEMANDED):
            yield acts.DemandEquipment(seat, kind, MID_BOARD if kind is Equipment.BOARD else None)
        yield acts.ChangeEquipment(kind, True, seat)
    yield from (acts.MixDice(seat), acts.WishSmokeFree(seat))
    if tries(table.setup.mixed_by is not None):
        yield from (acts.PickDie(seat, die) for die in range(1, 5))


def _what(matter: Matter) -> str:
    return Equipment.BOARD if matter is Matter.OTHER_EQUIPMENT else ""


def _corrections(table: Table) -> Iterator[acts.AnyCorrection]:
    yield from (acts.SetUpRight(), acts.CubeRight(), acts.VoidDouble())
    if table.match.length is not None:
        yield acts.RightLength(table.match.length + 2)
    proven = proof(table)
    if proven:
        yield acts.RightScore(proven.score)


def director_offers(table: Table, at: int) -> Iterator[AnyAction]:
    yield from (acts.ClaimFlag(seat) for seat in SEATS)
    yield from (acts.FlagPlay(), acts.WithdrawClaim(), acts.StopClock(StopReason.DIRECTOR), acts.ResumeClock())
    yield acts.Rule(rule="T1.1", reason=TO_FILL_IN)
    if table.disputes.open:
        rule = table.disputes.open.rule
        yield from (acts.Rule(rule=rule, reason=TO_FILL_IN, upholds=upholds) for upholds in (True, False))
    if not table.terms.keeps_conduct:
        return
    yield from (proposal.action for proposal in proposals(table, at))
    yield from (acts.Correct(what) for what in _corrections(table))
    yield from (acts.Penalise(against=seat, kind=PenaltyKind.WARNING, rule="T1.1", reason=TO_FILL_IN) for seat in SEATS)
    for seat in SEATS:
        yield from (acts.ReportAbsence(seat), acts.Arrive(seat), acts.WaiveLatePenalty(seat, TO_FILL_IN))
        yield acts.RecordInfraction(rule="T4.2.i", against=seat)
        yield acts.AppointReader(seat, TO_FILL_IN)
    if table.clock is not None:
        yield acts.SetClock(rule="T3.7.ii", reason=TO_FILL_IN, times=table.clock.remaining)
    for line in table.requests.lines:
        yield from (acts.AnswerRequest(line.id, granted, TO_FILL_IN, TO_FILL_IN) for granted in (True, False))
    for what in Useful:
        yield from (acts.OrderUse(what, TO_FILL_IN), acts.ExemptUse(what, TO_FILL_IN))
        yield from (acts.Approve(what, approved, TO_FILL_IN) for approved in (True, False))
    yield from (acts.WithdrawConsent(consent.id) for consent in table.consents)
    yield acts.AnnounceAllowed(Matter.PHONE_AS_SCORE_CARD)
    yield from (acts.AppointObserver(TO_FILL_IN), acts.ExpelSpectator(TO_FILL_IN, TO_FILL_IN))
    yield acts.SetSpectatorDelay(table.terms.spectator_delay_ms)
    yield from (acts.BringEquipment(kind) for kind in Equipment)
    yield from (acts.ChangeEquipment(Equipment.BOARD), acts.OrderFeatured(TO_FILL_IN), acts.SetPlace("", ""))
    breaks = table.terms.match.profile.breaks
    if breaks:
        yield acts.SetBreaks(breaks, TO_FILL_IN)
    yield from (acts.MoveStart(at, TO_FILL_IN), acts.ConfirmResult())


def offers(table: Table, by: By, at: int, tries: Tries = bool) -> Iterator[AnyAction]:
    match by.role:
        case Role.PLAYER if by.seat is not None:
            yield from player_offers(table, by, by.seat, tries)
        case Role.DIRECTOR:
            yield from director_offers(table, at)
        case Role.OBSERVER:
            yield from (acts.FlagPlay(), acts.WithdrawClaim())
            yield from (acts.RecordInfraction(rule="T4.2.i", against=seat) for seat in SEATS)
        case Role.SPECTATOR:
            yield from (acts.TellDirector(concern) for concern in acts.Concern)
        case _:
            return
