"""`tavl eval`: IDs on standard input, a line of chances for each, as they come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import typer

from tavl.cli.engine.chances import chances_data, chances_line, equity
from tavl.cli.engine.options import Json, Language, Ply, Threads
from tavl.cli.language import chosen_words
from tavl.cli.position_ids import why_no_id
from tavl.engine import Engine, Evaluation
from tavl.i18n import Words
from tavl.notation import NotationError
from tavl.notation.ids.any_id import read_any_id

_MAX_LINE = 4096  # characters of a line; no ID is nearly as long


def evaluate(ply: Ply = 0, threads: Threads = None, json: Json = False, language: Language = None) -> None:
    w = chosen_words(language)
    engine = Engine(threads=threads)
    as_data = json or not sys.stdout.isatty()
    failed = False
    for number, text in _lines():
        answer = _answer(w, engine, number, text, ply)
        failed = failed or "error" in answer
        line = msgspec.json.encode(answer).decode() if as_data else _in_words(w, answer)
        typer.echo(line)
        sys.stdout.flush()
    if failed:
        raise typer.Exit(1)


def _lines() -> Iterator[tuple[int, str]]:
    """Lines that are not empty, with their numbers. Bytes that are not text cannot be an ID: refused."""
    for number, line in enumerate(typer.get_binary_stream("stdin"), start=1):
        text = line[:_MAX_LINE].decode("utf-8", errors="replace").strip()
        if text:
            yield number, text


def _answer(w: Words, engine: Engine, number: int, text: str, ply: int) -> dict[str, Any]:
    try:
        position = read_any_id(text).position
    except NotationError as error:
        message = why_no_id(w, text, error)
        return {"line": number, "id": text[:80], "error": error.reason, "at": error.at, "message": message}
    found = engine.evaluate(position, ply)
    return {
        "line": number,
        "id": text,
        "position": position.gnu_id,
        "ply": ply,
        "equity": round(found.equity, 6),
        **chances_data(found),
    }


def _in_words(w: Words, answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"{answer['line']}: {answer['message']}"
    chances = chances_line(w, msgspec.convert(answer, type=Evaluation))
    return f"{answer['position']}  {equity(w, answer['equity'])}  {chances}"
