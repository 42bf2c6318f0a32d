"""The golden tournaments of every release replay for ever, on both databases."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tavl import store
from tavl.server.tournaments.stream import fold
from tests.store.record_golden_tournament import STREAM, in_words

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("tournament-*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
async def test_a_golden_tournament_replays(path: Path, url: str) -> None:
    expected = msgspec.json.decode(path.with_suffix(".state.json").read_bytes())
    async with await store.open(url) as log:
        await log.import_log(path)
        tournament = fold(None, await log.read(STREAM))
    assert tournament is not None
    assert msgspec.json.decode(msgspec.json.encode(in_words(tournament))) == expected


def test_there_is_a_golden_tournament() -> None:
    assert GOLDEN
