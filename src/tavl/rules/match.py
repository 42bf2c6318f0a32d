"""A match to so many points, or a money session: games, score, Crawford, the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from tavl.rules import acts
from tavl.rules import game as games
from tavl.rules.acts import MatchAction, MatchEvent, Outcome
from tavl.rules.game import Game, GameTerms, Phase
from tavl.rules.profile import DBF_TOURNAMENT, DeadCube, PlayFor, Profile, Resigning, fault_of
from tavl.rules.refusal import Refused, RuleError, refuse
from tavl.rules.seat import SEATS, Seat

MAX_LENGTH = 999
BEFORE_RESUMING = "before_resuming"  # how a game ended that was played before anything that is known of a match


class Terms(Struct, frozen=True):
    """What is played for, and by which rules. Without a length it is money play.

    `stake` is what a point is worth in money play, in whatever the players agreed on. It does not multiply points:
    score and outcomes are in points. Without a stake nothing is at stake, and there is no cube (G10.1).
    """

    profile: Profile = DBF_TOURNAMENT
    length: int | None = None
    stake: int = 1

    @property
    def fault(self) -> Refused | None:
        """Why these terms are impossible, if they are."""
        fault = fault_of(self.profile)
        if fault:
            return fault
        if self.stake < 0:
            return refuse("bad_value", "G8.2", field="stake")
        if self.length is None:
            if self.profile.play is PlayFor.MATCH:
                return refuse("match_play_only", "T1.1", profile=self.profile.name)
            return None
        if not 1 <= self.length <= MAX_LENGTH:
            return refuse("bad_length", "T4.5", length=self.length, most=MAX_LENGTH)
        if self.profile.money_options:
            return refuse("money_option_in_match_play", "T4.4.viii", option=self.profile.money_options[0])
        return None


class Finished(Struct, frozen=True):
    """A game that is over, the score it began at, and what of its points counted."""

    score_before: tuple[int, int]
    crawford: bool
    outcome: Outcome
    counted: int = 0
    corrected: tuple[int, int] = (0, 0)  # how wrong the score it began at was, as was found out later

    @property
    def began_at(self) -> tuple[int, int]:
        """The score it began at, as it is known now."""
        return (self.score_before[0] + self.corrected[0], self.score_before[1] + self.corrected[1])


class MatchResult(Struct, frozen=True):
    """Who has won, and how: by the score, or for a reason that a table or a director gives."""

    winner: Seat | None  # none: a money session that was ended
    reason: str


class Match(Struct, frozen=True, kw_only=True):
    terms: Terms
    score: tuple[int, int] = (0, 0)
    game: Game | None = None
    finished: tuple[Finished, ...] = ()
    decided: MatchResult | None = None

    @classmethod
    def start(cls, length: int | None = None, profile: Profile = DBF_TOURNAMENT, stake: int = 1) -> Match:
        """A match to `length` points, or money play; raises RuleError where the profile does not allow it."""
        terms = Terms(profile, length, stake)
        if terms.fault:
            raise RuleError(terms.fault)
        return cls(terms=terms)

    @property
    def length(self) -> int | None:
        return self.terms.length

    @property
    def result(self) -> MatchResult | None:
        length = self.terms.length
        if self.decided or length is None or max(self.score) < length:  # it is needed a dozen times an action
            return self.decided
        return MatchResult(SEATS[0] if self.score[0] >= length else SEATS[1], "score")

    @property
    def needs(self) -> tuple[int, int] | None:
        """Points that each still needs; none in money play."""
        if self.length is None:
            return None
        return (self.length - self.score[0], self.length - self.score[1])

    @property
    def between_games(self) -> bool:
        return self.game is None or self.game.phase is Phase.OVER

    @property
    def next_is_crawford(self) -> bool:
        """The first game in which somebody needs exactly one point (G11.1, T4.4.iv)."""
        profile = self.terms.profile
        if self.length is None or self.needs is None or not profile.crawford or self.length < profile.crawford_from:
            return False
        return 1 in self.needs and not self.post_crawford

    @property
    def post_crawford(self) -> bool:
        """The Crawford game has been. One at a length or a score that was corrected since (T4.8, T4.7) was none:
        nobody needed one."""
        if self.length is None:
            return False
        return any(game.crawford and max(game.began_at) >= self.length - 1 for game in self.finished)

    def after_crawford(self) -> Match:
        """The same where the Crawford game was played before anything that is known here."""
        trailing = Seat(int(self.score[0] > self.score[1]))
        return replace(self, finished=(Finished(self.score, True, Outcome(trailing, 1, 0, BEFORE_RESUMING)),))

    def useful_points(self, outcome: Outcome) -> int:
        """The points that count: no more than the match needs (G8.2)."""
        return min(outcome.points, self.needs[outcome.winner]) if self.needs else outcome.points

    def game_terms(self) -> GameTerms:
        profile = self.terms.profile
        return GameTerms(
            crawford=self.next_is_crawford,
            cube=self.length is not None or self.terms.stake > 0,
            gammons=profile.gammons,
            jacoby=profile.jacoby,
            beavers=profile.beavers,
            automatic_doubles=profile.automatic_doubles,
            automatic_doubles_limit=profile.automatic_doubles_limit,
            resigning_limited=profile.resign is Resigning.LIMITED,
            dead_cube_barred=profile.dead_cube is DeadCube.CANNOT_DOUBLE,
            needs=self.needs,
        )


def decide(match: Match, action: MatchAction, roll: tuple[int, int] | None = None) -> list[MatchEvent] | Refused:
    if match.result:
        return refuse("match_over", "T4.5")
    if isinstance(action, acts.StartGame):
        if not match.between_games:
            return refuse("game_running", "G2.1")
        return [acts.GameStarted(match.next_is_crawford)]
    if isinstance(action, acts.EndSession):
        if match.length is not None:
            return refuse("match_must_be_played_out", "T4.5", length=match.length)
        if not match.between_games:
            return refuse("game_running", "G2.1")
        return [acts.SessionEnded(action.seat)]
    if match.game is None:
        return refuse("game_not_begun", "G1.2")
    answer = games.decide(match.game, action, roll)
    return answer if isinstance(answer, Refused) else list(answer)


def actions(match: Match, seat: Seat, every_play: bool = True) -> list[MatchAction]:
    """Everything that this seat may do now; without `every_play` one legal play stands for all."""
    if match.result:
        return []
    if match.between_games or match.game is None:
        start: list[MatchAction] = [acts.StartGame(seat)]
        return start + ([acts.EndSession(seat)] if match.length is None else [])
    return list(games.actions(match.game, seat, every_play))


def evolve(match: Match, event: MatchEvent) -> Match:
    match event:
        case acts.GameStarted(crawford=crawford):
            terms = replace(match.game_terms(), crawford=crawford)
            return replace(match, game=Game.start(terms))
        case acts.SessionEnded():
            return replace(match, decided=MatchResult(None, "session_ended"))
        case acts.ScoreSet(score=score, corrects=corrects):
            corrected = _corrected_to(match, score) if corrects else match
            return _with_new_needs(replace(corrected, score=score, decided=None))
        case acts.LengthSet(length=length):
            return _with_new_needs(replace(match, terms=replace(match.terms, length=length)))
        case acts.MatchDecided(winner=winner, reason=reason):
            return replace(match, decided=MatchResult(winner, reason))
        case acts.MatchReopened():
            return replace(match, decided=None)
        case acts.OutcomeSet(outcome=outcome):
            if match.game is None:
                return match
            return _with_game(_undone(match), games.ended(match.game, outcome))
        case acts.DoubleAnnulled(cube=cube, outcome=outcome):
            return _annulled(match, cube, outcome)
        case _:
            if match.game is None:
                return match
            reopening = isinstance(event, acts.PlayReopened | acts.TurnSet)
            before = _undone(match) if reopening else match
            return _with_game(before, games.evolve(match.game, event))


def _with_game(match: Match, game: Game) -> Match:
    """The match with this game; if the game has just ended, its points are on the score."""
    was_over = match.game is not None and match.game.outcome is not None
    if game.outcome is None or was_over:
        return replace(match, game=game)
    winner, counted = game.outcome.winner, match.useful_points(game.outcome)
    score = list(match.score)
    score[winner] += counted
    done = Finished(match.score, game.terms.crawford, game.outcome, counted)
    return replace(match, game=game, score=(score[0], score[1]), finished=(*match.finished, done))


def _with_new_needs(match: Match) -> Match:
    """A running game goes by the corrected score too: the dead cube depends on it (T4.4.vii)."""
    if match.game is None or match.between_games:
        return match
    terms = replace(match.game.terms, needs=match.needs)
    return replace(match, game=replace(match.game, terms=terms))


def _corrected_to(match: Match, score: tuple[int, int]) -> Match:
    """The same error was in the scores of the games that led to it."""
    by = (score[0] - match.score[0], score[1] - match.score[1])
    finished = tuple(
        replace(game, corrected=(game.corrected[0] + by[0], game.corrected[1] + by[1])) for game in match.finished
    )
    return replace(match, finished=finished)


def _undone(match: Match) -> Match:
    """Without the points of the last game, if it is over. What was corrected or given as a penalty since then stays."""
    if match.game is None or match.game.outcome is None or not match.finished:
        return match
    last = match.finished[-1]
    winner, score = last.outcome.winner, list(match.score)
    lowest = min(0, last.score_before[winner])  # a score set since may have left that game out
    score[winner] = max(score[winner] - last.counted, lowest)
    running = replace(match.game, outcome=None)
    return replace(match, game=running, score=(score[0], score[1]), finished=match.finished[:-1])


def _annulled(match: Match, cube: acts.Cube | None, outcome: Outcome | None) -> Match:
    if match.game is None:
        return match
    before = _undone(match)
    game = replace(match.game, cube=cube, outcome=None)
    paid = match.game.outcome
    if outcome is None and paid is not None and paid.reason != "dropped":
        outcome = replace(paid, points=game.worth(paid.size))
    if outcome is not None:
        return _with_game(before, games.ended(game, outcome))
    phase = game.phase
    if phase in (Phase.DOUBLED, Phase.BEAVERED, Phase.OVER):
        phase = Phase.TO_ROLL  # the doubler is on turn as if there had been no double
    return replace(before, game=replace(game, phase=phase))


def replay(match: Match, events: Iterable[MatchEvent]) -> Match:
    return reduce(evolve, events, match)
