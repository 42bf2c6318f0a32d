"""What somebody types at a recorded table, as an action and who takes it.

A line is `[who:] what`. Who is 1 or 2, a player's name, or a role; without it, whoever the table waits for. What is a
roll (`31`), a play (`8/5 6/5`), a short word (`double`), or any action of the table by its name, with its fields.
"""

from __future__ import annotations

import re
import shlex
from typing import Any, get_args

import msgspec

from tavl.notation.errors import NotationError
from tavl.notation.play_text import read_hops
from tavl.rules import acts as game_acts
from tavl.rules.board import Dice
from tavl.rules.codec import decode_hook
from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.table import By, Detail, Role, Table, acts
from tavl.table.acts import AnyAction

KINDS: dict[str, Any] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyAction)}
SHORT = {
    "start": "start_game",
    "press": "press_clock",
    "stop": "stop_clock",
    "resume": "resume_clock",
    "flag": "flag_play",
    "accept": "accept_facts",
    "dispute": "dispute_facts",
    "lift": "end_turn",
    "break": "take_break",
    "crawford": "announce_crawford",
    "cancel": "withdraw_claim",
}
_DICE = re.compile(r"([1-6])[ ,-]?([1-6])")
_WIN = re.compile(r"win(?: (single|gammon|backgammon))?")
_SIZES = {None: 1, "single": 1, "gammon": 2, "backgammon": 3}


class Unreadable(ValueError):
    """A line that is no action; `part` is what could not be read."""

    def __init__(self, part: str) -> None:
        self.part = part
        super().__init__(part)


def read(line: str, table: Table, names: tuple[str, str]) -> list[tuple[AnyAction, By]]:
    """The actions that a line stands for; a win is stated for both players at once."""
    who, colon, rest = line.partition(":")
    by = _person(who.strip(), table, names) if colon and _known(who.strip(), names) else _awaited(table)
    text = (rest if colon and _known(who.strip(), names) else line).strip()
    seat = by.seat if by.seat is not None else Seat.FIRST
    win = _WIN.fullmatch(text.casefold())
    if win:
        size = _SIZES[win[1]]
        return [(acts.RecordResult(each, seat, size), _player(each, table)) for each in SEATS]
    short = _short(text, table, seat)
    return [(short, by)] if short is not None else [(_named(text, by), by)]


def _known(who: str, names: tuple[str, str]) -> bool:
    return who in ("1", "2") or who.casefold() in (*map(str.casefold, names), *Role)


def _person(who: str, table: Table, names: tuple[str, str]) -> By:
    for seat in SEATS:
        if who == str(seat + 1) or who.casefold() == names[seat].casefold():
            return _player(seat, table)
    role = Role(who.casefold())
    people = {Role.DIRECTOR: "director", Role.OBSERVER: next(iter(table.requests.observers), "observer")}
    return By(role, people.get(role, role.value))


def _player(seat: Seat, table: Table) -> By:
    return By(Role.PLAYER, table.seats[seat] or "", seat)


def _awaited(table: Table) -> By:
    """Whoever is waited for; of two, and where only the clock knows, whose time runs."""
    seats = table.to_act
    if len(seats) != 1 and table.clock and table.clock.running is not None:
        return _player(table.clock.running, table)
    return _player(seats[0] if seats else Seat.FIRST, table)


def _short(text: str, table: Table, seat: Seat) -> AnyAction | None:
    game = table.match.game
    dice = _DICE.fullmatch(text)
    if dice:
        first, second = int(dice[1]), int(dice[2])
        if game and game.phase is Phase.OPENING and table.terms.detail is Detail.PLAYS:
            return acts.RecordOpening(seat, first, second)
        return acts.RecordRoll(seat, Dice(first, second))
    if "/" in text or text in ("-", "dance"):
        try:
            hops = [] if text in ("-", "dance") else read_hops(text)
        except NotationError as error:
            raise Unreadable(text[error.at :] or text) from None
        return game_acts.MakePlay(seat, tuple((hop.source, hop.target) for hop in hops))
    return None


def _named(text: str, by: By) -> AnyAction:
    """`raise_dispute rule=T5.1 statement="the dice were cocked"`: fields as JSON, or as plain words."""
    try:
        word, *fields = shlex.split(text)
    except ValueError:
        raise Unreadable(text) from None
    tag = SHORT.get(word.casefold(), word.casefold())
    kind = KINDS.get(tag)
    if kind is None:
        raise Unreadable(word)
    given: dict[str, Any] = {"type": tag}
    if "seat" in kind.__struct_fields__ and by.seat is not None:
        given["seat"] = int(by.seat)
    names = [name for name in kind.__struct_fields__ if name not in given]
    for place, field in enumerate(fields):
        name, equals, value = field.partition("=")
        if not equals:
            name, value = (names[place] if place < len(names) else ""), field
        if name not in kind.__struct_fields__:
            raise Unreadable(field)
        given[name] = _value(value)
    try:
        action: AnyAction = msgspec.convert(given, kind, strict=False, dec_hook=decode_hook)
    except (msgspec.ValidationError, ValueError) as error:
        raise Unreadable(str(error)) from None
    return action


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
