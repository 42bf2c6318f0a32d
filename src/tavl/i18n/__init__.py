"""Message catalogues and the words of the game, in English, Danish, Swedish and Norwegian.

>>> from tavl.i18n import words
>>> w = words("en")
>>> w("{name} wins {points} points", name="Anna", points=2)
'Anna wins 2 points'
>>> w.refusal("bar_first", "G5.2", {"source": 6})
'You still have a checker on the bar; it must enter first (G5.2).'
"""

from tavl.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE
from tavl.i18n.glossary import UnknownTerm
from tavl.i18n.negotiation import from_accept_language, from_environment, language_of
from tavl.i18n.translations import UnknownLanguage, Words, later, words

__all__ = [
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "UnknownLanguage",
    "UnknownTerm",
    "Words",
    "from_accept_language",
    "from_environment",
    "language_of",
    "later",
    "words",
]
