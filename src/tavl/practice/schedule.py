"""When a card comes again: FSRS, by the package of its authors. Time is an argument, and nothing is random."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import fsrs
from msgspec import Struct

from tavl.practice.answers import Grade

# A mistake is asked once more on the same day; sooner if nothing else is due: `SOON` in `server/practice/quiz.py`.
_STEP: Final = timedelta(minutes=10)
_SCHEDULER: Final = fsrs.Scheduler(
    desired_retention=0.9,
    learning_steps=(_STEP,),
    relearning_steps=(_STEP,),
    maximum_interval=3650,
    enable_fuzzing=False,
)
_RATINGS: Final = {Grade.AGAIN: fsrs.Rating.Again, Grade.HARD: fsrs.Rating.Hard, Grade.GOOD: fsrs.Rating.Good}


class Memory(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How well a card is remembered. Instants are UTC milliseconds."""

    due: int
    last: int | None = None  # none: it has never been answered
    state: int = int(fsrs.State.Learning)
    step: int | None = 0
    stability: float | None = None  # days until nine of ten would still know it
    difficulty: float | None = None  # 1 to 10


def review(memory: Memory, grade: Grade, at: int) -> Memory:
    """After an answer of this grade."""
    card = fsrs.Card(
        card_id=0,
        state=fsrs.State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due),
        last_review=None if memory.last is None else _moment(memory.last),
    )
    after, _ = _SCHEDULER.review_card(card, _RATINGS[grade], _moment(at))
    return Memory(
        due=_milliseconds(after.due),
        last=at,
        state=int(after.state),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
    )


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
