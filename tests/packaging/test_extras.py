"""`pip install tavl` is the library and its commands. The rest comes with extras, and a missing one is said to be."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tavl.extras import MODULES
from tests.cli.test_verify import played
from tests.packaging.without_extras import ROOT, distribution, hidden_without

__all__ = ["played"]
SOURCE = ROOT / "src" / "tavl"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LIBRARY = {distribution(each) for each in PROJECT["dependencies"]}
KNOWN = packages_distributions()
START = "4HPwATDgc/ABMA"


def tavl(extras: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    hidden = ",".join(hidden_without(tuple(filter(None, extras.split(",")))))
    command = [sys.executable, "-m", "tests.packaging.without_extras", hidden, *arguments]
    # The working folder has no tests/: they are found by their path.
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "XDG_STATE_HOME": str(cwd)}
    return subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False)


def imported(path: Path) -> Iterator[str]:
    """The distributions whose modules a file imports, at its top or in a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            found = KNOWN.get(name.partition(".")[0], [])
            yield from (each.lower().replace("_", "-") for each in found if each != "tavl")


def test_the_library_has_at_most_eight_dependencies() -> None:
    assert len(LIBRARY) <= 8


def test_the_page_of_dependencies_names_every_one() -> None:
    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    page = plain((ROOT / "docs/dependencies.md").read_text(encoding="utf-8"))
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    wanted = [each for group in groups.values() for each in group if isinstance(each, str)]
    wanted += [
        *PROJECT["dependencies"],
        *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
    ]
    assert {name for name in map(distribution, wanted) if plain(name) not in page} == set()


def test_what_compiles_and_what_runs_are_fetched_side_by_side_and_share_no_package() -> None:
    names = [
        {
            distribution(line.split()[0])
            for line in (ROOT / f"requirements/{name}.txt").read_text().splitlines()
            if "==" in line
        }
        for name in ("native", "run")
    ]
    assert all(names)
    assert names[0] & names[1] == set()


@pytest.mark.parametrize("part", ["analysis", "cli", "engine", "i18n", "notation", "rating", "rules", "table"])
def test_the_library_imports_nothing_else(part: str) -> None:
    found = {(path.name, name) for path in (SOURCE / part).rglob("*.py") for name in imported(path)}
    assert {each for each in found if each[1] not in LIBRARY} == set()


def test_every_package_that_is_imported_comes_with_the_library_or_a_known_extra() -> None:
    extras = {
        name: {distribution(each) for each in wanted} for name, wanted in PROJECT["optional-dependencies"].items()
    }
    named = {
        (extra, each.lower().replace("_", "-"))
        for extra, modules in MODULES.items()
        for module in modules
        for each in KNOWN.get(module, [module])
    }
    assert {(extra, name) for extra, name in named if name not in extras[extra]} == set()
    found = {name for path in SOURCE.rglob("*.py") for name in imported(path)}
    assert found - LIBRARY - {name for _, name in named} == set()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plays", START, "31"], "8/5 6/5"),
        (["hint", START, "31", "--ply", "0"], "8/5 6/5"),
        (["rule", "G4.6"], "G4.6"),
        (["perft", START, "1"], ""),
        (["--help"], "rollout"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_of_the_library_work_without_any_extra(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = tavl("", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_a_downloaded_match_is_verified_without_any_extra(played: dict[str, str], tmp_path: Path) -> None:
    done = tavl("", "verify", f"{played['folder']}/match.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("extras", "arguments", "missing"),
    [
        ("", ["serve"], "server"),
        ("", ["db", "status"], "server"),
        ("", ["push-key"], "server"),
        ("", [], "server"),
        ("", ["analyse", "x.mat", "--cluster", "tcp://127.0.0.1:1"], "cluster"),
        ("server", ["serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/x"], "postgres"),
    ],
    ids=["serve", "db", "push-key", "start", "cluster", "postgres"],
)
def test_a_missing_extra_is_a_sentence_with_the_command_that_installs_it(
    extras: str, arguments: list[str], missing: str, tmp_path: Path
) -> None:
    done = tavl(extras, *arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert f"pip install 'tavl[{missing}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_picture_in_pixels_says_what_it_needs_and_one_in_lines_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10\n")
    assert tavl("", "convert", "a.txt", "b.svg", cwd=tmp_path).returncode == 0
    done = tavl("", "convert", "a.txt", "b.png", cwd=tmp_path)
    assert (done.returncode, "pip install 'tavl[picture]'" in done.stderr) == (2, True)
    assert not (tmp_path / "b.png").exists()


def test_rounds_are_paired_with_the_extra_for_tournaments_alone() -> None:
    from tavl.tournament.draws.pairing import assign

    assert assign([[1, 2], [1, 9]]) == [1, 0]


@pytest.mark.parametrize(
    ("module", "statement", "said"),
    [
        (
            "rustworkx",
            "from tavl.tournament.draws.pairing import assign; assign([[1]])",
            "pairing needs more: pip install 'tavl[tournament]'",
        ),
        ("gymnasium", "import tavl.gym", "tavl.gym needs more: pip install 'tavl[gym]'"),
        (
            "distributed",
            "from tavl.analysis.engine.cluster import connect; connect('tcp://127.0.0.1:1')",
            "a cluster needs more: pip install 'tavl[cluster]'",
        ),
        (
            "resvg_py",
            "import tavl.notation.picture as p, tavl.notation as n; p.position_png(n.read_xgid(X))",
            "a picture in pixels needs more: pip install 'tavl[picture]'",
        ),
    ],
    ids=["tournament", "gym", "cluster", "picture"],
)
def test_the_library_too_says_which_extra_is_missing(module: str, statement: str, said: str) -> None:
    program = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "X = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10'\n"
        f"try: {statement}\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{said}\n", "")


@pytest.mark.parametrize(("file", "extras"), [("library", ()), ("run", ("tournament", "server", "postgres"))])
def test_what_is_pinned_is_what_the_package_asks_for(file: str, extras: tuple[str, ...]) -> None:
    pinned = {}
    for line in (ROOT / "requirements" / f"{file}.txt").read_text().splitlines():
        if "==" in line and not line.startswith((" ", "#")):
            requirement = Requirement(line.rstrip("\\ "))
            if requirement.marker is None or requirement.marker.evaluate():
                pinned[requirement.name] = str(requirement.specifier).removeprefix("==")
    wanted = [*PROJECT["dependencies"], *(each for extra in extras for each in PROJECT["optional-dependencies"][extra])]
    for each in map(Requirement, wanted):
        if each.name != "tavl" and (each.marker is None or each.marker.evaluate()):
            assert each.specifier.contains(pinned[each.name]), each
