"""Forms that readers of a language stumbled over, each with the right one: catalogues and rulebook keep to that."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Patterns are matched in lower case. The right form stands beside each.
FORBIDDEN: dict[str, dict[str, str]] = {
    "da": {
        r"\ben blot\b": "et blot",
        r"\bblotten\b": "blottet",
        r"åbningstrækket": "åbningsrykket",
        r"\blærling": "begynder, den, der lærer",
        r"\bomspil": "Se kampen igen",
    },
    "sv": {
        r"\bratad": "rankad (ratad är förkastad)",
        r"\bbot(ar|arna|ars|en|ens|s)?\b": "bott, bottar",
        r"\bdubblering(ar|arna|en|ens)?\b": "dubbling",
        r"\bcrawford(parti|regel)": "Crawford-partiet, Crawford-regeln",
        r"\bladda(r|s|t)? ned\b": "ladda ner",
        r"\bnedladda": "laddad ner",
        r"\bmatchprotokoll": "poängkort",
        r"\bscorekort": "poängkort",
        r"\blärling": "nybörjare",
        r"\bmotspelar": "motståndare",
    },
    "nb": {
        r"\bmotspiller": "motstander",
        r"\bappell": "anke",
        r"\bscorekort": "poengkort",
        r"\blærling": "nybegynner",
        r"\bdropp av\b": "dropp",
        r"\blag(e|er)? (en )?konto": "opprett konto",
    },
}
# Words that only stand in a text that was left in English; none of them is a word of the other languages.
ENGLISH = frozenset(
    {"the", "and", "you", "your", "they", "their", "with", "without", "which", "player", "players", "opponent"}
    | {"checker", "checkers", "dice", "roll", "rolls", "cube", "double", "doubles", "board", "clock", "turn", "move"}
    | {"moves", "when", "may", "must", "this", "that", "these", "those", "from", "each", "both"}
)


def found_in(texts: Iterable[str], language: str) -> list[tuple[str, str]]:
    """Each text that has a forbidden form, with the right one."""
    forms = FORBIDDEN[language].items()
    return [(text, right) for text in texts for wrong, right in forms if re.search(wrong, text.lower())]
