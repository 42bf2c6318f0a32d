"""`tavl verify`: check a match's dice, from a file, a server or a database."""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import msgspec
import typer
from msgspec import Raw, Struct

from tavl.cli.database import Database, errors_in_one_line, exists, settings_for
from tavl.cli.errors import fail
from tavl.cli.input_output import is_file, print_json
from tavl.cli.language import _, chosen_words
from tavl.i18n import Words, later

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.tables.dice.proof import Fault, ProofVerdict, Recomputed

MAX_BYTES = 50_000_000
PATIENCE_S = 30
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # the last: nested too deeply
_TABLE_URL = re.compile(r"(?P<server>https?://[^/]+)/(?:t|api/v1/tables)/(?P<table>[^/?#]+)")
FAULTS = {
    "nothing_promised": later("The server promised nothing."),
    "secret_not_told": later("The server has not revealed its secret: the match is not over."),
    "other_secret": later("The secret is not the one that was promised."),
    "word_not_told": later("A player's word was not revealed."),
    "other_word": later("A player's word is not the one that was promised."),
    "rolled_before_words_were_told": later("A roll was made before both words were revealed."),
    "promised_after_words_were_told": later("A text was promised after a word was revealed."),
    "promised_again": later("A text was promised again, in place of another."),
    "told_before_all_were_promised": later("A word was revealed before all three texts were promised."),
    "told_again": later("A text was revealed twice, or out of turn."),
    "words_drawn_again": later("Both words were drawn again without a reason."),
    "secret_told_too_soon": later("The server revealed its secret before the match was over."),
    "roll_not_due": later("A roll was made that was not due."),
    "game_not_due": later("A game was begun that was not due."),
    "not_by_the_rules": later("Something happened that the rules do not allow."),
    "not_whole": later("This is not the full record of the match."),
    "other_dice": later("The dice rolled are not those that the three texts give."),
}


class VerifiedMatch(Struct, frozen=True):
    """One match, and the verdict on it."""

    table: str
    verdict: ProofVerdict
    rolls: tuple[Recomputed, ...]


class _Out(Struct):
    event: Raw
    version: int = 0


class Numbered(Struct, frozen=True):
    """An event and its number in the stream."""

    version: int
    event: Any


class _EventList(Struct):
    events: list[_Out]
    next: int | None = None  # there is more on the server


class _LogEvent(Struct):
    stream: str
    body: Raw
    version: int = 0


class _LogLine(Struct):
    event: _LogEvent | None = None


def verify(
    match: Annotated[
        str, typer.Argument(help=_("A downloaded file, the address of a table, or the id of a table in the database."))
    ],
    table: Annotated[str | None, typer.Option(help=_("Of an exported log: this table only."))] = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    """Prove a match's dice. Exit code 0: all rolls are as promised; 1: they are not, or not yet; 2: cannot be read."""
    w = chosen_words(language)
    found = [_judged(name, events) for name, events in _matches(w, match, table, database)]
    if json:
        shown = [_data(each) for each in found]
        print_json(shown[0] if len(shown) == 1 else shown)
    else:
        for each in found:
            _print(w, each, rolls=len(found) == 1)
    if not all(each.verdict.proven for each in found):
        raise typer.Exit(1)


def _judged(name: str, events: list[Numbered]) -> VerifiedMatch:
    from tavl.server.tables.dice import proof as dice_proof

    listed = [each.event for each in events]
    verdict = dice_proof.verify(listed, (each.version for each in events))
    return VerifiedMatch(name, verdict, tuple(dice_proof.recomputed(listed)))


# where it comes from


def _matches(w: Words, match: str, table: str | None, database: str | None) -> list[tuple[str, list[Numbered]]]:
    address = _TABLE_URL.match(match)
    if address:
        return [(address["table"], _of_server(w, address["server"], address["table"]))]
    if "://" in match:
        fail(w("This is not the address of a table: {address}", address=match[:200]))
    path = Path(match)
    if is_file(path):
        return _of_file(w, path, table)
    if database is None and ("/" in match or "." in match):
        fail(w("There is no such file: {file}", file=match))
    return [(match, _of_database(w, match, database))]


def _of_server(w: Words, server: str, table: str) -> list[Numbered]:
    """All of it, page by page."""
    found: list[Numbered] = []
    after, more = 0, True
    try:
        while more:
            address = f"{server}/api/v1/tables/{quote(table)}/events?after={after}"
            with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 - http or https, see above
                page = _event_list(w, answer.read(MAX_BYTES), server)
            found += _numbered(w, page, server)
            more = page.next is not None and page.next > after
            after = page.next or after
        return found
    except urllib.error.HTTPError as error:
        with error:
            fail(w("{server} answered: {problem}", server=server, problem=f"{error.code} {error.reason}"))
    except (OSError, ValueError, HTTPException) as error:
        fail(w("{server} answered: {problem}", server=server, problem=str(getattr(error, "reason", error))))


def _of_file(w: Words, path: Path, table: str | None) -> list[tuple[str, list[Numbered]]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    if not data.startswith(b'{"tavl_log"'):
        return [(path.stem, _of_event_list(w, data, str(path)))]
    streams: dict[str, list[_LogEvent]] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            event = msgspec.json.decode(line, type=_LogLine).event
        except UNREADABLE:
            fail(w("{file} cannot be read, line {line}.", file=str(path), line=number))
        if event and event.stream.startswith("table/"):
            streams.setdefault(event.stream.removeprefix("table/"), []).append(event)
    wanted = {table: streams[table]} if table in streams else {} if table else streams
    if not wanted:
        fail(w("There is no such table in {place}.", place=str(path)))
    return [
        (name, [Numbered(each.version, _event(w, each.body, str(path))) for each in written])
        for name, written in wanted.items()
    ]


def _of_event_list(w: Words, data: bytes, place: str) -> list[Numbered]:
    listed = _event_list(w, data, place)
    if listed.next is not None:
        fail(w("{file} has only a part of the match. Give the table's address instead.", file=place))
    return _numbered(w, listed, place)


def _event_list(w: Words, data: bytes, place: str) -> _EventList:
    try:
        return msgspec.json.decode(data, type=_EventList)
    except UNREADABLE as error:
        fail(w("{place} is not a table's events: {problem}", place=place, problem=str(error)))


def _numbered(w: Words, listed: _EventList, place: str) -> list[Numbered]:
    return [Numbered(out.version, _event(w, out.event, place)) for out in listed.events]


def _event(w: Words, body: Raw, place: str) -> Any:
    from tavl.rules.codec import from_json
    from tavl.server.tables.stream.stream_state import StreamEvent

    try:
        return from_json(bytes(body), StreamEvent)
    except UNREADABLE as error:
        fail(w("{place} is not a table's events: {problem}", place=place, problem=str(error)))


def _of_database(w: Words, table: str, database: str | None) -> list[Numbered]:
    from tavl.server.service import open_store
    from tavl.server.tables.stream.event_codec import read, stream_of

    settings = settings_for(database, None)

    async def events() -> list[Numbered]:
        async with await open_store(settings, migrate=False, rebuild=False) as store:
            return [Numbered(event.version, read(event)) for event in await store.read(stream_of(table))]

    if not exists(settings):
        fail(w("There is no such file: {file}", file=settings.database if database else table))
    with errors_in_one_line():
        found = asyncio.run(events())
    if not found:
        fail(w("There is no such table in {place}.", place=settings.database))
    return found


# what is said


def _data(match: VerifiedMatch) -> dict[str, Any]:
    return {
        "table": match.table,
        "proven": match.verdict.proven,
        "rolls": [msgspec.structs.asdict(roll) for roll in match.rolls],
        "faults": [msgspec.structs.asdict(fault) for fault in match.verdict.faults],
    }


def _print(w: Words, match: VerifiedMatch, rolls: bool) -> None:
    for roll in match.rolls if rolls else ():
        fell = "-".join(map(str, roll.fell))
        should = "-".join(map(str, roll.should_be)) if roll.should_be else "?"
        said = w("game {game}, roll {roll}: {fell}", game=roll.game, roll=roll.roll, fell=fell)
        typer.echo(said if roll.same else f"{said}  != {should}")
    for fault in match.verdict.faults:
        typer.echo(_fault(w, fault), err=True)
    count = w.plural("{n} roll", "{n} rolls", match.verdict.rolls)
    verdict = w("PROVEN: all as promised.") if match.verdict.proven else w("NOT PROVEN.")
    typer.echo(f"{match.table}: {count}. {verdict}")


def _fault(w: Words, fault: Fault) -> str:
    text = w(FAULTS[fault.code]) if fault.code in FAULTS else fault.code
    where = w("game {game}, roll {roll}", game=fault.game, roll=fault.roll) if fault.roll else ""
    return f"{where}: {text}" if where else text
