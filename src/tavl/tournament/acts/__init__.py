"""The vocabulary of a tournament: who acts, what they may ask for, what has happened."""

from __future__ import annotations

from tavl.tournament.acts.appointments import *  # noqa: F403
from tavl.tournament.acts.appointments import AppointmentAction, AppointmentEvent
from tavl.tournament.acts.breaches import *  # noqa: F403
from tavl.tournament.acts.breaches import BreachAction, BreachEvent
from tavl.tournament.acts.cases import *  # noqa: F403
from tavl.tournament.acts.cases import CaseAction, CaseEvent
from tavl.tournament.acts.clocks import *  # noqa: F403
from tavl.tournament.acts.clocks import ClockAction, ClockEvent
from tavl.tournament.acts.draws import *  # noqa: F403
from tavl.tournament.acts.draws import DrawAction, DrawEvent
from tavl.tournament.acts.entries import *  # noqa: F403
from tavl.tournament.acts.entries import EntryAction, EntryEvent
from tavl.tournament.acts.equipment import *  # noqa: F403
from tavl.tournament.acts.equipment import EquipmentAction, EquipmentEvent
from tavl.tournament.acts.featured_matches import *  # noqa: F403
from tavl.tournament.acts.featured_matches import FeatureAction, FeatureEvent
from tavl.tournament.acts.invitation import *  # noqa: F403
from tavl.tournament.acts.invitation import InvitationAction, InvitationEvent
from tavl.tournament.acts.lateness import *  # noqa: F403
from tavl.tournament.acts.lateness import LatenessAction, LatenessEvent
from tavl.tournament.acts.money import *  # noqa: F403
from tavl.tournament.acts.money import AccountAction, AccountEvent
from tavl.tournament.acts.observers import *  # noqa: F403
from tavl.tournament.acts.observers import ObserverAction, ObserverEvent
from tavl.tournament.acts.people import By as By
from tavl.tournament.acts.people import Office as Office
from tavl.tournament.acts.people import Role as Role
from tavl.tournament.acts.people import Stamp as Stamp
from tavl.tournament.acts.phones import *  # noqa: F403
from tavl.tournament.acts.phones import PhoneAction, PhoneEvent
from tavl.tournament.acts.requests import *  # noqa: F403
from tavl.tournament.acts.requests import RequestAction, RequestEvent
from tavl.tournament.acts.results import *  # noqa: F403
from tavl.tournament.acts.results import ResultAction, ResultEvent
from tavl.tournament.acts.slow_play import *  # noqa: F403
from tavl.tournament.acts.slow_play import PaceAction, PaceEvent
from tavl.tournament.acts.staff import *  # noqa: F403
from tavl.tournament.acts.staff import StaffAction, StaffEvent
from tavl.tournament.acts.tables_and_calls import *  # noqa: F403
from tavl.tournament.acts.tables_and_calls import CallAction, CallEvent

AnyAction = (
    InvitationAction
    | StaffAction
    | EntryAction
    | DrawAction
    | CallAction
    | LatenessAction
    | ObserverAction
    | AppointmentAction
    | ClockAction
    | PaceAction
    | FeatureAction
    | EquipmentAction
    | RequestAction
    | PhoneAction
    | ResultAction
    | BreachAction
    | CaseAction
    | AccountAction
)
AnyEvent = (
    InvitationEvent
    | StaffEvent
    | EntryEvent
    | DrawEvent
    | CallEvent
    | LatenessEvent
    | ObserverEvent
    | AppointmentEvent
    | ClockEvent
    | PaceEvent
    | FeatureEvent
    | EquipmentEvent
    | RequestEvent
    | PhoneEvent
    | ResultEvent
    | BreachEvent
    | CaseEvent
    | AccountEvent
)
