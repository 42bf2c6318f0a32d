"""Converts between what people write and the session: plays by hand, positions as IDs. Pure."""

from __future__ import annotations

from collections.abc import Callable

from tavl.cli.play.session import Hop, Session
from tavl.notation.errors import NotationError
from tavl.notation.ids.gnu_id import write_gnu_id
from tavl.notation.ids.xgid import write_xgid
from tavl.notation.play_text import parse_play, read_hops
from tavl.notation.situation import Situation, situation_of
from tavl.rules import Play


def hops_written(session: Session, text: str) -> tuple[Hop, ...]:
    """The checker moves in a line. A whole play is read with its marks for hits; raises NotationError."""
    game = session.match.game
    if game and game.dice and session.playing:
        whole = parse_play(text, game.position, game.dice)
        if isinstance(whole, Play):
            return tuple((move.source, move.target) for move in whole.moves)
    return tuple((hop.source, hop.target) for hop in read_hops(text))


def ids_of(session: Session) -> list[str]:
    """Where the match stands, as other programs write it: only the IDs that can express it."""
    writers: tuple[tuple[str, Callable[[Situation], str]], ...] = (("GNU ID", write_gnu_id), ("", write_xgid))
    found = []
    for name, write in writers:
        try:
            found.append(f"{name} {write(situation_of(session.match))}".strip())
        except NotationError:  # a resignation or the end of a game, which an XGID cannot say
            continue
    return found
