"""`tavl play`: what is played, between whom, and how it looks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from tavl.cli.errors import fail, refused
from tavl.cli.language import _, chosen_words
from tavl.cli.play.autosave import Autosave, games_folder
from tavl.cli.play.dice import DiceCup
from tavl.cli.play.game_file import DamagedGame, read
from tavl.cli.play.loop import Conversation
from tavl.cli.play.opponent import EngineOpponent
from tavl.cli.play.resume import offered
from tavl.cli.play.session import Session
from tavl.cli.play.terminal import Terminal
from tavl.engine.levels import LEVELS
from tavl.i18n import Words
from tavl.rules import RuleError, Seat, Terms, profile_named
from tavl.rules.profile import PROFILES, Side, usual_profile

_DEFAULT_LENGTH = 3
_DEFAULT_LEVEL = "club"
_MAX_NAME = 40


class Against(StrEnum):
    BOT = "bot"
    HUMAN = "human"


def play(
    match: Annotated[
        int | None,
        typer.Option("--match", metavar="N", help=_("A match to N points ({default}).", default=_DEFAULT_LENGTH)),
    ] = None,
    money: Annotated[bool, typer.Option("--money", help=_("Money play instead of a match."))] = False,
    profile: Annotated[str | None, typer.Option(help=_("The rules: {known}.", known=", ".join(PROFILES)))] = None,
    jacoby: Annotated[bool, typer.Option("--jacoby", help=_("Gammons count only with a turned cube."))] = False,
    beavers: Annotated[
        bool, typer.Option("--beavers", help=_("A doubled player may turn the cube once more."))
    ] = False,
    automatic_doubles: Annotated[
        bool, typer.Option("--automatic-doubles", help=_("Equal opening dice double the stake."))
    ] = False,
    no_crawford: Annotated[bool, typer.Option("--no-crawford", help=_("No Crawford game."))] = False,
    against: Annotated[Against | None, typer.Option(help=_("Who sits opposite (bot)."))] = None,
    level: Annotated[
        str | None,
        typer.Option(
            help=_(
                "How strong: {levels} ({default}).",
                levels=", ".join(level.name for level in LEVELS),
                default=_DEFAULT_LEVEL,
            )
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=2**63 - 1, help=_("The same dice every time."))] = None,
    names: Annotated[str | None, typer.Option(metavar="A,B", help=_("The players' names."))] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Continue a saved game."))] = None,
    direction: Annotated[Side, typer.Option(help=_("On which side the inner home is."))] = Side.RIGHT,
    plain: Annotated[bool, typer.Option("--plain", help=_("Plain ASCII without colour, line by line."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    w = chosen_words(language)
    if match is not None and money:
        fail(w("Either a match or money play, not both."))
    variations = {
        name: True
        for name, wanted in (("jacoby", jacoby), ("beavers", beavers), ("automatic_doubles", automatic_doubles))
        if wanted
    }
    chosen = (match is not None, money, profile, variations, no_crawford, against, level, seed is not None, names)
    new_game = any(chosen)
    if load and new_game:
        fail(w("A saved game has its own terms; only its appearance can be chosen."))
    terminal = Terminal(plain)
    terminal.look = replace(terminal.look, home_right=direction is Side.RIGHT)
    notes: list[str] = []
    if load:
        session, autosave = _loaded(w, load), Autosave(games_folder())
    else:
        resumed = None if new_game else offered(w, terminal, notes)
        if resumed:
            session, autosave = resumed.session, resumed.resume()
        else:
            terms = _terms(w, match, money, profile, variations, no_crawford)
            seats = (names, against is Against.HUMAN, seed)
            session, autosave = _new(w, terms, *seats, _level(w, level)), Autosave(games_folder())
    dice = DiceCup(session.seed, session.rolls)
    Conversation(session, w, terminal, dice, EngineOpponent(session.level, session.seed), autosave).run(notes)


def _terms(
    w: Words, match: int | None, money: bool, name: str | None, variations: dict[str, bool], no_crawford: bool
) -> Terms:
    """Without a profile, the tournament's for a match and the Swedish for money, which the others do not know."""
    try:
        rules = profile_named(name) if name else usual_profile(None if money else match or _DEFAULT_LENGTH)
        rules = rules.vary(**variations, **({"crawford": False} if no_crawford else {}))
    except RuleError as error:
        refused(w, error.refused)
    terms = Terms(rules, None if money else match if match is not None else _DEFAULT_LENGTH)
    if terms.fault:
        refused(w, terms.fault)
    return terms


def _new(w: Words, terms: Terms, names: str | None, two_people: bool, seed: int | None, level: str) -> Session:
    given = [" ".join(name.split())[:_MAX_NAME] for name in (names or "").split(",")]
    usual = (w("Player 1"), w("Player 2")) if two_people else (w("Player"), "Tavl")
    if len(given) > 2 or not all(character.isprintable() for name in given for character in name):
        fail(w("Two names with a comma between them, such as Anna,Bo."))
    both = [*given, "", ""]
    pair = (both[0] or usual[0], both[1] or usual[1])
    return Session.start(terms, pair, None if two_people else Seat.SECOND, seed, level)


def _level(w: Words, name: str | None) -> str:
    known = [level.name for level in LEVELS]
    if name is not None and name not in known:
        fail(w("There is no level {name}. The levels are: {known}.", name=name, known=", ".join(known)))
    return name or _DEFAULT_LEVEL


def _loaded(w: Words, path: Path) -> Session:
    try:
        return read(path.read_bytes())
    except OSError as error:
        fail(w("{file} cannot be read: {problem}.", file=str(path), problem=error.strerror or str(error)))
    except DamagedGame as damage:
        values = {"file": str(path), "line": damage.line, "problem": damage.problem}
        fail(w("{file} is not a saved game, or it is damaged. Line {line}: {problem}", **values))
