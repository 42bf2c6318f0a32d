"""The game, pure: board and dice, plays, cube, game, match, profiles, the rulebook's clauses."""

from tavl.rules.acts import Cube, Outcome
from tavl.rules.board import (
    ALL_ROLLS,
    BAR,
    OFF,
    Dice,
    Move,
    Play,
    PlayTree,
    Position,
    PositionError,
    legal_results,
    parse_position,
    position_text,
)
from tavl.rules.game import Game, GameTerms, Phase
from tavl.rules.match import Match, MatchResult, Terms, actions, decide, evolve, replay
from tavl.rules.play_check import judge_play
from tavl.rules.profile import PROFILES, Profile, profile_named
from tavl.rules.refusal import Refused, RuleError
from tavl.rules.seat import SEATS, Seat

__all__ = [
    "ALL_ROLLS",
    "BAR",
    "OFF",
    "PROFILES",
    "SEATS",
    "Cube",
    "Dice",
    "Game",
    "GameTerms",
    "Match",
    "MatchResult",
    "Move",
    "Outcome",
    "Phase",
    "Play",
    "PlayTree",
    "Position",
    "PositionError",
    "Profile",
    "Refused",
    "RuleError",
    "Seat",
    "Terms",
    "actions",
    "decide",
    "evolve",
    "judge_play",
    "legal_results",
    "parse_position",
    "position_text",
    "profile_named",
    "replay",
]
