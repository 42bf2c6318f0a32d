"""An analysis in the terminal: a report of one match, a table of many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.console import RenderableType
from rich.table import Table

from tavl.analysis.decisions.error_classes import ErrorClass
from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES, VERDICT_NAMES
from tavl.analysis.match_analysis import AnalysedDecision, MatchAnalysis, Totals
from tavl.cli.engine.chances import equity
from tavl.i18n import Words
from tavl.notation.play_text import WORDS

SHOWN = (ErrorClass.MISTAKE, ErrorClass.BLUNDER)


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match in a table: little enough that a thousand of them fit in memory."""

    file: str
    players: tuple[str, str]
    length: int
    score: tuple[int, int]
    performance_ratings: tuple[float | None, float | None]
    snowie_error_rates: tuple[float | None, float | None]
    blunders: tuple[int, int]
    luck: tuple[float, float]


def row_of(file: str, analysis: MatchAnalysis) -> MatchRow:
    first, second = analysis.totals
    return MatchRow(
        file=file,
        players=analysis.players,
        length=analysis.length,
        score=_shown_score(analysis),
        performance_ratings=(first.performance_rating, second.performance_rating),
        snowie_error_rates=(first.snowie_error_rate, second.snowie_error_rate),
        blunders=(first.errors.blunders, second.errors.blunders),
        luck=(first.luck, second.luck),
    )


def _shown_score(analysis: MatchAnalysis) -> tuple[int, int]:
    """The score of a match stops at its length, however much the last game was worth."""
    first, second = analysis.score
    return (min(first, analysis.length), min(second, analysis.length)) if analysis.length else (first, second)


def table_of(w: Words, rows: Sequence[MatchRow]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(w("file"), overflow="fold")
    table.add_column(w("players"), overflow="fold")
    for heading in (w("match to"), w("score"), "PR", w("Snowie"), w("blunders"), w("luck")):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.file,
            " – ".join(name or "?" for name in row.players),
            str(row.length or w("money")),
            "{}–{}".format(*row.score),
            " ".join(rate(w, each) for each in row.performance_ratings),
            " ".join(rate(w, each) for each in row.snowie_error_rates),
            "{} {}".format(*row.blunders),
            " ".join(equity(w, each) for each in row.luck),
        )
    return table


def match_report(w: Words, analysis: MatchAnalysis) -> Iterator[RenderableType]:
    yield totals_table(w, analysis)
    result, adjusted = (outcome(w, analysis, each) for each in (analysis.result, analysis.result_without_luck))
    yield w("Result: {result}; without luck: {adjusted}.", result=result, adjusted=adjusted)
    wrong = [each for each in analysis.decisions if each.error_class in SHOWN]
    if wrong:
        yield errors_table(w, analysis, wrong)
    if analysis.skipped:
        yield w.plural("{n} decision could not be judged.", "{n} decisions could not be judged.", analysis.skipped)


def totals_table(w: Words, analysis: MatchAnalysis) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column()
    for name in analysis.players:
        table.add_column(name or "?", justify="right")
    for heading, cells in totals_rows(w, analysis):
        table.add_row(heading, *cells)
    return table


def totals_rows(w: Words, analysis: MatchAnalysis) -> Iterator[tuple[str, list[str]]]:
    both = analysis.totals
    yield w("performance rating (PR)"), [rate(w, each.performance_rating) for each in both]
    yield w("Snowie's error rate"), [rate(w, each.snowie_error_rate) for each in both]
    yield w("decisions"), [str(each.errors.decisions) for each in both]
    yield w("mistakes, blunders"), [f"{each.errors.mistakes}, {each.errors.blunders}" for each in both]
    yield w("lost by plays"), [lost(w, each.errors.play_error) for each in both]
    yield w("lost by doubling and not doubling"), [lost(w, each.errors.double_error) for each in both]
    yield w("lost by taking and dropping"), [lost(w, each.errors.take_error) for each in both]
    yield w("lost altogether"), [cost(w, analysis, -each.cost) for each in both]
    yield w("luck"), [f"{equity(w, each.luck)} ({cost(w, analysis, each.luck_cost)})" for each in both]
    for phase, totals in analysis.phases.items():
        name = w(PHASE_NAMES[phase])
        yield f"PR: {name}", [_phase_cell(w, each) for each in totals]


def _phase_cell(w: Words, totals: Totals) -> str:
    return f"{rate(w, totals.performance_rating)} ({totals.errors.decisions})" if totals.errors.decisions else "–"


def errors_table(w: Words, analysis: MatchAnalysis, wrong: Sequence[AnalysedDecision]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in (w("game"), w("player"), w("error"), w("dice"), w("played"), w("best")):
        table.add_column(heading, no_wrap=True)
    table.add_column(w("lost"), justify="right", no_wrap=True)
    for each in wrong:
        dice = str(each.situation.dice) if each.plays and each.situation.dice else ""
        made, best = made_and_best(w, each)
        name = w(ERROR_NAMES[each.mistake]) if each.mistake else ""
        table.add_row(
            str(each.game + 1), analysis.players[each.seat] or "?", name, dice, made, best, equity(w, -each.error)
        )
    return table


def made_and_best(w: Words, decision: AnalysedDecision) -> tuple[str, str]:
    """What was played and what would have been best; for the cube only the verdict."""
    if decision.cube:
        return "", w(VERDICT_NAMES[decision.cube.verdict])
    if decision.played is None:
        return "", play_in(w, decision.plays[0].text)
    return play_in(w, decision.plays[decision.played].text), play_in(w, decision.plays[0].text)


def play_in(w: Words, text: str) -> str:
    bar, off = WORDS[w.language]
    return text.replace("bar", bar).replace("off", off)


def rate(w: Words, value: float | None) -> str:
    return "–" if value is None else w.number(value, 2)


def lost(w: Words, value: float) -> str:
    return equity(w, -value) if value else "0"


def cost(w: Words, analysis: MatchAnalysis, value: float) -> str:
    """Chances of winning the match in per cent; for money points."""
    if analysis.length:
        return f"{w.number(100 * value, 1, signed=True)} %"
    return w.number(value, 2, signed=True)


def outcome(w: Words, analysis: MatchAnalysis, value: float) -> str:
    return f"{w.number(100 * value, 1)} %" if analysis.length else w.number(value, 2, signed=True)
