"""The trainer's C++ on the CPU, built once; without a compiler these tests are skipped."""

from __future__ import annotations

import ctypes
import shutil

import pytest
from train.library import build


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    return ctypes.CDLL(str(build(on_gpu=False, folder=tmp_path_factory.mktemp("library"))))
