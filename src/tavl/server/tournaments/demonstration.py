"""A tournament in the middle of its evening, to try the desk with: whoever asks for it directs it."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from tavl.i18n import words
from tavl.rules.refusal import Refused
from tavl.server.errors import RefusedError
from tavl.server.tournaments import archive
from tavl.server.tournaments.people import DESK_PERSON, TournamentPeople
from tavl.server.tournaments.stream import stream_of
from tavl.store import Store
from tavl.store.log.events import new_id
from tavl.tournament.demonstration import NAMES, demonstration
from tavl.tournament.files.archive import Archive, ArchivedPerson, Event, Words
from tavl.tournament.files.log import written


async def begin(store: Store, people: TournamentPeople, person: str, language: str, at: int) -> tuple[str, int]:
    """Its id and version. The person is its organiser and director."""
    others = [ArchivedPerson(id=DESK_PERSON + new_id(at), name=name) for name in NAMES]
    made = demonstration(words(language)("Demonstration"), person, [each.id for each in others], at)
    if isinstance(made, Refused):
        raise RefusedError(made)
    id = new_id(at)
    stream, fresh_id = stream_of(id), partial(new_id)
    events: list[Event] = []
    said: list[Words] = []
    for stamp, group in groupby(made.log, key=lambda each: each[1]):
        more, texts = written(stream, len(events), [event for event, _ in group], stamp, fresh_id)
        events += more
        said += texts
    whole = Archive(tournament=stream, made_at=at, people=tuple(others), events=tuple(events), words=tuple(said))
    return await archive.take_in(store, people, whole, at)
