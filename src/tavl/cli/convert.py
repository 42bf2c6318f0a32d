"""`tavl convert`: a match file or a position in another format."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.language import _, chosen_words
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.notation.file_error_texts import problem_text, why_unreadable
from tavl.notation.problems import FileError
from tavl.notation.record import MatchRecord
from tavl.notation.situation import Situation

BY_ENDING: Final = {
    ".mat": "mat",
    ".txt": "mat",
    ".sgf": "sgf",
    ".xg": "xg",
    ".xgp": "xg",
    ".json": "tavl",
    ".tavl": "tavl",
    ".xgid": "xgid",
    ".gnuid": "gnuid",
    ".ogid": "ogid",
    ".svg": "svg",
    ".png": "png",
}
T = TypeVar("T")
FORMATS: Final = tuple(dict.fromkeys(BY_ENDING.values()))


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help=_("A match file, a position ID, or - for standard input."))
    ],
    target: Annotated[str, typer.Argument(metavar="OUT", help=_("A file to write, or - for standard output."))],
    to: Annotated[
        str | None, typer.Option("--to", help=_("mat, sgf, xg, tavl, xgid, gnuid, ogid, svg or png."))
    ] = None,
    number: Annotated[int, typer.Option("--number", help=_("Which match, or for a picture which position."))] = 1,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    w = chosen_words(language)
    written_as = to or BY_ENDING.get(Path(target).suffix.lower())
    if written_as not in FORMATS:
        formats = ", ".join(FORMATS)
        fail(w("Say with --to what to write: one of {formats}.", formats=formats))
    records = _read(w, source)
    for record in records:
        for problem in record.problems:
            typer.echo(problem_text(w, problem, binary=record.format in ("xg", "xgp", "bgf")), err=True)
    try:
        data = _data(w, source, records, written_as, number)
    except NotationError as error:
        field = str(error.facts.get("field", ""))
        fail(w("{format} has no room for this: {field}.", format=written_as, field=field))
    _write(w, target, data)


def _read(w: Words, source: str) -> list[MatchRecord]:
    from tavl.notation.file_formats import read

    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except (*TROUBLE, ValueError) as error:
        if not _is_id(source):
            fail(w("{file} cannot be read: {problem}", file=source, problem=trouble(error)))
        data = source.encode()
    try:
        return read(data)
    except FileError as error:
        fail(why_unreadable(w, source, error))


def _is_id(text: str) -> bool:
    from tavl.notation.ids.any_id import read_any_id

    try:
        read_any_id(text)
    except NotationError:
        return False
    return True


def _data(w: Words, source: str, records: list[MatchRecord], written_as: str, number: int) -> bytes:
    if written_as == "xg":
        from tavl.notation.xg.writer import write_xg

        return write_xg(_chosen(w, source, records, number))
    if written_as == "png":
        from tavl.notation.picture import position_png

        return position_png(*_position(w, source, records, number))
    return _text(w, source, records, written_as, number).encode("utf-8", errors="replace")


def _position(w: Words, source: str, records: list[MatchRecord], number: int) -> tuple[Situation, tuple[str, str]]:
    """One of the positions that were decided in, and the names of its players."""
    from tavl.notation.decisions import decisions_of

    found = [(decision.situation, record) for record in records for decision in decisions_of(record)]
    situation, record = _chosen(w, source, found, number)
    return situation, (record.players[0].name, record.players[1].name)


def _text(w: Words, source: str, records: list[MatchRecord], written_as: str, number: int) -> str:
    from tavl.notation.decisions import decisions_of
    from tavl.notation.tavl_format import write_records

    if written_as == "tavl":
        return write_records(records)
    if written_as in ("mat", "sgf"):
        return _match_text(_chosen(w, source, records, number), written_as)
    if written_as == "svg":
        from tavl.notation.picture import position_svg

        return position_svg(*_position(w, source, records, number))
    found = (decision.situation for record in records for decision in decisions_of(record))
    return "".join(f"{_id_writer(written_as)(situation)}\n" for situation in found)


def _match_text(record: MatchRecord, written_as: str) -> str:
    from tavl.notation.mat.writer import write_record
    from tavl.notation.sgf.writer import write_sgf

    return write_record(record) if written_as == "mat" else write_sgf(record)


def _id_writer(written_as: str) -> Callable[[Situation], str]:
    from tavl.notation.ids.gnu_id import write_gnu_id
    from tavl.notation.ids.ogid import write_ogid
    from tavl.notation.ids.xgid import write_xgid

    return {"xgid": write_xgid, "gnuid": write_gnu_id, "ogid": write_ogid}[written_as]


def _chosen(w: Words, source: str, found: Sequence[T], number: int) -> T:
    if not 1 <= number <= len(found):
        fail(w("{file} has {n} of these; --number is one of them.", file=source, n=len(found)))
    return found[number - 1]


def _write(w: Words, target: str, data: bytes) -> None:
    if target == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(target).write_bytes(data)
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=target, problem=trouble(error)))
