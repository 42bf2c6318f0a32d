"""Reasons in sentences."""

from __future__ import annotations

from typing import Final

from tavl.analysis.reasons.reasons import Reason, ReasonCode
from tavl.i18n import Words, later

SENTENCES: Final = {
    ReasonCode.SHOTS: later("Shots left, of 36 rolls: {best} by the best play, {played} by the play made."),
    ReasonCode.HITS: later("Checkers hit: {best} by the best play, {played} by the play made."),
    ReasonCode.POINTS_MADE: later("Points that only the best play makes: {points}."),
    ReasonCode.POINTS_BROKEN: later("Points that only the play made breaks: {points}."),
    ReasonCode.DANCES: later("Rolls of 36 that dance: {best} after the best play, {played} after the play made."),
    ReasonCode.PRIME: later("The longest prime: {best} points after the best play, {played} after the play made."),
    ReasonCode.BACK_CHECKERS: later("Checkers left behind: {best} after the best play, {played} after the play made."),
    ReasonCode.BORNE_OFF: later("Checkers off: {best} after the best play, {played} after the play made."),
    ReasonCode.BLOTS: later("Blots: {best} after the best play, {played} after the play made."),
    ReasonCode.WINS: later("Games won: {best} % with the best play, {played} % with the play made."),
    ReasonCode.GAMMONS_WON: later("Gammons won: {best} % with the best play, {played} % with the play made."),
    ReasonCode.GAMMONS_LOST: later("Gammons lost: {best} % with the best play, {played} % with the play made."),
    ReasonCode.GAMMON_VALUE: later("At this score a gammon is worth {value} more than a win; for money it is 0.50."),
    ReasonCode.OPPONENT_GAMMON_VALUE: later(
        "At this score a gammon is worth {value} more than a win to the opponent; for money it is 0.50."
    ),
    ReasonCode.RACE: later("The race: {own} pips against {opponent}."),
    ReasonCode.TAKE_POINT: later(
        "The doubled player wins {win} %. A take needs {take} % if the cube is not turned again, "
        "{live} % if it is turned at the right moment; lost gammons raise both."
    ),
    ReasonCode.GAMMON_CHANCES: later("Gammons: {own} % for the player who may double, {opponent} % for the other."),
    ReasonCode.ON_THE_BAR: later(
        "Checkers of the doubled player on the bar: {checkers}. Home points made against them: {points}."
    ),
}
_PERCENT = {
    ReasonCode.WINS: ("best", "played"),
    ReasonCode.GAMMONS_WON: ("best", "played"),
    ReasonCode.GAMMONS_LOST: ("best", "played"),
    ReasonCode.TAKE_POINT: ("win", "take", "live"),
    ReasonCode.GAMMON_CHANCES: ("own", "opponent"),
}


def reason_sentence(w: Words, reason: Reason) -> str:
    facts: dict[str, object] = dict(reason.facts)
    for name in _PERCENT.get(reason.code, ()):
        facts[name] = w.number(int(reason.facts[name]) / 10, 1)
    if "value" in facts:
        facts["value"] = w.number(int(reason.facts["value"]) / 100, 2)
    return w(SENTENCES[reason.code], **facts)
