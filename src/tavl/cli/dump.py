"""`tavl dump`: finished matches for programmers, the players under pseudonyms."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer
from msgspec import Struct
from msgspec.structs import replace

from tavl.cli.database import Config, Database, Json, must_exist, settings_for
from tavl.cli.db import with_progress
from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.notation.mat.writer import write_record
from tavl.notation.pseudonyms import KEY_BYTES, pseudonym, pseudonymous
from tavl.notation.record import MatchRecord
from tavl.notation.tavl_format import VERSION, record_of_stream
from tavl.rules.codec import to_json

if TYPE_CHECKING:  # the server is slow to import, so other commands do not wait for it
    from tavl.server.settings import Settings
    from tavl.store import Store
    from tavl.store.projections.table_list import ListedTable


class About(Struct, frozen=True, kw_only=True):
    """What a match file cannot hold."""

    id: str
    rated: bool
    profile: str
    sitting: str
    bots: tuple[bool, bool]


class Dumped(Struct, frozen=True, kw_only=True):
    """A line: our own format for one match (`notation/tavl_format.py`), with more beside it."""

    tavl_match: int
    about: About
    matches: tuple[MatchRecord]


class Counts(Struct, kw_only=True):
    matches: int = 0
    without_consent: int = 0  # left out: not all players agreed
    closed: int = 0  # left out: closed to spectators
    without_play: int = 0  # left out: nothing was played, or the format cannot hold it


class Output(Protocol):
    def take(self, match: Dumped) -> None: ...
    def finish(self) -> None: ...
    def give_up(self) -> None: ...


def dump(
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help=_("A new file that ends with .jsonl, or a new folder for .mat files."))
    ],
    key: Annotated[
        Path | None,
        typer.Option("--key", help=_("The key of the pseudonyms: a file, by default beside the database.")),
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help=_("Include matches that were closed to spectators."))
    ] = False,
    database: Database = None,
    config: Config = None,
    json: Json = False,
) -> None:
    w, settings = chosen_words(None), settings_for(database, config)
    must_exist(settings)
    _check(w, target)
    secret = _key(w, key or _beside(w, settings))
    output = _output(w, target)
    counts = Counts()

    async def work(progress: Callable[[int, int], None]) -> None:
        await _write(settings, secret, closed, output, counts, progress)

    try:
        with_progress(w("Matches"), work, quiet=json)
        output.finish()
    except BaseException:
        output.give_up()
        raise
    if json:
        print_json({"file": str(target), **{name: getattr(counts, name) for name in counts.__struct_fields__}})
        return
    typer.echo(w.plural("{n} match written to {file}.", "{n} matches written to {file}.", counts.matches, file=target))
    if counts.without_consent:
        left_out = w.plural(
            "{n} match is left out because not all its players have agreed.",
            "{n} matches are left out because not all their players have agreed.",
            counts.without_consent,
        )
        typer.echo(left_out, err=True)
    if counts.closed:
        left_out = w.plural(
            "{n} match was closed to spectators and is left out.",
            "{n} matches were closed to spectators and are left out.",
            counts.closed,
        )
        typer.echo(left_out, err=True)


# The key.


def _beside(w: Words, settings: Settings) -> Path:
    if "://" in settings.database:
        fail(w("Use --key to name the file that keeps the key of the pseudonyms."))
    return Path(f"{settings.database}.dump-key")


def _key(w: Words, path: Path) -> bytes:
    """Readable only by its owner: with it, an id can be turned into its pseudonym."""
    try:
        if not path.exists():
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_hex(KEY_BYTES) + "\n")
        found = bytes.fromhex(path.read_text(encoding="ascii"))
    except (ValueError, UnicodeError):
        found = b""
    except TROUBLE as error:
        fail(w("{file} cannot be read: {problem}", file=path, problem=trouble(error)))
    if len(found) < KEY_BYTES:
        fail(w("{file} is not a key: 64 hexadecimal digits are expected.", file=path))
    return found


# The matches.


async def _write(
    settings: Settings,
    key: bytes,
    closed: bool,
    output: Output,
    counts: Counts,
    progress: Callable[[int, int], None],
) -> None:
    from tavl.server.accounts.bot_tokens import BotTokens
    from tavl.server.service import open_store
    from tavl.server.wall_clock import now_ms
    from tavl.store.log.read import NO_LIMIT
    from tavl.store.projections.table_list import Order, listed
    from tavl.store.projections.table_rows import OVER

    async with await open_store(settings, migrate=False, rebuild=False) as store:
        over = await store.read_rows(lambda c: listed(c, status=(OVER,), order=Order.OLDEST, limit=NO_LIMIT))
        bots = await BotTokens(store, now_ms).every_bot()
        agreed = await store.people.dump_consents()
        for done, line in enumerate(over, start=1):
            if not all(person is None or _is_bot(person, bots) or person in agreed for person in line.players):
                counts.without_consent += 1
                progress(done, len(over))
                continue
            found = await _match(store, key, line, bots)
            if found is None:
                counts.without_play += 1
            elif not (found[1] or closed):
                counts.closed += 1
            else:
                _take(output, found[0], counts)
            progress(done, len(over))


def _take(output: Output, match: Dumped, counts: Counts) -> None:
    try:
        output.take(match)
        counts.matches += 1
    except NotationError:
        counts.without_play += 1


async def _match(store: Store, key: bytes, line: ListedTable, bots: frozenset[str]) -> tuple[Dumped, bool] | None:
    """And whether it was open to spectators. None: it was broken off, or nothing was played."""
    from tavl.server.tables.listing import TableReading
    from tavl.server.tables.rated_matches import counts as is_rated

    if line.reason == "aborted" or None in line.players:
        return None
    events = await store.read(line.stream)
    reading = TableReading()
    state = reading.start(events[0])
    for event in events[1:]:
        state = reading.step(state, event) if state else None
    record = record_of_stream((event.type, event.at, event.body) for event in events)
    if state is None or record is None or not any(game.entries for game in record.games):
        return None
    first, second = (str(person) for person in line.players)
    names = await _names(store, key, line.stream, (first, second))
    about = About(
        id=pseudonym(key, "match", line.stream),
        rated=is_rated(state.house, state.table),
        profile=state.table.terms.match.profile.name,
        sitting=str(state.table.terms.sitting),
        bots=(_is_bot(first, bots), _is_bot(second, bots)),
    )
    month = datetime.fromtimestamp(line.created / 1000, UTC).strftime("%Y-%m")
    kept = pseudonymous(record, names, month)
    return Dumped(tavl_match=VERSION, about=about, matches=(kept,)), state.house.terms.spectators


def _is_bot(person: str, bots: frozenset[str]) -> bool:
    from tavl.server.tables.bots import is_bot_seat

    return is_bot_seat(person) or person in bots


async def _names(store: Store, key: bytes, stream: str, people: tuple[str, str]) -> tuple[str, str]:
    """The server's own bots are not people; matches of an erased bot cannot be linked to each other."""
    from tavl.server.tables.bots import is_bot_seat, name_of

    known = await store.people.find(*people)

    def name(person: str) -> str:
        if is_bot_seat(person):
            return name_of(person)
        erased = person not in known or known[person].erased is not None
        return pseudonym(key, "player", f"{person} {stream}" if erased else person)

    return name(people[0]), name(people[1])


# What is written.


def _check(w: Words, target: Path) -> None:
    if target.suffix not in ("", ".jsonl"):
        fail(w("Write to a file that ends with .jsonl, or to a folder for .mat files: {file}", file=target))
    try:
        there = target.exists()
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=target, problem=trouble(error)))
    if there:
        fail(w("{file} already exists.", file=target))


def _output(w: Words, target: Path) -> Output:
    try:
        return _Lines(target) if target.suffix else _Folder(target)
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=target, problem=trouble(error)))


class _Lines:
    """Under its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path, self._part = path, path.with_name(path.name + ".part")
        self._file = self._part.open("wb")

    def take(self, match: Dumped) -> None:
        self._file.write(to_json(match) + b"\n")

    def finish(self) -> None:
        self._file.close()
        self._part.replace(self._path)

    def give_up(self) -> None:
        self._file.close()
        self._part.unlink(missing_ok=True)


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path
        path.mkdir()

    def take(self, match: Dumped) -> None:
        (record,) = match.matches
        text = write_record(replace(record, event=match.about.id))
        (self._path / f"{match.about.id}.mat").write_text(text, encoding="utf-8")

    def finish(self) -> None:
        pass

    def give_up(self) -> None:
        """Files that were written stay: each holds one whole match."""
