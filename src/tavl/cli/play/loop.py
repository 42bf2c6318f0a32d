"""The main loop: show the game, read a line, do it. `session` and the rules make all decisions."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from tavl.cli.play.autosave import Autosave
from tavl.cli.play.board import Look
from tavl.cli.play.dice import DiceCup
from tavl.cli.play.game_file import holds_earlier, written
from tavl.cli.play.opponent import Opponent
from tavl.cli.play.screen import PICTURE_HEIGHT, columns, offers, picture, play_list
from tavl.cli.play.sentences import event_sentences, kept, pending, pips
from tavl.cli.play.session import Hop, Session, begin, end_turn, open_actions, perform, try_moves, undo
from tavl.cli.play.terminal import Terminal
from tavl.cli.play.typed_commands import Command, Enter, Moves, Pick, Say, Verb, Vocabulary, help_page
from tavl.cli.play.typed_plays import hops_written, ids_of
from tavl.i18n import Words
from tavl.notation.errors import NotationError
from tavl.rules import SEATS, Phase, Refused, Seat, acts, evolve
from tavl.rules.acts import MatchAction
from tavl.rules.clauses import clause, translated
from tavl.rules.refusal import RuleError

_SIMPLE: dict[Verb, Callable[[Seat], MatchAction]] = {
    Verb.DOUBLE: acts.Double,
    Verb.TAKE: acts.Take,
    Verb.DROP: acts.Drop,
    Verb.BEAVER: acts.Beaver,
    Verb.ACCEPT: acts.AcceptResignation,
    Verb.REFUSE: acts.RefuseResignation,
    Verb.NEXT: acts.StartGame,
    Verb.END: acts.EndSession,
    Verb.ROLL: acts.Roll,
}


class Conversation:
    def __init__(
        self, session: Session, w: Words, terminal: Terminal, dice: DiceCup, opponent: Opponent, autosave: Autosave
    ) -> None:
        self.session = session
        self.w = w
        self._terminal = terminal
        self._dice = dice
        self._opponent = opponent
        self._autosave = autosave
        self._vocabulary = Vocabulary(w)
        self._notes: list[str] = []
        self._page: list[str] = []
        self._drawn: Session | None = None
        self._told_of_disk = False

    def run(self, notes: list[str]) -> None:
        """Until the match is over or somebody leaves; by then every decision is on disk."""
        self._notes = notes
        try:
            self.session = begin(self.session)
            while True:
                self._let_the_bot_act()
                self._show()
                if self.session.match.result:
                    return
                two_people = self.session.bot is None
                line = self._terminal.ask(f"{self.session.names[self.session.acting]}> " if two_people else "> ")
                self._notes, page, self._page = [], self._page, []
                if line is None:
                    break
                command = self._vocabulary.read(line)
                if isinstance(command, Enter) and page and self._terminal.redraws:
                    continue  # back to the board
                if isinstance(command, Say) and command.verb is Verb.QUIT:
                    self._offer_to_save()
                    break
                self._obey(command)
        except KeyboardInterrupt:
            self._terminal.write([""])
        finally:
            self._autosave.close()
        self._show_saved_path()

    # Showing

    def _show(self) -> None:
        if self._terminal.redraws:
            self._terminal.clear()
            if self._page:
                self._terminal.write([*self._page, "", self.w("Enter: back to the board")])
                return
            self._terminal.write(picture(self.session, self.w, self._look))
        elif self._drawn != self.session:
            self._terminal.write(["", *picture(self.session, self.w, self._look)])
        self._drawn = self.session
        offer = pending(self.w, self.session.match, self.session.names)
        if offer and offer not in self._notes:  # repeated as long as it is unanswered
            self._notes.insert(0, offer)
        notes: list[Text | str] = [
            Text(note, style="#f2c14e" if self._look.colour else "") for note in self._notes[-4:]
        ]
        self._terminal.write([*(notes if self._terminal.redraws else self._notes), *self._page])
        room = self._terminal.height - PICTURE_HEIGHT - len(notes) - 2  # a line of commands, and the prompt
        self._terminal.write(offers(self.session, self.w, self._vocabulary.names, room))

    @property
    def _look(self) -> Look:
        return self._terminal.look

    # Doing

    def _let_the_bot_act(self) -> None:
        while not self.session.match.result and self.session.acting == self.session.bot:
            choice = self._opponent.choose(self.session.match, self.session.acting, open_actions(self.session))
            self._do(choice)

    def _do(self, action: MatchAction) -> None:
        roll = self._dice.roll() if isinstance(action, acts.Roll) and self._may(action) else None
        self._become(perform(self.session, action, roll))

    def _may(self, action: MatchAction) -> bool:
        """No dice are rolled for a refused roll, or a seed would give different rolls afterwards."""
        return action in open_actions(self.session)

    def _become(self, after: Session | Refused) -> None:
        if isinstance(after, Refused):
            self._notes.append(self.w.refusal(after.code, after.rule, after.facts))
            return
        before = self.session.match
        for event in after.events[len(self.session.events) :]:
            then = evolve(before, event)
            self._notes += event_sentences(self.w, event, before, then, self.session.names)
            before = then
        self.session = after
        self._autosave.record(after)
        if self._autosave.problem and not self._told_of_disk:
            self._told_of_disk = True
            self._notes.append(self.w("The game cannot be saved on disk: {problem}.", problem=self._autosave.problem))

    def _obey(self, command: Command) -> None:
        match command:
            case Enter():
                self._do_next()
            case Pick(number=number):
                self._pick(number)
            case Moves(text=text):
                self._move(text)
            case Say(verb=verb, rest=rest):
                self._say(verb, rest)

    def _say(self, verb: Verb, rest: str) -> None:
        match verb:
            case Verb.DONE:
                self._become(end_turn(self.session))
            case Verb.UNDO:
                self._undo()
            case Verb.RESIGN:
                self._resign(rest)
            case Verb.LIST:
                self._list(rest)
            case Verb.PIPS:
                counts = [self.session.position_for(seat).pips for seat in SEATS]
                self._notes.append(pips(self.w, counts, self.session.names))
            case Verb.POSITION:
                self._notes += ids_of(self.session)
            case Verb.RULE:
                self._rule(rest)
            case Verb.SAVE:
                self._save(rest)
            case Verb.HELP:
                self._page = help_page(self.w, self._vocabulary.names)
            case _:
                self._do(_SIMPLE[verb](self.session.acting))

    def _do_next(self) -> None:
        """Enter does what comes next anyway; where there is a choice to make, it does nothing."""
        game, seat = self.session.match.game, self.session.acting
        if game is None or self.session.match.between_games:
            self._do(acts.StartGame(seat))
        elif game.resignation or game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            self._notes.append(self.w.refusal("answer_first", "G11.4" if game.resignation else "G10.3"))
        elif not self.session.playing:
            self._do(acts.Roll(seat))
        elif self.session.finished_play:
            self._become(end_turn(self.session))
        elif len(self.session.plays) == 1:
            self._pick(1)
        else:
            self._notes.append(self.w("Make a play, such as 8/5 6/5, or ? for help."))

    def _pick(self, number: int) -> None:
        plays = self.session.plays
        if not 1 <= number <= len(plays):
            self._notes.append(self.w("There is no play number {n}.", n=number))
            return
        moves = tuple((move.source, move.target) for move in plays[number - 1].moves)
        while (back := undo(self.session)) is not None:
            self.session = back
        self._try(moves)

    def _move(self, text: str) -> None:
        try:
            self._try(hops_written(self.session, text))
        except NotationError as error:
            found = text[error.at :] or text
            self._notes.append(self.w("This is neither a command nor a play: {found}. Type ? for help.", found=found))

    def _try(self, moves: tuple[Hop, ...]) -> None:
        tried = try_moves(self.session, moves)
        if isinstance(tried, Refused):
            self._notes.append(self.w.refusal(tried.code, tried.rule, tried.facts))
        else:
            self.session = tried

    def _undo(self) -> None:
        back = undo(self.session)
        if back is None:
            self._notes.append(self.w("There is nothing to take back; once a turn has ended, it stands (G9.2)."))
        else:
            self.session = back

    def _resign(self, rest: str) -> None:
        sizes = {action.size for action in open_actions(self.session) if isinstance(action, acts.OfferResignation)}
        named = {self.w.term(name).lower(): size for size, name in _SIZES.items()} | {n: s for s, n in _SIZES.items()}
        said = rest.lower()
        if not said and len(sizes) > 1:
            self._notes.append(
                self.w(
                    "How much? 1 a single game, 2 a gammon, 3 a backgammon: {command} 1",
                    command=self._vocabulary.names[Verb.RESIGN],
                )
            )
            return
        size = named.get(said) or (
            int(said) if said.isdecimal() and len(said) < 3 else 0 if said else min(sizes or {1})
        )
        self._do(acts.OfferResignation(self.session.acting, size))

    # Looking things up

    def _list(self, wanted: str) -> None:
        if not self.session.playing:
            self._notes.append(self.w.refusal("roll_first", "G4.3"))
            return
        entries = play_list(self.session, self.w, wanted)
        self._page = columns(entries) or [self.w("No legal play includes this: {wanted}", wanted=wanted)]

    def _rule(self, id: str) -> None:
        try:
            found = translated(clause(id), self.w.language)
        except RuleError as error:
            self._notes.append(self.w.reason(error.refused.code, error.refused.facts))
            return
        texts = (found.rule, found.example)
        self._page = [
            f"{found.id}  {found.title}",
            *(line for text in texts for line in ("", *textwrap.wrap(text, 76))),
        ]

    # Leaving

    def _save(self, name: str) -> bool:
        if not name:
            self._notes.append(self.w("Save it where? {command} FILE", command=self._vocabulary.names[Verb.SAVE]))
            return False
        path = Path(name).expanduser()
        try:
            if path.exists() and not holds_earlier(path.read_bytes(), self.session):
                self._notes.append(self.w("{file} already exists and is not this game.", file=name))
                return False
            path.write_bytes(written(self.session))
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or str(error)
            self._notes.append(self.w("{file} cannot be written: {problem}.", file=name, problem=problem))
            return False
        self._notes.append(self.w("Saved in {file}.", file=name))
        return True

    def _offer_to_save(self) -> None:
        if not self.session.rolls:
            return
        name = self._terminal.ask(self.w("Save the game in a file too? Its name, or Enter for no:") + " ")
        if name and name.strip():
            self._save(name.strip())
            self._terminal.write(self._notes)

    def _show_saved_path(self) -> None:
        if self._autosave.path and not self._autosave.problem:
            self._terminal.write([kept(self.w, self._autosave.path)])


_SIZES = {1: "single game", 2: "gammon", 3: "backgammon"}
