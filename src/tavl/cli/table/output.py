"""A recorded table in words, for `tavl table`: what has happened, the state of play, the board. Pure."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from tavl.cli.play.board import Look, Scene, draw
from tavl.cli.play.sentences import event_sentences
from tavl.i18n import Words
from tavl.rules import acts as game_acts
from tavl.rules.acts import MatchEvent
from tavl.rules.codec import to_json
from tavl.rules.game import Phase
from tavl.rules.seat import SEATS, Seat
from tavl.table import By, Detail, Role, Table
from tavl.table.acts import AnyEvent
from tavl.table.officiating_view import around_view

Names = tuple[str, str]
# Whether a play was legal is for the people at the board to see; the position after it is drawn by `show`.
_LEFT_OUT = ("type", "terms", "legal", "result")


def happened(w: Words, event: AnyEvent, before: Table, after: Table, names: Names) -> list[str]:
    """What an event says to the people at the board: a sentence, or its name and what it holds."""
    if isinstance(event, game_acts.Played):
        name, play = names[event.seat], hops(event.moves)
        done = len(after.match.finished) > len(before.match.finished)
        ending = event_sentences(w, game_acts.ResignationAccepted(event.seat), before.match, after.match, names)[1:]
        return [w("{name} plays {play}.", name=name, play=play), *(ending if done else [])]
    if isinstance(event, game_acts.GameStarted) and not event.crawford:
        return [w("Game {n}", n=len(after.match.finished) + 1)]
    sentences = (
        event_sentences(w, event, before.match, after.match, names) if isinstance(event, get_args(MatchEvent)) else []
    )
    return sentences or [data_line(event, names)]


def hops(moves: tuple[tuple[int, int], ...]) -> str:
    places = {25: "bar", 0: "off"}
    return " ".join(f"{places.get(a, a)}/{places.get(b, b)}" for a, b in moves) or "-"


def data_line(event: AnyEvent, names: Names) -> str:
    data: dict[str, Any] = msgspec.json.decode(to_json(event))
    kept = [name for name, value in data.items() if name not in _LEFT_OUT and value not in (None, "")]
    fields = [_field(name, data[name], names) for name in kept if data[name] is not False]
    return " ".join([data["type"], *fields])


def _field(name: str, value: Any, names: Names) -> str:
    if isinstance(value, dict) and list(value) == ["type"]:
        value = value["type"]
    if name == "times":
        value = " / ".join(map(_minutes, value))
    if name in ("seat", "asked", "against", "winner", "runs") and isinstance(value, int):
        return names[value] if name == "seat" else f"{name}={names[value]}"
    return f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"


def standing(w: Words, table: Table, names: Names, now: int) -> list[str]:
    """Score, cube, whose move it is, times; then what the rules propose."""
    score, game = table.match.score, table.match.game
    parts = [f"{names[0]} {score[0]} - {score[1]} {names[1]} ({table.match.length})"]
    if game and table.game_running:
        value = game.cube.value if game.cube else "-"
        parts.append(w("Crawford") if game.terms.crawford else f"{w.term('doubling cube')} {value}")
    parts += filter(None, [_awaited(w, table, names), _times(table, now)])
    lines = [" | ".join(parts)]
    around = around_view(table, By(Role.DIRECTOR), now)
    for proposal in around.proposals if around else ():
        facts = [_fact(name, fact, names) for name, fact in proposal.facts.items()]
        lines.append(f"  {proposal.rule}: {proposal.action.__struct_config__.tag} ({', '.join(facts)})")
    return lines


def _fact(name: str, value: int | str, names: Names) -> str:
    return names[int(value)] if name == "seat" else f"{name} {value}"


def _awaited(w: Words, table: Table, names: Names) -> str:
    game = table.match.game
    if table.match.result and table.match.result.winner is not None:
        return w("{name} has won.", name=names[table.match.result.winner])
    if table.frozen:
        return w("everything waits")
    if game is None or not table.game_running:
        return w("between games")
    if table.terms.detail is Detail.CUBE and game.phase is not Phase.DOUBLED:
        return ""
    if game.phase is Phase.OPENING:
        return w("opening roll")
    name = names[game.to_act[0]]
    if game.resignation or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return w("{name} to answer", name=name)
    if game.phase is Phase.TO_PLAY:
        return w("{name} to play {dice}", name=name, dice=str(game.dice))
    return w("{name} to roll", name=name)


def _times(table: Table, now: int) -> str:
    if table.clock is None:
        return ""
    times, delay = table.clock.reads(now)
    shown = [f"{'*' if table.clock.running == seat else ''}{_minutes(times[seat])}" for seat in SEATS]
    return f"{' / '.join(shown)} +{delay / 1000:.1f}"


def _minutes(ms: int) -> str:
    sign, seconds = ("-" if ms < 0 else ""), abs(ms) // 1000
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def board(table: Table, names: Names, unicode: bool) -> list[str]:
    """As the first player sees it, with both names; nothing where plays are not recorded or no game was begun."""
    game = table.match.game
    if game is None or table.terms.detail is not Detail.PLAYS:
        return []
    dice = tuple((die, True) for die in (game.dice.high, game.dice.low)) if game.dice else ()
    position = game.seen_by(Seat.FIRST)
    if table.handling.arranged is not None:
        laid = table.handling.arranged.result  # seen by the other
        position = laid if table.handling.arranged.seat == Seat.SECOND else laid.mirror()
    scene = Scene(position=position, viewer=Seat.FIRST, dice=dice, dice_of=game.turn if dice else None, cube=game.cube)
    drawn = [line.plain.rstrip() for line in draw(scene, Look(unicode=unicode, colour=False))]
    marks = "●○" if unicode else "XO"
    return [f"{marks[1]} {names[1]}", *drawn, f"{marks[0]} {names[0]}", f"GNU ID {position.gnu_id}"]
