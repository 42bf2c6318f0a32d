"""The report to read."""

from __future__ import annotations

from collections.abc import Mapping

from tavl.tournament.report.report import CaseLine, Report


def text(made: Report, names: Mapping[str, str] | None = None) -> str:
    """The report to read, in English."""
    names = names or {}

    def who(*people: str) -> str:
        return " / ".join(names.get(person, person) for person in people) or "nobody"

    lines = [made.title, f"Sanctioned: {'yes' if made.sanctioned else 'no'} (rules {made.rulebook})"]
    lines += [f"Directors: {who(*made.directors)}", f"Helpers: {who(*made.helpers)}"]
    sections: list[tuple[str, list[str]]] = [
        ("Entries refused", [f"{who(x.person)} ({x.division}): {x.reason}" for x in made.refusals]),
        (
            "Moved to a higher division",
            [
                f"{who(x.person)}: {x.division} to {x.higher}, {'accepted' if x.accepted else 'declined'}: {x.reason}"
                for x in made.moves
            ],
        ),
        (
            "Disqualified or expelled",
            [f"{who(x.person)} ({x.rule}, {x.scope}), by {who(x.by)}: {x.reason}" for x in made.disqualifications],
        ),
        ("Spectators expelled", [f"{who(x.person)} ({x.rule}): {x.reason}" for x in made.expulsions]),
        (
            "Other penalties",
            [f"{who(x.person)} ({x.rule}): {x.kind}{f' {x.points}' if x.points else ''}" for x in made.penalties],
        ),
        ("Rulings", [_case_text(x, who) for x in made.cases]),
        (
            "Results corrected",
            [
                f"{x.match}: {_score(x.was)} became {_score(x.is_now)}, by {who(x.by)}: {x.reason}"
                for x in made.corrections
            ],
        ),
        ("Directors reported", [f"{who(p)}, by {who(by)}: {why}" for p, by, why in made.reported_directors]),
        (
            "Results",
            [
                f"{x.match}: {who(*x.winners)} - {who(*x.losers)} {_score(x.score) if x.score else ''} {x.how}"
                for x in made.results
            ],
        ),
        (
            "Places",
            [
                f"{x.division} {x.first}{f'-{x.last}' if x.last > x.first else ''}: "
                + ", ".join(who(*people) for people in x.people)
                for x in made.places
            ],
        ),
    ]
    for title, body in sections:
        lines += ["", f"{title}: {len(body) or 'none'}", *(f"  {line}" for line in body)]
    return "\n".join(lines) + "\n"


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _case_text(case: CaseLine, who: object) -> str:
    name = who if callable(who) else str
    said = "; ".join(f"{name(person)}: {words}" for person, words in case.description)
    found = (
        f"{case.id} under {case.rule} ({said}): {name(case.ruled_by)} decided: {case.decision}. Reason: {case.reason}"
    )
    if case.verdict:
        found += (
            f". Appealed by {name(case.appealed_by)}; the committee's answer: {case.verdict}: {case.committee_reason}"
        )
    return found
