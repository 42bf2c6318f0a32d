"""The four profiles as in their sources, mixtures of them, and invalid ones."""

from __future__ import annotations

from typing import Any

import pytest

from tavl.rules import PROFILES, Profile, RuleError, profile_named
from tavl.rules.profile import (
    Breaks,
    ClockSetting,
    DeadCube,
    EarlyAction,
    HomeSides,
    IllegalPlay,
    Late,
    PenaltyPointsTo,
    PlayFor,
    Resigning,
    Side,
    TurnEnd,
    TurnEnds,
    Use,
    ValidRoll,
    fault_of,
)
from tests.rules.helpers import refused_by

DBF, BASIC, SV, NO = (PROFILES[name] for name in ("dbf-tournament", "dbf-basic", "sv-grund", "no-hjemme"))


def test_danish_tournament_rules() -> None:
    assert (
        Profile(
            name="dbf-tournament",
            sources=("004",),
            play=PlayFor.MATCH,
            crawford=True,
            jacoby=False,
            beavers=False,
            automatic_doubles=False,
            automatic_doubles_limit=None,
            gammons=True,
            turn_ends=TurnEnds(without_clock=TurnEnd.DICE_LIFTED, with_clock=TurnEnd.OPPONENTS_TIME_STARTED),
            illegal_play=IllegalPlay.MUST_BE_CORRECTED,
            early_roll=EarlyAction.STANDS,
            early_double=EarlyAction.STANDS,
            dead_cube=DeadCube.CANNOT_DOUBLE,
            valid_roll=ValidRoll(side=Side.RIGHT, left_by_leave=True, dice_on_checkers=False),
            resign=Resigning.LIMITED,
            clock_use=Use.OPTION,
            clock=ClockSetting(minutes_per_point=2, delay_seconds=12),
            baffle_box=Use.OPTION,
            breaks=Breaks(minutes=5, up_to_15_points=1, over_15_points=2),
            late=Late(every_minutes=5, points=1),
            penalty_points_go_to=PenaltyPointsTo.OPPONENT,
            home_sides=None,
            choices=frozenset(),
        )
        == DBF
    )


def test_danish_basic_rules() -> None:
    assert (BASIC.name, BASIC.sources, BASIC.play) == ("dbf-basic", ("000", "003"), PlayFor.MATCH)
    assert (BASIC.crawford, BASIC.money_options, BASIC.gammons) == (True, (), True)
    assert BASIC.turn_ends.without_clock is TurnEnd.DICE_LIFTED_OR_TOUCHED
    assert BASIC.illegal_play is IllegalPlay.OPPONENT_CHOOSES
    assert (BASIC.early_roll, BASIC.early_double) == (EarlyAction.WAITING_PLAYER_CHOOSES, EarlyAction.ENFORCED)
    assert (BASIC.dead_cube, BASIC.resign, BASIC.clock_use) == (DeadCube.MAY_DOUBLE, Resigning.BY_AGREEMENT, Use.NONE)
    assert BASIC.valid_roll == ValidRoll(side=Side.RIGHT, left_by_leave=False, dice_on_checkers=False)
    assert (BASIC.baffle_box, BASIC.breaks, BASIC.late, BASIC.home_sides) == (Use.NONE, None, None, None)


def test_swedish_rules() -> None:
    assert (SV.name, SV.sources, SV.play) == ("sv-grund", ("001",), PlayFor.MATCH_OR_MONEY)
    assert (SV.crawford, SV.money_options, SV.gammons) == (True, (), True)
    assert SV.choices == {"crawford", "jacoby", "automatic_doubles"}
    assert (SV.illegal_play, SV.early_roll) == (IllegalPlay.ENFORCED, EarlyAction.ENFORCED)
    assert (SV.resign, SV.clock_use) == (Resigning.BY_AGREEMENT, Use.NONE)


@pytest.mark.rule("G1.3", "G8.1", "G10.1")
def test_norwegian_rules() -> None:
    assert (NO.name, NO.sources, NO.play) == ("no-hjemme", ("002",), PlayFor.POINTS_OR_STAKE)
    assert (NO.crawford, NO.money_options, NO.gammons) == (False, (), False)
    assert NO.home_sides == HomeSides(dark=Side.LEFT, light=Side.RIGHT)
    assert (NO.illegal_play, NO.early_roll) == (IllegalPlay.ENFORCED, EarlyAction.ENFORCED)
    assert (NO.resign, NO.clock_use, NO.choices) == (Resigning.BY_AGREEMENT, Use.NONE, frozenset())


def test_profiles_go_by_their_names_and_make_sense() -> None:
    assert list(PROFILES) == ["dbf-tournament", "dbf-basic", "sv-grund", "no-hjemme"]
    for name, profile in PROFILES.items():
        assert profile_named(name) is profile
        assert fault_of(profile) is None
        assert profile.vary() == profile
    with pytest.raises(RuleError) as error:
        profile_named("chess")
    assert refused_by(error.value.refused, "T1.1", "no_such_profile", name="chess")
    assert str(error.value) == (
        "no_such_profile (T1.1): name=chess, known=dbf-tournament, dbf-basic, sv-grund, no-hjemme"
    )


def test_the_words_of_the_profiles() -> None:
    """What is written in logs and files stays readable for ever, so these do not change."""
    kinds = (PlayFor, TurnEnd, IllegalPlay, EarlyAction, DeadCube, Resigning, Use, Side, PenaltyPointsTo)
    assert [[member.value for member in kind] for kind in kinds] == [
        ["match", "match_or_money", "points_or_stake"],
        ["dice_lifted", "dice_lifted_or_touched_to_lift", "opponents_time_started"],
        ["enforced", "must_be_corrected_until_next_valid_roll_or_double", "opponent_accepts_or_has_it_replayed"],
        ["enforced", "stands", "waiting_player_chooses"],
        ["cannot_double", "may_double"],
        ["by_agreement", "only_without_contact_or_when_certain"],
        ["none", "option", "preference", "requirement"],
        ["right", "left"],
        ["opponent", "offender"],
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"crawford": False},
        {"resign": "only_without_contact_or_when_certain"},
        {"resign": Resigning.LIMITED, "dead_cube": DeadCube.CANNOT_DOUBLE},
        {"jacoby": True, "beavers": True},
        {"automatic_doubles": True},
        {"automatic_doubles": True, "automatic_doubles_limit": 1},
        {"play": "match", "name": "our club"},
        {"clock": ClockSetting(1.5, 0), "clock_use": Use.REQUIREMENT},
        {"clock": {"minutes_per_point": 0.5, "delay_seconds": 8}},
        {"late": Late(1, 1), "breaks": Breaks(0, 0, 0)},
        {"gammons": False},
        {"home_sides": {"dark": "right", "light": "left"}},
        {"choices": frozenset({"crawford"})},
    ],
)
def test_any_mixture_that_makes_sense(fields: dict[str, Any]) -> None:
    varied = SV.vary(**fields)
    assert varied != SV or fields == {}
    untouched = set(Profile.__struct_fields__) - set(fields)
    assert all(getattr(varied, name) == getattr(SV, name) for name in untouched)
    assert fault_of(varied) is None


def test_varied_fields_are_typed() -> None:
    varied = SV.vary(resign="only_without_contact_or_when_certain", clock={"minutes_per_point": 3})
    assert varied.resign is Resigning.LIMITED
    assert varied.clock == ClockSetting(3, 12)


@pytest.mark.parametrize(
    ("profile", "fields", "rule", "code"),
    [
        (DBF, {"jacoby": True}, "T4.4.viii", "money_option_in_match_play"),
        (BASIC, {"beavers": True}, "T4.4.viii", "money_option_in_match_play"),
        (BASIC, {"automatic_doubles": True}, "T4.4.viii", "money_option_in_match_play"),
        (SV, {"jacoby": True, "play": "match"}, "T4.4.viii", "money_option_in_match_play"),
        (SV, {"jacoby": True, "gammons": False}, "G11.2", "jacoby_without_gammons"),
        (NO, {"jacoby": True}, "G11.2", "jacoby_without_gammons"),
        (SV, {"automatic_doubles_limit": 1}, "G3.2", "limit_without_automatic_doubles"),
        (SV, {"automatic_doubles": True, "automatic_doubles_limit": 0}, "G3.2", "bad_value"),
        (SV, {"clock": {"minutes_per_point": 0}}, "T3.5.v", "bad_value"),
        (SV, {"clock": {"delay_seconds": -1}}, "T3.5.v", "bad_value"),
        (SV, {"clock": ClockSetting(float("nan"), 12)}, "T3.5.v", "bad_value"),
        (SV, {"clock": ClockSetting(2, float("nan"))}, "T3.5.v", "bad_value"),
        (SV, {"clock": ClockSetting(float("inf"), 12)}, "T3.5.v", "bad_value"),
        (SV, {"clock": ClockSetting(2, float("inf"))}, "T3.5.v", "bad_value"),
        (SV, {"turn_ends": {"without_clock": "opponents_time_started"}}, "T4.1.vi", "turn_end_needs_clock"),
        (DBF, {"breaks": {"minutes": -1}}, "T2.2.ii", "bad_value"),
        (DBF, {"breaks": {"up_to_15_points": -1}}, "T2.2.ii", "bad_value"),
        (DBF, {"breaks": {"over_15_points": -1}}, "T2.2.ii", "bad_value"),
        (DBF, {"late": {"every_minutes": 0}}, "T2.2.iv", "bad_value"),
        (DBF, {"late": {"points": 0}}, "T2.2.iv", "bad_value"),
        (NO, {"home_sides": {"dark": "left", "light": "left"}}, "G1.3", "bad_value"),
        (SV, {"crawfrod": True}, "T1.1", "no_such_field"),
        (SV, {"crawford": "yes"}, "T1.1", "bad_value"),
        (SV, {"jacoby": 1}, "T1.1", "bad_value"),
        (SV, {"resign": "never"}, "T1.1", "bad_value"),
        (SV, {"clock": 12}, "T1.1", "bad_value"),
        (SV, {"crawford": object()}, "T1.1", "bad_value"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_clause(
    profile: Profile, fields: dict[str, Any], rule: str, code: str
) -> None:
    with pytest.raises(RuleError) as error:
        profile.vary(**fields)
    assert refused_by(error.value.refused, rule, code)


def test_a_refusal_says_what_it_is_about() -> None:
    def facts(profile: Profile, **fields: Any) -> dict[str, Any]:
        with pytest.raises(RuleError) as error:
            profile.vary(**fields)
        return error.value.refused.facts

    assert facts(SV, zebra=1, apple=2) == {"field": "apple"}
    assert facts(DBF, beavers=True, jacoby=True) == {"option": "jacoby"}
    assert facts(SV, automatic_doubles=True, automatic_doubles_limit=-1) == {"field": "automatic_doubles_limit"}
    assert facts(SV, clock=ClockSetting(-1)) == {"field": "clock"}
    assert facts(DBF, breaks=Breaks(-1)) == {"field": "breaks"}
    assert facts(DBF, late=Late(-1)) == {"field": "late"}
    assert facts(NO, home_sides=HomeSides(Side.LEFT, Side.LEFT)) == {"field": "home_sides"}
    assert facts(SV, crawford="yes", jacoby=False)["field"] == "crawford, jacoby"
    assert "bool" in facts(SV, crawford="yes")["problem"]


def test_a_rule_error_reads_as_a_line() -> None:
    with pytest.raises(RuleError, match=r"^jacoby_without_gammons \(G11\.2\)$"):
        NO.vary(jacoby=True)
    assert issubclass(RuleError, ValueError)


@pytest.mark.rule("G1.3")
def test_homes_that_cannot_face_each_other_are_refused() -> None:
    assert NO.vary(home_sides={"dark": "right", "light": "left"}).home_sides == HomeSides(Side.RIGHT, Side.LEFT)
    with pytest.raises(RuleError) as error:
        NO.vary(home_sides={"dark": "right", "light": "right"})
    assert refused_by(error.value.refused, "G1.3", "bad_value", field="home_sides")


@pytest.mark.rule("G3.2")
def test_a_limit_needs_automatic_doubles_and_at_least_one() -> None:
    assert SV.vary(automatic_doubles=True, automatic_doubles_limit=1).automatic_doubles_limit == 1
    for fields in ({"automatic_doubles_limit": 3}, {"automatic_doubles": True, "automatic_doubles_limit": 0}):
        with pytest.raises(RuleError) as error:
            SV.vary(**fields)
        assert refused_by(error.value.refused, "G3.2")
