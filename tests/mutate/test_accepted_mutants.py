"""What was accepted of mutants is about lines that are still there, in the module that it names."""

from __future__ import annotations

import pytest

from tests.mutate.accepted_mutants import ACCEPTED
from tests.mutate.changes import path_of


@pytest.mark.parametrize("module", ACCEPTED)
def test_every_accepted_mutant_names_a_line_of_its_module(module: str) -> None:
    source = path_of(f"tavl.{module}").read_text(encoding="utf-8")
    assert [line for line, _ in ACCEPTED[module] if line not in source] == []
