"""Which of our languages a reader wants: from a browser's header or a terminal's environment."""

from __future__ import annotations

from collections.abc import Mapping

from tavl.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE

# Both written forms of Norwegian, and the old code for either, get our Norwegian.
ALIASES = {"no": "nb", "nn": "nb"}


def language_of(tag: str) -> str | None:
    """Ours for a tag such as `da`, `nb_NO.UTF-8`, `sv-SE` or `no`; none if we do not speak it."""
    primary = tag.strip().replace("_", "-").split("-")[0].split(".")[0].split("@")[0].lower()
    code = ALIASES.get(primary, primary)
    return code if code in LANGUAGES else None


def from_accept_language(header: str | None) -> str:
    """The best of a browser's Accept-Language, English if it asks for nothing that we speak."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate((header or "").split(",")):
        tag, *parameters = part.split(";")
        weight = _weight(parameters)
        code = SOURCE_LANGUAGE if tag.strip() == "*" else language_of(tag)
        if code and weight > 0:
            wishes.append((-weight, place, code))
    return min(wishes)[2] if wishes else SOURCE_LANGUAGE


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0


def from_environment(environment: Mapping[str, str]) -> str:
    """As gettext reads it: LANGUAGE is a list of preferences, then LC_ALL, LC_MESSAGES and LANG, the first that is
    set."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    for tag in (*environment.get("LANGUAGE", "").split(":"), locale):
        code = language_of(tag)
        if code:
            return code
    return SOURCE_LANGUAGE
