"""What the source refuses, read from its syntax: every `refuse(...)` with its codes, clauses and facts."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tavl

PACKAGE = Path(tavl.__file__).parent
CLAUSE_ID = re.compile(r"[GT]\d+\.\d+(\.[ivx]+)?(\.[a-z])?")


@dataclass(frozen=True)
class Refusal:
    where: str
    codes: tuple[str, ...]  # empty: not written as literals
    rules: tuple[str, ...]  # empty: given from elsewhere
    facts: frozenset[str] | None  # none: given as **facts


@cache
def refusals() -> tuple[Refusal, ...]:
    """Of all of src/tavl but the definition of `refuse` itself."""
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != "refusal.py"]
    return tuple(found for path in files for found in refusals_in(path.read_text(), str(path.relative_to(PACKAGE))))


def refusals_in(source: str, name: str) -> list[Refusal]:
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assigned: dict[ast.Call, dict[str, list[ast.expr]]] = {}
    for function in functions:  # inner functions come later and win
        variables: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                variables.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                assigned[node] = variables
    return [
        _refusal(node, assigned.get(node, {}), f"{name}:{node.lineno}")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) in ("refuse", "Refused")
    ]


def _called(node: ast.Call) -> str | None:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)


def _refusal(node: ast.Call, variables: dict[str, list[ast.expr]], where: str) -> Refusal:
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    if _called(node) == "Refused":
        code, rule = named.get("code"), named.get("rule")
        facts = named.get("facts", ast.Dict([], []))
        keys = [key.value for key in facts.keys if isinstance(key, ast.Constant)] if isinstance(facts, ast.Dict) else []
        complete = isinstance(facts, ast.Dict) and len(keys) == len(facts.keys)
        return Refusal(
            where, _literals(code, variables), _literals(rule, variables), frozenset(keys) if complete else None
        )
    code, rule = (*node.args, None, None)[:2]
    facts_given = None if None in named else frozenset(name for name in named if name)
    return Refusal(where, _literals(code, variables), _literals(rule, variables), facts_given)


def _literals(node: ast.expr | None, variables: dict[str, list[ast.expr]]) -> tuple[str, ...]:
    """The texts this can be: a literal, either branch of a choice, or what a local name was set to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.IfExp):
        return _literals(node.body, variables) + _literals(node.orelse, variables)
    if isinstance(node, ast.Name):
        return tuple(text for value in variables.get(node.id, []) for text in _literals(value, {}))
    return ()


def clause_ids() -> dict[str, str]:
    """Every text in the source that looks like the id of a clause, with a place where it stands."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE_ID.fullmatch(node.value):
                found.setdefault(node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}")
    return found
