"""An organisation's stream: how its events are written to the log, read back and folded."""

from __future__ import annotations

from collections.abc import Sequence

from tavl.organisation import Organisation, rating_list, replay
from tavl.organisation.acts import AnyEvent
from tavl.organisation.rated_reports import Computed
from tavl.server.streams.codec import StreamCodec
from tavl.server.streams.state_cache import Remembered, StreamCache
from tavl.server.tournaments.stream import stamp_of
from tavl.store import Store
from tavl.store.log.events import Event
from tavl.store.projections.organisation_list import STREAM as STREAM

_codec: StreamCodec[AnyEvent] = StreamCodec(STREAM, AnyEvent)
stream_of, id_of, written, read = _codec.stream_of, _codec.id_of, _codec.written, _codec.read


def fold(organisation: Organisation | None, events: Sequence[Event]) -> Organisation | None:
    return replay(((read(event), stamp_of(event)) for event in events), organisation)


class Kept(Remembered):
    """An organisation as the log has it at a version."""

    organisation: Organisation
    at_version: int
    ratings: Computed | None = None  # as they were last requested

    @property
    def version(self) -> int:
        return self.at_version

    @property
    def computed(self) -> Computed:
        """The rating list now; only what comes after the first change is computed again."""
        self.ratings = rating_list(self.organisation, self.ratings)
        return self.ratings


class OrganisationCache(StreamCache[Kept]):
    def __init__(self, store: Store, most: int) -> None:
        super().__init__(store, STREAM, most)

    def fold(self, kept: Kept | None, events: Sequence[Event]) -> Kept | None:
        organisation = fold(kept.organisation if kept else None, events)
        if organisation is None:
            return None
        if kept is None:
            return Kept(organisation, events[-1].version)
        if events:
            kept.organisation, kept.at_version = organisation, events[-1].version
        return kept

    def tell(self, id: str, kept: Kept, events: Sequence[Event]) -> None:
        """Organisations have no live pages."""


def check_replay(events: Sequence[Event]) -> None:
    """Replay a whole stream; raises if that fails. Other streams than organisations' are skipped."""
    if events and events[0].stream.startswith(STREAM):
        fold(None, events)
