"""Results: reported, confirmed, corrected (T4.6)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.text_kinds import Clause, Code, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent


class Ended(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    SHORT = "short"  # of its length, with a reason (T4.5)
    PENALTY = "penalty"  # by penalty points (T2.2.iv)
    FORFEIT = "forfeit"  # given up, or lost by a ruling
    DISQUALIFIED = "disqualified"
    WALKOVER = "walkover"  # nothing was played: not rated
    NOBODY = "nobody"  # nobody wins
    DRAWN = "drawn"  # a team match with as many boards for either side


class BoardResult(Struct, frozen=True, kw_only=True):
    """Of one board of a team match, the home team first."""

    score: tuple[int, int]
    winner: int | None = None  # none: who has more points
    how: Ended = Ended.PLAYED

    @property
    def won_by(self) -> int:
        return int(self.score[1] > self.score[0]) if self.winner is None else self.winner


class Result(Struct, frozen=True, kw_only=True):
    """The players in the order of the score."""

    players: tuple[Code, Code]
    score: tuple[int, int]  # of a team match: boards
    winner: int | None  # 0 or 1
    how: Ended = Ended.PLAYED
    boards: tuple[BoardResult, ...] = ()  # of a team match


class Follow(StrEnum):
    """What becomes of matches that have begun with the wrong player."""

    REPLACE = "replace"  # stopped, void and not rated; the right player starts from the beginning
    STAND = "stand"  # everybody stays where they are


class ReportResult(TournamentAction, frozen=True):
    """By a player of the match or by staff. Who wins follows from the score unless it is said."""

    match: Code
    players: tuple[Code, Code]
    score: tuple[int, int]
    how: Ended = Ended.PLAYED
    winner: int | None = None
    reason: Words = ""
    confirms: bool = False  # staff only: checked, and to be published at once
    ended_at: int | None = None  # of a result on paper; none: now
    boards: tuple[BoardResult, ...] = ()  # of a team match, from which its score follows
    seen: int | None = None


class ConfirmResult(TournamentAction, frozen=True):
    """Checked by the director (T4.6); public from now on. Where reports differ, which one holds."""

    match: Code
    report: int | None = None  # its number, from 1; none: the only one there is
    reason: Words = ""
    seen: int | None = None


class SetStandingConfirmation(TournamentAction, frozen=True):
    """Reports of both players that agree are confirmed as they come."""

    on: bool


class CorrectResult(TournamentAction, frozen=True):
    match: Code
    players: tuple[Code, Code]
    score: tuple[int, int]
    reason: Words
    how: Ended = Ended.PLAYED
    winner: int | None = None
    follow: Follow | None = None  # none: refused if a match that has begun is concerned
    starts_at: int | None = None  # of the matches that begin again
    rule: Clause | None = None  # a ruling by which a finished match is replaced too
    stopped_at: tuple[int, int] | None = None  # the score of the match that is stopped
    boards: tuple[BoardResult, ...] = ()
    seen: int | None = None


class AskCorrection(TournamentAction, frozen=True):
    """By a player of the match, of a result that is public."""

    match: Code
    reason: Words


class ReopenResult(TournamentAction, frozen=True):
    """The match goes on at its table: its last game was corrected (T4.4.iv.c, T4.4.vii)."""

    match: Code


class RefuseCorrection(TournamentAction, frozen=True):
    """Asked for too late, in the director's judgement (T4.6)."""

    match: Code
    reason: Words


class ResultReported(TournamentEvent, frozen=True):
    match: Code
    result: Result
    staff: bool
    ended_at: int
    reason: Words = ""


class ResultsDiffer(TournamentEvent, frozen=True):
    """Two reports that contradict each other: none is public until somebody settles it."""

    match: Code


class ResultConfirmed(TournamentEvent, frozen=True):
    match: Code
    result: Result
    ended_at: int
    standing: bool = False
    reason: Words = ""


class ResultCorrected(TournamentEvent, frozen=True):
    match: Code
    result: Result
    reason: Words
    advances: int | None = None  # who goes on in the draw, where that is to stay as it was
    rule: Clause | None = None


class CorrectionAsked(TournamentEvent, frozen=True):
    """By a player; or by a ruling that fell, or a match that goes on at its table, where a later match has begun."""

    match: Code
    reason: Words
    case: Code = ""  # whose ruling fell
    rule: Clause = "T4.6"


class CorrectionRefused(TournamentEvent, frozen=True):
    match: Code
    reason: Words


class MatchStopped(TournamentEvent, frozen=True):
    """A match with a wrong player: void and not rated."""

    match: Code
    starts_at: int | None = None  # of the one that takes its place
    score: tuple[int, int] | None = None


class StandingConfirmationSet(TournamentEvent, frozen=True):
    on: bool


ResultAction = (
    ReportResult
    | ConfirmResult
    | SetStandingConfirmation
    | CorrectResult
    | AskCorrection
    | RefuseCorrection
    | ReopenResult
)
ResultEvent = (
    ResultReported
    | ResultsDiffer
    | ResultConfirmed
    | ResultCorrected
    | CorrectionAsked
    | CorrectionRefused
    | MatchStopped
    | StandingConfirmationSet
)
