"""Phones and devices at the board of a match (T1.7.iv)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class AskPhone(TournamentAction, frozen=True):
    """By a player: their own phone as score card or clock, in this match."""

    match: Code


class AnswerPhone(TournamentAction, frozen=True):
    """By the opponent. A consent that was given is the director's to take back."""

    match: Code
    consents: bool = True


class WithdrawPhone(TournamentAction, frozen=True):
    match: Code
    entry: Code
    reason: Words


class ProvideDevice(TournamentAction, frozen=True):
    """By the desk: equipment, which needs nobody's consent."""

    match: Code
    on: bool = True


class PhoneAsked(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    person: Person


class PhoneAnswered(TournamentEvent, frozen=True):
    match: Code
    entry: Code  # who asked
    by: Code  # the entry of the opponent
    consents: bool


class PhoneWithdrawn(TournamentEvent, frozen=True):
    match: Code
    entry: Code
    reason: Words


class DeviceProvided(TournamentEvent, frozen=True):
    match: Code
    on: bool


PhoneAction = AskPhone | AnswerPhone | WithdrawPhone | ProvideDevice
PhoneEvent = PhoneAsked | PhoneAnswered | PhoneWithdrawn | DeviceProvided
