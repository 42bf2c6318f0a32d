"""`tavl duel`: two players against each other, the luck taken out."""

from __future__ import annotations

from typing import Annotated

import typer

from tavl.cli.engine.options import Json, Language, Threads
from tavl.cli.engine.progress_bar import progress_bar
from tavl.cli.errors import fail, refused
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.engine.duel import Contestant, Duel, DuelResult, UnknownContestant, contestant
from tavl.engine.gnubg import GnubgError
from tavl.i18n import Words
from tavl.rules import RuleError

_WHO = _("A level (club), a ply (ply:1), gnubg or gnubg:1, or an evaluator (module:function).")


def duel(
    a: Annotated[str, typer.Argument(metavar="A", help=_WHO)],
    b: Annotated[str, typer.Argument(metavar="B", help=_WHO)],
    games: Annotated[int, typer.Option("--games", help=_("How many games; they are played in pairs."), min=1)] = 200,
    seed: Annotated[int, typer.Option("--seed", help=_("The same seed gives the same dice."), min=0)] = 1,
    length: Annotated[int | None, typer.Option("--match", help=_("Matches to this many points."), min=1)] = None,
    money: Annotated[bool, typer.Option("--money", help=_("Games for money (the default)."))] = False,
    threads: Threads = 1,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    if money and length is not None:
        fail(w("Either --match or --money, not both."))
    players: list[Contestant] = []
    try:
        for text in (a, b):
            players.append(contestant(text, threads or 1))
        result, interrupted = _watch(w, Duel(players[0], players[1], length, seed), games, quiet=json)
    except UnknownContestant as error:
        fail(w("This is not a player: {problem}.", problem=str(error).removesuffix(".")))
    except GnubgError as error:
        fail(w("GNU Backgammon does not answer: {problem}.", problem=error))
    except RuleError as error:
        refused(w, error.refused)
    finally:
        for player in players:
            player.close()
    if result is None:
        typer.echo(w("No games were played."), err=True)
    elif json:
        print_json({"a": a, "b": b, "match": length, "seed": seed, "finished": not interrupted, **_rounded(result)})
    else:
        _tell(w, a, b, length, result)
    if interrupted:
        raise typer.Exit(130)


def _watch(w: Words, duel: Duel, games: int, quiet: bool) -> tuple[DuelResult | None, bool]:
    """The last result, and whether somebody pressed Ctrl-C."""
    result: DuelResult | None = None
    with progress_bar(quiet) as progress:
        task = progress.add_task("", total=games + games % 2)
        try:
            for result in duel.playing(games):
                shown = f"{w.number(result.adjusted, 3)} ± {w.number(result.adjusted_error, 3)}"
                progress.update(task, completed=result.games, description=shown if result.games > 2 else "")
        except KeyboardInterrupt:
            return result, True
    return result, False


def _rounded(result: DuelResult) -> dict[str, float]:
    return {name: round(getattr(result, name), 6) for name in result.__struct_fields__}


def _tell(w: Words, a: str, b: str, length: int | None, result: DuelResult) -> None:
    values = {"a": a, "b": b, "wins": result.wins, "games": result.games}
    typer.echo(w("{a} against {b}: {wins} of {games} won.", **values))
    numbers = [
        (w("with luck"), result.result, result.result_error),
        (w("without luck"), result.adjusted, result.adjusted_error),
    ]
    unit = w("points a game") if length is None else w("matches won, of one")
    for heading, mean, error in numbers:
        written = w.number(mean, 3, signed=length is None)
        around = f" ± {w.number(error, 3)}" if result.games > 2 else ""
        typer.echo(f"{heading}: {written}{around} {unit}")
