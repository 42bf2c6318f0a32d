"""`tavl rule`: read the rulebook."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tavl.cli.errors import fail
from tavl.cli.input_output import print_json
from tavl.cli.language import _, chosen_words
from tavl.i18n import Words, later
from tavl.rules import clauses as rulebook
from tavl.rules.clauses import Clause, Duty
from tavl.rules.refusal import RuleError

DUTIES = {
    Duty.ENFORCED: later("The software applies it automatically; only a director's ruling can override it."),
    Duty.DECIDED: later("A person decides; the software asks at the right moment and records the answer."),
    Duty.RECORDED: later("It happens at the table; the software records it and proposes the next step."),
    Duty.SHOWN: later("It is for people to read; the software shows it where it matters."),
}
DUTY_NAMES = {
    Duty.ENFORCED: later("enforced"),
    Duty.DECIDED: later("decided by a person"),
    Duty.RECORDED: later("recorded"),
    Duty.SHOWN: later("shown"),
}
SOURCES = {
    "000": later("Danish basic rules"),
    "001": later("Swedish basic rules"),
    "002": later("Norwegian home rules"),
    "003": later("Danish lesson"),
    "004": later("Danish tournament rules"),
}


def rule(
    id: Annotated[str | None, typer.Argument(help=_("A clause (T2.2.iv), or the beginning of several (T2.2)."))] = None,
    json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    """Print a clause of the rulebook, all that begin with an id, or a list of them all."""
    w = chosen_words(language)
    try:
        found = rulebook.CLAUSES if id is None else rulebook.clauses_under(id)
    except RuleError as error:
        fail(_unknown(w, id or "", error))
    found = tuple(rulebook.translated(each, w.language) for each in found)
    if json:
        exact = id is not None and found[0].id.casefold() == id.strip().casefold()
        print_json(found[0] if exact else found)
        return
    Console().print(_page(w, found[0]) if len(found) == 1 else _list(w, found))


def _unknown(w: Words, id: str, error: RuleError) -> str:
    near = get_close_matches(id.upper(), [c.id.upper() for c in rulebook.CLAUSES], n=3, cutoff=0.6)
    reason = w.reason(error.refused.code, error.refused.facts)
    if near:
        return f"{reason} {w('Did you mean {ids}?', ids=', '.join(rulebook.clause(found).id for found in near))}"
    return f"{reason} {w('`tavl rule` lists them all.')}"


def _page(w: Words, shown: Clause) -> Group:
    fields = Table.grid(padding=(0, 2))
    fields.add_column(style="bold")
    fields.add_column()
    fields.add_row(w("Rule"), Text(shown.rule))
    fields.add_row(w("Duty"), Text(w(DUTIES[shown.duty])))
    fields.add_row(w("Example"), Text(shown.example))
    fields.add_row(w("Source"), Text(", ".join(w(SOURCES[s]) if s in SOURCES else s for s in shown.sources)))
    before, after = (each and rulebook.translated(each, w.language) for each in rulebook.neighbours(shown.id))
    around = [f"← {before.id} {before.title}"] if before else []
    around += [f"{after.id} {after.title} →"] if after else []
    title = Text.assemble((shown.id, "bold cyan"), "  ", (shown.title, "bold"))
    return Group(Panel(fields, title=title, title_align="left"), Padding(Text("   ".join(around), style="dim"), (0, 2)))


def _list(w: Words, found: tuple[Clause, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(w("Clause"), style="bold cyan", no_wrap=True)
    table.add_column(w("Title"))
    table.add_column(w("Duty"), style="dim")
    for shown in found:
        table.add_row(shown.id, Text(shown.title), w(DUTY_NAMES[shown.duty]))
    return table
