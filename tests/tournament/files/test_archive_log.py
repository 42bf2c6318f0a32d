"""A tournament's log in its file is what the store keeps: the same ids, the same references to people's words."""

from __future__ import annotations

import msgspec

from tavl.ids import id_of
from tavl.rules.codec import to_json
from tavl.store.log.events import NewEvent, new_id
from tavl.store.people.erasable_texts import ERASED, filled, taken_out
from tavl.tournament import Stamp, acts
from tavl.tournament.files import log
from tavl.tournament.files.archive import Archive

EVENT = acts.EntryRefused("e1", "stay away", "")


def test_words_are_taken_out_as_the_store_takes_them_out() -> None:
    (made,), (words,) = log.written("tournament/x", 4, [EVENT], Stamp(1000, "ida", "a1"), lambda at: id_of(at, 7))
    body, found = taken_out(NewEvent("entry_refused", to_json(EVENT), words=("explanation", "reason")), "ida", 1000)
    assert list(found.values()) == [words.text] == ["stay away"]
    kept, stored = msgspec.json.decode(bytes(made.body)), msgspec.json.decode(body)
    assert {**kept, "explanation": 0} == {**stored, "explanation": 0}
    assert filled(bytes(made.body), {words.id: words.text}) == to_json(EVENT), "the store finds them by our ids"
    assert (made.version, made.type, made.actor, made.action_id) == (5, "entry_refused", "ida", "a1")


def test_an_id_begins_with_its_time() -> None:
    assert id_of(1_700_000_000_000, 0)[:9] == new_id(1_700_000_000_000)[:9]
    assert len(id_of(5, 1 << 90)) == 26


def test_what_was_written_is_read_back_and_erased_words_say_so() -> None:
    events, words = log.written("tournament/x", 0, [EVENT], Stamp(1000, "ida", "a1"), lambda at: id_of(at, at))
    held = Archive(tournament="tournament/x", made_at=1, events=tuple(events), words=tuple(words))
    assert log.read(held) == [(EVENT, Stamp(1000, "ida", "a1"))]
    ((event, _),) = log.read(Archive(tournament="tournament/x", made_at=1, events=tuple(events)))
    assert isinstance(event, acts.EntryRefused)
    assert event.explanation == log.ERASED == ERASED


def test_words_of_nobody_stay_where_they_are() -> None:
    (made,), words = log.written("tournament/x", 0, [EVENT], Stamp(1000, "", "s1"), lambda at: id_of(at, 1))
    assert words == []
    assert made.actor == log.SYSTEM
    assert bytes(made.body) == to_json(EVENT)
