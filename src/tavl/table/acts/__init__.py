"""The vocabulary of a table beyond the game itself: who acts, what they may ask for, what has happened.

docs/table.md lists all of it.
"""

from __future__ import annotations

from tavl.rules.acts import MatchAction, MatchEvent, Roll
from tavl.table.acts.breaks_and_lateness import *  # noqa: F403
from tavl.table.acts.breaks_and_lateness import ConductAction, ConductEvent
from tavl.table.acts.clock import *  # noqa: F403
from tavl.table.acts.clock import ClockAction, ClockEvent
from tavl.table.acts.consents import *  # noqa: F403
from tavl.table.acts.consents import ConsentAction, ConsentEvent
from tavl.table.acts.corrections import *  # noqa: F403
from tavl.table.acts.disputes import *  # noqa: F403
from tavl.table.acts.disputes import RollForDispute, RulingAction, RulingEvent
from tavl.table.acts.people import By as By
from tavl.table.acts.people import Person as Person
from tavl.table.acts.people import Role as Role
from tavl.table.acts.people import TableAction as TableAction
from tavl.table.acts.play import *  # noqa: F403
from tavl.table.acts.play import HandlingAction, HandlingEvent
from tavl.table.acts.preparation import *  # noqa: F403
from tavl.table.acts.preparation import PreparingAction, PreparingEvent, RollForWish
from tavl.table.acts.requests import *  # noqa: F403
from tavl.table.acts.requests import RequestAction, RequestEvent
from tavl.table.acts.score_cards import *  # noqa: F403
from tavl.table.acts.score_cards import CardAction, CardEvent
from tavl.table.acts.seating import *  # noqa: F403
from tavl.table.acts.seating import Abort, Leave, SeatingAction, SeatingEvent
from tavl.table.acts.spectators import *  # noqa: F403
from tavl.table.acts.spectators import SpectatorAction, SpectatorEvent

OwnAction = (
    SeatingAction
    | ClockAction
    | HandlingAction
    | RulingAction
    | ConductAction
    | ConsentAction
    | RequestAction
    | SpectatorAction
    | PreparingAction
    | CardAction
)
AnyAction = MatchAction | OwnAction
PeoplesAction = (
    Leave
    | Abort
    | ClockAction
    | HandlingAction
    | RulingAction
    | ConductAction
    | ConsentAction
    | RequestAction
    | SpectatorAction
    | PreparingAction
    | CardAction
)
"""What people send beside the game's own actions; sitting down and suspending are for the host of the table."""
OwnEvent = (
    SeatingEvent
    | ClockEvent
    | HandlingEvent
    | RulingEvent
    | ConductEvent
    | ConsentEvent
    | RequestEvent
    | SpectatorEvent
    | PreparingEvent
    | CardEvent
)
AnyEvent = MatchEvent | OwnEvent

NEED_DICE = (Roll, RollForWish, RollForDispute)
"""Actions that need a roll from the host of the dice."""
