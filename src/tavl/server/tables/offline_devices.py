"""Physical boards: for whom somebody may record what happens, and what devices send after being offline."""

from __future__ import annotations

from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import Seat
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.roles import BatchTaken, FromDevice, SendBatch
from tavl.server.tables.dice.verifiable_dice import AnyDiceAction
from tavl.server.tables.executor import CommitResult, Decided, Executor
from tavl.server.tables.hosting import PlayersHouseAction
from tavl.server.tables.stream.stream_state import ClientAction, State
from tavl.server.validation.ids import misnamed
from tavl.table import acts, device_batches
from tavl.table.acts import By, Role
from tavl.table.devices import MAX_DEVICES, device
from tavl.table.terms import Sitting

# At a physical board either player may record what both can see. What a player says or agrees to, only they record.
SEEN_ON_THE_BOARD = (
    game_acts.StartGame,
    game_acts.Roll,
    game_acts.MakePlay,
    game_acts.Double,
    game_acts.Take,
    game_acts.Drop,
    game_acts.Beaver,
    acts.Arrange,
    acts.EndTurn,
    acts.RecordOpening,
    acts.RecordRoll,
    acts.RecordInvalidRoll,
    acts.RecordDouble,
    acts.PressClock,
    acts.StopClock,
    acts.ResumeClock,
    acts.RestartDelay,
)


def acts_as(state: State, person: str | None, action: ClientAction, seat: Seat | None = None) -> By:
    """Who acts. At a physical board that is not always the sender; `seat` says who if the action does not."""
    by = state.by(person)
    named = getattr(action, "seat", None)
    other = seat if named is None else named
    physical = state.table.terms.sitting is Sitting.RECORDED
    if not physical or by.role is not Role.PLAYER or other is None or other == by.seat:
        return by
    keeps_both = state.house.terms.shared and person == state.house.opened_by
    if not keeps_both and not isinstance(action, SEEN_ON_THE_BOARD):
        return by
    return By(Role.PLAYER, state.table.seats[other] or "", other)


def name_at_table(by: By, device: str) -> str:
    """The device's name with its sender's seat, so that two phones may have the same name."""
    return f"{'d' if by.seat is None else int(by.seat)}.{device}"


async def take_batch(
    executor: Executor, table: str, person: str, sent: SendBatch, language: str, received: int
) -> BatchTaken:
    """Write all new actions in order, all or nothing; a batch sent twice is written once."""
    refused: dict[int, Refused] = {}
    reached = 0

    def decide(state: State) -> Decided | CommitResult:
        nonlocal refused, reached
        name = _let_in(state, state.by(person), sent.device)
        batch = device_batches.Batch(name, sent.sent, tuple(_dated(state, person, name, each) for each in sent.actions))
        taken = device_batches.take(state.table, batch, received)
        if isinstance(taken, Refused):
            raise RefusedError(taken)
        refused, reached = taken.refused, device(taken.table, name).sequence
        return Decided(taken.events) if taken.events else CommitResult(state.version, repeated=True)

    numbers = [each.sequence for each in sent.actions] or [0]
    done = await executor.write(table, decide, f"d:{person}:{sent.device}:{numbers[0]}-{numbers[-1]}", person)
    errors = {number: RefusedError(why).body(language) for number, why in refused.items()}
    return BatchTaken(version=done.version, sequence=reached, refused=errors)


def _let_in(state: State, by: By, called: str) -> str:
    """A device's name at the table; refused if it may not send there."""
    if by.role is Role.SPECTATOR:
        raise RefusedError(refuse("not_your_role", "T4.7", role=by.role))
    name = name_at_table(by, called)
    known = {each.id for each in state.table.devices}
    if name not in known and len(known) >= MAX_DEVICES:
        raise RefusedError(refuse("too_many_devices", "T4.7", most=MAX_DEVICES))
    return name


def _dated(state: State, person: str, name: str, each: FromDevice) -> device_batches.Sent:
    action = each.action
    if isinstance(action, AnyDiceAction | PlayersHouseAction):
        raise ApiError("bad_value", field="action", problem="a batch is what happened at a physical board")
    if isinstance(action, acts.ReportReading):
        action = replace(action, device=name)
    fault = misnamed(action)
    if fault:
        raise RefusedError(fault)
    return device_batches.Sent(each.sequence, each.elapsed, acts_as(state, person, action, each.seat), action)
