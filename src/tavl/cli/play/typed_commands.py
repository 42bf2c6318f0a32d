"""What somebody typed, as a command. The words are English and those of the chosen language, side by side."""

from __future__ import annotations

import re
import textwrap
from enum import StrEnum

from msgspec import Struct

from tavl.i18n import Words


class Verb(StrEnum):
    ROLL = "roll"
    DONE = "done"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    NEXT = "next"
    END = "end"
    LIST = "list"
    UNDO = "undo"
    PIPS = "pips"
    POSITION = "position"
    RULE = "rule"
    SAVE = "save"
    HELP = "help"
    QUIT = "quit"


SHORT = {
    "r": Verb.ROLL,
    "d": Verb.DOUBLE,
    "t": Verb.TAKE,
    "l": Verb.LIST,
    "u": Verb.UNDO,
    "p": Verb.PIPS,
    "?": Verb.HELP,
    "h": Verb.HELP,
    "q": Verb.QUIT,
}


class Say(Struct, frozen=True):
    """A word of command, with what stood after it."""

    verb: Verb
    rest: str = ""


class Pick(Struct, frozen=True):
    """The play of this number in the list."""

    number: int


class Enter(Struct, frozen=True):
    """Just the Enter key: whatever comes next anyway."""


class Moves(Struct, frozen=True):
    """Anything else: a play, or a typing error."""

    text: str


Command = Say | Pick | Enter | Moves


class Vocabulary:
    """The words of command in one language."""

    def __init__(self, w: Words) -> None:
        self.names = _names(w)
        self._verbs = {**SHORT, **{verb.value: verb for verb in Verb}}
        for verb, name in self.names.items():
            self._verbs.setdefault(name.lower(), verb)
        # "ge upp" is one command of two words, so the longest name that fits is meant.
        self._longest_first = sorted(self._verbs, key=len, reverse=True)

    def read(self, line: str) -> Command:
        text = " ".join(line.split())
        if not text:
            return Enter()
        if re.fullmatch(r"[0-9]{1,4}", text):
            return Pick(int(text))
        lowered = text.lower()
        for name in self._longest_first:
            if lowered == name or lowered.startswith(name + " "):
                return Say(self._verbs[name], text[len(name) :].strip())
        return Moves(text)


def _names(w: Words) -> dict[Verb, str]:
    return {
        Verb.ROLL: w.sense("command", "roll"),
        Verb.DONE: w.sense("command", "done"),
        Verb.DOUBLE: w.sense("command", "double"),
        Verb.TAKE: w.sense("command", "take"),
        Verb.DROP: w.sense("command", "drop"),
        Verb.BEAVER: w.sense("command", "beaver"),
        Verb.RESIGN: w.sense("command", "resign"),
        Verb.ACCEPT: w.sense("command", "accept"),
        Verb.REFUSE: w.sense("command", "refuse"),
        Verb.NEXT: w.sense("command", "next"),
        Verb.END: w.sense("command", "end"),
        Verb.LIST: w.sense("command", "list"),
        Verb.UNDO: w.sense("command", "undo"),
        Verb.PIPS: w.sense("command", "pips"),
        Verb.POSITION: w.sense("command", "position"),
        Verb.RULE: w.sense("command", "rule"),
        Verb.SAVE: w.sense("command", "save"),
        Verb.HELP: w.sense("command", "help"),
        Verb.QUIT: w.sense("command", "quit"),
    }


def help_page(w: Words, names: dict[Verb, str], width: int = 78) -> list[str]:
    """Two columns, the second wrapped."""
    rows = _meanings(w, names)
    room = max(len(name) for name, _ in rows) + 2
    page = []
    for name, meaning in rows:
        first, *more = textwrap.wrap(meaning, width - room)
        page += [f"{name:<{room}}{first}", *(" " * room + line for line in more)]
    return page


def _meanings(w: Words, names: dict[Verb, str]) -> list[tuple[str, str]]:
    """Every command and what it does."""
    return [
        ("8/5 6/5", w("make a play, at once or checker by checker: 8/5, then 6/5")),
        ("Enter", w("roll, end the turn, continue: whatever comes next")),
        (names[Verb.ROLL], w("roll the dice")),
        (names[Verb.LIST] + " [8/5]", w("list the legal plays, or those with these moves; a number picks one")),
        (names[Verb.UNDO], w("take checkers back, until the turn is ended (G9.2)")),
        (names[Verb.DONE], w("end the turn")),
        (names[Verb.DOUBLE], w("offer the doubling cube")),
        (f"{names[Verb.TAKE]}, {names[Verb.DROP]}, {names[Verb.BEAVER]}", w("answer a double")),
        (names[Verb.RESIGN] + " 1|2|3", w("concede a single game, a gammon, a backgammon")),
        (f"{names[Verb.ACCEPT]}, {names[Verb.REFUSE]}", w("answer a resignation")),
        (f"{names[Verb.NEXT]}, {names[Verb.END]}", w("the next game; end a money session")),
        (names[Verb.PIPS], w("pip counts")),
        (names[Verb.POSITION], w("the position's IDs, for other programs")),
        (names[Verb.RULE] + " G4.6", w("read a clause of the rules")),
        (f"{names[Verb.SAVE]} {w.sense('argument', 'FILE')}", w("save the game in a file")),
        (names[Verb.QUIT], w("leave; the game is saved")),
    ]
