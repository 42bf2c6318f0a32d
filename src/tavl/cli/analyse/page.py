"""An analysis as one page that needs nothing else: tables, and every mistake with its board."""

from __future__ import annotations

from contextlib import ExitStack
from html import escape
from typing import TextIO

from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES, VERDICT_NAMES
from tavl.analysis.match_analysis import AnalysedDecision, JudgedPlay, Look, MatchAnalysis
from tavl.analysis.reasons.reason_texts import reason_sentence
from tavl.cli.analyse.report import SHOWN, outcome, play_in, rate, totals_rows
from tavl.cli.engine.chances import equity, percent
from tavl.i18n import Words
from tavl.notation.picture import position_svg

_STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 } th, td { padding: .2rem .7rem; text-align: right }
th:first-child, td:first-child { text-align: left } tr:nth-child(even) td { background: #f3f0ea }
td { font-variant-numeric: tabular-nums }
summary { cursor: pointer; font-weight: bold; overflow-wrap: anywhere } .made td { font-weight: bold }
section { border-top: 1px solid #bbb; margin-top: 1.5rem }
svg { max-width: min(36rem, 100%); height: auto; display: block }
@media (max-width: 40rem) {
  table { display: block; overflow-x: auto; font-size: 14px } th, td { padding: .2rem .4rem } h2 { font-size: 1.15rem }
}
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #1d1d1d } tr:nth-child(even) td { background: #2a2a2a }
}
"""


class Page:
    """Written match by match, so that a thousand of them take hardly any memory."""

    def __init__(self, w: Words, file: TextIO, stack: ExitStack) -> None:
        self._w, self._file = w, file
        title = escape(w("Analysis"))
        self._write(
            f'<!doctype html>\n<html lang="{w.language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>\n"
        )
        stack.callback(self._write, "</body></html>\n")

    def _write(self, text: str) -> None:
        self._file.write(text)

    def add(self, name: str, analysis: MatchAnalysis) -> None:
        w = self._w
        players = escape(" – ".join(player or "?" for player in analysis.players))
        ratings = " – ".join(rate(w, each.performance_rating) for each in analysis.totals)
        self._write(f"<details open><summary>{players}: PR {ratings} ({escape(name)})</summary>\n")
        self._write(_table(["", *analysis.players], [[heading, *cells] for heading, cells in totals_rows(w, analysis)]))
        result, adjusted = (outcome(w, analysis, each) for each in (analysis.result, analysis.result_without_luck))
        said = w("Result: {result}; without luck: {adjusted}.", result=result, adjusted=adjusted)
        self._write(f"<p>{escape(said)}</p>\n")
        for decision in analysis.decisions:
            if decision.error_class in SHOWN:
                self._write(_decision(w, analysis, decision))
        self._write("</details>\n")


def _decision(w: Words, analysis: MatchAnalysis, decision: AnalysedDecision) -> str:
    name = w(ERROR_NAMES[decision.mistake]) if decision.mistake else ""
    player = analysis.players[decision.seat] or "?"
    game = w("Game {n}", n=decision.game + 1)
    heading = f"{game}, {player}: {name}, {equity(w, -decision.error)} ({w(PHASE_NAMES[decision.phase])})"
    reasons = "".join(f"<li>{escape(reason_sentence(w, reason))}</li>" for reason in decision.reasons)
    parts = [
        f"<section><h2>{escape(heading)}</h2>",
        position_svg(decision.situation, analysis.players),
        _cube(w, decision) if decision.cube else _plays(w, decision),
        f"<ul>{reasons}</ul>" if reasons else "",
        "</section>\n",
    ]
    return "\n".join(parts)


def _plays(w: Words, decision: AnalysedDecision) -> str:
    headings = [w("play"), w("equity"), w("loss"), w("won %"), w("gammon"), w("lost gammon"), w("ply")]
    rows = [_play(w, play) for play in decision.plays]
    return _table(headings, rows, made=decision.played)


def _play(w: Words, play: JudgedPlay) -> list[str]:
    chances = play.chances
    return [
        play_in(w, play.text),
        equity(w, play.equity),
        equity(w, -play.loss) if play.loss else "",
        *(percent(w, each) for each in (chances.win, chances.win_gammon, chances.lose_gammon)),
        _looked(w, play.look),
    ]


def _looked(w: Words, look: Look) -> str:
    if look.book:
        return w("book")
    return w.plural("{n} game", "{n} games", look.games) if look.games else str(look.ply)


def _cube(w: Words, decision: AnalysedDecision) -> str:
    cube = decision.cube
    assert cube is not None
    rows = [
        [w("no double"), equity(w, cube.no_double)],
        [w("double, take"), equity(w, cube.double_take)],
        [w("double, drop"), equity(w, cube.double_drop)],
    ]
    return f"<p>{escape(w(VERDICT_NAMES[cube.verdict]))}</p>\n{_table(['', w('equity')], rows)}"


def _table(headings: list[str], rows: list[list[str]], made: int | None = None) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings)
    lines = [f"<table><tr>{head}</tr>"]
    for at, row in enumerate(rows):
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row)
        lines.append(f'<tr class="made">{cells}</tr>' if at == made else f"<tr>{cells}</tr>")
    return "\n".join([*lines, "</table>\n"])
