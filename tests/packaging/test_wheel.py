"""The built wheel in a fresh environment."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_what_the_program_reads(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "tavl/_native.pyi",
        "tavl/py.typed",
        "tavl/rules/rulebook/game.yaml",
        "tavl/rules/rulebook/sv.yaml",
        "tavl/engine/data/tavl.net",
        "tavl/engine/data/tavl.quick",
        "tavl/engine/data/tavl.race",
        "tavl/engine/data/bearoff.tables",
        "tavl/engine/data/match_equity_kazaross_xg2.tsv",
        "tavl/engine/data/opening.tsv",
        "tavl/i18n/locale/da/LC_MESSAGES/tavl.po",
    ):
        assert needed in names, needed


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """With what the library needs and no extra: pip finds nothing missing."""
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check")
    pinned = ("--require-hashes", "-r", ROOT / "requirements/library.txt")
    run(*pip, "install", "--no-compile", "--no-deps", *pinned, cwd=tmp_path)
    run(*pip, "install", "--no-compile", "--no-deps", wheel, cwd=tmp_path)
    run(*pip, "check", cwd=tmp_path)
    command = tmp_path / "venv" / "bin" / "tavl"
    plays = json.loads(run(command, "plays", "4HPwATDgc/ABMA", "31", "--json", cwd=tmp_path))
    assert "8/5 6/5" in json.dumps(plays)
    assert "G4.6" in run(command, "rule", "G4.6", cwd=tmp_path)
    best = (
        "from tavl import Dice, Position; from tavl.engine import Engine; "
        "print(Engine().plays(Position.start(), Dice(3, 1))[0].play)"
    )
    assert run(python, "-c", best, cwd=tmp_path).strip() == "8/5 6/5"
