"""A season: points for taking part, for wins and for places, and the standings of a series, best n of m."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tavl.rules.text_kinds import Code, Person


class PointRules(Struct, frozen=True, kw_only=True):
    coming: int = 1
    win: int = 1
    places: tuple[int, ...] = ()  # for the first place, the second and so on; nothing below
    best: int | None = None  # how many of the nights count; none: all of them


class Night(Struct, frozen=True, kw_only=True):
    """A club night or a tournament of the series."""

    id: Code
    present: tuple[Person, ...]
    wins: dict[Person, int] = {}
    places: dict[Person, int] = {}  # shared places have the same number


class SeasonLine(Struct, frozen=True, kw_only=True):
    place: int  # shared by those with the same points
    person: Person
    points: int
    nights: int
    by_night: dict[Code, int]
    dropped: tuple[Code, ...] = ()  # nights that do not count, the worst ones


def night_points(night: Night, rules: PointRules) -> dict[str, int]:
    """Of everybody who was there. Whoever won a match was there, whatever the list says."""
    there = sorted({*night.present, *night.wins, *night.places})
    return {
        person: rules.coming + rules.win * night.wins.get(person, 0) + _placed(night, person, rules) for person in there
    }


def _placed(night: Night, person: str, rules: PointRules) -> int:
    place = night.places.get(person)
    return rules.places[place - 1] if place is not None and 1 <= place <= len(rules.places) else 0


def _merged(night: Night, merged: Mapping[str, str]) -> Night:
    """With one entry for each person: they came once, won all that their entries won, and have the best place."""
    wins: dict[str, int] = {}
    for entry, number in night.wins.items():
        person = merged.get(entry, entry)
        wins[person] = wins.get(person, 0) + number
    places: dict[str, int] = {}
    for entry, place in night.places.items():
        person = merged.get(entry, entry)
        places[person] = min(place, places.get(person, place))
    present = tuple(dict.fromkeys(merged.get(entry, entry) for entry in night.present))
    return Night(id=night.id, present=present, wins=wins, places=places)


def standings(
    nights: Sequence[Night], rules: PointRules, merged: Mapping[str, str] | None = None
) -> tuple[SeasonLine, ...]:
    """Of the whole series, the most points first; those with the same share a place, in the order of their ids."""
    merged = merged or {}
    by_person: dict[str, dict[str, int]] = {}
    for night in nights:
        for person, points in night_points(_merged(night, merged), rules).items():
            by_person.setdefault(person, {})[night.id] = points
    order = {night.id: number for number, night in enumerate(nights)}
    found = []
    for person, by_night in by_person.items():
        # Of equal nights the earlier one counts, so that the same series always drops the same nights.
        ranked = sorted(by_night, key=lambda night: (-by_night[night], order[night]))
        kept = ranked if rules.best is None else ranked[: rules.best]
        dropped = tuple(sorted(set(ranked) - set(kept), key=order.__getitem__))
        found.append((sum(by_night[night] for night in kept), person, by_night, dropped))
    found.sort(key=lambda each: (-each[0], each[1]))
    places: dict[int, int] = {}
    for number, (points, *_) in enumerate(found, start=1):
        places.setdefault(points, number)
    return tuple(
        SeasonLine(
            place=places[points],
            person=person,
            points=points,
            nights=len(by_night),
            by_night=by_night,
            dropped=dropped,
        )
        for points, person, by_night, dropped in found
    )
