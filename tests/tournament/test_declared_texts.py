"""Every string in an event is declared: as people's own words, kept outside the streams, or as what it is instead."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import Struct

from tavl.rules.codec import from_json, to_json
from tavl.rules.text_kinds import Holds, strings_in, words_of
from tavl.tournament import acts
from tavl.tournament.tournament import EVOLVERS, HANDLERS


@pytest.mark.parametrize("kind", get_args(acts.AnyEvent) + get_args(acts.AnyAction), ids=lambda kind: kind.__name__)
def test_every_string_of_an_event_or_an_action_is_declared(kind: type[Struct]):
    strings = list(strings_in(kind))
    assert [path for path, held in strings if held is None] == []
    own = [path for path, held in strings if held is Holds.WORDS]
    assert own == [name for name, _ in words_of(kind)], "people's words stand in a field of the event itself"


def test_every_action_has_a_handler_and_every_event_an_evolver():
    assert set(get_args(acts.AnyAction)) - set(HANDLERS) == {acts.CreateTournament}
    assert set(get_args(acts.AnyEvent)) - set(EVOLVERS) == {acts.TournamentCreated}


def test_an_action_from_outside_is_typed():
    sent = b'{"type":"report_result","match":"open/main.1.1","players":["e1","e2"],"score":[7,5]}'
    read = from_json(sent, acts.AnyAction)
    assert read == acts.ReportResult("open/main.1.1", ("e1", "e2"), (7, 5))
    assert from_json(to_json(read), acts.AnyAction) == read
