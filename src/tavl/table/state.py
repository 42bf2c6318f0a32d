"""A table: the match and everything around it, each part in its own module."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules import match as matches
from tavl.rules.acts import LengthSet
from tavl.rules.game import Phase
from tavl.rules.match import Match
from tavl.rules.profile import Profile, Use
from tavl.rules.seat import SEATS, Seat
from tavl.table.acts import AnyAction, Useful, Way
from tavl.table.clock.delay_clock import Clock, clock_for
from tavl.table.state_parts import (
    Cards,
    Conduct,
    Consent,
    Corrections,
    Device,
    Disputes,
    Handling,
    InUse,
    Requests,
    SetUp,
    Stand,
)
from tavl.table.terms import Sitting, TableTerms


def opening_uses(profile: Profile, clock: bool) -> tuple[InUse, ...]:
    """What a match begins with: required by its invitation, or agreed on in its terms."""
    uses: list[InUse] = []
    if profile.baffle_box is Use.REQUIREMENT:
        uses.append(InUse(Useful.BAFFLE_BOX, Way.REQUIREMENT))
    if clock:
        required = profile.clock_use is Use.REQUIREMENT
        uses.append(InUse(Useful.CLOCK, Way.REQUIREMENT if required else Way.OPTION))
    return tuple(uses)


class Table(Struct, frozen=True, kw_only=True):
    terms: TableTerms
    match: Match
    seats: tuple[str | None, str | None] = (None, None)
    partners: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # who else acts for each seat: pairs, teams
    clock: Clock | None = None
    last_at: int = 0  # of the last event; instants never decrease
    suspended: bool = False
    away_since: int = 0  # when the server went down, while suspended
    aborted: bool = False
    stand: Stand = Stand()
    handling: Handling = Handling()
    corrections: Corrections = Corrections()
    disputes: Disputes = Disputes()
    conduct: Conduct = Conduct()
    consents: tuple[Consent, ...] = ()
    requests: Requests = Requests()
    setup: SetUp = SetUp()
    cards: Cards = Cards()
    devices: tuple[Device, ...] = ()

    @classmethod
    def open(cls, terms: TableTerms, at: int = 0) -> Table:
        match = Match(terms=terms.match)
        profile = terms.match.profile
        setting = terms.clock or (profile.clock if profile.clock_use is Use.REQUIREMENT else None)
        clock = clock_for(match, setting, terms.delays_ms) if setting else None
        uses = opening_uses(profile, clock is not None)
        conduct = Conduct(starts_at=terms.starts_at)
        return cls(terms=terms, match=match, clock=clock, last_at=at, setup=SetUp(uses=uses), conduct=conduct)

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def begun(self) -> bool:
        return self.match.game is not None

    @property
    def awaits_acceptance(self) -> bool:
        """The last play ended the game on a board that does not enforce, and can still be flagged."""
        challenge = self.terms.sitting is Sitting.CHALLENGE
        return challenge and self.handling.open_play and self.match.decided is None

    @property
    def over(self) -> bool:
        return self.aborted or (self.match.result is not None and not self.awaits_acceptance)

    @property
    def frozen(self) -> bool:
        """A claim or a dispute stops everything (T5.1), and so does an appeal that a committee hears (T5.2)."""
        asked = self.handling.claim is not None or self.disputes.open is not None
        return asked or self.disputes.appeal is not None

    @property
    def game_running(self) -> bool:
        return self.match.game is not None and self.match.game.phase is not Phase.OVER

    @property
    def coming_match(self) -> Match:
        """The match as its next game will find it: at the length that waited for the last one to end, unless that is
        not possible any more (T4.8)."""
        length = self.corrections.length_due
        if length is None or self.match.result is not None or max(self.match.score) >= length:
            return self.match
        return matches.evolve(self.match, LengthSet(length))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who has to act."""
        if self.over or not self.full or self.suspended:
            return ()
        if self.handling.claim is not None:
            return (self.handling.claim.asked,)
        if self.disputes.open is not None or self.disputes.appeal is not None:
            return ()
        if self.match.result is not None:
            game = self.match.game
            return (game.last.seat.other,) if game and game.last else ()
        if self.match.between_games or self.match.game is None:
            return SEATS
        return self.match.game.to_act

    def seat_of(self, person: str) -> Seat | None:
        for seat in SEATS:
            if person == self.seats[seat] or person in self.partners[seat]:
                return seat
        return None

    def people_of(self, seat: Seat) -> tuple[str, ...]:
        """Everybody who acts for a seat."""
        first = self.seats[seat]
        return self.partners[seat] if first is None else (first, *self.partners[seat])


class Due(Struct, frozen=True):
    """Something that will happen automatically at an instant: the action that any process may then carry out."""

    at: int
    action: AnyAction
