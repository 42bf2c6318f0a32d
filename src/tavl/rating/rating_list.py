"""The rating list of a federation or a club, from the results of its tournaments.

Every match has a verdict: it counts, or it does not, and why (`counted_matches.py`). Those that count are taken in the
order in which they ended. A list is always the same for the same matches: one that is computed again from some instant
on, after a late result or a correction, has the numbers that it would have had from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tavl.rating import Standing, after
from tavl.rating.counted_matches import Judge, ListError, Match, Members, NotRatedReason, Rules
from tavl.rules.text_kinds import Code, Person


class RatingLine(Struct, frozen=True, kw_only=True):
    """A match and its verdict. Standings, winner first, only if it counts."""

    match: Code
    ended: int
    because: NotRatedReason | None = None  # none: it counts
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
    lines: tuple[RatingLine, ...]  # of every match, in the order in which they ended
    standings: dict[str, Standing]  # by person: members and whoever has a starting rating or a match that counts


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


def _continued(kept: tuple[RatingLine, ...], matches: Sequence[Match], people: Members, rules: Rules) -> RatingList:
    judge = Judge(people, rules)
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


def _line(match: Match, standings: Mapping[str, Standing], judge: Judge) -> RatingLine:
    refused = judge.why_not(match)
    if refused is not None:
        return RatingLine(match=match.id, ended=match.ended, because=refused[0], who=refused[1])
    players = judge.people.person(match.winners[0]), judge.people.person(match.losers[0])
    formula = judge.rules.formula
    now = tuple(standings.get(player, Standing()) for player in players)
    # Whoever has no rated match yet has the starting rating: the line says so in numbers.
    before = tuple(replace(standing, rating=standing.points(formula)) for standing in now)
    return RatingLine(
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
