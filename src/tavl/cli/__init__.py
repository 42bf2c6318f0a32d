"""The commands: composes the rest."""

from tavl.cli.app import app, main

__all__ = ["app", "main"]
