"""Lateness and its penalties (T2.2.iii, T2.2.iv), and outages of the desk, which make nobody late."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class ReportAbsence(TournamentAction, frozen=True):
    match: Code
    entry: Code


class Arrive(TournamentAction, frozen=True):
    match: Code
    entry: Code


class ApplyLatePenalty(TournamentAction, frozen=True):
    match: Code
    entry: Code


class WaiveLatePenalty(TournamentAction, frozen=True):
    match: Code
    entry: Code
    reason: Words


class StateOutage(TournamentAction, frozen=True):
    """The desk was away or far behind: nobody was late during that time."""

    since: int
    until: int
    reason: Words = ""


class AbsenceReported(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    since: int


class Arrived(TournamentEvent, frozen=True):
    match: Code
    entry: Code


class LatePenaltyGiven(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    late_ms: int
    points: int


class LatePenaltyWaived(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    reason: Words


class OutageStated(TournamentEvent, frozen=True):
    since: int
    until: int
    reason: Words = ""


LatenessAction = ReportAbsence | Arrive | ApplyLatePenalty | WaiveLatePenalty | StateOutage
LatenessEvent = AbsenceReported | Arrived | LatePenaltyGiven | LatePenaltyWaived | OutageStated
