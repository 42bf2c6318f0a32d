"""The image of `Containerfile`: what it copies from a checkout is there, let through, and all that makes a wheel."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
COPIED = {name for line in LINES if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]}


def test_what_is_copied_is_there_and_the_only_thing_that_is_sent_to_the_build() -> None:
    assert sorted(name for name in COPIED if not (ROOT / name).exists()) == []
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == COPIED


def test_what_a_wheel_is_built_of_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    told = {project["project"]["readme"], *project["project"]["license-files"]}
    packages = {Path(each).parts[0] for each in project["tool"]["scikit-build"]["wheel"]["packages"]}
    assert {"CMakeLists.txt", "native", "pyproject.toml", *told, *packages} <= COPIED
