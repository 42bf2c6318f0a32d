"""`tavl bench`: how fast the engine is on this machine, and whether it behaves as it was shipped."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Annotated

import typer

from tavl._native import best_path
from tavl.cli.engine.options import Json, Language
from tavl.cli.errors import fail
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.engine import Engine
from tavl.engine.measure import (
    evaluations_per_second,
    positions_of_games,
    sensible_play,
    shipped_signature,
    signature,
    write_signature,
)
from tavl.i18n import Words

_POSITIONS = 20_000


class Measure(StrEnum):
    EVAL = "eval"
    SIGNATURE = "signature"


def bench(
    name: Annotated[
        Measure, typer.Argument(help=_("eval: static evaluations a second. signature: a hash of what it computes."))
    ],
    write: Annotated[bool, typer.Option("--write", help=_("Store this signature as the network's own."))] = False,
    json: Json = False,
    language: Language = None,
) -> None:
    w = chosen_words(language)
    if name is Measure.EVAL:
        if write:
            fail(w("Only a signature can be stored."))
        _tell_speed(w, json)
    else:
        _tell_signature(w, write, json)


def _tell_speed(w: Words, json: bool) -> None:
    engine = Engine(threads=1)
    positions = positions_of_games(_POSITIONS, 1, sensible_play(engine))
    speed = evaluations_per_second(engine, time.perf_counter, positions)
    if json:
        path = str(best_path()).rpartition(".")[2]
        print_json({"evaluations_per_second": round(speed), "positions": len(positions), "code_path": path})
    else:
        typer.echo(w("{number} static evaluations a second on one thread", number=w.number(round(speed))))


def _tell_signature(w: Words, write: bool, json: bool) -> None:
    found = signature()
    if write:
        write_signature(found)
    expected = shipped_signature()
    if json:
        print_json({"signature": found, "expected": expected})
    else:
        typer.echo(found)
    if expected != found:
        typer.echo(w("The network's own signature is {expected}.", expected=expected or "-"), err=True)
        raise typer.Exit(1)
