"""Everything in src/tavl is used by something that people run: nothing is kept alive by its tests alone.

A name of a module is followed through imports. A method, a property or a constant that a module is asked for counts as
used where anything is asked for an attribute of that name. What a decorator registers is called by whoever registered
it.
"""

from __future__ import annotations

import ast
import gc
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.test_public import LISTED

ROOT = Path(__file__).parents[1]
FOLDERS = {"src": ROOT / "src", "bench": ROOT, "train": ROOT}  # and where the names of their modules begin
BY_THEIR_CALLERS = ("tavl.store.migrations.versions.",)  # Alembic asks for their names
QUIET = frozenset(  # decorators that call nobody's attention to a function
    {
        "abstractmethod",
        "asynccontextmanager",
        "cache",
        "cached_property",
        "classmethod",
        "contextmanager",
        "dataclass",
        "lru_cache",
        "overload",
        "override",
        "property",
        "setter",
        "staticmethod",
    }
)
EXCEPTIONS = {
    "tavl.cli.engine.ubgi_and_external.ExternalPlayer.handle_error": "socketserver calls it",
    "tavl.store.log.upcast.Upcasts.upcast": "a release that changes an event registers how it was before",
    "tavl.tournament.action_candidates.actions": "every level lists what may be done (docs/architecture.md)",
}
SIGNS = frozenset((ast.Load, ast.Store, *ast.operator.__subclasses__(), *ast.cmpop.__subclasses__()))
Name = tuple[str, str]  # a module, and a name in it
Uses = tuple[Counter[Name], Counter[str]]  # names of modules, and attributes of whatever it is


class Module:
    def __init__(self, path: Path, root: Path) -> None:
        parts = path.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.imported: dict[str, Name] = {}  # what a name here stands for
        self.attributes: Counter[str] = Counter()
        found = [self._of_statement(node) for node in ast.parse(path.read_bytes()).body]
        self.statements = [(node, Counter(map(self._named, names)), own) for node, names, own in found]
        self.used = Counter(name for _, used, _ in self.statements for name in used.elements())
        for _, _, own in self.statements:
            self.attributes.update(own)

    def _of_statement(self, statement: ast.AST) -> tuple[ast.AST, list[Name], Counter[str]]:
        names: list[Name] = []
        attributes: Counter[str] = Counter()
        for node in walk(statement):
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Load):
                    names.append((node.id, ""))
            elif isinstance(node, ast.Attribute):
                attributes[node.attr] += 1
                if isinstance(node.value, ast.Name):
                    names.append((node.value.id, node.attr))
            elif isinstance(node, ast.Constant):
                if isinstance(node.value, str) and node.value.isidentifier():
                    attributes[node.value] += 1
            elif isinstance(node, ast.ImportFrom) and node.module:
                self.imported |= {each.asname or each.name: (node.module, each.name) for each in node.names}
            elif isinstance(node, ast.Import):
                self.imported |= {each.asname: (each.name, "") for each in node.names if each.asname}
        return statement, names, attributes

    def _named(self, given: Name) -> Name:
        name, attribute = given
        if not attribute:
            return self.imported.get(name, (self.name, name))
        module, inner = self.imported.get(name, ("", ""))
        return f"{module}.{inner}" if inner else module, attribute


def walk(statement: ast.AST) -> Iterator[ast.AST]:
    """As `ast.walk`, faster: without what says only whether a name is read or written."""
    left = [statement]
    while left:
        node = left.pop()
        yield node
        for inner in vars(node).values():
            if inner.__class__ is list:
                left += [each for each in inner if isinstance(each, ast.AST)]
            elif isinstance(inner, ast.AST) and inner.__class__ not in SIGNS:
                left.append(inner)


def defined(node: ast.AST) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [] if is_registered(node) else [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return any(ast.unparse(each).partition("(")[0].rpartition(".")[2] not in QUIET for each in node.decorator_list)


def unused() -> Iterator[str]:
    gc.disable()  # it would look through all trees again and again, for half of the time
    try:
        files = [(path, root) for folder, root in FOLDERS.items() for path in (ROOT / folder).rglob("*.py")]
        by_name = {module.name: module for module in (Module(path, root) for path, root in files)}
    finally:
        gc.enable()
    used: Counter[Name] = Counter({(package, name): 1 for package, names in LISTED.items() for name in names})
    attributes: Counter[str] = Counter()
    for module in by_name.values():
        used.update(module.used)
        attributes.update(module.attributes)
    for text in other_texts():
        attributes.update(re.findall(r"[A-Za-z_]\w*", text))
        used.update((module, name) for module, name in re.findall(r'"(tavl[.\w]*):(\w+)"', text))
    # What is taken from a package is used where the package took it from.
    for name, count in list(used.items()):
        seen = {name}
        while name[0] in by_name and (name := by_name[name[0]].imported.get(name[1], name)) not in seen:
            used[name] += count
            seen.add(name)
    for module in by_name.values():
        if module.name.partition(".")[0] != "tavl" or module.name.startswith(BY_THEIR_CALLERS):
            continue
        for node, own, _ in module.statements:
            for name in defined(node):
                at = (module.name, name)
                asked_for = name.isupper() and attributes[name]
                if used[at] <= own[at] and not asked_for and not name.startswith("__"):
                    yield f"{module.name}.{name}"
            if isinstance(node, ast.ClassDef):
                yield from (f"{module.name}.{node.name}.{name}" for name in unused_methods(node, attributes))


def unused_methods(node: ast.ClassDef, attributes: Counter[str]) -> Iterator[str]:
    for each in node.body:
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) or each.name.startswith("__"):
            continue
        if not attributes[each.name] and not is_registered(each):
            yield each.name


def other_texts() -> Iterator[str]:
    yield (ROOT / "pyproject.toml").read_text()
    yield (ROOT / "src/tavl/gym.py").read_text()  # registers its class by a text
    for folder, kind in (("src/tavl/web/templates", "html"), ("native", "cpp")):
        yield from (path.read_text() for path in (ROOT / folder).rglob(f"*.{kind}"))


def test_nothing_is_kept_that_only_tests_use() -> None:
    found = set(unused())
    assert sorted(found - set(EXCEPTIONS)) == []
    assert sorted(set(EXCEPTIONS) - found) == []  # used again, or gone
