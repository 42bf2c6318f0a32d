"""The data of a player's page: games, ratings and opponents."""

from __future__ import annotations

from msgspec import Struct

from tavl.server.accounts.accounts import Accounts
from tavl.server.accounts.players_and_rankings import Players
from tavl.server.messages.accounts import Person
from tavl.server.messages.players import Player
from tavl.server.tables.listing import games_of
from tavl.store import Store
from tavl.web.home.table_lists import MAX_OF_A_PERSON, TableListLine, line_of


class Record(Struct, frozen=True, kw_only=True):
    """Everything a player's page tells."""

    name: str
    bot: bool
    player: Player
    games: list[TableListLine]
    changes: dict[str, float]  # of the rating, by table
    people: dict[str, Person]


async def record_of(players: Players, accounts: Accounts, store: Store, person: str) -> Record | None:
    """None for an unknown id."""
    player = await players.find(person)
    if player is None:
        return None
    games = [line_of(each) for each in await games_of(store, person, MAX_OF_A_PERSON)]
    people = await accounts.names({who for line in games for who in line.seats})
    return Record(
        name=player.name,
        bot=player.bot,
        player=player,
        games=games,
        changes={match.table: match.change for match in player.rated},
        people=people,
    )
