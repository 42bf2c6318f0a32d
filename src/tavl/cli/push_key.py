"""`tavl push-key`: what a server needs to send web push."""

from __future__ import annotations

from typing import Annotated

import typer

from tavl.cli.input_output import print_json
from tavl.cli.language import _


def push_key(json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False) -> None:
    """Make a key for web push. A new key ends all subscriptions made with an old one."""
    # imported here, so that other commands need not wait for it
    from tavl.server.notifications.push_encryption import Key

    key = Key.new()
    if json:
        print_json({"push_key": key, "public": Key(key).public})
    else:
        typer.echo(f'push_key = "{key}"')
