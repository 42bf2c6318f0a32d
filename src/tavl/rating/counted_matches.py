"""Which matches count for a rating list, and why others do not."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rating import DANISH, Formula, Standing
from tavl.rules.text_kinds import Code, Person


class Ending(StrEnum):
    """How a match came to its end."""

    PLAYED = "played"
    WALKOVER = "walkover"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"  # given up, or lost by lateness or the clock


class Match(Struct, frozen=True, kw_only=True):
    """A result as a rating list needs it. A side is one person, or several who play as one."""

    id: Code
    ended: int  # instant
    winners: tuple[Person, ...]  # nobody: the match was not won
    losers: tuple[Person, ...]
    length: int
    ending: Ending = Ending.PLAYED
    begun: bool = True  # a game was begun
    void: bool = False
    sanctioned: bool = True
    rated: bool = True  # as it was announced


class NotRatedReason(StrEnum):
    """Why a match does not count."""

    VOID = "void"
    NO_WINNER = "no_winner"
    WALKOVER = "walkover"  # nothing was played
    TEAM = "team"  # a pair or a team played as one
    UNRATED = "unrated"  # announced so
    UNSANCTIONED = "unsanctioned"
    BEFORE_LIST = "before_list"
    SAME_PERSON = "same_person"  # both sides, since two entries were merged
    GUEST = "guest"  # not a member on that day


class Period(Struct, frozen=True):
    """A period of membership: from one instant up to, but not including, another, if there is one."""

    since: int
    until: int | None = None


class Member(Struct, frozen=True, kw_only=True):
    person: Person
    periods: tuple[Period, ...] = (Period(0),)

    def was_member(self, at: int) -> bool:
        return any(period.since <= at and (period.until is None or at < period.until) for period in self.periods)


class Rules(Struct, frozen=True, kw_only=True):
    """What a list counts and how."""

    formula: Formula = DANISH
    members_only: bool = True
    sanctioned_only: bool = True  # a federation's list; a club need not
    begins: int = 0  # what ended before is in the starting ratings already


class ListError(ValueError):
    """`code` names the fault, `found` the person or match."""

    def __init__(self, code: str, found: str) -> None:
        self.code = code
        self.found = found
        super().__init__(f"{code}: {found}")


class Members(Struct, frozen=True, kw_only=True):
    """The members of a list."""

    members: tuple[Member, ...] = ()
    starting: dict[str, Standing] = {}  # of those who do not begin where everybody does
    merged: dict[str, str] = {}  # an entry that was merged into another one, and which

    def person(self, entry: str) -> str:
        """The id that this entry was merged into, over several mergers if need be."""
        seen = {entry}
        while entry in self.merged:
            entry = self.merged[entry]
            if entry in seen:
                raise ListError("merged_in_a_circle", entry)
            seen.add(entry)
        return entry


class Judge:
    """Who was a member when, looked up once for a whole list."""

    def __init__(self, people: Members, rules: Rules) -> None:
        self.people = people
        self.rules = rules
        self.periods: dict[str, list[Member]] = {}
        for member in people.members:
            self.periods.setdefault(people.person(member.person), []).append(member)

    def why_not(self, match: Match) -> tuple[NotRatedReason, tuple[str, ...]] | None:
        reason = _by_itself(match) or _by_rules(match, self.rules)
        if reason is not None:
            return reason, ()
        players = self.people.person(match.winners[0]), self.people.person(match.losers[0])
        if players[0] == players[1]:
            return NotRatedReason.SAME_PERSON, players[:1]
        if self.rules.members_only:
            guests = tuple(player for player in players if not self._was_member(player, match.ended))
            if guests:
                return NotRatedReason.GUEST, guests
        return None

    def _was_member(self, person: str, at: int) -> bool:
        return any(member.was_member(at) for member in self.periods.get(person, ()))


def _by_itself(match: Match) -> NotRatedReason | None:
    if match.void:
        return NotRatedReason.VOID
    if match.ending is Ending.WALKOVER or not match.begun:
        return NotRatedReason.WALKOVER
    if not match.winners or not match.losers:
        return NotRatedReason.NO_WINNER
    if len(match.winners) > 1 or len(match.losers) > 1:
        return NotRatedReason.TEAM
    return None


def _by_rules(match: Match, rules: Rules) -> NotRatedReason | None:
    if not match.rated:
        return NotRatedReason.UNRATED
    if rules.sanctioned_only and not match.sanctioned:
        return NotRatedReason.UNSANCTIONED
    if match.ended < rules.begins:
        return NotRatedReason.BEFORE_LIST
    return None
