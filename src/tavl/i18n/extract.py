"""Keeps the catalogues in step with the source: `python -m tavl.i18n.extract`.

Collects every text that Python, templates and scripts translate, updates the three .po files, and prints what
has no translation yet in the form that `--fill FILE` takes back: YAML, each English text with its languages below.
A text that nothing uses is removed. It is printed as a comment with its translations, for a text that was reworded.
"""

from __future__ import annotations

import argparse
import ast
import copy
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from tavl.i18n import input_errors, refusals
from tavl.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE

PACKAGE = Path(__file__).parent.parent
LISTS = {  # modules that list their texts themselves
    "i18n/input_errors.py": input_errors.source_texts,
    "i18n/refusals.py": refusals.source_texts,
}
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]

# How texts are marked: by calls of these names. `plural` has two texts, `sense` says which meaning its text has.
PLAIN = ("w", "_", "later")
MARK = re.compile(rf"\b(?:{'|'.join(PLAIN)}|plural|sense)\s*\(")
_PLURAL: tuple[int | tuple[int, str], ...] = (1, 2)
_SENSE: tuple[int | tuple[int, str], ...] = ((1, "c"), 2)
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(PLAIN),
    **dict.fromkeys(("plural", "w.plural"), _PLURAL),
    **dict.fromkeys(("sense", "w.sense"), _SENSE),
}
BABEL_METHODS = {".html": "jinja2.ext:babel_extract", ".txt": "jinja2.ext:babel_extract", ".js": "javascript"}
HEADER = """\
# tavl in {name}. The texts come from the source: run `python -m tavl.i18n.extract` after changing one there.
msgid ""
msgstr ""
"Project-Id-Version: tavl\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def collected(package: Path = PACKAGE) -> Catalog:
    """All texts of the source, each with the files that use it."""
    template = Catalog(project="tavl", charset="utf-8")
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        if path.suffix not in (".py", *BABEL_METHODS) or name.startswith("i18n/") or name.endswith(".min.js"):
            continue
        for line, text, sense in texts_of(path.suffix, path.read_text("utf-8")):
            template.add(text, None, [(name, line)], context=sense)
    if package == PACKAGE:
        for name, source_texts in LISTS.items():
            for text in source_texts():
                template.add(text, None, [(name, 0)])
    return template


Marked = tuple[int, str | tuple[str, ...], str | None]


def texts_of(suffix: str, source: str) -> Iterator[Marked]:
    """Line, text or pair of texts, and sense of each message in a file."""
    if not MARK.search(source):
        return  # most files: they need not be parsed
    if suffix == ".py":
        yield from _texts_of_python(ast.parse(source))
        return
    if "jinja2" in BABEL_METHODS[suffix] and re.search(r"\bw\.(plural|sense)\(", source):
        raise ValueError("in a template write plural(...) and sense(...): Jinja's reader does not see methods")
    options = {"parse_template_string": True} if suffix == ".js" else {}
    method, file = BABEL_METHODS[suffix], io.BytesIO(source.encode())
    for line, text, _, sense in extract(method, file, keywords=KEYWORDS, options=options):
        yield line, text, sense


def _texts_of_python(tree: ast.Module) -> Iterator[Marked]:
    """By syntax tree, because Babel's Python reader does not look into f-strings."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
        texts = [_literals(argument) for argument in node.args[:2]]
        if name in PLAIN and len(node.args) == 1:
            yield from ((node.lineno, text, None) for text in texts[0])
        elif name == "plural" and len(texts) == 2:
            yield from ((node.lineno, pair, None) for pair in zip(*texts, strict=False))
        elif name == "sense" and len(texts) == 2:
            yield from ((node.lineno, text, sense) for sense in texts[0] for text in texts[1])


def _literals(node: ast.expr) -> list[str]:
    """A literal text, or both of `a if ... else b`; nothing if it comes from elsewhere."""
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def path_of(language: str) -> Path:
    return PACKAGE / "i18n" / "locale" / language / "LC_MESSAGES" / "tavl.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="tavl", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def write(language: str, catalogue: Catalog) -> None:
    buffer = io.BytesIO()
    # A header without dates, file names without lines, sorted by text: a catalogue changes only where its messages do.
    buffer.write(HEADER.format(name=LANGUAGES[language], language=language).encode())
    write_po(buffer, catalogue, width=120, omit_header=True, sort_output=True, include_lineno=False)
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".po.new")
    beside.write_bytes(buffer.getvalue())
    os.replace(beside, path)


def updated(catalogue: Catalog, template: Catalog) -> Catalog:
    """The texts of the source and no others, with the translations that there are."""
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def done(message: Message) -> bool:
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return bool(forms) and all(forms) and not message.fuzzy


Listed = dict[str, dict[str, str | list[str]]]  # by English text what each language has


def unused(catalogues: dict[str, Catalog], template: Catalog) -> Listed:
    """Each English text that is not in the source, with its translations."""
    used = {(message.id, message.context) for message in template}
    found: Listed = {}
    for language, catalogue in catalogues.items():
        for message in (*catalogue, *catalogue.obsolete.values()):
            if message.id and (message.id, message.context) not in used:
                said = message.string
                found.setdefault(_heading(message), {})[language] = said if isinstance(said, str) else list(said)
    return found


def untranslated(catalogues: dict[str, Catalog]) -> Listed:
    """Each English text that lacks a translation, with the languages it lacks."""
    missing: Listed = {}
    for language, catalogue in catalogues.items():
        for message in catalogue:
            if message.id and not done(message):
                plural = isinstance(message.id, list | tuple)
                missing.setdefault(_heading(message), {})[language] = ["", ""] if plural else ""
    return missing


def _heading(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}|{text}" if message.context else text


def fill(catalogues: dict[str, Catalog], given: Listed) -> list[str]:
    """Enters translations; returns the texts that are not in the source."""
    unknown = set(given)
    for language, catalogue in catalogues.items():
        for message in catalogue:
            heading = _heading(message) if message.id else ""
            if heading not in given:
                continue
            unknown.discard(heading)
            forms = given[heading].get(language)
            if forms and all(forms):
                message.string = tuple(forms) if isinstance(forms, list) else forms
                message.flags.discard("fuzzy")
    return sorted(unknown)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tavl.i18n.extract", description=__doc__)
    parser.add_argument("--fill", metavar="FILE", type=Path, help="a file of translations to enter")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a catalogue is behind")
    options = parser.parse_args(arguments)
    template = collected()
    catalogues = {language: read(language) for language in TRANSLATED}
    gone = unused(catalogues, template)
    catalogues = {language: updated(each, copy.deepcopy(template)) for language, each in catalogues.items()}
    unknown = fill(catalogues, yaml.safe_load(options.fill.read_text("utf-8")) or {}) if options.fill else []
    if not options.check:
        for language, catalogue in catalogues.items():
            write(language, catalogue)
    missing = untranslated(catalogues)
    if missing:
        print(_yaml(missing), end="")
    if gone:
        print("# Nothing uses these:")
        print("".join(f"# {line}\n" for line in _yaml(gone).splitlines()), end="")
    for text in unknown:
        print(f"not in the source: {text}", file=sys.stderr)
    counts = f"{len(template)} texts, {len(missing)} of them lack a translation; {len(gone)} others are not used"
    print(counts, file=sys.stderr)
    return 1 if unknown or ((missing or gone) and options.check) else 0


def _yaml(texts: Listed) -> str:
    return yaml.safe_dump(texts, allow_unicode=True, sort_keys=False, width=1000)


if __name__ == "__main__":
    sys.exit(main())
