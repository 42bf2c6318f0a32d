"""The rulebook in the product: its clauses, how they are found, its profiles, its page."""

import subprocess
import sys

import pytest

from tavl.rules.clauses import CLAUSES, Duty, clause, clauses_under, neighbours
from tavl.rules.refusal import RuleError
from tests.rulebook.table import BEGIN, PAGE, table


def ids(clauses) -> list[str]:
    return [each.id for each in clauses]


def test_all_clauses_are_there_in_reading_order():
    assert len(CLAUSES) == 122
    assert len({each.id for each in CLAUSES}) == 122
    assert ids(CLAUSES)[:2] == ["G1.1", "G1.2"]
    assert ids(CLAUSES)[-1] == "T5.5.ii"
    assert ids(CLAUSES).index("G11.4") < ids(CLAUSES).index("T1.1")


def test_a_clause_has_its_text_its_duty_and_its_sources():
    late = clause("T2.2.iv")
    assert (late.title, late.duty, late.sources) == ("Late penalties", Duty.ENFORCED, ("004",))
    assert late.rule.startswith("Any breach of the rules on start times")
    assert late.example.startswith("The match is to 7 and starts at 14:00.")
    assert "20:00 (4 > 3.5)" in late.check
    assert clause("G3.2").sources == ("001", "T4.4.viii")


def test_every_clause_is_complete():
    for each in CLAUSES:
        assert all((each.title, each.rule, each.example, each.check, each.sources)), each.id


@pytest.mark.parametrize("id", ["t2.2.IV", " T2.2.iv ", "T2.2.iv."])
def test_a_clause_is_found_however_it_is_typed(id):
    assert clause(id).id == "T2.2.iv"


@pytest.mark.parametrize("id", ["T9.9", "T2.2", "", "T2.2.i.v", "x"])
def test_an_id_that_is_no_clause_is_refused(id):
    with pytest.raises(RuleError) as error:
        clause(id)
    assert error.value.refused.code == "no_such_clause"
    assert error.value.refused.facts == {"id": id}


def test_the_beginning_of_an_id_finds_all_below_it():
    assert ids(clauses_under("T5")) == ["T5.1", "T5.2", "T5.3", "T5.4", "T5.5.i", "T5.5.ii"]
    assert ids(clauses_under("t4.2.iii")) == ["T4.2.iii.a", "T4.2.iii.b", "T4.2.iii.c", "T4.2.iii.d"]
    assert ids(clauses_under("G1")) == ["G1.1", "G1.2", "G1.3", "G1.4"]  # and nothing of G10 and G11
    assert ids(clauses_under("T4.1.i")) == ["T4.1.i"]  # and nothing of T4.1.ii and T4.1.iv
    assert len(clauses_under("G")) + len(clauses_under("T")) == 122


def test_a_beginning_without_clauses_is_refused():
    for prefix in ("T9", "", "T4.2.iii.e"):
        with pytest.raises(RuleError):
            clauses_under(prefix)


def test_neighbours_are_the_clauses_before_and_after():
    assert neighbours("G1.1") == (None, clause("G1.2"))
    assert neighbours("T1.1") == (clause("G11.4"), clause("T1.2"))
    assert neighbours("T5.5.ii") == (clause("T5.5.i"), None)


def test_importing_tavl_reads_no_rulebook():
    code = "import sys, tavl, tavl.rules.clauses; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_module_has_no_other_names_than_its_own():
    import tavl.rules.clauses as module

    with pytest.raises(AttributeError, match="CLAUSE"):
        _ = module.CLAUSE


def test_the_page_has_a_row_for_every_clause():
    """Its structure, not its tests: those may grow between two writings of the page."""
    text = PAGE.read_text(encoding="utf-8")
    _, begin, below = text.partition(BEGIN)
    assert begin, "the line above the table is gone"

    def rows(page: str) -> list[list[str]]:
        return [line.split(" | ")[:3] for line in page.splitlines() if line.startswith(("| G", "| T", "### "))]

    assert rows(below) == rows(table({}, {})), "run `python -m tests.rulebook.table`"
