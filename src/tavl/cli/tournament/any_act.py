"""Any act by its name: whatever a tournament knows can be done at the terminal, also what has no command of its own."""

from __future__ import annotations

import json
import secrets
from typing import Annotated, Any, get_args

import msgspec
import typer

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import EVENING, LOOK, Desk, Shown, command
from tavl.cli.tournament.entries import anybody
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import table
from tavl.rules.codec import decode_hook
from tavl.rules.text_kinds import Holds, strings_in
from tavl.tournament import Office, acts
from tavl.tournament.matches.advancement import Where

COMMANDS_ONLY = (acts.CreateTournament, acts.PromiseSeed, acts.MakeDraw)
"""`new`, `promise` and `draw` are left out: they make a file, or keep a seed in it."""
KINDS: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(acts.AnyAction) if kind not in COMMANDS_ONLY
}
INSTANTS = ("starts_at", "until", "since", "deadline", "ended_at", "came_at", "times")


@command("act", _("Any act of a tournament, by its name: postpone_match match=main.1.3 reason='a train'."), EVENING)
def act(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Such as set_break; `acts` lists them."))],
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FIELD=VALUE]...", help=_("Names, matches and times as in other commands.")),
    ] = None,
    player: Annotated[str | None, typer.Option("--from", metavar="NAME", help=_("The player who does it."))] = None,
    federation: Annotated[bool, typer.Option("--federation", help=_("In the federation's name."))] = False,
) -> None:
    kind = KINDS.get(name.replace("-", "_").casefold())
    if kind is None:
        fail(desk.w("There is no such act: {name}.", name=name[:60]))
    given: dict[str, Any] = {"type": str(kind.__struct_config__.tag)}
    for field in fields or ():
        key, equals, value = field.partition("=")
        if not equals or key not in kind.__struct_fields__:
            known = ", ".join(kind.__struct_fields__) or "-"
            fail(desk.w("{name} has these fields: {fields}.", name=name, fields=known))
        given[key] = _meant(desk, kind, key, value)
    try:
        action = msgspec.convert(given, kind, strict=False, dec_hook=decode_hook)
    except (msgspec.ValidationError, ValueError) as error:
        fail(desk.w("This cannot be understood: {problem}", problem=str(error)))
    by = anybody(desk, player) if player is not None else None
    chance = secrets.token_bytes(32) if isinstance(action, acts.DrawCommittee) else None
    desk.do(action, by, chance, Office.FEDERATION if federation else Office.NONE)  # type: ignore[arg-type]


@command("acts", _("All acts of a tournament and their fields."), LOOK, writes=False)
def list_acts(desk: Desk) -> Shown:
    rows = [[name, " ".join(map(_field_text, msgspec.structs.fields(kind)))] for name, kind in sorted(KINDS.items())]
    return Shown(table(rows), {name: list(kind.__struct_fields__) for name, kind in KINDS.items()})


def _field_text(field: msgspec.structs.FieldInfo) -> str:
    return field.name if field.required else f"[{field.name}]"


def _meant(desk: Desk, kind: type[msgspec.Struct], key: str, text: str) -> Any:
    """As the other commands take it: a person by three letters, a match by its table, 20:10 for an instant."""
    (held,) = [each for each in msgspec.structs.fields(kind) if each.name == key]
    several = text.split(",")
    if Holds.PERSON in {holds for path, holds in strings_in(held.type) if not path}:
        people = [anybody(desk, each) for each in several if each.strip()]
        return people if "tuple" in str(held.type) else people[0] if people else None
    if key == "match":
        return desk.match(text, *Where).id
    if key == "entry":
        return desk.entry(text).id
    if key == "division":
        return desk.division(text)
    if key in INSTANTS and ":" in text and not text.startswith("["):
        found = [instant(desk.w, each, desk.at) for each in several]
        return found if key == "times" else found[0]
    try:
        return json.loads(text)
    except ValueError:
        return text
