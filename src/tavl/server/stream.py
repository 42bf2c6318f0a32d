"""A table as its stream tells it: the table itself and its dice. Pure; what the server adds to `table/`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts as game_acts
from tavl.rules.acts import Event, MatchAction
from tavl.rules.game import Phase
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.server import bots
from tavl.server import dice as fair
from tavl.server.dice import AnyDiceAction, DiceEvent, FairDice
from tavl.table import acts
from tavl.table import table as tables
from tavl.table.acts import AnyAction, AnyEvent, By, Role
from tavl.table.table import Due, Table


class Offered(Event, frozen=True):
    """Whom the opener wants to play: a bot, a friend, anyone."""

    opponent: str


StreamEvent = AnyEvent | DiceEvent | Offered
# What people can send. Sitting down is a request of its own; suspending is the server's alone.
ClientAction = MatchAction | acts.Leave | acts.ClaimFlag | acts.Abort | AnyDiceAction
StreamAction = AnyAction | AnyDiceAction

# After these, what somebody was answering stands as it stood.
_CHANGES_NOTHING = (acts.Suspended, acts.Resumed, acts.Seated, acts.ClockResumed, Offered, *get_args(DiceEvent))


class State(Struct, frozen=True, kw_only=True):
    """The fold of a stream up to a version."""

    table: Table
    dice: FairDice = FairDice()
    opponent: str = "friend"
    version: int = 0

    def bot_to_act(self) -> Seat | None:
        """The seat of a bot that is being waited for."""
        game = self.table.match.game
        if game is None or game.phase in (Phase.OPENING, Phase.OVER):
            return None  # games are set up, and begin, by themselves
        return next((seat for seat in self.table.to_act if bots.is_bot_seat(self.table.seats[seat])), None)


def evolve(state: State | None, event: StreamEvent, at: int, version: int) -> State | None:
    if isinstance(event, acts.Opened):
        return State(table=Table.open(event.terms, at), version=version)
    if state is None:
        return None
    if isinstance(event, Offered):
        return replace(state, opponent=event.opponent, version=version)
    if isinstance(event, DiceEvent):
        table = replace(state.table, last_at=max(at, state.table.last_at))
    else:
        table = tables.evolve(state.table, event, at)
    return replace(state, table=table, dice=fair.evolve(state.dice, event), version=version)


def fold(state: State | None, events: Iterable[tuple[StreamEvent, int, int]]) -> State | None:
    """`events` with instant and version."""
    for event, at, version in events:
        state = evolve(state, event, at, version)
    return state


def still_stands(events: Iterable[StreamEvent]) -> bool:
    """Whether what somebody answered before these is what would be asked now."""
    return all(isinstance(event, _CHANGES_NOTHING) for event in events)


def decide(state: State, action: StreamAction, by: By, at: int, kept: Mapping[str, str]) -> list[StreamEvent] | Refused:
    """`kept` is what the server has promised and not yet told, by its promise."""
    table, dice = state.table, state.dice
    if isinstance(action, AnyDiceAction):
        if by.role is not Role.PLAYER or by.seat != action.seat:
            return refuse("not_your_seat", "T4.2.ii", seat=int(action.seat))
        if table.over:
            return refuse("match_over", "T4.5")
        said = fair.decide(dice, action)
        return said if isinstance(said, Refused) else list(said)
    roll = None
    if isinstance(action, game_acts.Roll | game_acts.StartGame) and table.full and not table.over:
        if not dice.ready:
            return refuse("dice_not_ready", "T4.1.i")
        roll = dice.next_roll(kept[dice.promise or ""])
    answer = tables.decide(table, action, by, at, roll)
    return answer if isinstance(answer, Refused) else list(answer)


def follow_up(
    before: State, after: State, kept: Mapping[str, str], draw: Callable[[], str]
) -> tuple[list[StreamEvent], dict[str, str]]:
    """What the server does about the dice because of what has just happened, in the same breath; and what it must keep.

    It draws a new word for a player who had left that to it, tells the words it drew once both are promised, and tells
    its secret when the match is over.
    """
    events: list[StreamEvent] = []
    drawn: dict[str, str] = {}
    dice = after.dice
    for seat in SEATS:
        had = before.dice.words[seat]
        if dice.words[seat] is None and had is not None and had.drawn_by_server and after.table.seats[seat]:
            events.append(promise_for(seat, draw, drawn))
            dice = fair.evolve(dice, events[-1])
    known = {**kept, **drawn}
    if dice.promised and not after.table.over:
        for seat in SEATS:
            word = dice.words[seat]
            if word and word.drawn_by_server and word.word is None:
                events.append(fair.WordTold(seat, known[word.promise]))
    if after.table.over and dice.promise and dice.secret is None:
        events.append(fair.SecretTold(known[dice.promise]))
    return events, drawn


def promise_for(seat: Seat, draw: Callable[[], str], drawn: dict[str, str]) -> fair.WordPromised:
    """The server draws a seat's word, and notes in `drawn` what it must keep."""
    word = draw()
    promise = fair.promise(word)
    drawn[promise] = word
    return fair.WordPromised(seat, promise, drawn_by_server=True)


def due(state: State) -> Due | None:
    """What will happen next by itself. No game begins before the dice are promised."""
    coming = tables.due(state.table)
    if coming and isinstance(coming.action, game_acts.StartGame | game_acts.Roll) and not state.dice.ready:
        return None
    return coming


def open_types(state: State, by: By, table_types: Iterable[str]) -> tuple[str, ...]:
    """The types of everything that this person may do now, those about the dice included."""
    found = set(table_types)
    if by.role is Role.PLAYER and by.seat is not None and not state.table.over:
        if not state.dice.ready:
            found -= {"start_game", "roll"}
        found |= set(fair.actions(state.dice, by.seat))
    return tuple(sorted(found))
