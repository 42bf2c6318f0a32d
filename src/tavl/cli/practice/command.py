"""`tavl practice export`: the mistakes of match files as a package for Anki."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tavl.analysis.decisions.error_classes import MISTAKE
from tavl.cli.analyse.command import Run, cache_file, files_below
from tavl.cli.engine.options import Json, Language, Threads
from tavl.cli.errors import TROUBLE, fail, trouble
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.engine.named_depths import Depth
from tavl.rules.seat import SEATS, Seat
from tavl.server.wall_clock import now_ms

if TYPE_CHECKING:
    from tavl.analysis.match_analysis import MatchAnalysis
    from tavl.practice.cards import Card

app = typer.Typer(help=_("Learn from mistakes: cards made from match files."), no_args_is_help=True)


@app.callback()
def practice() -> None:
    """With a single command, Typer would leave out its name."""


@app.command(help=_("Analyse match files, and write their mistakes as cards."))
def export(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help=_("Match files, or folders of them."))],
    anki: Annotated[Path, typer.Option("--anki", metavar="OUT", help=_("Write a package for Anki to this file."))],
    player: Annotated[
        str, typer.Option("--player", help=_("Only this player's mistakes: the name, or a part of it."))
    ] = "",
    least: Annotated[
        float, typer.Option("--least", help=_("Leave out errors that are smaller than this."), min=0.001, max=5)
    ] = MISTAKE,
    name: Annotated[str, typer.Option("--name", help=_("What the deck is called."))] = "tavl",
    depth: Annotated[
        Depth, typer.Option("--depth", help=_("The greatest depth; clear decisions need less."))
    ] = Depth.TWO_PLY,
    threads: Threads = None,
    cache: Annotated[
        Path | None, typer.Option("--cache", help=_("Where to keep answers, so that a stopped run can continue."))
    ] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    from tavl.practice.anki_notes import note_of
    from tavl.practice.anki_package import write_apkg

    w = chosen_words(language)
    run = Run(w, depth, threads or os.cpu_count() or 1, cache or cache_file())
    cards: dict[str, Card] = {}
    matches = 0
    try:
        for _path, _number, record in run.matches(list(files_below(w, files)), progress=not json):
            matches += 1
            for card in _cards(run.analyse(record), player, least):
                cards.setdefault(card.id, card)
    except KeyboardInterrupt:
        run.interrupted = True
    run.close()
    if run.interrupted:
        run.say(w("Stopped. Run the same command again to continue: the answers so far are kept."))
        raise typer.Exit(130)
    found = sorted(cards.values(), key=lambda card: (-card.decision.error, card.id))
    package = write_apkg(name[:60] or "tavl", [note_of(w, card) for card in found], now_ms())
    try:
        anki.write_bytes(package)
    except (*TROUBLE, ValueError) as error:
        fail(w("{file} cannot be written: {problem}", file=anki, problem=trouble(error)))
    if json:
        print_json({"file": str(anki), "matches": matches, "cards": len(found), "unreadable": run.bad})
    else:
        typer.echo(w.plural("{n} card is in {file}.", "{n} cards are in {file}.", len(found), file=anki))
    if run.bad:
        raise typer.Exit(1)


def _cards(analysis: MatchAnalysis, player: str, least: float) -> Iterator[Card]:
    from tavl.practice.cards import cards_of

    for seat in SEATS:
        if player.casefold() in analysis.players[Seat(seat)].casefold():
            yield from cards_of(analysis, Seat(seat), least)
