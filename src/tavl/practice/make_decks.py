"""Makes the decks that come with tavl, in a few minutes.

    python -m tavl.practice.make_decks

Openings and the replies to each roll's best play are judged by the opening book. Reference positions come from games of
the engine against itself with a fixed seed: of each theme those in which a choice matters and the static choice is
wrong or the margin is small.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from tavl.analysis.decisions.decision_errors import judge_cube, judge_play
from tavl.analysis.engine.analyst import Analyst
from tavl.analysis.engine.questions import CubeAnswer, PlayAnswer, Question, QuestionKind, Step
from tavl.analysis.match_analysis import AnalysedDecision, JudgedPlay
from tavl.analysis.reasons.phases import GamePhase, phase_of
from tavl.engine import Engine
from tavl.engine.named_depths import Depth
from tavl.notation.record import Setup
from tavl.notation.situation import Situation
from tavl.practice.cards import without_player
from tavl.practice.decks import ShippedDeck, pack_decks
from tavl.practice.themes import Theme, theme_of
from tavl.rules.board import ALL_ROLLS, Dice, Position
from tavl.rules.seat import Seat

TARGET: Final = Path(__file__).with_name("data") / "decks.json.gz"
SEED: Final = 20_261_116
GAMES: Final = 400
PER_THEME: Final = 12
TRIED: Final = 70  # of each theme, at most
KEPT_PLAYS: Final = 5
MARGIN: Final = (0.03, 0.20)  # between the best play and the next one
CLOSE_CUBE: Final = 0.25
THEMES: Final = tuple(theme for theme in Theme if theme not in (Theme.OPENING, Theme.OTHER))


class Maker:
    def __init__(self) -> None:
        self.engine = Engine(threads=2)
        self.analyst = Analyst(Depth.TWO_PLY, self.engine)

    def decision(self, position: Position, dice: Dice | None, turns: int) -> AnalysedDecision | None:
        situation = Situation(position=position, dice=dice, jacoby=False, beavers=False)
        kind = QuestionKind.PLAY if dice else QuestionKind.CUBE
        answer = self.analyst.answer(Question(kind=kind, situation=situation, decided=False))
        item = Setup(seat=Seat.FIRST, position=position, dice=dice)
        step = Step(game=0, entry=0, item=item, situation=situation, turns=turns)
        if isinstance(answer, PlayAnswer):
            found = judge_play(step, answer)
            return without_player(replace(found, plays=tuple(map(_rounded, found.plays[:KEPT_PLAYS]))))
        judged = judge_cube(step, answer) if isinstance(answer, CubeAnswer) else None
        return without_player(judged) if judged else None

    def openings(self) -> Iterator[AnalysedDecision]:
        for roll in ALL_ROLLS:
            if not roll.double:
                found = self.decision(Position.start(), roll, 0)
                assert found is not None
                yield found

    def replies(self, openings: list[AnalysedDecision]) -> Iterator[AnalysedDecision]:
        for opening in openings:
            assert opening.situation.dice is not None
            after = Position.start().played(opening.situation.dice, opening.plays[0].moves)
            assert after is not None
            for roll in ALL_ROLLS:
                found = self.decision(after, roll, 1)
                if found is not None and len(found.plays) > 1:
                    yield found

    def positions(self) -> Iterator[tuple[Position, Dice, int]]:
        """Positions of games of the engine against itself, as they stand before each play."""
        chance = random.Random(SEED)  # noqa: S311 - it is to be the same each time
        for _ in range(GAMES):
            position, turns = Position.start(), 0
            while not position.over and turns < 120:
                dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
                if turns or not dice.double:
                    yield position, dice, turns
                    position = self.engine.plays(position, dice)[0].play.result
                    turns += 1

    def plays(self) -> list[AnalysedDecision]:
        return self._chosen(self._play)

    def _play(self, position: Position, dice: Dice, turns: int) -> AnalysedDecision | None:
        """The margin tells: a play that is far better is not worth a question."""
        glance = self.engine.plays(position, dice)
        if len(glance) < 4 or glance[1].loss > MARGIN[1]:
            return None
        found = self.decision(position, dice, turns)
        if found is None or len(found.plays) < 2 or not MARGIN[0] <= found.plays[1].loss <= MARGIN[1]:
            return None
        wrong_at_first = position.played(dice, found.plays[0].moves) != glance[0].play.result
        return found if wrong_at_first or found.plays[1].loss < 2 * MARGIN[0] else None

    def cubes(self) -> list[AnalysedDecision]:
        return self._chosen(self._cube)

    def _cube(self, position: Position, dice: Dice, turns: int) -> AnalysedDecision | None:
        glance = self.engine.cube(position, ply=0)
        if not _is_close(glance.no_double, glance.double_take, glance.double_drop):
            return None
        found = self.decision(position, None, turns)
        cube = found.cube if found else None
        return found if cube and _is_close(cube.no_double, cube.double_take, cube.double_drop) else None

    def _chosen(self, judged: Callable[[Position, Dice, int], AnalysedDecision | None]) -> list[AnalysedDecision]:
        """Some of each theme, never two from close to each other in a game."""
        tried: Counter[Theme] = Counter()
        found: dict[Theme, list[AnalysedDecision]] = {theme: [] for theme in THEMES}
        rest = 0
        for position, dice, turns in self.positions():
            rest -= 1
            phase = phase_of(position, turns)
            theme = theme_of(position, phase)
            full = len(found.get(theme, [None] * PER_THEME)) >= PER_THEME or tried[theme] >= TRIED * PER_THEME
            if rest > 0 or full or phase is GamePhase.BEAR_OFF:
                continue
            tried[theme] += 1
            decision = judged(position, dice, turns)
            if decision is not None:
                found[theme].append(decision)
                rest = 6
        print({str(theme): len(each) for theme, each in found.items()}, file=sys.stderr)
        return list(chain.from_iterable(found.values()))


def _is_close(no_double: float, double_take: float, double_drop: float) -> bool:
    doubling = min(double_take, double_drop)
    return abs(no_double - doubling) < CLOSE_CUBE and abs(double_take - double_drop) < 2 * CLOSE_CUBE


def _rounded(play: JudgedPlay) -> JudgedPlay:
    chances = play.chances
    names = chances.__struct_fields__
    return replace(play, chances=replace(chances, **{name: round(getattr(chances, name), 4) for name in names}))


def main() -> None:
    maker = Maker()
    openings = list(maker.openings())
    decks = (
        ShippedDeck("openings", tuple(openings)),
        ShippedDeck("replies", tuple(maker.replies(openings))),
        ShippedDeck("plays", tuple(maker.plays())),
        ShippedDeck("cubes", tuple(maker.cubes())),
    )
    data = pack_decks(decks)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(data)
    print({deck.name: len(deck.decisions) for deck in decks}, len(data), "bytes")


if __name__ == "__main__":
    main()
