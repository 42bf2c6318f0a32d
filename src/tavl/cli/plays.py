"""`tavl plays`: every legal play of a roll."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.cli.position_ids import read_dice, read_position
from tavl.notation.play_text import format_play
from tavl.rules import Play


def plays(
    id: Annotated[str, typer.Argument(metavar="ID", help=_("A GNU position ID, an XGID or an OGID."))],
    dice: Annotated[str, typer.Argument(metavar="DICE", help=_("Two numbers from 1 to 6, such as 31."))],
    json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    w = chosen_words(language)
    position, rolled = read_position(w, id), read_dice(w, dice)
    found = position.plays(rolled)
    if json:
        entries = [_as_data(play) for play in found]
        print_json(
            {"position": position.gnu_id, "dice": [rolled.high, rolled.low], "count": len(found), "plays": entries}
        )
        return
    if not len(found[0]):
        typer.echo(w("No checker can move."))
        return
    room = max(len(format_play(play, w.language)) for play in found) + 2
    for play in found:
        typer.echo(f"{format_play(play, w.language):<{room}}{play.result.gnu_id}")


def _as_data(play: Play) -> dict[str, Any]:
    """`result` is seen by the opponent, who is on roll after it."""
    return {
        "play": str(play),
        "moves": [[move.source, move.target] for move in play.moves],
        "hits": play.hits,
        "result": play.result.gnu_id,
    }
