"""What the workflows fetch and run is pinned: actions by their commit, packages by their hashes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PIP = re.compile(r"\bpip install\b.*")
PINNED = re.compile(r"pip install --require-hashes --no-deps(?: -r (?:\{project\}/)?requirements/\w+\.txt)+")


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(workflow.read_text())["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_an_action_is_named_by_its_commit(workflow: Path) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name)] == []


def test_packages_are_installed_by_their_hashes() -> None:
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    commands = [step["run"] for workflow in WORKFLOWS for step in steps(workflow) if "run" in step]
    installs = PIP.findall("\n".join([*commands, wheels["before-build"], wheels["before-test"]]))
    assert len(installs) == 3
    for command in installs:
        assert PINNED.fullmatch(command), command
        assert all((ROOT / file).exists() for file in re.findall(r"requirements/\w+\.txt", command))
