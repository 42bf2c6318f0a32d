"""`tavl table`: a physical board's device, operated by hand: to try out the rules, or to record a match."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from tavl.cli.errors import fail, refused
from tavl.cli.input_output import typed_lines
from tavl.cli.language import _, chosen_words
from tavl.cli.table.input import SHORT, Unreadable, read
from tavl.cli.table.output import board, happened, standing
from tavl.i18n import Words
from tavl.notation import write_mat
from tavl.rules import Match, Refused, RuleError, Terms, profile_named
from tavl.rules.acts import MatchEvent
from tavl.rules.codec import from_json, to_json
from tavl.rules.profile import DBF_TOURNAMENT, PROFILES
from tavl.rules.seat import SEATS
from tavl.server.wall_clock import now_ms
from tavl.table import Detail, Ruler, Sitting, Table, TableTerms, actions, acts, decide, evolve, replay
from tavl.table.acts import AnyEvent, By
from tavl.table.registry import DIRECTORS

EXAMPLE = 'raise_dispute rule=T5.1 statement="cocked dice"'


class LogLine(msgspec.Struct, frozen=True):
    """Of the log: an instant and what happened."""

    at: int
    event: AnyEvent


def table(
    length: Annotated[int, typer.Option("--match", metavar="N", help=_("A match to N points (7)."))] = 7,
    names: Annotated[str, typer.Option(metavar="A,B", help=_("The players' names."))] = "Anna,Bo",
    profile: Annotated[
        str, typer.Option(help=_("The rules: {known}.", known=", ".join(PROFILES)))
    ] = DBF_TOURNAMENT.name,
    clock: Annotated[bool, typer.Option("--clock", help=_("With a clock."))] = False,
    detail: Annotated[Detail, typer.Option(help=_("Record every play, or only cube and results."))] = Detail.PLAYS,
    ruler: Annotated[Ruler, typer.Option(help=_("Who rules on a dispute."))] = Ruler.DIRECTOR,
    typed: Annotated[bool, typer.Option("--typed-time", help=_("Time passes only with `wait SECONDS`."))] = False,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write the match to a file, or continue the one in it."))
    ] = None,
    mat: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("At the end, write it as a .mat file too."))
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=_("Print data instead of text."))] = False,
    language: Annotated[str | None, typer.Option("--language", help=_("en, da, sv or nb."))] = None,
) -> None:
    w = chosen_words(language)
    first, comma, second = names.partition(",")
    if not comma or not first.strip() or not second.strip() or first.strip() == second.strip():
        fail(w("Write two names with a comma between them, such as Anna,Bo."))
    try:
        rules = profile_named(profile)
    except RuleError as error:
        refused(w, error.refused)
    setting = rules.clock if clock else None
    terms = TableTerms(
        match=Terms(rules, length), sitting=Sitting.RECORDED, clock=setting, detail=detail, ruler=ruler, conduct=True
    )
    if terms.fault:
        refused(w, terms.fault)
    sitting = Conversation(w, (first.strip(), second.strip()), log, json, typed)
    sitting.open(terms)
    for line in typed_lines():
        if not sitting.say(line.strip()):
            break
    if mat is not None:
        sitting.write_mat(mat)


class Conversation:
    def __init__(self, w: Words, names: tuple[str, str], log: Path | None, json: bool, typed: bool) -> None:
        self.w, self.names, self.log, self.json, self.typed = w, names, log, json, typed
        self.table: Table
        self.played: list[MatchEvent] = []
        self.waited = 0

    @property
    def now(self) -> int:
        return self.waited + (0 if self.typed else now_ms())

    def open(self, terms: TableTerms) -> None:
        """A new table, or the one in the log as far as it was written."""
        lines = self._logged()
        if lines:
            begins = isinstance(lines[0].event, acts.Opened)
            table = replay((line.event, line.at) for line in lines) if begins else None
            if table is None:
                fail(self.w("This is not the log of a table: {path}.", path=str(self.log)))
            self.table = table
            for line in lines:
                self._remember(line.event)
            self.names = (self.table.seats[0] or self.names[0], self.table.seats[1] or self.names[1])
            self.waited = self.table.last_at if self.typed else 0
        else:
            self.table = Table.open(terms, self.now)
            self._write(acts.Opened(terms))
            for seat in SEATS:
                self._evolve(acts.Seated(seat, self.names[seat]))
        if not self.json:
            typer.echo(self.w("A table at a physical board. `help` shows what you can type."))
            self._stand()

    def _logged(self) -> list[LogLine]:
        if self.log is None or not self.log.exists():
            return []
        try:
            return [from_json(line, LogLine) for line in self.log.read_bytes().splitlines()]
        except (OSError, msgspec.MsgspecError):
            fail(self.w("This is not the log of a table: {path}.", path=str(self.log)))

    def _write(self, event: AnyEvent) -> None:
        line = to_json(LogLine(self.table.last_at, event))
        if self.log is not None:
            with self.log.open("ab") as file:
                file.write(line + b"\n")
        if self.json:
            typer.echo(line.decode())

    def _evolve(self, event: AnyEvent) -> None:
        self.table = evolve(self.table, event, self.now)
        self._remember(event)
        self._write(event)

    def _remember(self, event: AnyEvent) -> None:
        if isinstance(event, MatchEvent):
            self.played.append(event)

    def _happen(self, events: list[AnyEvent]) -> None:
        for event in events:
            before = self.table
            self._evolve(event)
            if not self.json:
                for sentence in happened(self.w, event, before, self.table, self.names):
                    typer.echo(f"  {sentence}")

    def write_mat(self, path: Path) -> None:
        """Every play as it was made, corrections in the scores: what other programs read."""
        text = write_mat(Match(terms=self.table.terms.match), self.played, self.names)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError:
            fail(self.w("This file cannot be written: {path}.", path=str(path)))

    def say(self, line: str) -> bool:
        """Handle one line; false if it was the last."""
        word, _space, rest = line.partition(" ")
        match word.casefold():
            case "" | "#":
                pass
            case "quit" | "exit":
                return False
            case "help":
                self._help()
            case "show":
                self._show()
            case "mat" if rest:
                self.write_mat(Path(rest))
            case "?" | "actions":
                self._offer(rest)
            case "wait":
                self._wait(rest)
            case _:
                self._act(line)
        return True

    def _act(self, line: str) -> None:
        try:
            meant = read(line, self.table, self.names)
        except Unreadable as error:
            self._no(self.w("Not understood: {part}. `?` shows what you can do now.", part=error.part[:200]))
            return
        for action, by in meant:
            answer = decide(self.table, action, by, self.now, None)
            if isinstance(answer, Refused):
                self._no(self.w.refusal(answer.code, answer.rule, answer.facts))
                return
            self._happen(answer)
        if not self.json:
            self._stand()

    def _no(self, message: str) -> None:
        typer.echo(message, err=self.json)

    def _wait(self, text: str) -> None:
        try:
            self.waited += max(0, round(float(text) * 1000))
        except (ValueError, OverflowError):
            self._no(self.w("Not understood: {part}. `?` shows what you can do now.", part=text[:200]))
        else:
            if not self.json:
                self._stand()

    def _offer(self, who: str) -> None:
        """What each may do now, by the names that can be typed."""
        for by in self._people():
            found = sorted({str(action.__struct_config__.tag) for action in actions(self.table, by, self.now)})
            name = self.names[by.seat] if by.seat is not None else by.role.value
            if found and (not who or who.casefold() == name.casefold()):
                typer.echo(f"{name}: {', '.join(found)}")

    def _people(self) -> list[By]:
        players = [By(acts.Role.PLAYER, self.names[seat], seat) for seat in SEATS]
        return [*players, *(By(role, "director") for role in DIRECTORS)]

    def _help(self) -> None:
        w = self.w
        lines = (
            w("start: the next game. 31: a roll, or the opening with the first player's die first."),
            w("8/5 6/5: a play as it was made, legal or not. -: a dance. flag: it was illegal."),
            w("double, take, drop, resign gammon. double 8: made at a physical board at that level, right or wrong."),
            w("Where plays are not recorded, the end of a game: win, win gammon, win backgammon."),
            w("invalid: a roll that does not count. cube 4 Bo: what the physical cube shows, and whose it is."),
            w("correct cube, set-up, double, length 9 or score 2-1. accept or deny: whatever is asked."),
            w("1: or 2: or a name or director: in front says who; without it, whoever the table is waiting for."),
            w("Any action by its name with its fields, such as: {example}", example=EXAMPLE),
            w("Short names: {names}.", names=", ".join(SHORT)),
            w("?: what you can do now. show: the board. mat FILE: write it as a .mat file."),
            w("wait 12.5: let seconds pass. quit: leave."),
        )
        typer.echo("\n".join(lines))

    def _show(self) -> None:
        unicode = (sys.stdout.encoding or "").casefold().startswith("utf")
        for line in board(self.table, self.names, unicode):
            typer.echo(line)
        self._stand()

    def _stand(self) -> None:
        for line in standing(self.w, self.table, self.names, self.now):
            typer.echo(line)
