"""Actions, events and states as JSON and back."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavl.rules import Cube, Dice, Match, Outcome, Position, profile_named
from tavl.rules.acts import (
    CubeSet,
    DoubleAnnulled,
    EndSession,
    GameStarted,
    MakePlay,
    MatchAction,
    MatchDecided,
    MatchEvent,
    MatchReopened,
    OfferResignation,
    OpeningRolled,
    OutcomeSet,
    Played,
    Roll,
    Rolled,
    ScoreSet,
    TurnSet,
)
from tavl.rules.codec import decode_hook, encode_hook, from_json, to_json
from tests.rules.helpers import ONE, TWO, D, P


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Roll(ONE), '{"type":"roll","seat":0}'),
        (MakePlay(TWO, ((8, 5), (6, 5))), '{"type":"make_play","seat":1,"moves":[[8,5],[6,5]]}'),
        (OfferResignation(ONE, 2), '{"type":"offer_resignation","seat":0,"size":2}'),
        (EndSession(ONE), '{"type":"end_session","seat":0}'),
    ],
)
def test_actions_are_written(value: MatchAction, text: str) -> None:
    assert to_json(value).decode() == text
    assert from_json(text, MatchAction) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (GameStarted(crawford=True), '{"type":"game_started","crawford":true}'),
        (OpeningRolled(3, 1), '{"type":"opening_rolled","first":3,"second":1}'),
        (Rolled(ONE, D(1, 6)), '{"type":"rolled","seat":0,"dice":[6,1]}'),
        (
            Played(ONE, ((8, 5),), P("6:5 off:0", "bar:1 24:2")),
            '{"type":"played","seat":0,"moves":[[8,5]],"result":"6:5 off:0 | bar:1 24:2","legal":true}',
        ),
        (TurnSet(TWO), '{"type":"turn_set","seat":1,"dice":null}'),
        (CubeSet(Cube(4, TWO)), '{"type":"cube_set","cube":{"value":4,"owner":1}}'),
        (ScoreSet((3, 4)), '{"type":"score_set","score":[3,4],"corrects":false}'),
        (
            DoubleAnnulled(None, Outcome(ONE, 2, 2, "borne_off")),
            '{"type":"double_annulled","cube":null,"outcome":{"winner":0,"size":2,"points":2,"reason":"borne_off"}}',
        ),
        (
            MatchDecided(ONE, "time", {"by": "director", "at": 7}),
            '{"type":"match_decided","winner":0,"reason":"time","facts":{"by":"director","at":7}}',
        ),
        (MatchReopened(), '{"type":"match_reopened"}'),
        (
            OutcomeSet(Outcome(TWO, 1, 4, "ruling")),
            '{"type":"outcome_set","outcome":{"winner":1,"size":1,"points":4,"reason":"ruling"}}',
        ),
    ],
)
def test_events_are_written(value: MatchEvent, text: str) -> None:
    assert to_json(value).decode() == text
    assert from_json(text, MatchEvent) == value


def test_a_whole_match_and_its_profile_are_written() -> None:
    for match in (Match.start(5), Match.start(None, profile_named("sv-grund").vary(jacoby=True))):
        assert from_json(to_json(match), Match) == match


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"type":"rolled","seat":0,"dice":[7,1]}', r"a die shows 1 to 6.*dice"),
        ('{"type":"rolled","seat":0,"dice":[1]}', "^not a Dice"),
        ('{"type":"rolled","seat":0,"dice":[1,2,3]}', "not a Dice"),
        ('{"type":"rolled","seat":0,"dice":[1,true]}', "not a Dice"),
        ('{"type":"rolled","seat":0,"dice":[1.0,2]}', "not a Dice"),
        ('{"type":"rolled","seat":0,"dice":"61"}', "not a Dice"),
        ('{"type":"rolled","seat":0,"dice":[1,99999999999999999999]}', "dice"),
        ('{"type":"rolled","seat":2,"dice":[6,1]}', "seat"),
        ('{"type":"position_set","position":"6:5"}', r"two sides.*position"),
        ('{"type":"position_set","position":"6:16 | 1:1"}', r"15 checkers.*position"),
        ('{"type":"position_set","position":7}', "not a Position"),
        ('{"type":"chat"}', "chat"),
        ('{"type":"rolled"', "truncated"),
    ],
)
def test_what_is_no_event_names_the_field(text: str, problem: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=problem):
        from_json(text, MatchEvent)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_nothing_else_escapes(value: object) -> None:
    for kind in (Dice, Position):
        try:
            decode_hook(kind, value)
        except (ValueError, TypeError):
            continue


def test_only_positions_and_dice_have_their_own_form() -> None:
    with pytest.raises(NotImplementedError, match=r"object.*> is not written$"):
        encode_hook(object())
