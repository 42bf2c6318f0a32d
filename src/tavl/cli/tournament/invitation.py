"""An invitation as a director types it, or as a TOML or JSON file with the same names: `open:consolation:7/9:5:3`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavl.rules.profile import DBF_TOURNAMENT
from tavl.tournament.acts.tables_and_calls import Place
from tavl.tournament.formats.jackpot import PLACES as JACKPOT_PLACES
from tavl.tournament.invitation import DivisionTerms, Format, Invitation, Prize, SidePool, Stage
from tavl.tournament.money.amounts import Amount, amount_of
from tavl.tournament.money.fees import Fee

STAGES: dict[Format, tuple[str, ...]] = {
    Format.ELIMINATION: ("main",),
    Format.CONSOLATION: ("main", "consolation", "last_chance"),
    Format.DOUBLE: ("main", "losers", "final"),
    Format.TRIPLE: ("lives",),
    Format.SWISS: ("swiss",),
    Format.ROUND_ROBIN: ("main",),
    Format.GROUPS: ("groups", "main"),
    Format.JACKPOT: ("main",),
    Format.CLUB_NIGHT: ("main",),
    Format.CONTINUOUS: ("lives",),
    Format.LEAGUE: ("main",),
}
"""What each format plays, in the order in which the lengths are typed."""
NUMBERS = (
    *("rounds", "groups", "through", "capacity", "members", "level", "priority", "lives", "re_entries", "prize_unit"),
    *("cycles", "boards", "reserves", "batch"),
)
SHORT = {"minutes": "minutes_per_point", "unit": "prize_unit"}
FLAGS = ("seeded", "progressive", "rated", "share_tied", "take_out", "by_itself")
YES, NO = ("yes", "true", "1", "ja"), ("no", "false", "0", "nej", "nei")
_LENGTH = re.compile(r"(\d{1,3})(?:/(\d{1,3}))?")


class Unreadable(ValueError):
    """A field that cannot be read, and its content."""

    def __init__(self, field: str, found: str) -> None:
        self.field = field
        self.found = found[:80]
        super().__init__(f"{field}: {found}")


class Plan(Struct, kw_only=True, forbid_unknown_fields=True):
    """The options of `tavl tournament new`, which are also the names in an invitation file."""

    title: str = ""
    director: list[str] = []
    helper: list[str] = []
    division: list[str] = []
    fee: list[str] = []
    prize: list[str] = []
    pool: list[str] = []
    currency: str = "DKK"
    tables: int | None = None
    clocks: int = 0
    boards: int = 0
    cups: int = 0
    dice: int = 0
    boxes: int = 0
    sanctioned: bool = False
    licensed: list[str] = []
    observer_fee: str = ""
    late_by_itself: bool = False
    score_boards: bool = False
    starts: str = ""


def read_plan(path: Path) -> Plan:
    """An invitation file: TOML, or JSON with the same names. Raises Unreadable, OSError or UnicodeError."""
    data = path.read_bytes()
    try:
        given: Any = msgspec.json.decode(data) if path.suffix.lower() == ".json" else tomllib.loads(data.decode())
        return msgspec.convert(given, Plan)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(path.name, str(error)) from None
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        unknown = re.search(r"unknown field `(\w+)`", message)
        raise Unreadable(place.strip("`$.") or (unknown[1] if unknown else path.name), message) from None
    except msgspec.DecodeError as error:
        raise Unreadable(path.name, str(error)) from None


Clock = Callable[[str], int]
"""The instant that a time of day means."""


def invitation_of(plan: Plan, clock: Clock, at: int, before: Invitation | None = None) -> Invitation:
    """Raises Unreadable or MoneyError. `before` is used where the plan says nothing."""
    starts_at = clock(plan.starts) if plan.starts else at
    divisions = [read_division(text, clock) for text in plan.division]
    if before is not None and not divisions:
        divisions = list(before.divisions)
    by_id = {each.id: each for each in divisions}
    for text in plan.fee:
        id, fee = _fee(text, plan.currency)
        terms = _division(by_id, id, "fee")
        by_id[id] = replace(terms, fees=(*terms.fees, fee))
    for text in plan.prize:
        id, *rest = [part.strip() for part in text.split(":")]
        terms = _division(by_id, id, "prize")
        by_id[id] = replace(terms, prizes=(*terms.prizes, _prize(terms, rest, text)))
    for text in plan.pool:
        parts = [part.strip() for part in text.split(":")]
        if len(parts) != 4:
            raise Unreadable("pool", text)
        terms = _division(by_id, parts[0], "pool")
        pool = SidePool(id=parts[1], price=_amount(parts[2], plan.currency), places=_places(parts[3]))
        by_id[parts[0]] = replace(terms, pools=(*terms.pools, pool))
    observer = _amount(plan.observer_fee, plan.currency) if plan.observer_fee else None
    if before is not None:
        return replace(
            before, divisions=tuple(by_id.values()), starts_at=starts_at, ends_at=None, sanctioned=plan.sanctioned
        )
    return Invitation(
        profile=DBF_TOURNAMENT,
        sanctioned=plan.sanctioned,
        starts_at=starts_at,
        divisions=tuple(by_id.values()),
        observer_fee=observer,
        late_by_itself=plan.late_by_itself,
        score_boards=plan.score_boards,
    )


def read_division(text: str, clock: Clock) -> DivisionTerms:
    """`open:consolation:7/9:5:3:seeded=yes`: its name, its format, a length for each stage, and other options."""
    id, *rest = [part.strip() for part in text.split(":")]
    form = Format.ELIMINATION
    if rest and rest[0].replace("-", "_") in tuple(Format):
        form = Format(rest.pop(0).replace("-", "_"))
    lengths = [part for part in rest if "=" not in part]
    found = [_LENGTH.fullmatch(part) for part in lengths]
    bad = next((part for part, length in zip(lengths, found, strict=True) if length is None), None)
    if not id or bad is not None or len(lengths) > len(STAGES[form]):
        raise Unreadable("division", text if bad is None else bad)
    numbers = [(int(length[1]), int(length[2]) if length[2] else None) for length in found if length]
    terms: dict[str, Any] = {"id": id, "format": form}
    if form is Format.JACKPOT:
        terms["capacity"] = JACKPOT_PLACES
    best_of = 1
    for part in rest:
        name, equals, value = part.partition("=")
        if name.strip() == "best_of":
            best_of = _number(name, value)
        elif name.strip() == "ends":
            terms["ends_at"] = clock(value)
        elif equals:
            terms |= _term(name.strip(), value.strip())
    given = numbers or [(7, None)]
    # A consolation without a length of its own is played as the main bracket is; a last chance only if it has one.
    wanted = STAGES[form] if form is not Format.CONSOLATION else STAGES[form][: max(2, len(given))]
    stages = [
        Stage(id=stage, length=length, final=final, best_of=best_of)
        for stage, (length, final) in zip(wanted, [*given, *[(given[-1][0], None)] * len(wanted)], strict=False)
    ]
    return DivisionTerms(**terms, stages=tuple(stages))


def _term(name: str, value: str) -> dict[str, Any]:
    name = SHORT.get(name, name)
    if name in (*NUMBERS, "minutes_per_point"):
        return {name: _number(name, value)}
    if name in FLAGS and value.casefold() in (*YES, *NO):
        return {name: value.casefold() in YES}
    if name == "house":
        return {name: value}
    raise Unreadable("division", f"{name}={value}")


def _number(name: str, value: str) -> int:
    if not re.fullmatch(r"\d{1,6}", value, re.ASCII):
        raise Unreadable(name, value)
    return int(value)


def _division(by_id: dict[str, DivisionTerms], id: str, field: str) -> DivisionTerms:
    if id not in by_id:
        raise Unreadable(field, id)
    return by_id[id]


def _fee(text: str, currency: str) -> tuple[str, Fee]:
    """`open:500:50`, or in another currency `open:100:10:EUR`."""
    id, *rest = [part.strip() for part in text.split(":")]
    if not 1 <= len(rest) <= 3:
        raise Unreadable("fee", text)
    currency = rest[2].upper() if len(rest) == 3 else currency
    return id, Fee(price=_amount(rest[0], currency), registration=_amount((rest[1:2] or ["0"])[0], currency))


def _amount(text: str, currency: str) -> Amount:
    return amount_of(text.replace(",", "."), currency.upper())


def _prize(terms: DivisionTerms, rest: list[str], text: str) -> Prize:
    """`open:main:60%:50%,25%,25%`; with one stage that takes all `open:2/3,1/3`."""
    if len(rest) == 1:
        return Prize(stage=terms.stages[-1 if terms.format is Format.GROUPS else 0].id, places=_places(rest[0]))
    if len(rest) != 3 or terms.stage(rest[0]) is None:
        raise Unreadable("prize", text)
    return Prize(stage=rest[0], part=rest[1], places=_places(rest[2]))


def _places(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def places_of(count: int) -> tuple[Place, ...]:
    return tuple(Place(id=str(number)) for number in range(1, count + 1))
