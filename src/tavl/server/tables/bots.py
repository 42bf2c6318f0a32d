"""Bots that the server provides: the engine's levels. Asked for an action, a bot chooses one that is allowed. Its pause
before each: `bot_delay_ms` in `server/settings.py`.

A bot makes only legal plays. On a board that does not enforce the rules, it notices illegal plays as often as its level
would, accepts a correct flag and disputes a wrong one. It answers whatever else it is asked, so that no table waits for
it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Protocol

from msgspec.structs import replace

from tavl.engine.engine import Engine
from tavl.engine.levels import LEVELS as ENGINE_LEVELS
from tavl.engine.levels import Level, LevelPlayer
from tavl.rules import acts as game_acts
from tavl.rules.acts import MatchAction
from tavl.rules.game import Phase
from tavl.rules.match import Match
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import AnyAction, By, Role
from tavl.table.disputes.correction_effects import upheld_by_default
from tavl.table.state_parts import Reply
from tavl.table.table import Table, why_not
from tavl.table.terms import Ruler, Sitting

PREFIX = "bot."
DISPUTE_MS = 15_000  # after which a dispute with a bot ends by the clause's default: a bot answers at once
# For somebody who learns the cube: plays like a newcomer, but doubles at the right time.
TEACHER = replace(ENGINE_LEVELS[0], name="teacher", doubles_late=0.0, cube_blur=0.02)
LEVELS: dict[str, Level] = {level.name: level for level in (*ENGINE_LEVELS, TEACHER)}
NOTICES = {"newcomer": 0.2, "learner": 0.4, "casual": 0.6, "club": 0.8, "strong": 0.95}
"""How often a level sees that a play was wrong; the others always do."""
_own = threading.local()  # a search belongs to one thread


class BotPlayer(Protocol):
    def choose(self, match: Match, seat: Seat, chance: random.Random) -> MatchAction | None:
        """What to do now; None if this seat has nothing to do."""


def person_of(level: str) -> str:
    return PREFIX + level


def name_of(person: str) -> str:
    return f"tavl {person.removeprefix(PREFIX)}"


def is_bot_seat(person: str | None) -> bool:
    return person is not None and person.startswith(PREFIX)


def seat_asked(table: Table) -> Seat | None:
    """The seat of a bot that has to act or to answer something."""
    for seat in SEATS:
        if is_bot_seat(table.seats[seat]) and (_is_waited_for(table, seat) or answer(table, seat) is not None):
            return seat
    return None


def _is_waited_for(table: Table, seat: Seat) -> bool:
    game = table.match.game
    if game is None or table.frozen or seat not in table.to_act:
        return False
    if table.awaits_acceptance and table.match.result is not None:
        return True
    return game.phase not in (Phase.OPENING, Phase.OVER)  # games start automatically


def ready_at(table: Table, seat: Seat) -> int:
    """When a bot may act: at once, or after a delay that it has to wait out (T4.1.v.b)."""
    clock = table.clock
    held = clock is not None and seat in clock.held and clock.running == seat
    return clock.since + clock.delay_left if clock is not None and held else table.last_at


def act(table: Table, seat: Seat, seed: str, at: int, refused: frozenset[str] = frozenset()) -> AnyAction | None:
    """What a bot does now; any thread may call it. The same seed leads to the same action, so a bot repeats it after
    its server was killed. `refused`: types of actions that were refused before."""
    by = By(Role.PLAYER, table.seats[seat] or "", seat)
    for chosen in _thoughts(table, seat, seed):
        if chosen is not None and _type(chosen) not in refused:
            return chosen
    open_still = (each for each in _otherwise(seat) if _type(each) not in refused)
    return next((each for each in open_still if why_not(table, each, by, at) is None), None)


def _thoughts(table: Table, seat: Seat, seed: str) -> Iterator[AnyAction | None]:
    chance = random.Random(seed)  # noqa: S311 - how a bot errs need not be secret
    yield answer(table, seat)
    yield _flag(table, seat, chance)
    yield _think(table, seat, chance)


def _otherwise(seat: Seat) -> Iterator[AnyAction]:
    """A bot's fallback when its action was refused: anything that lets the game continue."""
    yield from (acts.AcceptFacts(seat), acts.AcceptPlay(seat), acts.ConcedeDispute(seat))
    yield from (game_acts.Roll(seat), game_acts.Take(seat), game_acts.AcceptResignation(seat), acts.EndTurn(seat))


def _type(action: AnyAction) -> str:
    return str(action.__struct_config__.tag)


def answer(table: Table, seat: Seat) -> AnyAction | None:
    """A bot's answer to requests besides the game. Fast, because it is called after every action."""
    if table.over and table.disputes.open is None:
        return None
    claim, dispute, asked = table.handling.claim, table.disputes.open, table.corrections.asked
    if claim is not None:
        if claim.asked != seat:
            return None
        return acts.AcceptFacts(seat) if _was_wrong(table) else acts.DisputeFacts(seat)
    if dispute is not None:
        right = dispute.seat == seat.other and upheld_by_default(table, dispute.claim)
        return acts.ConcedeDispute(seat) if right else None
    if asked is not None and asked.seat != seat:
        return acts.AgreeToCorrection(seat) if upheld_by_default(table, asked.what) else acts.DisputeCorrection(seat)
    if table.stand.asked == seat:
        return acts.AnswerDelayLoss(seat, accept=False)  # a bot never lifts its dice too early
    game = table.match.game
    if table.handling.early_roll_asked and game is not None and game.turn == seat:
        return acts.ChooseEarlyRoll(seat, stands=True)
    return _agreement(table, seat)


def _agreement(table: Table, seat: Seat) -> AnyAction | None:
    """A bot agrees to whatever its opponent asks for."""
    for consent in table.consents:
        if consent.answer is Reply.OPEN and consent.seat != seat:
            return acts.GiveConsent(seat, consent.id)
    named = table.disputes.named[seat.other]
    if table.terms.ruler is Ruler.NAMED and named and table.disputes.named[seat] != named and named not in table.seats:
        return acts.NameRuler(seat, named)
    mine = {wish.topic: wish.value for wish in table.setup.wishes if wish.seat == seat}
    for wish in table.setup.wishes:
        topics = {settled.topic for settled in table.setup.settled}
        if wish.seat != seat and not table.begun and wish.topic not in topics and mine.get(wish.topic) != wish.value:
            return acts.Wish(seat, wish.topic, wish.value)
    return None


def _was_wrong(table: Table) -> bool:
    last = table.match.game.last if table.match.game else None
    return last is not None and not last.legal


def _flag(table: Table, seat: Seat, chance: random.Random) -> AnyAction | None:
    """Flag the opponent's illegal play if it can be flagged and the bot notices it; otherwise accept a last play."""
    if table.terms.sitting is not Sitting.CHALLENGE or not table.handling.open_play:
        return None
    game = table.match.game
    if game is None or game.last is None or game.last.seat == seat:
        return None
    level = (table.seats[seat] or "").removeprefix(PREFIX)
    if _was_wrong(table) and chance.random() < NOTICES.get(level, 1.0):
        return acts.FlagPlay(seat)
    return acts.AcceptPlay(seat) if table.match.result is not None else None


def _think(table: Table, seat: Seat, chance: random.Random) -> MatchAction | None:
    level = LEVELS.get((table.seats[seat] or "").removeprefix(PREFIX))
    if level is None or table.frozen:
        return None
    player: BotPlayer = LevelPlayer(level, _engine())
    return player.choose(table.match, seat, chance)


def _engine() -> Engine:
    engine: Engine | None = getattr(_own, "engine", None)
    if engine is None:
        engine = _own.engine = Engine(threads=1)
    return engine
