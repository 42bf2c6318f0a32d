"""The scripts' types are the server's: written from its schema, and nowhere by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.web.shared.make_types import MESSAGES, PAGES, SHARED, PageWriter, Writer

SCRIPTS = SHARED.parent
# What is no copy of the server's type, though it has the name of one.
OWN = {
    "board/": {"Seat", "Side", "Step"},  # the element stands alone: other sites have it without a server of ours
    "companion/match/": {"Outcome", "Phase", "Refused", "Step", "Terms"},  # the phone's own record of a match
    "desk/tournament.js": {"Match"},  # with its division
    "officiating/cards/card.js": {"Card"},  # on the screen
}


def types(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Of every type in a comment: its tag, the type, what follows, and the whole comment."""
    for comment in re.findall(r"/\*\*.*?\*/", text, re.DOTALL):
        for found in re.finditer(r"@(\w+)\s+\{", comment):
            end, depth = found.end(), 1
            while depth:
                depth += {"{": 1, "}": -1}.get(comment[end], 0)
                end += 1
            yield found[1], comment[found.end() : end - 1], comment[end:], comment


def typedefs(text: str) -> set[str]:
    return {rest.split()[0] for tag, _, rest, _ in types(text) if tag == "typedef"}


# Also types that bring `any` along if they do not say what they bring: shared/strict-library.d.ts cannot change that.
ANY = re.compile(r"\bany\b|\b(?:CustomEvent|MessageEvent|IDBRequest)\b(?!\s*<)")


def unexplained(text: str) -> list[str]:
    """Types with `any` in them, and nothing that says why."""
    return [
        type
        for _, type, _, comment in types(text)
        if ANY.search(re.sub(r'"[^"]*"', "", type)) and "any because " not in comment
    ]


def test_the_types_are_what_the_schema_gives() -> None:
    assert MESSAGES.read_text(encoding="utf-8") == Writer().written(), "python -m tests.web.shared.make_types"
    assert PAGES.read_text(encoding="utf-8") == PageWriter().written(), "python -m tests.web.shared.make_types"


def test_no_script_declares_a_type_of_the_servers_by_hand() -> None:
    generated = {
        name
        for file in (MESSAGES, PAGES)
        for name in re.findall(r"^export (?:interface|type) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    copied = set()
    for script in SCRIPTS.rglob("*.js"):
        path = script.relative_to(SCRIPTS).as_posix()
        own = {name for start, names in OWN.items() if path.startswith(start) for name in names}
        copied |= {(path, name) for name in (typedefs(script.read_text(encoding="utf-8")) & generated) - own}
    assert copied == set()


def test_any_has_its_reason_beside_it() -> None:
    found = {
        (script.relative_to(SCRIPTS).as_posix(), type)
        for script in SCRIPTS.rglob("*.js")
        for type in unexplained(script.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_what_is_looked_for_in_the_scripts_is_found() -> None:
    assert typedefs("/** What. @typedef {{a: {b: 1}}} Board */ /** @typedef {object} Ids */") == {"Board", "Ids"}
    assert unexplained("/** @param {any} a @param {Record<string, any>} b */") == ["any", "Record<string, any>"]
    assert unexplained("/** @type {CustomEvent} */ /** @type {CustomEvent<{n: number}>} */") == ["CustomEvent"]
    assert unexplained('/** @type {any} any because nobody knows it */ /** @type {"any" | "own"} any */') == []


def test_a_type_of_the_pages_uses_those_of_the_messages() -> None:
    writer = PageWriter()
    assert "  view: TableView;" in writer.declaration("Frame")
    assert "  event: TableEvent;" in writer.declaration("Frame")
    assert "TableView" not in writer.own
    assert "  ply?: number;" in writer.declaration("Look")
    assert "  size?: number;" in writer.declaration("Note")
    assert "  ordered: boolean;" in writer.declaration("Stands")


def test_what_is_sent_has_its_defaults_and_what_is_taken_may_leave_them_out() -> None:
    declared = Writer().declaration
    assert "  spectators: boolean;" in declared("HouseView")
    assert "  around: AroundView | null;" in declared("TableView")
    assert "  sits?: boolean;" in declared("OpenTable")
    assert "  count?: number;" in declared("TakeBreak")


def test_what_a_struct_leaves_out_is_optional() -> None:
    declared = Writer().declaration
    assert "  rating?: number;" in declared("Person")
    assert "  rule?: string | null;" in declared("Refusal")


def test_tuples_unions_and_names_are_exact() -> None:
    writer = Writer()
    assert "  lost: [number | null, number | null];" in writer.declaration("HouseView")
    assert "  event: TableEvent;" in writer.declaration("EventOut")
    assert "  action?: ClientAction | null;" in writer.declaration("FromClient")
    assert writer.declaration("Seat") == "export type Seat = 0 | 1;\n"
    assert "export interface SeatingSuspend {" in writer.declaration("tavl.table.acts.seating.Suspend")
