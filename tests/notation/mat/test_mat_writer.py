"""Writes a match as a file for other programs."""

from __future__ import annotations

import random

from tavl.notation.mat.writer import write_mat
from tavl.rules import Match, Refused, Seat, actions, acts, decide, evolve
from tavl.rules.acts import Cube, MatchEvent, Outcome


def played(length: int, seed: int) -> tuple[Match, list[MatchEvent], Match]:
    chance = random.Random(seed)
    start = match = Match.start(length)
    log: list[MatchEvent] = []
    while not match.result:
        options = [
            option for seat in Seat for option in actions(match, seat) if not isinstance(option, acts.OfferResignation)
        ]
        events = decide(match, chance.choice(options), (chance.randint(1, 6), chance.randint(1, 6)))
        assert not isinstance(events, Refused)
        for event in events:
            log.append(event)
            match = evolve(match, event)
    return start, log, match


def test_a_match_is_written_with_its_length_scores_plays_and_results() -> None:
    match = Match.start(3)
    events: list[MatchEvent] = [acts.GameStarted(), acts.OpeningRolled(3, 1)]
    for event in events:
        match = evolve(match, event)
    assert match.game is not None
    (made,) = decide(match, acts.MakePlay(Seat.FIRST, ((8, 5), (6, 5))))  # type: ignore[misc]
    events += [made, acts.Doubled(Seat.SECOND), acts.Dropped(Seat.FIRST)]
    text = write_mat(Match.start(3), events, ("Anna", 'Bo "B": Bo'), event="Club night")
    assert text.splitlines() == [
        '; [Event "Club night"]',
        '; [Player 1 "Anna"]',
        '; [Player 2 "Bo  B : Bo"]',
        '; [Crawford "On"]',
        "",
        " 3 point match",
        "",
        " Game 1",
        " Anna : 0                          Bo  B   Bo : 0",
        "  1) 31: 8/5 6/5                   Doubles => 2",
        "  2)  Drops",
        "                                   Wins 1 point",
    ]


def test_hits_are_marked_and_the_last_game_wins_the_match() -> None:
    start, events, end = played(5, seed=3)
    text = write_mat(start, events, ("A", "B"))
    assert "*" in text
    assert text.count("and the match") == 1
    assert text.count(" Game ") == len(end.finished)
    scores = [game.score_before for game in end.finished]
    for number, score in enumerate(scores, start=1):
        header = text.split(f" Game {number}\n")[1].splitlines()[0]
        assert [int(part.split(":")[1].split()[0]) for part in header.split("  ") if ":" in part] == list(score)


def test_an_outcome_by_ruling_is_a_result_too() -> None:
    events: list[MatchEvent] = [
        acts.GameStarted(),
        acts.OpeningRolled(6, 2),
        acts.CubeSet(Cube(2, Seat.FIRST)),
        acts.OutcomeSet(Outcome(Seat.FIRST, 1, 2, "ruled")),
    ]
    assert "      Wins 2 points" in write_mat(Match.start(5), events, ("A", "B"))
