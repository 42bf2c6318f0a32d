"""The commands of `tavl`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tavl.cli.admin import app as admin
from tavl.cli.analyse.command import analyse
from tavl.cli.convert import convert
from tavl.cli.db import app as db
from tavl.cli.dump import dump
from tavl.cli.engine import bench, duel, evaluate, external, hint, rollout, ubgi
from tavl.cli.fair_play import fairplay
from tavl.cli.language import _
from tavl.cli.organisation import app as organisation
from tavl.cli.perft import perft
from tavl.cli.play.command import play
from tavl.cli.plays import plays
from tavl.cli.practice.command import app as practice
from tavl.cli.push_key import push_key
from tavl.cli.rule import rule
from tavl.cli.serve import serve
from tavl.cli.table.command import table
from tavl.cli.tournament.command import app as tournament
from tavl.cli.verify import verify
from tavl.extras import command_for

app = typer.Typer(
    name="tavl",
    help=_("Backgammon as a federation plays it. Without a command, it serves the pages here and opens the browser."),
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(help=_("Serve the pages and the API, until stopped with Ctrl-C."))(serve)
app.command(help=_("Play in the terminal: against the computer, or two people at one keyboard."))(play)
app.command(help=_("Keep the record of a match on a physical board by hand: rolls, plays, cube, clock, claims."))(table)
app.command(help=_("List the legal plays of a roll in a position, seen by the player on roll."))(plays)
app.command(help=_("Judge every play and cube action of match files: errors, luck, ratings."))(analyse)
app.command(help=_("Fair-play sheets of matches or of a player: evidence, not a verdict."))(fairplay)
app.command(help=_("Turn a match file or a position into another format."))(convert)
app.command(help=_("Export a server's finished matches for programmers, with pseudonyms for the players."))(dump)
app.command(help=_("Count the distinct results of every roll (a dance is 1), and compare where counts are given."))(
    perft
)
app.command(help=_("Print a clause of the rulebook, all that begin with an id, or a list of them all."))(rule)
app.command("eval", help=_("Evaluate positions: IDs on standard input, a line of chances for each."))(evaluate)
app.command(help=_("Say what to do: with dice the best plays, without dice the cube."))(hint)
app.command(help=_("Roll out a position: many games from it, with the luck removed."))(rollout)
app.command(help=_("Play two players against each other: every game twice with the same dice, with the luck removed."))(
    duel
)
app.command(help=_("Speak the Universal Backgammon Interface: boards on standard input, actions out."))(ubgi)
app.command(help=_("Play for GNU Backgammon as its external player: boards over a socket, actions back."))(external)
app.command(help=_("Measure the engine on this machine."))(bench)
app.command(help=_("Prove a match's dice: from a downloaded file, a server or the database."))(verify)
app.command("push-key", help=_("Make a web push key for the settings."))(push_key)
app.add_typer(practice, name="practice")
app.add_typer(tournament, name="tournament")
app.add_typer(organisation, name="organisation")
app.add_typer(db, name="db")
app.add_typer(admin, name="admin")


@app.callback()
def start(
    context: typer.Context,
    lan: Annotated[bool, typer.Option("--lan", help=_("Let people on your network play too."))] = False,
) -> None:
    if context.invoked_subcommand is None:
        context.invoke(serve, open_browser=True, lan=lan)


def main() -> None:
    try:
        app()
    except ModuleNotFoundError as error:
        command = command_for(error)
        if command is None:
            raise
        said = _("This needs a part of tavl that is not installed. To install it: {command}", command=command)
        print(said, file=sys.stderr)
        sys.exit(2)
