"""A randomly driven table: people, timers, devices and rulings, and what must always hold."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from tavl.rules import PROFILES, Refused, Terms
from tavl.rules import acts as game
from tavl.rules.codec import from_json, to_json
from tavl.rules.game import Phase
from tavl.rules.text_kinds import words_of
from tavl.table import (
    By,
    Detail,
    Role,
    Ruler,
    Sitting,
    Table,
    TableTerms,
    actions,
    acts,
    decide,
    due,
    evolve,
    redact,
    replay,
    view,
    why_not,
)
from tavl.table.action_candidates import TO_FILL_IN
from tavl.table.acts import AnyAction, AnyEvent
from tavl.table.device_batches import Batch, Sent, take
from tavl.table.disputes.score_cards import differ
from tavl.table.table import HANDLERS
from tests.table.helpers import ANNA, BO, DIRECTOR, OBSERVER, READER, SPECTATOR, STANDARD, SYSTEM
from tests.table.random_actions import KINDS, made

EVERYBODY = [ANNA, BO, DIRECTOR, OBSERVER, READER, SPECTATOR]
START = 1_000_000
ENDS = acts.Abort | acts.Leave  # would end most runs at once
PLAYING = (
    game.Roll
    | game.MakePlay
    | game.StartGame
    | game.Take
    | game.Double
    | acts.EndTurn
    | acts.RecordRoll
    | acts.RecordOpening
    | acts.PressClock
    | acts.RecordResult
    | acts.AcceptPlay
    | acts.AnnounceCrawford
)
ANSWERS = (
    game.Drop
    | game.Beaver
    | game.AcceptResignation
    | game.RefuseResignation
    | acts.AcceptFacts
    | acts.DisputeFacts
    | acts.WithdrawClaim
    | acts.ConcedeDispute
    | acts.WithdrawDispute
    | acts.SettleTimes
    | acts.NameRuler
    | acts.AgreeToCorrection
    | acts.DisputeCorrection
    | acts.ChooseEarlyRoll
    | acts.AnswerDelayLoss
    | acts.ResumeClock
    | acts.PickDie
    | acts.ReturnFromBreak
    | acts.Approve
    | acts.Arrange
)
HOUR = 3_600_000  # every delay, break and wait for a start is over by then
UNDOES = game.OutcomeSet | game.DoubleAnnulled  # a game that was over, to end otherwise
GIVEN_TIMES = acts.ClockSet | acts.ClockBrought | acts.ClockTakenAway | acts.UseExempted | acts.ApprovalGiven

ERASED = "words that were erased"


def own_words(event: AnyEvent | AnyAction) -> dict[str, str]:
    """The words of people in an event or an action, by field."""
    fields = {name: (getattr(event, name), codes) for name, codes in words_of(type(event))}
    return {name: text for name, (text, codes) in fields.items() if text and text not in codes}


class Driver:
    """`log` is the truth; every event is checked as it happens."""

    def __init__(self, seed: int, **terms: Any) -> None:
        self.rng = rng = Random(seed)
        chosen: dict[str, Any] = {
            "sitting": rng.choice(list(Sitting)),
            "ruler": rng.choice(list(Ruler)),
            "detail": rng.choice([Detail.PLAYS, Detail.PLAYS, Detail.CUBE]),
            "clock": STANDARD if rng.random() < 0.7 else None,
            "match": Terms(PROFILES[rng.choice(["dbf-tournament", "dbf-basic"])], rng.choice([1, 2, 3, 5])),
            "next_game_after_ms": rng.choice([None, 3000]),
            "starts_at": rng.choice([None, START + 5000]),
            "late_penalties_by_themselves": rng.random() < 0.3,
        }
        fixed = {"conduct": True, "default_after_ms": 20_000, "equipment": frozenset({"clock", "baffle_box", "board"})}
        opened = acts.Opened(TableTerms(**{**chosen, **fixed, **terms}))
        self.now = START
        self.words = 0
        self.given = [0, 0]  # to each beside what the games have paid
        self.log: list[tuple[AnyEvent, int]] = [(opened, self.now)]
        self.table: Table = Table.open(opened.terms, self.now)
        self.happen([acts.Seated(by.seat, by.person) for by in (ANNA, BO)])  # type: ignore[arg-type]
        if rng.random() < 0.8:
            self.happen([acts.ObserverAppointed("olaf"), acts.ReaderAppointed(ANNA.seat, "rolf")])  # type: ignore[arg-type]
        if self.table.terms.ruler is Ruler.NAMED:
            self.happen([acts.RulerNamed(by.seat, "dora") for by in (ANNA, BO)])  # type: ignore[arg-type]
        self.alone = 0  # the device's own clock
        self.sequence = 0
        self.queue: list[Sent] = []

    # what happens

    def happen(self, events: list[AnyEvent]) -> None:
        for event in events:
            self._happened(event, self.now)

    def _happened(self, event: AnyEvent, at: int) -> None:
        before = self.table
        self.table = evolve(self.table, event, at)
        self.log.append((event, at))
        self._time_is_kept(before, event, at)
        self._score_follows(before, event)

    def _time_is_kept(self, before: Table, event: AnyEvent, now: int) -> None:
        """Nothing but time moves the clock: it reads after an event what it read before it."""
        if before.clock is None or self.table.clock is None or isinstance(event, GIVEN_TIMES):
            return
        at = max(event.since, before.last_at) if isinstance(event, acts.Suspended) else now
        assert self.table.clock.reads(now)[0] == before.clock.reads(at)[0], event

    def _score_follows(self, before: Table, event: AnyEvent) -> None:
        """The score is what the games have paid, and what was corrected or given as a penalty since, kept by event."""
        if isinstance(event, game.ScoreSet):
            assert self.table.match.score == event.score
            given = zip(event.score, before.match.score, strict=True)
            self.given = [had + new - old for had, (new, old) in zip(self.given, given, strict=True)]
        paid = [0, 0]
        for finished in self.table.match.finished:
            paid[finished.outcome.winner] += finished.counted
        undone = len(self.table.match.finished) < len(before.match.finished) or isinstance(event, UNDOES)
        if undone:  # a score that left the game out is not taken below nothing
            self.given = [max(given, -each) for given, each in zip(self.given, paid, strict=True)]
        assert list(self.table.match.score) == [a + b for a, b in zip(paid, self.given, strict=True)], event

    def roll(self) -> tuple[int, int]:
        return self.rng.randint(1, 6), self.rng.randint(1, 6)

    def perform(self, action: AnyAction, by: By, must: bool = False) -> None:
        action = self._in_own_words(action)
        answer = decide(self.table, action, by, self.now, self.roll())
        if isinstance(answer, Refused):
            assert not must, (by.role, action, answer)
        else:
            said = {text for event in answer for text in own_words(event).values()}
            assert said <= set(own_words(action).values()), action  # nobody's are written down as another's
            self.happen(answer)

    def _in_own_words(self, action: AnyAction) -> AnyAction:
        """Whoever fills in an offer says something that nobody has said before."""
        self.words += 1
        to_fill = [name for name, text in own_words(action).items() if text == TO_FILL_IN]
        return replace(action, **{name: f"words {self.words} {name}" for name in to_fill}) if to_fill else action

    def wait(self) -> None:
        self.now += self.rng.choice([0, 1, 500, 5000, 12_000, 20_000, 300_000])

    def act(self, by: By) -> None:
        """Any type of action that is open is as likely as any other."""
        open_now = [action for action in actions(self.table, by, self.now) if not isinstance(action, ENDS)]
        if open_now:
            kind = self.rng.choice(sorted({type(action).__name__ for action in open_now}))
            action: AnyAction = self.rng.choice([action for action in open_now if type(action).__name__ == kind])
            self.perform(self._varied(action), by)

    def _varied(self, action: AnyAction) -> AnyAction:
        """An offer with something else filled in."""
        rng = self.rng
        if isinstance(action, game.MakePlay | acts.Arrange) and rng.random() < 0.7:
            return replace(
                action, moves=tuple((rng.randint(1, 24), rng.randint(0, 24)) for _ in range(rng.randint(0, 3)))
            )
        if isinstance(action, acts.RecordResult):
            return replace(action, size=rng.randint(1, 3))
        if isinstance(action, acts.WriteScore) and rng.random() < 0.3:
            return replace(action, score=(rng.randint(0, 2), rng.randint(0, 2)))
        if isinstance(action, acts.SetClock):
            return replace(action, times=(rng.randint(-1000, 9000), rng.randint(-1000, 9000)))
        if isinstance(action, acts.Penalise):
            kind = rng.choice(list(acts.PenaltyKind))
            return replace(action, kind=kind, points=1 if kind is acts.PenaltyKind.POINTS else 0)
        return action

    def try_anything(self) -> None:
        """Somebody tries whatever comes to mind. What comes of it is events or a refusal, nothing else."""
        rng = self.rng
        by = rng.choice([ANNA, BO, DIRECTOR, *EVERYBODY, SYSTEM])
        kind = rng.choice(KINDS)
        if issubclass(kind, ENDS):
            return
        own_seat = by.seat is not None and "seat" in kind.__struct_fields__ and rng.random() < 0.9
        self.perform(made(rng, kind, seat=by.seat) if own_seat else made(rng, kind), by)
        if self.table.suspended:
            self.perform(acts.Resume(), SYSTEM, must=True)

    def play_on(self) -> None:
        """Whoever may play does; plays are legal ones as often as not."""
        for by in self.rng.sample([ANNA, BO], 2):
            found = [action for action in actions(self.table, by, self.now) if isinstance(action, PLAYING)]
            if not found:
                continue
            action = self.rng.choice(found)
            running = self.table.match.game
            if isinstance(action, game.MakePlay) and running and running.dice and self.rng.random() < 0.5:
                play = self.rng.choice(running.position.plays(running.dice))
                action = game.MakePlay(action.seat, tuple((move.source, move.target) for move in play.moves))
            self.perform(action, by, must=True)
            return

    def let_due_happen(self) -> None:
        coming = due(self.table)
        if coming is not None:
            self.now = max(self.now, coming.at)
            before = len(self.log)
            self.perform(coming.action, SYSTEM, must=True)
            assert len(self.log) > before, coming  # else it would be due for ever

    def be_away(self) -> None:
        since = self.now
        self.now += self.rng.randint(0, 60_000)
        self.perform(acts.Suspend(since), SYSTEM, must=True)
        self.perform(acts.Resume(), SYSTEM, must=True)

    def rule(self) -> None:
        rng = self.rng
        length = self.table.match.length or 9
        score = (rng.randint(0, length), rng.randint(0, length - 1)) if rng.random() < 0.5 else None
        upholds = rng.choice([True, False]) if self.table.disputes.open else None
        turn = rng.choice([None, ANNA.seat, BO.seat]) if self.table.match.game else None
        ruling = acts.Rule(rule="T1.1", reason="as seen", score=score, upholds=upholds, reopens=True, turn=turn)
        self.perform(ruling, DIRECTOR)

    def record_alone(self) -> None:
        """A device that is offline takes something, whether the table still can or not."""
        by = self.rng.choice([ANNA, BO])
        assert by.seat is not None
        action: AnyAction = self.rng.choice(
            [acts.PressClock(by.seat), game.Double(by.seat), game.Take(by.seat), game.StartGame(by.seat)]
        )
        self.sequence += 1
        self.alone += self.rng.randint(0, 30_000)
        self.queue.append(Sent(self.sequence, self.alone, by, action))

    def come_back(self) -> None:
        self.now = max(self.now, START + self.alone)
        batch = Batch("phone", self.alone, tuple(self.queue))
        taken = take(self.table, batch, self.now)
        assert not isinstance(taken, Refused), taken
        instants = [at for _, at in taken.events]
        assert instants == sorted(instants)
        assert all(self.table.last_at <= at <= self.now for at in instants)
        for event, at in taken.events:
            self._happened(event, at)
        assert self.table == taken.table
        again = take(self.table, batch, self.now)
        assert not isinstance(again, Refused)
        assert again.events == ()  # sent twice, done once
        self.queue = []

    def step(self) -> None:
        kind = self.rng.choices(
            ["play", "wait", "act", "due", "rule", "away", "device", "back"], [30, 8, 22, 5, 1, 1, 2, 1]
        )[0]
        wood = self.table.terms.sitting is Sitting.RECORDED
        if kind == "play":
            self.play_on()
        elif kind == "wait":
            self.wait()
        elif kind == "act":
            self.act(self.rng.choices(EVERYBODY, [6, 6, 3, 1, 1, 1])[0])
        elif kind == "due":
            self.let_due_happen()
        elif kind == "rule":
            self.rule()
        elif kind == "away":
            self.be_away()
        elif wood and kind == "device":
            self.record_alone()
        elif wood and self.queue:
            self.come_back()

    # what holds

    def check(self) -> None:
        self.every_offer_is_taken()
        self.nothing_is_betrayed()
        self.the_score_is_one()
        self.nothing_impossible_stands_there()
        self.somebody_can_go_on()

    def every_offer_is_taken(self) -> None:
        for by in EVERYBODY:
            for action in actions(self.table, by, self.now):
                assert why_not(self.table, action, by, self.now) is None, (by.role, action)
                assert by.role in HANDLERS[type(action)].roles
                assert by.role not in (Role.PLAYER, Role.READER) or getattr(action, "seat", None) in (None, by.seat)

    def nothing_is_betrayed(self) -> None:
        running, event = self.table.match.game, self.log[-1][0]
        for by in (ANNA, BO, OBSERVER, READER):
            told = redact(event, by, self.now)
            assert not isinstance(told, game.Played) or told.legal
        if running and running.last and self.table.terms.sitting is not Sitting.ENFORCED:
            other = replace(running, last=replace(running.last, legal=not running.last.legal))
            alike = replace(self.table, match=replace(self.table.match, game=other))
            for by in (ANNA, BO, OBSERVER, READER):
                assert view(alike, by, self.now) == view(self.table, by, self.now)
                assert actions(alike, by, self.now) == actions(self.table, by, self.now)
            assert due(alike) == due(self.table)

    def the_score_is_one(self) -> None:
        match = self.table.match
        if match.length is None:
            return
        assert max(match.score) <= match.length
        result = match.result
        assert result is None or result.reason != "score" or max(match.score) == match.length

    def nothing_impossible_stands_there(self) -> None:
        table, clock = self.table, self.table.clock
        running = table.match.game if table.game_running else None
        if running:
            void = table.corrections.void_double is not None  # doubled all the same, and not annulled yet
            assert running.cube is None or running.cube.possible, running.cube
            assert running.cube is None or not running.terms.crawford or void, running.cube
            assert (running.dice is not None) == (running.phase is Phase.TO_PLAY)
            assert running.outcome is None
        if clock is not None and clock.is_running:
            assert running is not None
            assert not table.frozen
            assert not table.over
            assert not table.suspended
        if table.over:
            assert table.handling.claim is None
            assert not table.handling.early_roll_asked
            assert due(table) is None or table.frozen

    def somebody_can_go_on(self) -> None:
        """As long as the match is not over there is something that players, a ruler or time can do about it."""
        table, later = self.table, self.now + HOUR
        if table.over or due(table) is not None:
            return
        open_now = [action for by in (ANNA, BO, DIRECTOR) for action in actions(table, by, later)]
        mends = (acts.Rule,) if table.frozen else (acts.WriteScore,) if differ(table) else ()
        assert any(isinstance(action, (PLAYING | ANSWERS, *mends)) for action in open_now)

    def the_log_tells_it_all(self) -> None:
        """Read back from JSON it gives the same table, and the score it gives is the score."""
        lines = [(to_json(event), at) for event, at in self.log]
        read: list[tuple[Any, int]] = [(from_json(line, AnyEvent), at) for line, at in lines]
        assert [event for event, _ in read] == [event for event, _ in self.log]
        assert replay(read) == self.table
        self._without_words_it_is_the_same()

    def _without_words_it_is_the_same(self) -> None:
        """People's own words can be erased, so nothing may hang on them: only they read otherwise."""
        said = {text for event, _ in self.log for text in own_words(event).values()}
        erased = replay((replace(event, **dict.fromkeys(own_words(event), ERASED)), at) for event, at in self.log)
        assert erased is not None

        def masked(value: Any) -> bytes:
            text = to_json(value)
            for each in said:
                text = text.replace(to_json(each), to_json(ERASED))
            return text

        assert masked(erased) == masked(self.table)
        for by in EVERYBODY:
            assert masked(actions(erased, by, self.now)) == masked(actions(self.table, by, self.now))
        assert due(erased) == due(self.table)
