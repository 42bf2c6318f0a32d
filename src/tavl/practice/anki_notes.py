"""A card as a note for Anki: its picture, question, answer and tags, in HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from msgspec import Struct

from tavl.analysis.label_texts import ERROR_NAMES, VERDICT_NAMES
from tavl.analysis.match_analysis import AnalysedDecision, JudgedPlay
from tavl.analysis.reasons.reason_texts import reason_sentence
from tavl.i18n import Words
from tavl.practice.card_texts import picture_of, question_text
from tavl.practice.cards import Card

SHOWN = 5  # plays in an answer


class Note(Struct, frozen=True, kw_only=True):
    """Texts are HTML."""

    id: str  # of the card
    picture: str  # SVG
    question: str
    answer: str
    position: str  # an ID
    tags: tuple[str, ...] = ()


def note_of(w: Words, card: Card) -> Note:
    decision = card.decision
    return Note(
        id=card.id,
        picture=picture_of(decision),
        question=escape(question_text(w, decision)),
        answer="".join(_answer(w, decision)),
        position=escape(card.facts.position),
        tags=tags_of(card),
    )


def tags_of(card: Card) -> tuple[str, ...]:
    return "tavl", f"tavl::{card.facts.theme}", f"tavl::{card.facts.kind}"


def _answer(w: Words, decision: AnalysedDecision) -> Iterator[str]:
    if decision.mistake:
        mistake, lost = w(ERROR_NAMES[decision.mistake]), w.number(decision.error, 3)
        yield f"<p>{escape(w('In the match: {mistake}, −{lost}', mistake=mistake, lost=lost))}</p>"
    if decision.plays:
        yield from _plays(w, decision)
    elif decision.cube:
        cube = decision.cube
        yield f"<p><b>{escape(w(VERDICT_NAMES[cube.verdict]))}</b></p><table>"
        for name, value in (
            (w("No double"), cube.no_double),
            (w("Double, take"), cube.double_take),
            (w("Double, drop"), cube.double_drop),
        ):
            yield f"<tr><th>{escape(name)}</th><td>{w.number(value, 3, True)}</td></tr>"
        yield "</table>"
    if decision.reasons:
        sentences = (escape(reason_sentence(w, reason)) for reason in decision.reasons)
        yield f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in sentences)}</ul>"


def _plays(w: Words, decision: AnalysedDecision) -> Iterator[str]:
    yield "<table>"
    for number, play in enumerate(decision.plays):
        if number < SHOWN or number == decision.played:
            made = f" ({escape(w('played'))})" if number == decision.played and decision.decided else ""
            best = ' class="best"' if number == 0 else ""
            yield f"<tr{best}><td>{_play_text(w, play)}{made}</td><td>{w.number(play.equity, 3, True)}</td>"
            yield f"<td>{'' if number == 0 else '−' + w.number(play.loss, 3)}</td></tr>"
    yield "</table>"


def _play_text(w: Words, play: JudgedPlay) -> str:
    return escape(play.text or w("no play"))
