"""The commands that the documentation names exist, with the options it gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tavl.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "train/README.md"]
TAVL: Any = typer.main.get_command(app)
BLOCK = re.compile(r"```.*?\n(.*?)```", re.DOTALL)
SPAN = re.compile(r"`tavl ([a-z][^`]*)`")
TYPED = re.compile(r"(?:^|\$ |/bin/|-- )tavl ([a-z][^#\n]*)", re.MULTILINE)


def commands_in(page: Path) -> Iterator[str]:
    """What stands behind `tavl` in the page's code spans and blocks."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    yield from SPAN.findall(BLOCK.sub("", text))
    for block in BLOCK.findall(text):
        yield from TYPED.findall(block)


def what_is_wrong(line: str) -> str | None:
    command, words = TAVL, line.partition("&&")[0].replace("[", " ").replace("]", " ").split()
    while hasattr(command, "commands") and words and re.fullmatch("[a-z][a-z-]*", words[0]):
        command = command.commands.get(words.pop(0))
        if command is None:
            return f"no such command: {line}"
    known = {"--help", *(name for each in command.params for name in each.opts)}
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    return next((f"no {option}: {line}" for option in options if option not in known), None)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_a_page_exists(page: Path) -> None:
    assert list(filter(None, map(what_is_wrong, commands_in(page)))) == []


def test_a_command_or_an_option_that_does_not_exist_is_found() -> None:
    assert what_is_wrong("tournament do evening.tavl") == "no such command: tournament do evening.tavl"
    assert what_is_wrong("db backup FILE --data x") == "no --data: db backup FILE --data x"
    assert what_is_wrong("db backup FILE --database x") is None
    assert sum(1 for page in PAGES for _ in commands_in(page)) > 80


def test_the_page_of_the_terminal_lists_every_command_of_a_tournament() -> None:
    page = (ROOT / "docs/terminal.md").read_text(encoding="utf-8")
    table = page[page.index("| for | commands |") : page.index("- **`--preview`**")]
    assert sorted(re.findall(r"`([a-z][a-z-]*)`", table)) == sorted(TAVL.commands["tournament"].commands)


def test_the_readme_lists_every_command() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    table = page[page.index("## Commands\n") : page.index("## Documentation\n")]
    assert set(re.findall(r"`tavl ([a-z-]+)", table)) == set(TAVL.commands)
