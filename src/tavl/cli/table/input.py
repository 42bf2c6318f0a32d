"""What somebody types at a recorded table, as an action and who takes it.

A line is `[who:] what`. Who is 1 or 2, a player's name, or a role; without it, whoever the table waits for, and for an
answer whoever was asked. What is a roll (`31`), a play (`8/5 6/5`), a short word (`double`), or any action of the table
by its name, with its fields.
"""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec

from tavl.notation.errors import NotationError
from tavl.notation.play_text import read_hops
from tavl.rules import acts as game_acts
from tavl.rules.acts import Cube
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
    "lift": "end_turn",
    "break": "take_break",
    "back": "return_from_break",
    "crawford": "announce_crawford",
    "cancel": "withdraw_claim",
    "card": "write_score",
}
YES, NO = ("accept", "agree"), ("deny", "dispute", "refuse")
_DICE = re.compile(r"([1-6])[ ,-]?([1-6])")
_WIN = re.compile(r"win(?: (single|gammon|backgammon))?")
_SIZES = {None: 1, "single": 1, "gammon": 2, "backgammon": 3}
_RESIGN = re.compile(r"resign(?: (single|gammon|backgammon))?")
_LEVEL = re.compile(r"double (\d+)")
_CUBE = re.compile(r"cube (off|\d+)(?: (.+))?")
_INVALID = re.compile(r"invalid(?: (\w+))?")
_SCORE = re.compile(r"(\d+)[- ](\d+)")
_CORRECT = re.compile(r"correct (cube|set-?up|double|length (\d+)|score (\d+)[- ](\d+))")


class Unreadable(ValueError):
    """A line that is not an action; `part` is what could not be read."""

    def __init__(self, part: str) -> None:
        self.part = part
        super().__init__(part)


def read(line: str, table: Table, names: tuple[str, str]) -> list[tuple[AnyAction, By]]:
    """The actions that a line stands for; a win is stated for both players at once."""
    who, colon, rest = line.partition(":")
    named = bool(colon) and _known(who.strip(), names)
    text = (rest if named else line).strip()
    by = _person(who.strip(), table, names) if named else _awaited(table, text.casefold())
    seat = by.seat if by.seat is not None else Seat.FIRST
    win = _WIN.fullmatch(text.casefold())
    if win:
        size = _SIZES[win[1]]
        return [(acts.RecordResult(each, seat, size), _player(each, table)) for each in SEATS]
    short = _dice_or_play(text, table, seat) or _in_short(text.casefold(), table, by, seat, names)
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


def _awaited(table: Table, text: str) -> By:
    """Whoever has to act; if both do, or only the clock knows, the one whose time runs."""
    game = table.match.game
    if text in (*YES, *NO) and (asked := _asked(table)) is not None:
        return _player(asked, table)
    if text == "flag" and game and game.last:
        return _player(game.last.seat.other, table)
    seats = table.to_act
    if len(seats) != 1 and table.clock and table.clock.running is not None:
        return _player(table.clock.running, table)
    return _player(seats[0] if seats else Seat.FIRST, table)


def _asked(table: Table) -> Seat | None:
    """Who has to answer something: about a play, a correction, a delay, a resignation, a dispute."""
    game = table.match.game
    if table.handling.claim:
        return table.handling.claim.asked
    if table.disputes.open and table.disputes.open.seat is not None:
        return table.disputes.open.seat.other
    if table.corrections.asked:
        return table.corrections.asked.seat.other
    if table.stand.asked is not None:
        return table.stand.asked
    return game.resignation.seat.other if game and game.resignation else None


def _answer(table: Table, seat: Seat, yes: bool) -> AnyAction:
    """Yes or no to whatever is open; if nothing is, it counts as an answer to a play, which the table then refuses."""
    game = table.match.game
    if table.disputes.open and yes:
        return acts.ConcedeDispute(seat)
    if table.corrections.asked:
        return acts.AgreeToCorrection(seat) if yes else acts.DisputeCorrection(seat)
    if table.stand.asked is not None:
        return acts.AnswerDelayLoss(seat, yes)
    if game and game.resignation:
        return game_acts.AcceptResignation(seat) if yes else game_acts.RefuseResignation(seat)
    return acts.AcceptFacts(seat) if yes else acts.DisputeFacts(seat)


def _dice_or_play(text: str, table: Table, seat: Seat) -> AnyAction | None:
    game = table.match.game
    dice = _DICE.fullmatch(text)
    if dice:
        first, second = int(dice[1]), int(dice[2])
        if game and game.phase is Phase.OPENING and table.terms.detail is Detail.PLAYS:
            return acts.RecordOpening(seat, first, second)
        return acts.RecordRoll(seat, Dice(first, second))
    if ("/" in text and "=" not in text) or text in ("-", "dance"):
        try:
            hops = [] if text in ("-", "dance") else read_hops(text)
        except NotationError as error:
            raise Unreadable(text[error.at :] or text) from None
        return game_acts.MakePlay(seat, tuple((hop.source, hop.target) for hop in hops))
    return None


def _in_short(text: str, table: Table, by: By, seat: Seat, names: tuple[str, str]) -> AnyAction | None:
    if text in YES or text in NO:
        return _answer(table, seat, text in YES)
    if found := _RESIGN.fullmatch(text):
        return game_acts.OfferResignation(seat, _SIZES[found[1]])
    if found := _LEVEL.fullmatch(text):
        return acts.RecordDouble(seat, int(found[1]))
    if found := _CUBE.fullmatch(text):
        return acts.ReportCube(seat, _cube(found[1], found[2], table, names))
    if found := _INVALID.fullmatch(text):
        why = found[1] or acts.InvalidRoll.NOT_FLAT
        if why not in tuple(acts.InvalidRoll):
            raise Unreadable(why)
        return acts.RecordInvalidRoll(seat, acts.InvalidRoll(why))
    if found := _CORRECT.fullmatch(text):
        return acts.Correct(_correction(found), by.seat)
    return None


def _cube(value: str, owner: str | None, table: Table, names: tuple[str, str]) -> Cube | None:
    if value == "off":
        return None
    if owner is not None and not _known(owner, names):
        raise Unreadable(owner)
    return Cube(int(value), _person(owner, table, names).seat if owner else None)


def _correction(found: re.Match[str]) -> acts.AnyCorrection:
    if found[2]:
        return acts.RightLength(int(found[2]))
    if found[3]:
        return acts.RightScore((int(found[3]), int(found[4])))
    if found[1] == "cube":
        return acts.CubeRight()
    return acts.VoidDouble() if found[1] == "double" else acts.SetUpRight()


def _named(text: str, by: By) -> AnyAction:
    """`raise_dispute rule=T5.1 statement="the dice were cocked"`: fields as JSON, or as plain words."""
    word, *fields = _split(text)
    tag = SHORT.get(word.casefold(), word.casefold())
    kind = KINDS.get(tag)
    if kind is None:
        raise Unreadable(word)
    given: dict[str, Any] = {"type": tag}
    if "seat" in kind.__struct_fields__ and by.seat is not None:
        given["seat"] = int(by.seat)
    fields_of = sorted(msgspec.structs.fields(kind), key=lambda each: not each.required)  # what must be said first
    names = [each.name for each in fields_of if each.name not in given]
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


def _split(text: str) -> list[str]:
    """By spaces, but not within quotes or brackets: a field may be JSON."""
    parts: list[str] = []
    part, depth, quoted = "", 0, False
    for letter in text:
        quoted ^= letter == '"'
        if not quoted:
            depth += (letter in "{[") - (letter in "}]")
        if letter == " " and not quoted and depth <= 0:
            parts, part = [*parts, part], ""
        else:
            part += letter
    if quoted or depth > 0:
        raise Unreadable(text)
    return [each for each in (*parts, part) if each] or [text]


def _value(text: str) -> Any:
    score = _SCORE.fullmatch(text)
    if score:
        return [int(score[1]), int(score[2])]
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
