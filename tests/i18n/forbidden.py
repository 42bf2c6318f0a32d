"""Wrong or unusual forms in each language, each with the right one: not allowed in catalogues and rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Patterns are matched in lower case. The right form stands beside each.
FORBIDDEN: dict[str, dict[str, str]] = {
    "da": {
        r"\ben blot\b|\bblotten\b|\bmørke blotten\b|\bden mørke blot\b": "et blot, blottet",
        r"\båbningstræk": "åbningsrykket",
        r"\bsom normalt\b": "som sædvanligt",
        r"\bgenspil": "se kampen igen",
        r"\bslå den anden fra\b": "skjul den andens beskeder",
        r"\bprogram af dit\b": "et af dine egne programmer",
        r"\bplads(en|er) er optaget\b": "besat",
        r"\blærling": "elev",
        r"\bdelayen\b|\b(en|et|sin|din|min) delay\b(?!-)": "delay-tid, delay-tiden",
        r"\budrulning": "rollout",
        r"\btræbræt|\brigtigt bræt": "fysisk bræt",
        r"\bmatchen\b": "kampen",
    },
    "sv": {
        r"\bratad": "rankad (ratad är förkastad)",
        r"\bväck(a|er|t|te)? en tvist": "ta upp en tvist",
        r"\böverallt annars\b": "på alla andra enheter",
        r"\btung(an|orna) är håll(en|na)\b": "spärrad, spärrade",
        r"\bta (din |en )?(\S*tunga|tungor)\b": "bygga en tunga",
        r"\bbot(ar|arna|ars|en|ens)\b": "bot, bottar",
        r"\bdubblering(ar|arna|en|ens)?\b": "dubbling (men dubbleringskub)",
        r"\bcrawford(parti|regel)": "Crawford-partiet, Crawford-regeln",
        r"\b(ladda|skriv|skrivs|skrivit|satte dig) ned\b": "ladda ner, skriva ner",
        r"\bmatchprotokoll|\bscorekort": "poängkort",
        r"\blärling": "elev",
        r"\bmotspelar": "motståndare",
        r"\buppkoppling": "anslutning",
        r"\butrullning": "rollout",
        r"\bträbräd|\bbräde av trä|\briktigt bräde": "fysiskt bräde",
        r"\bprogram av ditt\b": "ett av dina egna program",
        r"\ben bra dropp\b": "ett bra dropp",
    },
    "nb": {
        r"\ben trekk\b": "et trekk",
        r"^kan (ikke )?se på\b": "får (ikke) se på",
        r"\ben god dropp\b": "et godt dropp",
        r"\btilbake tar tilbake\b": "slettetasten angrer",
        r"\bta (tunge(ne|r)?|\S+-tungen)\b": "bygg tunger",
        r"\btung(en|ene) er holdt\b": "sperret",
        r"\bdet går an\b": "det lar seg gjøre",
        r"\bmotspiller": "motstander",
        r"\bappell": "anke",
        r"\bscorekort": "poengkort",
        r"\blag(e|er)? (en )?konto|\bopprett en konto": "opprett konto",
        r"\blærling": "elev",
        r"\butrulling": "rollout",
        r"\btrebrett|\bekte brett": "fysisk brett",
        r"\bfram\b": "frem",
        r"\bintet\b": "ikke noe, ingenting",
        r"\bprogram av ditt\b": "et av dine egne programmer",
    },
}
# English of somebody who thinks in another language: patterns, matched in lower case, each with what to write instead.
UNNATURAL: dict[str, str] = {
    r"(?<!there )\b(is|are|was|were) no (?!longer\b|further\b)": "is not a",
    r"\bnought\b": "zero",
    r"\banew\b": "again",
    r"\bthe own\b": "your own, their own",
    r"\blately\b": "recently",
    r"\bthe like\b": "and so on, such as",
    r"\b(do|does|will|can|may|is|are|has|have)( \w+)? no more\b(?! than)": "no longer",
    r"\bsaid, never thrown\b": "shown as an error",
}
# These are fine in a comment, but not in a text that people read.
UNNATURAL_IN_TEXTS: dict[str, str] = {
    **UNNATURAL,
    r"\bmeanwhile\b": "in the meantime, until then",
    r"\b(is|are) to be\b|\bnobody is to\b": "has to be",
    r"\bso (many|much)\b": "how many, a number of",
    r"\b(for|of|by) who\b": "for the player who",
}
# Words that only stand in a text that was left in English; none of them is a word of the other languages.
ENGLISH = frozenset(
    {"the", "and", "you", "your", "they", "their", "with", "without", "which", "player", "players", "opponent"}
    | {"checker", "checkers", "dice", "roll", "rolls", "cube", "double", "doubles", "board", "clock", "turn", "move"}
    | {"moves", "when", "may", "must", "this", "that", "these", "those", "from", "each", "both"}
)


def unnatural_in(texts: Iterable[str], patterns: dict[str, str]) -> list[tuple[str, str]]:
    """Each English text that a native speaker would put otherwise, with what to write instead."""
    found = [(text, better, re.search(wrong, text.lower())) for text in texts for wrong, better in patterns.items()]
    return [(text[max(0, hit.start() - 40) : hit.end() + 40], better) for text, better, hit in found if hit]


def found_in(texts: Iterable[str], language: str) -> list[tuple[str, str]]:
    """Each text that has a forbidden form, with the right one."""
    forms = FORBIDDEN[language].items()
    return [(text, right) for text in texts for wrong, right in forms if re.search(wrong, text.lower())]
