"""Disputes: everything is left as it is until somebody rules, or until it ends without a ruler (T5.1). After how long,
and how many a player may lose: `default_after_ms` and `disputes_each` in `table/terms.py`."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.clauses import clause
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import AnyCorrection, AnyEvent, By, Role, Settlement, StopReason
from tavl.table.disputes.correction_effects import consequence, demanded, dismissed, going_on, upheld_by_default
from tavl.table.disputes.score_cards import current
from tavl.table.play.illegal_play_window import why_not_yours_to_flag
from tavl.table.preparation.breaks_and_lateness import put_off
from tavl.table.registry import PLAYERS, Evolver, Handler, HandlerResult, Roll, needs_dice
from tavl.table.state import Table
from tavl.table.state_parts import Dispute, RulingLine
from tavl.table.terms import Ruler

PRESUMPTIONS = {"T4.7": "card_of_the_player_behind"}
"""What holds until somebody shows otherwise; elsewhere what stands on the board and the record (T4.4.ix)."""


def stops_clock(table: Table, seat: Seat | None, at: int) -> list[AnyEvent]:
    if table.clock is None or not table.clock.is_running:
        return []
    return [acts.ClockStopped(StopReason.DIRECTOR, table.clock.reads(at)[0], seat)]


def raised(
    table: Table, seat: Seat | None, rule: str, statement: str, claim: AnyCorrection | None, at: int, case: str = ""
) -> list[AnyEvent]:
    """The dispute, and the clock stopped with it."""
    stood = table.clock is not None and demanded(table)
    dispute = acts.DisputeRaised(table.disputes.raised + 1, rule, seat, statement, claim, stood, case)
    return [*stops_clock(table, seat, at), dispute]


def _raise(table: Table, action: acts.RaiseDispute, by: By, at: int, roll: Roll) -> HandlerResult:
    try:
        clause(action.rule)
    except RuleError as error:
        return error.refused
    if len(action.statement) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    if table.aborted or not table.full:
        return refuse("table_closed", "T4.5")
    limit = table.terms.disputes_each
    if table.terms.ruler is Ruler.NOBODY and table.disputes.lost[action.seat] >= limit:
        return refuse("disputes_used_up", "T5.1", limit=limit)
    if isinstance(action.claim, acts.ReplayPlay) and (fault := why_not_yours_to_flag(table, by)):
        return fault
    if action.claim is not None:
        worked_out = consequence(table, action.claim, at)
        if isinstance(worked_out, Refused):
            return worked_out
    if table.over and action.claim is None:
        return refuse("match_over", "T4.5")
    return raised(table, action.seat, action.rule, action.statement, action.claim, at, action.case)


def settled(table: Table, how: Settlement, upheld: bool, at: int) -> list[AnyEvent]:
    """The dispute is over: what was claimed is done or not, and the clock goes on."""
    dispute = table.disputes.open
    assert dispute is not None
    events: list[AnyEvent] = [acts.DisputeSettled(dispute.id, how, upheld, waited_since(table))]
    if upheld and dispute.claim is not None:
        follows = consequence(table, dispute.claim, at)
        events += [] if isinstance(follows, Refused) else follows
    if not upheld:
        events += dismissed(table, dispute.claim)
    return events + going_on(table, events, at)


def waited_since(table: Table) -> int | None:
    """Since when the dispute has kept people from beginning, where somebody may be late or on a break meanwhile."""
    late = any(absence is not None and absence.until is None for absence in table.conduct.absent)
    return table.disputes.open.since if table.disputes.open and (late or not table.game_running) else None


def denied(
    table: Table, seat: Seat | None, rule: str, claim: AnyCorrection, by: By, at: int, said: str
) -> HandlerResult:
    """The other does not accept this seat's claim. If nobody rules, the time for an answer is over, and a denial is
    worth nothing once too many have failed: then the clause's default comes at once, so that a freeze cannot be used as
    a weapon."""
    events = raised(table, seat, rule, said, claim, at)
    used_up = seat is not None and table.disputes.denied[seat.other] >= table.terms.disputes_each
    if table.terms.ruler is not Ruler.NOBODY or not (used_up or by.role is Role.SYSTEM):
        return events
    *_, dispute = events
    assert isinstance(dispute, acts.DisputeRaised)
    frozen = _evolve_raised(table, dispute, at)
    return events + settled(frozen, Settlement.DEFAULT, upheld_by_default(frozen, claim), at)


def _open(table: Table) -> Dispute | Refused:
    return table.disputes.open or refuse("no_dispute", "T5.1")


def _concede(table: Table, action: acts.ConcedeDispute, by: By, at: int, roll: Roll) -> HandlerResult:
    dispute = _open(table)
    if isinstance(dispute, Refused):
        return dispute
    if not _may_concede(table, dispute, action.seat):
        return refuse("not_yours_to_answer", "T5.1")
    return why_needs_ruling(table, dispute.claim) or settled(table, Settlement.AGREEMENT, True, at)


def _may_concede(table: Table, dispute: Dispute, seat: Seat) -> bool:
    """The other player; for an official's claim that a play was illegal, the one who made it (T4.2.iii.b)."""
    if dispute.seat is not None:
        return dispute.seat != seat
    last = table.match.game.last if table.match.game else None
    return isinstance(dispute.claim, acts.ReplayPlay) and last is not None and last.seat == seat


def why_needs_ruling(table: Table, what: AnyCorrection | None) -> Refused | None:
    """What two players cannot settle between themselves if somebody rules: a result that was confirmed (T4.6), a
    score that ends the match, that no card supports, or that was ruled on (T4.5)."""
    if table.cards.confirmed:
        return refuse("result_confirmed", "T4.6")
    if not isinstance(what, acts.RightScore) or table.terms.ruler is Ruler.NOBODY:
        return None
    length, cards = table.match.length, [current(table, seat) for seat in SEATS]
    supported = any(card is not None and card.score == what.score for card in cards)
    ends = length is not None and max(what.score) >= length
    return refuse("score_needs_ruling", "T4.5") if ends or table.cards.settled or not supported else None


def _withdraw(table: Table, action: acts.WithdrawDispute, by: By, at: int, roll: Roll) -> HandlerResult:
    dispute = _open(table)
    if isinstance(dispute, Refused):
        return dispute
    if dispute.seat != action.seat:
        return refuse("not_your_claim", "T5.1")
    return settled(table, Settlement.WITHDRAWN, False, at)


def _roll_for(table: Table, action: acts.RollForDispute, by: By, at: int, roll: Roll) -> HandlerResult:
    """Where nobody rules, players who agree to it let the dice decide: one die each, the higher wins."""
    dispute = _open(table)
    if isinstance(dispute, Refused):
        return dispute
    if table.terms.ruler is not Ruler.NOBODY or dispute.seat is None:
        return refuse("somebody_rules", "T5.1")
    if action.seat in dispute.roll_wanted:
        return refuse("opponent_to_agree", "T5.1")
    wanted = acts.DisputeRollWanted(action.seat)
    if action.seat.other not in dispute.roll_wanted:
        return [wanted]
    fault = needs_dice(roll)
    if fault:
        return fault
    assert roll is not None
    rolled = acts.DisputeRolled(*roll)
    if roll[0] == roll[1]:
        return [wanted, rolled]  # neither: both may ask for another
    upheld = roll[dispute.seat] > roll[dispute.seat.other]
    return [wanted, rolled, *settled(table, Settlement.ROLL, upheld, at)]


def _settle_times(table: Table, action: acts.SettleTimes, by: By, at: int, roll: Roll) -> HandlerResult:
    """Players without a director settle by agreement what a director would rule on."""
    dispute = _open(table)
    if isinstance(dispute, Refused):
        return dispute
    if not isinstance(dispute.claim, acts.BothOut):
        return refuse("nothing_asked", "T4.3.iii")
    if table.terms.ruler is Ruler.DIRECTOR:
        return refuse("somebody_rules", "T4.3.iii")
    stated = acts.SettlementStated(action.seat, action.winner)
    theirs = dispute.stated[action.seat.other]
    if theirs is None or theirs.winner != action.winner:
        return [stated]
    follows: AnyEvent = acts.ClockTakenAway("T4.3.iii")
    if action.winner is not None:
        follows = game_acts.MatchDecided(action.winner, "time")
    return [stated, acts.DisputeSettled(dispute.id, Settlement.AGREEMENT, True, waited_since(table)), follows]


def _by_default(table: Table, action: acts.SettleByDefault, by: By, at: int, roll: Roll) -> HandlerResult:
    dispute = _open(table)
    if isinstance(dispute, Refused):
        return dispute
    if table.terms.ruler is not Ruler.NOBODY:
        return refuse("somebody_rules", "T5.1")
    left = dispute.since + table.terms.default_after_ms - at
    if left > 0:
        return refuse("default_not_due", "T5.1", left_ms=left)
    return settled(table, Settlement.DEFAULT, upheld_by_default(table, dispute.claim), at)


def _name_ruler(table: Table, action: acts.NameRuler, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.terms.ruler is not Ruler.NAMED:
        return refuse("ruler_is_set", "T5.1")
    if not action.person.strip() or table.seat_of(action.person) is not None:
        return refuse("party_cannot_rule", "T5.1")
    return [acts.RulerNamed(action.seat, action.person)]


def why_not_rule(table: Table, by: By) -> Refused | None:
    """Who may rule at this table: never one of its players (T5.1)."""
    if by.person and table.seat_of(by.person) is not None:
        return refuse("party_cannot_rule", "T5.1")
    if table.terms.ruler is Ruler.NOBODY:
        return refuse("nobody_rules", "T5.1")
    if table.terms.ruler is Ruler.NAMED and (not by.person or by.person != table.disputes.ruler):
        return refuse("not_named_to_rule", "T5.1")
    return None


def next_ruling(table: Table) -> int:
    return len(table.disputes.rulings) + 1


def with_ruling(table: Table, line: RulingLine) -> Table:
    return replace(table, disputes=replace(table.disputes, rulings=(*table.disputes.rulings, line)))


HANDLERS: dict[type, Handler] = {
    acts.RaiseDispute: Handler(_raise, PLAYERS, "T5.1"),
    acts.ConcedeDispute: Handler(_concede, PLAYERS, "T5.1", freely=True),
    acts.WithdrawDispute: Handler(_withdraw, PLAYERS, "T5.1", freely=True),
    acts.RollForDispute: Handler(_roll_for, PLAYERS, "T5.1", freely=True),
    acts.SettleTimes: Handler(_settle_times, PLAYERS, "T4.3.iii", freely=True),
    acts.SettleByDefault: Handler(_by_default, frozenset({Role.SYSTEM}), "T5.1", freely=True),
    acts.NameRuler: Handler(_name_ruler, PLAYERS, "T5.1", freely=True),
}


def _evolve_raised(table: Table, event: acts.DisputeRaised, at: int) -> Table:
    dispute = Dispute(event.id, event.rule, event.seat, event.statement, event.claim, at, event.stood, case=event.case)
    disputes = replace(table.disputes, open=dispute, raised=event.id)
    handling = replace(table.handling, claim=None)
    corrections = replace(table.corrections, asked=None)
    stand = replace(table.stand, asked=None)
    return replace(table, disputes=disputes, handling=handling, corrections=corrections, stand=stand)


def _evolve_settled(table: Table, event: acts.DisputeSettled, at: int) -> Table:
    dispute = table.disputes.open
    lost, denied = list(table.disputes.lost), list(table.disputes.denied)
    if dispute and dispute.seat is not None and not event.upheld:
        lost[dispute.seat] += 1
    if dispute and dispute.seat is not None and event.upheld and event.how is Settlement.DEFAULT:
        denied[dispute.seat.other] += 1
    disputes = replace(table.disputes, open=None, lost=(lost[0], lost[1]), denied=(denied[0], denied[1]))
    stand = table.stand if dispute and dispute.stood else replace(table.stand, reason=None, seat=None)
    after = replace(table, disputes=disputes, stand=stand)
    return after if event.since is None else put_off(after, event.since, at)


def _evolve_wanted(table: Table, event: acts.DisputeRollWanted, at: int) -> Table:
    had = table.disputes.open.roll_wanted if table.disputes.open else frozenset()
    return _with_wanted(table, had | {event.seat})


def _evolve_rolled(table: Table, event: acts.DisputeRolled, at: int) -> Table:
    return _with_wanted(table, frozenset())


def _with_wanted(table: Table, wanted: frozenset[Seat]) -> Table:
    dispute = table.disputes.open
    if dispute is None:
        return table
    return replace(table, disputes=replace(table.disputes, open=replace(dispute, roll_wanted=wanted)))


def _evolve_stated(table: Table, event: acts.SettlementStated, at: int) -> Table:
    dispute = table.disputes.open
    if dispute is None:
        return table
    first, second = dispute.stated
    stated = (event, second) if event.seat == Seat.FIRST else (first, event)
    return replace(table, disputes=replace(table.disputes, open=replace(dispute, stated=stated)))


def _evolve_named(table: Table, event: acts.RulerNamed, at: int) -> Table:
    named = tuple(event.person if seat == event.seat else table.disputes.named[seat] for seat in SEATS)
    return replace(table, disputes=replace(table.disputes, named=(named[0], named[1])))


EVOLVERS: dict[type, Evolver] = {
    acts.DisputeRaised: _evolve_raised,
    acts.DisputeSettled: _evolve_settled,
    acts.DisputeRollWanted: _evolve_wanted,
    acts.DisputeRolled: _evolve_rolled,
    acts.SettlementStated: _evolve_stated,
    acts.RulerNamed: _evolve_named,
}
