"""`tavl analyse`: match files, or folders of them, judged by the engine; a report, a table, data or a page."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from tavl.cli.analyse.report import MatchRow, match_report, row_of, table_of
from tavl.cli.cluster import Authority, Certificate, ClusterAddress, Key, connected, unusable
from tavl.cli.engine.options import Json, Language, Threads
from tavl.cli.engine.progress_bar import progress_bar
from tavl.cli.errors import TROUBLE, fail, printable, trouble
from tavl.cli.language import _, chosen_words
from tavl.engine.named_depths import Depth
from tavl.i18n import Words
from tavl.notation.file_error_texts import problem_text, why_unreadable
from tavl.notation.problems import FileError
from tavl.notation.record import MatchRecord
from tavl.rules.codec import to_json

if TYPE_CHECKING:
    from tavl.analysis.engine.cluster import Cluster
    from tavl.analysis.match_analysis import MatchAnalysis
    from tavl.cli.analyse.page import Page

_PIPED_WIDTH = 240


def analyse(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=_("Match files, or folders of them."))],
    depth: Annotated[
        Depth, typer.Option("--depth", help=_("The greatest depth; clear decisions need less."))
    ] = Depth.TWO_PLY,
    json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", help=_("Write a page with pictures to this file."))] = None,
    threads: Threads = None,
    cache: Annotated[
        Path | None, typer.Option("--cache", help=_("Where to keep answers, so that a stopped run can continue."))
    ] = None,
    cluster: ClusterAddress = None,
    tls_ca: Authority = None,
    tls_cert: Certificate = None,
    tls_key: Key = None,
    language: Language = None,
) -> None:
    from tavl.analysis.engine.cluster import (
        ClusterError,  # not at the top: it imports the engine, which help does not need
    )

    w = chosen_words(language)
    workers = connected(w, cluster, (tls_ca, tls_cert, tls_key)) if cluster else None
    run = Run(w, depth, threads or os.cpu_count() or 1, cache or cache_file(), workers)
    paths = list(files_below(w, files))
    with ExitStack() as stack:
        page = _page(w, html, stack) if html else None
        try:
            for path, number, record in run.matches(paths, progress=not json):
                analysis = run.analyse(record)
                run.rows.append(row_of(path.name, analysis))
                if json:
                    line = {"file": str(path), "match": number, "analysis": analysis}
                    sys.stdout.write(to_json(line).decode() + "\n")
                if page:
                    page.add(path.name, analysis)
                run.last = analysis if len(run.rows) == 1 else None
        except KeyboardInterrupt:
            run.interrupted = True
        except ClusterError as error:
            fail(unusable(w, cluster or "", error))
        finally:
            run.close()
    _tell(w, run, json)


def _wide_if_piped() -> Console:
    """In a file a match is one line; on a screen long lines are wrapped."""
    console = Console()
    return console if console.is_terminal or "COLUMNS" in os.environ else Console(width=_PIPED_WIDTH)


def cache_file() -> Path:
    """The XDG cache folder, or the system's equivalent."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "tavl" / "analysis.db"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "tavl" / "analysis.db"
    return Path.home() / ".cache" / "tavl" / "analysis.db"


class Run:
    """One call of the command: the analyst, the progress bar, and the results so far."""

    def __init__(self, w: Words, depth: Depth, threads: int, cache: Path, cluster: Cluster | None = None) -> None:
        from tavl.analysis.engine.analyst import Analyst
        from tavl.analysis.engine.answer_cache import AnswerCache, AnswerFile

        self.w, self.threads, self.cluster = w, threads, cluster
        self.file = None if depth is Depth.INSTANT else AnswerFile(cache)
        self.analyst = Analyst(depth, cache=AnswerCache(self.file))
        self.rows: list[MatchRow] = []
        self.last: MatchAnalysis | None = None  # a single match gets a report of its own
        self.bad = 0
        self.interrupted = False
        self._progress: Progress | None = None
        if self.file and self.file.problem:
            self.say(w("{file} cannot be written: {problem}", file=cache, problem=self.file.problem))

    def say(self, text: str) -> None:
        typer.echo(printable(text), err=True)

    def matches(self, paths: list[Path], progress: bool) -> Iterator[tuple[Path, int, MatchRecord]]:
        with progress_bar(quiet=not progress) as bar:
            self._progress = bar
            task = bar.add_task(self.w("Files"), total=len(paths), visible=len(paths) > 1)
            for path in paths:
                for number, record in enumerate(self._records(path), start=1):
                    yield path, number, record
                bar.advance(task)

    def analyse(self, record: MatchRecord) -> MatchAnalysis:
        from tavl.analysis.engine.engine_analysis import MatchAnalyser

        analyser = MatchAnalyser(record, self.analyst, self.threads, self.cluster)
        assert self._progress is not None
        players = " – ".join(player.name or "?" for player in record.players)
        task = self._progress.add_task(players[:40], total=len(analyser.questions))
        for found in analyser:
            self._progress.update(task, completed=found.done)
        self._progress.remove_task(task)
        return analyser.result

    def _records(self, path: Path) -> list[MatchRecord]:
        """The matches that can be read; the others are reported, by line, and the rest continues."""
        from tavl.notation.file_formats import read

        try:
            records = read(path.read_bytes())
        except FileError as error:
            self.bad += 1
            self.say(why_unreadable(self.w, str(path), error))
            return []
        except (*TROUBLE, ValueError) as error:
            self.bad += 1
            self.say(self.w("{file} cannot be read: {problem}", file=path, problem=trouble(error)))
            return []
        for record in records:
            for problem in record.problems:
                where = problem_text(self.w, problem, binary=record.format in ("xg", "xgp", "bgf"))
                self.say(f"{path}: {where}")
        return records

    def share_bar(self, other: Run) -> None:
        self._progress = other._progress

    def close(self) -> None:
        if self.file:
            self.file.close()
        if self.cluster:
            self.cluster.close()


def files_below(w: Words, given: list[Path]) -> Iterator[Path]:
    for path in given:
        try:
            if path.is_dir():
                yield from sorted(each for each in path.rglob("*") if each.is_file())
            else:
                yield path
        except (*TROUBLE, ValueError) as error:
            fail(w("{file} cannot be read: {problem}", file=path, problem=trouble(error)))


def runs_of(
    w: Words, paths: list[Path], depths: list[Depth], threads: int, cache: Path, quiet: bool
) -> tuple[list[tuple[Path, MatchRecord, dict[Depth, MatchAnalysis]]], int]:
    """Every match of these files at each depth, and how many files could not be read."""
    runs = [Run(w, depth, threads, cache) for depth in depths]
    found = []
    for path, _number, record in runs[-1].matches(paths, progress=not quiet):
        for run in runs[:-1]:
            run.share_bar(runs[-1])
        found.append((path, record, {run.analyst.depth: run.analyse(record) for run in runs}))
    for run in runs:
        run.close()
    return found, runs[-1].bad


def _page(w: Words, path: Path, stack: ExitStack) -> Page:
    from tavl.cli.analyse.page import Page

    try:
        return Page(w, stack.enter_context(path.open("w", encoding="utf-8")), stack)
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=path, problem=trouble(error)))


def _tell(w: Words, run: Run, json: bool) -> None:
    if not json and run.last is not None:
        for part in match_report(w, run.last):
            Console().print(part)
    elif not json and run.rows:
        _wide_if_piped().print(table_of(w, run.rows))
    if run.bad:
        run.say(w.plural("{n} file could not be read.", "{n} files could not be read.", run.bad))
    if run.interrupted:
        run.say(w("Stopped. Run the same command again to continue: the answers so far are kept."))
        raise typer.Exit(130)
    if run.bad:
        raise typer.Exit(1)
