"""Evidence by clause: what the tests show of every clause of the rulebook, and what they still owe.

A test cites clauses with `@pytest.mark.rule("G4.6")`; docs/rulebook.md says what each duty asks for. The hooks in
tests/conftest.py collect what passing tests show. Where the suites run as several processes, each adds to the file
named by TAVL_EVIDENCE, and `python -m tests.rulebook.evidence FILE` judges the whole.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tavl.rules.clauses import CLAUSES, Clause, Duty, clause
from tavl.rules.refusal import RuleError
from tests.rulebook.source import refusals

TO_COME = Path(__file__).parent.parent / "clauses_to_come.txt"

SIDES = {
    Duty.ENFORCED: ("allowed", "refused"),  # what may be done, and what may not, with this clause as the reason
    Duty.DECIDED: ("asked", "answers"),  # who is asked when, and what each answer leads to
    Duty.RECORDED: ("record", "next step"),  # what is kept, and what is proposed then
    Duty.SHOWN: ("page",),  # where people read it
}


class BadMarker(ValueError):
    """A marker that cites what is not there."""


class Shown(NamedTuple):
    clause: str
    side: str
    test: str


class Citation(NamedTuple):
    clauses: tuple[str, ...]
    sides: tuple[str, ...]  # empty: not said


def citation(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Citation:
    """What a marker says: `rule("G4.6", "G5.2", shows="refused")`; `shows` may also be a tuple."""
    if not arguments or set(keywords) - {"shows"}:
        raise BadMarker('write rule("G4.6"), with more clauses if need be, and shows="..." if it is not the first side')
    shows = keywords.get("shows", ())
    sides = (shows,) if isinstance(shows, str) else tuple(shows)
    for id in arguments:
        try:
            cited = clause(id)
        except (RuleError, AttributeError):
            raise BadMarker(f"the rulebook has no clause {id}") from None
        if cited.id != id:
            raise BadMarker(f"write {cited.id} as the rulebook does, not {id}")
        for side in sides:
            if side not in SIDES[cited.duty]:
                allowed = " or ".join(repr(known) for known in SIDES[cited.duty])
                raise BadMarker(f"{id} is {cited.duty}, so a test of it shows {allowed}, not {side!r}")
    return Citation(arguments, sides)


def shown_by(test: str, citations: Iterable[Citation], names: frozenset[str]) -> Iterator[Shown]:
    """What a test that passed has shown; `names` are the clauses that its body or its parameters name.

    A test that does not say what it shows is taken to show the first side of a duty. But a test of an enforced clause
    that names the clause outside its marker compares a refusal with it, and that is what it shows.
    """
    for cited in citations:
        for id in cited.clauses:
            first, *others = SIDES[clause(id).duty]
            said = cited.sides or (("refused",) if "refused" in others and id in names else (first,))
            yield from (Shown(id, side, test) for side in said)


def names_in_body(path: Path, function: str, owner: str | None) -> frozenset[str]:
    """Texts in the body of a test function; its decorators are not part of it."""
    return _bodies(path).get((owner, function), frozenset())


@cache
def _bodies(path: Path) -> dict[tuple[str | None, str], frozenset[str]]:
    found: dict[tuple[str | None, str], frozenset[str]] = {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    owners: list[tuple[str | None, ast.Module | ast.ClassDef]] = [(None, tree)]
    owners += [(node.name, node) for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner, holder in owners:
        for node in holder.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inner = (each for statement in node.body for each in ast.walk(statement))
                texts = (each.value for each in inner if isinstance(each, ast.Constant))
                found[owner, node.name] = frozenset(text for text in texts if isinstance(text, str))
    return found


def names_in(value: Any) -> Iterator[str]:
    """The texts among a test's parameters."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from names_in(each)


def clauses_to_come(path: Path = TO_COME) -> dict[str, str]:
    """The list: each clause, with what is still to come of it where a part has its evidence already."""
    lines = (line.partition("#")[0] for line in path.read_text(encoding="utf-8").splitlines())
    entries = (line.partition(":") for line in lines if line.strip())
    return {id.strip(): rest.strip() for id, _, rest in entries}


@cache
def refused_by_the_source() -> frozenset[str]:
    return frozenset(rule for refusal in refusals() for rule in refusal.rules)


def owed(cited: Clause, refused: frozenset[str]) -> tuple[str, ...]:
    """The sides that must be shown. Of a clause that nothing is refused with there is no refusal to show."""
    sides = SIDES[cited.duty]
    return sides if cited.duty is not Duty.ENFORCED or cited.id in refused else sides[:1]


def faults(
    evidence: Iterable[Shown],
    to_come: Mapping[str, str],
    clauses: Iterable[Clause] = CLAUSES,
    refused: frozenset[str] | None = None,
) -> list[str]:
    """What is wrong with the evidence of a whole run, a line each."""
    refused = refused_by_the_source() if refused is None else refused
    sides: dict[str, set[str]] = {}
    for shown in evidence:
        sides.setdefault(shown.clause, set()).add(shown.side)
    known = {each.id: each for each in clauses}
    found = [f"{id}: on the list of clauses to come, and not in the rulebook" for id in to_come if id not in known]
    for id, each in known.items():
        missing = [side for side in owed(each, refused) if side not in sides.get(id, set())]
        if id in to_come:
            if not missing and not to_come[id]:
                found.append(f"{id} {each.title}: has its evidence, so take it off tests/clauses_to_come.txt")
        elif id not in sides:
            found.append(f"{id} {each.title}: no test cites it")
        elif missing:
            found.append(f"{id} {each.title} ({each.duty}): nothing shows {' or '.join(map(repr, missing))}")
    return found


def write(path: Path, evidence: Iterable[Shown]) -> None:
    """Adds to the file in one go, so that processes side by side do not mix their lines."""
    text = "".join(json.dumps(shown) + "\n" for shown in sorted(evidence))
    with path.open("ab", buffering=0) as file:
        file.write(text.encode())


def read(path: Path) -> list[Shown]:
    return [Shown(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main(arguments: list[str]) -> int:
    path = Path(arguments[0] if arguments else os.environ.get("TAVL_EVIDENCE", ""))
    if not path.is_file():
        print(f"no evidence was written: {path}", file=sys.stderr)
        return 2
    to_come = clauses_to_come()
    found = faults(read(path), to_come)
    for fault in found:
        print(fault)
    print(f"{len(CLAUSES)} clauses, {len(to_come)} of them still to come, {len(found)} at fault")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
