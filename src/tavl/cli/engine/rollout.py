"""`tavl rollout`: many games from a position, watched while they are played."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from tavl._native import RolloutSums
from tavl.cli.cluster import Authority, Certificate, ClusterAddress, Key, connected, unusable
from tavl.cli.engine.chances import chances_cells, chances_data, chances_headings, equity, rounded
from tavl.cli.engine.options import Json, Language, Ply, Threads
from tavl.cli.engine.progress_bar import progress_bar
from tavl.cli.errors import fail
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.cli.position_ids import Moment, read_moment
from tavl.engine import Engine, RolloutResult
from tavl.engine.data_files import engine_name
from tavl.engine.rollout import DEFAULT_GAMES
from tavl.engine.rollout_file import (
    RolloutFileError,
    RolloutSettings,
    read_rollout,
    result_so_far,
    write_rollout,
)
from tavl.i18n import Words
from tavl.notation import NotationError, write_gnu_id


def rollout(
    id: Annotated[str, typer.Argument(metavar="ID", help=_("A GNU position ID, an XGID or an OGID."))],
    games: Annotated[int, typer.Option("--games", help=_("How many games at most."), min=1)] = DEFAULT_GAMES,
    truncate: Annotated[
        int,
        typer.Option("--truncate", help=_("Evaluate the position after this many rolls; 0 plays to the end."), min=0),
    ] = 0,
    ply: Ply = 0,
    cubeful: Annotated[bool, typer.Option("--cubeful", help=_("With the cube as well."))] = False,
    seed: Annotated[int, typer.Option("--seed", help=_("The same seed gives the same games."), min=0)] = 1,
    until_error: Annotated[
        float | None, typer.Option("--until-error", help=_("Stop when the standard error is this small."), min=0)
    ] = None,
    threads: Threads = None,
    save: Annotated[Path | None, typer.Option("--save", help=_("Save the rollout in this file."))] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help=_("Continue the rollout in this file."))] = None,
    cluster: ClusterAddress = None,
    tls_ca: Authority = None,
    tls_cert: Certificate = None,
    tls_key: Key = None,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    moment = read_moment(w, id)
    settings = RolloutSettings(
        id=_written(w, moment), cubeful=cubeful, truncate=truncate, ply=ply, seed=seed, network=engine_name()
    )
    sums = _resumed(w, resume, settings) if resume else RolloutSums()
    going = _spread(w, cluster, (tls_ca, tls_cert, tls_key), moment, settings, games, sums) if cluster else None
    going = going or _played_here(moment, settings, games, sums, threads)
    result, stopped = _watch(w, moment, going, sums, games, until_error, quiet=json)
    if save:
        _put_away(w, save, settings, sums)
    if result is None:
        typer.echo(w("No games were played."), err=True)
    elif json:
        print_json(_data(settings, result, finished=not stopped))
    else:
        _tell(w, result)
    if stopped:
        raise typer.Exit(stopped)


def _written(w: Words, moment: Moment) -> str:
    try:
        return write_gnu_id(replace(moment.situation, dice=None))  # before the roll
    except NotationError as error:  # a cube or a score beyond what is supported
        fail(w("A GNU ID has no room for this: {problem}.", problem=error))


def _watch(
    w: Words,
    moment: Moment,
    going: Generator[RolloutResult, None, None],
    sums: RolloutSums,
    games: int,
    until_error: float | None,
    quiet: bool,
) -> tuple[RolloutResult | None, int]:
    """The last result, and why it was stopped, as an exit status: Ctrl-C, or a cluster that is gone."""
    result = result_so_far(sums, moment.match)
    with progress_bar(quiet) as progress, closing(going):
        task = progress.add_task("", total=games, completed=sums.games)
        try:
            while sums.games < games and not (result and until_error and result.within(until_error)):
                result = next(going)
                shown = f"{equity(w, result.equity)} ± {w.number(result.standard_error, 3)}"
                progress.update(task, completed=sums.games, description=shown)
        except KeyboardInterrupt:
            return result, 130
        except _Lost as error:
            typer.echo(str(error), err=True)
            return result, 2
    return result, 0


def _played_here(
    moment: Moment, settings: RolloutSettings, games: int, sums: RolloutSums, threads: int | None
) -> Generator[RolloutResult, None, None]:
    engine = Engine(threads=threads)
    # Ctrl-C is noticed between two pieces, so they are short.
    piece = (12 if settings.ply == 0 else 2) * engine.threads
    while sums.games < games:
        *_, result = engine.rolling(
            moment.situation.position,
            min(games, sums.games + piece),
            match=moment.match,
            cubeful=settings.cubeful,
            truncate=settings.truncate,
            ply=settings.ply,
            seed=settings.seed,
            sums=sums,
        )
        yield result


def _spread(
    w: Words,
    address: str,
    files: tuple[Path | None, ...],
    moment: Moment,
    settings: RolloutSettings,
    games: int,
    sums: RolloutSums,
) -> Generator[RolloutResult, None, None]:
    from tavl.analysis.engine.cluster import ClusterError

    cluster = connected(w, address, files)
    try:
        yield from cluster.rolling(moment.situation, settings, games, sums)
    except ClusterError as error:
        raise _Lost(unusable(w, address, error)) from error
    finally:
        cluster.close()


class _Lost(Exception):
    """The cluster is gone; what was played is kept."""


def _resumed(w: Words, path: Path, settings: RolloutSettings) -> RolloutSums:
    try:
        return read_rollout(path, settings)
    except RolloutFileError as error:
        if error.field:
            fail(
                w(
                    "{file} was made with a different {setting}: {problem}.",
                    file=str(path),
                    setting=error.field,
                    problem=error,
                )
            )
        fail(w("{file} is not a saved rollout: {problem}.", file=str(path), problem=error))
    except OSError as error:
        fail(w("{file} cannot be read: {problem}.", file=str(path), problem=error.strerror or str(error)))


def _put_away(w: Words, path: Path, settings: RolloutSettings, sums: RolloutSums) -> None:
    try:
        write_rollout(path, settings, sums)
    except OSError as error:
        fail(w("{file} cannot be written: {problem}.", file=str(path), problem=error.strerror or str(error)))


def _data(settings: RolloutSettings, result: RolloutResult, finished: bool) -> dict[str, Any]:
    with_cube = rounded(
        no_double=result.no_double,
        no_double_error=result.no_double_error,
        double_take=result.double_take,
        double_take_error=result.double_take_error,
    )
    return {
        "settings": settings,
        "finished": finished,
        "games": result.games,
        **rounded(equity=result.equity, standard_error=result.standard_error),
        **chances_data(result.evaluation),
        "errors": chances_data(result.errors),
        **(with_cube if settings.cubeful else {}),
    }


def _tell(w: Words, result: RolloutResult) -> None:
    typer.echo(w.plural("{n} game", "{n} games", result.games))
    table = Table(box=None, pad_edge=False)
    table.add_column()
    table.add_column(w("mean"), justify="right")
    table.add_column(w("error"), justify="right")
    rows = [
        (w("without the cube"), result.equity, result.standard_error),
        (w("no double"), result.no_double, result.no_double_error),
        (w("double, take"), result.double_take, result.double_take_error),
    ]
    for heading, mean, error in rows:
        if mean is not None and error is not None:
            table.add_row(heading, equity(w, mean), w.number(error, 4))
    chances, errors = chances_cells(w, result.evaluation), chances_cells(w, result.errors)
    for heading, mean_cell, error_cell in zip(chances_headings(w), chances, errors, strict=True):
        table.add_row(heading, mean_cell, error_cell)
    Console().print(table)
