"""Equipment and place: demands (T3.1 to T3.3), changes (T3.7), featured matches (T3.8), mixing the dice (T4.1.iii),
room and table (T2.1)."""

from __future__ import annotations

from tavl.rules.refusal import refuse
from tavl.rules.seat import Seat
from tavl.rules.text_kinds import MAX_TEXT
from tavl.table import acts
from tavl.table.acts import By, Equipment, Role
from tavl.table.disputes.disputes import next_ruling, with_ruling
from tavl.table.preparation.wishes import at_hand, with_setup
from tavl.table.registry import (
    DIRECTORS,
    PLAYERS,
    PLAYERS_AND_DIRECTORS,
    Evolver,
    Handler,
    HandlerResult,
    Roll,
    gives_reason,
)
from tavl.table.state import Table
from tavl.table.state_parts import RulingLine
from tavl.table.terms import Sitting

MIN_BOARD, MAX_BOARD = (44, 55), (66, 88)  # of a board that may be demanded, in cm, open (T3.1)
DEMANDED = {Equipment.BOARD: "T3.1", Equipment.LIPPED_CUPS: "T3.2", Equipment.PRECISION_DICE: "T3.3"}


def is_demandable_size(size: tuple[int, int]) -> bool:
    short, long = sorted(size)
    return MIN_BOARD[0] <= short <= MAX_BOARD[0] and MIN_BOARD[1] <= long <= MAX_BOARD[1]


def _demand(table: Table, action: acts.DemandEquipment, by: By, at: int, roll: Roll) -> HandlerResult:
    kind = action.kind
    if kind not in DEMANDED:
        return refuse("not_by_demand", "T3.7.i")
    if table.over:
        return refuse("match_over", "T4.5")
    if not at_hand(table, kind):
        return refuse("not_at_hand", DEMANDED[kind])
    if kind is Equipment.BOARD:
        if not is_demandable_size(action.size or (0, 0)):
            return refuse("board_size", "T3.1")
        if table.game_running:
            return refuse("game_running", "T3.1")
    return [acts.EquipmentChanged(kind, "demand", action.size, action.seat)]


def _change(table: Table, action: acts.ChangeEquipment, by: By, at: int, roll: Roll) -> HandlerResult:
    if by.role is Role.DIRECTOR:
        return [acts.EquipmentChanged(action.kind, "director")]
    if not action.defect:
        return refuse("not_defective", "T3.7.i")
    return [acts.EquipmentChanged(action.kind, "defect", None, action.seat)]


def _bring(table: Table, action: acts.BringEquipment, by: By, at: int, roll: Roll) -> HandlerResult:
    return refuse("at_hand_already", "T3.1") if at_hand(table, action.kind) else [acts.EquipmentBrought(action.kind)]


def _mix(table: Table, action: acts.MixDice, by: By, at: int, roll: Roll) -> HandlerResult:
    if table.terms.sitting is not Sitting.RECORDED:
        return refuse("dice_fall_by_themselves", "T4.1.i")
    if table.game_running or table.over:
        return refuse("game_running" if table.game_running else "match_over", "T4.1.iii")
    if table.setup.mixed_by is not None:
        return refuse("dice_being_mixed", "T4.1.iii")
    return [acts.MixingAsked(action.seat)]


def picks_next(table: Table) -> Seat | None:
    """The other picks first, then in turn (T4.1.iii)."""
    asked = table.setup.mixed_by
    if asked is None:
        return None
    return asked.other if len(table.setup.picks) % 2 == 0 else asked


def _pick(table: Table, action: acts.PickDie, by: By, at: int, roll: Roll) -> HandlerResult:
    turn = picks_next(table)
    if turn is None:
        return refuse("nothing_to_choose", "T4.1.iii")
    if action.seat != turn:
        return refuse("other_picks_first", "T4.1.iii")
    if not 1 <= action.die <= 4 or any(pick.die == action.die for pick in table.setup.picks):
        return refuse("die_taken", "T4.1.iii", die=action.die)
    return [acts.DiePicked(action.seat, action.die)]


def _feature(table: Table, action: acts.OrderFeatured, by: By, at: int, roll: Roll) -> HandlerResult:
    fault = gives_reason(action.reason)
    if fault:
        return fault
    ordered = acts.FeaturedOrdered(
        next_ruling(table),
        action.reason,
        action.board,
        action.streamed,
        action.transcribed,
        action.filmed,
        by.person,
    )
    return [ordered]


def _place(table: Table, action: acts.SetPlace, by: By, at: int, roll: Roll) -> HandlerResult:
    if len(action.room) > MAX_TEXT or len(action.table) > MAX_TEXT:
        return refuse("text_too_long", "T5.1", most=MAX_TEXT)
    return [acts.PlaceSet(action.room, action.table)]


def _smoke_free(table: Table, action: acts.WishSmokeFree, by: By, at: int, roll: Roll) -> HandlerResult:
    return [] if action.seat in table.setup.smoke_free else [acts.SmokeFreeWished(action.seat)]


HANDLERS: dict[type, Handler] = {
    acts.DemandEquipment: Handler(_demand, PLAYERS, "T3.1", conduct=True),
    acts.ChangeEquipment: Handler(_change, PLAYERS_AND_DIRECTORS, "T3.7.i", conduct=True),
    acts.BringEquipment: Handler(_bring, DIRECTORS, "T3.1", conduct=True),
    acts.MixDice: Handler(_mix, PLAYERS, "T4.1.iii", conduct=True),
    acts.PickDie: Handler(_pick, PLAYERS, "T4.1.iii", conduct=True),
    acts.OrderFeatured: Handler(_feature, DIRECTORS, "T3.8", conduct=True),
    acts.SetPlace: Handler(_place, DIRECTORS, "T2.1", conduct=True),
    acts.WishSmokeFree: Handler(_smoke_free, PLAYERS, "T2.1", conduct=True),
}


def _evolve_picked(table: Table, event: acts.DiePicked, at: int) -> Table:
    picks = (*table.setup.picks, event)
    return with_setup(table, picks=picks, mixed_by=None if len(picks) == 4 else table.setup.mixed_by)


def _evolve_featured(table: Table, event: acts.FeaturedOrdered, at: int) -> Table:
    table = with_setup(table, featured=(*table.setup.featured, event))
    return with_ruling(table, RulingLine(event.ruling, "T3.8", event.reason, event.person, final=True))


EVOLVERS: dict[type, Evolver] = {
    acts.EquipmentChanged: lambda table, event, at: with_setup(table, changed=(*table.setup.changed, event)),
    acts.EquipmentBrought: lambda table, event, at: with_setup(table, brought=table.setup.brought | {event.kind}),
    acts.MixingAsked: lambda table, event, at: with_setup(table, mixed_by=event.seat, picks=()),
    acts.DiePicked: _evolve_picked,
    acts.FeaturedOrdered: _evolve_featured,
    acts.PlaceSet: lambda table, event, at: with_setup(table, room=event.room, table_name=event.table),
    acts.SmokeFreeWished: lambda table, event, at: with_setup(table, smoke_free=table.setup.smoke_free | {event.seat}),
}
