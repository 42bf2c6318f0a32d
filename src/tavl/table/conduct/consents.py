"""Consents: asked for each time, given, refused, withdrawn; or announced by the director (T1.7)."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import AnyEvent, By, Equipment, Matter, Role
from tavl.table.registry import DIRECTORS, PLAYERS, PLAYERS_AND_DIRECTORS, Evolver, Handler, HandlerResult, Roll
from tavl.table.state import Table
from tavl.table.state_parts import Consent, Reply

RULES = {
    Matter.RECORDING: "T1.7.ii",
    Matter.STREAMING: "T1.7.ii",
    Matter.HEADPHONES: "T1.7.iii",
    Matter.PHONE: "T1.7.iv",
    Matter.PHONE_AS_SCORE_CARD: "T1.7.iv",
    Matter.PHONE_AS_CLOCK: "T1.7.iv",
    Matter.ROLLING_LEFT: "T4.1.iv.a",
    Matter.SILENT_OBSERVERS: "T4.2.iii.a",
    Matter.SCORE_BOARD: "T4.7",
    Matter.OTHER_EQUIPMENT: "T3.7.i",
}
# The player who gave one of these may take it back; the others only the director can (T1.7.ii to iv).
BY_GIVER = frozenset({Matter.ROLLING_LEFT, Matter.SILENT_OBSERVERS})
NOT_TO_BE_REFUSED_UNREASONABLY = frozenset({Matter.RECORDING, Matter.STREAMING, Matter.HEADPHONES})


def standing(consents: tuple[Consent, ...], matter: Matter, seat: Seat | None = None) -> Consent | None:
    """The consent that holds now for this seat, or for anybody."""
    for consent in reversed(consents):
        mine = seat is None or consent.seat in (seat, None)
        if consent.matter is matter and consent.answer is Reply.GIVEN and mine:
            return consent
    return None


def _ask(table: Table, action: acts.AskConsent, by: By, at: int, roll: Roll) -> HandlerResult:
    rule = RULES[action.matter]
    if table.over:
        return refuse("match_over", "T4.5")
    if len(action.what) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    if action.matter is Matter.ROLLING_LEFT and not table.terms.match.profile.valid_roll.left_by_leave:
        return refuse("no_left_rolls", rule)
    if action.matter is Matter.OTHER_EQUIPMENT and action.what not in tuple(Equipment):
        return refuse("bad_value", "T3.7.i", field="what")
    same = (c for c in table.consents if c.seat == action.seat and c.matter is action.matter)
    if any(consent.answer is Reply.OPEN for consent in same):
        return refuse("opponent_to_agree", rule)
    return [acts.ConsentAsked(len(table.consents) + 1, action.seat, action.matter, action.what)]


def _asked(table: Table, id: int, seat: Seat) -> Consent | Refused:
    if not 1 <= id <= len(table.consents) or table.consents[id - 1].answer is not Reply.OPEN:
        return refuse("nothing_asked", "T1.7.ii")
    consent = table.consents[id - 1]
    return consent if consent.seat == seat.other else refuse("not_yours_to_answer", "T1.7.ii")


def _give(table: Table, action: acts.GiveConsent, by: By, at: int, roll: Roll) -> HandlerResult:
    consent = _asked(table, action.id, action.seat)
    if isinstance(consent, Refused):
        return consent
    events: list[AnyEvent] = [acts.ConsentGiven(action.id)]
    if consent.matter is Matter.OTHER_EQUIPMENT:
        events.append(acts.EquipmentChanged(Equipment(consent.what), "agreement"))
    return events


def _refuse(table: Table, action: acts.RefuseConsent, by: By, at: int, roll: Roll) -> HandlerResult:
    consent = _asked(table, action.id, action.seat)
    if isinstance(consent, Refused):
        return consent
    if consent.matter in NOT_TO_BE_REFUSED_UNREASONABLY and not action.reason.strip():
        return refuse("reason_missing", RULES[consent.matter])
    return [acts.ConsentRefused(action.id, action.reason[:MAX_TEXT])]


def _withdraw(table: Table, action: acts.WithdrawConsent, by: By, at: int, roll: Roll) -> HandlerResult:
    if not 1 <= action.id <= len(table.consents) or table.consents[action.id - 1].answer is not Reply.GIVEN:
        return refuse("nothing_asked", "T1.7.ii")
    consent = table.consents[action.id - 1]
    if by.role is Role.DIRECTOR:
        return [acts.ConsentEnded(action.id, "by_director", action.reason[:MAX_TEXT])]
    givers = consent.matter in BY_GIVER and consent.seat is not None
    if not givers or (consent.matter is Matter.ROLLING_LEFT and consent.seat == action.seat):
        return refuse("director_withdraws", RULES[consent.matter])
    return [acts.ConsentEnded(action.id, "withdrawn", action.reason[:MAX_TEXT])]


def _announce(table: Table, action: acts.AnnounceAllowed, by: By, at: int, roll: Roll) -> HandlerResult:
    if action.matter in BY_GIVER | {Matter.OTHER_EQUIPMENT}:
        return refuse("players_agree_on_it", RULES[action.matter])
    return [acts.AllowanceAnnounced(len(table.consents) + 1, action.matter, action.what[:MAX_TEXT])]


HANDLERS: dict[type, Handler] = {
    acts.AskConsent: Handler(_ask, PLAYERS, "T1.7.ii", conduct=True),
    acts.GiveConsent: Handler(_give, PLAYERS, "T1.7.ii", conduct=True),
    acts.RefuseConsent: Handler(_refuse, PLAYERS, "T1.7.ii", conduct=True),
    acts.WithdrawConsent: Handler(_withdraw, PLAYERS_AND_DIRECTORS, "T1.7.ii", freely=True, conduct=True),
    acts.AnnounceAllowed: Handler(_announce, DIRECTORS, "T1.7.iv", freely=True, conduct=True),
}


def _answered(table: Table, id: int, answer: Reply, why: str = "") -> Table:
    consents = tuple(replace(c, answer=answer, why=why) if c.id == id else c for c in table.consents)
    return replace(table, consents=consents)


def _add(table: Table, consent: Consent) -> Table:
    return replace(table, consents=(*table.consents, consent))


def _evolve_asked(table: Table, event: acts.ConsentAsked, at: int) -> Table:
    return _add(table, Consent(event.id, event.matter, event.seat, event.what))


def _evolve_announced(table: Table, event: acts.AllowanceAnnounced, at: int) -> Table:
    return _add(table, Consent(event.id, event.matter, None, event.what, Reply.GIVEN))


EVOLVERS: dict[type, Evolver] = {
    acts.ConsentAsked: _evolve_asked,
    acts.ConsentGiven: lambda table, event, at: _answered(table, event.id, Reply.GIVEN),
    acts.ConsentRefused: lambda table, event, at: _answered(table, event.id, Reply.REFUSED, event.reason),
    acts.ConsentEnded: lambda table, event, at: _answered(table, event.id, Reply.ENDED, event.why),
    acts.AllowanceAnnounced: _evolve_announced,
}


def after_game(table: Table) -> Table:
    """Permission to roll on the left ends with the game (T4.1.iv.a)."""
    for consent in table.consents:
        if consent.matter is Matter.ROLLING_LEFT and consent.answer is Reply.GIVEN:
            table = _answered(table, consent.id, Reply.ENDED, "game_over")
    return table
