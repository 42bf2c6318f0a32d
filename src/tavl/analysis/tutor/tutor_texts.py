"""What a tutor says, in sentences. Whoever shows plays writes them: a page as the board names the points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tavl.analysis.match_analysis import BEAVERS, CubeVerdict, ErrorKind
from tavl.analysis.reasons.reason_texts import reason_sentence
from tavl.analysis.tutor.tutor import STEPS, Hint, Idea, Judgement
from tavl.i18n import Words, later

IDEAS: Final = {
    Idea.ONLY_PLAY: later("There is only one play."),
    Idea.DANCE: later("Nothing can be moved."),
    Idea.BEAR_OFF: later("Take checkers off."),
    Idea.RACE: later("It is a race: bring checkers home and waste no pips."),
    Idea.HIT: later("Look for a hit."),
    Idea.HOME_POINT: later("Look at your home board: you can make a point there."),
    Idea.BLOCKING_POINT: later("Look in front of your opponent's back checkers: you can make a point there."),
    Idea.ANCHOR: later("Look at your back checkers: they can make a point together."),
    Idea.RUN: later("Look at your back checkers: one of them should move on."),
    Idea.SAFETY: later("Think of safety: a checker is alone."),
    Idea.BUILD: later("A quiet play: bring checkers to where the next roll can make a point."),
    Idea.NOTHING: later("There is nothing to decide: roll."),
    Idea.DOUBLE: later("Double or not? Compare the race, the threats and the gammons."),
    Idea.ANSWER: later("Take or drop? It depends on how often you win from here."),
}
MISTAKES: Final = {
    ErrorKind.WRONG_PLAY: later("This loses {loss}."),
    ErrorKind.MISSED_DOUBLE: later("Rolling without a double loses {loss}."),
    ErrorKind.WRONG_DOUBLE: later("Doubling now is too early and loses {loss}."),
    ErrorKind.TOO_GOOD: later("You are too good to double: a double loses {loss}."),
    ErrorKind.WRONG_TAKE: later("Taking loses {loss}."),
    ErrorKind.WRONG_DROP: later("Dropping loses {loss}."),
    ErrorKind.WRONG_BEAVER: later("A beaver loses {loss}."),
    ErrorKind.MISSED_BEAVER: later("Not beavering loses {loss}."),
}
DOUBLES: Final = {
    CubeVerdict.NO_DOUBLE: later("Roll: it is too early to double."),
    CubeVerdict.DOUBLE_TAKE: later("Double: your opponent should take."),
    CubeVerdict.DOUBLE_DROP: later("Double: your opponent should drop."),
    CubeVerdict.TOO_GOOD: later("Roll: you are too good to double. Play for the gammon."),
    CubeVerdict.DOUBLE_BEAVER: later("Double, although your opponent may beaver."),
    CubeVerdict.NO_DOUBLE_BEAVER: later("Roll: a double would be beavered."),
}
_DROPS = (CubeVerdict.DOUBLE_DROP, CubeVerdict.TOO_GOOD)


def warning(w: Words, judged: Judgement) -> str:
    return w(MISTAKES[judged.mistake], loss=w.number(judged.loss, 2)) if judged.mistake else ""


def explanation(w: Words, judged: Judgement) -> tuple[str, ...]:
    return tuple(reason_sentence(w, reason) for reason in judged.reasons)


def hint_lines(w: Words, hint: Hint) -> tuple[str, ...]:
    return tuple(_lines(w, hint))


def _lines(w: Words, hint: Hint) -> Iterator[str]:
    yield w(IDEAS[hint.idea])
    yield from (reason_sentence(w, reason) for reason in hint.reasons)
    if hint.verdict is not None:
        yield _answer(w, hint) if hint.idea is Idea.ANSWER else w(DOUBLES[hint.verdict])
    if hint.source is not None and hint.step < STEPS:
        place = w("the bar") if hint.source == 25 else w("the {n}-point", n=hint.source)
        yield w("A checker on {place} moves.", place=place)
    if hint.hits:
        yield w("It hits.")
    if hint.made:
        yield w("Points it makes: {points}.", points=", ".join(map(str, hint.made)))
    if hint.shots is not None:
        yield w("Shots it leaves, of 36 rolls: {n}.", n=hint.shots)
    if hint.book:
        yield w("From the opening book, rolled out.")


def _answer(w: Words, hint: Hint) -> str:
    loss = w.number(hint.take_loss, 2)
    if hint.verdict in BEAVERS:
        return w("Beaver: you are the favourite.")
    if hint.verdict in _DROPS:
        return w("Drop: taking loses {loss}.", loss=loss)
    return w("Take: dropping loses {loss}.", loss=loss)
