"""The terminal's sentences: what happened, one or two for an event, the pips, where the game is saved. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tavl.i18n import Words
from tavl.notation.play_text import format_play
from tavl.rules import Game, Match, Outcome, Phase, Play, acts, judge_play
from tavl.rules.acts import MatchEvent


def event_sentences(w: Words, event: MatchEvent, before: Match, after: Match, names: tuple[str, str]) -> list[str]:
    """The sentences for an event that led from one state of the match to the next."""
    sentences = [_happening(w, event, before, after, names)]
    game = after.game
    if game and game.outcome and len(after.finished) > len(before.finished):
        sentences.append(game_end(w, game.outcome, names))
        if after.result and after.result.winner is not None:
            sentences.append(match_end(w, after, names))
    return [sentence for sentence in sentences if sentence]


def _happening(w: Words, event: MatchEvent, before: Match, after: Match, names: tuple[str, str]) -> str:
    match event:
        case acts.GameStarted(crawford=crawford):
            # A match to one point is a Crawford game too, in name only.
            return w("This is the Crawford game: no doubling (G11.1).") if crawford and after.length != 1 else ""
        case acts.OpeningRolled(first=first, second=second):
            return _opening(w, (first, second), before.game, after.game, names)
        case acts.Rolled(seat=seat, dice=dice):
            return w("{name} rolls {dice}.", name=names[seat], dice=f"{dice.high}-{dice.low}")
        case acts.Played(seat=seat, moves=moves):
            if not moves:
                return w("{name} cannot move.", name=names[seat])
            return w("{name} plays {play}.", name=names[seat], play=played_text(w, event, before))
        case acts.Doubled() | acts.Beavered() | acts.ResignationOffered():
            return pending(w, after, names)
        case acts.Taken(seat=seat):
            value = after.game.cube_value if after.game else 2
            return w("{name} takes. The cube is at {value}.", name=names[seat], value=value)
        case acts.Dropped(seat=seat):
            return w("{name} drops.", name=names[seat])
        case acts.ResignationRefused(seat=seat):
            return w("{name} plays on.", name=names[seat])
        case acts.ResignationAccepted(seat=seat):
            return w("{name} accepts.", name=names[seat])
        case acts.SessionEnded():
            return w("The session is over: {a} {x}, {b} {y}.", **_score(after, names))
        case _:
            return ""


def _opening(w: Words, dice: tuple[int, int], before: Game | None, after: Game | None, names: tuple[str, str]) -> str:
    if after is None:
        return ""
    if dice[0] == dice[1]:
        if before and after.stake > before.stake:
            return w("Both roll {n}: the stake is now {stake}, roll again (G3.2).", n=dice[0], stake=after.stake)
        return w("Both roll {n}: roll again (G3.1).", n=dice[0])
    rolls = {"a": names[0], "x": dice[0], "b": names[1], "y": dice[1]}
    return w("{a} rolls {x}, {b} rolls {y}: {name} begins.", name=names[after.turn], **rolls)


def _resigning(w: Words, name: str, size: int) -> str:
    if size == 1:
        return w("{name} offers to resign a single game.", name=name)
    if size == 2:
        return w("{name} offers to resign a gammon.", name=name)
    return w("{name} offers to resign a backgammon.", name=name)


def pending(w: Words, match: Match, names: tuple[str, str]) -> str:
    """The offer that waits for its answer, as it was announced when it was made; empty if there is none."""
    game = match.game
    if game is None:
        return ""
    if game.resignation:
        return _resigning(w, names[game.resignation.seat], game.resignation.size)
    if game.phase is Phase.DOUBLED:
        return w("{name} doubles to {value}.", name=names[game.turn], value=game.offered_value)
    if game.phase is Phase.BEAVERED:
        values = {"name": names[game.turn.other], "value": game.offered_value}
        return w("{name} beavers: the cube would be at {value}.", **values)
    return ""


def points(w: Words, n: int) -> str:
    return w.plural("{n} point", "{n} points", n)


def game_end(w: Words, outcome: Outcome, names: tuple[str, str]) -> str:
    values = {"name": names[outcome.winner], "points": points(w, outcome.points)}
    if outcome.size == 2:
        return w("{name} wins a gammon: {points}.", **values)
    if outcome.size == 3:
        return w("{name} wins a backgammon: {points}.", **values)
    return w("{name} wins the game: {points}.", **values)


def match_end(w: Words, match: Match, names: tuple[str, str]) -> str:
    if match.result is None or match.result.winner is None:
        return ""
    winner = match.result.winner
    won, lost = match.score[winner], match.score[winner.other]
    return w("{name} wins the match {won}-{lost}. Well played!", name=names[winner], won=won, lost=lost)


def pips(w: Words, counts: Sequence[int], names: tuple[str, str]) -> str:
    """Both counts, and who leads by how much."""
    spoken = (w.plural("{n} pip", "{n} pips", count) for count in counts)
    both = ", ".join(f"{name} {count}" for name, count in zip(names, spoken, strict=True)) + "."
    lead = abs(counts[0] - counts[1])
    ahead = names[0] if counts[0] < counts[1] else names[1]
    return f"{both} {w('{name} leads by {n}.', name=ahead, n=lead)}" if lead else both


def kept(w: Words, path: Path) -> str:
    return w("The game is saved in {file}; tavl play continues it.", file=str(path))


def _score(match: Match, names: tuple[str, str]) -> dict[str, object]:
    return {"a": names[0], "x": match.score[0], "b": names[1], "y": match.score[1]}


def played_text(w: Words, event: acts.Played, before: Match) -> str:
    """The play as it is written in this language."""
    game = before.game
    if game is None or game.dice is None:
        return ""
    play = judge_play(game.seen_by(event.seat), game.dice, event.moves)
    return format_play(play, w.language) if isinstance(play, Play) else ""
