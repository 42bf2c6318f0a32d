"""The engine's behaviour in sixteen digits: a change that was not meant shows here.

After a change that was meant, such as another network: `tavl bench signature --write`.
"""

from __future__ import annotations

import pytest

from tavl._native import Path as CodePath
from tavl._native import path_available
from tavl.engine.measure import positions_of_games, shipped_signature, signature


def test_the_engine_does_what_it_did() -> None:
    assert signature() == shipped_signature(), "if that was meant: tavl bench signature --write"


@pytest.mark.parametrize("path", list(CodePath), ids=str)
def test_the_signature_is_the_same_by_every_code_path(path: CodePath) -> None:
    if not path_available(path):
        pytest.skip("this machine has no such instructions")
    assert signature(path) == shipped_signature()


def test_the_signature_is_the_same_with_any_number_of_threads() -> None:
    assert signature(threads=2) == shipped_signature()


def test_the_positions_are_different_ones_of_whole_games() -> None:
    positions = positions_of_games(2000, seed=5)
    assert len(set(positions)) == 2000
    assert not any(position.over for position in positions)
    assert any(position.race for position in positions)
    assert any(position.off > 10 for position in positions), "also the last ones"
    assert positions_of_games(2000, seed=5) == positions
