"""Every string in an event is declared: as a person's text, stored outside the stream, or as what it is instead."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import Struct

from tavl.rules.acts import Outcome
from tavl.rules.codec import from_json, to_json
from tavl.rules.text_kinds import Holds, strings_in, words_of
from tavl.table import acts
from tavl.table.acts import Equipment, Matter, Request, Topic
from tavl.table.conduct.requests import RULES
from tests.table.helpers import ONE, TWO, act, after, begun, opened, refused, said, tournament


@pytest.mark.parametrize("kind", get_args(acts.AnyEvent) + get_args(acts.AnyAction), ids=lambda kind: kind.__name__)
def test_every_string_of_an_event_or_an_action_is_declared(kind: type[Struct]):
    strings = list(strings_in(kind))
    assert [path for path, held in strings if held is None] == []
    own = [path for path, held in strings if held is Holds.WORDS]
    assert own == [name for name, _ in words_of(kind)], "people's words stand in a field of the event itself"


def test_the_reason_of_a_penalty_for_lateness_is_nobodys_words():
    assert words_of(acts.PenaltyGiven) == (("reason", frozenset({"late"})),)


def test_the_clause_under_which_a_player_asked_is_nobodys_words():
    assert words_of(acts.UseSet) == (("reason", {RULES[Request.CLOCK], RULES[Request.BAFFLE_BOX]}),)
    assert words_of(acts.SpectatorExpelled) == (("reason", {RULES[Request.EXPEL_SPECTATORS]}),)


def test_equipment_asked_for_by_name_is_nobodys_words():
    """On it hangs what is changed when the other agrees."""
    ((field, codes),) = words_of(acts.ConsentAsked)
    assert (field, codes) == ("what", frozenset(Equipment))
    asked = act(tournament(), acts.AskConsent(ONE, Matter.OTHER_EQUIPMENT, "clock"))
    assert said(asked, acts.GiveConsent(TWO, 1))[1] == acts.EquipmentChanged(Equipment.CLOCK, "agreement")


@pytest.mark.rule("T3.6")
def test_that_two_wish_the_same_is_written_down_beside_their_words():
    table = tournament()
    first = said(table, acts.Wish(ONE, Topic.BOARD, "the old one"))
    assert first == [acts.Wished(ONE, Topic.BOARD, "the old one", agrees=False)]
    table = after(table, *first)
    assert said(table, acts.Wish(TWO, Topic.DICE, "the old one"))[0].agrees is False  # about something else
    assert said(table, acts.Wish(ONE, Topic.BOARD, "the old one"))[0].agrees is False  # with oneself is not agreed
    assert said(table, acts.Wish(TWO, Topic.BOARD, "a new one"))[0].agrees is False
    assert said(table, acts.Wish(TWO, Topic.BOARD, "the old one"))[0].agrees is True


@pytest.mark.parametrize(
    ("agrees", "values", "settled"),
    [
        (True, ("a", "b"), ["b"]),  # one of the two is erased
        (False, ("x", "x"), []),  # both are
        (None, ("a", "a"), ["a"]),  # in a stream of before
        (None, ("a", "b"), []),
    ],
)
def test_wishes_stay_as_settled_as_they_were_when_their_words_are_erased(agrees, values, settled):
    wishes = [acts.Wished(ONE, Topic.BOARD, values[0], None), acts.Wished(TWO, Topic.BOARD, values[1], agrees)]
    assert [each.value for each in after(tournament(), *wishes).setup.settled] == settled
    alone = after(tournament(), acts.Wished(ONE, Topic.BOARD, "a"))
    assert alone.setup.settled == ()


def test_a_wish_of_before_is_read():
    assert from_json(b'{"type":"wished","seat":0,"topic":"board","value":"a"}', acts.AnyEvent) == acts.Wished(
        ONE, Topic.BOARD, "a"
    )
    assert b'"agrees":null' in to_json(acts.Wished(ONE, Topic.BOARD, "a"))


@pytest.mark.parametrize("language", ["en", "nb-NO", "sr-Latn-RS"])
def test_official_languages_are_tags(language):
    assert opened(languages=(language,)).terms.fault is None


@pytest.mark.parametrize("language", ["", "e", "en ", "Anna cheats", "-en", "en-", "toolonglang"])
def test_nothing_else_hides_in_official_languages(language):
    fault = opened(languages=("en", language)).terms.fault
    assert (fault.code, fault.rule, fault.facts) == ("bad_value", "T1.5", {"field": "languages"})


@pytest.mark.parametrize("reason", ["borne_off", "dropped", "resigned", "recorded", "ruling"])
def test_a_ruled_outcome_has_one_of_the_reasons_that_there_are(reason):
    table = begun(tournament())
    ruled = acts.Rule(rule="T5.1", reason="seen", outcome=Outcome(ONE, 1, 1, reason))
    assert act(table, ruled).match.score == (1, 0)
    words = acts.Rule(rule="T5.1", reason="seen", outcome=Outcome(ONE, 1, 1, "he cheated"))
    assert refused(table, words, "T5.1", "bad_value")
