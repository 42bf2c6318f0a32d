"""Writes the types that the scripts are checked against, from the JSON Schema of what the server takes and sends.

    python -m tests.web.shared.make_types

`messages.d.ts` has what the API and the table's socket take and give, `pages.d.ts` what single pages have beside them.

Our own, because json-schema-to-typescript, with the fourteen packages it brings, knows neither `prefixItems`, which
msgspec writes for every tuple, nor that what the server sends has its defaults in it. Preparing the schema for it would
be as long as this.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from tavl.server.http.json_schema import GIVEN, TAKEN, described_with, document, reference
from tavl.server.messages.socket import FromClient, ToClient
from tavl.server.notifications.texts import PushMessage
from tavl.web import replay, rules, transcribe
from tavl.web.analysis import match, other_scores, positions, side_lines
from tavl.web.analysis import routes as analysis
from tavl.web.companion import offline
from tavl.web.companion import page as companion
from tavl.web.learn import routes as learn
from tavl.web.practice import quiz
from tavl.web.practice import routes as practice
from tavl.web.shared.limits import Limits
from tavl.web.table import position_ids, tutor
from tavl.web.table import routes as table

SHARED = Path(__file__).parents[3] / "src/tavl/web/static/shared"
MESSAGES, PAGES = SHARED / "messages.d.ts", SHARED / "pages.d.ts"
# What the pages' own addresses take and give, and what a page has in it for its script.
PAGES_TAKEN = (
    analysis.AskNote,
    learn.Attempt,
    other_scores.AskScores,
    positions.AskPosition,
    side_lines.AskLine,
    side_lines.ChangeLines,
    transcribe.AskFile,
    transcribe.AskState,
    tutor.AskHint,
    tutor.Check,
)
PAGES_GIVEN = (
    Limits,
    PushMessage,
    analysis.KeptNote,
    companion.CompanionFacts,
    learn.CoachAdvice,
    learn.ExerciseReply,
    learn.LessonView,
    match.AnalysisView,
    offline.StoredPages,
    other_scores.Scores,
    position_ids.Ids,
    positions.Evaluated,
    positions.Rolls,
    practice.MatchState,
    quiz.QuizPage,
    quiz.QuizVerdict,
    replay.Replay,
    rules.ClauseChoice,
    side_lines.KeptLines,
    side_lines.TriedLine,
    table.MatchLuck,
    transcribe.Stands,
    tutor.Checked,
    tutor.Hinted,
)
HEAD = (
    "// Generated: do not edit. `python -m tests.web.shared.make_types` writes it from the JSON Schema of what the "
    "server takes and sends.\n"
)
MAX_LINE = 120
SCALARS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
# Names for what has none in the schema.
UNIONS = {
    "TableEvent": ("EventOut", "event"),
    "Action": ("Proposal", "action"),
    "ClientAction": ("AskWhy", "action"),
    "TournamentAction": ("TournamentAct", "action"),
    "TournamentEvent": ("LoggedEvent", "event"),
}
ACTIONS = ("Action", "ClientAction", "TournamentAction")
MOVES = 'export type Moves = OfferedPlay["moves"];\n'
STEP = 'export type Step = NonNullable<TableView["tree"]>[number][number];\n'

Schema = dict[str, Any]


def short(name: str) -> str:
    """Two types of one name have their modules before it: `a.b.Suspend` is BSuspend."""
    return "".join(part[0].upper() + part[1:] for part in name.split(".")[-2:])


def named(schema: Schema) -> list[str]:
    """The types that a schema refers to."""
    if "$ref" in schema:
        return [str(schema["$ref"]).rpartition("/")[2]]
    parts = [*schema.get("anyOf", ()), *schema.get("prefixItems", ()), *schema.get("properties", {}).values()]
    parts += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    return [name for part in parts for name in named(part)]


def structs(kind: type[Struct] = Struct) -> Iterator[type[Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from structs(each)


class Writer:
    def __init__(self) -> None:
        self.references: dict[Any, Schema] = {}  # to what is no message
        described = document()
        self.schemas: dict[str, Schema] = described["components"]["schemas"]
        fields = {name: self.schemas[kind]["properties"][field] for name, (kind, field) in UNIONS.items()}
        self.unions = {name: each["anyOf"] for name, each in fields.items()}
        self.unions["ToClient"] = described["socket"]["to_client"]["anyOf"]
        # What is sent has its defaults in it, unless its struct omits them. What is only taken need not, nor an action.
        actions = {name for union in ACTIONS for part in self.unions[union] for name in named(part)}
        self.optional = actions | self._reached((*TAKEN, FromClient)) - self._reached((*GIVEN, ToClient))
        files = "tavl.tournament.files"  # what is only in files is no message, and has names of its own
        omitting = (each for each in structs() if each.__struct_config__.omit_defaults)
        self.optional |= {each.__name__ for each in omitting if not each.__module__.startswith(files)}

    def _reached(self, kinds: tuple[Any, ...]) -> set[str]:
        found: set[str] = set()
        left = [name for kind in kinds for name in named(self.references.get(kind) or reference(kind))]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += named(self.schemas[name])
        return found

    def type_of(self, schema: Schema) -> str:
        if "$ref" in schema:
            return short(named(schema)[0])
        if "enum" in schema:
            return " | ".join(json.dumps(each) for each in schema["enum"])
        if "anyOf" in schema:
            return self._union(schema["anyOf"])
        if schema.get("type") == "array":
            return self._array(schema)
        if schema.get("type") == "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {self.type_of(values) if isinstance(values, dict) else 'unknown'}>"
        return SCALARS[schema["type"]] if "type" in schema else "unknown"

    def _union(self, parts: list[Schema]) -> str:
        rest = [part for part in parts if part != {"type": "null"}]
        known = [name for name, union in self.unions.items() if union == rest]
        kinds = known or [self.type_of(part) for part in rest]
        return " | ".join(dict.fromkeys(kinds + ["null"] * (len(rest) < len(parts))))

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self.type_of(part) for part in schema['prefixItems'])}]"
        of = self.type_of(schema.get("items", {}))
        if "minItems" in schema and schema["minItems"] == schema.get("maxItems"):
            return f"[{', '.join([of] * schema['minItems'])}]"
        return f"({of})[]" if " | " in of else f"{of}[]"

    def declaration(self, name: str) -> str:
        schema = self.schemas[name]
        said = textwrap.wrap(" ".join(schema.get("description", "").split()), MAX_LINE - 3)
        above = "".join(f"// {line}\n" for line in said)
        if "properties" not in schema:
            return above + self._alias(short(name), self.type_of(schema))
        fields = "".join(f"  {self._field(name, field)};\n" for field in schema["properties"])
        return f"{above}export interface {short(name)} {{\n{fields}}}\n"

    def _alias(self, name: str, kind: str) -> str:
        line = f"export type {name} = {kind};\n"
        return line if len(line) <= MAX_LINE else f"export type {name} =\n  | " + kind.replace(" | ", "\n  | ") + ";\n"

    def _field(self, name: str, field: str) -> str:
        schema = self.schemas[name]["properties"][field]
        sent = field in self.schemas[name]["required"] or ("default" in schema and name not in self.optional)
        return f"{field}{'' if sent else '?'}: {self.type_of(schema)}"

    def written(self) -> str:
        unions = [self._alias(name, " | ".join(map(self.type_of, parts))) for name, parts in self.unions.items()]
        return "\n".join([HEAD, *map(self.declaration, sorted(self.schemas, key=short)), *unions, STEP])


class PageWriter(Writer):
    """Of the types that only pages have; the others are imported."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = {*map(short, self.schemas), *self.unions}
        self.references, found = described_with((*PAGES_TAKEN, *PAGES_GIVEN))
        tables = described_with(())[1]
        # One name is one type: whoever adds a second one gives it a name of its own.
        clashes = [name for name in tables if name not in found]
        clashes += [name for name in found if name in self.schemas and found[name] != self.schemas[name]]
        assert not clashes, f"named twice: {clashes}"
        self.own = found.keys() - self.schemas.keys()
        self.schemas = {**self.schemas, **{name: found[name] for name in self.own}}
        self.optional |= (self._reached(PAGES_TAKEN) - self._reached(PAGES_GIVEN)) & self.own

    def written(self) -> str:
        declared = "\n".join(map(self.declaration, sorted(self.own, key=short)))
        code = re.sub("^//.*", "", declared, flags=re.MULTILINE)
        return "\n".join([HEAD, self._imported(set(re.findall(r"\w+", code)) & self.shared), declared, MOVES])

    def _imported(self, names: Iterable[str]) -> str:
        listed = "".join(f"  {name},\n" for name in sorted(names))
        return f'import type {{\n{listed}}} from "./messages.js";\n'


if __name__ == "__main__":
    MESSAGES.write_text(Writer().written(), encoding="utf-8")
    PAGES.write_text(PageWriter().written(), encoding="utf-8")
