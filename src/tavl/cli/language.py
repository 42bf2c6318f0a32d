"""The language of the commands: of --help, and the one that somebody asks for."""

from __future__ import annotations

import os

from tavl.cli.errors import fail
from tavl.i18n import UnknownLanguage, Words, from_environment, words

_ = words(from_environment(os.environ))
"""The words that --help is written in: it is built before anybody could choose a language."""


def chosen_words(language: str | None) -> Words:
    """The words of the language asked for, or of the environment's language."""
    try:
        return words(language or from_environment(os.environ))
    except UnknownLanguage as error:
        fail(str(error))
