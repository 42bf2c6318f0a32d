"""The profiles in Python say what profiles.yaml, written from the rule documents, says, field by field."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from tavl.rules.profile import PROFILES, Profile

WRITTEN: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("profiles.yaml").read_text(encoding="utf-8")
)
LEFT_TO_THE_PLAYERS = {"optional": False, "normally": True}  # what holds unless they say otherwise


def typed(name: str) -> dict[str, Any]:
    return msgspec.to_builtins(PROFILES[name])


def as_written(field: str, value: Any) -> dict[str, Any]:
    """A field of the file under the names and values that Python has for it."""
    match field, value:
        case "source", str():
            return {"sources": (value,)}
        case "source", _:
            return {"sources": tuple(value)}
        case "title", _:
            return {}  # a title is for people; the catalogues have it
        case "turn_ends", str():
            return {"turn_ends": {"without_clock": value}}
        case "valid_roll", {"dice_on_checkers": "by_announcement", **rest}:
            return {"valid_roll": {**rest, "dice_on_checkers": False}}  # until the director announces it
        case "clock", {"kind": "simple_delay", **rest}:
            return {"clock": rest}  # the one kind there is
        case "late", {"lose_above": "half_the_match_length", **rest}:
            return {"late": rest}  # the one limit there is
        case "crawford", "normally":
            return {"crawford": True, "crawford_from": 2}  # "in matches of more than one point"
        case "home_side", _:
            return {"home_sides": value}
        case _, str() if value in LEFT_TO_THE_PLAYERS:
            return {field: LEFT_TO_THE_PLAYERS[value]}
        case _:
            return {field: value}


def test_the_same_profiles_are_there():
    assert list(PROFILES) == list(WRITTEN)


@pytest.mark.parametrize(("name", "field"), [(name, field) for name, fields in WRITTEN.items() for field in fields])
def test_a_field_of_the_file_is_as_written(name, field):
    for key, value in as_written(field, WRITTEN[name][field]).items():
        held = typed(name)[key]
        if isinstance(value, dict):
            assert {part: held[part] for part in value} == value
        else:
            assert held == value


@pytest.mark.parametrize("name", WRITTEN)
def test_a_field_that_the_file_leaves_out_has_its_default(name):
    given = {key for field, value in WRITTEN[name].items() for key in as_written(field, value)}
    defaults = {
        field.name: msgspec.to_builtins(field.default)
        for field in msgspec.structs.fields(Profile)
        if field.default is not msgspec.NODEFAULT
    }
    left_out = {key: default for key, default in defaults.items() if key not in given | {"choices"}}
    assert {key: typed(name)[key] for key in left_out} == left_out


@pytest.mark.parametrize("name", WRITTEN)
def test_what_the_source_leaves_to_the_players_is_a_choice(name):
    left = {field for field, value in WRITTEN[name].items() if isinstance(value, str) and value in LEFT_TO_THE_PLAYERS}
    assert PROFILES[name].choices - {"play"} == left
