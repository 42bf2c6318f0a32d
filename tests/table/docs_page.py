"""Writes the lower part of docs/table.md, from the types: `python -m tests.table.docs_page`."""

from __future__ import annotations

import inspect
import sys
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import msgspec

from tavl.rules.acts import MatchAction, MatchEvent
from tavl.rules.codec import to_json
from tavl.rules.text_kinds import Holds, strings_in
from tavl.table import Detail, Ruler, Sitting, Table, TableTerms, acts
from tavl.table.acts import Role
from tavl.table.conduct import consents, requests
from tavl.table.conduct.breaches import BY_SPECTATORS
from tavl.table.conduct.proposed_penalties import ORDERS, PENALISED_UNDER, STEPS
from tavl.table.disputes import corrections
from tavl.table.table import HANDLERS


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum) and kind is not StrEnum


PAGE = Path(__file__).parent.parent.parent / "docs" / "table.md"
BEGIN = "<!-- Below this line the page is written by `python -m tests.table.docs_page`. -->"

# Every way from one state to another that is no ruling, dispute or pause: those are possible from everywhere.
EDGES: dict[tuple[str, str], str] = {
    ("waiting", "between games"): "Seated",
    ("between games", "opening"): "GameStarted",
    ("opening", "to play"): "OpeningRolled",
    ("opening", "doubled"): "Doubled (only the cube is recorded)",
    ("to roll", "to play"): "Rolled",
    ("to play", "to roll"): "Played",
    ("to play", "doubled"): "Played, Doubled (early)",
    ("to play", "between games"): "Played",
    ("to play", "to accept"): "Played (challenge)",
    ("to play", "over"): "Played",
    ("to roll", "doubled"): "Doubled",
    ("doubled", "to roll"): "Taken",
    ("doubled", "between games"): "Dropped",
    ("doubled", "over"): "Dropped",
    ("doubled", "beavered"): "Beavered",
    ("beavered", "to roll"): "Taken",
    ("beavered", "between games"): "Dropped",
    ("to roll", "resigning"): "ResignationOffered",
    ("to play", "resigning"): "ResignationOffered",
    ("resigning", "to roll"): "ResignationRefused",
    ("resigning", "to play"): "ResignationRefused",
    ("resigning", "between games"): "ResignationAccepted",
    ("resigning", "over"): "ResignationAccepted",
    ("to roll", "claimed"): "PlayFlagged",
    ("between games", "claimed"): "PlayFlagged",
    ("to accept", "claimed"): "PlayFlagged",
    ("resigning", "claimed"): "PlayFlagged",
    ("claimed", "to roll"): "ClaimWithdrawn",
    ("claimed", "between games"): "ClaimWithdrawn",
    ("claimed", "to accept"): "ClaimWithdrawn",
    ("claimed", "resigning"): "ClaimWithdrawn",
    ("claimed", "to play"): "FactsAccepted, PlayReopened",
    ("to accept", "over"): "PlayAccepted",
}
# What may lead from anywhere to anywhere.
ANYWHERE = (
    acts.Ruled
    | acts.DisputeRaised
    | acts.DisputeSettled
    | acts.Suspended
    | acts.Resumed
    | acts.PenaltyGiven
    | acts.Corrected
    | acts.Aborted
    | acts.SeatLeft
)
DECIDED = ("MatchDecided", "OutcomeSet", "ScoreSet")  # a flag, a penalty, a result both state


def state_of(table: Table) -> str:
    """The state of a table as the diagram names it."""
    game = table.match.game
    if table.aborted:
        return "closed"
    if table.disputes.open:
        return "disputed"
    if table.handling.claim:
        return "claimed"
    if table.suspended:
        return "suspended"
    if table.over:
        return "over"
    if not table.full:
        return "waiting"
    if table.match.result:
        return "to accept"
    if game is None or not table.game_running:
        return "between games"
    return "resigning" if game.resignation else game.phase.value.replace("_", " ")


def diagram() -> str:
    name = {state: state.replace(" ", "_") for edge in EDGES for state in edge}
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> waiting"]
    lines += [f"    {name[a]} --> {name[b]}: {label}" for (a, b), label in EDGES.items()]
    return "\n".join([*lines, "    over --> [*]", "```"])


def fields(kind: Any) -> str:
    needed_first = sorted(msgspec.structs.fields(kind), key=lambda each: not each.required)
    return ", ".join(field_text(field) for field in needed_first)


def field_text(field: msgspec.structs.FieldInfo) -> str:
    """Its name, and what it is if it is left out; `?` where that is nothing, `✎` where it is people's own words."""
    default = default_of(field)
    if field.required or default in (None, "", (), {}):
        own = any(held is Holds.WORDS and not path for path, held in strings_in(field.type))
        return f"`{field.name}`" + ("" if field.required else "?") + (" ✎" if own else "")
    return f"`{field.name}` = {to_json(default).decode()}"


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    given = field.default_factory is not msgspec.NODEFAULT
    return field.default_factory() if given and callable(field.default_factory) else field.default


def about(kind: Any) -> str:
    """The first sentence of its docstring."""
    text = " ".join((inspect.getdoc(kind) or "").split()) if "__doc__" in vars(kind) and vars(kind)["__doc__"] else ""
    return text.replace("|", "\\|")


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def who(kind: Any) -> str:
    roles = HANDLERS[kind].roles
    return "anybody" if roles == frozenset(Role) else ", ".join(role.value for role in Role if role in roles)


PARTS = [
    ("Sitting down", acts.SeatingAction, acts.SeatingEvent),
    ("The game", MatchAction, MatchEvent),
    ("The board in hand", acts.HandlingAction, acts.HandlingEvent),
    ("The clock", acts.ClockAction, acts.ClockEvent),
    ("Corrections, disputes, rulings", acts.RulingAction, acts.RulingEvent),
    ("Times, breaks, breaches", acts.ConductAction, acts.ConductEvent),
    ("Consents", acts.ConsentAction, acts.ConsentEvent),
    ("Requests, observers and readers", acts.RequestAction, acts.RequestEvent),
    ("Spectators", acts.SpectatorAction, acts.SpectatorEvent),
    ("Preparation and equipment", acts.PreparingAction, acts.PreparingEvent),
    ("Cards, results, devices", acts.CardAction, acts.CardEvent),
]


CONDUCT, FREELY = "c", "f"


def vocabulary() -> str:
    lines = [
        f"`{CONDUCT}`: only where conduct is kept. `{FREELY}`: also while a claim or a dispute freezes everything."
    ]
    for title, actions, events in PARTS:
        lines += [
            "",
            f"### {title}",
            "",
            "| action | fields | who | clause | | |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for kind in get_args(actions):
            handler = HANDLERS[kind]
            marks = f"{CONDUCT if handler.conduct else ''}{FREELY if handler.freely else ''}"
            lines.append(f"| `{tag(kind)}` | {fields(kind)} | {who(kind)} | {handler.rule} | {marks} | {about(kind)} |")
        lines += ["", "| event | fields | |", "| --- | --- | --- |"]
        lines += [f"| `{tag(kind)}` | {fields(kind)} | {about(kind)} |" for kind in get_args(events)]
    return "\n".join(lines)


VALUES = [
    Sitting,
    Ruler,
    Detail,
    Role,
    consents.Reply,
    *(kind for kind in vars(acts).values() if _is_enum(kind) and kind is not Role),
]


def values() -> str:
    """The words that stand in a field, by the field's type. A written log has them for ever."""
    lines = ["| field | values |", "| --- | --- |"]
    for kind in VALUES:
        name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()
        lines.append(f"| {name} | {', '.join(f'`{value.value}`' for value in kind)} |")
    return "\n".join(lines)


def terms() -> str:
    lines = ["| term | if not given |", "| --- | --- |"]
    for field in msgspec.structs.fields(TableTerms):
        default = default_of(field)
        shown = "must be given" if field.required else "" if default is None else f"`{to_json(default).decode()}`"
        lines.append(f"| `{field.name}` | {shown} |")
    return "\n".join(lines)


def breaches() -> str:
    """What is proposed on the first, second, third breach and on later ones."""
    lines = ["| clause | proposed | under | may be ordered |", "| --- | --- | --- | --- |"]
    for rule in dict.fromkeys((*STEPS, *ORDERS)):
        steps = ", ".join("noted" if step is None else step.value for step in STEPS.get(rule, ()))
        order = ORDERS[rule].value if rule in ORDERS else ""
        lines.append(f"| {rule} | {steps} | {PENALISED_UNDER.get(rule, rule) if steps else ''} | {order} |")
    lines += ["", f"By spectators: {', '.join(sorted(BY_SPECTATORS))}; expelling them is proposed (T1.6.iii)."]
    return "\n".join(lines)


def asked() -> str:
    """Consents and requests, with their clauses."""
    lines = ["| consent | clause | taken back by | refused |", "| --- | --- | --- | --- |"]
    for matter, rule in consents.RULES.items():
        takes_back = "who gave it, the director" if matter in consents.BY_GIVER else "the director"
        refused = "with a reason" if matter in consents.NOT_TO_BE_REFUSED_UNREASONABLY else ""
        lines.append(f"| `{matter.value}` | {rule} | {takes_back} | {refused} |")
    lines += ["", "| request | clause |", "| --- | --- |"]
    lines += [f"| `{request.value}` | {rule} |" for request, rule in requests.RULES.items()]
    lines += ["", "| correction | clause |", "| --- | --- |"]
    return "\n".join(lines + [f"| `{tag(kind)}` | {rule} |" for kind, rule in corrections.RULES.items()])


def written() -> str:
    parts = [("States", diagram()), ("Terms", terms()), ("Values", values())]
    parts += [("Breaches", breaches()), ("Consents, requests, corrections", asked()), ("Vocabulary", vocabulary())]
    return "".join(f"\n## {title}\n\n{text}\n" for title, text in parts)


def main() -> int:
    above, begin, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(above + BEGIN + "\n" + written(), encoding="utf-8")
    return 0 if begin else 1


if __name__ == "__main__":
    sys.exit(main())
