"""The vocabulary of a tournament: who acts, what they may ask for, what has happened."""

from __future__ import annotations

from tavl.tournament.acts.appointments import *  # noqa: F403
from tavl.tournament.acts.appointments import AppointmentAction, AppointmentEvent
from tavl.tournament.acts.boards import *  # noqa: F403
from tavl.tournament.acts.boards import BoardAction, BoardEvent
from tavl.tournament.acts.cases import *  # noqa: F403
from tavl.tournament.acts.cases import CaseAction, CaseEvent
from tavl.tournament.acts.draws import *  # noqa: F403
from tavl.tournament.acts.draws import DrawAction, DrawEvent
from tavl.tournament.acts.entries import *  # noqa: F403
from tavl.tournament.acts.entries import EntryAction, EntryEvent
from tavl.tournament.acts.equipment import *  # noqa: F403
from tavl.tournament.acts.equipment import EquipmentAction, EquipmentEvent
from tavl.tournament.acts.invitation import *  # noqa: F403
from tavl.tournament.acts.invitation import InvitationAction, InvitationEvent
from tavl.tournament.acts.money import *  # noqa: F403
from tavl.tournament.acts.money import AccountAction, AccountEvent
from tavl.tournament.acts.people import By as By
from tavl.tournament.acts.people import Office as Office
from tavl.tournament.acts.people import Role as Role
from tavl.tournament.acts.people import Stamp as Stamp
from tavl.tournament.acts.phones import *  # noqa: F403
from tavl.tournament.acts.phones import PhoneAction, PhoneEvent
from tavl.tournament.acts.results import *  # noqa: F403
from tavl.tournament.acts.results import ResultAction, ResultEvent
from tavl.tournament.acts.running import *  # noqa: F403
from tavl.tournament.acts.running import RunningAction, RunningEvent

AnyAction = (
    InvitationAction
    | EntryAction
    | DrawAction
    | RunningAction
    | AppointmentAction
    | BoardAction
    | EquipmentAction
    | PhoneAction
    | ResultAction
    | CaseAction
    | AccountAction
)
AnyEvent = (
    InvitationEvent
    | EntryEvent
    | DrawEvent
    | RunningEvent
    | AppointmentEvent
    | BoardEvent
    | EquipmentEvent
    | PhoneEvent
    | ResultEvent
    | CaseEvent
    | AccountEvent
)
