"""`tavl rule`: reading the rulebook at the terminal."""

import json

import pytest
import typer
from typer.testing import CliRunner

from tavl.cli.rule import DUTIES, DUTY_NAMES, SOURCES, rule
from tavl.rules.clauses import CLAUSES, Duty

app = typer.Typer(add_completion=False)
app.command()(rule)


def run(*arguments: str, **environment: str):
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "100", "LANG": "C", "LANGUAGE": "", **environment})


def flat(text: str) -> str:
    """The words alone, without the frame and the line breaks."""
    return " ".join(text.replace("│", " ").split())


def test_a_clause_is_printed_in_full_with_its_neighbours():
    done = run("t2.2.IV")
    assert done.exit_code == 0
    text = flat(done.output)
    assert "T2.2.iv Late penalties" in text
    assert "A player who is not there and playing five minutes after the start time" in text
    assert "Duty The software applies it automatically" in text
    assert "Example The match is to 7 and starts at 14:00." in text
    assert "Source Danish tournament rules" in text
    assert "← T2.2.iii Exemptions" in text
    assert "T2.3.i Slow play →" in text


def test_the_first_and_the_last_clause_have_one_neighbour():
    assert "←" not in run("G1.1").output
    assert "→" not in run("T5.5.ii").output


def test_the_beginning_of_an_id_lists_what_stands_below_it():
    lines = run("T5").output.splitlines()
    assert [line.split()[0] for line in lines] == ["Clause", "T5.1", "T5.2", "T5.3", "T5.4", "T5.5.i", "T5.5.ii"]


def test_without_an_id_all_are_listed():
    assert len(run().output.splitlines()) == len(CLAUSES) + 1


def test_a_clause_is_read_in_the_readers_language():
    text = flat(run("T2.2.iv", "--language", "da").output)
    assert "T2.2.iv Straf for at komme for sent" in text
    assert "får ét strafpoint" in text
    assert "Eksempel Kampen er til 7" in text
    assert "← T2.2.iii Dispensation" in text
    assert "Tvister" in run("T5", "--language", "nb").output
    assert json.loads(run("G4.6", "--json", "--language", "sv").output)["title"] == "Så mycket av slaget som möjligt"


def test_labels_are_in_the_readers_language():
    assert "Pligt Programmet anvender den af sig selv" in flat(run("T2.2.iv", "--language", "da").output)
    assert "Exempel" in run("T2.2.iv", LANG="sv_SE.UTF-8").output
    assert "Eksempel" in run("T2.2.iv", "--language", "no").output


def test_as_data_a_clause_is_an_object_and_several_are_a_list():
    one = json.loads(run("g4.6", "--json").output)
    assert (one["id"], one["duty"], one["sources"]) == ("G4.6", "enforced", ["000", "001", "003"])
    assert [each["id"] for each in json.loads(run("G2", "--json").output)] == ["G2.1"]
    assert len(json.loads(run("--json").output)) == len(CLAUSES)


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("T2.2.vi", "The rulebook has no clause T2.2.vi. Did you mean T2.2.i, "),
        ("zzz", "The rulebook has no clause zzz. `tavl rule` lists them all."),
    ],
)
def test_an_unknown_id_is_told_and_exits_2(id, message):
    done = run(id)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_an_unknown_language_is_told_and_exits_2():
    done = run("G1.1", "--language", "fr")
    assert (done.exit_code, done.stderr) == (2, "tavl does not speak 'fr'; it speaks en, da, sv, nb\n")


def test_every_duty_and_every_source_has_its_words():
    assert set(DUTIES) == set(DUTY_NAMES) == set(Duty)
    documents = {source for clause in CLAUSES for source in clause.sources if source.isdigit()}
    assert documents == set(SOURCES)
