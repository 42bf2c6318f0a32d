"""The tests run on every Python that a wheel is built for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]


def test_every_supported_python_runs_the_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tests = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text())["jobs"]["pythons"]
    built = [f"3.{minor}" for minor in re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])]
    assert tests["strategy"]["matrix"]["python"] == built
    assert project["project"]["requires-python"] == f">={built[0]}"
    assert any("pytest tests " in step.get("run", "") for step in tests["steps"])
