"""`tavl hint`: the best action: with dice a play, without dice the cube."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tavl.cli.engine.chances import chances_cells, chances_data, chances_headings, chances_line, equity, rounded
from tavl.cli.engine.options import Deep, Json, Language, Threads
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.cli.position_ids import Moment, read_dice, read_moment
from tavl.engine import CubeAction, CubeDecision, Depth, Engine, RankedPlay
from tavl.engine.clear_decisions import cube_at, plays_at
from tavl.i18n import Words, later
from tavl.notation import format_play
from tavl.rules import Dice

ACTIONS = {
    CubeAction.NO_DOUBLE: later("No double, take"),
    CubeAction.DOUBLE_TAKE: later("Double, take"),
    CubeAction.DOUBLE_DROP: later("Double, drop"),
    CubeAction.TOO_GOOD: later("Too good to double, drop"),
    CubeAction.DOUBLE_BEAVER: later("Double, beaver"),
    CubeAction.NO_DOUBLE_BEAVER: later("No double, beaver"),
    CubeAction.NOT_AVAILABLE: later("The cube cannot be turned."),
}


def hint(
    id: Annotated[str, typer.Argument(metavar="ID", help=_("A GNU position ID, an XGID or an OGID."))],
    dice: Annotated[
        str | None, typer.Argument(metavar="[DICE]", help=_("Two numbers from 1 to 6; without them, the cube."))
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            help=_("How many rolls to look ahead; 0 for none. Default: the opening book, otherwise 2."),
            min=0,
            max=4,
        ),
    ] = None,
    depth: Deep = None,
    most: Annotated[int, typer.Option("--most", help=_("How many plays to list."), min=1)] = 10,
    threads: Threads = None,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    moment = read_moment(w, id)
    rolled = read_dice(w, dice) if dice else moment.situation.dice
    engine = Engine(threads=threads)
    if rolled:
        ranked = (
            engine.plays(moment.situation.position, rolled, moment.match, ply)
            if ply is not None and depth is None
            else plays_at(engine, depth or Depth.TWO_PLY, moment.situation.position, rolled, moment.match)
        )
        _tell_plays(w, moment, rolled, ranked[:most], json)
    else:
        found = (
            cube_at(engine, depth, moment.situation.position, moment.match)
            if depth
            else engine.cube(moment.situation.position, moment.match, 2 if ply is None else ply)
        )
        _tell_cube(w, moment, found, json)


def _tell_plays(w: Words, moment: Moment, dice: Dice, ranked: list[RankedPlay], json: bool) -> None:
    if json:
        plays = [_play_data(answer) for answer in ranked]
        print_json({"position": moment.situation.position.gnu_id, "dice": [dice.high, dice.low], "plays": plays})
        return
    if not len(ranked[0].play):
        typer.echo(w("No checker can move."))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column()
    table.add_column(w("play"), no_wrap=True)
    for heading in (w("equity"), w("loss"), w("won – lost, per cent"), w("ply")):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, answer in enumerate(ranked, start=1):
        play = format_play(answer.play, w.language)
        loss = equity(w, -answer.loss) if answer.loss else ""
        chances = chances_line(w, answer.evaluation)
        table.add_row(f"{number}.", play, equity(w, answer.equity), loss, chances, _looked(w, answer))
    Console().print(table)


def _play_data(answer: RankedPlay) -> dict[str, Any]:
    return {
        "play": str(answer.play),
        "moves": [[move.source, move.target] for move in answer.play.moves],
        **rounded(equity=answer.equity, loss=answer.loss),
        "ply": answer.ply,
        **_rollout_data(answer),
        **chances_data(answer.evaluation),
    }


def _rollout_data(answer: RankedPlay | CubeDecision) -> dict[str, Any]:
    if not answer.games:
        return {}
    book = {"book": True} if isinstance(answer, RankedPlay) and answer.book else {}
    return {"games": answer.games, **rounded(standard_error=answer.standard_error), **book}


def _looked(w: Words, answer: RankedPlay | CubeDecision) -> str:
    """How many rolls, or of a rollout its games, or that it is from the book."""
    if isinstance(answer, RankedPlay) and answer.book:
        return w("book")
    return w.plural("{n} game", "{n} games", answer.games) if answer.games else str(answer.ply)


def _tell_cube(w: Words, moment: Moment, found: CubeDecision, json: bool) -> None:
    if json:
        data = {
            "position": moment.situation.position.gnu_id,
            "action": found.action,
            "double": found.double,
            "take": found.take,
            **rounded(no_double=found.no_double, double_take=found.double_take, double_drop=found.double_drop),
            "ply": found.ply,
            **_rollout_data(found),
            **chances_data(found.evaluation),
        }
        print_json(data)
        return
    typer.echo(w(ACTIONS[found.action]))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    if found.action is not CubeAction.NOT_AVAILABLE:
        table.add_row(w("no double"), equity(w, found.no_double))
        table.add_row(w("double, take"), equity(w, found.double_take))
        table.add_row(w("double, drop"), equity(w, found.double_drop))
    for heading, cell in zip(chances_headings(w), chances_cells(w, found.evaluation), strict=True):
        table.add_row(heading, cell)
    Console().print(table)
