"""A person at the keyboard, for tests: plays a game in memory and notes what would have to be typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from typer.testing import CliRunner, Result

from tavl.cli import app
from tavl.cli.play.dice import DiceCup
from tavl.cli.play.opponent import EngineOpponent
from tavl.cli.play.session import Session, begin, open_actions, perform
from tavl.rules import Match, Play, Refused, Seat, acts
from tavl.rules.acts import MatchAction
from tests.cli.play.simple_opponent import SimpleOpponent

Typing = Callable[[Play, Session, int], list[str]]


def tavl(*arguments: str, typed: Sequence[str] = ()) -> Result:
    return CliRunner().invoke(app, list(arguments), input="".join(f"{line}\n" for line in typed))


def written_out(play: Play, session: Session, turn: int) -> list[str]:
    """Each turn in another of the ways that people enter a play; all of them end with Enter, which ends the turn."""
    if not len(play):
        return [""]
    single = [f"{move.source}/{move.target}" for move in play.moves]
    number = [str(session.plays.index(play) + 1)]
    ways = (
        [str(play)],
        single,
        number,
        [str(play).replace("/", "-").replace(" ", ", ")],
        [single[0], "undo", str(play)],
    )
    return [*ways[turn % len(ways)], ""]


def played(session: Session, most: int = 10_000, typing: Typing = written_out) -> tuple[list[str], Session]:
    """The lines that bring this session to its end, or so many decisions further, and where it then stands."""
    cup, brain, lines, turn = DiceCup(session.seed, session.rolls), SimpleOpponent(), [], 0
    bot = EngineOpponent(session.level, session.seed)
    session = begin(session)
    for _ in range(most):
        if session.match.result:
            break
        mind = bot if session.acting == session.bot else brain
        action = mind.choose(session.match, session.acting, open_actions(session))
        if session.acting == session.bot:
            pass  # it needs no keyboard
        elif isinstance(action, acts.MakePlay):
            play = next(p for p in session.plays if tuple((m.source, m.target) for m in p.moves) == action.moves)
            lines += typing(play, session, turn)
            turn += 1
        else:
            lines.append(_WORDS[type(action)])
        after = perform(session, action, cup.roll() if isinstance(action, acts.Roll) else None)
        assert not isinstance(after, Refused)
        session = after
    return lines, session


_WORDS: dict[type[MatchAction], str] = {
    acts.Roll: "roll",
    acts.Double: "double",
    acts.Take: "take",
    acts.Drop: "drop",
    acts.StartGame: "",
    acts.AcceptResignation: "accept",
    acts.RefuseResignation: "refuse",
}


def two_people(length: int, seed: int, names: tuple[str, str] = ("Anna", "Bo")) -> Session:
    return Session(match=Match.start(length), names=names, level="club", seed=seed)


def against_bot(length: int, seed: int) -> Session:
    return Session(match=Match.start(length), names=("Anna", "Tavl"), bot=Seat.SECOND, level="club", seed=seed)
