"""Writes the lower part of docs/table.md, from the types: `python -m tests.table.page`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from tavl.rules.acts import MatchAction, MatchEvent
from tavl.table import Table, acts
from tavl.table.acts import Role
from tavl.table.table import HANDLERS

PAGE = Path(__file__).parent.parent.parent / "docs" / "table.md"
BEGIN = "<!-- Below this line the page is written by `python -m tests.table.page`. -->"

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
    found = []
    for field in msgspec.structs.fields(kind):
        found.append(f"`{field.name}`" + ("" if field.required else "?"))
    return ", ".join(found)


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
    ("Requests, and people around the table", acts.RequestAction, acts.RequestEvent),
    ("Preparation and equipment", acts.PreparingAction, acts.PreparingEvent),
    ("Cards, results, devices", acts.CardAction, acts.CardEvent),
]


def vocabulary() -> str:
    lines: list[str] = []
    for title, actions, events in PARTS:
        lines += ["", f"### {title}", "", "| action | fields | who | clause | |", "| --- | --- | --- | --- | --- |"]
        for kind in get_args(actions):
            handler = HANDLERS[kind]
            lines.append(f"| `{tag(kind)}` | {fields(kind)} | {who(kind)} | {handler.rule} | {about(kind)} |")
        lines += ["", "| event | fields | |", "| --- | --- | --- |"]
        lines += [f"| `{tag(kind)}` | {fields(kind)} | {about(kind)} |" for kind in get_args(events)]
    return "\n".join(lines)


def written() -> str:
    return f"\n## States\n\n{diagram()}\n\n## Vocabulary\n{vocabulary()}\n"


def main() -> int:
    above, begin, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(above + BEGIN + "\n" + written(), encoding="utf-8")
    return 0 if begin else 1


if __name__ == "__main__":
    sys.exit(main())
