"""The quiz: which card comes next, what an answer to it is worth, and taking the last answer back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from tavl.analysis.decisions.decisions import DecisionKind
from tavl.analysis.engine.analyst import Analyst, match_of
from tavl.analysis.match_analysis import AnalysedDecision, JudgedPlay, Look
from tavl.notation.record import Chances, Moves
from tavl.practice.answers import (
    Attempt,
    Grade,
    cube_loss,
    grade_of,
    judged_among,
    open_actions,
    result_of,
    stricter,
)
from tavl.practice.schedule import Memory, review
from tavl.practice.search import Search
from tavl.practice.streaks import Answered, start_of_day, streak
from tavl.rules.board import Position
from tavl.rules.codec import from_json, to_json
from tavl.rules.refusal import Refused, RuleError
from tavl.server import schema
from tavl.server.accounts.identity import Identity
from tavl.server.analyses.evaluator import Evaluator
from tavl.server.analyses.live_positions import LivePositions
from tavl.server.errors import ApiError, RefusedError
from tavl.server.messages.practice import CardAnswered, CardState, PracticeOverview
from tavl.server.practice.card_rows import CardRow, all_rows, earliest_due, one_row, remember
from tavl.server.practice.opponents import Opponents
from tavl.server.wall_clock import DAY, MINUTE
from tavl.store import Store, new_id

NEW_A_DAY: Final = 20  # cards that were never asked before
SOON: Final = 20 * MINUTE
"""A card that was just answered wrongly comes again in the same session if nothing else is due."""
_STREAK_DAYS: Final = 400
_a = schema.practice_answers.c


class Judged(Struct, frozen=True):
    decision: AnalysedDecision
    answered: int | None
    lost: float


class Quiz:
    def __init__(
        self,
        store: Store,
        opponents: Opponents,
        live: LivePositions,
        evaluator: Evaluator,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._opponents, self._live, self._clock = store, opponents, live, clock
        self._evaluator = evaluator

    async def overview(self, who: Identity, offset: int, search: Search | None = None) -> PracticeOverview:
        now = self._clock()
        rows = await self.rows(who, search)
        answers = await self._answers(who.person, now - _STREAK_DAYS * DAY)
        begin = start_of_day(now, offset)
        new_today = sum(answer.at >= begin and answer.first for answer in answers)
        due = due_now(rows, now, NEW_A_DAY - new_today)
        return PracticeOverview(
            cards=len(rows),
            due=len(due),
            new=sum(row.new for row in rows),
            answered_today=sum(answer.at >= begin for answer in answers),
            streak=streak([Answered(each.at, each.next_due) for each in answers], now, offset),
            next_due=None if due or not rows else min(_comes(row, begin) for row in rows),
        )

    async def rows(self, who: Identity, search: Search | None = None) -> list[CardRow]:
        """All cards of somebody, or those that a search finds, the earliest due first."""
        rows: list[CardRow] = await self._store.read_rows(lambda c: all_rows(c, who.person))
        if search is None:
            return rows
        names = await self._opponents.names(rows)
        return [row for row in rows if search.fits(row.found(names))]

    async def next(
        self, who: Identity, offset: int, search: Search | None = None, ahead: bool = False
    ) -> CardState | None:
        """The card that is to be answered now; with `ahead`, where none is due, the one that would come first."""
        now = self._clock()
        rows = await self.rows(who, search)
        answers = await self._answers(who.person, start_of_day(now, offset))
        due = due_now(rows, now, NEW_A_DAY - sum(answer.first for answer in answers))
        chosen = due[0] if due else rows[0] if rows and ahead else None
        return await self.card(who, chosen.id) if chosen else None

    async def card(self, who: Identity, id: str) -> CardState:
        found = await self._store.read_rows(lambda c: one_row(c, who.person, id))
        if found is None:
            raise ApiError("not_found")
        row, decision = found
        return CardState(row.line(await self._opponents.names([row])), decision)

    async def answer(self, who: Identity, id: str, attempt: Attempt, answers: int) -> CardAnswered:
        found = await self._store.read_rows(lambda c: one_row(c, who.person, id))
        if found is None:
            raise ApiError("not_found")
        row, decision = found
        if row.answers != answers:
            raise ApiError("answered_already")
        judged = await self.judge(decision, attempt)
        grade = grade_of(judged.lost)
        memory = await self._note(who, row, grade, judged.lost)
        line = replace(row, memory=memory, answers=row.answers + 1).line(await self._opponents.names([row]))
        return CardAnswered(
            card=line,
            decision=judged.decision,
            answered=judged.answered,
            action=attempt.action,
            lost=judged.lost,
            grade=grade,
        )

    async def _note(self, who: Identity, row: CardRow, grade: Grade, lost: float) -> Memory:
        now = self._clock()
        memory = review(row.memory, grade, now)
        values: dict[str, Any] = {
            "id": new_id(now),
            "person": who.person,
            "card": row.id,
            "at": now,
            "grade": str(grade),
            "lost": lost,
            "memory": to_json(row.memory).decode(),
        }

        def note(connection: sa.Connection) -> bool:
            if not remember(connection, who.person, row.id, memory, row.answers, 1):
                return False
            values["next_due"] = earliest_due(connection, who.person)
            connection.execute(sa.insert(schema.practice_answers).values(values))
            return True

        if not await self._store.write_rows(note):
            raise ApiError("answered_already")
        return memory

    async def undo(self, who: Identity) -> CardState:
        """Undo the last answer: the card is as it was before."""
        last = await self._last(who)

        def undo(connection: sa.Connection) -> bool:
            before = from_json(last.memory, Memory)
            found = one_row(connection, who.person, last.card)
            if found is None or not remember(connection, who.person, last.card, before, found[0].answers, -1):
                return False
            return bool(connection.execute(sa.delete(schema.practice_answers).where(_a.id == last.id)).rowcount)

        if not await self._store.write_rows(undo):
            raise ApiError("not_found")
        return await self.card(who, last.card)

    async def be_stricter(self, who: Identity) -> CardState:
        """The last answer was a guess: it counts one grade less."""
        last = await self._last(who)
        grade = stricter(Grade(last.grade))
        memory = review(from_json(last.memory, Memory), grade, last.at)

        def change(connection: sa.Connection) -> bool:
            found = one_row(connection, who.person, last.card)
            if found is None or not remember(connection, who.person, last.card, memory, found[0].answers, 0):
                return False
            values = {"grade": str(grade), "next_due": earliest_due(connection, who.person)}
            changed = sa.update(schema.practice_answers).where(_a.id == last.id).values(values)
            return bool(connection.execute(changed).rowcount)

        if not await self._store.write_rows(change):
            raise ApiError("not_found")
        return await self.card(who, last.card)

    async def _last(self, who: Identity) -> Any:
        query = sa.select(schema.practice_answers).where(_a.person == who.person).order_by(_a.at.desc(), _a.id.desc())
        row = await self._store.read_rows(lambda c: c.execute(query.limit(1)).one_or_none())
        if row is None:
            raise ApiError("not_found")
        return row

    async def _answers(self, person: str, since: int) -> list[_Given]:
        query = sa.select(_a.at, _a.next_due, _a.memory).where(_a.person == person, _a.at >= since).order_by(_a.at)
        rows = await self._store.read_rows(lambda c: c.execute(query).all())
        return [_Given(row.at, row.next_due, from_json(row.memory, Memory).last is None) for row in rows]

    async def judge(self, decision: AnalysedDecision, attempt: Attempt) -> Judged:
        """What an answer loses. Positions on boards where help is forbidden are not evaluated."""
        await self._live.check(decision.situation.position)
        if decision.kind is not DecisionKind.PLAY:
            known = open_actions(decision)
            if attempt.action not in known:
                raise ApiError("bad_value", field="action", problem=", ".join(known))
            return Judged(decision, None, cube_loss(decision, attempt.action))
        if attempt.moves is None:
            raise ApiError("bad_value", field="moves", problem="this card asks for a play")
        result = result_of(decision, attempt.moves)
        if isinstance(result, Refused):
            raise RefusedError(result)
        number = judged_among(decision, result)
        if number is None:
            judge = partial(_judged_now, decision=decision, moves=attempt.moves, result=result)
            play = await self._evaluator.ask(decision.situation.position, judge)
            decision = replace(decision, plays=(*decision.plays, play))
            number = len(decision.plays) - 1
        return Judged(decision, number, decision.plays[number].loss)


class _Given(Struct, frozen=True):
    at: int
    next_due: int | None
    first: bool  # the card was new


def due_now(rows: Sequence[CardRow], now: int, new: int) -> list[CardRow]:
    """Those that are due by their time, then new ones, the worst errors first, then those that were just wrong."""
    known = [row for row in rows if not row.new and row.memory.due <= now]
    fresh = sorted((row for row in rows if row.new), key=lambda row: -row.facts.error)[: max(0, new)]
    wrong = [row for row in rows if not row.new and row.memory.step is not None and now < row.memory.due <= now + SOON]
    return [*known, *fresh, *wrong]


def _comes(row: CardRow, begin: int) -> int:
    """If today has no room for new ones, tomorrow has."""
    return begin + DAY if row.new else row.memory.due


def _judged_now(analyst: Analyst, decision: AnalysedDecision, moves: Moves, result: Position) -> JudgedPlay:
    """A play that the analysis has left out is worse than those it has: this estimates by how much."""
    situation = decision.situation
    assert situation.dice is not None
    try:
        ranked = analyst.engine.plays(situation.position, situation.dice, match_of(situation))
    except RuleError as error:
        raise RefusedError(error.refused) from None
    found = next(each for each in ranked if each.play.result == result)
    listed = [play.loss for number, play in enumerate(decision.plays) if number != decision.played]
    loss = round(max(found.loss, *listed), 4)
    value = found.evaluation
    return JudgedPlay(
        moves=moves,
        text=str(found.play),
        equity=round(decision.plays[0].equity - loss, 4),
        loss=loss,
        cubeless=round(found.equity, 4),
        chances=Chances(
            win=value.win,
            win_gammon=value.win_gammon,
            win_backgammon=value.win_backgammon,
            lose_gammon=value.lose_gammon,
            lose_backgammon=value.lose_backgammon,
        ),
        look=Look(ply=0),
    )
