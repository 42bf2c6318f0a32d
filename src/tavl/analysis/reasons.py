"""Why a decision was right or wrong, as far as facts of the board, the race and the score say it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.refusal import Fact


class ReasonCode(StrEnum):
    """Beside each, the facts that come with it."""

    SHOTS = "shots"  # best, played: rolls of 36 that hit


class Reason(Struct, frozen=True):
    code: ReasonCode
    facts: dict[str, Fact] = {}
