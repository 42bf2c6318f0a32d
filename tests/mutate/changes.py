"""What a mutant is: one node of a module's tree, changed in one way."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType

from tests.mutate.accepted_mutants import ACCEPTED

SOURCE = Path(__file__).parents[2] / "src"

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}

Change = Callable[[ast.AST], None]


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Every way to change this node alone."""

    def put(field: str, value: object) -> Change:
        return lambda target: setattr(target, field, value)

    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                new = SWAPS[type(op)]()
                yield f"{type(op).__name__} -> {type(new).__name__}", put("ops", [*ops[:at], new, *ops[at + 1 :]])
        case ast.BoolOp(op=op) | ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() as op):
            yield f"{type(op).__name__} -> {SWAPS[type(op)].__name__}", put("op", SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", put("operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.Constant(value=bool() as value):
            yield f"{value} -> {not value}", put("value", not value)
        case ast.Constant(value=int() as value):
            yield f"{value} -> {value + 1}", put("value", value + 1)
        case ast.Constant(value=str() as value):
            yield f"{value!r} -> other text", put("value", f"XX{value}")
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "return None", put("value", ast.Constant(None))
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "condition negated", put("test", ast.UnaryOp(ast.Not(), test))
        case ast.Call(keywords=keywords):
            for at, keyword in enumerate(keywords):
                yield f"without {keyword.arg}=", put("keywords", keywords[:at] + keywords[at + 1 :])


def code_nodes(tree: ast.Module) -> list[ast.AST]:
    """What runs: no annotations, docstrings, imports, lists of names, or keywords of a class."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return
        found.append(node)
        skipped = {"annotation", "returns", "decorator_list", "bases"}
        if isinstance(node, ast.ClassDef):
            skipped.add("keywords")
        for name, value in ast.iter_fields(node):
            if name not in skipped:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        visit(child)

    visit(tree)
    return found


class Mutant:
    """`module` is dotted, as `tavl.rules.play_check`."""

    def __init__(self, module: str, what: str, at: int, change: Change, line: int, text: str) -> None:
        self.module, self.what, self.at, self.change, self.line, self.text = module, what, at, change, line, text

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.what}\n      {self.text}"

    @property
    def left(self) -> bool:
        """It was looked at, and is left for a reason."""
        looked_at = ACCEPTED.get(self.module.removeprefix("tavl."), {})
        return any(what == self.what and self.text.startswith(line) for line, what in looked_at)

    def code(self) -> CodeType:
        tree, nodes = parsed(self.module)
        node = nodes[self.at]
        before = dict(vars(node))
        self.change(node)
        try:
            return compile(ast.fix_missing_locations(tree), str(path_of(self.module)), "exec", dont_inherit=True)
        finally:
            vars(node).update(before)


@cache
def parsed(module: str) -> tuple[ast.Module, list[ast.AST]]:
    tree = ast.parse(path_of(module).read_text())
    return tree, code_nodes(tree)


@cache
def path_of(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def modules(package: str) -> list[str]:
    """Every module of a package, dotted, those without code of their own among them."""
    paths = sorted(SOURCE.joinpath(*package.split(".")).rglob("*.py"))
    names = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in names]


def mutants(module: str) -> list[Mutant]:
    lines, found, times = path_of(module).read_text().splitlines(), [], Counter[tuple[int, str]]()
    for at, node in enumerate(parsed(module)[1]):
        for what, change in changes(node):
            line = getattr(node, "lineno", 0)
            times[line, what] += 1
            if times[line, what] > 1:
                what += f" ({times[line, what]}nd)" if times[line, what] == 2 else f" ({times[line, what]}th)"
            found.append(Mutant(module, what, at, change, line, lines[line - 1].strip()))
    return found
