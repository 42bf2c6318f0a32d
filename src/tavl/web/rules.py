"""The rulebook as pages: every clause in reading order, one by one, and how the profiles differ."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later, words
from tavl.rules.clauses import CLAUSES, Clause, clause, clauses_under, find, neighbours, translated
from tavl.rules.profile import PROFILE_TITLES, PROFILES
from tavl.rules.refusal import RuleError
from tavl.server.errors import ApiError
from tavl.server.http.dependencies import identify
from tavl.server.http.router import answer
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

CHAPTERS = {
    "G1": later("The board"),
    "G2": later("The object"),
    "G3": later("Beginning"),
    "G4": later("Moving"),
    "G5": later("Hitting and entering"),
    "G6": later("Points and primes"),
    "G7": later("Bearing off"),
    "G8": later("Winning"),
    "G9": later("At a physical board"),
    "G10": later("The doubling cube"),
    "G11": later("Further rules"),
    "T1": later("The tournament"),
    "T2": later("Place and time"),
    "T3": later("Equipment"),
    "T4": later("Playing"),
    "T5": later("Disputes"),
}
PARTS = {"G": later("The game"), "T": later("Tournaments")}
DUTIES = {
    "enforced": later("Enforced: tavl applies this automatically."),
    "decided": later("Decided: tavl asks the right person at the right moment."),
    "recorded": later("Recorded: tavl records what happens and proposes the next step."),
    "shown": later("Shown: this is here to be read."),
}
# The rows of the comparison: a field, and what it is called.
FIELDS = {
    "play": later("Played for"),
    "crawford": later("Crawford rule"),
    "jacoby": later("Jacoby rule"),
    "beavers": later("Beavers"),
    "automatic_doubles": later("Automatic doubles"),
    "gammons": later("Gammons count"),
    "illegal_play": later("Illegal play"),
    "early_roll": later("Rolling too early"),
    "early_double": later("Doubling too early"),
    "dead_cube": later("Dead cube"),
    "resign": later("Resigning"),
    "clock_use": later("Clock"),
}
VALUES = {
    True: later("yes"),
    False: later("no"),
    "match": later("matches"),
    "match_or_money": later("matches or money"),
    "points_or_stake": later("points or a stake; without either, no cube"),
    "enforced": later("cannot happen"),
    "must_be_corrected_until_next_valid_roll_or_double": later("must be corrected"),
    "opponent_accepts_or_has_it_replayed": later("the opponent chooses"),
    "stands": later("stands"),
    "waiting_player_chooses": later("the waiting player chooses"),
    "cannot_double": later("may not be turned"),
    "may_double": later("may be turned"),
    "by_agreement": later("by agreement"),
    "only_without_contact_or_when_certain": later("only without contact, or when it is certain"),
    "none": later("not used"),
    "option": later("where the players want it"),
}
CHOICE = later("{value}, unless agreed otherwise")
MAX_SEARCH = 100  # characters: anything longer is not a search


def chapter_of(id: str) -> str:
    return id.partition(".")[0]


def chapters(language: str) -> list[tuple[str, str, list[Clause]]]:
    """Chapters in reading order: number, title, clauses in the reader's language."""
    return [
        (number, CHAPTERS.get(number, number), [translated(each, language) for each in found])
        for number, found in groupby(CLAUSES, key=lambda each: chapter_of(each.id))
    ]


async def rules(request: Request) -> Response:
    """All of it. What a search does not find is only hidden, so that the page's script can show it again."""
    who = await identify(request)
    language = language_for(request, who)
    wanted = request.query_params.get("q", "").strip()[:MAX_SEARCH]
    all_chapters = chapters(language)
    by_part = [(part, [each for each in all_chapters if each[0].startswith(letter)]) for letter, part in PARTS.items()]
    found = {each.id for each in find(wanted, language)}
    return pages_of(request).render(
        request,
        "rules/rules.html",
        who,
        language=language,
        parts=by_part,
        wanted=wanted,
        max_search=MAX_SEARCH,
        found=found,
    )


async def rule(request: Request) -> Response:
    id = request.path_params["id"]
    who = await identify(request)
    language = language_for(request, who)
    try:
        found = clauses_under(id)
        before, after = neighbours(found[0].id)[0], neighbours(found[-1].id)[1]
    except RuleError:
        raise ApiError("not_found") from None
    return pages_of(request).render(
        request,
        "rules/rule.html",
        who,
        language=language,
        id=_shown_id(id),
        clauses=[translated(each, language) for each in found],
        before=before and translated(before, language),
        after=after and translated(after, language),
        chapter=CHAPTERS.get(chapter_of(found[0].id), ""),
        duties=DUTIES,
    )


def _shown_id(id: str) -> str:
    try:
        return clause(id).id
    except RuleError:
        return id.rstrip(".").upper()


class ClauseChoice(Struct, frozen=True, kw_only=True):
    """A clause in a form in which one is chosen."""

    id: str
    title: str
    rule: str
    chapter: str


async def rules_as_data(request: Request) -> Response:
    """For forms in which a clause is chosen."""
    language = language_for(request, await identify(request))
    w = words(language)
    found = [
        ClauseChoice(id=each.id, title=each.title, rule=each.rule, chapter=f"{number} {w(title)}")
        for number, title, within in chapters(language)
        for each in within
    ]
    return answer(found)


async def profiles(request: Request) -> Response:
    return await pages_of(request).page(
        request, "rules/profiles.html", profiles=PROFILE_TITLES, rows=comparison(), choice_text=CHOICE
    )


def comparison() -> list[tuple[str, list[tuple[str, bool]], bool]]:
    """For each field its name, what each profile says (and whether the players may agree otherwise), and whether the
    profiles differ."""
    rows = []
    plain: dict[str, dict[str, Any]] = {name: msgspec.to_builtins(profile) for name, profile in PROFILES.items()}
    for field, name in FIELDS.items():
        cells = [(VALUES[plain[profile][field]], field in PROFILES[profile].choices) for profile in PROFILE_TITLES]
        rows.append((name, cells, len(set(cells)) > 1))
    return rows


GET = ("GET",)
ROUTES = (
    ("/rules", rules, GET),
    ("/rules.json", rules_as_data, GET),
    ("/rules/profiles", profiles, GET),
    ("/rules/{id}", rule, GET),
)
