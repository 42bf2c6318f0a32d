"""The desk at the terminal: what every command shares. It reads the file, lets the core decide, writes, and says what
has happened; with `--preview` it says what would happen and writes nothing."""

from __future__ import annotations

import inspect
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from msgspec import Struct

from tavl.cli.clock import clock_of
from tavl.cli.errors import TROUBLE, fail, printable, trouble
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.cli.tournament.lookup import Lookup, instant
from tavl.cli.tournament.sentences import change_line, event_line, facts_named
from tavl.cli.tournament.tournament_file import ChangedMeanwhile, TournamentFile, load, locked, save
from tavl.i18n import Words
from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused
from tavl.tournament import By, Office, Preview, acts, decide, due, preview
from tavl.tournament.acts import AnyAction, AnyEvent
from tavl.tournament.files.errors import FileError
from tavl.tournament.preview import Change, differences

app = typer.Typer(
    help=_("Run a tournament from the terminal, on one file: entries, draw, results, money, report."),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
BEFORE, DRAW, EVENING, CASES, MONEY, LOOK, FILES, TRY = (
    _("Before the draw"),
    _("The draw"),
    _("The evening"),
    _("Disputes and penalties"),
    _("Money"),
    _("To look up"),
    _("Files"),
    _("To plan and to try"),
)

File = Annotated[Path, typer.Argument(metavar="FILE", help=_("The tournament's file."))]
ByWhom = Annotated[
    str | None, typer.Option("--by", metavar="NAME", help=_("Who does it; without it, the first director."))
]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help=_("When it was, such as 20:10; without it, now."))]
OnlyPreview = Annotated[bool, typer.Option("--preview", help=_("Show what would change and for whom; change nothing."))]
Json = Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))]
Language = Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help=_("The reason."))]
DivisionOption = Annotated[str | None, typer.Option("--division", metavar="DIVISION", help=_("In which division."))]
DivisionArgument = Annotated[
    str | None, typer.Argument(metavar="[DIVISION]", help=_("Which division, if there are several."))
]

MatchArgument = Annotated[
    str, typer.Argument(metavar="MATCH", help=_("A table, a match such as main.1.3, or one of its players."))
]


class Shown(Struct, frozen=True):
    """What a command reports besides the events: lines for people, data for programs."""

    lines: Sequence[str] = ()
    data: Any = None


class Desk(Lookup):
    def __init__(self, w: Words, file: TournamentFile, at: int, by: str | None = None, previews: bool = False) -> None:
        super().__init__(w, file)
        self.at = at
        self._by = by
        self.previews = previews  # nothing will be saved
        self.acts: list[str] = []  # of this command
        self.exit_code = 0

    @property
    def by(self) -> str:
        """The person at the desk."""
        if self._by is not None:
            return self.person(self._by)
        return next(iter(self.state.directors), self.state.organiser)

    def do(
        self, action: AnyAction, by: str | None = None, chance: bytes | None = None, office: Office = Office.NONE
    ) -> list[AnyEvent]:
        """The events; a refusal ends the command, and nothing is saved."""
        who = By(self.by if by is None else by, office)
        answer = decide(self.file.state_if_any(), action, who, self.at, chance)
        if isinstance(answer, Refused):
            self.refused(answer)
        self.acts.append(self.file.append(answer, who.person, self.at))
        return answer

    def refused(self, why: Refused) -> NoReturn:
        fail(self.w.refusal(why.code, why.rule, facts_named(self, why.facts)))

    def foresee(self, action: AnyAction, by: str | None = None, chance: bytes | None = None) -> Preview:
        return preview(self.state, action, By(self.by if by is None else by), self.at, chance)

    def catch_up(self) -> None:
        """What has become due since the last command, each at its own instant."""
        while (coming := due(self.state)) is not None and coming.at <= self.at:
            chance = self._chance_for(coming.action)
            answer = decide(self.state, coming.action, By("", Office.SYSTEM), coming.at, chance)
            if isinstance(answer, Refused) or not answer:
                break
            self.acts.append(self.file.append(answer, "", coming.at))

    def _chance_for(self, action: AnyAction) -> bytes | None:
        """The seed of a draw that happens automatically."""
        if isinstance(action, acts.PromiseSeed):
            seed = secrets.token_bytes(32)
            self.file.keep_seed(action.division, seed)
            return seed
        return self.file.seed_of(action.division) if isinstance(action, acts.MakeDraw) else None

    def happened(self) -> list[str]:
        """The sentences of what this command has done."""
        return [event_line(self, event, stamp) for event, stamp in self.file.log if stamp.act in self.acts]


def opened(w: Words, path: Path) -> TournamentFile:
    try:
        return load(path)
    except FileError as error:
        fail(f"{path}: {file_error_text(w, error)}")
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be read: {problem}", file=str(path), problem=trouble(error)))


def file_error_text(w: Words, error: FileError) -> str:
    return "\n".join(w.fault(each.reason, each.line, each.field, each.found) for each in error.faults[:10])


def written(w: Words, path: Path, file: TournamentFile, before: os.stat_result | None) -> None:
    try:
        save(file, path, before)
    except ChangedMeanwhile:
        fail(w("{file} has been changed in the meantime; nothing was written.", file=str(path)))
    except FileError as error:
        fail(f"{path}: {file_error_text(w, error)}")
    except FileExistsError:
        fail(w("{file} already exists.", file=str(path)))
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=str(path), problem=trouble(error)))


Command = Callable[..., Shown | None]
ACTING = {"by": (ByWhom, None), "at": (At, None), "preview": (OnlyPreview, False)}
LOOKING = {"at": (At, None)}
LAST = {"json": (Json, False), "language": (Language, None)}


def command(name: str, help: str, panel: str, *, writes: bool = True) -> Callable[[Command], Command]:
    """A command on a file: FILE first, then its own parameters, then the options that all of them share."""

    def registered(function: Command) -> Command:
        _desk, *own = inspect.signature(function, eval_str=True).parameters.values()
        kind = inspect.Parameter.KEYWORD_ONLY
        parameters = [inspect.Parameter("context", kind, annotation=typer.Context)]
        parameters += [inspect.Parameter("file", kind, annotation=File)]
        parameters += [each.replace(kind=kind) for each in own]
        shared = {**(ACTING if writes else LOOKING), **LAST}
        parameters += [
            inspect.Parameter(option, kind, annotation=annotation, default=default)
            for option, (annotation, default) in shared.items()
        ]

        def run(**given: Any) -> None:
            common = {option: given.pop(option) for option in shared}
            now = clock_of(given.pop("context"))()
            run_command(function, writes, now, given.pop("file"), given, **common)

        run.__module__ = function.__module__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        app.command(name, help=help, rich_help_panel=panel)(run)
        return function

    return registered


def run_command(
    function: Command,
    writes: bool,
    now: int,
    path: Path,
    given: dict[str, Any],
    *,
    json: bool,
    language: str | None,
    by: str | None = None,
    at: str | None = None,
    preview: bool = False,
) -> None:
    w = chosen_words(language)
    instant_of = now if at is None else instant(w, at, now, past=True)
    with ExitStack() as held:
        if writes and not preview:
            _lock(w, path, held)
        before = path.stat() if writes and path.is_file() else None
        desk = Desk(w, opened(w, path), instant_of, by, preview)
        start = desk.state
        if writes:
            desk.catch_up()
        shown = function(desk, **given) or Shown()
        if writes:
            desk.catch_up()  # a full sheet is drawn in the same second
        if writes and not preview and desk.file.log:
            written(w, path, desk.file, before)
    if preview:
        changes = [each for each in differences(start, desk.state) if not _is_detail(each)]
        lines = [f"{change_line(desk, each)}{_for(desk, each.people)}" for each in changes]
        report(json, {"preview": True, "changes": changes, "shown": shown.data}, [*lines, *shown.lines])
    elif writes:
        events = [event for event, stamp in desk.file.log if stamp.act in desk.acts]
        report(
            json,
            {"events": [from_json(to_json(each), Any) for each in events], "shown": shown.data},
            [*desk.happened(), *shown.lines],
        )
    else:
        report(json, shown.data, shown.lines)
    if desk.exit_code:
        raise typer.Exit(desk.exit_code)


def _is_detail(change: Change) -> bool:
    """Of a match that was just drawn, only its players are news."""
    return change.kind == "match" and not change.before and change.what in ("where", "length")


def _for(desk: Desk, people: Sequence[str]) -> str:
    return f" [{desk.names(people)}]" if people else ""


def report(json: bool, data: Any, lines: Sequence[str]) -> None:
    if json:
        print_json(data)
        return
    for line in lines:
        typer.echo(printable(line))


def _lock(w: Words, path: Path, held: ExitStack) -> None:
    try:
        held.enter_context(locked(path))
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be read: {problem}", file=str(path), problem=trouble(error)))
