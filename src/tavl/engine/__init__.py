"""Evaluation, search, cube, rollouts: a typed Python face on the native core."""

from tavl.engine.answers import CubeAction, CubeDecision, Evaluation, RankedPlay, RolloutResult
from tavl.engine.cubes import match_chances
from tavl.engine.engine import Engine

__all__ = ["CubeAction", "CubeDecision", "Engine", "Evaluation", "RankedPlay", "RolloutResult", "match_chances"]
