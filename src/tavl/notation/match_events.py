"""A match that was played here, as a record: from the events of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    CubeActionKind,
    Ending,
    GameRecord,
    GameResult,
    MatchRecord,
    Player,
    Resignation,
    ResignationKind,
    Setup,
    Timing,
    Turn,
)
from tavl.rules import Match, acts, evolve
from tavl.rules.acts import Cube, MatchEvent
from tavl.rules.game import Game

_ENDINGS = {"borne_off": Ending.BORNE_OFF, "dropped": Ending.DROPPED, "resigned": Ending.RESIGNED}
_CUBE_ACTIONS = {
    acts.Doubled: CubeActionKind.DOUBLE,
    acts.Beavered: CubeActionKind.BEAVER,
    acts.Taken: CubeActionKind.TAKE,
    acts.Dropped: CubeActionKind.DROP,
}
_RESIGNATIONS = {
    acts.ResignationOffered: ResignationKind.OFFER,
    acts.ResignationAccepted: ResignationKind.ACCEPT,
    acts.ResignationRefused: ResignationKind.REFUSE,
}


def record_of(
    start: Match, events: Iterable[MatchEvent], names: tuple[str, str] = ("", ""), instants: Sequence[int] = ()
) -> MatchRecord:
    """The match that `start` and these events make; `instants` are those of the events, where they are known.

    Plays that were taken back are left out. Nothing is replayed: illegal plays are not marked yet.
    """
    profile, money = start.terms.profile, start.length is None
    match = start
    games: list[_Game] = []
    for event, at in _that_stood(events, instants):
        if isinstance(event, acts.GameStarted):
            games.append(_Game(match.score, event.crawford and match.length != 1))
        before = match
        match = evolve(match, event)
        if not games or match.game is None:
            continue
        if before.game is not None:
            games[-1].add(before.game, event, at)
        games[-1].stands_at(match.game)
    return MatchRecord(
        players=(Player(name=names[0]), Player(name=names[1])),
        length=start.length or 0,
        games=tuple(game.record() for game in games),
        crawford=None if money else profile.crawford,
        jacoby=profile.jacoby if money else None,
        beavers=int(profile.beavers) if money else None,
    )


class _Game:
    def __init__(self, score: tuple[int, int], crawford: bool) -> None:
        self.score, self.crawford = score, crawford
        self.entries: list[AnyEntry] = []
        self.cube = Cube()
        self.result: GameResult | None = None

    def add(self, game: Game, event: MatchEvent, at: int | None) -> None:
        entry = _entry(game, event, None if at is None else Timing(at=at))
        if entry:
            self.entries.append(entry)

    def stands_at(self, game: Game) -> None:
        """Equal opening dice turn the cube in the middle (G3.2); the last outcome is the one that counts."""
        if not self.entries:
            self.cube = Cube(game.stake)
        self.result = None
        if outcome := game.outcome:
            ending = _ENDINGS.get(outcome.reason, Ending.RULED)
            self.result = GameResult(outcome.winner, outcome.points, ending)

    def record(self) -> GameRecord:
        entries = tuple(self.entries)
        return GameRecord(score=self.score, crawford=self.crawford, cube=self.cube, entries=entries, result=self.result)


def _entry(game: Game, event: MatchEvent, timing: Timing | None) -> AnyEntry | None:
    match event:
        case acts.Played(seat=seat, moves=moves):
            return Turn(seat=seat, dice=game.dice, moves=moves, timing=timing) if game.dice else None
        case acts.Doubled(seat=seat):
            value = game.stake * 2 * game.cube_value
            return CubeAction(seat=seat, action=CubeActionKind.DOUBLE, value=value, timing=timing)
        case acts.Beavered(seat=seat):
            value = game.stake * 4 * game.cube_value
            return CubeAction(seat=seat, action=CubeActionKind.BEAVER, value=value, timing=timing)
        case acts.Taken(seat=seat) | acts.Dropped(seat=seat):
            return CubeAction(seat=seat, action=_CUBE_ACTIONS[type(event)], timing=timing)
        case acts.ResignationOffered(seat=seat, size=size):
            return Resignation(seat=seat, action=ResignationKind.OFFER, size=size, timing=timing)
        case acts.ResignationAccepted(seat=seat) | acts.ResignationRefused(seat=seat):
            return Resignation(seat=seat, action=_RESIGNATIONS[type(event)], timing=timing)
        case acts.PositionSet(position=position):
            return Setup(seat=game.turn, position=position, timing=timing)
        case acts.CubeSet(cube=cube):
            return Setup(seat=game.turn, cube=cube or Cube(), timing=timing)
        case acts.TurnSet(seat=seat, dice=dice):
            return Setup(seat=seat, position=game.seen_by(seat), dice=dice, timing=timing)
    return None


def _that_stood(events: Iterable[MatchEvent], instants: Sequence[int]) -> list[tuple[MatchEvent, int | None]]:
    """Without plays that were made again (T4.2.iii) and doubles that were annulled with their answer (T4.4.iv)."""
    kept: list[tuple[MatchEvent, int | None]] = []
    for number, event in enumerate(events):
        if isinstance(event, acts.PlayReopened | acts.DoubleAnnulled):
            gone = acts.Played if isinstance(event, acts.PlayReopened) else acts.Doubled
            at = max((at for at, (each, _) in enumerate(kept) if isinstance(each, gone)), default=len(kept))
            answers = acts.Taken | acts.Dropped | acts.Beavered | gone
            kept = kept[:at] + [each for each in kept[at:] if not isinstance(each[0], answers)]
        else:
            kept.append((event, instants[number] if number < len(instants) else None))
    return kept
