"""Why something may not be done: a code, the clause that says so, and the facts. The sentences are elsewhere."""

from __future__ import annotations

from msgspec import Struct

Fact = int | str


class Refused(Struct, frozen=True, kw_only=True):
    code: str
    rule: str
    facts: dict[str, Fact] = {}


def refuse(code: str, rule: str, **facts: Fact) -> Refused:
    return Refused(code=code, rule=rule, facts=facts)


class RuleError(ValueError):
    """A refusal where a value was asked for: `Profile.vary`, `Terms`."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused
        facts = ", ".join(f"{k}={v}" for k, v in refused.facts.items())
        super().__init__(f"{refused.code} ({refused.rule})" + (f": {facts}" if facts else ""))
