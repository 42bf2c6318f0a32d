"""What a fair-play sheet says in sentences: what was found, and that it is not a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tavl.analysis.fair_play.fair_play import MIN_DECISIONS, Comparison, PlayerSheet
from tavl.i18n import Words, later

NO_VERDICT: Final = later(
    "This is evidence, not a verdict. Anybody can have a good match, a few decisions say "
    "little, and numbers do not know what was seen at the table. A director weighs it with "
    "everything else."
)
METHOD: Final = later(
    "PR and agreement are over the decisions that count; the intervals hold nineteen times "
    "in twenty. A play is hard if the two best are within 0.04. Times come from the log."
)


def findings(w: Words, sheet: PlayerSheet) -> tuple[str, ...]:
    return tuple(_findings(w, sheet))


def _findings(w: Words, sheet: PlayerSheet) -> Iterator[str]:
    if sheet.rating is None or sheet.rating.n < MIN_DECISIONS:
        yield w("Too few decisions to compare anything: at least {n} are needed.", n=MIN_DECISIONS)
        return
    for found, alike, other in (
        (sheet.beside_history, later("Within what their own other matches show."), False),
        (sheet.beside_field, later("Within what the field shows."), True),
    ):
        if found.difference is None:
            yield (
                w("The field is too small to compare with.")
                if other
                else w("This player has no other matches to compare with.")
            )
        elif not found.apart:
            yield w(alike)
        else:
            yield _apart(w, found, other)
    times = sheet.times
    if times.easy is None or times.hard is None:
        yield w("The record has no times.")
    elif times.hard > times.easy:
        yield w("Hard plays took longer than easy ones, as usual.")
    else:
        yield w("Hard plays took no longer than easy ones.")


def _apart(w: Words, found: Comparison, field: bool) -> str:
    assert found.difference is not None
    facts = {
        "difference": w.number(abs(found.difference), 1),
        "low": w.number(min(abs(found.low), abs(found.high)), 1),
        "high": w.number(max(abs(found.low), abs(found.high)), 1),
    }
    if found.difference < 0:
        return (
            w("Better than the field by {difference} PR ({low} to {high}).", **facts)
            if field
            else w("Better than in their own other matches by {difference} PR ({low} to {high}).", **facts)
        )
    return (
        w("Weaker than the field by {difference} PR ({low} to {high}).", **facts)
        if field
        else w("Weaker than in their own other matches by {difference} PR ({low} to {high}).", **facts)
    )
