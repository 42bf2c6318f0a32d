"""Somebody who plays by ear: is given sentences, keeps the position in the head, and answers with lines to type.

Nothing here sees a page. What a person would know of the rules comes from `tavl.rules`."""

from __future__ import annotations

import re

from tavl.rules import BAR, OFF, Dice, Play, Position

PLACES = {"bar": BAR, "off": OFF}
QUESTIONS = ("position", "blots", "pips", "score", "cube", "turn")


class Listener:
    """Anna doubles early; whoever takes redoubles at once, or in a later game resigns; both try to double in the
    Crawford game, and ask around: a match in which much occurs that can be announced."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.position = Position.start()  # seen by this player
        self.dice: Dice | None = None
        self.game = 0
        self.crawford = False
        self.turns = 0  # own, of this game
        self.owns_cube = self.cube_turned = self.tried = self.asked = self.resigned = False
        self.over = False

    def hear(self, sentence: str) -> list[str]:
        """What to type now: lines, or nothing."""
        if re.match(r"Game \d+ begins\.", sentence):
            self._begin(sentence)
        elif found := re.match(r"You roll (\d) and (\d)\.|Opening roll: you (\d), \w+ (\d)\. You begin\.", sentence):
            first, second = filter(None, found.groups())
            return self._play(Dice(int(first), int(second)))
        elif found := re.match(r"\w+ plays (.*)\.", sentence):
            self._follow(found[1])
        elif sentence == "Your turn.":
            return self._turn()
        elif re.match(r"Double to \d\? Type yes or no\.|Resign .*\? Type yes or no\.", sentence):
            return ["yes"]
        elif "nobody may double" in sentence and "Crawford" in sentence and not sentence.startswith("Game"):
            return ["roll"]
        elif "Take or drop?" in sentence:
            if self.cube_turned:
                return ["drop"]
            self.cube_turned = self.owns_cube = True
            return ["take"]
        elif re.match(r"\w+ takes\.", sentence):
            self.cube_turned = True
        elif "offers to resign" in sentence:
            return ["accept"]
        elif "the match" in sentence:
            self.over = True
        return []

    def _begin(self, sentence: str) -> None:
        self.position, self.dice = Position.start(), None
        self.game += 1
        self.crawford = "Crawford" in sentence
        self.turns = 0
        self.owns_cube = self.cube_turned = False

    def _turn(self) -> list[str]:
        self.turns += 1
        if self.crawford and not self.tried:
            self.tried = True
            return ["double"]  # and hears why not
        if self.crawford or self.turns < 2:
            return ["roll"]
        if self.owns_cube and self.game > 1:
            return ["resign"]
        may_double = self.owns_cube or not self.cube_turned
        return ["double"] if may_double and (self.owns_cube or self.name == "Anna") else ["roll"]

    def _play(self, dice: Dice) -> list[str]:
        questions = []
        if self.crawford and self.turns == 3 and not self.asked:
            self.asked = True
            questions = list(QUESTIONS)
        play = best(self.position, dice)
        self.position = play.result.mirror()
        written = " ".join(f"{_name(move.source)}/{_name(move.target)}" for move in play.moves)
        return [*questions, *([written] if written else []), ""]

    def _follow(self, moves: str) -> None:
        """The other's play, told in the other's numbers. The dice were told before it, and are not needed."""
        theirs = self.position.mirror()
        for source, target in re.findall(r"(\w+) to (\w+)", moves):
            theirs = theirs.moved(_place(source), _place(target))
        self.position = theirs.mirror()


def best(position: Position, dice: Dice) -> Play:
    """A play of some sense, the same on every machine: by counting, not by the engine."""
    return max(position.plays(dice), key=lambda play: (_worth(position, play), str(play)))


def _worth(before: Position, play: Play) -> int:
    after = play.result.mirror()
    own = after.own
    blots = sum(1 for point in range(1, 19) if own[point] == 1) if after.contact else 0
    held = sum(1 for point in range(2, 9) if own[point] >= 2)
    stacked = sum(max(0, own[point] - 3) for point in range(1, 25))
    back = sum(own[point] for point in range(19, 26))
    return 12 * play.hits + 6 * held - 5 * blots - 2 * stacked - 2 * back + 9 * own[OFF]


def _place(name: str) -> int:
    return PLACES[name] if name in PLACES else int(name)


def _name(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))
