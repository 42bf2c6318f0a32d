"""What is said of players and their ratings, and of how somebody wants to be told of a move."""

from __future__ import annotations

from msgspec import Struct

from tavl.server.messages.accounts import Person

# players


class Rating(Struct, frozen=True, kw_only=True):
    """Where somebody stands in one of the two lists. Provisional ones have no place in the ranking yet."""

    rating: float  # to the hundredth
    experience: int  # the lengths of all rated matches, added up
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
    """Somebody's results. `rating` is that of matches with people, `with_bots` that of matches in which a bot took
    part; a bot has only the latter. Each list of rated matches begins with the oldest of the last few hundred."""

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
    """The best of each list, people and bots apart."""

    players: tuple[Ranked, ...]
    bots: tuple[Ranked, ...]
    people: dict[str, Person]


# being told


GIVEN = (Player, Ranking)
