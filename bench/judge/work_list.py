"""What each judge is to roll out, in an order that can be ended at any moment.

gnubg judges tavl against bgsage, and bgsage judges tavl against gnubg: no program judges its own family. Decisions
keep the random order of the sample, and the plays of one decision are one row with the same dice, so that the first n
rows are a fair sample. What was chosen one and two rolls deep comes first; then cube decisions, with a third of the
time for hard kinds played one roll deep; half of the games of the hard kinds, and what was chosen statically in the
first third of the sample, where differences are larger and fewer decisions are enough; then the deep ones with other
dice, then the rest. Then all of it again, so that a judge never runs out of work.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavl.rules import Position

JUDGED = {"gnubg": "bgsage", "bgsage": "gnubg"}
"""Whom each judge compares with tavl."""
DEEP, STATIC = (2, 1), (0,)
GAMES = 36  # of one row: every first roll once; more decisions tell more than more games
KIND_ROUNDS = 4
DEEP_GAMES = 72  # of one row whose player looks one roll ahead
DEEP_ROUNDS = 8
DEEPER_GAMES = 36  # of one row whose player looks two rolls ahead
DEEPER_ROUNDS = 3
FURTHER_ROWS = 100  # more of them, where the error is largest
FURTHER_ROUNDS = 1000  # number theirs from here
SEEDS = 1_000_000  # between two rounds of the same decision

Choice = tuple[str, list[int], list[str], list[str]]
"""A position, the dice, and after which plays tavl and the rival leave it at 0, 1 and 2 rolls."""


def plays_apart(choice: Choice, plies: tuple[int, ...]) -> list[str]:
    """The positions in question, seen by the opponent, in a fixed order; none where the choices agree."""
    _, _, ours, theirs = choice
    found: dict[str, None] = {}
    for ply in plies:
        if ours[ply] != theirs[ply]:
            found[ours[ply]] = found[theirs[ply]] = None
    return list(found)


def play_rows(choices: list[Choice], round_number: int, deep: bool) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()  # a few decisions come up in two games
    for number, choice in enumerate(choices):
        apart = plays_apart(choice, DEEP)
        if not deep:
            apart = [after for after in plays_apart(choice, STATIC) if after not in apart]
        apart = [after for after in apart if not Position.from_gnu_id(after).over]
        if apart:
            position, (high, low), _, _ = choice
            task = f"play {position} {high}{low} {'deep' if deep else 'static'} {round_number}"
            if task in seen:
                continue
            seen.add(task)
            yield {"task": task, "ids": apart, "games": GAMES, "seed": number + 1 + SEEDS * round_number}


def kind_rows(positions: list[str], round_number: int) -> Iterator[dict[str, Any]]:
    for number, position in enumerate(positions):
        seed = 500_000 + number + SEEDS * round_number
        yield {"task": f"kind {position} {round_number}", "ids": [position], "games": GAMES, "seed": seed}


def deep_kind_rows(first: list[str], others: list[str]) -> Iterator[dict[str, Any]]:
    """Rounds of all of them, every third one of the first ones only."""
    for number in range(DEEP_ROUNDS):
        for place, position in enumerate(first if number % 3 == 2 else first + others):
            seed = 600_000 + place + SEEDS * number
            row = {"task": f"deep {position} {number}", "ids": [position], "games": DEEP_GAMES, "plies": 1}
            yield {**row, "seed": seed}


def deeper_kind_rows(positions: list[str]) -> Iterator[dict[str, Any]]:
    """Back games by players who look two rolls ahead: there the judges agree, as far as chance lets one see."""
    for number in range(DEEPER_ROUNDS):
        for place, position in enumerate(positions):
            row = {"task": f"deeper {position} {number}", "ids": [position], "games": DEEPER_GAMES, "plies": 2}
            yield {**row, "seed": 800_000 + place + SEEDS * number}


def further_kind_rows(
    positions: list[str], errors: dict[str, tuple[float, int]], done: dict[str, int], count: int = FURTHER_ROWS
) -> Iterator[dict[str, Any]]:
    """The same again for the position whose error another row lowers most, and so on; `errors` are by position, with
    how many games they are of, and `done` how many of these rows there are already."""
    games = {position: found[1] for position, found in errors.items()}
    spread = {position: error * error * games[position] for position, (error, _) in errors.items()}
    numbers = {position: done.get(position, 0) for position in errors}
    for _ in range(count if errors else 0):
        most = max(errors, key=lambda each: spread[each] / games[each] - spread[each] / (games[each] + DEEPER_GAMES))
        number = FURTHER_ROUNDS + numbers[most]
        row = {"task": f"deeper {most} {number}", "ids": [most], "games": DEEPER_GAMES, "plies": 2}
        yield {**row, "seed": 800_000 + positions.index(most) + SEEDS * number}
        games[most] += DEEPER_GAMES
        numbers[most] += 1


def seconds(row: dict[str, Any]) -> float:
    """About how long a row takes on one core."""
    games: int = row["games"]
    deep: float = (0.07, 0.12, 0.8)[row.get("plies", 0)]
    return games * (0.02 if row.get("truncate") else deep)


def mixed(cubes: list[dict[str, Any]], kinds: list[dict[str, Any]], share: float = 2.0) -> list[dict[str, Any]]:
    """Two lists, each in its order, the first with so many times the time of the second, as long as there is both."""
    found: list[dict[str, Any]] = []
    ahead = 0.0
    one, other = list(reversed(cubes)), list(reversed(kinds))
    while one or other:
        if one and (ahead <= 0 or not other):
            found.append(one.pop())
            ahead += seconds(found[-1]) / share
        else:
            found.append(other.pop())
            ahead -= seconds(found[-1])
    return found


def rows_for(
    choices: list[Choice], kinds: list[str], rounds: int, cubes: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """Two rounds of the deep decisions for one of the others; cube decisions once."""
    found: list[dict[str, Any]] = []
    half = KIND_ROUNDS // 2
    for number in range(rounds):
        static = list(play_rows(choices, number, deep=False))
        cut = sum(1 for _ in play_rows(choices[: len(choices) // 3], number, deep=False))
        found += play_rows(choices, 2 * number, deep=True)
        found += (cubes or []) if number == 0 else []
        for part in range(half):
            found += kind_rows(kinds, KIND_ROUNDS * number + part)
        found += static[:cut]
        found += play_rows(choices, 2 * number + 1, deep=True)
        for part in range(half, KIND_ROUNDS):
            found += kind_rows(kinds, KIND_ROUNDS * number + part)
        found += static[cut:]
    return found
