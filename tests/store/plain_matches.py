"""Plain matches as streams: a `MatchOpened`, then the events of `tavl.rules`. The store does not interpret events."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import Match, Terms, evolve
from tavl.rules.acts import MatchEvent
from tavl.rules.codec import from_json, to_json
from tavl.store import Event, NewEvent, UnknownSchema
from tavl.store.projections.table_rows import OVER, PLAYING, WAITING, Rated, TableRow


class MatchOpened(Struct, frozen=True, tag="match_opened", tag_field="type"):
    """Who plays, in the order of the seats, by person id, and on which terms; the profile is pinned whole."""

    terms: Terms
    players: tuple[str, str]
    kind: str = "match"
    rated: bool = False


class OpenMatch(Struct, frozen=True):
    opened: MatchOpened
    match: Match


def match_event(event: MatchEvent | MatchOpened) -> NewEvent:
    """A rules' event, ready to be appended."""
    return NewEvent(event.__struct_config__.tag, to_json(event))  # type: ignore[arg-type]


def read_match_event(event: Event) -> MatchEvent | MatchOpened:
    try:
        read: MatchEvent | MatchOpened = from_json(event.body, MatchEvent | MatchOpened)
    except msgspec.ValidationError as error:
        raise UnknownSchema(type=event.type, schema=event.schema, id=event.id, problem=str(error)) from None
    return read


class MatchReading:
    name = "match"

    def start(self, event: Event) -> OpenMatch | None:
        if event.type != "match_opened":
            return None
        opened = read_match_event(event)
        assert isinstance(opened, MatchOpened)
        return OpenMatch(opened, Match(terms=opened.terms))

    def step(self, state: OpenMatch, event: Event) -> OpenMatch:
        happened = read_match_event(event)
        return state if isinstance(happened, MatchOpened) else replace(state, match=evolve(state.match, happened))

    def row(self, state: OpenMatch) -> TableRow:
        match, result = state.match, state.match.result
        return TableRow(
            kind=state.opened.kind,
            status=OVER if result else PLAYING if match.game else WAITING,
            players=state.opened.players,
            score=match.score,
            length=match.length,
            winner=None if result is None or result.winner is None else int(result.winner),
            reason=result.reason if result else None,
            rated=Rated("people") if state.opened.rated and match.length is not None else None,
        )
