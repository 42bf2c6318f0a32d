"""Matches with the server's own dice, played at random as the server writes them: every sitting, with wishes,
disputes, rulings, matches opened again, seats given up."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from tavl.rules import acts as game
from tavl.rules.refusal import Refused
from tavl.rules.seat import Seat
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State, StreamEvent
from tavl.table import acts
from tavl.table.acts import By
from tests.table.helpers import ANNA, BO, SYSTEM
from tests.table.random_tables import Driver

PLAYERS = (ANNA, BO)


class FairMatch(Driver):
    """`log` is what the server would have written. The server draws the words of whom `server_draws` names."""

    state: State | None = None

    def __init__(self, seed: int, server_draws: tuple[Seat, ...] = (), **terms: Any) -> None:
        self.kept: dict[str, str] = {}
        self.drawn = Random(seed)
        self.server_draws = server_draws
        super().__init__(seed, **terms)

    @property
    def events(self) -> list[Any]:
        return [event for event, _ in self.log]

    def draw(self) -> str:
        return hashlib.sha256(self.drawn.randbytes(16)).hexdigest()

    def own_word(self) -> fair.Word:
        word = self.draw()
        self.kept[fair.promise(word)] = word
        return fair.Word(fair.promise(word))

    # what happens

    def happen(self, events: list[Any]) -> None:
        if self.state is None:
            self._begin()
        before = self.state
        assert before is not None
        for event in events:
            self._written(event)
        assert self.state is not None
        more, drawn = stream_state.follow_up(before, self.state, self.kept, self.draw)
        self.kept |= drawn
        for event in more:
            self._written(event)
        if more:
            self.happen([])

    def _begin(self) -> None:
        opened, at = self.log[0]
        self.state = stream_state.evolve(None, opened, at, 1)
        secret = self.draw()
        self.kept[fair.promise(secret)] = secret
        self._written(fair.SecretPromised(fair.promise(secret)))

    def _written(self, event: StreamEvent) -> None:
        assert self.state is not None
        self.log.append((event, self.now))
        self.state = stream_state.evolve(self.state, event, self.now, len(self.log))
        assert self.state is not None
        self.table = self.state.table
        if isinstance(event, acts.Seated) and event.seat in self.server_draws:
            drawn: dict[str, str] = {}
            self._written(stream_state.promise_for(event.seat, self.draw, drawn))
            self.kept |= drawn

    def fold_again(self) -> None:
        """The log was changed."""
        self.state = stream_state.fold(None, ((event, at, n) for n, (event, at) in enumerate(self.log, 1)))
        assert self.state is not None
        self.table = self.state.table

    def perform(self, action: Any, by: By, must: bool = False) -> None:
        assert self.state is not None
        answer = stream_state.decide(self.state, self._in_own_words(action), by, self.now, self.kept)
        if isinstance(answer, Refused):
            assert not must or answer.code == "dice_not_ready", (by.role, action, answer)
        elif answer:
            self.happen(answer)

    def promise_and_tell(self) -> None:
        """Whoever may promise or tell does."""
        for by in PLAYERS:
            assert self.state is not None
            assert by.seat is not None
            for kind in stream_state.open_types(self.state, by, self.now, ()):
                if kind == "promise_word":
                    self.perform(fair.PromiseWord(by.seat, self.own_word().promise), by)
                elif kind == "tell_word":
                    word = self.state.dice.words[by.seat]
                    assert word is not None
                    self.perform(fair.TellWord(by.seat, self.kept[word.promise]), by)

    def let_due_happen(self) -> None:
        assert self.state is not None
        coming = stream_state.due(self.state)
        if coming is not None:
            self.now = max(self.now, coming.at)
            self.perform(coming.action, SYSTEM)

    def come_back(self) -> None:
        self.queue = []  # devices are another matter

    def leave_and_sit_again(self) -> None:
        self.perform(acts.Leave(BO.seat), BO)  # type: ignore[arg-type]
        if self.table.seats[1] is None:
            self.perform(acts.Sit(BO.seat, "bo"), BO)  # type: ignore[arg-type]

    def step(self) -> None:
        chance = self.rng.random()
        if chance < 0.1:
            self.promise_and_tell()
        elif chance < 0.13 and not self.table.begun:
            self.leave_and_sit_again()
        else:
            super().step()

    # to the end

    def play_out(self, most: int = 3_000) -> FairMatch:
        """The rest of it: words are told, everything is played, nothing else."""
        for _ in range(most):
            if self.table.over:
                return self
            self.promise_and_tell()
            self.play_a_turn()
        raise AssertionError("the match does not end")

    def play_a_turn(self) -> None:
        table, before = self.table, len(self.log)
        running = table.match.game
        if running and running.phase.value == "to_play" and running.dice and not table.frozen:
            play = self.rng.choice(running.position.plays(running.dice))
            moves = tuple((move.source, move.target) for move in play.moves)
            self.perform(game.MakePlay(running.turn, moves), PLAYERS[running.turn])
        else:
            self.play_on()
        if len(self.log) == before:
            self.let_due_happen()
        if len(self.log) == before:
            self.now += 60_000
            for by in PLAYERS:
                self.act(by)

    def play_until(self, true: Any) -> FairMatch:
        for _ in range(3_000):
            if true(self.table):
                return self
            self.promise_and_tell()
            self.play_a_turn()
        raise AssertionError("it never comes to that")
