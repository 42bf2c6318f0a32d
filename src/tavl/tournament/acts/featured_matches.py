"""Featured matches (T3.8), and who consents to being streamed (T1.7.ii)."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class FeatureMatch(TournamentAction, frozen=True):
    """To be played at a featured board (T3.8). There is no appeal."""

    match: Code
    on: bool = True


class ConsentToStream(TournamentAction, frozen=True):
    """By a player, each time (T1.7.ii). A consent withdrawn ends the public feed."""

    match: Code
    on: bool = True


class MatchFeatured(TournamentEvent, frozen=True):
    match: Code
    on: bool = True


class StreamConsented(TournamentEvent, frozen=True):
    match: Code
    person: Person
    on: bool = True


FeatureAction = FeatureMatch | ConsentToStream
FeatureEvent = MatchFeatured | StreamConsented
