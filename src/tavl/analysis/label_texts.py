"""The words for what an analysis says: errors, phases, verdicts. `w` translates them."""

from __future__ import annotations

from typing import Final

from tavl.analysis.match_analysis import CubeVerdict, ErrorKind
from tavl.analysis.reasons.phases import GamePhase
from tavl.i18n import later

ERROR_NAMES: Final = {
    ErrorKind.WRONG_PLAY: later("wrong play"),
    ErrorKind.MISSED_DOUBLE: later("missed double"),
    ErrorKind.WRONG_DOUBLE: later("wrong double"),
    ErrorKind.TOO_GOOD: later("doubled when too good"),
    ErrorKind.WRONG_TAKE: later("wrong take"),
    ErrorKind.WRONG_DROP: later("wrong drop"),
    ErrorKind.WRONG_BEAVER: later("wrong beaver"),
    ErrorKind.MISSED_BEAVER: later("missed beaver"),
}
PHASE_NAMES: Final = {
    GamePhase.OPENING: later("opening"),
    GamePhase.MIDDLE_GAME: later("middle game"),
    GamePhase.BACK_GAME: later("back game"),
    GamePhase.BEAR_IN: later("bearing in and off against contact"),
    GamePhase.RACE: later("race"),
    GamePhase.BEAR_OFF: later("bear-off"),
}
VERDICT_NAMES: Final = {
    CubeVerdict.NO_DOUBLE: later("No double, take"),
    CubeVerdict.DOUBLE_TAKE: later("Double, take"),
    CubeVerdict.DOUBLE_DROP: later("Double, drop"),
    CubeVerdict.TOO_GOOD: later("Too good to double, drop"),
    CubeVerdict.DOUBLE_BEAVER: later("Double, beaver"),
    CubeVerdict.NO_DOUBLE_BEAVER: later("No double, beaver"),
}
