"""What holds in every match at every moment, whatever is played."""

from __future__ import annotations

from random import Random
from typing import Any

from tavl.rules import SEATS, Game, Match, Phase, Refused, Seat, Terms, actions, decide, evolve, replay
from tavl.rules import game as games
from tavl.rules.acts import (
    AcceptResignation,
    Beaver,
    Double,
    Drop,
    EndSession,
    MakePlay,
    MatchEvent,
    OfferResignation,
    Played,
    RefuseResignation,
    Roll,
    StartGame,
    Take,
)
from tavl.rules.codec import from_json, to_json


class Watched:
    """A match with its log; every step is checked as it is taken."""

    def __init__(self, terms: Terms) -> None:
        self.first = self.match = Match(terms=terms)
        self.log: list[bytes] = []
        self.concedable: list[tuple[Seat, tuple[int, ...]]] = []

    def act(self, action: Any, roll: tuple[int, int] | None = None) -> None:
        before = self.match
        events = decide(before, action, roll)
        assert not isinstance(events, Refused), (action, events, before)
        for event in events:
            self.match = evolve(self.match, event)
            self.log.append(to_json(event))
            step_holds(before, event, self.match)
        state_holds(self.match)
        self._note_what_could_be_conceded()

    def _note_what_could_be_conceded(self) -> None:
        """What came about must have been open to be conceded in every race before it (T4.5)."""
        game = self.match.game
        if game is None or game.phase is Phase.OPENING:
            self.concedable = []
            return
        if game.outcome and game.outcome.reason == "borne_off":
            loser, size = game.outcome.winner.other, game.outcome.size
            assert all(size in sizes for seat, sizes in self.concedable if seat == loser), (self.concedable, game)
        if game.terms.resigning_limited and not game.terms.jacoby and game.phase is Phase.TO_ROLL:
            for seat in SEATS:
                sizes = games.resignable_sizes(game, seat)
                if sizes or game.position.race:
                    self.concedable.append((seat, sizes))

    def replays(self) -> None:
        events = [from_json(line, MatchEvent) for line in self.log]
        assert replay(self.first, events) == self.match
        assert from_json(to_json(self.match), Match) == self.match


def step_holds(before: Match, event: MatchEvent, after: Match) -> None:
    assert all(new >= old for new, old in zip(after.score, before.score, strict=True))
    if before.game is None or after.game is None or before.between_games:
        return
    old, new = before.game, after.game
    seats = {seat: (old.seen_by(seat), new.seen_by(seat)) for seat in SEATS}
    if not isinstance(event, Played):
        assert all(was == now for was, now in seats.values())
        return
    assert old.dice is not None
    was, now = seats[event.seat]
    assert 0 <= was.pips - now.pips <= old.dice.pips  # down, by no more than the roll
    assert now.opponent_pips >= was.opponent_pips  # up, by what was hit
    assert (now.opponent_pips == was.opponent_pips) == (now.opponent_bar == was.opponent_bar)
    assert now.off >= was.off
    assert now.opponent_off == was.opponent_off


def state_holds(match: Match) -> None:
    length, game = match.length, match.game
    if game is not None:
        _game_holds(game)
    if match.between_games:
        assert not length or max(match.score) <= length
        assert match.score == _added_up(match)
        assert [number for number, done in enumerate(match.finished) if done.crawford] == _crawford_games(match)
    elif game is not None:
        assert game.terms.crawford == match.next_is_crawford
        assert (game.cube is None) == (game.terms.crawford or (length is None and not match.terms.stake))
    if match.result:
        assert length is None or max(match.score) == length
        assert not actions(match, Seat.FIRST) + actions(match, Seat.SECOND)


def _game_holds(game: Game) -> None:
    for position in (game.position, game.position.mirror()):
        assert position.checkers == 15
        assert sum(position.own) == 15
    assert (game.outcome is not None) == (game.phase is Phase.OVER)
    assert (game.dice is not None) == (game.phase is Phase.TO_PLAY) or game.phase is Phase.OVER
    if game.cube:
        assert game.cube.value.bit_count() == 1
        assert (game.cube.owner is None) == (game.cube.value == 1)
    assert game.stake == 1 or game.terms.automatic_doubles
    if game.outcome:
        outcome = game.outcome
        assert outcome.size in (1, 2, 3)
        assert outcome.size == 1 or game.counts_gammons
        assert outcome.points % game.stake == 0
        if outcome.reason == "borne_off":
            assert game.seen_by(outcome.winner).off == 15
            assert outcome.size == (game.position.loss if game.counts_gammons else 1)
        if outcome.reason != "dropped":
            assert outcome.points == game.stake * game.cube_value * outcome.size


def _added_up(match: Match) -> tuple[int, int]:
    score = [0, 0]
    for done in match.finished:
        assert done.score_before == tuple(score)
        winner, points = done.outcome.winner, done.outcome.points
        assert points > 0
        score[winner] += min(points, match.length - score[winner]) if match.length else points
    return score[0], score[1]


def _crawford_games(match: Match) -> list[int]:
    """The first game at which somebody needed exactly one point, if it is over (G11.1)."""
    profile = match.terms.profile
    if not profile.crawford or match.length is None or match.length < profile.crawford_from:
        return []
    at_match_point = [n for n, done in enumerate(match.finished) if match.length - 1 in done.score_before]
    return at_match_point[:1]


def every_action_is_as_said(match: Match, rng: Random) -> None:
    """What `actions` lists is accepted; what it does not list is refused."""
    for seat in SEATS:
        listed = actions(match, seat)
        assert len(set(listed)) == len(listed)
        for action in rng.sample(listed, min(len(listed), 6)):
            assert action.seat == seat
            assert not isinstance(decide(match, action, (3, 1)), Refused), (action, match)
        for other in anything(rng, seat):
            answer = decide(match, other, (3, 1))
            if isinstance(other, MakePlay) and not isinstance(answer, Refused):
                (event,) = answer  # another way to write a play that is listed
                assert isinstance(event, Played)
                assert MakePlay(seat, event.moves) in listed
            else:
                assert (other in listed) == (not isinstance(answer, Refused)), (other, answer, match)


def anything(rng: Random, seat: Seat) -> list[Any]:
    moves = tuple((rng.randint(-1, 26), rng.randint(-1, 26)) for _ in range(rng.randint(0, 4)))
    plain = (Roll, Double, Take, Drop, Beaver, AcceptResignation, RefuseResignation, StartGame, EndSession)
    return [
        *(kind(seat) for kind in rng.sample(plain, 4)),
        OfferResignation(seat, rng.randint(0, 4)),
        MakePlay(seat, moves),
    ]


WEIGHTS: dict[type, float] = {OfferResignation: 0.01, Double: 0.06, Drop: 0.5, EndSession: 0.4}


def chosen(match: Match, rng: Random) -> Any:
    """Some action, the rare ones rarely. There is one as long as there is no result."""
    open_to = [action for seat in SEATS for action in actions(match, seat)]
    kinds = sorted({type(action) for action in open_to}, key=lambda kind: kind.__name__)
    kind = rng.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
    return rng.choice([action for action in open_to if type(action) is kind])


def roll(rng: Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)
