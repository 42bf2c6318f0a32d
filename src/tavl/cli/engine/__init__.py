"""The engine's commands: eval, hint, rollout, duel, bench, ubgi, external."""

from tavl.cli.engine.bench import bench
from tavl.cli.engine.duel import duel
from tavl.cli.engine.evaluate import evaluate
from tavl.cli.engine.hint import hint
from tavl.cli.engine.rollout import rollout
from tavl.cli.engine.ubgi_and_external import external, ubgi

__all__ = ["bench", "duel", "evaluate", "external", "hint", "rollout", "ubgi"]
