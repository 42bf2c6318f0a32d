"""The notation of plays (G1.4): `8/5 6/5`, `24/18*/15`, `13/7(2)`, `bar/22`, `6/off`, and the other ways people write
it.

This reads them. They are written by `native/play_text.cpp`, in the browser by `web/static/shared/play-text.js`.

What is read, with or without blanks between the parts:

    play    nothing, a dash, or words for a dance; else moves with blanks, commas or semicolons between them
    move    place / place [*] { / place [*] } [repeat]     a dash or an arrow may stand for the stroke
    place   a number, 25 the bar and 0 off, or a word for bar or off in one of the four languages
    repeat  (2) or x2: the whole move, so often

Hits need no mark. If two legal plays leave the mover's checkers alike and differ in a blot that one of them hits in
passing, a blot on a written place is hit, `*` on a place without one means a hit on the way there, and what
is not written is not hit; of plays that fit equally well the first that `Position.plays` gives.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from tavl.notation.errors import NotationError, Reason
from tavl.rules import BAR, OFF, Dice, Play, Position, Refused, judge_play

WORDS: Final = {"en": ("bar", "off"), "da": ("bar", "ud"), "sv": ("bar", "av"), "nb": ("bar", "av")}
"""How each language writes bar and off."""

_PLACE_WORDS = {
    "bar": BAR,
    "mur": BAR,
    "barriär": BAR,
    "barria\u0308r": BAR,  # the same, in two characters as some keyboards produce it
    "barriere": BAR,
    "off": OFF,
    "ud": OFF,
    "av": OFF,
}
_DANCES = {
    *("cannot move", "can't move", "no move", "no play", "dance", "dances", "pass"),
    *("kan ikke rykke", "kan ikke flytte", "kan inte flytta", "danser", "dansar", "står över", "står over"),
}
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212-"  # the plain one last, so that in [...] it does not make a range
_TOKEN = re.compile(
    rf"(?P<number>[0-9]+)|(?P<repeat>\(\s*[0-9]*\s*\)|[x×]\s*[0-9]+)|(?P<word>[^\W\d_]+\u0308?[^\W\d_]*)"
    rf"|(?P<to>->|[/\u2044\u2215\u2192{_DASHES}])|(?P<hit>\*)|(?P<between>[,;])",
    re.IGNORECASE,
)


class Hop(Struct, frozen=True):
    """One checker from place to place, by one die or several."""

    source: int
    target: int
    marked: bool  # with the * of a hit


class _Token(Struct, frozen=True):
    kind: str
    text: str
    at: int


def format_play(play: Play, language: str = "en") -> str:
    """A play in a language's words; in English it is `str(play)`. A dance is nothing at all."""
    if language not in WORDS:
        raise ValueError(f"plays are written in {', '.join(WORDS)}, not in {language!r}")
    bar, off = WORDS[language]
    return str(play).replace("bar", bar).replace("off", off)


def parse_play(text: str, position: Position, dice: Dice) -> Play | Refused:
    """The legal play that is meant, or the clause that refuses it; raises NotationError where it cannot be read."""
    hops = read_hops(text)
    judged = judge_play(position, dice, [(hop.source, hop.target) for hop in hops])
    if isinstance(judged, Refused):
        return judged
    alike = [play for play in position.plays(dice) if play.result.opponent == judged.result.opponent]
    return min(alike, key=lambda play: _misfit(play, position, hops))


def _misfit(play: Play, position: Position, hops: list[Hop]) -> int:
    """How many hits of the play the text does not mention, and the other way round."""
    blots = {25 - place for place in range(1, 25) if position.opponent[place] == 1}
    hit = {point for point in blots if play.result.own[25 - point] == 0}
    written = {hop.target for hop in hops} & blots
    in_passing = sum(hop.marked and hop.target not in blots for hop in hops)
    return len(written - hit) + abs(len(hit - written) - in_passing)


def read_hops(text: str) -> list[Hop]:
    """The checker moves that a text says, legal or not; none for a dance. Raises NotationError."""
    if _is_dance(text):
        return []
    tokens = _tokens(text)
    hops: list[Hop] = []
    at = 0
    while tokens[at].kind != "end":
        move, at = _move(text, tokens, at)
        hops += move
        if tokens[at].kind == "between":
            at += 1
    return hops


def _is_dance(text: str) -> bool:
    said = " ".join(text.casefold().split()).replace("\u2019", "'")
    bare = said[1:-1] if said.startswith("(") and said.endswith(")") else said
    return not said.strip(_DASHES) or bare.removesuffix(".") in _DANCES


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _TOKEN.match(text, at)
        if not found or not found.lastgroup:
            raise _unexpected(text, at, text[at])
        tokens.append(_Token(found.lastgroup, found.group(), at))
        at = found.end()
    tokens.append(_Token("end", "", len(text)))
    return tokens


def _unexpected(text: str, at: int, found: str) -> NotationError:
    return NotationError(text, at, Reason.UNEXPECTED, found=found)


def _move(text: str, tokens: list[_Token], at: int) -> tuple[list[Hop], int]:
    """A chain of places with its repeat, and where the next begins."""
    source = _place(text, tokens[at])
    at += 1
    if tokens[at].kind != "to":
        if tokens[at].kind == "hit":
            raise NotationError(text, tokens[at].at, Reason.HIT_MARK_MISPLACED)
        raise _unexpected(text, tokens[at].at, tokens[at].text)
    chain: list[Hop] = []
    while tokens[at].kind == "to":
        target = _place(text, tokens[at + 1])
        at += 2
        marked = tokens[at].kind == "hit"
        if marked and target in (OFF, BAR):
            raise NotationError(text, tokens[at].at, Reason.HIT_MARK_MISPLACED)
        at += marked
        chain.append(Hop(source, target, marked))
        source = target
    times = 1
    if tokens[at].kind == "repeat":
        times = _times(text, tokens[at])
        at += 1
        if tokens[at].kind == "hit":  # 13/7(2)* is written too
            chain[-1] = Hop(chain[-1].source, chain[-1].target, True)
            at += 1
    # A blot is hit once, so the mark belongs to the first checker.
    return chain + [Hop(hop.source, hop.target, False) for hop in chain] * (times - 1), at


def _place(text: str, token: _Token) -> int:
    if token.kind == "number":
        if len(token.text) > 2 or int(token.text) > BAR:
            raise NotationError(text, token.at, Reason.UNKNOWN_PLACE, found=token.text)
        return int(token.text)
    if token.kind == "word":
        place = _PLACE_WORDS.get(token.text.casefold())
        if place is None:
            raise NotationError(text, token.at, Reason.UNKNOWN_PLACE, found=token.text)
        return place
    raise _unexpected(text, token.at, token.text)


def _times(text: str, token: _Token) -> int:
    digits = token.text.strip("()xX× \t\r\n")
    if digits not in ("1", "2", "3", "4"):
        raise NotationError(text, token.at, Reason.BAD_REPEAT, found=token.text)
    return int(digits)
