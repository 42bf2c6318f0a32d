"""HTTP messages about players and their ratings."""

from __future__ import annotations

from msgspec import Struct

from tavl.server.messages.accounts import Person

# players


class Rating(Struct, frozen=True, kw_only=True):
    """Somebody's rating in one of the two lists. Provisional ratings are not in the ranking yet."""

    rating: float  # to the hundredth
    experience: int  # the sum of the lengths of all rated matches
    matches: int
    provisional: bool
    place: int | None = None
    of: int | None = None


class RatedMatch(Struct, frozen=True, kw_only=True):
    table: str
    at: int
    pool: str  # people: between two of them; bots: a bot took part
    opponent: str
    length: int
    won: bool
    rating: float  # after it
    change: float


class HeadToHead(Struct, frozen=True, kw_only=True):
    """All finished matches between two players, rated or not."""

    opponent: str
    won: int
    lost: int


class Player(Struct, frozen=True, kw_only=True):
    """Somebody's results. `rating` is from matches against people, `with_bots` from matches in which a bot took part;
    a bot has only the latter. The lists of rated matches have the last few hundred, oldest first."""

    id: str
    name: str
    bot: bool
    won: int
    lost: int
    rating: Rating | None
    with_bots: Rating | None
    rated: tuple[RatedMatch, ...]
    opponents: tuple[HeadToHead, ...]
    people: dict[str, Person]


class Ranked(Struct, frozen=True, kw_only=True):
    place: int
    person: str
    rating: float
    experience: int
    matches: int


class Ranking(Struct, frozen=True):
    """The best of each list, people and bots separately."""

    players: tuple[Ranked, ...]
    bots: tuple[Ranked, ...]
    people: dict[str, Person]


# being told


GIVEN = (Player, Ranking)
