"""Positions, dice, profiles and terms for property tests: from a seeded `random.Random`, and as strategies."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from tavl.rules import ALL_ROLLS, BAR, OFF, PROFILES, Dice, Position, Profile, Terms
from tavl.rules.profile import DeadCube, PlayFor, Resigning

Side = list[int]


def random_dice(rng: Random) -> Dice:
    return Dice(rng.randint(1, 6), rng.randint(1, 6))


def played_positions(rng: Random) -> Iterator[Position]:
    """Positions as they come up in games played at random, for ever."""
    while True:
        position = Position.start()
        while not position.over:
            yield position
            position = rng.choice(position.plays(random_dice(rng))).result


def _place(rng: Random, side: Side, other: Side, places: list[int], most: int = 1) -> None:
    """Up to `most` checkers of a side on a place that the other has left free."""
    free = [place for place in places if place in (OFF, BAR) or not other[25 - place]]
    left = 15 - sum(side)
    if free and left:
        side[rng.choice(free)] += min(left, rng.randint(1, most))


def _finished(own: Side, opponent: Side, rng: Random) -> Position:
    """A side with nothing on the board gets a checker there, so that the game is not over."""
    for side, other in ((own, opponent), (opponent, own)):
        if not any(side[1:]):
            side[OFF] = min(side[OFF], 14)
            _place(rng, side, other, [BAR])
    return Position(own, opponent)


POINTS, HOME, OUTSIDE = list(range(1, 25)), list(range(1, 7)), list(range(7, 25))


def _fill_up(side: Side) -> None:
    side[OFF] += 15 - sum(side)


def scattered(rng: Random) -> Position:
    """Anything anywhere."""
    own, opponent = [0] * 26, [0] * 26
    for _ in range(rng.randint(1, 15)):
        _place(rng, own, opponent, [*POINTS, BAR], 3)
        _place(rng, opponent, own, [*POINTS, BAR], 3)
    _fill_up(own)
    _fill_up(opponent)
    return _finished(own, opponent, rng)


def blots_everywhere(rng: Random) -> Position:
    own, opponent = [0] * 26, [0] * 26
    for point in rng.sample(POINTS, 24):
        if rng.random() < 0.5:
            own[point] += sum(own) < 15
        else:
            opponent[25 - point] += sum(opponent) < 15
    _fill_up(own)
    _fill_up(opponent)
    return _finished(own, opponent, rng)


def on_the_bar(rng: Random) -> Position:
    own, opponent = [0] * 26, [0] * 26
    own[BAR], opponent[BAR] = rng.randint(1, 5), rng.randint(0, 4)
    for _ in range(rng.randint(0, 5)):
        _place(rng, opponent, own, HOME, 3)
    for _ in range(15):
        _place(rng, own, opponent, POINTS, 2)
        _place(rng, opponent, own, POINTS, 3)
    return _finished(own, opponent, rng)


def bearing_off(rng: Random) -> Position:
    """All home but perhaps one, gaps, some off; the opponent behind, on the bar or past it all."""
    own, opponent = [0] * 26, [0] * 26
    for _ in range(rng.randint(1, 5)):
        _place(rng, own, opponent, HOME, 4)
    if rng.random() < 0.2:
        _place(rng, own, opponent, [*OUTSIDE, BAR])
    _fill_up(own)
    for _ in range(rng.randint(1, 6)):
        _place(rng, opponent, own, rng.choice(([*POINTS, BAR], [24, 23, 22, 21, 20, 19, BAR], HOME)), 3)
    _fill_up(opponent)
    return _finished(own, opponent, rng)


def fourteen(rng: Random) -> Position:
    """Sides that began with fewer than 15 (T4.2.iv)."""
    own, opponent = [0] * 26, [0] * 26
    for side, other in ((own, opponent), (opponent, own)):
        size = rng.choice((14, 14, 13, rng.randint(1, 15)))
        while sum(side) < size:
            _place(rng, side, other, [*POINTS, *POINTS, BAR, OFF])
    return _finished(own, opponent, rng)


def spread(rng: Random) -> Position:
    """Many checkers with a way each: hundreds of plays."""
    own, opponent = [0] * 26, [0] * 26
    for point in rng.sample(POINTS, rng.randint(11, 15)):
        own[point] = 1
    _place(rng, opponent, own, POINTS, 2)
    _fill_up(own)
    _fill_up(opponent)
    return _finished(own, opponent, rng)


def hemmed_in(rng: Random) -> Position:
    """Few checkers before many held points: one die shuts out the other, or only one can be played."""
    own, opponent = [0] * 26, [0] * 26
    for point in rng.sample(POINTS, 7):
        opponent[25 - point] = 2
    for _ in range(rng.randint(1, 4)):
        _place(rng, own, opponent, [*POINTS, *POINTS, BAR], 2)
    _fill_up(own)
    _fill_up(opponent)
    return _finished(own, opponent, rng)


KINDS = (scattered, blots_everywhere, on_the_bar, bearing_off, fourteen, spread, hemmed_in)


def position_and_roll_pairs(rng: Random) -> Iterator[tuple[Position, Dice]]:
    """A mixture of everything above, for ever; half of it as games at random bring it about."""
    played = played_positions(rng)
    while True:
        for kind in KINDS:
            yield next(played), random_dice(rng)
            roll = random_dice(rng)
            yield kind(rng), Dice(roll.low, roll.low) if kind is spread and rng.random() < 0.3 else roll


def random_profile(rng: Random) -> Profile:
    """One of the four profiles, or a mixture that makes sense."""
    profile = rng.choice(list(PROFILES.values()))
    if rng.random() < 0.4:
        return profile
    gammons = rng.random() < 0.8
    fields: dict[str, object] = {
        "crawford": rng.random() < 0.7,
        "dead_cube": rng.choice(list(DeadCube)),
        "resign": rng.choice(list(Resigning)),
        "gammons": gammons,
    }
    if profile.play is not PlayFor.MATCH and rng.random() < 0.7:
        fields |= {
            "jacoby": gammons and rng.random() < 0.5,
            "beavers": rng.random() < 0.5,
            "automatic_doubles": True,
            "automatic_doubles_limit": rng.choice((None, 1, 2, 3)),
        }
    return profile.vary(**fields)


def random_terms(rng: Random, longest: int = 9) -> Terms:
    """A match or a money session that can be played."""
    profile = random_profile(rng)
    if profile.play is PlayFor.MATCH or (not profile.money_options and rng.random() < 0.5):
        return Terms(profile, rng.randint(1, longest))
    return Terms(profile, None, rng.randint(0, 3))


_chance = st.randoms(use_true_random=False)
positions = st.builds(lambda kind, rng: kind(rng), st.sampled_from(KINDS), _chance)
"""Positions in which nobody has won."""

dice = st.sampled_from(ALL_ROLLS)
profiles = _chance.map(random_profile)
terms = _chance.map(random_terms)
