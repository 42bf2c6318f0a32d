"""Cases that somebody sends on, their answers, and precedents found by clause (T5.4)."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import Struct

from tavl.organisation import acts, decide, view
from tavl.organisation.organisation import EVOLVERS, HANDLERS
from tavl.organisation.personal_data import data_of
from tavl.organisation.reports_and_cases import precedents
from tavl.organisation.submission import SubmittedPerson, decode, encode, file_of, submission_of
from tavl.rules.refusal import Refused
from tavl.rules.text_kinds import Holds, strings_in, words_of
from tavl.tournament import By
from tavl.tournament.files.errors import FileError
from tests.organisation.secretariat import Secretariat
from tests.tournament.evenings.open_with_consolation import evening


@pytest.mark.rule("T5.4", shows=("asked", "answers"))
def test_anybody_sends_a_case_on_and_the_answer_is_found_from_its_clause():
    office = Secretariat()
    sent = acts.SendCase(tournament="t1", case="c1", rule="T4.4.ix", statement="odd", parties=("anna", "bo"))
    office.do(sent, by="nobody-who-was-there")
    office.refused(sent, "T5.4", "done_already", by="nobody-who-was-there")
    office.do(sent, by="bo")
    (case,) = view(office.now, By("lone"), office.at).desk.cases  # type: ignore[union-attr]
    assert ([each.person for each in case.senders], case.answered_at) == (["nobody-who-was-there", "bo"], None)
    office.refused(acts.AnswerCase(case="t1/c1", answer=""), "T5.4", "reason_missing")
    office.refused(acts.AnswerCase(case="t1/c1", answer="it stands", precedent=True), "T5.4", "summary_missing")
    office.refused(acts.AnswerCase(case="t1/c9", answer="it stands"), "T5.4", "no_such_case")
    answer = acts.AnswerCase(
        case="t1/c1", answer="it stands", precedent=True, summary="A cube that fell", sanction="a warning"
    )
    office.do(answer, by="mads")
    (ruling,) = view(office.now, By("a-stranger"), office.at).rulings
    assert (ruling.rule, ruling.summary, ruling.answer) == ("T4.4.ix", "A cube that fell", "it stands")
    assert view(office.now, By("a-stranger"), office.at).desk is None
    assert [len(precedents(office.now, rule)) for rule in ("T4.4", "T4.4.ix", "T4.4.i", "T5.2", "")] == [1, 1, 0, 0, 1]
    office.do(acts.RecordPrecedent(rule="T4.4.ix", answer="so it was in 1998", decided_at=1))
    assert [each.answer for each in precedents(office.now, "T4.4.ix")] == ["it stands", "so it was in 1998"]
    assert [each.id for each in data_of(office.now, "bo").cases] == ["t1/c1"]
    office.check_replay()


@pytest.mark.rule("T5.1", shows="asked")
def test_an_officer_does_not_answer_their_own_case():
    office = Secretariat()
    office.do(acts.SendCase(tournament="t1", case="c1", rule="T1.2", parties=("mads",)), by="bo")
    office.refused(acts.AnswerCase(case="t1/c1", answer="I was right"), "T5.1", "own_case", by="mads")


def test_a_clause_that_is_none_is_refused():
    office = Secretariat()
    office.refused(acts.SendCase(tournament="t", case="c", rule="T9.9"), "T1.1", "no_such_clause", by="bo")
    office.refused(acts.SendCase(tournament="", case="c", rule="T1.2"), "T5.4", "bad_value", by="bo")
    office.refused(acts.RecordPrecedent(rule="T9.9", answer="x"), "T1.1", "no_such_clause")


@pytest.mark.rule("T5.5.i", "T5.5.ii", shows="allowed")
def test_a_closed_tournament_is_a_file_that_counts_elsewhere():
    played = evening().tournament
    assert played is not None
    file = file_of("t3", played, (SubmittedPerson(id="freja", name="Freja"),))
    assert decode(encode(file)) == file
    sent = submission_of("t3", played)
    assert (sent.report, sent.sanctioned) == (played.report, True)
    assert len([each for each in sent.matches if each.begun and not each.void]) == 100
    assert [each.rule for each in sent.cases] == ["T4.4.ix"]
    for data in (b"", b"{}", b"\xff\xfe", encode(file).replace(b'"reason": "', b'"reason": "not ', 1)):
        with pytest.raises(FileError):
            decode(data)


@pytest.mark.parametrize("kind", get_args(acts.AnyEvent) + get_args(acts.AnyAction), ids=lambda kind: kind.__name__)
def test_every_string_of_an_event_or_an_action_is_declared(kind: type[Struct]):
    strings = list(strings_in(kind))
    assert [path for path, held in strings if held is None] == []
    own = [path for path, held in strings if held is Holds.WORDS]
    assert own == [name for name, _ in words_of(kind)]


def test_every_action_has_a_handler_and_every_event_an_evolver():
    assert set(get_args(acts.AnyAction)) - set(HANDLERS) == {acts.CreateOrganisation}
    assert set(get_args(acts.AnyEvent)) - set(EVOLVERS) == {acts.OrganisationCreated}
    office = Secretariat()
    answer = decide(None, acts.DescribeOrganisation(about="x"), By("lone"), 0)
    assert isinstance(answer, Refused)
    assert answer.code == "no_organisation"
    office.refused(acts.CreateOrganisation(charter=office.now.charter), "T1.1", "done_already")
