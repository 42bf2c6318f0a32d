"""The page as it is stored: the same for everybody who reads a language.

Who sits there, and what they play, is known to the phone alone.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct
from starlette.requests import Request

from tavl.i18n import words
from tavl.i18n.refusals import REFUSALS
from tavl.rules.clauses import clause, translated
from tavl.rules.profile import PROFILE_TITLES, PROFILES
from tavl.server.messages.tables import MAX_BEGAN_AGO_MS
from tavl.web.companion.match_setup import COMPANION_CLOCKS, DEFAULT_LENGTH, LENGTHS, DeviceTerms, device_terms
from tavl.web.companion.phone_refusals import REASONS
from tavl.web.companion.rule_questions import TOPICS, cited
from tavl.web.companion.stop_reasons import STOP_REASONS
from tavl.web.shared.clock_presets import TOURNAMENT
from tavl.web.shared.rendering import Pages

API_SCRIPT = "web/static/shared/api.js"


class CompanionFacts(Struct, frozen=True, kw_only=True):
    """What the page has for its scripts: profiles, texts of refusals, stops and their clauses, clauses."""

    profiles: dict[str, DeviceTerms]
    reasons: dict[str, str]
    stops: dict[str, tuple[str, str]]
    clauses: dict[str, str]
    max_began_ago_ms: int


def page_text(pages: Pages, request: Request, language: str) -> str:
    w = words(language)
    read = (translated(clause(id), language) for id in cited())
    clauses = {each.id: f"{each.title}. {each.rule}" for each in read}
    facts = CompanionFacts(
        profiles={name: device_terms(profile) for name, profile in PROFILES.items()},
        reasons={code: w(REFUSALS[code]) for code in REASONS},
        stops={reason: (w(text), rule) for reason, text, rule in STOP_REASONS},
        clauses=clauses,
        max_began_ago_ms=MAX_BEGAN_AGO_MS,
    )
    return pages.text(
        request,
        "companion/companion.html",
        None,
        language,
        companion_words={} if language == "en" else {**w.catalogue("web/static/companion/"), **w.catalogue(API_SCRIPT)},
        facts=msgspec.to_builtins(facts),
        lengths=LENGTHS,
        default_length=DEFAULT_LENGTH,
        clocks=COMPANION_CLOCKS,
        usual_clock=TOURNAMENT,
        profiles=PROFILE_TITLES,
        stop_reasons=STOP_REASONS,
        topics=TOPICS,
    )
