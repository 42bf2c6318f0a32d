"""The scripts' types are the server's: written from its schema, and nowhere by hand."""

from __future__ import annotations

from tests.web.make_types import TARGET, Writer, written


def test_the_types_are_what_the_schema_gives() -> None:
    assert TARGET.read_text(encoding="utf-8") == written(), "python -m tests.web.make_types"


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
