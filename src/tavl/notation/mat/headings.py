"""What stands above the games of a match text, and above the rows of each game: `; [EventDate "2024.05.11"]` and the
other headings, the length of the match, and the players' names with the score.

Lines come without blanks at either end.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from tavl.notation.mat.galaxy import MIN_RATING
from tavl.notation.record import MatchRecord, Player

_HEADING = re.compile(r";?\s*\[\s*([^\"\]]{1,80}?)\s*\"(.*)\"\s*\]")
_LENGTH = re.compile(r"(\d{1,6})\s+points?\s+match\b|(?:money|unlimited)\s+(?:session|games?|match)\b", re.IGNORECASE)
_GAME = re.compile(r"Game\s+(\d{1,6})\b", re.IGNORECASE)
_SCORES = re.compile(r"(.*?):\s*(-?\d{1,6})(?:\s+(.*?)|):\s*(-?\d{1,6})")
_MAX_NAMES_LINE = 300
_FIELDS: Final = {
    "site": "site",
    "event": "event",
    "round": "round",
    "transcriber": "transcriber",
    "annotator": "annotator",
}
_SWITCHES: Final = {"on": True, "off": False, "yes": True, "no": False, "1": True, "0": False}


def heading_in(line: str) -> tuple[str, str] | None:
    """A heading's name and its value."""
    found = _HEADING.fullmatch(line)
    return (found[1], found[2].strip()) if found else None


def length_in(line: str) -> int | None:
    """Of `7 point match`; 0 is money play."""
    found = _LENGTH.match(line)
    return int(found[1] or 0) if found else None


def begins_game(line: str) -> bool:
    return _GAME.match(line) is not None


def names_and_score_in(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    """Of `Anna : 0   Bo : 0`, which stands above the rows of a game."""
    found = _SCORES.fullmatch(line) if len(line) < _MAX_NAMES_LINE else None
    if found is None:
        return None
    return (found[1].strip().strip("?"), (found[3] or "").strip().strip("?")), (int(found[2]), int(found[4]))


def read_headings(headings: dict[str, str]) -> MatchRecord:
    """A record without games. Headings that are unknown or cannot be read are kept as they are."""
    fields: dict[str, object] = {}
    others: dict[str, str] = {}
    players = [Player(), Player()]
    for key, value in headings.items():
        name = key.casefold().replace(" ", "")
        switch = _SWITCHES.get(value.casefold())
        if name in _FIELDS:
            fields[_FIELDS[name]] = value
        elif name in ("player1", "player2"):
            at = int(name[-1]) - 1
            players[at] = replace(players[at], name=value)
        elif name in ("player1elo", "player2elo") and _rating(value):
            at = int(name[6]) - 1
            rating, experience = _rating(value) or (None, None)
            players[at] = replace(players[at], rating=rating, experience=experience)
        elif name in ("eventdate", "date") and _date(value):
            fields["date"] = _date(value)
        elif name in ("eventtime", "time") and re.fullmatch(r"\d{1,2}[.:]\d\d", value):
            fields["time"] = value.replace(".", ":").zfill(5)
        elif name in ("crawford", "jacoby") and switch is not None:
            fields[name] = switch
        elif name in ("beaver", "beavers") and switch is not None:
            fields["beavers"] = int(switch)
        elif name == "cubelimit" and re.fullmatch(r"\d{1,9}", value):
            fields["max_cube"] = int(value)
        elif name == "variation" and value.casefold() in ("backgammon", "standard", ""):
            continue
        elif name == "variation":
            fields["variation"] = value
        else:
            others[key] = value
    return replace(MatchRecord(players=(players[0], players[1]), headings=others), **fields)


def _rating(text: str) -> tuple[float, int | None] | None:
    """`1612,45/350`: a rating and an experience. Below `MIN_RATING` it is a final score, and not a rating."""
    found = re.fullmatch(r"(\d{1,5}(?:[.,]\d{1,6})?)(?:/(\d{1,9}))?", text)
    if not found or float(found[1].replace(",", ".")) < MIN_RATING:
        return None
    return float(found[1].replace(",", ".")), int(found[2]) if found[2] else None


def _date(text: str) -> str:
    """`2024.05.11`, `2024-05`, `2024`; what is not known may be `??`. Empty where it is none of these."""
    found = re.fullmatch(r"(\d{4})(?:[./-](\d{1,2}|\?\?))?(?:[./-](\d{1,2}|\?\?))?", text)
    if not found:
        return ""
    parts = [part.zfill(2) for part in found.groups() if part and "?" not in part]
    return "-".join(parts)
