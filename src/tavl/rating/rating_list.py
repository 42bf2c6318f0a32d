"""The rating list of a federation or a club, from the results of its tournaments.

Every match has an answer: it counts, or it does not, and why. Those that count are taken in the order in which they
ended. A list is always the same for the same matches: one that is computed again from some instant on, after a late
result or a correction, has the numbers that it would have had from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tavl.rating import DANISH, Formula, Standing, after
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


class Reason(StrEnum):
    """Why a match does not count."""

    VOID = "void"
    NO_WINNER = "no_winner"
    WALKOVER = "walkover"  # nothing was played
    TEAM = "team"  # a pair or a team played as one
    UNRATED = "unrated"  # announced so
    UNSANCTIONED = "unsanctioned"
    BEFORE_LIST = "before_list"
    SAME_PERSON = "same_person"  # both sides, since two entries were merged
    GUEST = "guest"  # no member on that day


class Period(Struct, frozen=True):
    """Of membership: from an instant on, and up to but without another, where there is one."""

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


class Line(Struct, frozen=True, kw_only=True):
    """A match and its answer. Standings, winner first, only where it counts."""

    match: Code
    ended: int
    because: Reason | None = None  # none: it counts
    who: tuple[Person, ...] = ()  # who were guests, with that reason; else both players
    before: tuple[Standing, Standing] | None = None
    after: tuple[Standing, Standing] | None = None

    @property
    def counts(self) -> bool:
        return self.because is None

    @property
    def change(self) -> int:
        """Of the winner, in hundredths."""
        if self.before is None or self.after is None:
            return 0
        return (self.after[0].rating or 0) - (self.before[0].rating or 0)


class RatingList(Struct, frozen=True, kw_only=True):
    lines: tuple[Line, ...]  # of every match, in the order in which they ended
    standings: dict[str, Standing]  # by person: members and whoever has a starting rating or a match that counts


class Members(Struct, frozen=True, kw_only=True):
    """Whom a list is about."""

    members: tuple[Member, ...] = ()
    starting: dict[str, Standing] = {}  # of those who do not begin where everybody does
    merged: dict[str, str] = {}  # an entry that is somebody else's, and whose

    def person(self, entry: str) -> str:
        """Who that is, however many entries have been merged."""
        seen = {entry}
        while entry in self.merged:
            entry = self.merged[entry]
            if entry in seen:
                raise ListError("merged_in_a_circle", entry)
            seen.add(entry)
        return entry


def why_not(match: Match, people: Members, rules: Rules) -> tuple[Reason, tuple[str, ...]] | None:
    """Why a match does not count, and because of whom; nothing if it counts."""
    return _Judge(people, rules).why_not(match)


class _Judge:
    """Who was a member when, looked up once for a whole list."""

    def __init__(self, people: Members, rules: Rules) -> None:
        self.people = people
        self.rules = rules
        self.periods: dict[str, list[Member]] = {}
        for member in people.members:
            self.periods.setdefault(people.person(member.person), []).append(member)

    def why_not(self, match: Match) -> tuple[Reason, tuple[str, ...]] | None:
        reason = _by_itself(match) or _by_rules(match, self.rules)
        if reason is not None:
            return reason, ()
        players = self.people.person(match.winners[0]), self.people.person(match.losers[0])
        if players[0] == players[1]:
            return Reason.SAME_PERSON, players[:1]
        if self.rules.members_only:
            guests = tuple(player for player in players if not self._was_member(player, match.ended))
            if guests:
                return Reason.GUEST, guests
        return None

    def _was_member(self, person: str, at: int) -> bool:
        return any(member.was_member(at) for member in self.periods.get(person, ()))


def _by_itself(match: Match) -> Reason | None:
    if match.void:
        return Reason.VOID
    if match.ending is Ending.WALKOVER or not match.begun:
        return Reason.WALKOVER
    if not match.winners or not match.losers:
        return Reason.NO_WINNER
    if len(match.winners) > 1 or len(match.losers) > 1:
        return Reason.TEAM
    return None


def _by_rules(match: Match, rules: Rules) -> Reason | None:
    if not match.rated:
        return Reason.UNRATED
    if rules.sanctioned_only and not match.sanctioned:
        return Reason.UNSANCTIONED
    if match.ended < rules.begins:
        return Reason.BEFORE_LIST
    return None


def compute(matches: Iterable[Match], people: Members, rules: Rules) -> RatingList:
    """The whole list."""
    return _continued((), _in_order(matches), people, rules)


def compute_from(old: RatingList, since: int, matches: Iterable[Match], people: Members, rules: Rules) -> RatingList:
    """The list again from an instant on: lines before it stay, all matches since then are computed.

    For a match that came late or was corrected. Whatever else changed (members, rules, who is who) must not reach back
    before that instant; otherwise compute the whole list. Give all matches: it is refused if those before the instant
    are not the same as on the old list.
    """
    ordered = _in_order(matches)
    kept = tuple(line for line in old.lines if line.ended < since)
    earlier = {(match.id, match.ended) for match in ordered if match.ended < since}
    reaching_back = sorted(earlier ^ {(line.match, line.ended) for line in kept})
    if reaching_back:
        raise ListError("changed_before", reaching_back[0][0])
    return _continued(kept, ordered[len(kept) :], people, rules)


def _in_order(matches: Iterable[Match]) -> list[Match]:
    ordered = sorted(matches, key=lambda match: (match.ended, match.id))
    names: set[str] = set()
    for match in ordered:
        if match.id in names:
            raise ListError("match_twice", match.id)
        if match.length < 1:
            raise ListError("bad_length", match.id)
        names.add(match.id)
    return ordered


def _continued(kept: tuple[Line, ...], matches: Sequence[Match], people: Members, rules: Rules) -> RatingList:
    judge = _Judge(people, rules)
    standings = dict.fromkeys(sorted(judge.periods), Standing())
    # Of several entries of one person, what is said of the one that stays counts.
    for entry in sorted(people.starting, key=lambda entry: (people.person(entry) == entry, entry)):
        standings[people.person(entry)] = people.starting[entry]
    for line in kept:
        if line.after is not None:
            standings |= zip(line.who, line.after, strict=True)
    lines = list(kept)
    for match in matches:
        line = _line(match, standings, judge)
        if line.after is not None:
            standings |= zip(line.who, line.after, strict=True)
        lines.append(line)
    return RatingList(lines=tuple(lines), standings=standings)


def _line(match: Match, standings: Mapping[str, Standing], judge: _Judge) -> Line:
    refused = judge.why_not(match)
    if refused is not None:
        return Line(match=match.id, ended=match.ended, because=refused[0], who=refused[1])
    players = judge.people.person(match.winners[0]), judge.people.person(match.losers[0])
    formula = judge.rules.formula
    now = tuple(standings.get(player, Standing()) for player in players)
    # Whoever has no rated match yet stands at the start: the line says so in numbers.
    before = tuple(replace(standing, rating=standing.points(formula)) for standing in now)
    return Line(
        match=match.id,
        ended=match.ended,
        who=players,
        before=(before[0], before[1]),
        after=after(before[0], before[1], match.length, formula),
    )


class Ranked(Struct, frozen=True):
    place: int  # shared by those of the same rating
    person: Person
    standing: Standing


def ranking(found: RatingList, rules: Rules) -> tuple[Ranked, ...]:
    """Those with enough experience, the highest rating first."""
    listed = [
        (standing.points(rules.formula), person)
        for person, standing in found.standings.items()
        if standing.matches and not standing.is_provisional(rules.formula)
    ]
    ordered = sorted(listed, key=lambda each: (-each[0], each[1]))
    places: dict[int, int] = {}
    for number, (points, _) in enumerate(ordered, start=1):
        places.setdefault(points, number)
    return tuple(Ranked(places[points], person, found.standings[person]) for points, person in ordered)


def changed(old: RatingList, new: RatingList, formula: Formula) -> dict[str, tuple[int, int]]:
    """Whose rating is another one now: before and after, in hundredths."""
    people = sorted({*old.standings, *new.standings})
    found = {
        person: (
            old.standings.get(person, Standing()).points(formula),
            new.standings.get(person, Standing()).points(formula),
        )
        for person in people
    }
    return {person: (then, now) for person, (then, now) in found.items() if then != now}
