"""Evaluation, search, cube, rollouts: a typed Python face on the native core."""

from tavl.engine.answers import CubeAction, CubeDecision, Evaluation, RankedPlay
from tavl.engine.clear_decisions import cube_at, plays_at
from tavl.engine.engine import Engine
from tavl.engine.match_equity import match_chances
from tavl.engine.named_depths import Depth
from tavl.engine.rollout import RolloutResult

__all__ = [
    "CubeAction",
    "CubeDecision",
    "Depth",
    "Engine",
    "Evaluation",
    "RankedPlay",
    "RolloutResult",
    "cube_at",
    "match_chances",
    "plays_at",
]
