"""Whatever a tournament knows can be done at the terminal: by a command of its own, or by its name."""

from __future__ import annotations

from typing import get_args

import pytest

from tavl.cli.tournament.any_act import COMMANDS_ONLY, KINDS
from tavl.tournament import acts
from tests.cli.tournament.terminal import Terminal

SIX = ("Anna", "Bo", "Carl", "Dan", "Eva", "Finn")


@pytest.fixture
def swiss(terminal: Terminal) -> Terminal:
    terminal.clock("10:00")
    terminal.new(division="open:swiss:5:rounds=4")
    terminal.type("enter", *SIX, "--here")
    terminal.type("draw")
    terminal.type("announce", "--start", "10:15")
    return terminal


def test_every_act_has_a_command_or_is_known_by_its_name(swiss: Terminal) -> None:
    assert {*KINDS.values(), *COMMANDS_ONLY} == set(get_args(acts.AnyAction))
    assert set(swiss.data("acts")) == set(KINDS)
    assert "postpone_match" in swiss.type("acts")


def test_an_act_without_its_fields_is_refused_in_words(swiss: Terminal) -> None:
    for name in ("penalise", "offer_times", "rule_case", "state_licences"):
        assert "missing required field" in swiss.refused("act", name)
    assert "no such act" in swiss.refused("act", "make_draw")


def test_a_round_with_pairs_by_hand_and_assumed_wins_can_be_drawn_again_by_anybody(swiss: Terminal) -> None:
    played = swiss.held.state.divisions["open"].pairings
    names = {entry.id: swiss.held.people[entry.members[0]].name for entry in swiss.held.state.entries.values()}
    pairs = [(names[p.one.entrant], names[p.two.entrant]) for p in played]  # type: ignore[union-attr]
    (one, two), *others = pairs
    for first, _ in others:
        swiss.type("result", first, first, "3")
    assert "has these fields: match" in swiss.refused("act", "postpone_match", "because=x")
    told = swiss.type("act", "postpone_match", f"match={one}", "reason=a train is late")
    assert told
    swiss.type("draw", "--pair", f"{one}:{others[0][0]}", "--assume", f"{two}:1")
    draw = swiss.held.state.divisions["open"].draws[-1]
    assert (len(draw.fixed), len(draw.assumed)) == (1, 1)
    assert swiss.data("verify")["proven"]


def test_a_federation_a_player_and_the_desk_act_by_name(swiss: Terminal) -> None:
    assert "T1.2" in swiss.refused("act", "state_suspension", "person=anna", "until=23:00")
    swiss.type("act", "set_break", "since=12:00", "until=12:30", "reason=lunch", at="11:00")
    assert swiss.held.state.breaks
    swiss.type("act", "prefer_clock", "person=bo", "--from", "bo")
    assert len(swiss.held.state.prefers_clock) == 1
