"""What a question at the board is: words, and an answer under every set of rules, with the clauses it rests on."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.profile import DBF_BASIC, DBF_TOURNAMENT, NO_HJEMME, PROFILES, SV_GRUND


class RuleAnswer(Struct, frozen=True):
    words: str
    clauses: tuple[str, ...]


class RuleQuestion(Struct, frozen=True):
    id: str
    words: str
    answers: dict[str, RuleAnswer]  # by the name of the profile

    @property
    def by_answer(self) -> list[tuple[RuleAnswer, list[str]]]:
        """Each answer once, with the profiles it holds under."""
        found: dict[RuleAnswer, list[str]] = {}
        for name, answer in self.answers.items():
            found.setdefault(answer, []).append(name)
        return list(found.items())


def asked(
    id: str,
    words: str,
    tournament: RuleAnswer,
    others: RuleAnswer | None = None,
    *,
    basic: RuleAnswer | None = None,
    swedish: RuleAnswer | None = None,
    norwegian: RuleAnswer | None = None,
) -> RuleQuestion:
    """A question. Where the other rules are not given an answer of their own, the tournament's holds."""
    own = ((DBF_TOURNAMENT, tournament), (DBF_BASIC, basic), (SV_GRUND, swedish), (NO_HJEMME, norwegian))
    answers = dict.fromkeys(PROFILES, others or tournament)
    answers |= {profile.name: answer for profile, answer in own if answer}
    return RuleQuestion(id, words, answers)


def says(words: str, *clauses: str) -> RuleAnswer:
    return RuleAnswer(words, clauses)
