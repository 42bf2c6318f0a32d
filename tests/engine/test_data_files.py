"""What the engine reads, and what is said where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavl.engine import data_files


def test_a_missing_file_is_named_with_the_folders_it_was_looked_for_in() -> None:
    with pytest.raises(FileNotFoundError, match=r"without no\.net.*make setup") as caught:
        data_files.data_file("no.net")
    assert str(Path(data_files.__file__).parent / "data") in str(caught.value)
