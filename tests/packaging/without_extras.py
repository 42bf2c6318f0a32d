"""`python -m tests.packaging.without_extras MODULES ARGUMENTS`: tavl as where these modules are not installed, such as
all that come with extras (`hidden_without`)."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def distribution(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def installed_with(extras: Sequence[str]) -> set[str]:
    """The distributions that come with them, and with those again."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    found, waiting = {"tavl"}, [distribution(each) for each in wanted]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [distribution(each) for each in _requirements(name)]
    return found


def _requirements(name: str) -> Iterator[str]:
    try:
        yield from (each for each in requires(name) or () if "extra ==" not in each)
    except ModuleNotFoundError:  # of another platform
        return


@cache
def hidden_without(extras: tuple[str, ...]) -> frozenset[str]:
    """The modules of this environment that would not be there."""
    there = installed_with(extras)
    return frozenset(
        module
        for module, names in packages_distributions().items()
        if module != "tests" and not any(name.lower().replace("_", "-") in there for name in names)
    )


class Hidden:
    def __init__(self, names: Collection[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> None:
        if name.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


if __name__ == "__main__":
    sys.meta_path.insert(0, Hidden(sys.argv[1].split(",")))  # type: ignore[arg-type]
    sys.argv = ["tavl", *sys.argv[2:]]
    from tavl.cli import main

    main()
