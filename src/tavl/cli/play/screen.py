"""The whole picture: heading, both players, the board, what has just happened, what may be done now. Pure."""

from __future__ import annotations

from rich.text import Text

from tavl.cli.play.board import WIDTH, Look, Scene, draw
from tavl.cli.play.session import Session, open_actions
from tavl.cli.play.typed_commands import Verb
from tavl.i18n import Words
from tavl.notation.play_text import WORDS, format_play
from tavl.rules import BAR, OFF, Phase, Seat, acts

_NAME_ROOM = 24
_NAME_COLOURS = ("bold #f4e9cf", "bold #e0645a")  # the checkers', light enough to be read on black
PICTURE_HEIGHT = 18


def picture(session: Session, w: Words, look: Look) -> list[Text]:
    """Eighteen lines: heading, opponent, board, self."""
    viewer = session.viewer
    return [
        Text(heading(session, w), style="dim" if look.colour else ""),
        _player(session, viewer.other, w, look),
        *draw(scene(session, w), look),
        _player(session, viewer, w, look),
    ]


def scene(session: Session, w: Words) -> Scene:
    viewer, game = session.viewer, session.match.game
    offered = game.offered_value if game and game.phase in (Phase.DOUBLED, Phase.BEAVERED) else None
    return Scene(
        position=session.position_for(viewer),
        viewer=viewer,
        dice=tuple(session.dice_shown),
        dice_of=game.turn if game else None,
        cube=game.cube if game else None,
        offered=offered,
        touched=_touched(session, viewer),
        bar_word=w.term("bar").upper(),
    )


def _touched(session: Session, viewer: Seat) -> frozenset[int]:
    """The points of the opponent's last play, or of the one being tried, in the viewer's numbers."""
    game = session.match.game
    if game is None:
        return frozenset()
    if session.tried:
        return frozenset(point for hop in session.hops for point in hop)
    if game.last is None or game.last.seat == viewer:
        return frozenset()
    return frozenset(25 - point for hop in game.last.moves for point in hop)


def heading(session: Session, w: Words) -> str:
    match, game = session.match, session.match.game
    parts = ["tavl"]
    if match.length is not None:
        parts.append(w.plural("match to {n} point", "match to {n} points", match.length))
    else:
        parts.append(w("money play"))
    running = game is not None and game.phase is not Phase.OVER
    parts.append(w("game {n}", n=len(match.finished) + (1 if running else 0)))
    if game and game.terms.crawford and match.length != 1:
        parts.append(w.term("Crawford game"))
    if game and game.stake > 1:
        parts.append(w("stake {n}", n=game.stake))
    parts.extend(options(session, w))
    return ", ".join(parts)


def options(session: Session, w: Words) -> list[str]:
    """What was agreed beyond the cube."""
    profile = session.match.terms.profile
    named = [(profile.jacoby, "Jacoby"), (profile.beavers, w("beavers")), (not profile.gammons, w("no gammons"))]
    return [name for agreed, name in named if agreed]


def _player(session: Session, seat: Seat, w: Words, look: Look) -> Text:
    checker = ("●", "○")[seat] if look.unicode else "XO"[seat]
    position = session.position_for(seat)
    game = session.match.game
    waited_for = game is not None and seat in game.to_act and not session.match.result
    name = session.names[seat]
    if len(name) > _NAME_ROOM:
        name = name[: _NAME_ROOM - 1] + ("…" if look.unicode else "~")
    turn = ("►" if look.unicode else ">") if waited_for else " "
    left = f" {turn} {checker} {name}"
    right = f"{w.plural('{n} pip', '{n} pips', position.pips)}   {w('score {n}', n=session.match.score[seat])} "
    line = Text(f"{left}{right:>{WIDTH - len(left)}}")
    if look.colour:
        line.stylize("bold" if waited_for else "")
        line.stylize(_NAME_COLOURS[seat], 3, 4)
    return line


def play_list(session: Session, w: Words, wanted: str = "") -> list[tuple[int, str]]:
    """The legal plays with their numbers, which stay the same however they are sifted."""
    numbered = [(number, format_play(play, w.language)) for number, play in enumerate(session.plays, start=1)]
    parts = wanted.replace(",", " ").lower().split()
    return [(number, text) for number, text in numbered if all(_has(text.lower(), part) for part in parts)]


def _has(play: str, part: str) -> bool:
    """`8/5` and `8` begin a move of the play; `/5` and `*` may stand anywhere in one."""
    return any(part in move if part[0] in "/*(" else move.startswith(part) for move in play.split())


def columns(entries: list[tuple[int, str]], width: int = 78) -> list[str]:
    """Numbered plays side by side, down before across."""
    if not entries:
        return []
    cells = [f"{number:>3} {text}" for number, text in entries]
    room = max(map(len, cells)) + 2
    across = max(1, width // room)
    down = -(-len(cells) // across)
    rows = [cells[row::down] for row in range(down)]
    return ["".join(f"{cell:<{room}}" for cell in row).rstrip() for row in rows]


def offers(session: Session, w: Words, names: dict[Verb, str], room: int = 2) -> list[str]:
    """What may be done now, the obvious first; with the plays if they fit into this many lines."""
    match, game = session.match, session.match.game
    if match.result:
        return []
    kinds = {type(action) for action in open_actions(session)}
    lines: list[str] = []
    if session.playing and game:
        lines = _play_offers(session, w, names, room)
    choices = [_enter(session, w)]
    for kind, verb in _CHOICES:
        if kind in kinds:
            choices.append(names[verb])
    if acts.OfferResignation in kinds:
        sizes = [str(action.size) for action in open_actions(session) if isinstance(action, acts.OfferResignation)]
        choices.append(f"{names[Verb.RESIGN]} {'|'.join(sizes)}")
    if session.tried:
        choices.insert(1, names[Verb.UNDO])
    choices += [f"? {names[Verb.HELP]}", names[Verb.QUIT]]
    return [*lines, "   ".join(choice for choice in choices if choice)]


_CHOICES = (
    (acts.Double, Verb.DOUBLE),
    (acts.Take, Verb.TAKE),
    (acts.Drop, Verb.DROP),
    (acts.Beaver, Verb.BEAVER),
    (acts.AcceptResignation, Verb.ACCEPT),
    (acts.RefuseResignation, Verb.REFUSE),
    (acts.EndSession, Verb.END),
)


def _enter(session: Session, w: Words) -> str:
    """What the Enter key does now; empty where it does nothing."""
    game = session.match.game
    if session.match.between_games or game is None:
        return w("Enter: next game")
    if game.resignation or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
        return ""
    if game.phase is Phase.OPENING:
        return w("Enter: roll one die each")
    if game.phase is Phase.TO_ROLL:
        return w("Enter: roll")
    if session.finished_play:
        return w("Enter: end the turn")
    return w("Enter: play it") if len(session.plays) == 1 else ""


def _play_offers(session: Session, w: Words, names: dict[Verb, str], room: int) -> list[str]:
    plays = session.plays
    if not len(plays[0]):
        return [w("No checker can move.")]
    if session.finished_play:
        return []
    if session.tried:
        bar, off = WORDS[w.language]
        place = {BAR: bar, OFF: off}
        moves = [f"{place.get(source, source)}/{place.get(target, target)}" for source, target in session.next_hops]
        return [w("The rest of the roll: {moves}", moves="  ".join(moves))]
    rows = columns(play_list(session, w))
    if len(rows) <= room:
        return rows
    values = {"n": len(plays), "example": format_play(plays[0], w.language), "list": names[Verb.LIST]}
    return [w("{n} legal plays. Type one, such as {example}, or {list} to see them all.", **values)]
