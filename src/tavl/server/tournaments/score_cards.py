"""Score cards that the players of a match keep on their own phones: each phone hands its card in after every game, and
both learn whether the two agree (T4.7).

They are notes, as on paper, and not part of the tournament's stream: a result, a case and its ruling are.
"""

from __future__ import annotations

from itertools import pairwise

import sqlalchemy as sa
from msgspec import Struct

from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused, refuse
from tavl.server import schema
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.score_cards import CardScore, CardScores, ComparedCards
from tavl.server.tournaments.executor import Tournaments
from tavl.server.tournaments.people import AT_TABLE
from tavl.server.tournaments.stream import stream_of
from tavl.store import Store
from tavl.store.databases.dialect import upsert
from tavl.tournament import By, Tournament
from tavl.tournament.matches.advancement import MatchStanding, flow_of, plays_in, standing_at
from tavl.tournament.matches.phones import why_not_use

_KEEP = upsert(schema.score_cards, lambda new: {"start": new.start, "scores": new.scores})


class KeptCard(Struct, frozen=True):
    scores: CardScores  # after each game
    changed: int = 0  # the first game that was changed after both cards were shown


class ScoreCards:
    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._store, self._tournaments = store, tournaments

    async def hand_in(self, id: str, by: By, match: str, scores: CardScores) -> ComparedCards:
        """Always the whole card: it replaces the earlier one, even if it is late or something was taken back."""
        tournament = (await self._tournaments.state(id)).tournament
        found = _side(tournament, match, by.person)
        if isinstance(found, Refused):
            raise RefusedError(found)
        if not _is_card(scores):
            raise ApiError("bad_value", field="scores", problem="one player's points rise with every game")
        standing, entry = found
        start = len(standing.match.voids)  # a match that was stopped and begins again has new cards
        c, stream = schema.score_cards.c, stream_of(id)
        query = sa.select(c.entry, c.scores).where(c.stream == stream, c.match == match, c.start == start)
        players = standing.players or ("", "")
        other = players[1 - players.index(entry)]

        def look(connection: sa.Connection) -> dict[str, KeptCard]:
            return {each.entry: _read(each.scores) for each in connection.execute(query)}

        def write(connection: sa.Connection) -> dict[str, KeptCard]:
            kept = look(connection)
            card = rewritten(kept.get(entry), scores, kept.get(other))
            row = {"stream": stream, "match": match, "entry": entry, "start": start, "scores": to_json(card).decode()}
            connection.execute(_KEEP[connection.dialect.name], [row])
            return {**kept, entry: card}

        kept = await self._store.read_rows(look)
        if entry not in kept or kept[entry].scores != scores:
            kept = await self._store.write_rows(write)
        return compare(*(kept.get(player) for player in players))


def _side(tournament: Tournament, match: str, person: str) -> tuple[MatchStanding, str] | Refused:
    """The match, and the entry for which this person may keep a card on a phone."""
    flow = flow_of(tournament)
    standing = standing_at(flow, match)
    if isinstance(standing, Refused):
        return standing
    entry = plays_in(flow, standing, person)
    if entry is None:
        return refuse("not_your_match", "T4.7")
    if standing.where not in AT_TABLE:
        return refuse("match_is", "T4.7", where=standing.where)
    return why_not_use(standing, entry) or (standing, entry)


def _is_card(scores: CardScores) -> bool:
    """Checks that each game was won by one of the two."""
    rises = [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(scores)]
    return all(min(rise) == 0 < max(rise) for rise in rises)


def _read(text: str) -> KeptCard:
    found = from_json(text, CardScores | KeptCard)
    return found if isinstance(found, KeptCard) else KeptCard(found)


def rewritten(card: KeptCard | None, scores: CardScores, other: KeptCard | None) -> KeptCard:
    """The card as it is now. What both had been shown and is changed afterwards is not clear any more (T4.7)."""
    if card is None:
        return KeptCard(scores)
    shown = min(len(card.scores), len(other.scores) if other else 0)
    changed = next((game for game in range(1, shown + 1) if card.scores[game - 1 : game] != scores[game - 1 : game]), 0)
    marks = [mark for mark in (card.changed, changed) if mark]
    return KeptCard(scores, min(marks, default=0))


def compare(one: KeptCard | None, two: KeptCard | None) -> ComparedCards:
    """Game by game, as far as both cards go."""
    both = tuple(zip(one.scores if one else (), two.scores if two else (), strict=False))
    differs = next((game for game, (first, second) in enumerate(both, 1) if first != second), None)
    behind = {_behind(score) for score in both[-1]} if differs else set()
    return ComparedCards(
        (one.scores if one else None, two.scores if two else None),
        len(both),
        differs,
        behind.pop() if len(behind) == 1 else None,
        (one.changed or None if one else None, two.changed or None if two else None),
    )


def _behind(score: CardScore) -> int | None:
    return None if score[0] == score[1] else int(score[1] < score[0])
