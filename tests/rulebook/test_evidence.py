"""The collector of evidence: what counts, what is missing, when a run fails."""

from pathlib import Path

import pytest

from tavl.rules.clauses import CLAUSES, Clause, Duty
from tests.rulebook import evidence
from tests.rulebook.evidence import BadMarker, Citation, Shown, citation, faults, names_in, shown_by
from tests.rulebook.source import clause_ids, refusals

pytest_plugins = ["pytester"]

BY_ID = {each.id: each for each in CLAUSES}
ENFORCED, DECIDED, RECORDED, PAGE = (BY_ID[id] for id in ("G10.2", "T1.4.i", "T1.5", "T2.1"))


def test_the_examples_have_the_duties_that_these_tests_need():
    duties = [each.duty for each in (ENFORCED, DECIDED, RECORDED, PAGE)]
    assert duties == [Duty.ENFORCED, Duty.DECIDED, Duty.RECORDED, Duty.SHOWN]


@pytest.mark.parametrize(
    ("arguments", "keywords", "fault"),
    [
        (("G99.1",), {}, "no clause G99.1"),
        (("g4.6",), {}, "write G4.6"),
        ((46,), {}, "no clause 46"),
        ((), {}, "write rule"),
        (("G4.6",), {"show": "refused"}, "write rule"),
        (("G4.6",), {"shows": "page"}, "'allowed' or 'refused', not 'page'"),
        (("G4.6", "T2.1"), {"shows": "refused"}, "T2.1 is shown"),
    ],
)
def test_a_marker_that_cites_what_is_not_there_is_an_error(arguments, keywords, fault):
    with pytest.raises(BadMarker, match=fault):
        citation(arguments, keywords)


def test_one_marker_may_cite_several_clauses_and_show_several_sides():
    assert citation(("T1.4.i", "T1.4.ii"), {"shows": ("asked", "answers")}) == (
        ("T1.4.i", "T1.4.ii"),
        ("asked", "answers"),
    )


@pytest.mark.parametrize(
    ("clause", "said", "names", "sides"),
    [
        (ENFORCED, (), set(), ["allowed"]),
        (ENFORCED, (), {"G10.2"}, ["refused"]),
        (ENFORCED, (), {"G10.3"}, ["allowed"]),
        (ENFORCED, ("allowed", "refused"), {"G10.2"}, ["allowed", "refused"]),
        (DECIDED, (), {"T1.4.i"}, ["asked"]),
        (DECIDED, ("answers",), set(), ["answers"]),
        (RECORDED, (), set(), ["record"]),
        (PAGE, (), set(), ["page"]),
    ],
)
def test_what_a_test_shows(clause, said, names, sides):
    shown = list(shown_by("test", [Citation((clause.id,), said)], frozenset(names)))
    assert shown == [Shown(clause.id, side, "test") for side in sides]


def test_names_are_those_of_the_body_and_not_of_the_decorators(tmp_path):
    file = tmp_path / "test_x.py"
    file.write_text(
        '@mark("G1.1")\ndef test_a():\n    assert f() == "G1.2"\nclass TestB:\n    def test_a(self): "G1.3"\n'
    )
    assert evidence.names_in_body(file, "test_a", None) == {"G1.2"}
    assert evidence.names_in_body(file, "test_a", "TestB") == {"G1.3"}
    assert evidence.names_in_body(file, "test_other", None) == frozenset()


def test_names_among_parameters_are_found_in_lists_too():
    assert list(names_in(["G1.1", (2, "G1.2")])) == ["G1.1", "G1.2"]


def shown(clause: Clause, *sides: str) -> list[Shown]:
    return [Shown(clause.id, side, "test") for side in sides]


def judged(clause: Clause, *sides: str, to_come: str | None = None, refused: bool = True) -> list[str]:
    refusing = frozenset({clause.id}) if refused else frozenset()
    return faults(shown(clause, *sides), {} if to_come is None else {clause.id: to_come}, [clause], refusing)


def test_a_clause_without_evidence_is_a_fault_unless_it_is_to_come():
    assert judged(ENFORCED) == ["G10.2 Offering: no test cites it"]
    assert judged(ENFORCED, to_come="") == []


def test_a_clause_with_all_its_evidence_is_none_and_comes_off_the_list():
    assert judged(ENFORCED, "allowed", "refused") == []
    assert judged(ENFORCED, "allowed", "refused", to_come="") == [
        "G10.2 Offering: has its evidence, so take it off tests/clauses_to_come.txt"
    ]


def test_a_clause_may_stay_on_the_list_if_the_list_says_what_of_it_is_to_come():
    assert judged(ENFORCED, "allowed", "refused", to_come="the rest") == []


def test_the_list_has_an_id_a_line_and_may_say_what_is_to_come(tmp_path):
    file = tmp_path / "list"
    file.write_text("# a remark\nG1.1\n\nT4.5: the rest of it  # why\n")
    assert evidence.clauses_to_come(file) == {"G1.1": "", "T4.5": "the rest of it"}


@pytest.mark.parametrize(
    ("clause", "first", "second"),
    [(ENFORCED, "allowed", "refused"), (DECIDED, "asked", "answers"), (RECORDED, "record", "next step")],
)
def test_half_the_evidence_is_a_fault(clause, first, second):
    [fault] = judged(clause, first)
    assert fault.endswith(f"({clause.duty}): nothing shows {second!r}")
    [fault] = judged(clause, second)
    assert fault.endswith(f"nothing shows {first!r}")
    assert judged(clause, first, to_come="") == []


def test_where_nothing_is_refused_with_a_clause_no_refusal_is_owed():
    assert judged(ENFORCED, "allowed", refused=False) == []


def test_a_shown_clause_owes_its_page():
    assert judged(PAGE, "page") == []


def test_an_unknown_clause_to_come_is_a_fault():
    assert faults([], {"G99.1": ""}, [], frozenset()) == [
        "G99.1: on the list of clauses to come, and not in the rulebook"
    ]


def test_evidence_adds_up_in_a_file(tmp_path: Path, capsys):
    file = tmp_path / "evidence"
    evidence.write(file, shown(ENFORCED, "allowed"))
    evidence.write(file, shown(ENFORCED, "refused"))
    assert evidence.read(file) == shown(ENFORCED, "allowed", "refused")
    assert evidence.main([str(file)]) == 1
    assert "G1.1 Board: no test cites it" in capsys.readouterr().out
    assert evidence.main([str(tmp_path / "none")]) == 2


def test_the_list_of_clauses_to_come_is_in_reading_order_without_repeats():
    listed = list(evidence.clauses_to_come())
    assert listed == [each.id for each in CLAUSES if each.id in listed]


def test_every_clause_that_the_source_names_is_in_the_rulebook():
    unknown = {id: where for id, where in clause_ids().items() if id not in BY_ID}
    assert not unknown


def test_every_refusal_cites_a_clause_of_the_rulebook():
    unknown = {refusal.where: refusal.rules for refusal in refusals() if set(refusal.rules) - set(BY_ID)}
    assert not unknown


# The hooks themselves, in runs of their own.


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch) -> pytest.Pytester:
    monkeypatch.delenv("TAVL_EVIDENCE", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # it starts sooner
    pytester.makeini("[pytest]\nmarkers = rule\n soak")
    pytester.makeconftest(
        """
        import tests.conftest as hooks
        from pathlib import Path
        from tavl.rules.clauses import clause
        hooks.HERE = Path(__file__).parent
        hooks.clauses_to_come = dict
        judge = hooks.faults
        hooks.faults = lambda shown, to_come: judge(shown, to_come, [clause("G10.2")], frozenset({"G10.2"}))
        pytest_configure = hooks.pytest_configure
        """
    )
    return pytester


BOTH = """
    import pytest
    @pytest.mark.rule("G10.2")
    def test_allowed():
        pass
    @pytest.mark.rule("G10.2")
    def test_refused():
        assert "G10.2"
"""


def test_a_whole_run_with_its_evidence_passes(inner):
    inner.makepyfile(BOTH)
    assert inner.runpytest_subprocess().ret == pytest.ExitCode.OK


def test_a_whole_run_without_its_evidence_fails_and_says_what_is_missing(inner):
    inner.makepyfile(BOTH.replace('assert "G10.2"', 'pytest.skip("not today")'))
    run = inner.runpytest_subprocess()
    assert run.ret == pytest.ExitCode.TESTS_FAILED
    run.stdout.fnmatch_lines(["*evidence by clause*", "G10.2 Offering (enforced): nothing shows 'refused'"])


@pytest.mark.parametrize("part", [["-k", "allowed"], ["-m", "soak"], ["test_it.py"], ["test_it.py::test_allowed"]])
def test_a_part_of_the_tests_is_asked_for_nothing(inner, part):
    inner.makepyfile(
        test_it=BOTH.replace('assert "G10.2"', "pass") + "\n    @pytest.mark.soak\n    def test_s(): pass\n"
    )
    assert inner.runpytest_subprocess(*part).ret == pytest.ExitCode.OK


def test_leaving_out_the_long_runs_is_still_a_whole_run(inner):
    inner.makepyfile("import pytest\n@pytest.mark.soak\ndef test_s(): pass\ndef test_x(): pass")
    assert inner.runpytest_subprocess("-m", "not soak").ret == pytest.ExitCode.TESTS_FAILED


def test_a_bad_marker_stops_the_run(inner):
    inner.makepyfile('import pytest\n@pytest.mark.rule("G99.9")\ndef test_x(): pass')
    run = inner.runpytest_subprocess("-k", "x")
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    run.stderr.fnmatch_lines(["*test_x: the rulebook has no clause G99.9"])


def test_a_run_among_others_adds_to_the_file_and_judges_nothing(inner, monkeypatch):
    file = inner.path / "evidence"
    monkeypatch.setenv("TAVL_EVIDENCE", str(file))
    inner.makepyfile(test_it=BOTH.replace('assert "G10.2"', "assert False"))
    assert inner.runpytest_subprocess().ret == pytest.ExitCode.TESTS_FAILED
    assert evidence.read(file) == [Shown("G10.2", "allowed", "test_it.py::test_allowed")]
