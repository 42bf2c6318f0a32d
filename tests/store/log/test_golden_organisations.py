"""The golden organisations of every release replay for ever, on both databases."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tavl import store
from tavl.organisation import acts
from tavl.server.organisations.stream import fold, read
from tests.store.record_golden_organisation import STREAM, in_words

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("organisation-*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
async def test_a_golden_organisation_replays(path: Path, url: str) -> None:
    expected = msgspec.json.decode(path.with_suffix(".state.json").read_bytes())
    async with await store.open(url) as log:
        await log.import_log(path)
        events = await log.read(STREAM)
    organisation = fold(None, events)
    assert organisation is not None
    assert msgspec.json.decode(msgspec.json.encode(in_words(organisation))) == expected
    assert {type(read(event)) for event in events} == set(acts.AnyEvent.__args__)


def test_there_is_a_golden_organisation() -> None:
    assert GOLDEN
