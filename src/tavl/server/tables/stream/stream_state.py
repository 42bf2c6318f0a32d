"""The state of a table's stream: the table itself, its dice and the hosting. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from tavl.recent import Recent
from tavl.rules import acts as game_acts
from tavl.rules.acts import MatchAction
from tavl.rules.refusal import Refused, refuse
from tavl.rules.seat import SEATS, Seat
from tavl.server.tables import bots, hosting_actions
from tavl.server.tables import hosting as houses
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.dice.verifiable_dice import AnyDiceAction, DiceEvent, FairDice
from tavl.server.tables.free_resignation import resigns_freely, with_free_resignation
from tavl.server.tables.hosting import AnyHouseAction, House, HouseEvent, PlayersHouseAction
from tavl.server.tables.take_backs import with_decision
from tavl.server.validation.ids import misnamed
from tavl.table import acts
from tavl.table import table as tables
from tavl.table.acts import AnyAction, AnyEvent, By, Role
from tavl.table.table import Table
from tavl.table.terms import Sitting
from tavl.table.view import redact as redacted

StreamEvent = AnyEvent | DiceEvent | HouseEvent
# What people can send. Sitting down and roles have their own requests; only the server suspends.
ClientAction = MatchAction | acts.PeoplesAction | AnyDiceAction | PlayersHouseAction
StreamAction = AnyAction | AnyDiceAction | fair.WaitNoLongerForWords | AnyHouseAction

# These events do not make an action that answers an earlier version stale.
_CHANGES_NOTHING = (
    acts.Suspended,
    acts.Resumed,
    acts.Seated,
    acts.PartnerSeated,
    acts.PartnerLeft,
    acts.ClockResumed,
    acts.TimesNoted,
    acts.InfractionRecorded,
    acts.ScoreWritten,
    acts.DeviceHeard,
    acts.DeviceActionRefused,
    acts.ReadingReported,
    acts.RulerNamed,
    acts.Wished,
    acts.PlaceSet,
    acts.SmokeFreeWished,
    *get_args(acts.ConsentEvent),
    *get_args(acts.RequestEvent),
    *get_args(acts.SpectatorEvent),
    *get_args(HouseEvent),
    *get_args(DiceEvent),
)


class Coming(Struct, frozen=True):
    """What will happen automatically at a given time."""

    at: int
    action: StreamAction


class State(Struct, frozen=True, kw_only=True):
    """The fold of a stream up to a version."""

    table: Table
    dice: FairDice = FairDice()
    house: House = House()
    version: int = 0

    @property
    def opponent(self) -> str:
        return self.house.opponent

    @property
    def dice_wanted(self) -> bool:
        """More dice may be needed: until the match is over, and in a dispute about its result."""
        return self.table.full and not self.table.aborted and (not self.table.over or bool(self.table.disputes.open))

    def by(self, person: str | None) -> By:
        return houses.by_of(self.house, self.table, person)

    def bot_to_act(self) -> Seat | None:
        """The seat of a bot that has to act or to answer something."""
        return bots.seat_asked(self.table)


# Cached by identity: states and events are immutable, and one process folds the same event up to five times (to decide
# what follows, to set timers, for the cache, for the lists). No more than the actions of a moment: with more, states
# are let go only when they have left the processor's caches, which costs more than folding.
_folded: Recent[tuple[int, int, int, int], tuple[State, StreamEvent, State]] = Recent(1_024)


def evolve(state: State | None, event: StreamEvent, at: int, version: int) -> State | None:
    if state is None:
        return _evolve(None, event, at, version)
    key = (id(state), id(event), at, version)
    known = _folded.get(key)
    if known is not None and known[0] is state and known[1] is event:
        return known[2]
    after = _evolve(state, event, at, version)
    if after is not None:
        _folded.put(key, (state, event, after))
    return after


def _evolve(state: State | None, event: StreamEvent, at: int, version: int) -> State | None:
    if isinstance(event, acts.Opened):
        return State(table=Table.open(event.terms, at), dice=fair.evolve(FairDice(), event), version=version)
    if state is None:
        return None
    if isinstance(event, DiceEvent | HouseEvent):
        table = replace(state.table, last_at=max(at, state.table.last_at))
    else:
        table = tables.evolve(state.table, event, at)
        if isinstance(event, game_acts.GameStarted) and resigns_freely(state.house, table):
            table = with_free_resignation(table)
    house = state.house
    if isinstance(event, HouseEvent | acts.Resumed):
        house = houses.evolve(house, event, at)
    if house.terms.tutor:
        house = with_decision(house, state.table.match.game, event, _person_seat(table))
    if isinstance(event, houses.BoardSet) and event.after_crawford:
        table = replace(table, match=table.match.after_crawford())
    return replace(state, table=table, dice=fair.evolve(state.dice, event), house=house, version=version)


def _person_seat(table: Table) -> Seat | None:
    """Of who plays a bot."""
    return next((seat for seat in SEATS if bots.is_bot_seat(table.seats[seat.other])), None)


def fold(state: State | None, events: Iterable[tuple[StreamEvent, int, int]]) -> State | None:
    """`events` with time and version."""
    for event, at, version in events:
        state = evolve(state, event, at, version)
    return state


def still_stands(events: Iterable[StreamEvent]) -> bool:
    """Whether an action that was sent before these events still answers the current state."""
    return all(isinstance(event, _CHANGES_NOTHING) for event in events)


def decide(state: State, action: StreamAction, by: By, at: int, kept: Mapping[str, str]) -> list[StreamEvent] | Refused:
    """`kept` are the texts that the server has promised and not yet revealed, by promise."""
    table, dice = state.table, state.dice
    if isinstance(action, AnyHouseAction):
        done = hosting_actions.decide(state.house, table, action, by, at)
        return done if isinstance(done, Refused) else list(done)
    if isinstance(action, AnyDiceAction):
        return _decide_word(state, action, by)
    if isinstance(action, fair.WaitNoLongerForWords):
        return list(fair.overdue(dice)) if _words_due(state) else []
    fault = misnamed(action) or _dice_missing(state, action)
    if fault:
        return fault
    roll = None
    if isinstance(action, acts.NEED_DICE) and dice.ready:
        roll = dice.next_roll(kept[dice.promise or ""])
    answer = tables.decide(table, action, by, at, roll)
    if isinstance(answer, Refused):
        return answer
    start = state.house.terms.start
    if start is not None and isinstance(action, game_acts.StartGame) and not table.begun:
        return _from_start(start, answer)
    return list(answer)


def _from_start(start: houses.StartPosition, answer: list[AnyEvent]) -> list[StreamEvent]:
    """The first game begins where the table was opened to play on from; there is no opening roll."""
    begun = hosting_actions.begun_at(start, Seat.FIRST)
    assert not isinstance(begun, Refused)
    others = [event for event in answer if not isinstance(event, game_acts.GameStarted | game_acts.OpeningRolled)]
    return [*others, *begun]


def _decide_word(state: State, action: AnyDiceAction, by: By) -> list[StreamEvent] | Refused:
    if by.role is not Role.PLAYER or by.seat != action.seat:
        return refuse("not_your_seat", "T4.2.ii", seat=int(action.seat))
    if state.dice.secret is not None or (state.table.full and not state.dice_wanted):
        return refuse("match_over", "T4.5")
    said = fair.decide(state.dice, action)
    return said if isinstance(said, Refused) else list(said)


def _dice_missing(state: State, action: AnyAction) -> Refused | None:
    """No game begins, and nothing is rolled, before the dice are promised and both words revealed."""
    recorded = state.table.terms.sitting is Sitting.RECORDED
    by_hand = recorded and isinstance(action, game_acts.Roll | game_acts.StartGame)
    needs = isinstance(action, (*acts.NEED_DICE, game_acts.StartGame)) and not by_hand
    return refuse("dice_not_ready", "T4.1.i") if needs and state.dice_wanted and not state.dice.ready else None


def why_not(state: State, action: ClientAction, by: By, at: int) -> Refused | None:
    """Why this may not be done now; None if it may."""
    if isinstance(action, AnyDiceAction):
        said = _decide_word(state, action, by)
        return said if isinstance(said, Refused) else None
    if isinstance(action, PlayersHouseAction):
        return hosting_actions.why_not(state.house, state.table, action, by, at)
    return tables.why_not(state.table, action, by, at) or _dice_missing(state, action)


def redact(event: StreamEvent, by: By, at: int) -> StreamEvent:
    """An event as this person may see it."""
    if isinstance(event, DiceEvent | HouseEvent):
        return event
    return redacted(event, by, at) or houses.Withheld()


def follow_up(
    before: State, after: State, kept: Mapping[str, str], draw: Callable[[], str]
) -> tuple[list[StreamEvent], dict[str, str]]:
    """The server's events about the dice that follow from what has just happened; and the secrets to store.

    It draws a new word for a player who left that to it, reveals the words it drew once both are promised, and reveals
    its secret when the match is over. It promises another secret if dice are needed after that, or if a seat is given
    up after a word was revealed: no word is promised again under the same secret.
    """
    events: list[StreamEvent] = []
    drawn: dict[str, str] = {}
    dice = after.dice
    spoilt = before.dice.any_revealed and not dice.any_revealed
    if spoilt and dice.promise and dice.secret is None:
        events.append(fair.SecretTold(kept[dice.promise]))
        dice = fair.evolve(dice, events[-1])
    if (spoilt or after.dice_wanted) and dice.secret is not None:
        secret = draw()
        drawn[fair.promise(secret)] = secret
        events.append(fair.SecretPromised(fair.promise(secret)))
        dice = fair.evolve(dice, events[-1])
    for seat in SEATS if dice.secret is None else ():
        had = before.dice.words[seat]
        left_to_us = seat in dice.left_to_server or (had is not None and had.drawn_by_server)
        if dice.words[seat] is None and left_to_us and after.table.seats[seat]:
            events.append(promise_for(seat, draw, drawn))
            dice = fair.evolve(dice, events[-1])
    known = {**kept, **drawn}
    if dice.promised and after.dice_wanted:
        for seat in SEATS:
            word = dice.words[seat]
            if word and word.drawn_by_server and word.word is None:
                events.append(fair.WordTold(seat, known[word.promise]))
    if after.table.over and not after.dice_wanted and dice.promise and dice.secret is None:
        events.append(fair.SecretTold(known[dice.promise]))
    return events, drawn


def promise_for(seat: Seat, draw: Callable[[], str], drawn: dict[str, str]) -> fair.WordPromised:
    """Draw a seat's word; the text is put into `drawn`, to be stored."""
    word = draw()
    promise = fair.promise(word)
    drawn[promise] = word
    return fair.WordPromised(seat, promise, drawn_by_server=True)


def due(state: State) -> Coming | None:
    """What will happen next automatically. No game begins before the dice are promised."""
    coming = tables.due(state.table)
    if coming and isinstance(coming.action, game_acts.StartGame | game_acts.Roll) and not state.dice.ready:
        coming = None
    found = [Coming(coming.at, coming.action)] if coming else []
    line = hosting_actions.line_due(state.house, state.table)
    if line:
        found.append(Coming(line[0], line[1]))
    if _words_due(state):
        found.append(Coming(state.table.last_at + fair.REOPENED_WAITS_FOR_WORDS_MS, fair.WaitNoLongerForWords()))
    return min(found, key=lambda each: each.at, default=None)


def _words_due(state: State) -> bool:
    """In a reopened match nobody can hold up the dice by not answering; before the first game there is no limit."""
    return state.table.begun and state.dice_wanted and not state.dice.physical and not state.dice.ready


def open_types(state: State, by: By, at: int, table_types: Iterable[str]) -> tuple[str, ...]:
    """The types of all actions that this person may take now, including dice and abandoned matches."""
    found = set(table_types)
    if by.role is Role.PLAYER and by.seat is not None:
        own = hosting_actions.offers(state.house, state.table, by.seat, at)
        found |= {str(way.__struct_config__.tag) for way in own if why_not(state, way, by, at) is None}
    waiting = not state.table.full and not state.table.over
    if by.role is Role.PLAYER and by.seat is not None and (state.dice_wanted or waiting):
        if not state.dice.ready and not state.dice.physical:
            found -= {"start_game", "roll"}
        found |= set(fair.actions(state.dice, by.seat))
    return tuple(sorted(found))
