"""The docstrings and comments of a source file, each with its lines joined."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

# Line comments that follow one another are one text.
SCRIPT = re.compile(r"/\*.*?\*/|(?:(?<!:)//[^\n]*\n\s*)+", re.DOTALL)
MARKS = re.compile(r"\s*\n\s*(?:\*(?!/)|//|#)?\s*")


def prose_of(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    parts = SCRIPT.findall(text) if path.suffix == ".js" else _of_python(text)
    yield from (MARKS.sub(" ", part) for part in parts)


def _of_python(text: str) -> Iterator[str]:
    comments: list[str] = []
    last = None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.append(token.string)
        elif token.type == tokenize.STRING and last in (None, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            yield token.string
        elif token.type not in (tokenize.NL, tokenize.COMMENT) and comments:
            yield "\n".join(comments)
            comments = []
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            last = token.type
