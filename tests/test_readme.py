"""The README's ten lines do what they say."""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_ten_lines_give_what_their_comments_say() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    checked = 0
    for line in code.splitlines():
        statement, _, comment = line.partition("  # ")
        if not comment:
            exec(statement, names)
            continue
        expected = re.split(r": (?=[a-z])", comment)[0]
        assert repr(eval(statement, names)) == expected, line
        checked += 1
    assert checked >= 5


def test_the_first_screen_shows_a_picture_and_the_two_commands() -> None:
    first_screen = README.splitlines()[:14]
    picture = next(line for line in first_screen if line.startswith("!["))
    assert (Path(__file__).parents[1] / picture[picture.index("(") + 1 : -1]).exists()
    assert any("make run" in line for line in first_screen)
    assert any("make test" in line for line in first_screen)


def test_every_page_that_the_readme_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (Path(__file__).parents[1] / target).exists(), target
