"""The pages: home, table, replay, rulebook, settings; they mount on the server."""

from tavl.web.app import create_app

__all__ = ["create_app"]
